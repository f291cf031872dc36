"""Looks for queries and documents that are the same on both sides but for the way in which their ids are written."""

from __future__ import annotations

from ..alike import changes_between, pairs_alike, parent, part_mark
from ..coverage import natural_key
from ..problems import SHOWN_EXAMPLES, counted
from .diagnosis import Diagnosis, Mending, Subject
from .mending import id_mending, parts_mending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Pairs = list[tuple[str, str]]

MOST_DOCUMENTS = 200_000
"""Results that are looked at for documents written differently: enough to tell, and quick."""

MOST_MARKS = 3
"""Marks of parts that a mending may have to look for: more of them are no system."""


def query_ids(subject: Subject) -> Iterator[Diagnosis]:
    """Judged queries that the results miss, and hold under an id that differs in writing only."""
    judged, retrieved = subject.judgements.grades.keys(), subject.results.sizes.keys()
    missing = sorted(judged - retrieved, key=natural_key)
    extra = sorted(retrieved - judged, key=natural_key)
    if not missing or not extra:
        return
    for change in changes_between(missing, extra):
        pairs = list(pairs_alike(missing, extra, change))
        if pairs:
            text = (
                f"{counted(len(pairs), 'judged query')} without results and as many queries without judgements differ "
                f"{change.differ}: {_shown(pairs)}."
            )
            kept = "left out of the means" if subject.settings.queries == "both" else "scored 0"
            effect = f"Such a judged query is {kept}, and the results under the other id are not scored."
            if judged.isdisjoint(retrieved):
                effect = "No query is left that could be scored."
            mendings = id_mending(subject, "queries", change.name, pairs)
            mend = change.mend
            yield Diagnosis("queries-differ", text, effect, mend, len(pairs), _examples(pairs), mendings)


def document_ids(subject: Subject) -> Iterator[Diagnosis]:
    """Judged documents that were not retrieved, and unjudged ones that were, whose ids differ in writing only."""
    unmatched = [(missing, extra) for missing, extra in _unmatched(subject) if missing and extra]
    if not unmatched:
        return
    all_missing = list(dict.fromkeys(one for missing, _ in unmatched for one in missing))
    all_extra = list(dict.fromkeys(one for _, extra in unmatched for one in extra))
    for change in changes_between(all_missing, all_extra):
        if set(map(change.alike, all_missing)).isdisjoint(map(change.alike, all_extra)):
            continue
        pairs = [pair for missing, extra in unmatched for pair in pairs_alike(missing, extra, change)]
        if pairs:
            text = (
                f"{counted(len(pairs), 'retrieved document')} without a judgement and as many judged documents that "
                f"were not retrieved differ {change.differ}: {_shown(pairs)}."
            )
            effect = "Such a result counts as not relevant, and the judged document as not retrieved."
            mendings = id_mending(subject, "documents", change.name, pairs)
            mend = change.mend
            examples = _examples(pairs)
            yield Diagnosis(
                "documents-differ", text, effect, mend, len(pairs), examples, mendings, replaces=("none-judged",)
            )


def parts_of_documents(subject: Subject) -> Iterator[Diagnosis]:
    """Retrieved parts of judged documents, or retrieved documents of which parts are judged."""
    retrieved_parts: Pairs = []
    judged_parts: Pairs = []
    for missing, extra in _unmatched(subject, all_judged=True):
        retrieved_parts += _parts(extra, missing)
        judged_parts += [(part, whole) for whole, part in _parts(missing, extra)]
    if retrieved_parts:
        yield Diagnosis(
            "parts-retrieved",
            f"{counted(len(retrieved_parts), 'result')} without a judgement {_looks(retrieved_parts)} of a document "
            f"that is judged under its own id: {_shown(retrieved_parts)}.",
            "A part counts as unjudged, and so as not relevant, whatever the grade of its document.",
            "keep the best part of each document in the run, under the document’s id, or judge the parts",
            len(retrieved_parts),
            _examples(retrieved_parts),
            _parts_mending(subject, retrieved_parts),
            replaces=("none-judged",),
        )
    if judged_parts:
        yield Diagnosis(
            "parts-judged",
            f"{counted(len(judged_parts), 'judged id')} not retrieved {_looks(judged_parts)} of a document that was "
            f"retrieved under its own id: {_shown(judged_parts)}.",
            "The document counts as unjudged, and its parts as not retrieved.",
            "put the parts’ ids into the run, or judge whole documents",
            len(judged_parts),
            _examples(judged_parts),
        )


def _unmatched(subject: Subject, *, all_judged: bool = False) -> Iterator[tuple[list[str], list[str]]]:
    """For each query: judged documents that were not retrieved, and retrieved ones that were not judged.

    all_judged: the judged documents that were retrieved too, since parts may be retrieved beside their document.
    """
    looked_at = 0
    grades = subject.judgements.grades
    for query in sorted(grades.keys() & subject.rankings.keys(), key=natural_key):
        if looked_at > MOST_DOCUMENTS:
            return
        judged, retrieved = grades[query], subject.rankings[query].documents
        looked_at += len(retrieved)
        known = set(retrieved)
        missing = [document for document in judged if all_judged or document not in known]
        yield missing, [document for document in retrieved if document not in judged] if missing else []


def _parts(parts: Iterable[str], wholes: Iterable[str]) -> Pairs:
    """(document, part) for each id that is a part of one of these documents."""
    known = set(wholes)
    return [(whole, part) for part in parts if (whole := parent(part)) in known]


def _parts_mending(subject: Subject, pairs: Pairs) -> tuple[Mending, ...]:
    # By falling length, so that “_chunk_” is looked for before “_”.
    marks = sorted(dict.fromkeys(part_mark(*pair) for pair in pairs), key=len, reverse=True)
    return parts_mending(subject, marks) if len(marks) <= MOST_MARKS else ()


def _looks(pairs: Pairs) -> str:
    return "looks like a part" if len(pairs) == 1 else "look like parts"


def _shown(pairs: Pairs) -> str:
    (judged, retrieved), *more = pairs
    first = f"{judged} in the judgements, {retrieved} in the results"
    return "; ".join([first, *(f"{one}, {other}" for one, other in more[: SHOWN_EXAMPLES - 1])]) + (
        f" and {len(pairs) - SHOWN_EXAMPLES:,} more" if len(pairs) > SHOWN_EXAMPLES else ""
    )


def _examples(pairs: Pairs) -> tuple[str, ...]:
    return tuple(retrieved for _, retrieved in pairs[:SHOWN_EXAMPLES])
