"""Expected values over all orders of tied documents, in closed form, group by group (McSherry and Najork 2008)."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, log2

from ..asked import Asked
from ..gains import gain_of
from .orders import Tied

Expectation = Callable[[Tied, Asked], float]
"""The expected value of a measure of one query, every order of tied documents being equally likely."""


def last_rank(tied: Tied, k: int | None) -> int:
    """The last rank that counts: k or the depth, if the ranking is so long."""
    length = sum(map(len, tied.groups))
    return min(length if limit is None else limit for limit in (k, tied.depth, None))


def average_precision(tied: Tied, one: Asked) -> float:
    """AP: at rank s + j of a group of n with m relevant, m/n x (c + 1 + (j - 1)(m - 1)/(n - 1)) / (s + j).

    s results and c relevant ones stand above the group (McSherry and Najork 2008).
    """
    last = last_rank(tied, one.parameters.k)
    total = 0.0
    above = found = 0
    for group in tied.groups:
        n, m = len(group), sum(map(tied.is_relevant, group))
        for j in range(1, min(n, last - above) + 1) if m else ():
            others = (j - 1) * (m - 1) / (n - 1) if n > 1 else 0.0
            total += m / n * (found + 1 + others) / (above + j)
        above += n
        found += m
    return total / tied.relevant if tied.relevant else 0.0


def reciprocal_rank(tied: Tied, one: Asked) -> float:
    """RR: in the first group with a relevant document the first of m is at place j: C(n-j, m-1) / C(n, m)."""
    last = last_rank(tied, one.parameters.k)
    above = 0
    for group in tied.groups:
        n, m = len(group), sum(map(tied.is_relevant, group))
        if m:
            places = range(1, min(n - m + 1, last - above) + 1)
            return sum(comb(n - j, m - 1) / comb(n, m) / (above + j) for j in places)
        above += n
    return 0.0


def expected_reciprocal_rank(tied: Tied, one: Asked) -> float:
    """ERR: content at place j after none above is E[product of (1 - r) over j - 1] - E[the same over j].

    Over t places drawn from a group that is the mean, over all choices of t of its documents, of their product.
    """
    last, high = last_rank(tied, one.parameters.k), one.parameters.high
    total, comes = 0.0, 1.0
    above = 0
    for group in tied.groups:
        contents = [2.0 ** (min(grade, high) - high) - 2.0**-high for grade in group if grade > 0]
        before = 1.0
        for j, after in enumerate(_passed([1.0 - content for content in contents], len(group)), 1):
            if above + j > last:
                return total
            total += comes * (before - after) / (above + j)
            before = after
        comes *= before
        above += len(group)
    return total


def _passed(chances: list[float], n: int) -> list[float]:
    """For t = 1..n, the mean over all t of n documents of the product of their chances, 1 for those not listed."""
    if not chances:
        return [1.0] * n
    sums = [1.0]
    for chance in chances:
        sums = [a + b * chance for a, b in zip([*sums, 0.0], [0.0, *sums], strict=True)]
    m = len(chances)
    return [
        sum(sums[s] * comb(n - m, t - s) for s in range(max(0, t - n + m), min(m, t) + 1)) / comb(n, t)
        for t in range(1, n + 1)
    ]


def by_count(
    which: Callable[[Tied], Callable[[int], bool]], cutoff: Callable[[Tied, Asked], int | None]
) -> Expectation:
    """The expectation of a measure that only asks how many of some kind stand in the top k: hypergeometric."""

    def expected(tied: Tied, one: Asked) -> float:
        counts = which(tied)
        last = last_rank(tied, cutoff(tied, one))
        above = 0
        for place, group in enumerate(tied.groups):
            inside = last - above
            if inside < len(group):
                return _drawn(tied, one, counts, place, inside)
            above += len(group)
        return tied.value(one, [relevance for group in tied.groups for relevance in group])

    return expected


def _drawn(tied: Tied, one: Asked, counts: Callable[[int], bool], place: int, inside: int) -> float:
    """The mean over how many of the kind are among the first `inside` of the group at this place."""
    group = tied.groups[place]
    kind, others = [one for one in group if counts(one)], [one for one in group if not counts(one)]
    above = [relevance for earlier in tied.groups[:place] for relevance in earlier]
    below = [relevance for later in tied.groups[place + 1 :] for relevance in later]
    n, m = len(group), len(kind)
    total = 0.0
    for drawn in range(max(0, inside - n + m), min(m, inside) + 1):
        first = kind[:drawn] + others[: inside - drawn]
        chance = comb(m, drawn) * comb(n - m, inside - drawn) / comb(n, inside)
        total += chance * tied.value(one, [*above, *first, *kind[drawn:], *others[inside - drawn :], *below])
    return total


def by_others_above(
    kept: Callable[[int, Tied], float], is_other: Callable[[int, Tied], bool], whole: Callable[[float, Tied], float]
) -> Expectation:
    """The expectation of a sum over relevant results that asks how many others stand above each.

    Of b others in its group, any number from 0 to b is equally likely above a relevant result.
    """

    def expected(tied: Tied, _one: Asked) -> float:
        total = 0.0
        above = 0
        for group in tied.groups:
            m, b = sum(map(tied.is_relevant, group)), sum(is_other(relevance, tied) for relevance in group)
            if m:
                total += m * sum(kept(above + j, tied) for j in range(b + 1)) / (b + 1)
            above += b
        return whole(total, tied)

    return expected


def discounted(tied: Tied, gain: Callable[[int], float], k: int | None) -> list[float]:
    """The expected DCG after each rank (0 first): every place of a group gains the group's mean."""
    last = last_rank(tied, k)
    sums = [0.0]
    for group in tied.groups:
        if len(sums) > last:
            break
        mean = sum(map(gain, group)) / len(group)
        for _ in group:
            if len(sums) <= last:
                sums.append(sums[-1] + mean / log2(len(sums) + 1))
    return sums


def weighted(tied: Tied, worth: Callable[[int], float], weight: Callable[[int], float], k: int | None) -> float:
    """The expected sum of worth x weight of the rank."""
    last = last_rank(tied, k)
    total = 0.0
    rank = 0
    for group in tied.groups:
        mean = sum(map(worth, group)) / len(group)
        for _ in group:
            rank += 1
            if rank <= last and mean:
                total += mean * weight(rank)
    return total


def gain_for(tied: Tied, one: Asked) -> Callable[[int], float]:
    """The gain of a result."""
    value = gain_of(one.parameters.gain)
    of = {grade: value(grade) for grade in tied.rel_levels}
    return lambda relevance: of.get(relevance, 0.0) if relevance >= 0 else 0.0
