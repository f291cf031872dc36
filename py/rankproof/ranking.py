"""Orders a query's results, breaks ties, cuts, and joins them with the judgements: one QueryState a query."""

from __future__ import annotations

from itertools import count, groupby, islice
from operator import eq

from .formats import Ranking
from .record import Record
from .settings import Settings
from .singles import may_tie

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

NOT_JUDGED = -1
"""In QueryState.relevances: retrieved, and not among the judgements."""

POOL_NOT_JUDGED = -2
"""In QueryState.relevances: among the judgements with a grade below 0, that is in the pool but not judged."""


class QueryState:
    """One query as every measure sees it: judgements and results joined, ties broken, cut to depth. Read-only.

    The names are trec_eval's (RES_RELS).

    qid: the query's id. relevances: for each rank, the grade of the document there, -1 where it is not judged, -2 where
    it is in the pool but not judged. num_rel: relevant documents among the judgements. num_ret: results. num_rel_ret:
    relevant results. num_nonpool: results that are not among the judgements. num_unjudged_in_pool: results in the pool
    but not judged. rel_levels[grade]: judged documents at that grade, 0 where there is none. relevance_level: the
    lowest relevant grade.
    """

    __slots__ = (
        "_judged_ranks",
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
    _judged_ranks: list[int]

    def __init__(
        self,
        qid: str,
        relevances: list[int],
        rel_levels: Mapping[int, int],
        relevance_level: int,
        *,
        judged_ranks: list[int] | None = None,
        pooled: int | None = None,
    ) -> None:
        """What is not given is derived.

        judged_ranks: the ranks (from 1, rising) with a grade; pooled: how many hold a document in the pool but not
        judged.
        """
        if judged_ranks is None:
            judged_ranks = [rank for rank, relevance in enumerate(relevances, 1) if relevance >= 0]
        least = max(relevance_level, 0)
        ungraded = len(relevances) - len(judged_ranks)
        if pooled is None:
            pooled = relevances.count(POOL_NOT_JUDGED)
        put = object.__setattr__
        put(self, "_judged_ranks", judged_ranks)
        put(self, "qid", qid)
        put(self, "relevances", relevances)
        put(self, "rel_levels", rel_levels)
        put(self, "relevance_level", relevance_level)
        put(self, "num_ret", len(relevances))
        put(self, "num_rel", sum(many for grade, many in rel_levels.items() if grade >= relevance_level))
        # Documents without a grade are no relevant ones, however low the level.
        put(self, "num_rel_ret", sum(relevances[rank - 1] >= least for rank in judged_ranks))
        put(self, "num_nonpool", ungraded - pooled)
        put(self, "num_unjudged_in_pool", pooled)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} cannot be set: a QueryState is read-only")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} cannot be deleted: a QueryState is read-only")

    def __repr__(self) -> str:
        relevant = f"{self.num_rel_ret} of {self.num_rel} relevant documents"
        return f"<QueryState {self.qid}: {relevant} in {self.num_ret} results>"


def judged_ranks(state: QueryState) -> list[int]:
    """The ranks (from 1, rising) of results with a grade, as a rule few: measures need not look at all the others."""
    return state._judged_ranks  # noqa: SLF001 - kept out of what custom measures see


def own_copy(state: QueryState) -> QueryState:
    """The same query, of which nothing that can be changed is shared: for measures that may do what they like."""
    from types import MappingProxyType

    copy = object.__new__(QueryState)
    put = object.__setattr__
    for name in QueryState.__slots__:
        put(copy, name, getattr(state, name))
    put(copy, "relevances", list(state.relevances))
    put(copy, "_judged_ranks", list(state._judged_ranks))  # noqa: SLF001 - a QueryState's own business
    put(copy, "rel_levels", MappingProxyType(state.rel_levels))
    return copy


class Ordered(Record):
    """A query's documents, best first, each once, and where scores are equal.

    `ties` lists (first rank, last rank, score) of documents with equal scores, counted from 1 before repeated documents
    were taken out; so are `scores`, falling, None where there are none. `places` has the rank of each document, where
    that is known already. `close` is false where no two scores are equal, not even as 32-bit floats.
    """

    documents: list[str]
    ties: list[tuple[int, int, float]]
    scores: list[float] | None = None
    places: Mapping[str, int] | None = None
    close: bool = False


def order(ranking: Ranking, ties: str) -> Ordered:
    """The documents of a ranking, by falling score and, where scores are equal, by the rule `ties`.

    Ids compare by code point, which is the order of their UTF-8 bytes. A document listed twice counts at its first
    rank.
    """
    documents, scores = ranking.documents, ranking.scores
    tied: list[tuple[int, int, float]] = []
    places = ranking.places
    close = False
    if scores is not None:
        falling = sorted(scores, reverse=True)
        close = may_tie(falling)
        tied = stretches(falling) if close else []
    if scores is not None and (tied or falling != scores):
        documents, scores = _sorted(ranking, scores, ties)
        places = None
        if ties == "docno-desc":
            # Sorting numbers, then each stretch of equal ones, is faster than sorting pairs.
            for first, last, _ in tied:
                documents[first - 1 : last] = sorted(documents[first - 1 : last], reverse=True)
    if ranking.repeated:
        documents = list(dict.fromkeys(documents))
        places = None
    return Ordered(documents, tied, scores, places, close)


def _sorted(ranking: Ranking, scores: list[float], ties: str) -> tuple[list[str], list[float]]:
    """Documents and scores by falling score, equal ones by the rule `ties`, but for docno-desc as they stand."""
    documents = ranking.documents
    if ties == "docno-asc":
        indices = sorted(range(len(documents)), key=documents.__getitem__)
    elif ties == "number-asc":
        indices = sorted(range(len(documents)), key=lambda index: number_key(documents[index]))
    elif ties == "given" and ranking.ranks is not None:
        ranks = rank_numbers(ranking.ranks)
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


def rank_numbers(ranks: list[str]) -> list[float]:
    """A rank column as numbers; where it holds none, the rows' own order."""
    try:
        return list(map(float, ranks))
    except ValueError:
        return list(map(float, range(len(ranks))))


def stretches(scores: list[float]) -> list[tuple[int, int, float]]:
    """First and last rank of each stretch of equal scores in a falling list, and that score."""
    found: list[tuple[int, int, float]] = []
    for rank, same in enumerate(map(eq, scores, islice(scores, 1, None)), 1):
        if same:
            first = found.pop()[0] if found and found[-1][1] == rank else rank
            found.append((first, rank + 1, scores[rank]))
    return found


class Levels(dict[int, int]):
    """How many documents are judged at each grade: 0 at a grade that none has."""

    def __missing__(self, _grade: int) -> int:
        return 0


def _levels(judged: Mapping[str, int]) -> Levels:
    """The judged documents at each grade; those in the pool but not judged are not among them."""
    return Levels((grade, len(list(same))) for grade, same in groupby(sorted(judged.values())) if grade >= 0)


def join(query: str, ordered: Ordered, judged: Mapping[str, int], settings: Settings) -> QueryState:
    """A query's ranking joined with its judgements.

    It is cut to depth first, then freed of unjudged documents, as trec_eval does.
    """
    documents = ordered.documents
    if settings.depth is not None:
        documents = documents[: settings.depth]
    places = dict(zip(ordered.documents, count(1), strict=False)) if ordered.places is None else ordered.places
    levels = _levels(judged)
    relevances = [NOT_JUDGED] * len(documents)
    ranks = []
    pooled = 0
    for document in judged.keys() & places.keys():
        rank = places[document]
        if rank <= len(documents):
            grade = judged[document]
            if grade >= 0:
                relevances[rank - 1] = grade
                ranks.append(rank)
            else:
                # Any grade below 0 means the same; -1 is taken, for documents that are not in the pool at all.
                relevances[rank - 1] = POOL_NOT_JUDGED
                pooled += 1
    ranks.sort()
    if settings.unjudged == "removed":
        relevances = [relevances[rank - 1] for rank in ranks]
        ranks = list(range(1, len(ranks) + 1))
        pooled = 0
    return QueryState(query, relevances, levels, settings.relevant_from, judged_ranks=ranks, pooled=pooled)
