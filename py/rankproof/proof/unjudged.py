"""What unjudged documents leave open: how many stand in the top k, and a measure's value if each were relevant."""

from __future__ import annotations

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
    # The measure's own treatment of unjudged results is what is asked about.
    one_plain = one._replace(unjudged=None)
    columns: list[list[float]] = [[], [], []]
    open_places = places = 0
    for query in queries:
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
        for at, (grades, chosen) in enumerate(choices):

            def rejoin(changed: Settings, grades: dict[str, int] = grades) -> QueryState:
                return join(query, ordered, grades, changed)  # noqa: B023  # called at once

            columns[at] += measure(rejoin(chosen), [one_plain], chosen, rejoin)
        within = top[: one.parameters.k or settings.k]
        places += len(within)
        open_places += sum(judged.get(document, -1) < 0 for document in within)
    return Unjudged(one, open_places, places, *(mean(column, one) for column in columns))


def as_json(found: Unjudged) -> dict[str, Any]:
    """The same as JSON holds it."""
    names = {"measure": found.one.name, "label": found.one.mean_label}
    return {**names, **{name: value for name, value in found._asdict().items() if name != "one"}}
