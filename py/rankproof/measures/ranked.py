"""Measures of the ranking with two kinds of documents, relevant and not: AP, precision, recall and their kin."""

from __future__ import annotations

from math import log, log2

from .table import ANY, BINARY, TREC_CUTOFFS, Definition
from .workings import Parameters, Workings

BV = "buckley-2005"
VOORHEES = "voorhees-1999"
LEAST_FOR_GEOMETRIC_MEAN = 0.00001
"""Values below this count as this in geometric means, as trec_eval does (it prints four decimals)."""


def average_precision(work: Workings, given: Parameters) -> float:
    """AP@k = 1/R x the sum of P@i over the relevant ranks i <= k, R all relevant documents. 0 if R is 0. In [0, 1]."""
    hits = work.hits_within(given.k)
    return work.precision_sum(hits) / work.query.num_rel if hits else 0.0


def log_average_precision(work: Workings, given: Parameters) -> float:
    """ln AP, AP being at least 0.00001: its mean is the logarithm of the geometric mean of AP."""
    return log(max(average_precision(work, given), LEAST_FOR_GEOMETRIC_MEAN))


def r_precision(work: Workings, _given: Parameters) -> float:
    """Precision after R results, R being all relevant documents. 0 if R is 0. In [0, 1]."""
    relevant = work.query.num_rel
    return work.hits_within(relevant) / relevant if relevant else 0.0


def r_precision_multiple(work: Workings, given: Parameters) -> float:
    """Precision after floor(m x R + 0.9) results, even when fewer came back. 0 if R is 0. In [0, 1]."""
    cutoff = int(given.at * work.query.num_rel + 0.9)
    return work.hits_within(cutoff) / cutoff if cutoff > 0 else 0.0


def reciprocal_rank(work: Workings, given: Parameters) -> float:
    """RR@k = 1 / rank of the first relevant document in the top k; 0 if there is none. In [0, 1]."""
    return 1.0 / work.hits[0] if work.hits_within(given.k) else 0.0


def precision(work: Workings, given: Parameters) -> float:
    """P@k = relevant documents in the top k / k, even when fewer than k came back. In [0, 1]."""
    k = given.k or work.query.num_ret
    return work.hits_within(given.k) / k if k else 0.0


def recall(work: Workings, given: Parameters) -> float:
    """R@k = relevant documents in the top k / all relevant documents. 0 if there is none. In [0, 1]."""
    relevant = work.query.num_rel
    return work.hits_within(given.k) / relevant if relevant else 0.0


def relative_precision(work: Workings, given: Parameters) -> float:
    """Relevant documents in the top k / the most there could be, min(k, R). 0 if R is 0. In [0, 1].

    Also called capped recall.
    """
    most = min(given.k or work.query.num_ret, work.query.num_rel)
    return work.hits_within(given.k) / most if most else 0.0


def success(work: Workings, given: Parameters) -> float:
    """1 if there is a relevant document in the top k, else 0. Its mean is also called hit rate."""
    return 1.0 if work.hits_within(given.k) else 0.0


def binary_g(work: Workings, _given: Parameters) -> float:
    """1/R x the sum over relevant results of 1 / log2(2 + results above not relevant). 0 if R is 0. In [0, 1]."""
    total = 0.0
    for found, rank in enumerate(work.hits, 1):
        total += 1.0 / log2(2 + rank - found)
    return total / work.query.num_rel if work.hits else 0.0


def yaap(work: Workings, _given: Parameters) -> float:
    """ln((1 + S) / (1 + R - S)), S being the sum of the precisions at relevant ranks. No bounds; rises with AP."""
    total = work.precision_sum(len(work.hits))
    return log((1.0 + total) / (1.0 + work.query.num_rel - total))


ROWS = (
    Definition("P", "P", "Precision", "Precision",
               "Relevant documents in the top k / k, even when fewer than k came back.", BV, precision,
               parameters="cutoffs", defaults=TREC_CUTOFFS, options=BINARY, aliases=("Precision",),
               written="P@k = 1/k · Σ rel(i), i ≤ k"),
    Definition("recall", "R", "Recall", "Recall",
               "Relevant documents in the top k / all relevant documents.", BV, recall,
               parameters="cutoffs", defaults=TREC_CUTOFFS, options=BINARY,
               written="Recall@k = 1/R · Σ rel(i), i ≤ k"),
    Definition("relative_P", None, "Relative precision", "Relative precision",
               "Relevant documents in the top k / the most there could be, the smaller of k and all relevant "
               "documents; also called capped recall.",
               "trec_eval",
               relative_precision, parameters="cutoffs", defaults=TREC_CUTOFFS, options=BINARY,
               aliases=("capped_recall", "R_cap"),
               written="1/min(k, R) · Σ rel(i), i ≤ k"),
    Definition("success", "Success", "Success", "Success",
               "1 if there is a relevant document in the top k, else 0; the mean is also called hit rate.", "trec_eval",
               success, parameters="cutoffs", defaults=(1, 5, 10), options=BINARY,
               aliases=("hit_rate", "HitRate", "HR"),
               written="Success@k = max rel(i), i ≤ k"),
    Definition("Rprec", "Rprec", "R-precision", "R-precision",
               "Precision after as many results as there are relevant documents.", BV, r_precision,
               options=BINARY, aliases=("RPrec", "r_precision"),
               written="Rprec = P@R"),
    Definition("Rprec_mult", None, "Precision at multiples of R", "Precision at multiples of R",
               "Precision after x × R + 0.9 results, the fraction dropped, R being all relevant documents.",
               "trec_eval", r_precision_multiple,
               parameters="levels", defaults=(0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0), allowed=(0.0, 1e6),
               options=BINARY,
               written="P@⌊m · R + 0.9⌋"),
    Definition("recip_rank_cut", "RR", "RR", "MRR",
               "1 / rank of the first relevant document in the top k, else 0.", VOORHEES, reciprocal_rank,
               parameters="cutoffs", trec=False, options=BINARY,
               written="RR@k = 1 / min{i ≤ k : rel(i) = 1}"),
    Definition("recip_rank", "RR", "RR", "MRR",
               "1 / rank of the first relevant document.", VOORHEES, reciprocal_rank, options=BINARY,
               aliases=("MRR", "reciprocal_rank"),
               written="RR = 1 / min{i : rel(i) = 1}"),
    Definition("map_cut", "AP", "AP", "MAP",
               "Average precision over the top k; still divided by all relevant documents.", BV, average_precision,
               parameters="cutoffs", defaults=TREC_CUTOFFS, options=BINARY,
               written="AP@k = 1/R · Σ rel(i) · P@i, i ≤ k"),
    Definition("map", "AP", "AP", "MAP",
               "Average of the precisions at the ranks of relevant documents, over all relevant documents.", BV,
               average_precision, options=BINARY, aliases=("MAP", "average_precision"),
               written="AP = 1/R · Σ rel(i) · P@i"),
    Definition("gm_map", None, "ln AP", "GMAP",
               "Geometric mean over queries of AP, each at least 0.00001.",
               "robertson-2006 trec_eval", log_average_precision, average="geometric", shown="mean",
               aliases=("GMAP",),
               written="GMAP = exp(1/q · Σ ln max(AP, 0.00001)) over the q queries"),
    Definition("yaap", None, "YAAP", "YAAP",
               "Log odds of relevance, a form of AP whose mean is less ruled by easy queries.",
               "robertson-2012", yaap, ANY, options=BINARY,
               written="ln((1 + S) / (1 + R − S)), S = Σ rel(i) · P@i"),
    Definition("binG", None, "binG", "binG",
               "As AP, with 1 / log2(2 + results above that are not relevant) in the place of precision.",
               "trec_eval", binary_g, options=BINARY,
               written="binG = 1/R · Σ rel(i) / log₂(2 + o(i)), o(i) results above i not relevant"),
)  # fmt: skip
