"""The randomization test counts what full enumeration counts, is uniform under the null, and repeats."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import sqrt
from random import Random

import pytest

from rankproof.compare.randomization import BLOCK, randomization


def enumerated(differences: list[int]) -> float:
    """The two-sided p over all assignments of signs, in whole numbers, the slow way."""
    observed = abs(sum(differences))
    signs = list(product((1, -1), repeat=len(differences)))
    reached = sum(abs(sum(s * d for s, d in zip(one, differences, strict=True))) >= observed for one in signs)
    return reached / len(signs)


def convolved(differences: list[int]) -> float:
    """The same for many differences: how many assignments give each sum."""
    ways = Counter({0: 1})
    for value in differences:
        more: Counter[int] = Counter()
        for total, count in ways.items():
            more[total + value] += count
            more[total - value] += count
        ways = more
    observed = abs(sum(differences))
    reached = sum(count for total, count in ways.items() if abs(total) >= observed)
    return reached / (1 << len(differences))


@pytest.mark.parametrize("n", range(1, 13))
def test_exact_p_is_that_of_full_enumeration(n: int) -> None:
    draw = Random(n)
    for _ in range(6):
        tenths = [draw.randint(-9, 9) for _ in range(n)]
        # As tenths the sums of floats miss each other by rounding; the ties must count all the same.
        outcome = randomization(tuple(value / 10 for value in tenths))
        assert outcome.p == enumerated(tenths)
        assert outcome.resamples is None


def test_slow_ways_agree() -> None:
    assert enumerated([1, 2, -3, 4, 5]) == convolved([1, 2, -3, 4, 5])


def test_zeros_do_not_count_against_the_exact_way() -> None:
    differences = [3, 1, 4, -1, 5, 9, 2, 6, 5, 3, 5, -8, 9, 7, 9, 3]
    outcome = randomization((*map(float, differences), *[0.0] * 84))
    assert outcome.p == convolved(differences)
    assert outcome.method == "exact, all 65,536 assignments of signs"


@pytest.mark.parametrize("n", [17, 20, 50, 131, 400])
def test_random_p_is_near_the_exact_one(n: int) -> None:
    draw = Random(n)
    tenths = [draw.randint(-9, 10) or 1 for _ in range(n)]
    exact = convolved(tenths)
    outcome = randomization(tuple(value / 10 for value in tenths), seed=n)
    assert outcome.resamples == 10_000
    assert outcome.p == pytest.approx(exact, abs=4 * sqrt(exact * (1 - exact) / 10_000) + 1e-4)


def direct(tenths: list[int], resamples: int, seed: int) -> float:
    """The random way as documented, bit by bit: a byte for eight differences, its lowest bit for the first."""
    draw = Random(seed)
    sums = [0] * resamples
    for start in range(0, len(tenths), 8):
        for number, byte in enumerate(draw.randbytes(resamples)):
            for bit, value in enumerate(tenths[start : start + 8]):
                sums[number] += -value if byte >> bit & 1 else value
    return (sum(abs(total) >= abs(sum(tenths)) for total in sums) + 1) / (resamples + 1)


@pytest.mark.parametrize(("seed", "p"), [(0, 174 / 1000), (1, 166 / 1000), (2026, 165 / 1000)])
def test_a_seed_gives_the_same_p_everywhere(seed: int, p: float) -> None:
    tenths = [5, -1, 3, 4, -2, 2, 7, -4, 1, 1, -3, 2, 6, -5, 2, 3, -6, 2, 4, -1, 5]
    outcome = randomization(tuple(value / 10 for value in tenths), 999, seed)
    assert outcome.p == direct(tenths, 999, seed)
    assert outcome.p == p
    assert (outcome.seed, outcome.resamples) == (seed, 999)


def test_p_is_uniform_when_the_null_is_true() -> None:
    draw = Random(6)
    found = [randomization(tuple(draw.gauss(0, 1) for _ in range(25)), 499, n).p or 0.0 for n in range(600)]
    for level in (0.05, 0.2, 0.5, 0.8):
        # Four standard deviations of the number of 600 that lie below.
        assert sum(p <= level for p in found) / 600 == pytest.approx(level, abs=4 * sqrt(level * (1 - level) / 600))


def test_size_of_the_values_does_not_matter() -> None:
    draw = Random(1)
    plain = [draw.gauss(0.3, 1) for _ in range(60)]
    expected = randomization(tuple(plain)).p
    for power in (-900, -60, 60, 400):
        assert randomization(tuple(value * 2.0**power for value in plain)).p == expected


def test_a_sign_turned_everywhere_changes_nothing() -> None:
    draw = Random(2)
    plain = [draw.gauss(0.3, 1) for _ in range(60)]
    assert randomization(tuple(-value for value in plain)).p == randomization(tuple(plain)).p


def test_progress_rises_to_one_and_may_stop_the_work() -> None:
    told: list[float] = []
    differences = tuple(Random(3).gauss(0, 1) for _ in range(300))
    randomization(differences, 2 * BLOCK + 1, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) == 9  # three blocks of three groups: 38 tables, 16 at a time

    def stop(share: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        randomization(differences, progress=stop)
