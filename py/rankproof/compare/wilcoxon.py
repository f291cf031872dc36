"""Wilcoxon's signed-rank test."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import sqrt

from .distributions import normal_two_sided
from .outcome import ALL_TIED, Outcome
from .pairing import SAME_DIFFERENCE

MOST_EXACT = 50
"""Queries up to which p is exact when no difference is 0 and no two are of one size; scipy's choice."""

MOST_EXACT_TIED = 13
"""Queries up to which p is exact otherwise; scipy's choice."""


def wilcoxon(differences: tuple[float, ...]) -> Outcome:
    """The signed-rank test (Wilcoxon, Biometrics Bulletin 1945); the statistic is the smaller of both sums of ranks.

    As scipy.stats.wilcoxon does by default (zero_method="wilcox", correction=False, method="auto"): differences of 0
    are left out; differences of one size share their mean rank; p is exact up to 50 queries, where any difference is 0
    or two are of one size up to 13, and else the normal approximation, corrected for ties, not for continuity. Two
    sizes are one here when floats that should be equal are not (SAME_DIFFERENCE); scipy tells such floats apart.
    """
    kept = sorted((value for value in differences if value), key=abs)
    if not kept:
        return Outcome("wilcoxon", 0.0, 1.0, "no ranks", note=ALL_TIED)
    doubled = _doubled_ranks(list(map(abs, kept)))
    plus = sum(rank for rank, value in zip(doubled, kept, strict=True) if value > 0)
    minus = sum(doubled) - plus
    ties = Counter(doubled)
    plain = len(kept) == len(differences) == len(ties)
    if len(differences) <= (MOST_EXACT if plain else MOST_EXACT_TIED):
        p, method = _exact(doubled, min(plus, minus)), "exact"
    else:
        p, method = _normal(len(kept), ties, plus), "normal approximation, corrected for ties"
    return Outcome("wilcoxon", min(plus, minus) / 2, p, f"{method}, differences of 0 left out")


def _doubled_ranks(sizes: list[float]) -> list[int]:
    """Twice the rank of each of these ascending sizes, a whole number: ranks of ties end in a half at most."""
    starts = [0, *(i for i, (a, b) in enumerate(pairwise(sizes), 1) if b - a > SAME_DIFFERENCE * b), len(sizes)]
    doubled: list[int] = []
    for start, end in pairwise(starts):
        doubled += [start + end + 1] * (end - start)
    return doubled


def _exact(doubled: list[int], smaller: int) -> float:
    """Twice the share of all assignments of signs whose sum of positive ranks is at most the smaller one."""
    ways = [1] + [0] * smaller
    for rank in doubled:
        for total in range(smaller, rank - 1, -1):
            ways[total] += ways[total - rank]
    return min(1.0, 2 * sum(ways) / (1 << len(doubled)))


def _normal(n: int, ties: Counter[int], plus: int) -> float:
    """P of z = (W+ - n(n+1)/4) / se, where se^2 = (n(n+1)(2n+1) - sum(t^3 - t)/2) / 24 over ties of t differences."""
    tied = sum(count**3 - count for count in ties.values())
    variance = (2 * n * (n + 1) * (2 * n + 1) - tied) / 48
    return normal_two_sided((plus / 2 - n * (n + 1) / 4) / sqrt(variance))
