"""Looks for queries and documents that are the same on both sides but for the way in which their ids are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..alike import CHANGES, Change, pairs_alike, parent
from ..coverage import natural_key
from ..formats import Judgements, Results
from ..problems import SHOWN_EXAMPLES, counted, listed
from .diagnosis import Diagnosis

MOST_DOCUMENTS = 200_000
"""Results that are looked at for documents written differently: enough to tell, and quick."""


def query_ids(judgements: Judgements, results: Results) -> Iterator[Diagnosis]:
    """Judged queries that the results miss, and hold under an id that differs in writing only."""
    missing = sorted(judgements.grades.keys() - results.sizes.keys(), key=natural_key)
    extra = sorted(results.sizes.keys() - judgements.grades.keys(), key=natural_key)
    for change in CHANGES:
        pairs = list(pairs_alike(missing, extra, change))
        if pairs:
            text = (
                f"{counted(len(pairs), 'judged query')} without results and as many queries without judgements differ "
                f"{change.differ}: {_shown(pairs)}."
            )
            yield Diagnosis("queries-differ", text, _mend("query ids", change), len(pairs), _examples(pairs))


def document_ids(judgements: Judgements, results: Results) -> Iterator[Diagnosis]:
    """Judged documents that were not retrieved, and unjudged ones that were, whose ids differ in writing only."""
    found: dict[Change, list[tuple[str, str]]] = {}
    for missing, extra in _unmatched(judgements, results):
        for change in CHANGES:
            found.setdefault(change, []).extend(pairs_alike(missing, extra, change))
    for change, pairs in found.items():
        if pairs:
            text = (
                f"{counted(len(pairs), 'retrieved document')} without a judgement and as many judged documents that "
                f"were not retrieved differ {change.differ}: {_shown(pairs)}."
            )
            yield Diagnosis("documents-differ", text, _mend("document ids", change), len(pairs), _examples(pairs))


def parts_of_documents(judgements: Judgements, results: Results) -> Iterator[Diagnosis]:
    """Retrieved parts of judged documents, or retrieved documents of which parts are judged."""
    retrieved_parts: list[tuple[str, str]] = []
    judged_parts: list[tuple[str, str]] = []
    for missing, extra in _unmatched(judgements, results, at_least=0):
        retrieved_parts += _parts(extra, missing)
        judged_parts += [(part, whole) for whole, part in _parts(missing, extra)]
    if retrieved_parts:
        yield Diagnosis(
            "parts-retrieved",
            f"{counted(len(retrieved_parts), 'result')} without a judgement {_looks(retrieved_parts)} of a document "
            f"that is judged under its own id: {_shown(retrieved_parts)}.",
            "keep the best part of each document in the run, under the document’s id, or judge the parts",
            len(retrieved_parts),
            _examples(retrieved_parts),
        )
    if judged_parts:
        yield Diagnosis(
            "parts-judged",
            f"{counted(len(judged_parts), 'judged id')} not retrieved {_looks(judged_parts)} of a document that was "
            f"retrieved under its own id: {_shown(judged_parts)}.",
            "put the parts’ ids into the run, or judge whole documents",
            len(judged_parts),
            _examples(judged_parts),
        )


def query_among_results(_judgements: Judgements, results: Results) -> Iterator[Diagnosis]:
    """Queries whose own id stands among their results."""
    found = [query for query, ranking in results.rankings.items() if query in ranking.documents]
    if found:
        found.sort(key=natural_key)
        has, its = ("has a document with its", "is") if len(found) == 1 else ("have a document with their", "are")
        text = (
            f"{counted(len(found), 'query')} {has} own id among the results ({listed(found)}). Nothing is removed: "
            f"by itself that {its} right where ids coincide by accident."
        )
        mend = "if queries are searched among themselves, take the query out of its own results before scoring"
        yield Diagnosis("query-retrieved", text, mend, len(found), tuple(found[:SHOWN_EXAMPLES]))


def _unmatched(judgements: Judgements, results: Results, at_least: int = 1) -> Iterator[tuple[list[str], list[str]]]:
    """For each query: judged documents that were not retrieved, and retrieved ones that were not judged."""
    looked_at = 0
    for query in sorted(judgements.grades.keys() & results.rankings.keys(), key=natural_key):
        if looked_at > MOST_DOCUMENTS:
            return
        judged, retrieved = judgements.grades[query], results.rankings[query].documents
        looked_at += len(retrieved)
        known = set(retrieved)
        missing = [document for document in judged if document not in known]
        extra = [document for document in retrieved if document not in judged]
        # A part of a document may be retrieved beside the document itself.
        yield (missing if at_least else list(judged)), extra


def _parts(parts: Iterable[str], wholes: Iterable[str]) -> list[tuple[str, str]]:
    """(document, part) for each id that is a part of one of these documents."""
    known = set(wholes)
    return [(whole, part) for part in parts if (whole := parent(part)) in known]


def _looks(pairs: list[tuple[str, str]]) -> str:
    return "looks like a part" if len(pairs) == 1 else "look like parts"


def _shown(pairs: list[tuple[str, str]]) -> str:
    return listed([f"{judged} in the judgements, {retrieved} in the results" for judged, retrieved in pairs])


def _examples(pairs: list[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(retrieved for _, retrieved in pairs[:SHOWN_EXAMPLES])


def _mend(what: str, change: Change) -> str:
    return change.mend if "ids" in change.mend else f"write the {what} alike on both sides"
