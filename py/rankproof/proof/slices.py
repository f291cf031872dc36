"""What ties and unjudged documents leave open, worked out a little at a time, so that scoring never waits for it."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from time import perf_counter
from typing import Any

from ..asked import Asked
from ..coverage import cover
from ..formats import Judgements, Ranking, Results
from ..scoring import mean
from ..settings import Settings
from . import tieranges, unjudged
from .retied import Retied
from .subject import check_judged
from .tieranges import DECIMALS, Ranges, TieRange, extremes
from .unjudged import Open, Unjudged

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


def bounds_of_query(judgements: Judgements, results: Results, query: str, one: Asked, settings: Settings) -> Json:
    """{"ties", "unjudged"}: what is left open of one query's value. Raises SettingError for one that was not judged."""
    check_judged(judgements, query)
    ranges, left = Ranges(judgements, [one], settings), Open(judgements, [one], settings)
    ranking = _ranking(results, query)
    ranges.add(query, ranking)
    left.add(query, ranking)
    return _bounds(ranges.of_query(query)[0], left.of_query(query)[0])


def bounds_of_mean(judgements: Judgements, results: Results, one: Asked, settings: Settings) -> Steps:
    """The same of the mean, over the queries that the settings average, a query a step."""
    ranges, left = Ranges(judgements, [one], settings), Open(judgements, [one], settings)
    for query in _averaged(judgements, results, settings):
        ranking = _ranking(results, query)
        ranges.add(query, ranking)
        left.add(query, ranking)
        yield
    return _bounds(ranges.found(results)[0].mean, left.found(results)[0])


def _bounds(ranges: TieRange, left: Unjudged) -> Json:
    return {"ties": tieranges.range_json(ranges), "unjudged": unjudged.as_json(left)}


def tie_marks(judgements: Judgements, results: Results, asked: list[Asked], settings: Settings) -> Steps:
    """{"marks": [{"measure", "lowest", "highest"}]}: the means whose range over all orders of tied documents shows."""
    ends: list[tuple[list[float], list[float]]] = [([], []) for _ in asked]
    for query in _averaged(judgements, results, settings):
        of = Retied(query, _ranking(results, query), judgements.grades[query], settings)
        for (low, high), (lowest, highest) in zip(ends, extremes(of, asked), strict=True):
            low.append(lowest)
            high.append(highest)
        yield
    marks = []
    for one, (low, high) in zip(asked, ends, strict=True):
        lowest, highest = mean(low, one), mean(high, one)
        if round(lowest, DECIMALS) != round(highest, DECIMALS):
            marks.append({"measure": one.name, "lowest": lowest, "highest": highest})
    return {"marks": marks}


def _ranking(results: Results, query: str) -> Ranking:
    return results.rankings.get(query) or Ranking([], None)


def _averaged(judgements: Judgements, results: Results, settings: Settings) -> Iterable[str]:
    """The averaged queries in the order in which their values are added."""
    return sorted(cover(judgements, results, settings).averaged)
