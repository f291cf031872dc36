"""One query's rankings by several runs, side by side, with grades and where each document stands in the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .formats import Judgements, Ranking, Results
from .problems import SettingError
from .ranking import order
from .settings import Settings

DEEPEST = 1_000
"""Rows of one ranking at most: nobody reads more on a page."""

Json = dict[str, Any]


def side_by_side(
    judgements: Judgements, runs: Sequence[Results], query: str, settings: Settings, depth: object
) -> Json:
    """The top `depth` of each run's ranking for the query, as the settings make a measure see it.

    judged and relevant count documents of the query. runs: retrieved and found (relevant ones among them) count the
    whole ranking; rows hold document, grade (null where not judged), relevant, and `others`, its rank in each run in
    order, null where it is not retrieved. Raises SettingError for a query that was not judged.
    """
    judged = judgements.grades.get(query)
    if judged is None:
        raise SettingError("query", f"query {query!r} was not judged", "choose one of the judged queries")
    if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= DEEPEST:
        raise SettingError("depth", f"the depth is {depth!r}", f"give a whole number from 1 to {DEEPEST:,}")
    shown = [_seen(results.rankings.get(query), judged, settings) for results in runs]
    ranks = [{document: rank for rank, document in enumerate(documents, 1)} for documents in shown]
    level = settings.relevant_from

    def row(document: str) -> Json:
        grade = _grade(judged, document)
        relevant = grade is not None and grade >= level
        others = [places.get(document) for places in ranks]
        return {"document": document, "grade": grade, "relevant": relevant, "others": others}

    relevant = {document for document, grade in judged.items() if grade >= max(level, 0)}
    return {
        "query": query,
        "judged": sum(grade >= 0 for grade in judged.values()),
        "relevant": len(relevant),
        "runs": [
            {
                "retrieved": len(documents),
                "found": len(relevant & places.keys()),
                "rows": [row(document) for document in documents[:depth]],
            }
            for documents, places in zip(shown, ranks, strict=True)
        ],
    }


def _seen(ranking: Ranking | None, judged: Mapping[str, int], settings: Settings) -> list[str]:
    """The documents in the order a measure sees them: cut to depth first, then freed of unjudged ones."""
    documents = order(ranking, settings.ties).documents[: settings.depth] if ranking else []
    if settings.unjudged == "removed":
        documents = [document for document in documents if _grade(judged, document) is not None]
    return documents


def _grade(judged: Mapping[str, int], document: str) -> int | None:
    grade = judged.get(document)
    return None if grade is None or grade < 0 else grade
