"""Randomized Tukey HSD: compares all pairs of runs at once, so that its p-values need no further correction."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import fsum
from operator import sub
from random import Random

from ..problems import InputError, Problem, SettingError
from .outcome import ALL_TIED, Outcome, Progress
from .pairing import Values, check_values
from .wholes import slack, whole_numbers

BLOCK = 10_000
"""Resamples at a time; each block draws new permutations."""

POOL = 1 << 16
"""Permutations drawn for a block at most; where queries times resamples are more, queries start at other places."""

QUERIES = 16
"""Queries whose permuted values are added up in one go."""

Row = list[float]
"""The values of all runs for one query."""


def shared_queries(runs: Mapping[str, Values]) -> tuple[str, ...]:
    """The queries that every run has, in ascending order; raises InputError when there is none."""
    for name, values in runs.items():
        check_values(name, values)
    shared = set.intersection(*(set(values) for values in runs.values()))
    if not shared:
        problem = Problem(
            f"the {len(runs)} runs have no query in common",
            expected="values of every run for the same queries",
            hint="score all runs against the same judgements",
        )
        raise InputError("comparison", [problem])
    return tuple(sorted(shared))


def randomized_tukey(
    runs: Mapping[str, Values], resamples: int = 10_000, seed: int = 0, progress: Progress | None = None
) -> dict[tuple[str, str], Outcome]:
    """The randomized Tukey HSD test of every pair of runs (Carterette, ACM TOIS 30(1), 2012; Sakai 2018).

    Under the null hypothesis the values of a query belong to the runs in any order. Each of B resamples permutes the
    values within each query at random and takes the largest mean less the smallest. A pair's p is (k + 1) / (B + 1), k
    the number of resamples in which that is at least the pair's own difference (within `slack`).

    Takes the queries that all runs have. Keys are (first, second) in the order given; the statistic is the mean of the
    second less that of the first. The order of runs and of queries changes no p. Raises SettingError for fewer than two
    runs and InputError when they share no query.
    """
    if len(runs) < 2:
        raise SettingError("tukey", f"randomized Tukey HSD compares two or more runs, not {len(runs)}")
    queries, names = shared_queries(runs), sorted(runs)
    given = [float(runs[name][query]) for query in queries for name in names]
    whole, _ = whole_numbers(given, len(queries))
    rows = [whole[start : start + len(names)] for start in range(0, len(whole), len(names))]
    totals = dict(zip(names, map(sum, zip(*rows, strict=True)), strict=True))
    near = slack((max(map(abs, row)) for row in rows), 2 * len(rows))
    spreads = sorted(_spreads(rows, resamples, seed, progress))

    def outcome(first: str, second: str) -> Outcome:
        least = abs(totals[second] - totals[first]) - near
        p = (len(spreads) - bisect_left(spreads, least) + 1) / (len(spreads) + 1)
        difference = fsum(runs[second][query] - runs[first][query] for query in queries) / len(queries)
        method = f"{resamples:,} random permutations within queries of {len(names)} runs, seed {seed}"
        note = ALL_TIED if all(runs[first][query] == runs[second][query] for query in queries) else None
        return Outcome("tukey", difference, p, method, resamples=resamples, seed=seed, note=note, p_adjusted=p)

    return {(first, second): outcome(first, second) for first, second in combinations(runs, 2)}


def _spreads(rows: list[Row], resamples: int, seed: int, progress: Progress | None) -> Iterator[float]:
    """The largest sum less the smallest, for each resample."""
    draw = Random(seed)  # noqa: S311  # statistics, no secrets
    blocks = range(0, resamples, BLOCK)
    groups = range(0, len(rows), QUERIES)
    for block, start in enumerate(blocks):
        size = min(BLOCK, resamples - start)
        stride, places = _pool(len(rows), len(rows[0]), size, draw)
        # Rows in random order: a permutation that two queries share in different resamples then ties nothing.
        mixed = [[row[place] for place in _permutation(len(row), draw)] for row in rows]
        sums = [[0.0] * size for _ in rows[0]]
        for group, first in enumerate(groups):
            taken = [(row.__getitem__, (first + i) * stride) for i, row in enumerate(mixed[first : first + QUERIES])]
            for run, column in enumerate(places):
                parts = [map(value_at, column[begin : begin + size]) for value_at, begin in taken]
                sums[run] = list(map(sum, zip(sums[run], *parts, strict=True)))
            if progress is not None:
                progress((block + (group + 1) / len(groups)) / len(blocks))
        yield from map(sub, map(max, *sums), map(min, *sums))


def _pool(queries: int, runs: int, size: int, draw: Random) -> tuple[int, list[Sequence[int]]]:
    """Random permutations, as one column a run, and how far apart queries start in them.

    Within a resample no two queries take the same permutation, so that they are independent. The columns go on from
    their start again, so that the last query finds its `size` permutations.
    """
    count = min(max(POOL, queries), queries * size)
    stride = count // queries
    drawn = [_permutation(runs, draw) for _ in range(count)]
    drawn += drawn[:size]
    columns = zip(*drawn, strict=True)
    return stride, [bytes(column) if runs <= 256 else column for column in columns]


def _permutation(runs: int, draw: Random) -> list[int]:
    """A random order of 0 ... runs - 1; from random() alone, whose numbers no Python version changes."""
    keys = [draw.random() for _ in range(runs)]
    return sorted(range(runs), key=keys.__getitem__)
