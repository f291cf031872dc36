"""Puts the blocks of a run together into rankings, and watches for scores that are none and documents listed twice."""

from __future__ import annotations

from operator import neg

from ..problems import SHOWN_EXAMPLES, Problems
from .block import Block, Same, spans
from .faults import add_faults
from .numbers import Column, all_whole, read_scores
from .ranking import Ranking, Results, TooEarlyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from typing import Any

SUMS = ("commas", "repeated", "repeated_queries")
FLAGS = ("fractions", "thirds", "closed_as_ranks")
"""The fields of a collector that add up, in the two senses."""


class Collector:
    """The rankings of a run as they grow; `open` holds those that may still get rows.

    What is counted of the closed ones is in the other fields. `keep_ranks` is false where a rank column beside scores
    is of no use, or no longer. `scores_mended` has the mends of the scores, by how they mend.
    """

    def __init__(
        self,
        results: Results,
        problems: Problems,
        *,
        commas_allowed: bool,
        keep_ranks: bool = True,
        scores_mended: Container[str] = (),
    ) -> None:
        self.results = results
        self.negated = "negate" in scores_mended
        # A column of negated numbers holds no ranks.
        self.thirds_are_scores = self.negated or "score" in scores_mended
        self.commas_allowed = commas_allowed
        self.keep_ranks = keep_ranks
        self.open: dict[str, Ranking] = {}
        self.problems = problems
        self.commas = 0
        self.fractions = False
        self.thirds = False
        self.closed_as_ranks = False
        self.tags: dict[str, int] = {}
        self.counting: list[str] = []
        self.numbers: list[int] = []
        self.repeats: list[tuple[str, str, int]] = []
        self.repeated = 0
        self.repeated_queries = 0

    def take(self, block: Block) -> None:
        """Adds the rows of a block to the open rankings."""
        scores = self._scores(block)
        if self.problems.kept:
            return
        if block.tags is not None:
            self._count_tags(block.tags)
        beside_scores = block.ranks is not None and block.scores is not None
        self.results.has_ranks = self.results.has_ranks or beside_scores
        for query, start, end in spans(block.queries):
            documents = block.documents[start:end]
            part = None if scores is None else scores[start:end]
            ranking = self.open.get(query)
            if ranking is None:
                self.open[query] = ranking = Ranking(documents, part)
                before = 0
            else:
                before = len(ranking.documents)
                ranking.documents += documents
                if ranking.scores is not None and part is not None:
                    ranking.scores += part
            if beside_scores and self.keep_ranks:
                self._keep_ranks(ranking, (block.ranks or [])[start:end], before)

    def _keep_ranks(self, ranking: Ranking, ranks: list[str], before: int) -> None:
        """Keeps a rank column only where it differs from the order of the rows, counted from 1."""
        end = before + len(ranks)
        if len(self.counting) < end:
            self.counting += map(str, range(len(self.counting) + 1, end + 1))
        if ranking.ranks is not None:
            ranking.ranks += ranks
        elif ranks != self.counting[before:end]:
            ranking.ranks = self.counting[:before] + ranks

    def _scores(self, block: Block) -> list[float] | None:
        if block.scores is not None:
            values = self._numbers(block, block.scores, "score").values
            return list(map(neg, values)) if self.negated else values
        if block.ranks is not None:
            self.results.by_rank = True
            return list(map(neg, self._numbers(block, block.ranks, "rank").values))
        if block.thirds is None:
            return None
        self.thirds = True
        column = self._numbers(block, block.thirds, "score")
        if not self.fractions and (self.thirds_are_scores or not all_whole(column.values)):
            self.fractions = True
            if self.closed_as_ranks:
                raise TooEarlyError
        return list(map(neg, column.values)) if self.negated else column.values

    def _numbers(self, block: Block, cells: list[str] | list[float], field: str) -> Column:
        column = read_scores(cells, commas_allowed=self.commas_allowed, what=field, plain=block.plain)
        self.commas += column.commas
        add_faults(self.problems, block, column.faults, field)
        return column

    def _count_tags(self, tags: list[str] | Same) -> None:
        if isinstance(tags, Same):
            self.tags[tags.text] = self.tags.get(tags.text, 0) + len(tags)
        elif tags and tags.count(tags[0]) == len(tags):
            self.tags[tags[0]] = self.tags.get(tags[0], 0) + len(tags)
        else:
            for tag in tags:
                self.tags[tag] = self.tags.get(tag, 0) + 1

    def close(self, query: str) -> Ranking:
        """Takes an open ranking out, as one that gets no more rows."""
        sizes = self.results.sizes
        if query in sizes:
            raise TooEarlyError
        ranking = self.open.pop(query)
        sizes[query] = len(ranking.documents)
        if self.thirds and not self.fractions:
            self.closed_as_ranks = True
            ranking.scores = list(map(neg, ranking.scores or []))
        if len(self.numbers) < len(ranking.documents):
            self.numbers += range(len(self.numbers) + 1, len(ranking.documents) + 1)
        places = dict(zip(ranking.documents, self.numbers, strict=False))
        distinct = len(places)
        if distinct == len(ranking.documents):
            ranking.places = places
        else:
            ranking.repeated = True
            self.repeated += len(ranking.documents) - distinct
            self.repeated_queries += 1
            if len(self.repeats) < SHOWN_EXAMPLES:
                self._name_repeats(query, ranking.documents)
        if not self.keep_ranks:
            # It may have begun while they were still of use.
            ranking.ranks = None
        return ranking

    def state(self) -> dict[str, Any]:
        """What was counted, and what of the results, as plain data: what a part of a run has to say of itself."""
        results = self.results
        whole = {"sizes": results.sizes, "has_ranks": results.has_ranks, "by_rank": results.by_rank}
        return {name: getattr(self, name) for name in (*SUMS, *FLAGS, "tags", "repeats")} | whole

    def add_flags(self, state: Mapping[str, Any]) -> None:
        """Adds what a collector of the next part of the run found out about the third column."""
        for name in FLAGS:
            setattr(self, name, getattr(self, name) or state[name])
        if self.fractions and self.closed_as_ranks:
            raise TooEarlyError

    def add_state(self, state: Mapping[str, Any]) -> None:
        """Adds what a collector of the next part of the run counted."""
        results = self.results
        for name in SUMS:
            setattr(self, name, getattr(self, name) + state[name])
        for tag, count in state["tags"].items():
            self.tags[tag] = self.tags.get(tag, 0) + count
        self.repeats += [(query, document, times) for query, document, times in state["repeats"]]
        del self.repeats[SHOWN_EXAMPLES:]
        if not results.sizes.keys().isdisjoint(state["sizes"]):
            raise TooEarlyError
        results.sizes.update(state["sizes"])
        results.has_ranks = results.has_ranks or state["has_ranks"]
        results.by_rank = results.by_rank or state["by_rank"]

    def _name_repeats(self, query: str, documents: list[str]) -> None:
        from collections import Counter

        for document, times in Counter(documents).items():
            if times > 1 and len(self.repeats) < SHOWN_EXAMPLES:
                self.repeats.append((query, document, times))

    def settle(self) -> None:
        """Puts into the results what only the end of the input can tell: the tag, and whether the order was by rank."""
        results = self.results
        if self.tags:
            results.tag = max(self.tags, key=self.tags.__getitem__)
        if self.thirds:
            results.by_rank = not self.fractions
            results.form = results.form.replace("rank or score", "rank" if results.by_rank else "score")
