"""Randomized Tukey HSD gives the p-values of a slow direct version and of full enumeration."""

from __future__ import annotations

from itertools import combinations, permutations, product
from math import sqrt
from random import Random

import pytest

from rankproof import InputError, SettingError
from rankproof.compare import randomized_tukey
from rankproof.compare.randomization import randomization

Runs = dict[str, dict[str, float]]


def runs_of(count: int, queries: int, seed: int = 3) -> Runs:
    """Runs that get better by a tenth of a standard deviation or so, with query effects."""
    draw = Random(seed)
    ease = {f"q{n}": draw.random() for n in range(queries)}
    return {f"run{j}": {query: ease[query] + draw.gauss(0.12 * j, 0.4) for query in ease} for j in range(count)}


def direct(runs: Runs, resamples: int, seed: int) -> dict[tuple[str, str], float]:
    """The share of shuffles within queries whose largest mean less the smallest is at least the pair's difference."""
    draw = Random(seed)
    queries = list(next(iter(runs.values())))
    rows = [[values[query] for values in runs.values()] for query in queries]
    spreads = []
    for _ in range(resamples):
        for row in rows:
            draw.shuffle(row)
        sums = [sum(column) for column in zip(*rows, strict=True)]
        spreads.append(max(sums) - min(sums))
    return reached(runs, spreads)


def enumerated(runs: Runs) -> dict[tuple[str, str], float]:
    """The same over every permutation within every query but the first: other names of runs change no spread."""
    queries = list(next(iter(runs.values())))
    choices = [list(permutations(values[query] for values in runs.values())) for query in queries]
    choices[0] = choices[0][:1]
    sums = [[sum(column) for column in zip(*rows, strict=True)] for rows in product(*choices)]
    return reached(runs, [max(one) - min(one) for one in sums])


def reached(runs: Runs, spreads: list[float]) -> dict[tuple[str, str], float]:
    totals = {name: sum(values.values()) for name, values in runs.items()}
    return {
        (a, b): sum(spread >= abs(totals[a] - totals[b]) - 1e-9 for spread in spreads) / len(spreads)
        for a, b in combinations(runs, 2)
    }


def band(p: float, resamples: int) -> float:
    """Four standard deviations of a share, and one count."""
    return 4 * sqrt(p * (1 - p) / resamples) + 1 / resamples


@pytest.mark.parametrize(("count", "queries"), [(3, 10), (4, 25), (6, 40), (8, 30)])
def test_p_is_near_that_of_the_direct_way(count: int, queries: int) -> None:
    runs = runs_of(count, queries)
    expected = direct(runs, 3_000, seed=1)
    found = randomized_tukey(runs, 10_000, seed=2)
    assert found.keys() == expected.keys()
    for pair, outcome in found.items():
        assert outcome.p == pytest.approx(expected[pair], abs=band(expected[pair], 3_000) + 0.005), pair


@pytest.mark.parametrize(("count", "queries"), [(3, 4), (4, 3), (2, 9), (5, 2), (6, 2)])
def test_p_is_near_that_of_full_enumeration(count: int, queries: int) -> None:
    runs = runs_of(count, queries)
    found = randomized_tukey(runs, 20_000)
    for pair, p in enumerated(runs).items():
        assert found[pair].p == pytest.approx(p, abs=band(p, 20_000)), pair


def test_ties_count_though_floats_miss_them() -> None:
    # Tenths, with many equal sums: the exact shares are those of whole numbers.
    tenths: Runs = {"a": {"1": 1, "2": 2, "3": 3}, "b": {"1": 2, "2": 3, "3": 1}, "c": {"1": 3, "2": 4, "3": 5}}
    runs = {name: {query: value / 10 for query, value in values.items()} for name, values in tenths.items()}
    for pair, p in enumerated(tenths).items():
        assert randomized_tukey(runs, 20_000)[pair].p == pytest.approx(p, abs=band(p, 20_000)), pair


@pytest.mark.parametrize(("count", "queries"), [(7, 3), (17, 40), (130, 2)])
def test_resamples_that_share_tables_scatter_no_more_than_independent_draws(count: int, queries: int) -> None:
    runs = runs_of(count, queries)
    middle = typical(runs)
    near = min(combinations(runs, 2), key=lambda pair: abs(difference(runs, *pair) - middle))
    found = [randomized_tukey(runs, 500, seed)[near].p or 0.0 for seed in range(30)]
    mean = sum(found) / 30
    variance = sum((p - mean) ** 2 for p in found) / 29
    assert 0.05 < mean < 0.95
    # The variance of a binomial share; with 29 degrees of freedom a ratio above 58.3 / 29 has a chance of 0.001.
    assert variance / (mean * (1 - mean) / 500) < 58.3 / 29


def difference(runs: Runs, first: str, second: str) -> float:
    return abs(sum(runs[first].values()) - sum(runs[second].values()))


def typical(runs: Runs) -> float:
    """A spread that about half of the shuffles exceed."""
    draw = Random(1)
    rows = [[values[query] for values in runs.values()] for query in next(iter(runs.values()))]
    spreads = []
    for _ in range(101):
        sums = [sum(column) for column in zip(*(draw.sample(row, len(row)) for row in rows), strict=True)]
        spreads.append(max(sums) - min(sums))
    return float(sorted(spreads)[50])


def test_two_runs_are_the_randomization_test() -> None:
    runs = runs_of(2, 12)
    exact = randomization(tuple(b - a for a, b in zip(runs["run0"].values(), runs["run1"].values(), strict=True)))
    assert exact.p is not None
    assert randomized_tukey(runs, 20_000)["run0", "run1"].p == pytest.approx(exact.p, abs=band(exact.p, 20_000))


def test_the_order_of_runs_and_queries_changes_nothing() -> None:
    runs = runs_of(5, 30)
    turned = {name: dict(reversed(values.items())) for name, values in reversed(runs.items())}
    found, again = randomized_tukey(runs, 500), randomized_tukey(turned, 500)
    for (first, second), outcome in found.items():
        other = again[second, first]
        assert (outcome.p, outcome.statistic) == (other.p, -(other.statistic or 0))


def test_equal_runs_have_p_one() -> None:
    runs = runs_of(2, 8)
    runs["copy"] = dict(runs["run0"])
    outcome = randomized_tukey(runs, 200)["run0", "copy"]
    assert (outcome.p, outcome.statistic) == (1.0, 0.0)
    assert outcome.note is not None


def test_one_query_gives_a_p_and_all_equal_runs_give_one() -> None:
    assert randomized_tukey({"a": {"q": 0.1}, "b": {"q": 0.4}}, 50)["a", "b"].p == 1.0
    assert randomized_tukey({"a": {"q": 0.1}, "b": {"q": 0.1}}, 50)["a", "b"].p == 1.0


def test_more_runs_than_a_byte_counts_are_compared() -> None:
    found = randomized_tukey(runs_of(260, 2), 20)
    assert len(found) == 260 * 259 // 2


def test_what_cannot_be_compared_is_said_so() -> None:
    with pytest.raises(SettingError, match="compares two or more runs, not 1"):
        randomized_tukey({"a": {"q": 1.0}})
    with pytest.raises(InputError, match="the 2 runs have no query in common"):
        randomized_tukey({"a": {"q": 1.0}, "b": {"p": 1.0}})
    with pytest.raises(InputError, match="the value of query q is nan"):
        randomized_tukey({"a": {"q": float("nan")}, "b": {"q": 1.0}})


def test_progress_rises_to_one() -> None:
    told: list[float] = []
    randomized_tukey(runs_of(3, 60), 10_001, progress=told.append)
    # 60 queries, three a table, are 20 tables, in two groups of at most 16; 10,001 resamples are two blocks.
    assert told == [0.25, 0.5, 0.75, 1.0]
