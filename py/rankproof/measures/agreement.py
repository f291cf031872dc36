"""Measures of agreement with the judged order: pairs in the right order, and overlap with the ideal ranking."""

from __future__ import annotations

from bisect import bisect_right

from .table import BINARY, Definition
from .workings import Parameters, Workings

CLARKE = "clarke-2021"


def accuracy(work: Workings, given: Parameters) -> float:
    """The share of pairs of a relevant result and another, both in the top k, with the relevant one first. In [0, 1].

    0 if no result there is relevant, where ir_measures leaves the query out of the mean. 1 if all of them are, where
    ir_measures divides by zero: no pair is in the wrong order.
    """
    retrieved = len(work.query.relevances[: given.k])
    relevant = work.hits_within(given.k)
    others = retrieved - relevant
    if not relevant or not others:
        return 1.0 if relevant else 0.0
    wrong = sum(rank - found for found, rank in enumerate(work.hits[:relevant], 1))
    return 1.0 - wrong / (float(others) * relevant)


def compatibility(work: Workings, given: Parameters) -> float:
    """Rank-biased overlap of the ranking and the ideal one, over that of the ideal one with itself. In [0, 1].

    RBO = the sum of p^(d - 1) x (documents that both have in their top d) / d, over that of p^(d - 1), for d = 1 to the
    length of the longer one. The ideal ranking holds the documents with a grade above 0, highest grade first; of equal
    grades those in the results come first, in their order there. 0 if there is none. Not divided if normalize is False.
    """
    ideal = sum(count for grade, count in work.query.rel_levels.items() if grade > 0)
    if not ideal:
        return 0.0
    depth = max(ideal, work.query.num_ret)
    shared = _depths_of_shared(work)
    overlap = _overlap([bisect_right(shared, d) for d in range(1, depth + 1)], given.p)
    return overlap / _overlap([min(d, ideal) for d in range(1, depth + 1)], given.p) if given.normalize else overlap


def _depths_of_shared(work: Workings) -> list[int]:
    """From which depth on each result with a grade above 0 is in both rankings, rising."""
    place: dict[int, int] = {}
    above = 0
    for grade, count in sorted(work.query.rel_levels.items(), reverse=True):
        place[grade] = above
        above += count
    depths = []
    for rank, relevance in enumerate(work.query.relevances, 1):
        if relevance > 0:
            place[relevance] += 1
            depths.append(max(rank, place[relevance]))
    return sorted(depths)


def _overlap(shared: list[int], p: float) -> float:
    """Rank-biased overlap, from how many documents are shared at each depth."""
    total = weights = 0.0
    weight = 1.0
    for depth, count in enumerate(shared, 1):
        total += weight * count / depth
        weights += weight
        weight *= p
    return total / weights


ROWS = (
    Definition("accuracy", "Accuracy", "Accuracy", "Accuracy",
               "Share of pairs of a relevant and another result with the relevant one first.", "macavaney-2022",
               accuracy, trec=False, options=BINARY,
               written="1 − pairs in the wrong order / (relevant results · other results)"),
    Definition("accuracy_cut", "Accuracy", "Accuracy", "Accuracy",
               "Share of pairs of a relevant and another result in the top k with the relevant one first.",
               "macavaney-2022", accuracy, parameters="cutoffs", trec=False, options=BINARY,
               written="1 − pairs in the wrong order / (relevant · others), in the top k"),
    Definition("compat", "Compat", "Compatibility", "Compatibility",
               "Rank-biased overlap of the ranking and the best order of the documents that gain.", CLARKE,
               compatibility, trec=False, options=("p", "normalize", "judged_only"), start=Parameters(p=0.95),
               written="RBO(ranking, ideal) / RBO(ideal, ideal), RBO = Σ p^(d − 1) · shared(d)/d, over Σ p^(d − 1)"),
)  # fmt: skip
