"""Finds out on which sides ids can be changed so that they meet, without parting any that meet already."""

from __future__ import annotations

from itertools import chain

from ..mends import IDS, SIDES, Mend
from .diagnosis import Mending, Subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Ids = Callable[[str], str]

BOTH = "on both sides"
ON = {"judgements": "in the judgements", "results": "in the results"}


def id_mending(subject: Subject, column: str, change: str, pairs: Sequence[tuple[str, str]]) -> tuple[Mending, ...]:
    """The mending that makes these pairs (judged, retrieved) the same; none where no safe one is known.

    Every side with such ids is changed, so that none of them stays behind. It is safe if no two ids of a query become
    one, and if no judged document that was retrieved is lost.
    """
    how, _, value = change.partition("=")
    mends = [Mend(side, column, how, value) for side in SIDES]
    chosen = [mend for mend, ids in zip(mends, _ids(subject, column), strict=True) if _changes(mend, ids)]
    if not chosen or not is_safe(subject, chosen) or not _meet(chosen, pairs):
        return ()
    where = BOTH if len(chosen) == len(SIDES) else ON[chosen[0].side]
    return (Mending(f"{chosen[0].label()} {where}", tuple(mend.spelled() for mend in chosen)),)


def _ids(subject: Subject, column: str) -> tuple[Iterator[str], Iterator[str]]:
    """All ids of a column in the judgements, and in the results: documents of the judged queries."""
    grades, rankings = subject.judgements.grades, subject.rankings
    if column == "queries":
        return iter(grades), iter(subject.results.sizes)
    retrieved = (ranking.documents for query, ranking in rankings.items() if query in grades)
    return chain.from_iterable(grades.values()), chain.from_iterable(retrieved)


def parts_mending(subject: Subject, marks: Iterable[str]) -> tuple[Mending, ...]:
    """The mending that takes parts of documents for their documents, whose numbers follow one of these marks."""
    mends = [Mend("results", "documents", "parts", mark) for mark in marks]
    if not mends or any(not mend.value for mend in mends) or not is_safe(subject, mends):
        return ()
    return (Mending(mends[0].label(), tuple(mend.spelled() for mend in mends)),)


def is_safe(subject: Subject, mends: Sequence[Mend]) -> bool:
    """Whether these mends of ids keep different ids apart, and together what is together."""
    own = {
        (side, column): _all(mend for mend in mends if mend[:2] == (side, column)) for side in SIDES for column in IDS
    }
    merging = any(mend.how == "parts" for mend in mends)
    judged, retrieved = subject.judgements.grades, subject.rankings
    queries = own["judgements", "queries"], own["results", "queries"]
    if not (_apart(judged, queries[0]) and _apart(subject.results.sizes, queries[1])):
        return False
    documents = own["judgements", "documents"], own["results", "documents"]
    if any(not _apart(grades, documents[0]) for grades in judged.values()):
        return False
    for query, ranking in retrieved.items():
        if not merging and not _apart(dict.fromkeys(ranking.documents), documents[1]):
            return False
        if query in judged:
            met = judged[query].keys() & set(ranking.documents)
            if any(documents[0](one) != documents[1](one) for one in met) or queries[0](query) != queries[1](query):
                return False
    return True


def _all(mends: Iterable[Mend]) -> Ids:
    """What the mends do to an id, one after the other."""
    changes = [change for mend in mends if (change := mend.on_ids()) is not None]

    def made(text: str) -> str:
        for change in changes:
            text = change(text)
        return text

    return made


def _apart(ids: Iterable[str], change: Ids) -> bool:
    """Whether different ids stay different."""
    given = list(ids)
    return len(set(map(change, given))) == len(given)


def _changes(mend: Mend, ids: Iterable[str]) -> bool:
    change = _all([mend])
    return any(change(one) != one for one in ids)


def _meet(mends: Sequence[Mend], pairs: Iterable[tuple[str, str]]) -> bool:
    changes = [_all(mend for mend in mends if mend.side == side) for side in SIDES]
    return all(changes[0](judged) == changes[1](retrieved) for judged, retrieved in pairs)
