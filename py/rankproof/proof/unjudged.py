"""What unjudged documents leave open: how many stand in the top k, and a measure's value if each were relevant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..asked import Asked
from ..coverage import cover
from ..formats import Judgements, Results
from ..ranking import QueryState, join, order
from ..scoring import EMPTY, mean, measure
from ..settings import Settings


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


def unjudged(judgements: Judgements, results: Results, asked: list[Asked], settings: Settings) -> list[Unjudged]:
    """What unjudged results leave open of each measure's mean, over the queries that the settings average."""
    queries = sorted(cover(judgements, results, settings).averaged)
    return [_one(judgements, results, one, settings, queries) for one in asked]


def _one(judgements: Judgements, results: Results, one: Asked, settings: Settings, queries: list[str]) -> Unjudged:
    found = [unjudged_of_query(judgements, results, query, one, settings) for query in queries]
    return of_mean(one, found)


def of_mean(one: Asked, found: list[Unjudged]) -> Unjudged:
    """What the queries leave open, in their mean; they stand in the order in which their values are added."""
    return Unjudged(
        one,
        sum(each.unjudged for each in found),
        sum(each.results for each in found),
        mean([each.not_relevant for each in found], one),
        mean([each.relevant for each in found], one),
        mean([each.removed for each in found], one),
    )


def unjudged_of_query(judgements: Judgements, results: Results, query: str, one: Asked, settings: Settings) -> Unjudged:
    """What unjudged results leave open of one query's value."""
    judged = judgements.grades[query]
    ordered = order(results.rankings.get(query, EMPTY), settings.ties)
    level = settings.relevant_from if one.relevant_from is None else one.relevant_from
    top = ordered.documents[: settings.depth]
    all_relevant = {
        **judged,
        **{document: level for document in top[: one.parameters.k] if judged.get(document, -1) < 0},
    }
    plain = settings._replace(unjudged="nonrelevant")
    choices = [(judged, plain), (all_relevant, plain), (judged, settings._replace(unjudged="removed"))]
    values: list[float] = []
    for grades, chosen in choices:

        def rejoin(changed: Settings, grades: Mapping[str, int] = grades) -> QueryState:
            return join(query, ordered, grades, changed)

        # The measure's own treatment of unjudged results is what is asked about.
        values += measure(rejoin(chosen), [one._replace(unjudged=None)], chosen, rejoin)
    within = top[: one.parameters.k or settings.k]
    return Unjudged(one, sum(judged.get(document, -1) < 0 for document in within), len(within), *values)


def as_json(found: Unjudged) -> dict[str, Any]:
    """The same as JSON holds it."""
    names = {"measure": found.one.name, "label": found.one.mean_label}
    return {**names, **{name: value for name, value in found._asdict().items() if name != "one"}}
