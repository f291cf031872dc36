"""Reads trec_eval's own forms of judgements beside qrels: prefs, qrels_prefs and qrels_jg.

Columns are parted by blanks or tabs; a line that starts with `#` is a comment. Unlike trec_eval 10.0, blank lines, two
comment lines running and a last comment line are skipped, and line numbers count every line. Queries come back sorted
by id, as bytes: trec_eval scores and prints them in that order, and not in the order of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import isfinite, isnan
from typing import Generic, NamedTuple, TypeVar

from ..preferences import Preference
from .numbers import is_number, leading_number, leading_whole

T = TypeVar("T")

# What C's isspace() takes for a blank; str.split() would also split at no-break spaces.
_CELL = re.compile(r"[^ \t\r\v\f]+")

PREFS_COLUMNS = ("query", "judgement group", "subgroup", "document", "level")
QRELS_COLUMNS = ("query", "judgement group", "document", "grade")


class TrecFormatError(ValueError):
    """A line that trec_eval cannot read either: in which file and line, and what is wrong with it."""

    def __init__(self, file: str, line: int, message: str) -> None:
        self.file = file
        self.line = line
        self.message = message
        super().__init__(f"{file}:{line}: {message}")


class TrecWarning(NamedTuple):
    """Something that trec_eval 10.0 reads otherwise or without a word: at which line first, and on how many lines."""

    line: int
    lines: int
    message: str


class TrecFile(NamedTuple, Generic[T]):
    """What was read: query -> its judgements, in trec_eval's order of queries, and warnings by line.

    A file that holds no judgement at all has no queries; trec_eval cannot read an empty file.
    """

    topics: dict[str, T]
    warnings: list[TrecWarning]


class _Report:
    """What there is to say about one file: warnings as they gather, one a kind."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.first: dict[str, tuple[int, str]] = {}
        self.counts: dict[str, int] = {}

    def error(self, line: int, message: str) -> TrecFormatError:
        return TrecFormatError(self.file, line, message)

    def warn(self, kind: str, line: int, message: str) -> None:
        self.first.setdefault(kind, (line, message))
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def warnings(self) -> list[TrecWarning]:
        return sorted(TrecWarning(line, self.counts[kind], message) for kind, (line, message) in self.first.items())


def read_prefs(text: str, file: str) -> TrecFile[list[Preference]]:
    """Reads `prefs`: rows of query, judgement group, subgroup, document and level, a number."""
    report = _Report(file)
    topics: dict[str, list[Preference]] = {}
    for line, (query, group, subgroup, document, cell) in _rows(text, PREFS_COLUMNS, report):
        level = _number(cell, _level, "level", line, report)
        topics.setdefault(query, []).append(Preference(group, subgroup, level, document))
    return TrecFile(dict(sorted(topics.items())), report.warnings())


def read_qrels_prefs(text: str, file: str) -> TrecFile[list[Preference]]:
    """Reads `qrels_prefs`: qrels whose second column is the judgement group and whose grades are levels.

    Every group has the one subgroup 0.
    """
    report = _Report(file)
    topics: dict[str, list[Preference]] = {}
    for line, (query, group, document, cell) in _rows(text, QRELS_COLUMNS, report):
        level = _number(cell, _level, "grade", line, report)
        topics.setdefault(query, []).append(Preference(group, "0", level, document))
    return TrecFile(dict(sorted(topics.items())), report.warnings())


def read_qrels_jg(text: str, file: str) -> TrecFile[dict[str, dict[str, int]]]:
    """Reads `qrels_jg`: qrels whose second column names the judge; query -> judge -> document -> grade.

    A judge may judge a document once.
    """
    report = _Report(file)
    topics: dict[str, dict[str, dict[str, int]]] = {}
    for line, (query, judge, document, cell) in _rows(text, QRELS_COLUMNS, report):
        grades = topics.setdefault(query, {}).setdefault(judge, {})
        if document in grades:
            raise report.error(line, f"judge '{judge}' judges document '{document}' of query '{query}' twice")
        grades[document] = _number(cell, _grade, "grade", line, report)
    return TrecFile(
        {query: dict(sorted(judges.items())) for query, judges in sorted(topics.items())}, report.warnings()
    )


def _rows(text: str, columns: tuple[str, ...], report: _Report) -> Iterator[tuple[int, list[str]]]:
    """Line numbers, from 1, and cells of all lines that are neither blank nor comments."""
    comment = 0
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            if comment == number - 1 > 0:
                report.warn("comments", number, "trec_eval 10.0 stops at a second comment line running; it is skipped")
            comment = number
            continue
        cells = _CELL.findall(line)
        if not cells:
            report.warn("blank", number, "trec_eval 10.0 stops at a blank line; it is skipped")
            continue
        if len(cells) != len(columns):
            wanted = f"{len(columns)} columns ({', '.join(columns)})"
            raise report.error(number, f"expected {wanted}, found {len(cells)}")
        yield number, cells
    if comment and comment == len(lines):
        report.warn("last", comment, "trec_eval 10.0 crashes at a comment on the last line; it is skipped")


N = TypeVar("N", int, float)


def _number(cell: str, read: Callable[[str], tuple[N, bool]], what: str, line: int, report: _Report) -> N:
    """A cell as C reads it, with a warning where that is not all that the cell says."""
    value, plain = read(cell)
    if isnan(value):
        raise report.error(line, f"{what} “{cell}” is not a number that can be ordered")
    if not plain:
        report.warn("number", line, f"{what} “{cell}” is read as {value:g}, as trec_eval does")
    return value


def _grade(cell: str) -> tuple[int, bool]:
    """The whole number that a cell starts with, else 0 (C's atol), and whether it says no more than that."""
    number = leading_whole(cell)
    return number, is_number(cell) and leading_number(cell) == number


def _level(cell: str) -> tuple[float, bool]:
    """The number that a cell starts with, else 0 (C's atof), and whether it says no more than that, in decimal."""
    number = leading_number(cell)
    return number, is_number(cell) and isfinite(number) and "x" not in cell.lower()
