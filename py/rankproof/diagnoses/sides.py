"""Looks for judgements and results that have changed places, where both can be read as what they are not."""

from __future__ import annotations

from itertools import pairwise

from ..coverage import natural_key
from ..mends import SWAP
from ..problems import SHOWN_EXAMPLES, listed
from .diagnosis import Diagnosis, Mending, Subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LARGEST_USUAL_GRADE = 5
"""Grades are mostly 0 to 4; a click or star more does no harm."""

TELLING = 3
"""So many documents of a query have to be there for their numbers to say what they are."""


def swapped(subject: Subject) -> Iterator[Diagnosis]:
    """Judgements whose grades run as ranks or scores do, beside results whose scores are like grades."""
    judged = {query: list(grades.values()) for query, grades in subject.judgements.grades.items()}
    judged = {query: grades for query, grades in judged.items() if len(grades) >= TELLING}
    ranked = [one.scores for one in subject.rankings.values() if one.scores]
    if not judged or not ranked or not all(map(_in_order, judged.values())) or not all(map(_like_grades, ranked)):
        return
    # Else both sides may hold anything: judged in an order, and scored in whole numbers.
    if not any(len(set(scores)) < len(scores) and not _falls(scores) for scores in ranked):
        return
    queries = sorted(judged, key=natural_key)
    text = (
        f"The grades of every judged query with {TELLING} documents or more ({listed(queries)}) run like ranks or "
        f"scores, and the scores of the results are whole numbers from 0 to {LARGEST_USUAL_GRADE}, as grades are: "
        "judgements and results seem to have changed places."
    )
    effect = "Every number is worked out with the two the wrong way round."
    mend = "give the judgements first, and the results second"
    examples = tuple(queries[:SHOWN_EXAMPLES])
    mending = Mending("Swap judgements and results", (SWAP,))
    yield Diagnosis("swapped", text, effect, mend, len(queries), examples, (mending,))


def _in_order(grades: Sequence[int]) -> bool:
    """Whether each is smaller, or each larger, than the one before it, as no grades of so many documents are."""
    rising = all(before < after for before, after in pairwise(grades))
    return rising or all(before > after for before, after in pairwise(grades))


def _falls(scores: Sequence[float]) -> bool:
    return all(before >= after for before, after in pairwise(scores))


def _like_grades(scores: Sequence[float]) -> bool:
    """Whether these are small whole numbers; a column read as ranks has its numbers negated."""
    return all(abs(score) <= LARGEST_USUAL_GRADE and score == int(score) for score in set(scores))
