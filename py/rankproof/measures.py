"""The measures: each a formula beside its row in one table, from which names, help and tests derive."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from math import log2
from typing import NamedTuple

from .ranking import QueryState
from .settings import GainMap, gain_of

TREC_CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
"""Cut-offs that trec_eval uses when none are named."""


class Parameters(NamedTuple):
    """What a measure is asked with: the cut-off k (None for the whole ranking) and the gain of grades."""

    k: int | None = None
    gain: str | GainMap = "linear"


class Workings:
    """What the measures of one query share, worked out once: relevant ranks, and running sums of precision and gain.

    `hits` holds the ranks (from 1) of relevant documents.
    """

    __slots__ = ("_gains", "_precisions", "hits", "query")

    def __init__(self, query: QueryState) -> None:
        self.query = query
        level = query.relevance_level
        self.hits = [rank for rank, relevance in enumerate(query.relevances, 1) if relevance >= level]
        self._precisions: list[float] | None = None
        self._gains: dict[object, tuple[list[int], list[float], list[float]]] = {}

    def hits_within(self, k: int | None) -> int:
        """Relevant documents in the top k."""
        return len(self.hits) if k is None else bisect_right(self.hits, k)

    def precision_sum(self, hits: int) -> float:
        """Sum of the precisions at the first so many relevant ranks, added in rank order."""
        if self._precisions is None:
            self._precisions = [0.0, *accumulate(count / rank for count, rank in enumerate(self.hits, 1))]
        return self._precisions[hits]

    def dcg(self, gain: str | GainMap, k: int | None) -> float:
        """DCG@k: the sum of gain(grade at i) / log2(i + 1) over the ranks i <= k."""
        ranks, sums, _ = self._discounted(gain)
        return sums[len(ranks) if k is None else bisect_right(ranks, k)]

    def ideal_dcg(self, gain: str | GainMap, k: int | None) -> float:
        """DCG@k of all judged documents in order of falling gain, retrieved or not."""
        _, _, ideal = self._discounted(gain)
        return ideal[-1 if k is None else min(k, len(ideal) - 1)]

    def _discounted(self, gain: str | GainMap) -> tuple[list[int], list[float], list[float]]:
        """Ranks that gain something, running DCG after each (0 first), running ideal DCG after each rank (0 first)."""
        if gain not in self._gains:
            value = gain_of(gain)
            levels = {grade: value(grade) for grade in self.query.rel_levels}
            ranks: list[int] = []
            sums = [0.0]
            for rank, relevance in enumerate(self.query.relevances, 1):
                got = levels.get(relevance, 0.0) if relevance >= 0 else 0.0
                if got != 0:
                    ranks.append(rank)
                    sums.append(sums[-1] + got / log2(rank + 1))
            best = sorted(((got, grade) for grade, got in levels.items() if got > 0), reverse=True)
            gains = [got for got, grade in best for _ in range(self.query.rel_levels[grade])]
            ideal = [0.0, *accumulate(got / log2(rank + 1) for rank, got in enumerate(gains, 1))]
            self._gains[gain] = ranks, sums, ideal
        return self._gains[gain]


Formula = Callable[[Workings, Parameters], float]


class Definition(NamedTuple):
    """One measure.

    name: trec_eval's, or in its style where it has none. ir_name: as ir_measures writes it. label and mean_label: on
    the page, for one query and for the mean, without the cut-off. cutoff: "none", "optional" or "required";
    default_cutoffs: what trec_eval takes when none is named. range: the lowest and highest value (None: no bound).
    whole: counts, which are summed over queries rather than averaged. graded: whether the gain setting matters.
    """

    name: str
    ir_name: str | None
    label: str
    mean_label: str
    cutoff: str
    default_cutoffs: tuple[int, ...]
    range: tuple[float | None, float | None]
    whole: bool
    graded: bool
    help: str
    source: str
    formula: Formula


def num_q(_work: Workings, _given: Parameters) -> float:
    """1 for each query: the sum is the number of queries."""
    return 1


def num_ret(work: Workings, _given: Parameters) -> float:
    """Results of the query."""
    return work.query.num_ret


def num_rel(work: Workings, _given: Parameters) -> float:
    """Relevant documents of the query, retrieved or not."""
    return work.query.num_rel


def num_rel_ret(work: Workings, _given: Parameters) -> float:
    """Relevant results of the query."""
    return work.query.num_rel_ret


def average_precision(work: Workings, given: Parameters) -> float:
    """AP@k = 1/R x the sum of P@i over the relevant ranks i <= k; R is all relevant documents. 0 if R is 0. In [0, 1].

    Buckley and Voorhees, Retrieval System Evaluation, in TREC: Experiment and Evaluation in Information Retrieval,
    2005.
    """
    hits = work.hits_within(given.k)
    return work.precision_sum(hits) / work.query.num_rel if hits else 0.0


def r_precision(work: Workings, _given: Parameters) -> float:
    """Precision after R results, R being all relevant documents. 0 if R is 0. In [0, 1]. Buckley and Voorhees 2005."""
    relevant = work.query.num_rel
    return work.hits_within(relevant) / relevant if relevant else 0.0


def reciprocal_rank(work: Workings, given: Parameters) -> float:
    """RR@k = 1 / rank of the first relevant document in the top k; 0 if there is none. In [0, 1].

    Voorhees, The TREC-8 Question Answering Track Report, 1999.
    """
    return 1.0 / work.hits[0] if work.hits_within(given.k) else 0.0


def precision(work: Workings, given: Parameters) -> float:
    """P@k = relevant documents in the top k / k, even when fewer than k came back. In [0, 1]."""
    if given.k is None:
        return work.query.num_rel_ret / work.query.num_ret if work.query.num_ret else 0.0
    return work.hits_within(given.k) / given.k


def recall(work: Workings, given: Parameters) -> float:
    """R@k = relevant documents in the top k / all relevant documents. 0 if there is none. In [0, 1]."""
    relevant = work.query.num_rel
    return work.hits_within(given.k) / relevant if relevant else 0.0


def success(work: Workings, given: Parameters) -> float:
    """1 if there is a relevant document in the top k, else 0."""
    return 1.0 if work.hits_within(given.k) else 0.0


def ndcg(work: Workings, given: Parameters) -> float:
    """nDCG@k = DCG@k / IDCG@k. 0 if IDCG is 0. In [0, 1].

    DCG@k is the sum of gain(grade at i) / log2(i + 1) for i = 1..k; IDCG is the DCG of the best order of all judged
    documents. Järvelin and Kekäläinen, ACM TOIS 20(4), 2002; the discount is that of Burges et al., ICML 2005, as in
    trec_eval.
    """
    ideal = work.ideal_dcg(given.gain, given.k)
    return work.dcg(given.gain, given.k) / ideal if ideal > 0 else 0.0


_UNIT = (0.0, 1.0)
_COUNT = (0.0, None)
_BV = "Buckley and Voorhees 2005"
_JK = "Järvelin and Kekäläinen 2002"

# fmt: off
MEASURES = (
    Definition("num_q", "NumQ", "Queries", "Queries", "none", (), _COUNT, True, False,
               "Queries that are averaged.", "trec_eval", num_q),
    Definition("num_ret", "NumRet", "Retrieved", "Retrieved", "none", (), _COUNT, True, False,
               "Results.", "trec_eval", num_ret),
    Definition("num_rel", "NumRel", "Relevant", "Relevant", "none", (), _COUNT, True, False,
               "Relevant documents, retrieved or not.", "trec_eval", num_rel),
    Definition("num_rel_ret", "NumRelRet", "Relevant retrieved", "Relevant retrieved", "none", (), _COUNT, True, False,
               "Relevant results.", "trec_eval", num_rel_ret),
    Definition("map", "AP", "AP", "MAP", "none", (), _UNIT, False, False,
               "Average of the precisions at the ranks of relevant documents, over all relevant documents.", _BV,
               average_precision),
    Definition("Rprec", "Rprec", "R-precision", "R-precision", "none", (), _UNIT, False, False,
               "Precision after as many results as there are relevant documents.", _BV, r_precision),
    Definition("recip_rank", "RR", "RR", "MRR", "none", (), _UNIT, False, False,
               "1 / rank of the first relevant document.", "Voorhees 1999", reciprocal_rank),
    Definition("recip_rank_cut", "RR", "RR", "MRR", "required", (), _UNIT, False, False,
               "1 / rank of the first relevant document in the top k, else 0.", "Voorhees 1999", reciprocal_rank),
    Definition("P", "P", "Precision", "Precision", "required", TREC_CUTOFFS, _UNIT, False, False,
               "Relevant documents in the top k / k, even when fewer than k came back.", _BV, precision),
    Definition("recall", "R", "Recall", "Recall", "required", TREC_CUTOFFS, _UNIT, False, False,
               "Relevant documents in the top k / all relevant documents.", _BV, recall),
    Definition("success", "Success", "Success", "Success", "required", (1, 5, 10), _UNIT, False, False,
               "1 if there is a relevant document in the top k, else 0.", "trec_eval", success),
    Definition("map_cut", "AP", "AP", "MAP", "required", TREC_CUTOFFS, _UNIT, False, False,
               "Average precision over the top k; still divided by all relevant documents.", _BV, average_precision),
    Definition("ndcg", "nDCG", "nDCG", "nDCG", "none", (), _UNIT, False, True,
               "Discounted gain of the whole ranking / that of the best order of all judged documents.", _JK, ndcg),
    Definition("ndcg_cut", "nDCG", "nDCG", "nDCG", "required", TREC_CUTOFFS, _UNIT, False, True,
               "Discounted gain of the top k / that of the best k of all judged documents.", _JK, ndcg),
)
# fmt: on
