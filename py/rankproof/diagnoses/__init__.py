"""Tells what looks wrong with judgements and a run, always with ids as evidence and a mend; nothing is changed."""

from __future__ import annotations

from ..formats import Judgements, Ranking, Results
from ..mends import SWAP
from ..problems import Note
from ..scoring import SAMPLE_ROWS
from ..settings import Settings
from .diagnosis import Diagnosis, Mending, Subject
from .extent import covered, judged_at_top, query_among_results
from .ids import document_ids, parts_of_documents, query_ids
from .scores import direction, distinct
from .sides import swapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    Check = Callable[[Subject], Iterator[Diagnosis]]

__all__ = [
    "CHECKS",
    "Diagnosis",
    "Mending",
    "as_json",
    "as_note",
    "diagnose",
    "diagnose_sample",
    "in_words",
    "notes_with",
]

CHECKS: tuple[Check, ...] = (
    swapped,
    query_ids,
    document_ids,
    parts_of_documents,
    covered,
    direction,
    distinct,
    judged_at_top,
    query_among_results,
)
"""In the order in which what they find is told: causes before effects."""

CAUSES = {
    # An id with “.0” at its end looks like a part, too.
    "parts-retrieved": ("documents-differ",),
    "parts-judged": ("documents-differ",),
    "few-queries": ("queries-differ",),
    "top-unjudged": ("documents-differ", "parts-retrieved"),
}
"""What need not be told where other things that look wrong are the cause of half of it or more."""


def diagnose(judgements: Judgements, results: Results, settings: Settings | None = None) -> list[Diagnosis]:
    """What looks wrong with a run that was read as a whole, against these judgements, scored with these settings."""
    return _found(Subject(judgements, results, results.rankings, settings or Settings()))


def diagnose_sample(judgements: Judgements, results: Results, settings: Settings) -> list[Diagnosis]:
    """The same for what is at hand of a run that was scored, in a time that does not grow with it.

    Which queries have results is known of all; document ids, ranks and scores are looked at in a sample of the judged
    queries, which is all of a small run.
    """
    sample = _sample(judgements, results)
    judged = sum(1 for query in judgements.grades if results.sizes.get(query))
    whole = len(sample) == judged
    return _found(Subject(judgements, results, sample, settings, whole))


def as_note(one: Diagnosis) -> Note:
    """What the command line says of it among the notes of the scores."""
    return Note(one.level, one.code, in_words(one), one.many, examples=one.examples)


def as_json(one: Diagnosis) -> dict[str, Any]:
    """A diagnosis as plain data, without what is meant for notes."""
    given = one._asdict()
    del given["replaces"]
    return {**given, "mendings": [mending._asdict() for mending in one.mendings]}


def in_words(one: Diagnosis) -> str:
    """Evidence, effect and mend, with the options that make the mend here."""
    return f"{one.text} {one.effect} Mend: {one.mend}{''.join(map(_options, one.mendings))}."


def _options(mending: Mending) -> str:
    if mending.mends == (SWAP,):
        return ""
    return ", or give " + " ".join(f"--mend {quoted(mend)}" for mend in mending.mends)


def quoted(word: str) -> str:
    """A word as a shell takes it."""
    plain = all(sign.isalnum() or sign in ":=._/@-" for sign in word)
    return word if plain else "'" + word.replace("'", "'\\''") + "'"


def notes_with(found: Iterable[Diagnosis], notes: Iterable[Note]) -> list[Note]:
    """The notes without those that a diagnosis makes superfluous."""
    said = {code for one in found for code in one.replaces}
    return [note for note in notes if note.code not in said]


def _sample(judgements: Judgements, results: Results) -> dict[str, Ranking]:
    """The first judged queries' rankings, as they were kept while the run was scored, or from all of them."""
    if results.sample or not results.rankings:
        return results.sample
    sample: dict[str, Ranking] = {}
    left = SAMPLE_ROWS
    for query, ranking in results.rankings.items():
        if query in judgements.grades and ranking.documents and left > 0:
            sample[query] = ranking
            left -= len(ranking.documents)
    return sample


def _found(subject: Subject) -> list[Diagnosis]:
    found = [one for check in CHECKS for one in check(subject)]
    told = [one for one in found if not _is_effect(one, found)]
    if subject.whole:
        return told
    looked_at = f" Looked at: the first {len(subject.rankings):,} queries; rankproof check looks at all."
    return [one if one.code in OF_ALL else one._replace(text=one.text + looked_at) for one in told]


OF_ALL = ("queries-differ", "few-queries")
"""What can be told of the whole run whatever is kept of it."""


def _is_effect(one: Diagnosis, found: Iterable[Diagnosis]) -> bool:
    causes = CAUSES.get(one.code, ())
    return 2 * sum(other.many for other in found if other.code in causes) >= one.many and bool(causes)
