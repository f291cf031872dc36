"""Measures of graded relevance: discounted gain, its normalised forms, and G."""

from __future__ import annotations

from itertools import groupby
from math import log2

from .table import COUNT, TREC_CUTOFFS, UNIT, Definition
from .workings import Gains, Parameters, Workings

JARVELIN = "jarvelin-2002"
GRADED = ("dcg", "gains", "judged_only")

LEAST_COST = 1.0
"""What reading a result costs at least in G."""


def dcg(work: Workings, given: Parameters) -> float:
    """DCG@k = the sum of gain(grade at i) / log2(i + 1) for i = 1..k.

    The discount is that of Burges et al., ICML 2005, which trec_eval uses too.
    """
    gains = work.gains(given.gain)
    return gains.sums[gains.within(given.k)]


def ideal_dcg(work: Workings, given: Parameters) -> float:
    """DCG@k of all judged documents in order of falling gain, retrieved or not."""
    ideal = work.gains(given.gain).ideal
    return ideal[-1 if given.k is None else min(given.k, len(ideal) - 1)]


def ndcg(work: Workings, given: Parameters) -> float:
    """nDCG@k = DCG@k / ideal DCG@k. 0 if the ideal is 0. In [0, 1]."""
    ideal = ideal_dcg(work, given)
    return dcg(work, given) / ideal if ideal > 0 else 0.0


def _running(gains: Gains, count: int) -> float:
    """nDCG over the first so many ranks, the ideal cut at the same rank."""
    return gains.sums[gains.within(count)] / gains.ideal[min(count, len(gains.ideal) - 1)]


def ndcg_at_relevant(work: Workings, given: Parameters) -> float:
    """The mean of nDCG@i over the ranks i that gain something, as AP is of precision. 0 if nothing gains. In [0, 1].

    A document that would gain but was not retrieved counts with the nDCG of the whole ranking.
    """
    gains = work.gains(given.gain)
    relevant = len(gains.best)
    if not relevant or not gains.ranks:
        return 0.0
    total = 0.0
    found = 0
    for rank, gain in zip(gains.ranks, gains.gains, strict=True):
        if gain > 0:
            total += _running(gains, rank)
            found += 1
    total += (relevant - found) * gains.sums[-1] / gains.ideal[-1]
    return total / relevant if total > 0 else 0.0


def ndcg_at_levels(work: Workings, given: Parameters) -> float:
    """The mean of nDCG@c where c counts the documents of each gain or more, and of nDCG at the end of the ranking.

    0 if no document is relevant. In [0, 1].
    """
    gains = work.gains(given.gain)
    if not work.query.num_rel or not gains.best:
        return 0.0
    total = 0.0
    points = count = 0
    for _, level in groupby(gains.best):
        count += len(list(level))
        total += _running(gains, count)
        points += 1
    # As trec_eval does, the end counts only from the second rank after the last level on.
    if work.query.num_ret > count + 1:
        total += gains.sums[-1] / gains.ideal[-1]
        points += 1
    return total / points


def g_measure(work: Workings, given: Parameters) -> float:
    """G = the sum of gain / log2(2 + cost so far - gain so far), over the sum of all positive gains. 0 if that is 0.

    The cost at a rank is the ideal gain there, at least 1. In [0, 1] for gains of at least 1.
    """
    gains = work.gains(given.gain)
    best = gains.best
    if not best:
        return 0.0
    at = dict(zip(gains.ranks, gains.gains, strict=True))
    total = cost = got = 0.0
    for rank in range(1, work.query.num_ret + 1):
        cost += max(best[rank - 1], LEAST_COST) if rank <= len(best) else LEAST_COST
        if rank in at:
            got += at[rank]
            total += at[rank] / log2(2 + cost - got)
    ideal = 0.0
    for gain in best:
        ideal += gain
    return total / ideal


ROWS = (
    Definition("ndcg_cut", "nDCG", "nDCG", "nDCG",
               "Discounted gain of the top k / that of the best k of all judged documents.", JARVELIN, ndcg,
               UNIT, "cutoffs", TREC_CUTOFFS, graded=True, options=GRADED,
               written="nDCG@k = DCG@k / IDCG@k"),
    Definition("ndcg", "nDCG", "nDCG", "nDCG",
               "Discounted gain of the whole ranking / that of the best order of all judged documents.", JARVELIN, ndcg,
               parameters="pairs", graded=True, options=GRADED,
               written="nDCG = DCG / IDCG"),
    Definition("dcg_cut", "DCG", "DCG", "DCG",
               "Sum of the gains of the top k, each divided by log2(rank + 1).", JARVELIN, dcg, COUNT,
               "cutoffs", graded=True, trec=False, options=GRADED,
               written="DCG@k = Σ gain(i) / log₂(i + 1), i ≤ k"),
    Definition("dcg", "DCG", "DCG", "DCG",
               "Sum of the gains of the results, each divided by log2(rank + 1).", JARVELIN, dcg, COUNT,
               parameters="pairs", graded=True,
               written="DCG = Σ gain(i) / log₂(i + 1)"),
    Definition("ideal_dcg", None, "Ideal DCG", "Ideal DCG",
               "DCG of all judged documents in the best order.", JARVELIN, ideal_dcg, COUNT,
               parameters="pairs", graded=True,
               written="IDCG = Σ best(i) / log₂(i + 1)"),
    Definition("ndcg_rel", None, "nDCG at relevant ranks", "nDCG at relevant ranks",
               "Mean over the documents that gain something of nDCG@rank; one not retrieved counts with the nDCG"
               " of the whole ranking.",
               "trec_eval", ndcg_at_relevant,
               parameters="pairs", graded=True,
               written="(Σ nDCG@i over the ranks i that gain + missed · nDCG) / documents that gain"),
    Definition("Rndcg", None, "R-nDCG", "R-nDCG",
               "Mean of nDCG at the ranks after which the ideal ranking's gain falls, and at the end of the "
               "results.",
               "trec_eval", ndcg_at_levels,
               parameters="pairs", graded=True,
               written="mean of nDCG@c and nDCG, c the number of documents of each gain or more"),
    Definition("G", None, "G", "G",
               "Sum of gain / log2(2 + cost so far − gain so far), over the sum of all gains; a rank costs its "
               "ideal gain, at least 1.",
               "trec_eval", g_measure,
               parameters="pairs", graded=True,
               written="G = 1/Σ best(i) · Σ gain(i) / log₂(2 + cost(i) − got(i)), cost and got the sums of max(best, "
               "1) and of gain up to i"),
)  # fmt: skip
