"""Orders a query's results, breaks ties, cuts, and joins them with the judgements: one QueryState a query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice, repeat
from operator import eq, gt
from typing import NamedTuple

from .formats import Ranking
from .settings import Settings

NOT_JUDGED = -1
"""In QueryState.relevances: retrieved, and not among the judgements."""

POOL_NOT_JUDGED = -2
"""In QueryState.relevances: among the judgements with a grade below 0, that is in the pool but not judged."""


class QueryState:
    """One query as every measure sees it: judgements and results joined, ties broken, cut to depth. Read-only.

    qid: the query's id. relevances: for each rank, the grade of the document there, -1 where it is not judged, -2 where
    it is in the pool but not judged. num_rel: relevant documents among the judgements. num_ret: results. num_rel_ret:
    relevant results. num_nonpool: results that are not among the judgements. num_unjudged_in_pool: results in the pool
    but not judged. rel_levels[grade]: judged documents at that grade, 0 where there is none. relevance_level: the
    lowest relevant grade. The names are trec_eval's (RES_RELS).
    """

    __slots__ = (
        "num_nonpool",
        "num_rel",
        "num_rel_ret",
        "num_ret",
        "num_unjudged_in_pool",
        "qid",
        "rel_levels",
        "relevance_level",
        "relevances",
    )

    qid: str
    relevances: list[int]
    num_rel: int
    num_ret: int
    num_rel_ret: int
    num_nonpool: int
    num_unjudged_in_pool: int
    rel_levels: Mapping[int, int]
    relevance_level: int

    def __init__(self, qid: str, relevances: list[int], rel_levels: Mapping[int, int], relevance_level: int) -> None:
        put = object.__setattr__
        put(self, "qid", qid)
        put(self, "relevances", relevances)
        put(self, "rel_levels", rel_levels)
        put(self, "relevance_level", relevance_level)
        put(self, "num_ret", len(relevances))
        put(self, "num_rel", sum(count for grade, count in rel_levels.items() if grade >= relevance_level))
        # Documents without a grade are no relevant ones, however low the level.
        put(self, "num_rel_ret", sum(map(max(relevance_level, 0).__le__, relevances)))
        put(self, "num_nonpool", relevances.count(NOT_JUDGED))
        put(self, "num_unjudged_in_pool", relevances.count(POOL_NOT_JUDGED))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} cannot be set: a QueryState is read-only")

    def __repr__(self) -> str:
        relevant = f"{self.num_rel_ret} of {self.num_rel} relevant documents"
        return f"<QueryState {self.qid}: {relevant} in {self.num_ret} results>"


class Ordered(NamedTuple):
    """A query's documents, best first, each once, and where scores are equal.

    `ties` lists (first rank, last rank) of documents with equal scores, counted from 1 before repeated documents were
    taken out; so are `scores`, falling, None where there are none.
    """

    documents: list[str]
    ties: list[tuple[int, int]]
    scores: list[float] | None = None


def order(ranking: Ranking, ties: str) -> Ordered:
    """The documents of a ranking, by falling score and, where scores are equal, by the rule `ties`.

    Ids compare by code point, which is the order of their UTF-8 bytes. A document listed twice counts at its first
    rank.
    """
    documents, scores = ranking.documents, ranking.scores
    tied: list[tuple[int, int]] = []
    if scores is not None and not all(map(gt, scores, islice(scores, 1, None))):
        documents, scores = _sorted(ranking, scores, ties)
        tied = _tied(scores)
    if ranking.repeated:
        documents = list(dict.fromkeys(documents))
    return Ordered(documents, tied, scores)


def _sorted(ranking: Ranking, scores: list[float], ties: str) -> tuple[list[str], list[float]]:
    documents = ranking.documents
    if ties == "docno-desc":
        pairs = sorted(zip(scores, documents, strict=True), reverse=True)
        return [document for _, document in pairs], [score for score, _ in pairs]
    if ties == "docno-asc":
        indices = sorted(range(len(documents)), key=documents.__getitem__)
    elif ties == "number-asc":
        indices = sorted(range(len(documents)), key=lambda index: number_key(documents[index]))
    elif ranking.ranks is not None:
        ranks = _rank_numbers(ranking.ranks)
        indices = sorted(range(len(documents)), key=ranks.__getitem__)
    else:
        indices = list(range(len(documents)))
    # Sorting is stable: falling scores keep the order of equal ones.
    indices.sort(key=scores.__getitem__, reverse=True)
    return [documents[index] for index in indices], [scores[index] for index in indices]


def number_key(document: str) -> tuple[int, int, str]:
    """Sort key: whole numbers by value, then all other ids as text."""
    if document.isascii() and document.isdigit() and len(document) < 4000:
        return 0, int(document), document
    return 1, 0, document


def _rank_numbers(ranks: list[str]) -> list[float]:
    """A rank column as numbers; where it holds none, the rows' own order."""
    try:
        return list(map(float, ranks))
    except ValueError:
        return list(map(float, range(len(ranks))))


def _tied(scores: list[float]) -> list[tuple[int, int]]:
    """First and last rank of each stretch of equal scores in a falling list."""
    found: list[tuple[int, int]] = []
    for rank, same in enumerate(map(eq, scores, islice(scores, 1, None)), 1):
        if same:
            if found and found[-1][1] == rank:
                found[-1] = (found[-1][0], rank + 1)
            else:
                found.append((rank, rank + 1))
    return found


def join(query: str, ordered: Ordered, judged: Mapping[str, int], settings: Settings) -> QueryState:
    """A query's ranking joined with its judgements.

    It is cut to depth first, then freed of unjudged documents, as trec_eval does.
    """
    documents = ordered.documents
    if settings.depth is not None:
        documents = documents[: settings.depth]
    relevances = list(map(judged.get, documents, repeat(NOT_JUDGED)))
    levels = Counter(judged.values())
    if levels and min(levels) < 0:
        # Any grade below 0 means the same; -1 is taken, for documents that are not in the pool at all.
        relevances = [
            POOL_NOT_JUDGED if relevance < 0 and document in judged else relevance
            for document, relevance in zip(documents, relevances, strict=True)
        ]
        levels = Counter({grade: count for grade, count in levels.items() if grade >= 0})
    if settings.unjudged == "removed":
        relevances = [relevance for relevance in relevances if relevance >= 0]
    return QueryState(query, relevances, levels, settings.relevant_from)
