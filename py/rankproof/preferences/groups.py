"""Forms the preferences of one judgement group and counts them.

In a group with one subgroup every document is preferred to all of a lower level. In a group of several subgroups, which
may each compare only some documents, the preferences are the transitive closure of those that the subgroups state.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from ..record import Record
from .closure import close
from .judged import Preference, PreferenceError
from .tally import Ratio, Rows, Tally, tally

UNCOUNTED_LEVEL = -3.0
"""trec_eval 10.0 starts its count of a group's levels at this value, so a highest level equal to it is not counted."""


class Group(Record):
    """The preferences of one judgement group.

    `levelled` counts them with as many documents that are not relevant as relevant ones, and `levelled_retrieved` does
    so among the retrieved documents: see prefs_avgjg_Rnonrel.
    """

    name: str
    rows: Rows
    tally: Tally
    levelled: Ratio
    levelled_retrieved: Ratio


def form_group(name: str, stated: list[Preference], places: Mapping[str, int], retrieved: int) -> Group:
    """One group, from its preferences sorted by subgroup, then falling level, then place."""
    subgroups = [list(members) for _, members in groupby(stated, attrgetter("subgroup"))]
    if len(subgroups) == 1:
        return _complete_group(name, subgroups[0], places, retrieved)
    return _partial_group(name, subgroups, places, retrieved)


def _complete_group(name: str, members: list[Preference], places: Mapping[str, int], retrieved: int) -> Group:
    """A group with one subgroup: levels, each a class of equals."""
    levels = {
        level: [places[member.document] for member in equals] for level, equals in groupby(members, attrgetter("level"))
    }
    if members[0].level == UNCOUNTED_LEVEL:
        del levels[members[-1].level]
    _refuse_two_levels(name, levels, tuple(places))
    classes = list(levels.values())
    rows = _rows(classes)
    counted = tally(rows, retrieved)
    relevant = [place for level, equals in levels.items() if level > 0 for place in equals]
    others = [place for level, equals in levels.items() if level <= 0 for place in equals]
    found, rejected = (sum(place < retrieved for place in judged) for judged in (relevant, others))

    more, more_retrieved = len(relevant) - len(others), found - rejected
    if more >= 0:
        levelled = _filled_up(counted.all, found, len(relevant), more)
    else:
        levelled = tally(_cut_rows(classes, len(relevant)), retrieved).all
    if more_retrieved >= 0:
        levelled_retrieved = _filled_up(counted.both, found, len(relevant), more_retrieved)
    else:
        levelled_retrieved = tally(_cut_rows(classes, found), retrieved).both
    return Group(name, rows, counted, levelled, levelled_retrieved)


def _rows(classes: Sequence[list[int]]) -> list[tuple[int, list[int]]]:
    """Every document with those in lower classes; documents of one class share one list."""
    rows: list[tuple[int, list[int]]] = []
    lower: list[int] = []
    for members in reversed(classes):
        rows += [(place, lower) for place in members]
        lower = sorted(lower + members)
    return rows


def _cut_rows(classes: list[list[int]], kept: int) -> list[tuple[int, list[int]]]:
    """The rows when only the best-ranked documents of the last class are kept, as trec_eval counts them.

    It also compares the last class with those kept of its own, which is not what its manual says. Where levels below 0
    make the last class smaller than `kept`, it reads past its end and prints what it finds there; here the class is
    then taken whole.
    """
    nonrelevant = classes[-1][:kept]
    return _rows(classes[:-1]) + [(place, nonrelevant) for members in classes for place in members]


def _filled_up(counted: Ratio, relevant_retrieved: int, relevant: int, missing: int) -> Ratio:
    """As if so many more documents had been judged not relevant, and none of them retrieved."""
    return Ratio(counted.fulfilled + relevant_retrieved * missing, counted.possible + relevant * missing)


def _partial_group(name: str, subgroups: list[list[Preference]], places: Mapping[str, int], retrieved: int) -> Group:
    """A group of several subgroups: an order in which some documents are not compared."""
    documents = tuple(places)
    levels = _last_levels(name, subgroups, places)
    rows, contradiction = close(
        [
            [[places[member.document] for member in equals] for _, equals in groupby(members, attrgetter("level"))]
            for members in subgroups
        ]
    )
    if contradiction:
        first, second = (documents[place] for place in contradiction)
        message = f"judgement group '{name}' prefers '{first}' to '{second}' and '{second}' to '{first}'"
        raise PreferenceError(message, name, (first, second))
    counted = tally(rows, retrieved)
    relevant = sum(level > 0 for level in levels.values())
    found = sum(level > 0 for place, level in levels.items() if place < retrieved)
    others = sorted(place for place, level in levels.items() if level == 0)
    rejected = bisect_left(others, retrieved)

    # Both keep as many as there are relevant documents, retrieved or not: so does trec_eval.
    kept = tally(_without(rows, frozenset(others[relevant:])), retrieved)
    more, more_retrieved = relevant - len(others), found - rejected
    return Group(
        name,
        rows,
        counted,
        _filled_up(counted.all, found, relevant, more) if more >= 0 else kept.all,
        _filled_up(counted.both, found, relevant, more_retrieved) if more_retrieved >= 0 else kept.both,
    )


def _without(rows: Rows, left_out: frozenset[int]) -> Rows:
    """The rows free of some documents."""
    if not left_out:
        return rows
    return [(place, [it for it in lower if it not in left_out]) for place, lower in rows if place not in left_out]


def _last_levels(name: str, subgroups: list[list[Preference]], places: Mapping[str, int]) -> dict[int, float]:
    """The level of each document: where it has several, the lowest in the last subgroup."""
    levels: dict[int, float] = {}
    for members in subgroups:
        for _, _, level, document in members:
            known = levels.get(places[document], -1.0)
            if (known > 0 and level == 0) or (known == 0 and level > 0):
                message = f"document '{document}' has level 0 and a higher level in judgement group '{name}'"
                raise PreferenceError(message, name, (document,))
            levels[places[document]] = level
    return levels


def _refuse_two_levels(name: str, levels: Mapping[float, list[int]], documents: tuple[str, ...]) -> None:
    """A subgroup that gives one document two levels prefers it to itself."""
    first: dict[int, float] = {}
    for level, members in levels.items():
        for place in members:
            if first.setdefault(place, level) != level:
                levels_of = f"levels {first[place]:g} and {level:g}"
                message = f"document '{documents[place]}' has {levels_of} in one subgroup of judgement group '{name}'"
                raise PreferenceError(message, name, (documents[place],))
