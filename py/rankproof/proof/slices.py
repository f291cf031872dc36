"""What ties and unjudged documents leave open, worked out a little at a time, so that scoring never waits for it."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from time import perf_counter
from typing import Any

from ..asked import Asked
from ..coverage import cover
from ..formats import Judgements, Ranking, Results
from ..measures import Workings
from ..scoring import mean
from ..settings import Settings
from . import tieranges, unjudged
from .orders import Tied, tied
from .retied import Retied
from .subject import check_judged, settings_of, subject
from .tieranges import DECIMALS, TieRange, extremes, query_range

Json = dict[str, Any]
Steps = Generator[None, None, Json]
"""Yields after each query, and returns the answer."""


class Slices:
    """Work that goes on where it stopped, for as long as the same is asked for; something else takes its place."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._steps: Steps | None = None
        self._answer: Json | None = None

    def go_on(self, of: tuple[object, ...], steps: Steps, seconds: float) -> Json | None:
        """The answer, or None where it takes longer than so many seconds; asked again, the work goes on.

        of: what the work is of; steps: it, unless it has begun already.
        """
        if not _same(self._of, of):
            self._of, self._steps, self._answer = of, steps, None
        until = perf_counter() + seconds
        while self._answer is None and self._steps is not None:
            try:
                next(self._steps)
            except StopIteration as end:
                self._answer, self._steps = end.value, None
            if self._answer is None and perf_counter() > until:
                return None
        return self._answer


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Whether work of the one is work of the other; inputs are the same only if nobody has read them anew."""
    inputs = (Judgements, Results)
    return len(one) == len(other) and all(
        mine is theirs or (not isinstance(mine, inputs) and mine == theirs)
        for mine, theirs in zip(one, other, strict=True)
    )


class Query:
    """One query under ties, as several measures see it; those of the same settings share the work."""

    def __init__(self, judgements: Judgements, results: Results, query: str, settings: Settings) -> None:
        self._data = (judgements, results, query)
        self._settings = settings
        ranking = results.rankings.get(query) or Ranking([], None)
        self._retied = Retied(query, ranking, judgements.grades[query], settings)
        self._known: dict[Settings, tuple[Tied, Workings]] = {}

    def tied(self, one: Asked) -> Tied:
        """The results in groups of equal scores."""
        return self._joined(one)[0]

    def value(self, one: Asked) -> float:
        """The measure by the settings' rule."""
        return one.definition.formula(self._joined(one)[1], one.parameters)

    def _joined(self, one: Asked) -> tuple[Tied, Workings]:
        own = settings_of(one, self._settings)
        if own not in self._known:
            of = subject(*self._data, one, self._settings)
            self._known[own] = tied(self._retied, own), Workings(of.state)
        return self._known[own]


def bounds_of_query(judgements: Judgements, results: Results, query: str, one: Asked, settings: Settings) -> Json:
    """{"ties", "unjudged"}: what is left open of one query's value. Raises SettingError for one that was not judged."""
    check_judged(judgements, query)
    of = Query(judgements, results, query, settings)
    ranges = query_range(of.tied(one), one, of.value(one))
    return _bounds(ranges, unjudged.unjudged_of_query(judgements, results, query, one, settings))


def bounds_of_mean(judgements: Judgements, results: Results, one: Asked, settings: Settings) -> Steps:
    """The same of the mean, over the queries that the settings average, a query a step."""
    ranges: dict[str, TieRange] = {}
    open_ones = []
    for query in _averaged(judgements, results, settings):
        of = Query(judgements, results, query, settings)
        ranges[query] = query_range(of.tied(one), one, of.value(one))
        open_ones.append(unjudged.unjudged_of_query(judgements, results, query, one, settings))
        yield
    value = mean([found.value for found in ranges.values()], one)
    return _bounds(tieranges.of_mean(one, value, ranges), unjudged.of_mean(one, open_ones))


def _bounds(ranges: TieRange, left: unjudged.Unjudged) -> Json:
    return {"ties": tieranges.range_json(ranges), "unjudged": unjudged.as_json(left)}


def tie_marks(judgements: Judgements, results: Results, asked: list[Asked], settings: Settings) -> Steps:
    """{"marks": [{"measure", "lowest", "highest"}]}: the means whose range over all orders of tied documents shows."""
    ends: list[tuple[list[float], list[float]]] = [([], []) for _ in asked]
    for query in _averaged(judgements, results, settings):
        of = Query(judgements, results, query, settings)
        for one, (low, high) in zip(asked, ends, strict=True):
            lowest, highest = extremes(of.tied(one), one, of.value(one))
            low.append(lowest)
            high.append(highest)
        yield
    marks = []
    for one, (low, high) in zip(asked, ends, strict=True):
        lowest, highest = mean(low, one), mean(high, one)
        if round(lowest, DECIMALS) != round(highest, DECIMALS):
            marks.append({"measure": one.name, "lowest": lowest, "highest": highest})
    return {"marks": marks}


def _averaged(judgements: Judgements, results: Results, settings: Settings) -> Iterable[str]:
    """The averaged queries in the order in which their values are added."""
    return sorted(cover(judgements, results, settings).averaged)
