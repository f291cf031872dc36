"""Reads a run as trec_eval does, topic by topic, so that a large one need not be held in memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from math import isfinite

from ..formats import Ranking
from ..formats.block import spans
from ..formats.layout import BLANK, RESULTS, TREC_COLUMNS, Layout
from ..formats.stretch import is_plain, take_stretch
from .files import FileError, Warnings, chunks, rows
from .numbers import is_number, leading_number

LAYOUT = Layout("TREC run", BLANK, 6, TREC_COLUMNS[RESULTS], document=2, rank=3, score=4, tag=5, tail=True)


class ScatteredError(Exception):
    """Rows of a topic follow that was given out already: the run has to be read as a whole."""


class RunFile:
    """A run's file; `tag` is that of its last row, once all rows were read."""

    def __init__(self, name: str, warnings: Warnings) -> None:
        self.name = name
        self.warnings = warnings
        self.tag = ""
        # A run may have to be read twice, and standard input can be read only once.
        self.data = sys.stdin.buffer.read() if name.startswith("-") else None

    def topics(self) -> Iterator[tuple[str, Ranking]]:
        """Each topic with its ranking, documents in the order of the rows, as soon as another topic begins.

        Raises FileError for what trec_eval refuses, and ScatteredError for a topic that comes back.
        """
        done: set[str] = set()
        current: tuple[str, Ranking] | None = None
        for topic, documents, scores in self._pieces():
            if current is not None and current[0] == topic:
                _extend(current[1], documents, scores)
                continue
            if current is not None:
                done.add(current[0])
                yield current
            if topic in done:
                raise ScatteredError
            current = topic, Ranking(documents, scores)
        if current is None:
            raise FileError(f"Cannot read results file '{self.name}': it holds no rows")
        yield current

    def whole(self) -> dict[str, Ranking]:
        """Every topic's ranking, wherever its rows stand. Raises FileError."""
        run: dict[str, Ranking] = {}
        for topic, documents, scores in self._pieces():
            if topic in run:
                _extend(run[topic], documents, scores)
            else:
                run[topic] = Ranking(documents, scores)
        return run

    def _pieces(self) -> Iterator[tuple[str, list[str], list[float]]]:
        """Neighbouring rows of one topic: their documents and scores."""
        for text, first in chunks(self.name, "results", self.data):
            start, line = 0, first
            plain = "_" not in text
            if is_plain(text, BLANK):
                while start < len(text) and (taken := take_stretch(text, start, LAYOUT)):
                    numbers = range(line, line + taken.rows)
                    scores = self._scores(taken.cells[2 :: taken.step], numbers, plain)
                    yield taken.query, taken.cells[:: taken.step], scores
                    self.tag = taken.tag or ""
                    start, line = taken.end, line + taken.rows
            if start < len(text):
                yield from self._rest(text[start:], line, plain)

    def _rest(self, text: str, first: int, plain: bool) -> Iterator[tuple[str, list[str], list[float]]]:
        (topics, _, documents, _, cells, tags), numbers = rows(text, 6, self.name, tail=True, first=first)
        scores = self._scores(cells, numbers, plain)
        for topic, start, end in spans(topics):
            yield topic, documents[start:end], scores[start:end]
        self.tag = tags[-1] if tags else self.tag

    def _scores(self, cells: list[str], numbers: Sequence[int], plain: bool) -> list[float]:
        try:
            scores = list(map(float, cells))
            if not plain and "_" in "".join(cells):
                raise ValueError
        except ValueError:
            scores = [self._score(cell, number) for cell, number in zip(cells, numbers, strict=True)]
        if not isfinite(sum(scores)) and not all(map(isfinite, scores)):
            text = f"{self.name}: some scores are not finite; documents with such scores have no true place"
            self.warnings.add("nan", text)
        return scores

    def _score(self, cell: str, number: int) -> float:
        score = leading_number(cell)
        if not is_number(cell):
            text = f"{self.name}:{number}: score '{cell}' is no number and was taken as {score:g}"
            self.warnings.add("score", text)
        return score


def _extend(ranking: Ranking, documents: list[str], scores: list[float]) -> None:
    ranking.documents += documents
    if ranking.scores is not None:
        ranking.scores += scores
