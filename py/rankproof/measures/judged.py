"""Measures that ask what was judged: bpref, inferred AP, and the share of unjudged results."""

from __future__ import annotations

from math import log

from ..ranking import NOT_JUDGED, POOL_NOT_JUDGED, judged_ranks
from .ranked import LEAST_FOR_GEOMETRIC_MEAN
from .table import Definition
from .workings import Parameters, Workings

BUCKLEY_VOORHEES = "buckley-2004"
SMOOTHING = 0.00001
"""Added to the counts of infAP, so that none is 0; trec_eval's value."""


def bpref(work: Workings, _given: Parameters) -> float:
    """1/R x the sum over relevant results of 1 - min(n, R) / min(N, R). 0 if R is 0. In [0, 1].

    n: results judged not relevant above it; N: all documents judged not relevant. Unjudged results are passed over.
    """
    query = work.query
    relevant, others = query.num_rel, work.num_nonrel
    level = query.relevance_level
    total = 0.0
    above = 0
    for rank in judged_ranks(query):
        if query.relevances[rank - 1] >= level:
            total += 1.0 - min(above, relevant) / min(others, relevant) if above else 1.0
        else:
            above += 1
    return total / relevant if relevant else 0.0


def log_bpref(work: Workings, given: Parameters) -> float:
    """ln bpref, bpref being at least 0.00001: its mean is the logarithm of the geometric mean."""
    return log(max(bpref(work, given), LEAST_FOR_GEOMETRIC_MEAN))


def inferred_ap(work: Workings, _given: Parameters) -> float:
    """infAP: AP estimated from a judged sample of the pool. 0 if R is 0. In [0, 1].

    At a relevant result of rank i: 1/i + (i-1)/i x (pooled above / (i-1)) x (relevant above + e) / (judged above + 2e).
    """
    query = work.query
    level = query.relevance_level
    total = 0.0
    relevant = others = pooled = last = 0
    for rank in judged_ranks(query):
        above = rank - 1
        if query.num_unjudged_in_pool:
            pooled += query.relevances[last:above].count(POOL_NOT_JUDGED)
            last = rank
        if query.relevances[above] >= level:
            if above:
                share = (relevant + others + pooled) / above
                rate = (relevant + SMOOTHING) / (relevant + others + 2 * SMOOTHING)
                total += 1.0 / (above + 1.0) + (above / (above + 1.0)) * share * rate
            else:
                total += 1.0
            relevant += 1
        else:
            others += 1
    return total / query.num_rel if query.num_rel else total


def unjudged(work: Workings, given: Parameters) -> float:
    """Unjudged results in the top k / k; ranks that no result fills count as judged. In [0, 1]."""
    top = work.query.relevances[: given.k]
    k = given.k or len(top)
    return (top.count(NOT_JUDGED) + top.count(POOL_NOT_JUDGED)) / k if k else 0.0


def judged(work: Workings, given: Parameters) -> float:
    """Results in the top k that are judged / results in the top k. 0 if there is none. In [0, 1].

    A grade below 0 is no judgement; ir_measures counts any line of the judgements. As there, a short ranking is not
    filled up to k.
    """
    top = work.query.relevances[: given.k]
    return (len(top) - top.count(NOT_JUDGED) - top.count(POOL_NOT_JUDGED)) / len(top) if top else 0.0


ROWS = (
    Definition("bpref", "Bpref", "bpref", "bpref",
               "Share of preferences, relevant over judged not relevant, that the ranking keeps.",
               BUCKLEY_VOORHEES,
               bpref, options=("rel",), aliases=("BPref",),
               written="bpref = 1/R · Σ rel(i) · (1 − min(o(i), R) / min(N, R)), o(i) of the N judged not relevant "
               "above i"),
    Definition("gm_bpref", None, "ln bpref", "Geometric mean bpref",
               "Geometric mean over queries of bpref, each at least 0.00001.", "trec_eval", log_bpref,
               average="geometric", shown="mean",
               written="exp(1/q · Σ ln max(bpref, 0.00001)) over the q queries"),
    Definition("infAP", "infAP", "infAP", "infAP",
               "AP estimated where only a sample of the pool was judged (grades below 0: pooled, not judged).",
               "yilmaz-2006",
               inferred_ap, options=("rel",),
               written="infAP = 1/R · Σ rel(i) · (1/i + (i − 1)/i · pooled/(i − 1) · (relevant + ε)/(judged + 2ε)), "
               "counted above i; ε = 0.00001"),
    Definition("judged_cut", "Judged", "Judged", "Judged",
               "Judged results in the top k / results in the top k; a grade below 0 is no judgement, which in "
               "ir_measures it is.",
               "macavaney-2022", judged,
               parameters="cutoffs", trec=False,
               written="Judged@k = judged in the top k / min(k, n)"),
    Definition("judged", "Judged", "Judged", "Judged",
               "Judged results / results; a grade below 0 is no judgement, which in ir_measures it is.",
               "macavaney-2022", judged, trec=False,
               written="Judged = judged results / n"),
    Definition("unj", None, "Unjudged", "Unjudged",
               "Unjudged results in the top k / k.", "trec_eval", unjudged, parameters="cutoffs", defaults=(5, 10, 20),
               written="unj@k = unjudged in the top k / k"),
)  # fmt: skip
