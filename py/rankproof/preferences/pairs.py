"""How pairs of documents fare over all judgement groups, which may contradict each other."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from ..record import Record
from .groups import Group
from .tally import Rows


class PairSums(Record):
    """Over unordered pairs of documents that some group compares: the share of the pair's preferences fulfilled.

    `both` is the sum over pairs of retrieved documents, `with_one` that sum continued over pairs with one retrieved.
    """

    both: float
    with_one: float
    both_pairs: int
    one_pairs: int
    neither_pairs: int


def pair_sums(groups: Sequence[Group], documents: int, retrieved: int) -> PairSums:
    """The sums over so many judged documents, of which so many are retrieved."""
    if len(groups) == 1 and not _repeats(groups[0].rows):
        # Every pair is compared once, so its share is 0 or 1 and the sums are exact.
        both, one, neither = groups[0].tally
        fulfilled = both.fulfilled + one.fulfilled
        return PairSums(float(both.fulfilled), float(fulfilled), both.possible, one.possible, neither)
    return add_pairs(groups, documents, retrieved)


def _repeats(rows: Rows) -> bool:
    """Whether some preference is stated twice."""
    return len({place for place, _ in rows}) < len(rows)


def add_pairs(groups: Sequence[Group], documents: int, retrieved: int) -> PairSums:
    """Adds the shares of all pairs in order of place, which is the order that fixes the last digit."""
    wins: list[Counter[int]] = [Counter() for _ in range(documents)]
    for group in groups:
        for place, lower in group.rows:
            wins[place].update(lower)
    later = _later(wins)
    ordered = [sorted(later[place]) for place in range(retrieved)]
    parts = [bisect_left(others, retrieved) for others in ordered]
    both = _continue_sum(0.0, wins, [others[:part] for others, part in zip(ordered, parts, strict=True)])
    with_one = _continue_sum(both, wins, [others[part:] for others, part in zip(ordered, parts, strict=True)])
    both_pairs = sum(parts)
    return PairSums(both, with_one, both_pairs, sum(map(len, ordered)) - both_pairs, sum(map(len, later[retrieved:])))


def _later(wins: list[Counter[int]]) -> list[set[int]]:
    """For each place, the later places that some group compares with it."""
    later = [{other for other in lower if other > place} for place, lower in enumerate(wins)]
    for place, lower in enumerate(wins):
        for other in lower:
            if other < place:
                later[other].add(place)
    return later


def _continue_sum(total: float, wins: list[Counter[int]], compared: list[list[int]]) -> float:
    """The sum so far with the shares of these pairs added to it."""
    for place, others in enumerate(compared):
        won_against = wins[place]
        for other in others:
            won = won_against[other]
            total += won / (won + wins[other][place])
    return total
