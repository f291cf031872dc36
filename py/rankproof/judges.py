"""Measures averaged over judges, each of whom judged the same query for themselves (trec_eval's qrels_jg)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from math import inf

from .ranking import NOT_JUDGED, POOL_NOT_JUDGED, QueryState
from .record import Record

Judges = Sequence[QueryState]
"""The query as each judge sees it, in the order of the judges' names."""

Formula = Callable[[Judges, float], float]


class JudgesMeasure(Record):
    """One measure averaged over judges.

    name: trec_eval's. parameter: "none", "cutoff" (a whole number from 1) or "multiple" (of the number of relevant
    documents; trec_eval prints it with two decimals, Rprec_mult_avgjg_0.20). defaults: the parameters that trec_eval
    takes when none are named. range: the lowest and highest value. source: where it comes from.
    """

    name: str
    help: str
    parameter: str
    defaults: tuple[float, ...]
    range: tuple[float | None, float | None]
    formula: Formula
    source: str = "trec_eval"


def join_judges(
    qid: str,
    documents: Sequence[str],
    judged: Mapping[str, Mapping[str, int]],
    relevance_level: int = 1,
    *,
    judged_only: bool = False,
) -> tuple[QueryState, ...]:
    """One query's ranking joined with the grades of every judge, sorted by the judge's name.

    `documents` is the ranking, best first, cut to depth. With `judged_only`, a document is taken out for the judges who
    did not judge it and stays for the others. A judge without a relevant document scores 0 and counts in the mean.
    """
    return tuple(_seen_by(qid, documents, grades, relevance_level, judged_only) for _, grades in sorted(judged.items()))


def _seen_by(
    qid: str, documents: Sequence[str], grades: Mapping[str, int], relevance_level: int, judged_only: bool
) -> QueryState:
    relevances = [
        NOT_JUDGED if grade is None else POOL_NOT_JUDGED if grade < 0 else grade for grade in map(grades.get, documents)
    ]
    if judged_only:
        relevances = [relevance for relevance in relevances if relevance >= 0]
    levels = Counter(grade for grade in grades.values() if grade >= 0)
    return QueryState(qid, relevances, levels, relevance_level)


def map_avgjg(judges: Judges, _parameter: float = 0) -> float:
    """Average precision, averaged over judges. A judge without a relevant document: 0. In [0, 1]. trec_eval.

    AP = 1/R x the sum of P@i over the relevant ranks i, R being all documents the judge found relevant.
    """
    return _mean(map(_average_precision, judges))


def p_avgjg(judges: Judges, cutoff: float) -> float:
    """P@k, relevant documents in the top k / k even when fewer came back, averaged over judges. In [0, 1].

    trec_eval.
    """
    return _mean(_hits(judge, int(cutoff)) / int(cutoff) for judge in judges)


def rprec_mult_avgjg(judges: Judges, multiple: float) -> float:
    """Precision after (multiple x R) results, R being the judge's relevant documents, averaged over judges. In [0, 1].

    The number of results is rounded up: the whole part of multiple x R + 0.9. No relevant document: 0. trec_eval.
    """
    return _mean(_precision_at_multiple(judge, multiple) for judge in judges)


def _average_precision(judge: QueryState) -> float:
    hits = 0
    total = 0.0
    for rank, relevance in enumerate(judge.relevances, 1):
        if relevance >= judge.relevance_level:
            hits += 1
            total += hits / rank
    if not hits:
        return 0.0
    # Hits without a relevant document: a level below 0 makes unjudged documents hits, and C divides by zero.
    return total / judge.num_rel if judge.num_rel else inf


def _precision_at_multiple(judge: QueryState, multiple: float) -> float:
    results = multiple * judge.num_rel + 0.9
    if not 1 <= results < inf:
        return 0.0
    cutoff = int(results)
    # Counted from the end, as trec_eval does: with a level below 0 the hits after it may be more than there are in all.
    relevant = sum(relevance >= max(judge.relevance_level, 0) for relevance in judge.relevances)
    after = _hits(judge, judge.num_ret) - _hits(judge, cutoff)
    return max(relevant - after, 0) / cutoff


def _hits(judge: QueryState, cutoff: int) -> int:
    return sum(relevance >= judge.relevance_level for relevance in islice(judge.relevances, cutoff))


def _mean(values: Iterable[float]) -> float:
    total = 0.0
    judges = 0
    for value in values:
        total += value
        judges += 1
    return total / judges if judges else 0.0


_UNIT = (0.0, 1.0)

# fmt: off
JUDGES_MEASURES = (
    JudgesMeasure("map_avgjg", "Average precision, averaged over judges.", "none", (), _UNIT, map_avgjg),
    JudgesMeasure("P_avgjg", "Relevant documents in the top k / k, averaged over judges.", "cutoff",
                  (5, 10, 15, 20, 30, 100, 200, 500, 1000), _UNIT, p_avgjg),
    JudgesMeasure("Rprec_mult_avgjg", "Precision after a multiple of as many results as the judge found relevant, "
                  "averaged over judges.", "multiple", (0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0), _UNIT,
                  rprec_mult_avgjg),
)
# fmt: on
