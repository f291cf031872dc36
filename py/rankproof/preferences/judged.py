"""Preferences as judges state them: documents at levels within groups and subgroups."""

from __future__ import annotations

from collections.abc import Mapping

from ..record import Record


class Preference(Record):
    """One judged document: of two documents in one subgroup of a group, the one with the higher level is preferred.

    Levels only order a subgroup, except that above 0 means relevant and 0 means not relevant. trec_eval's documents
    call the groups `ujg` (a user at one time) and `ujsubg`.
    """

    judgement_group: str
    subgroup: str
    level: float
    document: str


class PreferenceError(ValueError):
    """Preferences of one group that contradict each other; trec_eval stops there too."""

    def __init__(self, message: str, judgement_group: str, documents: tuple[str, ...]) -> None:
        self.judgement_group = judgement_group
        self.documents = documents
        super().__init__(message)


def from_grades(grades: Mapping[str, int]) -> list[Preference]:
    """The preferences that grades imply: one group, one subgroup, any higher grade preferred to any lower.

    This is how trec_eval's qrels_prefs reads a query whose iteration column is the same throughout. A grade below 0 is
    there a level like any other, lower than 0.
    """
    return [Preference("0", "0", float(grade), document) for document, grade in grades.items()]
