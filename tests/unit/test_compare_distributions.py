"""Tail probabilities and quantiles are right: closed forms, tables worked by hand, and scipy."""

from __future__ import annotations

from fractions import Fraction
from math import atan, comb, erfc, inf, pi, sqrt

import pytest
from scipy import special, stats

from rankproof.compare.distributions import (
    coin_two_sided,
    gamma_ratio,
    normal_cdf,
    normal_quantile,
    normal_two_sided,
    t_quantile,
    t_two_sided,
)

DIGITS = 1e-13
"""Relative; the continued fraction and the exponential lose a few of 16 digits."""

SIZES = (1e-9, 1e-3, 0.1, 0.5, 1.0, 1.5, 2.0, 3.0, 10.0, 1e3)
DEGREES = (1, 2, 3, 4, 5, 9, 10, 24, 49, 99, 199, 200, 201, 999, 6999, 100_000)


@pytest.mark.parametrize("t", SIZES)
def test_one_degree_of_freedom_is_the_arc_tangent(t: float) -> None:
    # P(|T| >= t) = (2/pi) arctan(1/t) for the Cauchy distribution.
    assert t_two_sided(t, 1) == pytest.approx(2 / pi * atan(1 / t), rel=DIGITS)


@pytest.mark.parametrize("t", SIZES)
def test_two_degrees_of_freedom_are_a_square_root(t: float) -> None:
    # P(|T| >= t) = 1 - t / sqrt(2 + t^2) = 2 / (sqrt(2 + t^2) (sqrt(2 + t^2) + t)).
    root = sqrt(2 + t * t)
    assert t_two_sided(t, 2) == pytest.approx(2 / (root * (root + t)), rel=DIGITS)


@pytest.mark.parametrize("df", DEGREES)
def test_student_tails_are_those_of_scipys_incomplete_beta(df: int) -> None:
    for t in SIZES[2:]:
        expected = special.betaincc(0.5, df / 2, t * t / (df + t * t))
        if expected > 1e-290:  # below, floats thin out
            assert t_two_sided(-t, df) == pytest.approx(expected, rel=1e-12), t


def test_student_tails_end_at_one_and_nought() -> None:
    assert t_two_sided(0.0, 5) == 1.0
    assert t_two_sided(inf, 5) == 0.0
    assert t_two_sided(1e200, 1) == pytest.approx(2 / pi * 1e-200, rel=DIGITS)  # its square is no float


@pytest.mark.parametrize("df", DEGREES)
def test_student_quantiles_undo_the_tails(df: int) -> None:
    for alpha in (1e-12, 1e-6, 0.001, 0.01, 0.05, 0.1, 0.5, 0.9):
        assert t_two_sided(t_quantile(alpha, df), df) == pytest.approx(alpha, rel=1e-12)
        assert t_quantile(alpha, df) == pytest.approx(stats.t.isf(alpha / 2, df), rel=1e-11)


def test_student_quantiles_are_those_of_the_printed_table() -> None:
    # The t table of any textbook, two-sided 5%.
    assert [round(t_quantile(0.05, df), 3) for df in (1, 2, 9, 30, 120)] == [12.706, 4.303, 2.262, 2.042, 1.98]


def test_the_ratio_of_gamma_functions_holds_where_its_series_begins() -> None:
    # r(a) r(a + 1/2) = gamma(a + 1) / gamma(a) = a, on both sides of the change at 100.
    for a in (0.5, 1.0, 99.5, 99.75, 100.0, 3500.0, 1e6):
        assert gamma_ratio(a) * gamma_ratio(a + 0.5) == pytest.approx(a, rel=1e-14)


def test_the_normal_distribution_is_pythons_error_function() -> None:
    for z in (-8.0, -1.96, 0.0, 0.5, 3.0):
        assert normal_two_sided(z) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-12)
        assert normal_cdf(z) == pytest.approx(stats.norm.cdf(z), rel=1e-12)
        assert normal_quantile(normal_cdf(z)) == pytest.approx(z, rel=1e-12, abs=1e-12)
    assert (normal_quantile(0), normal_quantile(1)) == (-inf, inf)
    assert normal_two_sided(1.0) == erfc(1 / sqrt(2))


def test_coins_are_counted_in_whole_numbers() -> None:
    # 2 heads of 10: 2 (1 + 10 + 45) / 1024.
    assert coin_two_sided(2, 10) == coin_two_sided(8, 10) == 112 / 1024
    assert coin_two_sided(5, 10) == coin_two_sided(0, 0) == 1.0
    exact = Fraction(2 * sum(comb(7000, k) for k in range(3401)), 2**7000)
    assert coin_two_sided(3400, 7000) == float(exact)
