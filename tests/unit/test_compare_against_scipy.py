"""The t, Wilcoxon and sign tests and their intervals are scipy's to 1e-10, on many random draws."""

from __future__ import annotations

from random import Random

import pytest
from scipy import stats

from rankproof.compare import Comparison, Outcome, compare_pairs

CLOSE = 1e-10

DRAWS = range(60)

SHAPES = ("continuous", "quarters", "few values", "tiny", "huge", "nearly equal")
"""What the values look like. Quarters and few values have ties and zeros, and differences that floats hold exactly."""


def drawn(shape: str, seed: int) -> tuple[list[float], list[float]]:
    """Values of a baseline and a run for 2 to 120 queries."""
    draw = Random(f"{shape} {seed}")
    n = draw.choice([2, 3, 5, 8, 12, 13, 14, 20, 49, 50, 51, 80, 120])
    shift = draw.choice([0.0, 0.05, -0.2])
    if shape in ("quarters", "few values"):
        most = 20 if shape == "quarters" else 3
        return [draw.randint(0, most) / 4 for _ in range(n)], [draw.randint(0, most) / 4 for _ in range(n)]
    scale = {"tiny": 1e-120, "huge": 1e120}.get(shape, 1.0)
    first = [draw.random() for _ in range(n)]
    spread = 1e-6 if shape == "nearly equal" else 0.3
    return [value * scale for value in first], [(value + draw.gauss(shift * spread, spread)) * scale for value in first]


def compared(first: list[float], second: list[float], test: str) -> tuple[Comparison, Outcome]:
    comparison = compare_pairs(by_query(first), by_query(second), [test])
    (outcome,) = comparison.outcomes
    return comparison, outcome


def by_query(values: list[float]) -> dict[str, float]:
    return {f"q{number:03}": value for number, value in enumerate(values)}


@pytest.mark.parametrize("shape", SHAPES)
def test_paired_t_and_its_interval_are_scipys(shape: str) -> None:
    checked = 0
    for seed in DRAWS:
        first, second = drawn(shape, seed)
        comparison, outcome = compared(first, second, "t")
        if outcome.statistic in (None, 0.0):  # where scipy divides by zero
            continue
        expected = stats.ttest_rel(second, first)
        assert outcome.df == expected.df
        assert outcome.statistic == pytest.approx(expected.statistic, rel=CLOSE)
        assert outcome.p == pytest.approx(expected.pvalue, rel=CLOSE)
        interval = expected.confidence_interval(0.95)
        width = interval.high - interval.low
        assert comparison.interval == pytest.approx(tuple(interval), rel=CLOSE, abs=CLOSE * width)
        checked += 1
    assert checked > 45


@pytest.mark.parametrize("shape", SHAPES)
def test_wilcoxon_is_scipys_by_default(shape: str) -> None:
    exact = 0
    for seed in DRAWS:
        first, second = drawn(shape, seed)
        _, outcome = compared(first, second, "wilcoxon")
        if first == second:  # scipy gives nan for many queries
            continue
        expected = stats.wilcoxon(second, first)
        assert outcome.statistic == expected.statistic
        assert outcome.p == pytest.approx(expected.pvalue, rel=CLOSE)
        exact += outcome.method.startswith("exact")
    assert 10 < exact < 55  # both ways are taken


@pytest.mark.parametrize("shape", SHAPES)
def test_sign_test_is_scipys_binomial_test(shape: str) -> None:
    for seed in DRAWS:
        first, second = drawn(shape, seed)
        comparison, outcome = compared(first, second, "sign")
        wins = sum(b > a for a, b in zip(first, second, strict=True))
        losses = sum(b < a for a, b in zip(first, second, strict=True))
        assert (comparison.wins, comparison.losses) == (wins, losses)
        assert comparison.ties == len(first) - wins - losses
        if wins + losses:
            assert outcome.p == pytest.approx(stats.binomtest(wins, wins + losses).pvalue, rel=CLOSE)


def test_effect_size_is_the_mean_over_the_standard_deviation() -> None:
    # Differences 1, 2, 3: mean 2, standard deviation 1, so d_z = 2; t = 2 / (1 / sqrt 3) = 2 sqrt 3.
    comparison, outcome = compared([0, 0, 0], [1, 2, 3], "t")
    assert comparison.effect_size == 2.0
    assert outcome.statistic == pytest.approx(2 * 3**0.5, rel=1e-15)
    # t with 2 degrees of freedom at 2 sqrt 3: p = 1 - sqrt(12 / 14); the interval is 2 -+ 4.302653 / sqrt 3.
    assert outcome.p == pytest.approx(1 - (12 / 14) ** 0.5, rel=1e-12)
    assert comparison.interval == pytest.approx((2 - 4.302652729749464 / 3**0.5, 2 + 4.302652729749464 / 3**0.5))


def test_differences_that_should_be_equal_share_a_rank() -> None:
    # 0.8 - 0.6, 0.4 - 0.2 and 0.1 - 0.3 are 0.2, 0.2 and -0.2, though no two are one float; 0.9 - 0.4 is 0.5.
    # Ranks 2, 2, 2, 4: W- = 2. Of 16 assignments of signs W- <= 2 for none and for each of the three: 2 x 4 / 16.
    first, second = [0.6, 0.2, 0.3, 0.4], [0.8, 0.4, 0.1, 0.9]
    assert len({abs(b - a) for a, b in zip(first, second, strict=True)}) == 4
    _, outcome = compared(first, second, "wilcoxon")
    assert (outcome.statistic, outcome.p) == (2.0, 0.5)


def test_values_that_differ_by_rounding_are_ties() -> None:
    comparison, _ = compared([0.1 + 0.2, 0.5], [0.3, 0.75], "t")
    assert (comparison.wins, comparison.ties, comparison.losses) == (1, 1, 0)
