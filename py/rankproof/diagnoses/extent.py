"""Looks for results that cover few of the judged queries, for unjudged top results, and for queries among their own."""

from __future__ import annotations

from ..coverage import natural_key
from ..problems import SHOWN_EXAMPLES, counted, listed
from ..ranking import order
from .diagnosis import Diagnosis, Subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HALF = 0.5


def covered(subject: Subject) -> Iterator[Diagnosis]:
    """Results for fewer than half of the judged queries."""
    grades, sizes = subject.judgements.grades, subject.results.sizes
    missing = sorted((query for query in grades if not sizes.get(query)), key=natural_key)
    judged = len(grades)
    if len(missing) > HALF * judged:
        text = (
            f"Only {judged - len(missing):,} of {counted(judged, 'judged query')} have results; missing are "
            f"{listed(missing)}."
        )
        effect = "Each of the missing queries scores 0 on every measure, and the means are that much lower."
        mend = "check that the run is whole and of the same split, or average over the retrieved queries only"
        if subject.settings.queries == "both":
            effect = "The means are taken over the others only, and hold for no more than these."
            mend = "check that the run is whole and of the same split"
        examples = tuple(missing[:SHOWN_EXAMPLES])
        yield Diagnosis("few-queries", text, effect, mend, len(missing), examples, replaces=("queries-missing",))


def judged_at_top(subject: Subject) -> Iterator[Diagnosis]:
    """Top results of which more than half are unjudged."""
    settings = subject.settings
    # Of a run that is not looked at as a whole, a note of the scores has the exact number.
    if settings.unjudged == "removed" or not subject.whole:
        return
    grades = subject.judgements.grades
    top = unjudged = 0
    queries = []
    for query in grades.keys() & subject.rankings.keys():
        judged = grades[query]
        first = order(subject.rankings[query], settings.ties).documents[: settings.k]
        without = sum(judged.get(document, -1) < 0 for document in first)
        top += len(first)
        unjudged += without
        if without > HALF * len(first):
            queries.append(query)
    if unjudged <= HALF * top:
        return
    queries.sort(key=natural_key)
    text = f"{unjudged:,} of the {top:,} results in the top {settings.k} are unjudged ({listed(queries)})."
    effect = "They count as not relevant, so that the scores are lower bounds of what full judgements would give."
    each = sum(map(len, grades.values())) / len(grades)
    few = each < settings.k
    if few:
        mend = (
            f"there are {each:.3g} judgements for each query, so that is to be expected: use measures for sparse "
            "judgements, such as RR or recall, and compare runs with care"
        )
    else:
        mend = (
            "check that the judgements are for these documents; if they are, look at Judged@k, and at the scores with "
            "unjudged documents removed"
        )
    examples = tuple(queries[:SHOWN_EXAMPLES])
    level = "info" if few else "warning"
    yield Diagnosis(
        "top-unjudged", text, effect, mend, unjudged, examples, level=level, replaces=("unjudged-in-top-k",)
    )


def query_among_results(subject: Subject) -> Iterator[Diagnosis]:
    """Queries whose own id stands among their results."""
    found = [query for query, ranking in subject.rankings.items() if query in ranking.documents]
    if not found:
        return
    found.sort(key=natural_key)
    has = "has a document with its" if len(found) == 1 else "have a document with their"
    ranked = {query: order(subject.rankings[query], subject.settings.ties).documents for query in found}
    first = sum(documents[0] == query for query, documents in ranked.items())
    text = f"{counted(len(found), 'query')} {has} own id among the results ({listed(found)})"
    unjudged = sum(query not in subject.judgements.grades.get(query, ()) for query in found)
    effect = "Nothing is removed: where ids coincide by accident, that is right."
    if unjudged:
        effect += f" {counted(unjudged, 'such document')} {'is' if unjudged == 1 else 'are'} unjudged, and only take"
        effect += f"{'s' if unjudged == 1 else ''} a rank from the others."
    mend = "if queries are searched among themselves, take the query out of its own results before scoring"
    # A query finds itself first; ids that coincide stand anywhere.
    level = "warning" if first > HALF * len(subject.rankings) and unjudged else "info"
    text += f", {first:,} of them first." if first and len(found) > 1 else ", at rank 1." if first else "."
    yield Diagnosis("query-retrieved", text, effect, mend, len(found), tuple(found[:SHOWN_EXAMPLES]), level=level)
