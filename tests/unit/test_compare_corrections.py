"""Corrected p-values are those of published worked examples, of hand calculation, and of scipy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rankproof import SettingError
from rankproof.compare import CORRECTIONS, adjust_pvalues

BENJAMINI_HOCHBERG_1995 = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
]
"""The 15 p-values of section 3.1 of their paper."""

pvalues = st.lists(st.floats(0, 1), max_size=12)


def claims(method: str) -> int:
    return sum(p is not None and p <= 0.05 for p in adjust_pvalues(BENJAMINI_HOCHBERG_1995, method))


def test_benjamini_and_hochbergs_example_gives_their_claims() -> None:
    # Their section 3.1: at 0.05 Bonferroni rejects three hypotheses, their procedure four.
    assert claims("bonferroni") == 3
    assert claims("fdr_bh") == 4
    assert claims("holm") == 3  # 0.0095 x 12 = 0.114


def test_benjamini_and_hochbergs_example_by_hand() -> None:
    adjusted = adjust_pvalues(BENJAMINI_HOCHBERG_1995, "bh")
    # 15 p / i, and never more than the next: 0.0278 x 15/6 = 0.0695 gives way to 0.0344 x 15/8 = 0.0645.
    by_hand = [0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.0638571428571429, 0.0638571428571429, 0.0645, 0.0765]
    assert adjusted[:9] == pytest.approx(by_hand, rel=1e-12)


def test_four_p_values_by_hand() -> None:
    # Sorted 0.01, 0.02, 0.03, 0.04. Holm: 4 x 0.01, 3 x 0.02, 2 x 0.03, then 0.04 raised to 0.06.
    given_in = [0.03, 0.01, 0.04, 0.02]
    assert adjust_pvalues(given_in) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert adjust_pvalues(given_in, "fdr_bh") == pytest.approx([0.04] * 4)
    assert adjust_pvalues(given_in, "bonferroni") == pytest.approx([0.12, 0.04, 0.16, 0.08])
    assert adjust_pvalues(given_in, "none") == given_in


def test_nothing_exceeds_one() -> None:
    assert adjust_pvalues([0.6, 0.9], "bonferroni") == [1.0, 1.0]
    assert adjust_pvalues([0.6, 0.9], "holm") == [1.0, 1.0]


def test_a_comparison_without_a_p_value_is_not_counted() -> None:
    assert adjust_pvalues([None, 0.01, 0.04, None], "bonferroni") == [None, 0.02, 0.08, None]
    assert adjust_pvalues([None], "holm") == [None]
    assert adjust_pvalues([], "fdr_bh") == []


@given(pvalues.filter(bool))
def test_benjamini_hochberg_is_scipys(values: list[float]) -> None:
    expected = list(stats.false_discovery_control(values, method="bh"))
    assert adjust_pvalues(values, "fdr_bh") == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("method", CORRECTIONS)
@given(pvalues)
def test_corrections_keep_order_and_range_and_never_lower_a_p(method: str, values: list[float]) -> None:
    adjusted = [p for p in adjust_pvalues(values, method) if p is not None]
    assert len(adjusted) == len(values)
    assert all(p <= q <= 1 for p, q in zip(values, adjusted, strict=True))
    by_value = sorted(zip(values, adjusted, strict=True))
    assert [q for _, q in by_value] == sorted(adjusted)


@given(pvalues)
def test_benjamini_hochberg_never_exceeds_holm_nor_holm_bonferroni(values: list[float]) -> None:
    for low, middle, high in zip(
        *(adjust_pvalues(values, method) for method in ("fdr_bh", "holm", "bonferroni")), strict=True
    ):
        assert low is not None
        assert middle is not None
        assert high is not None
        assert low <= middle * (1 + 1e-12)  # p m / i and p (m - i + 1) round apart where they are equal
        assert middle <= high


def test_what_is_no_correction_or_no_p_value_is_refused() -> None:
    with pytest.raises(SettingError, match="there is no correction 'sidak'; use one of holm, fdr_bh, bonferroni, none"):
        adjust_pvalues([0.1], "sidak")
    for wrong in (-0.1, 1.1, float("nan")):
        with pytest.raises(SettingError, match="p-value 2 is"):
            adjust_pvalues([0.5, wrong])
