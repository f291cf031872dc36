"""Finds scores that differ, but not as 32-bit numbers: tools that keep such numbers order these results otherwise."""

from __future__ import annotations

import struct

from .formats import Ranking
from .problems import Note, counted, listed
from .ranking import Ordered
from .singles import neighbours_equal, packed


class NearTies:
    """Watches the queries of one run for near ties: scores that are equal as 32-bit floats and not as doubles.

    Scores that 32 bits hold as 0 of either sign are passed over.
    """

    def __init__(self, depth: int | None) -> None:
        self.depth = depth
        self.found: list[tuple[str, int, str]] = []

    def add(self, query: str, ranking: Ranking, ordered: Ordered) -> None:
        """Takes note of one query."""
        falling = ordered.scores
        if falling is None or not ordered.close:
            return
        if self.depth is not None:
            # A near tie may also decide which result is the last one looked at.
            falling = falling[: self.depth + 1]
        if ordered.ties:
            falling = list(dict.fromkeys(falling))
        if neighbours_equal(packed(falling), len(falling)):
            self._add_near(query, ranking, falling)

    def _add_near(self, query: str, ranking: Ranking, falling: list[float]) -> None:
        from collections import Counter

        rounded = struct.unpack(f"{len(falling)}f", packed(falling))
        shared = {score for score, count in Counter(rounded).items() if count > 1}
        near = [score for score, single in zip(falling, rounded, strict=True) if single in shared]
        scores = ranking.scores or []
        pair = " and ".join(f"{ranking.documents[scores.index(score)]} with {score!r}" for score in near[:2])
        self.found.append((query, sum(map(set(near).__contains__, scores)), f"{pair} in query {query}"))

    def note(self) -> Note | None:
        """What is to be said of them, if there are any."""
        if not self.found:
            return None
        queries = [query for query, _, _ in self.found]
        results = sum(count for _, count, _ in self.found)
        text = (
            f"{counted(results, 'result')} in {counted(len(queries), 'query')} ({listed(queries)}) have scores that "
            f"differ only beyond the precision of 32-bit numbers ({self.found[0][2]}). The higher score comes first "
            "here, as in trec_eval 10.0; trec_eval before 10.0 and pytrec_eval hold such scores for equal and "
            "order the documents by id, descending, so their numbers may differ."
        )
        return Note("info", "near-ties", text, results, examples=tuple(queries[:3]))
