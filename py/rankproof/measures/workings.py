"""What the measures of one query share, worked out once: relevant ranks, running sums of precision and of gain."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from math import log2

from ..gains import GainMap, gain_of
from ..ranking import QueryState, judged_ranks
from ..record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Parameters(Record):
    """What a measure is asked with.

    k: the cut-off, None for the whole ranking. at: a level such as recall 0.1 or a multiple of R. numbers: coefficients
    in order (utility, set_F, 11pt_avg, relstring). gain: the gain of grades. binary: every relevant document gains 1
    instead. p, t: persistence and expected gain of models of readers. low, high: the grades that scale to gain 0 and 1.
    collection: documents in the collection. normalize: for Compat.
    """

    k: int | None = None
    at: float = 0.0
    numbers: tuple[float, ...] = ()
    gain: str | GainMap = "linear"
    binary: bool = False
    p: float = 0.0
    t: float = 1.0
    low: int = 0
    high: int = 0
    collection: int = 0
    normalize: bool = True


class Gains(Record):
    """A query under one gain: ranks that gain something, their gains, running DCG after each (0 first), the ideal.

    `best` holds the positive gains of all judged documents, falling; `ideal` the running DCG of that order (0 first).
    `of` is the gain of each judged grade.
    """

    of: Mapping[int, float]
    ranks: list[int]
    gains: list[float]
    sums: list[float]
    best: list[float]
    ideal: list[float]

    def within(self, k: int | None) -> int:
        """How many ranks within the top k gain something."""
        return len(self.ranks) if k is None else bisect_right(self.ranks, k)


class Workings:
    """One query with all that its measures share. `hits` holds the ranks (from 1) of relevant documents."""

    __slots__ = ("_gains", "_interpolated", "_precisions", "hits", "query")

    def __init__(self, query: QueryState) -> None:
        self.query = query
        level = query.relevance_level
        relevances = query.relevances
        # A level below 0, which trec_eval allows, makes results without a grade relevant.
        ranks: Iterable[int] = judged_ranks(query) if level >= 0 else range(1, len(relevances) + 1)
        self.hits = [rank for rank in ranks if relevances[rank - 1] >= level]
        self._precisions: list[float] | None = None
        self._interpolated: list[float] | None = None
        self._gains: dict[object, Gains] = {}

    def hits_within(self, k: int | None) -> int:
        """Relevant documents in the top k."""
        return len(self.hits) if k is None else bisect_right(self.hits, k)

    @property
    def num_nonrel(self) -> int:
        """Documents judged not relevant, retrieved or not."""
        return sum(count for grade, count in self.query.rel_levels.items() if grade < self.query.relevance_level)

    def precision_sum(self, hits: int) -> float:
        """Sum of the precisions at the first so many relevant ranks, added in rank order."""
        if self._precisions is None:
            self._precisions = [0.0, *accumulate(count / rank for count, rank in enumerate(self.hits, 1))]
        return self._precisions[hits]

    @property
    def interpolated(self) -> list[float]:
        """For each relevant result, in rank order, the highest precision at its rank or any later relevant rank."""
        if self._interpolated is None:
            highest = 0.0
            found = []
            for count in range(len(self.hits), 0, -1):
                highest = max(highest, count / self.hits[count - 1])
                found.append(highest)
            self._interpolated = found[::-1]
        return self._interpolated

    def gains(self, gain: str | GainMap) -> Gains:
        """The query under one gain of grades."""
        if gain not in self._gains:
            value = gain_of(gain)
            of = {grade: value(grade) for grade in self.query.rel_levels}
            self._gains[gain] = _gains(self.query, of, self.falling(gain, of))
        return self._gains[gain]

    def falling(self, _gain: str | GainMap, of: Mapping[int, float]) -> list[tuple[float, int]]:
        """(gain, grade) of the grades that gain something, best first: the order of the ideal ranking."""
        return sorted(((got, grade) for grade, got in of.items() if got > 0), reverse=True)


def _gains(query: QueryState, of: Mapping[int, float], falling: list[tuple[float, int]]) -> Gains:
    worth = {grade: got for grade, got in of.items() if got != 0}
    ranks: list[int] = []
    gains: list[float] = []
    sums = [0.0]
    for rank in judged_ranks(query):
        got = worth.get(query.relevances[rank - 1])
        if got is not None:
            ranks.append(rank)
            gains.append(got)
            sums.append(sums[-1] + got / log2(rank + 1))
    best = [got for got, grade in falling for _ in range(query.rel_levels[grade])]
    ideal = [0.0, *accumulate(got / log2(rank + 1) for rank, got in enumerate(best, 1))]
    return Gains(of, ranks, gains, sums, best, ideal)
