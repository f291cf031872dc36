"""Pairs the values of two runs by query."""

from __future__ import annotations

from collections.abc import Mapping
from math import isclose

from ..problems import InputError, Problem, listed
from ..record import Record

SAME_VALUE = 1e-12
"""Two values of a query are a tie within this share of the larger: sums of up to a thousand terms differ by less."""

SAME_DIFFERENCE = 1e-10
"""Two differences are equal within this share of the larger: 0.8 - 0.6 and 0.4 - 0.2 are 0.2, but not as floats."""

LARGEST = 1e150
"""Values must be smaller, so that their differences and intervals are numbers too."""

TIE_RULE = "a query is a tie when its two values differ by at most 1e-12 of the larger"
"""What a tie is, as a reader is told."""

Values = Mapping[str, float]
"""Query id -> the value of one measure for one run."""


class Pairs(Record):
    """The queries that two runs share, by id in ascending order, with both values and run minus baseline.

    The difference of a tie is exactly 0 (TIE_RULE). only_baseline and only_run: ids that one of them lacks, in order.
    """

    queries: tuple[str, ...]
    baseline: tuple[float, ...]
    run: tuple[float, ...]
    differences: tuple[float, ...]
    only_baseline: tuple[str, ...]
    only_run: tuple[str, ...]


def pair(baseline: Values, run: Values) -> Pairs:
    """Pairs by query id, whatever the order of the mappings.

    Raises InputError when no query is in both, or a value is not a number smaller than LARGEST.
    """
    check_values("baseline", baseline)
    check_values("run", run)
    queries = tuple(sorted(baseline.keys() & run.keys()))
    if not queries:
        raise _nothing_shared(baseline, run)
    before = tuple(float(baseline[query]) for query in queries)
    after = tuple(float(run[query]) for query in queries)
    return Pairs(
        queries,
        before,
        after,
        tuple(map(_difference, after, before)),
        tuple(sorted(baseline.keys() - run.keys())),
        tuple(sorted(run.keys() - baseline.keys())),
    )


def same_differences(differences: tuple[float, ...]) -> bool:
    """Whether all differences are equal (SAME_DIFFERENCE), so that they have no variance."""
    top = max(map(abs, differences))
    return max(differences) - min(differences) <= SAME_DIFFERENCE * top


def check_values(name: str, values: Values) -> None:
    """Raises InputError at the first value that cannot be compared."""
    for query, value in values.items():
        if not abs(value) < LARGEST:  # true of nan too
            raise InputError(
                name,
                [
                    Problem(
                        f"the value of query {query} is {value}",
                        expected=f"a number between -{LARGEST:g} and {LARGEST:g}",
                        hint="leave the query out of both runs, or choose another measure",
                    )
                ],
            )


def _difference(run: float, baseline: float) -> float:
    return 0.0 if isclose(run, baseline, rel_tol=SAME_VALUE) else run - baseline


def _nothing_shared(baseline: Values, run: Values) -> InputError:
    def named(values: Values) -> str:
        return listed(sorted(values)) or "none"

    return InputError(
        "comparison",
        [
            Problem(
                f"the two runs have no query in common: the baseline has {named(baseline)}; the run has {named(run)}",
                expected="values of both runs for the same queries",
                hint="score both runs against the same judgements",
            )
        ],
    )
