"""Corrects p-values for the number of comparisons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from ..problems import SettingError


def _holm(ordered: list[float]) -> list[float]:
    """Holm, Scandinavian Journal of Statistics 1979: p_(i) x (m - i + 1), never less than the one before."""
    m = len(ordered)
    return list(accumulate((p * (m - i) for i, p in enumerate(ordered)), max))


def _benjamini_hochberg(ordered: list[float]) -> list[float]:
    """Benjamini and Hochberg, JRSS B 1995: p_(i) x m / i, never more than the one after."""
    m = len(ordered)
    rising = [p * (m / i) for i, p in enumerate(ordered, 1)]
    return list(accumulate(reversed(rising), min))[::-1]


def _bonferroni(ordered: list[float]) -> list[float]:
    return [p * len(ordered) for p in ordered]


CORRECTIONS: dict[str, tuple[str, Callable[[list[float]], list[float]]]] = {
    "holm": ("Holm", _holm),
    "fdr_bh": ("Benjamini-Hochberg", _benjamini_hochberg),
    "bonferroni": ("Bonferroni", _bonferroni),
    "none": ("no correction", list),
}
"""Name -> the words for it, and what it makes of ascending p-values."""

SHORT = {"bh": "fdr_bh"}
"""Other spellings of these names."""


def correction_name(name: str) -> str:
    """The correction's name in CORRECTIONS; raises SettingError for one that is not there."""
    found = SHORT.get(name, name)
    if found not in CORRECTIONS:
        raise SettingError("correction", f"there is no correction {name!r}", f"use one of {', '.join(CORRECTIONS)}")
    return found


def adjust_pvalues(pvalues: Sequence[float | None], method: str = "holm") -> list[float | None]:
    """The p-values, each corrected for their number, in the order given; at most 1.

    method: holm and bonferroni bound the chance of any false claim, fdr_bh (or bh) the expected share of false ones
    among the claims made; none changes nothing. A comparison without a p-value (None) stays without and is not
    counted. Raises SettingError for another method, or a number outside [0, 1].
    """
    _, adjust = CORRECTIONS[correction_name(method)]
    known = [(p, place) for place, p in enumerate(pvalues) if p is not None]
    for p, place in known:
        if not 0 <= p <= 1:
            raise SettingError("pvalues", f"p-value {place + 1} is {p}", "a p-value lies between 0 and 1")
    known.sort()
    adjusted: list[float | None] = [None] * len(pvalues)
    for (_, place), value in zip(known, adjust([p for p, _ in known]), strict=True):
        adjusted[place] = min(1.0, value)
    return adjusted
