"""One query under any rule for equal scores: ordered and joined once, after which only its ties are laid anew."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import count

from ..asked import Asked
from ..formats import Ranking
from ..ranking import Ordered, QueryState, join, number_key, order, rank_numbers, stretches
from ..scoring import measure
from ..settings import Settings
from .subject import scores_of

Stretch = tuple[int, int]
"""First and last rank (from 1) of results with equal scores."""


class Retied:
    """A query's results under the settings, and under other rules for equal scores.

    Most queries have no tie between results of different grades: then every rule gives the same.
    """

    def __init__(self, query: str, ranking: Ranking, judged: Mapping[str, int], settings: Settings) -> None:
        self.query = query
        self.ranking = ranking
        self.judged = judged
        self.settings = settings
        self.ordered = order(ranking, settings.ties)
        self.state = join(query, self.ordered, judged, settings)

    @cached_property
    def relevances(self) -> list[int]:
        """As in QueryState, of all results: before they are cut and unjudged ones removed."""
        if self.settings.depth is None and self.settings.unjudged == "nonrelevant":
            return self.state.relevances
        return join(self.query, self.ordered, self.judged, _whole(self.settings)).relevances

    @cached_property
    def _scores(self) -> list[float]:
        """Falling, one for each document; empty where there are none."""
        if self.ordered.scores is None or not self.ordered.close:
            return []
        if not self.ranking.repeated:
            return self.ordered.scores
        best = scores_of(self.ranking)
        return [best[document] for document in self.ordered.documents]

    @cached_property
    def ties(self) -> list[Stretch]:
        """Where scores are equal."""
        return [(first, last) for first, last, _ in stretches(self._scores)]

    def unlike(self, *, float32: bool) -> list[Stretch]:
        """Where results of different grades have equal scores, or scores that are equal once rounded to 32 bits."""
        return self._unlike_rounded if float32 else self._unlike

    @cached_property
    def _unlike(self) -> list[Stretch]:
        return self._with_different_grades(self.ties)

    @cached_property
    def _unlike_rounded(self) -> list[Stretch]:
        found = stretches(array("f", self._scores).tolist())
        return self._with_different_grades([(first, last) for first, last, _ in found])

    def _with_different_grades(self, ties: list[Stretch]) -> list[Stretch]:
        return [(first, last) for first, last in ties if len(set(self.relevances[first - 1 : last])) > 1]

    def values(self, asked: list[Asked]) -> list[float]:
        """The measures under the settings."""

        def rejoin(changed: Settings) -> QueryState:
            return join(self.query, self.ordered, self.judged, changed)

        return measure(self.state, asked, self.settings, rejoin)

    def values_under(self, ties: str, asked: list[Asked], *, float32: bool) -> list[float] | None:
        """The measures under another rule, or with scores rounded to 32 bits; None where they cannot differ."""
        unlike = self.unlike(float32=float32)
        if not unlike or (ties == self.settings.ties and not float32):
            return None
        rejoin = self._anew(ties, float32=float32) if self.ranking.repeated else self._laid(unlike, ties)
        return measure(rejoin(self.settings), asked, self.settings, rejoin)

    def _anew(self, ties: str, *, float32: bool) -> Callable[[Settings], QueryState]:
        """By ordering everything again: with documents listed twice, places are not what they seem."""
        ranking = self.ranking
        if float32 and ranking.scores is not None:
            ranking = Ranking(ranking.documents, array("f", ranking.scores).tolist(), ranking.ranks)
            ranking.repeated = self.ranking.repeated
        ordered: Ordered = order(ranking, ties)
        return lambda changed: join(self.query, ordered, self.judged, changed)

    def _laid(self, unlike: list[Stretch], ties: str) -> Callable[[Settings], QueryState]:
        """By laying anew the stretches that matter."""
        relevances = list(self.relevances)
        documents = self.ordered.documents
        for first, last in unlike:
            tied = documents[first - 1 : last]
            of = dict(zip(tied, relevances[first - 1 : last], strict=True))
            relevances[first - 1 : last] = [of[document] for document in self._by_rule(tied, ties)]

        def rejoin(changed: Settings) -> QueryState:
            kept = relevances[: changed.depth]
            if changed.unjudged == "removed":
                kept = [relevance for relevance in kept if relevance >= 0]
            return QueryState(self.query, kept, self.state.rel_levels, changed.relevant_from)

        return rejoin

    def _by_rule(self, documents: list[str], ties: str) -> list[str]:
        if ties in ("given", "rows"):
            return sorted(documents, key=(self._given if ties == "given" else self._rows).__getitem__)
        if ties == "number-asc":
            return sorted(documents, key=number_key)
        return sorted(documents, reverse=ties == "docno-desc")

    @cached_property
    def _rows(self) -> Mapping[str, int]:
        """The place of each document among the rows."""
        return dict(zip(self.ranking.documents, count(), strict=False))

    @cached_property
    def _given(self) -> Mapping[str, int]:
        """The place of each document by the rank column, else by the rows. (Rows of one rank keep their order.)"""
        documents, ranks = self.ranking.documents, self.ranking.ranks
        if ranks is None:
            return self._rows
        numbers = rank_numbers(ranks)
        in_order = sorted(range(len(documents)), key=numbers.__getitem__)
        return {documents[row]: place for place, row in enumerate(in_order)}


def _whole(settings: Settings) -> Settings:
    return settings._replace(depth=None, unjudged="nonrelevant")
