"""One query as a proof looks at it: the ranking with its documents, joined with the judgements."""

from __future__ import annotations

from functools import cached_property

from ..asked import Asked
from ..formats import Judgements, Ranking, Results
from ..problems import SettingError, listed
from ..ranking import QueryState, join, order
from ..settings import Settings


def settings_of(one: Asked, settings: Settings) -> Settings:
    """The settings with those that the measure was asked with for itself: AP(rel=2)."""
    if one.relevant_from is not None:
        settings = settings._replace(relevant_from=one.relevant_from)
    if one.unjudged is not None:
        settings = settings._replace(unjudged=one.unjudged)
    return settings


class Subject:
    """A query's results, best first, and what is known of each. Ranks count from 1.

    documents and scores stand in the order of state.relevances; scores is None where the run has none. label: what a
    table calls the measure.
    """

    def __init__(self, state: QueryState, documents: list[str], scores: list[float] | None, label: str) -> None:
        self.state = state
        self.documents = documents
        self.scores = scores
        self.label = label

    @cached_property
    def hits(self) -> list[int]:
        """The ranks of relevant results."""
        level = self.state.relevance_level
        return [rank for rank, relevance in enumerate(self.state.relevances, 1) if relevance >= level]

    def hits_within(self, k: int | None) -> list[int]:
        """The ranks of relevant results in the top k."""
        return [rank for rank in self.hits if k is None or rank <= k]

    @property
    def relevant(self) -> int:
        """All relevant documents, retrieved or not: R."""
        return self.state.num_rel

    @property
    def retrieved(self) -> int:
        """The results: n."""
        return self.state.num_ret


def check_judged(judgements: Judgements, query: str) -> None:
    """Raises SettingError for a query that was not judged."""
    if query not in judgements.grades:
        known = listed(sorted(judgements.grades))
        raise SettingError("query", f"there is no judged query {query!r}", f"the judged queries are {known}")


def scores_of(ranking: Ranking) -> dict[str, float]:
    """The score with which each document is ranked: its highest. Empty where there are none."""
    best: dict[str, float] = {}
    for document, score in zip(ranking.documents, ranking.scores or (), strict=False):
        if document not in best or score > best[document]:
            best[document] = score
    return best


def subject(judgements: Judgements, results: Results, query: str, one: Asked, settings: Settings) -> Subject:
    """The query under the settings and those of the measure's own; one missing from the results has an empty ranking.

    Raises KeyError for a query that was not judged.
    """
    settings = settings_of(one, settings)
    judged = judgements.grades[query]
    ranking = results.rankings.get(query) or Ranking([], None)
    ordered = order(ranking, settings.ties)
    documents = ordered.documents[: settings.depth]
    if settings.unjudged == "removed":
        documents = [document for document in documents if judged.get(document, -1) >= 0]
    best = scores_of(ranking)
    scores = [best[document] for document in documents] if best else None
    return Subject(join(query, ordered, judged, settings), documents, scores, one.label)
