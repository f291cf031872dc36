"""Numbers scaled to whole ones add up exactly in any order, and keep what they stood for."""

from __future__ import annotations

from fractions import Fraction
from math import fsum, ldexp
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from rankproof.compare.wholes import slack, whole_numbers

numbers = st.lists(st.floats(-1e150, 1e150), min_size=1, max_size=40)


@given(numbers)
def test_sums_are_exact_in_any_order(values: list[float]) -> None:
    whole, _ = whole_numbers(values, len(values))
    exact = sum(map(int, whole))
    assert all(value.is_integer() for value in whole)
    assert sum(map(abs, whole)) <= 2**52
    mixed = list(whole)
    Random(1).shuffle(mixed)
    assert sum(mixed) == fsum(whole) == exact


@given(numbers)
def test_scaled_numbers_are_right_to_half_a_unit(values: list[float]) -> None:
    whole, power = whole_numbers(values, len(values))
    for value, scaled in zip(values, whole, strict=True):
        assert abs(Fraction(value) * Fraction(2) ** power - Fraction(scaled)) <= Fraction(1, 2)


def test_the_scale_is_the_largest_that_leaves_room_for_the_sum() -> None:
    # Three terms take 2 bits, so 50 are left: 1.0 = 2^1 / 2 becomes 2^49.
    assert whole_numbers([1.0, 0.5, 0.0], 3) == ([2.0**49, 2.0**48, 0.0], 49)
    assert whole_numbers([0.0], 1)[0] == [0.0]
    assert ldexp(whole_numbers([0.3], 1)[0][0], -whole_numbers([0.3], 1)[1]) == round(0.3 * 2**52) / 2**52


def test_slack_is_rounding_and_a_millionth_of_a_millionth() -> None:
    assert slack([1e12, 1e12], 2) == 4.0  # 2 for rounding, 2 x 10^12 x 10^-12
