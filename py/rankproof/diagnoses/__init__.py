"""Tells what looks wrong with judgements and a run, always with ids as evidence and a mend; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..formats import Judgements, Results
from .diagnosis import Diagnosis
from .extent import covered, judged_at_top
from .ids import document_ids, parts_of_documents, query_among_results, query_ids
from .scores import direction, distinct

__all__ = ["CHECKS", "Diagnosis", "diagnose"]

Check = Callable[[Judgements, Results], Iterator[Diagnosis]]

CHECKS: tuple[Check, ...] = (
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


def diagnose(judgements: Judgements, results: Results) -> list[Diagnosis]:
    """What looks wrong with a run that was read as a whole, against these judgements."""
    return [found for check in CHECKS for found in check(judgements, results)]
