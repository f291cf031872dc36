"""Compares many runs on many measures, and corrects the p-values of comparisons that belong together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from ..problems import Note, SettingError, counted
from ..record import Record
from .comparison import DEFAULT_TESTS, Comparison, Plan, checked_plan, compare, part_of
from .corrections import CORRECTIONS, adjust_pvalues, correction_name
from .guidance import many_comparisons
from .outcome import Outcome, Progress
from .pairing import Values, pair
from .tukey import randomized_tukey, shared_queries

ACROSS = ("measure", "all")
"""What a family is: the comparisons of one measure under one test, or those of all measures under one test."""

Scores = Mapping[str, Mapping[str, Values]]
"""Measure -> run -> query -> value."""


class Family(Record):
    """All comparisons, measure by measure in the order given, and how they were corrected.

    across: one of ACROSS. sizes: measure -> comparisons in its family. text: the correction, the size, and how
    many tests gave no p-value and so do not count, in sentences.
    """

    comparisons: tuple[Comparison, ...]
    correction: str
    across: str
    sizes: dict[str, int]
    text: str
    notes: tuple[Note, ...]


def compare_runs(
    scores: Scores,
    baseline: str | None = None,
    *,
    tests: Iterable[str] = DEFAULT_TESTS,
    correction: str = "holm",
    across: str = "measure",
    resamples: int = 10_000,
    seed: int = 0,
    alpha: float = 0.05,
    progress: Progress | None = None,
) -> Family:
    """Compares every other run with the baseline, or without one every pair of runs, on every measure.

    Each test's p-values are corrected within a measure, or over all measures with across="all". Randomized Tukey HSD
    looks at all runs of a measure at once, over the queries they share, and is corrected by its nature: p_adjusted is
    p.
    Raises SettingError for a setting that means nothing or a baseline that is no run, InputError for runs without a
    query in common.
    """
    plan, method = checked_plan(tests, resamples, seed, alpha), correction_name(correction)
    if across not in ACROSS:
        raise SettingError("across", f"there is no family {across!r}", f"use one of {', '.join(ACROSS)}")
    found: list[Comparison] = []
    for number, (measure, runs) in enumerate(scores.items()):
        found += _of_measure(measure, runs, baseline, plan, part_of(progress, number, len(scores)))
    groups = _groups(found, across)
    adjusted = [one for group in groups for one in _adjusted(group, method)]
    sizes = {one.measure: len(group) for group in groups for one in group}
    note = many_comparisons(max(sizes.values(), default=0), method, CORRECTIONS[method][0])
    return Family(
        tuple(adjusted), method, across, sizes, _text(adjusted, sizes, method, across), (note,) if note else ()
    )


def _of_measure(
    measure: str, runs: Mapping[str, Values], baseline: str | None, plan: Plan, progress: Progress | None
) -> Iterator[Comparison]:
    pairs = list(_pairs_of_runs(measure, runs, baseline))
    direct = plan._replace(tests=tuple(test for test in plan.tests if test != "tukey"))
    parts = len(pairs) + (direct != plan)
    together: dict[tuple[str, str], Outcome] = {}
    if direct != plan:
        names = {name: runs[name] for name in runs}
        together = randomized_tukey(names, plan.resamples, plan.seed, part_of(progress, 0, parts))
        queries = len(shared_queries(names))
    for number, (first, second) in enumerate(pairs, parts - len(pairs)):
        one = compare(pair(runs[first], runs[second]), direct, part_of(progress, number, parts))
        one = one._replace(measure=measure, baseline=first, run=second)
        if together:
            one = _with_tukey(one, together, plan, queries)
        yield one


def _pairs_of_runs(measure: str, runs: Mapping[str, Values], baseline: str | None) -> Iterator[tuple[str, str]]:
    if len(runs) < 2:
        raise SettingError("runs", f"{measure} has {counted(len(runs), 'run')}", "a comparison takes two or more")
    if baseline is None:
        yield from combinations(runs, 2)
        return
    if baseline not in runs:
        raise SettingError("baseline", f"there is no run {baseline!r}", f"use one of {', '.join(runs)}")
    for name in runs:
        if name != baseline:
            yield baseline, name


def _with_tukey(one: Comparison, together: dict[tuple[str, str], Outcome], plan: Plan, queries: int) -> Comparison:
    """The comparison with Tukey's outcome where the plan names it, seen from its baseline."""
    outcome = together.get((one.baseline, one.run))
    if outcome is None:
        turned = together[one.run, one.baseline]
        outcome = turned._replace(statistic=-(turned.statistic or 0.0))
    if queries < one.queries:
        outcome = outcome._replace(note=f"Taken over the {counted(queries, 'query')} that all runs have.")
    outcomes = list(one.outcomes)
    outcomes.insert(plan.tests.index("tukey"), outcome)
    return one._replace(outcomes=tuple(outcomes))


def _groups(comparisons: list[Comparison], across: str) -> list[list[Comparison]]:
    """The comparisons family by family."""
    groups: dict[str, list[Comparison]] = {}
    for one in comparisons:
        groups.setdefault(one.measure if across == "measure" else "", []).append(one)
    return list(groups.values())


def _adjusted(group: list[Comparison], method: str) -> Iterator[Comparison]:
    """The comparisons of one family with p_adjusted, test by test."""
    by_test = []
    for outcomes in zip(*(one.outcomes for one in group), strict=True):
        values = adjust_pvalues([outcome.p for outcome in outcomes], method)
        by_test.append([_corrected(outcome, value) for outcome, value in zip(outcomes, values, strict=True)])
    for one, outcomes in zip(group, zip(*by_test, strict=True), strict=True):
        yield one._replace(outcomes=outcomes)


def _corrected(outcome: Outcome, value: float | None) -> Outcome:
    return outcome if outcome.test == "tukey" else outcome._replace(p_adjusted=value)


def _text(comparisons: list[Comparison], sizes: dict[str, int], method: str, across: str) -> str:
    label = CORRECTIONS[method][0]
    label = label[0].upper() + label[1:]
    without = sum(outcome.p is None for one in comparisons for outcome in one.outcomes)
    more = f" {counted(without, 'test')} gave no p-value, which does not count." if without else ""
    size = max(sizes.values(), default=0)
    if across == "all":
        return f"{label} over {counted(size, 'comparison')} of {counted(len(sizes), 'measure')}, for each test.{more}"
    return f"{label} over {counted(size, 'comparison')} of each measure, for each test.{more}"
