"""The rows of ir_measures, and the reading of TREC files into them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from io import StringIO
from typing import Any, NamedTuple, TextIO, TypeVar

from .measure import Measure


class Qrel(NamedTuple):
    """A judgement: the grade of a document for a query; below 0 means in the pool, not judged."""

    query_id: str
    doc_id: str
    relevance: int
    iteration: str = "0"


class ScoredDoc(NamedTuple):
    """A result: the score of a document for a query, higher is better."""

    query_id: str
    doc_id: str
    score: float


class Metric(NamedTuple):
    """The value of a measure for one query."""

    query_id: str
    measure: Measure
    value: float


class CalcResults(NamedTuple):
    """The values over all queries, {measure: value}, and those of each query.

    From a measure's own calc, `aggregated` is one number.
    """

    aggregated: Any
    per_query: list[Metric]


TextFile = str | os.PathLike[str] | TextIO
"""A path (gzipped where it ends in .gz), a text of several lines, or an open file."""

QREL_FORM = ("query_id", "iteration", "doc_id", "relevance")
RUN_FORM = ("query_id", "Q0", "doc_id", "rank", "score", "tag")

Number = TypeVar("Number", int, float)


def read_trec_qrels(file: TextFile) -> Iterator[Qrel]:
    """The judgements of a TREC file, row by row: `query iteration document grade`, blank lines skipped.

    Raises ValueError for a row of another shape and a grade that is no whole number, naming the line.
    """
    for place, (query, iteration, document, grade) in _rows(file, QREL_FORM):
        yield Qrel(query, document, _number(int, "whole number", grade, place, "relevance"), iteration)


def read_trec_run(file: TextFile) -> Iterator[ScoredDoc]:
    """The results of a TREC file, row by row: `query Q0 document rank score tag`, blank lines skipped.

    Raises ValueError for a row of another shape and a score that is no number, naming the line.
    """
    for place, (query, _, document, _, score, _) in _rows(file, RUN_FORM):
        yield ScoredDoc(query, document, _number(float, "number", score, place, "score"))


class _Place(NamedTuple):
    name: str
    line: int

    def __str__(self) -> str:
        return f"{self.name}:{self.line}"


def _rows(file: TextFile, form: tuple[str, ...]) -> Iterator[tuple[_Place, list[str]]]:
    with _opened(file) as lines:
        name = str(getattr(lines, "name", "text"))
        for line, text in enumerate(lines, 1):
            cells = text.split()
            if cells and len(cells) != len(form):
                found = f"{len(cells)} column{'s' if len(cells) > 1 else ''}, expected {len(form)}: {' '.join(form)}"
                raise ValueError(f"{_Place(name, line)}: {found}")
            if cells:
                yield _Place(name, line), cells


def _opened(file: Any) -> AbstractContextManager[Iterable[str]]:
    if isinstance(file, str) and "\n" in file:
        return StringIO(file)
    if isinstance(file, (str, os.PathLike)):
        if os.fspath(file).endswith(".gz"):
            import gzip

            return gzip.open(file, "rt", encoding="utf-8")
        return open(file, encoding="utf-8")
    if not hasattr(file, "read"):
        raise TypeError(f"cannot read {file!r}; give a path, a text of several lines or an open file")
    return nullcontext(file)


def _number(read: Callable[[str], Number], kind: str, cell: str, place: _Place, field: str) -> Number:
    try:
        return read(cell)
    except ValueError:
        raise ValueError(f"{place}: {field} is {cell!r}, expected a {kind}") from None
