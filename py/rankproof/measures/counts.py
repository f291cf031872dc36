"""Counts: queries, results and relevant documents."""

from __future__ import annotations

from .table import BINARY, COUNT, Definition
from .workings import Parameters, Workings


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


def num_nonrel_judged_ret(work: Workings, _given: Parameters) -> float:
    """Results that are judged and not relevant."""
    query = work.query
    return query.num_ret - query.num_nonpool - query.num_unjudged_in_pool - query.num_rel_ret


def hits(work: Workings, given: Parameters) -> float:
    """Relevant documents in the top k: a count. 0 if there is none."""
    return work.hits_within(given.k)


ROWS = (
    Definition("num_q", "NumQ", "Queries", "Queries", "Queries that are averaged.", "trec_eval", num_q,
               COUNT, average="sum", shown="mean", whole=True,
               written="Σ 1 over the queries"),
    Definition("num_ret", "NumRet", "Retrieved", "Retrieved", "Results.", "trec_eval", num_ret,
               COUNT, average="sum", whole=True, options=("rel",), becomes=(("rel", "num_rel_ret"),),
               written="n"),
    Definition("num_rel", "NumRel", "Relevant", "Relevant", "Relevant documents, retrieved or not.", "trec_eval",
               num_rel, COUNT, average="sum", whole=True, options=("rel",),
               written="R"),
    Definition("num_rel_ret", "NumRelRet", "Relevant retrieved", "Relevant retrieved", "Relevant results.", "trec_eval",
               num_rel_ret, COUNT, average="sum", whole=True, options=("rel",), aliases=("hits", "Hits"),
               written="Σ rel(i)"),
    Definition("num_nonrel_judged_ret", None, "Judged not relevant, retrieved", "Judged not relevant, retrieved",
               "Results that are judged and not relevant.", "trec_eval", num_nonrel_judged_ret,
               COUNT, average="sum", whole=True,
               written="judged results − Σ rel(i)"),
    Definition("hits_cut", "Hits", "Hits", "Hits", "Relevant documents in the top k, counted.", "bassani-2022", hits,
               COUNT, "cutoffs", average="sum", whole=True, trec=False, options=BINARY,
               written="Hits@k = Σ rel(i), i ≤ k"),
)  # fmt: skip
