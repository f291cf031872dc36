"""Joins a ranking with preferences: what the preference measures need of one query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import isnan
from operator import attrgetter

from .groups import Group, form_group
from .judged import Preference, PreferenceError
from .pairs import PairSums, pair_sums


@dataclass(frozen=True)
class PreferenceCounts:
    """What the preference measures need of one query: judged documents by place, how many are retrieved, the groups."""

    documents: tuple[str, ...]
    retrieved: int
    groups: tuple[Group, ...]

    @cached_property
    def pairs(self) -> PairSums:
        """How pairs of documents fare over all groups; groups may contradict each other."""
        return pair_sums(self.groups, len(self.documents), self.retrieved)


def count(documents: Sequence[str], preferences: Sequence[Preference]) -> PreferenceCounts:
    """The preferences that a ranking fulfils, by group; groups come in the order of their names.

    `documents` is the ranking, best first, cut and free of repeats. trec_eval breaks ties by ascending id here, the
    other way round than for all other measures. A query missing from the results is an empty ranking.

    Raises PreferenceError where a group contradicts itself.
    """
    places = _places(documents, preferences)
    retrieved = len(places.keys() & set(documents))
    ordered = sorted(preferences, key=lambda one: (one.judgement_group, one.subgroup, -one.level, places[one.document]))
    return PreferenceCounts(
        tuple(places),
        retrieved,
        tuple(
            form_group(name, list(stated), places, retrieved)
            for name, stated in groupby(ordered, attrgetter("judgement_group"))
        ),
    )


def _places(documents: Sequence[str], preferences: Iterable[Preference]) -> dict[str, int]:
    """Judged documents and their places."""
    unseen: set[str] = set()
    for preference in preferences:
        if isnan(preference.level):
            message = f"the level of document '{preference.document}' is not a number"
            raise PreferenceError(message, preference.judgement_group, (preference.document,))
        unseen.add(preference.document)
    places: dict[str, int] = {}
    for document in documents:
        if document in unseen:
            unseen.remove(document)
            places[document] = len(places)
    for document in sorted(unseen):
        places[document] = len(places)
    return places
