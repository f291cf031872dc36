"""Measures that a user might write, and a small problem worked by hand, for the tests of measures of one's own."""

from __future__ import annotations

from math import log2

from rankproof import Measure, QueryState

# Best first, 301 is x (not judged), a (2), d (in the pool, not judged), b (0), c (1); f is relevant and not retrieved.
# 302 is g (1); 303 is missing from the results.
QRELS = "301 0 a 2\n301 0 b 0\n301 0 c 1\n301 0 d -1\n301 0 f 1\n302 0 g 1\n303 0 h 1\n"
RUN = "301 Q0 x 1 9 t\n301 Q0 a 2 8 t\n301 Q0 d 3 7 t\n301 Q0 b 4 6 t\n301 Q0 c 5 5 t\n302 Q0 g 1 1 t\n"


class ReciprocalRankAtK(Measure):
    """1 / rank of the first relevant document in the top k."""

    def __init__(self, k: int = 10) -> None:
        super().__init__(name=f"rr_at_{k}")
        self.k = k

    def calc_query(self, query: QueryState) -> float:
        for rank, relevance in enumerate(query.relevances[: self.k], 1):
            if relevance >= query.relevance_level:
                return 1 / rank
        return 0.0


def hits(query: QueryState, k: int) -> int:
    """Relevant documents in the top k."""
    return sum(relevance >= query.relevance_level for relevance in query.relevances[:k])


def precision_at_3(query: QueryState) -> float:
    """Relevant documents in the top 3 / 3."""
    return hits(query, 3) / 3


def recall_at_5(query: QueryState) -> float:
    return hits(query, 5) / query.num_rel if query.num_rel else 0.0


def average_precision(query: QueryState) -> float:
    total = 0.0
    found = 0
    for rank, relevance in enumerate(query.relevances, 1):
        if relevance >= query.relevance_level:
            found += 1
            total += found / rank
    return total / query.num_rel if query.num_rel else 0.0


def dcg(grades: list[int]) -> float:
    total = 0.0
    for rank, grade in enumerate(grades, 1):
        if grade > 0:
            total += grade / log2(rank + 1)
    return total


def ndcg(query: QueryState) -> float:
    ideal = dcg([grade for grade in sorted(query.rel_levels, reverse=True) for _ in range(query.rel_levels[grade])])
    return dcg(query.relevances) / ideal if ideal else 0.0
