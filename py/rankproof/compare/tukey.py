"""Randomized Tukey HSD: compares all pairs of runs at once, so that its p-values need no further correction."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import combinations, permutations, repeat
from math import factorial, fsum
from operator import sub
from random import Random
from sys import byteorder

from ..problems import InputError, Problem, SettingError
from .lookedup import plus_looked_up
from .outcome import ALL_TIED, Outcome, Progress
from .pairing import Values, check_values
from .wholes import slack, whole_numbers

BLOCK = 10_000
"""Resamples at a time at most."""

RENEWED = 10
"""Tables that hold some orders only serve this many resamples times the square of the queries.

Two queries of 17 runs have some 4,000 spreads in theirs, three a million: resamples that share tables then scatter no
more than independent ones.
"""

LARGEST = 256
"""Orders in a table: as many as a byte can stand for."""

TABLES = 16
"""Tables whose values are added up in one go."""

LANE = 8
"""Bytes for the sum of a run: whole_numbers() keeps it below 2^53."""

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


def _spreads(rows: list[Row], resamples: int, seed: int, progress: Progress | None) -> Iterator[int]:
    """The largest sum less the smallest, for each resample."""
    draw = Random(seed)  # noqa: S311  # statistics, no secrets
    runs, together = len(rows[0]), _queries_a_table(len(rows[0]))
    most = BLOCK if together else min(BLOCK, RENEWED * len(rows) ** 2)
    blocks = range(0, resamples, most)
    step = max(together, 1) * TABLES
    groups = [rows[start : start + step] for start in range(0, len(rows), step)]
    for block, start in enumerate(blocks):
        size = min(most, resamples - start)
        sums = [0] * size
        for number, group in enumerate(groups):
            tables = _all_orders(group, together) if together else [_some_orders(row, draw) for row in group]
            sums = plus_looked_up(sums, tables, [_places(len(table), size, draw) for table in tables])
            if progress is not None:
                progress((block + (number + 1) / len(groups)) / len(blocks))
        lanes = array("Q", b"".join(map(int.to_bytes, sums, repeat(LANE * runs), repeat(byteorder))))
        columns = [lanes[run::runs] for run in range(runs)]
        yield from map(sub, map(max, *columns), map(min, *columns))


def _queries_a_table(runs: int) -> int:
    """How many queries' orders, all of them, a table holds together; 0 where those of one are too many."""
    orders = factorial(runs)
    return max((count for count in range(1, 9) if orders**count <= LARGEST), default=0)


def _all_orders(rows: list[Row], together: int) -> list[list[int]]:
    """Tables of the sums that these queries can have, so many of them together."""
    tables = []
    for start in range(0, len(rows), together):
        sums = [0]
        for row in rows[start : start + together]:
            orders = [_packed(b"".join(order)) for order in permutations(_lanes(row))]
            sums = [total + order for total in sums for order in orders]
        tables.append(sums * (LARGEST // len(sums)))
    return tables


def _some_orders(row: Row, draw: Random) -> list[int]:
    """Random orders of a query's values, each turned round by every number of places.

    Any one of them is as likely as any other order; among them every run has every value equally often.
    """
    lanes, table = _lanes(row), []
    for _ in range(max(1, LARGEST // len(row))):
        twice = b"".join(lanes[place] for place in _permutation(len(row), draw)) * 2
        ends = range(LANE * len(row), len(twice), LANE)
        table += [_packed(twice[end - ends.start : end]) for end in ends[:LARGEST]]
    return table


def _lanes(row: Row) -> list[bytes]:
    """Each value less the smallest of its query, which changes no spread, as bytes of an unsigned number."""
    least = min(row)
    return [int(value - least).to_bytes(LANE, byteorder) for value in row]


def _packed(lanes: bytes) -> int:
    """The values of all runs in one whole number, so that one addition adds for every run."""
    return int.from_bytes(lanes, byteorder)


def _places(count: int, size: int, draw: Random) -> bytes:
    """`size` random places in a table of `count`, each equally likely: bytes from `count` on are thrown away."""
    beyond = bytes(range(count, LARGEST))
    found = b""
    while len(found) < size:
        found += draw.randbytes(size).translate(None, beyond)
    return found[:size]


def _permutation(runs: int, draw: Random) -> list[int]:
    """A random order of 0 ... runs - 1; from random() alone, whose numbers no Python version changes."""
    keys = [draw.random() for _ in range(runs)]
    return sorted(range(runs), key=keys.__getitem__)
