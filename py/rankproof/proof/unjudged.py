"""What unjudged documents leave open: how many stand in the top k, and a measure's value if each were relevant."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..asked import Asked
from ..coverage import cover
from ..formats import Judgements, Ranking, Results
from ..ranking import Ordered, QueryState, join, order
from ..scoring import mean, measure
from ..settings import Settings
from .growing import of_run


class Unjudged(NamedTuple):
    """A measure's mean, by what is made of unjudged results.

    unjudged of results: in the top k of the averaged queries. not_relevant: each of them counts as not relevant;
    relevant: each in the top k (everywhere for a measure without a cut-off) as relevant, at the lowest relevant grade,
    and so among all relevant documents of its query; removed: taken out first (trec_eval -J). The
    first two need not be the lowest and highest: more relevant documents make recall harder.
    """

    one: Asked
    unjudged: int
    results: int
    not_relevant: float
    relevant: float
    removed: float


def unjudged(
    judgements: Judgements,
    results: Results,
    asked: list[Asked],
    settings: Settings,
    tell: Callable[[int, int], object] | None = None,
) -> list[Unjudged]:
    """What unjudged results leave open of each measure's mean, over the queries that the settings average.

    `tell` is told the queries done, and how many there are.
    """
    return of_run(Open(judgements, asked, settings), judgements, results, tell).found(results)


class _Query(NamedTuple):
    """One query: values of each measure as not relevant, relevant and removed, and (unjudged, results) in its top k."""

    values: list[tuple[float, float, float]]
    places: list[tuple[int, int]]


class Open:
    """What unjudged results leave open, while it grows, query by query."""

    def __init__(self, judgements: Judgements, asked: list[Asked], settings: Settings) -> None:
        self.judgements = judgements
        # The measure's own treatment of unjudged results is what is asked about.
        self.plain = [one._replace(unjudged=None) for one in asked]
        self.asked = asked
        self.settings = settings
        self._found: dict[str, _Query] = {}

    def add(self, query: str, ranking: Ranking) -> None:
        """Scores one judged query each way; others are left alone."""
        judged = self.judgements.grades.get(query)
        if judged is None:
            return
        ordered = order(ranking, self.settings.ties)
        top = ordered.documents[: self.settings.depth]
        places = [rank for rank, document in enumerate(top, 1) if judged.get(document, -1) < 0]
        not_relevant = self._values(query, ordered, judged, self.plain, "nonrelevant")
        removed = self._values(query, ordered, judged, self.plain, "removed") if places else not_relevant
        relevant = self._as_relevant(query, ordered, judged, places) if places else not_relevant
        limits = [one.parameters.k or self.settings.k for one in self.asked]
        within = [(bisect_right(places, limit), min(limit, len(top))) for limit in limits]
        self._found[query] = _Query(list(zip(not_relevant, relevant, removed, strict=True)), within)

    def _as_relevant(self, query: str, ordered: Ordered, judged: Mapping[str, int], places: list[int]) -> list[float]:
        """Measures with the same cut-off and relevance level are scored together."""
        values: dict[int, float] = {}
        for k, level in {(one.parameters.k, one.relevant_from) for one in self.plain}:
            same = [at for at, one in enumerate(self.plain) if (one.parameters.k, one.relevant_from) == (k, level)]
            grade = self.settings.relevant_from if level is None else level
            inside = places if k is None else places[: bisect_right(places, k)]
            grades = {**judged, **{ordered.documents[rank - 1]: grade for rank in inside}}
            asked = [self.plain[at] for at in same]
            values.update(zip(same, self._values(query, ordered, grades, asked, "nonrelevant"), strict=True))
        return [values[at] for at in range(len(self.plain))]

    def _values(
        self, query: str, ordered: Ordered, grades: Mapping[str, int], asked: list[Asked], unjudged: str
    ) -> list[float]:
        chosen = self.settings._replace(unjudged=unjudged)

        def rejoin(changed: Settings) -> QueryState:
            return join(query, ordered, grades, changed)

        return measure(rejoin(chosen), asked, chosen, rejoin)

    def found(self, results: Results) -> list[Unjudged]:
        """A record for each measure, once every query of the run was added. Raises InputError where none is in both."""
        queries = sorted(cover(self.judgements, results, self.settings).averaged)
        for query in queries:
            if query not in self._found:
                self.add(query, Ranking([], None))
        every = [self.of_query(query) for query in queries]
        return [_of_mean(one, [each[at] for each in every]) for at, one in enumerate(self.asked)]

    def of_query(self, query: str) -> list[Unjudged]:
        """A record for each measure of one query that was added."""
        values, places = self._found[query]
        return [Unjudged(one, *at, *ways) for one, at, ways in zip(self.asked, places, values, strict=True)]


def _of_mean(one: Asked, found: list[Unjudged]) -> Unjudged:
    """What the queries leave open, in their mean; they stand in the order in which their values are added."""
    return Unjudged(
        one,
        sum(each.unjudged for each in found),
        sum(each.results for each in found),
        mean([each.not_relevant for each in found], one),
        mean([each.relevant for each in found], one),
        mean([each.removed for each in found], one),
    )


def as_json(found: Unjudged) -> dict[str, Any]:
    """The same as JSON holds it."""
    names = {"measure": found.one.name, "label": found.one.mean_label}
    return {**names, **{name: value for name, value in found._asdict().items() if name != "one"}}
