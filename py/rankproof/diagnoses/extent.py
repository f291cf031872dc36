"""Looks for results that cover few of the judged queries, and for top results that nobody judged."""

from __future__ import annotations

from collections.abc import Iterator

from ..coverage import natural_key
from ..formats import Judgements, Results
from ..problems import SHOWN_EXAMPLES, counted, listed
from ..ranking import order
from .diagnosis import Diagnosis

HALF = 0.5


def covered(judgements: Judgements, results: Results) -> Iterator[Diagnosis]:
    """Results for fewer than half of the judged queries."""
    missing = sorted((query for query in judgements.grades if not results.sizes.get(query)), key=natural_key)
    judged = len(judgements.grades)
    if len(missing) > HALF * judged:
        text = (
            f"Only {judged - len(missing):,} of {counted(judged, 'judged query')} have results; missing are "
            f"{listed(missing)}."
        )
        mend = "check that the run is whole and of the same split, or average over the retrieved queries only"
        yield Diagnosis("few-queries", text, mend, len(missing), tuple(missing[:SHOWN_EXAMPLES]))


def judged_at_top(judgements: Judgements, results: Results, k: int = 10) -> Iterator[Diagnosis]:
    """Top results of which more than half are unjudged."""
    top = unjudged = 0
    queries = []
    for query, judged in judgements.grades.items():
        ranking = results.rankings.get(query)
        if ranking is None or not ranking.documents:
            continue
        first = order(ranking, "docno-desc").documents[:k]
        without = sum(judged.get(document, -1) < 0 for document in first)
        top += len(first)
        unjudged += without
        if without > HALF * len(first):
            queries.append(query)
    if unjudged <= HALF * top:
        return
    queries.sort(key=natural_key)
    each = sum(map(len, judgements.grades.values())) / len(judgements.grades)
    text = (
        f"{unjudged:,} of the {top:,} results in the top {k} are unjudged and count as not relevant "
        f"({listed(queries)})."
    )
    if each < k:
        mend = (
            f"there are {each:.3g} judgements for each query, so that is to be expected: use measures for sparse "
            "judgements, such as RR or recall, and compare runs with care"
        )
    else:
        mend = (
            "check that the judgements are for these documents; if they are, look at Judged@k, and at the scores with "
            "unjudged documents removed"
        )
    yield Diagnosis("top-unjudged", text, mend, unjudged, tuple(queries[:SHOWN_EXAMPLES]))
