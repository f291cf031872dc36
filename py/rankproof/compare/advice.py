"""Gathers what a reader of comparisons should know: each thing once, with the runs and measures it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..problems import Note, counted, listed
from .beside import unjudged_note
from .comparison import TESTS, Comparison, Plan
from .family import Family
from .guidance import SIDE_BY_SIDE, STATE_IN_FULL, WILCOXON_AND_SIGN
from .scored import Column, Scored

ORDER = ("many-queries", "few-queries", "unpaired-queries")
"""What stands first."""


def advice(tests: Sequence[str]) -> list[str]:
    """How to read and report the outcomes of these tests, in sentences."""
    found = [SIDE_BY_SIDE] if {"t", "randomization"} <= set(tests) else []
    if {"wilcoxon", "sign"} & set(tests):
        found.append(WILCOXON_AND_SIGN)
    return [*found, STATE_IN_FULL]


def notes_on(
    comparisons: Sequence[Comparison],
    columns: Mapping[str, Mapping[str, Column]],
    family: Family,
    plan: Plan,
    scored: Sequence[Scored],
) -> list[Note]:
    """All notes, in a fixed order."""
    found = [note for code in ORDER for note in _from_pairs(comparisons, code)]
    unjudged = unjudged_note({one.name: one.beside for one in scored})
    found += [unjudged] if unjudged else []
    found += _not_means(columns)
    found += _of_outcomes(comparisons)
    found += _disagreements(comparisons, plan)
    return [*found, *family.notes]


def _pair(one: Comparison) -> str:
    return f"{one.run} against {one.baseline}"


def _from_pairs(comparisons: Sequence[Comparison], code: str) -> Iterator[Note]:
    """Notes of one kind, one for each text, saying which pairs it is about unless that is all of them."""
    about: dict[Note, list[str]] = {}
    pairs = {_pair(one) for one in comparisons}
    for one in comparisons:
        for note in one.notes:
            if note.code == code and _pair(one) not in about.setdefault(note, []):
                about[note].append(_pair(one))
    for note, which in about.items():
        yield note if len(which) == len(pairs) else note._replace(text=f"{listed(which)}: {note.text}")


def _of_outcomes(comparisons: Sequence[Comparison]) -> Iterator[Note]:
    """What the tests say of themselves, such as why there is no p."""
    about: dict[str, list[str]] = {}
    for one in comparisons:
        for outcome in one.outcomes:
            where = f"{one.measure} of {_pair(one)}"
            if outcome.note and where not in about.setdefault(outcome.note, []):
                about[outcome.note].append(where)
    for text, which in about.items():
        yield Note("info", "test-note", f"{listed(which)}: {text}", len(which))


def _not_means(columns: Mapping[str, Mapping[str, Column]]) -> Iterator[Note]:
    found = [measure for measure, runs in columns.items() if not all(one.is_mean for one in runs.values())]
    if found:
        text = (
            f"{listed(found)}: what is shown for a run is not the mean of its values per query, but a sum or another "
            "summary; compared are the means of these values."
        )
        yield Note("info", "not-a-mean", text)


def _disagreements(comparisons: Sequence[Comparison], plan: Plan) -> Iterator[Note]:
    """Where one test finds a difference at alpha and another does not."""
    found = []
    for one in comparisons:
        below = {outcome.p_adjusted < plan.alpha for outcome in one.outcomes if outcome.p_adjusted is not None}
        if len(below) > 1:
            found.append(f"{one.measure} of {_pair(one)}")
    if found:
        names = " and ".join(TESTS[test][0] for test in plan.tests)
        text = (
            f"The tests ({names}) disagree at {plan.alpha:g} in {counted(len(found), 'comparison')} ({listed(found)}): "
            "say so, and look at the differences query by query."
        )
        yield Note("warning", "tests-disagree", text, len(found))
