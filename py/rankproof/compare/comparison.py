"""Compares one run with a baseline: means, difference with its interval, effect size, wins, and tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum

from ..problems import Note, SettingError, counted
from ..record import Record
from .bootstrap import bootstrap
from .guidance import few_queries, many_queries
from .moments import moments
from .outcome import Outcome, Progress
from .pairing import Pairs, Values, pair
from .randomization import randomization
from .signtest import sign_test
from .ttest import paired_t, t_interval
from .tukey import randomized_tukey
from .wilcoxon import wilcoxon

MOST_RESAMPLES = 1_000_000
"""More would take hours and change no digit that matters."""

DEFAULT_TESTS = ("t", "randomization")


class Plan(Record):
    """How to test. resamples: B of the tests that draw at random. alpha: 0.05 for intervals of 95% confidence."""

    tests: tuple[str, ...] = DEFAULT_TESTS
    resamples: int = 10_000
    seed: int = 0
    alpha: float = 0.05


Test = Callable[[Pairs, Plan, Progress | None], Outcome]


def _tukey_of_two(pairs: Pairs, plan: Plan, progress: Progress | None) -> Outcome:
    runs = {
        "baseline": dict(zip(pairs.queries, pairs.baseline, strict=True)),
        "run": dict(zip(pairs.queries, pairs.run, strict=True)),
    }
    return randomized_tukey(runs, plan.resamples, plan.seed, progress)["baseline", "run"]


TESTS: dict[str, tuple[str, Test]] = {
    "t": ("paired t", lambda pairs, _plan, _progress: paired_t(pairs.differences)),
    "randomization": (
        "randomization",
        lambda pairs, plan, progress: randomization(pairs.differences, plan.resamples, plan.seed, progress),
    ),
    "wilcoxon": ("Wilcoxon signed-rank", lambda pairs, _plan, _progress: wilcoxon(pairs.differences)),
    "sign": ("sign", lambda pairs, _plan, _progress: sign_test(pairs.differences)),
    "bootstrap": (
        "studentized bootstrap",
        lambda pairs, plan, progress: bootstrap(pairs.differences, plan.resamples, plan.seed, plan.alpha, progress),
    ),
    "tukey": ("randomized Tukey HSD", _tukey_of_two),
}
"""Name -> the words for it, and how it is done for a pair."""

SPELLINGS = {"paired_t": "t", "permutation": "randomization", "randomisation": "randomization"}
"""Other names of the tests."""


class Comparison(Record):
    """A run against a baseline on one measure, over the queries that both have.

    difference: mean of the run less mean of the baseline. interval: its t interval, None where there is none.
    effect_size: d_z, the mean difference over the standard deviation of the differences; 0 for identical runs, None
    where that deviation is 0 otherwise, or for one query. ties: TIE_RULE. only_baseline, only_run: ids of queries that
    one of them lacks.
    """

    measure: str
    baseline: str
    run: str
    mean_baseline: float
    mean_run: float
    difference: float
    interval: tuple[float, float] | None
    effect_size: float | None
    wins: int
    ties: int
    losses: int
    queries: int
    only_baseline: tuple[str, ...]
    only_run: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    notes: tuple[Note, ...]

    def rows(self) -> list[dict[str, object]]:
        """One mapping a test, as `compare --format json` prints it; the interval is the test's own if it has one.

        That of the bootstrap is BCa; its simpler one is there besides, as `percentile`.
        """
        return [
            {
                "measure": self.measure,
                "baseline": self.baseline,
                "run": self.run,
                "mean_baseline": self.mean_baseline,
                "mean_run": self.mean_run,
                "difference": self.difference,
                "test": outcome.test,
                "statistic": outcome.statistic,
                "p": outcome.p,
                "p_adjusted": outcome.p_adjusted,
                "interval": outcome.interval or self.interval,
                "effect_size": self.effect_size,
                "wins": self.wins,
                "ties": self.ties,
                "losses": self.losses,
                "queries": self.queries,
                **({"percentile": outcome.percentile} if outcome.test == "bootstrap" else {}),
            }
            for outcome in self.outcomes
        ]


def compare_pairs(
    baseline: Values,
    run: Values,
    tests: Iterable[str] = DEFAULT_TESTS,
    *,
    resamples: int = 10_000,
    seed: int = 0,
    alpha: float = 0.05,
    progress: Progress | None = None,
) -> Comparison:
    """Compares the values of a run with those of a baseline, query by query, in two-sided tests.

    baseline, run: query id -> value of one measure, for the queries that count. tests: names in TESTS. The names of
    measure and runs are left empty for the caller to fill in (`_replace`). p_adjusted is p: one comparison alone.
    Raises InputError when no query is in both or a value is no number, SettingError for a setting that means nothing.
    """
    plan = checked_plan(tests, resamples, seed, alpha)
    comparison = compare(pair(baseline, run), plan, progress)
    return comparison._replace(outcomes=tuple(one._replace(p_adjusted=one.p) for one in comparison.outcomes))


def compare(pairs: Pairs, plan: Plan, progress: Progress | None = None) -> Comparison:
    """Compares these pairs under a checked plan; p_adjusted is left open."""
    found = moments(pairs.differences)
    n = len(pairs.queries)
    wins = sum(value > 0 for value in pairs.differences)
    losses = sum(value < 0 for value in pairs.differences)
    outcomes = []
    for number, name in enumerate(plan.tests):
        outcomes.append(TESTS[name][1](pairs, plan, part_of(progress, number, len(plan.tests))))
    notes = (few_queries(n), many_queries(n), _unpaired(pairs))
    return Comparison(
        "",
        "",
        "",
        fsum(pairs.baseline) / n,
        fsum(pairs.run) / n,
        found.mean,
        t_interval(found, plan.alpha),
        found.d_z,
        wins,
        n - wins - losses,
        losses,
        n,
        pairs.only_baseline,
        pairs.only_run,
        tuple(outcomes),
        tuple(note for note in notes if note),
    )


def checked_plan(tests: Iterable[str], resamples: int, seed: int, alpha: float) -> Plan:
    """The plan, with each test under its name in TESTS, once; raises SettingError where it means nothing."""
    names = tuple(dict.fromkeys(SPELLINGS.get(name, name) for name in tests))
    for name in names:
        if name not in TESTS:
            raise SettingError("test", f"there is no test {name!r}", f"use one of {', '.join(TESTS)}")
    if not 1 <= resamples <= MOST_RESAMPLES:
        raise SettingError("resamples", f"{resamples:,} resamples", f"use a number from 1 to {MOST_RESAMPLES:,}")
    if not 0 < alpha < 1:
        raise SettingError("alpha", f"alpha is {alpha}", "use a number between 0 and 1, such as 0.05")
    return Plan(names, resamples, seed, alpha)


def part_of(progress: Progress | None, number: int, count: int) -> Progress | None:
    """Tells `progress` about part `number` (from 0) of `count` equal parts."""
    if progress is None:
        return None
    tell = progress
    return lambda share: tell((number + share) / count)


def _unpaired(pairs: Pairs) -> Note | None:
    alone = pairs.only_baseline + pairs.only_run
    if not alone:
        return None
    text = (
        f"{counted(len(alone), 'query')} in only one of the two runs ({len(pairs.only_baseline):,} in the baseline, "
        f"{len(pairs.only_run):,} in the run) cannot be paired and are left out of the comparison."
    )
    return Note("warning", "unpaired-queries", text, len(alone), examples=alone[:3])
