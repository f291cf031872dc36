"""Reads qrels and runs as trec_eval does: lenient with numbers, strict with columns."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from ..formats import Ranking
from .judgements import TrecWarning
from .numbers import BLANKS, is_number, leading_number, leading_whole

ENCODING = "latin-1"
"""One character a byte: ids compare as bytes, and come out as the bytes they were."""


class FileError(Exception):
    """A file that trec_eval refuses: what it says, with the real line."""


class Warnings:
    """What should be said on standard error: each kind once, with its first place."""

    def __init__(self) -> None:
        self.said: dict[str, str] = {}

    def add(self, kind: str, text: str) -> None:
        """Says it, unless one of its kind was said."""
        self.said.setdefault(kind, text)

    def add_all(self, name: str, found: list[TrecWarning]) -> None:
        """Says what the reader of a file found."""
        for warning in found:
            self.add(f"{name} {warning.line}", f"{name}:{warning.line}: {warning.message}")


def read_bytes(name: str, what: str) -> str:
    """A file as text of one character a byte; gzip too, which trec_eval itself does not read."""
    try:
        if name.startswith("-") and what == "results":
            data = sys.stdin.buffer.read()
        else:
            with open(name, "rb") as stream:
                data = stream.read()
    except OSError:
        raise FileError(f"Cannot read {what} file '{name}'") from None
    if data[:2] == b"\x1f\x8b":
        import gzip
        import zlib

        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error):
            raise FileError(f"Cannot read {what} file '{name}': the gzip data are damaged") from None
    if not data:
        raise FileError(f"Cannot read {what} file '{name}': it is empty")
    if b"\0" in data:
        raise FileError(f"Cannot read {what} file '{name}': it holds zero bytes, so it is no text")
    return data.decode(ENCODING)


def rows(text: str, width: int, name: str, *, tail: bool) -> tuple[list[list[str]], Sequence[int]]:
    """The cells of all rows, a list of `width` each, and their line numbers; blank lines and comments are passed over.

    More cells are allowed with `tail`, and cut off. Raises FileError for a row with too few (or too many).
    """
    cells = text.replace("\n", " \0 ").split()
    lines = text.count("\n")
    if not text.endswith("\n"):
        cells.append("\0")
        lines += 1
    step = width + 1
    plain = text[:1] != "#" and "\n#" not in text and text.isascii()
    if plain and len(cells) == lines * step and cells[width::step].count("\0") == lines:
        return [cells[position::step] for position in range(width)], range(1, lines + 1)
    return _careful_rows(text, width, name, tail=tail)


def _careful_rows(text: str, width: int, name: str, *, tail: bool) -> tuple[list[list[str]], Sequence[int]]:
    columns: list[list[str]] = [[] for _ in range(width)]
    numbers: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        row = line.encode(ENCODING).split()
        comment = line[:1] == "#" or (tail and line.lstrip(BLANKS)[:1] == "#")
        if not row or comment:
            continue
        if len(row) < width or (len(row) > width and not tail):
            found = f"{len(row)} column{'' if len(row) == 1 else 's'} instead of {width}"
            raise FileError(f"Malformed line {number} of '{name}': {found}")
        for column, cell in zip(columns, row, strict=False):
            column.append(cell.decode(ENCODING))
        numbers.append(number)
    return columns, numbers


def read_qrels(text: str, name: str, warnings: Warnings) -> dict[str, list[tuple[str, int]]]:
    """Topic -> (document, grade), as given: a document may stand more than once."""
    (topics, _, documents, cells), numbers = rows(text, 4, name, tail=False)
    try:
        grades = list(map(int, cells))
        if "_" in "".join(cells):
            raise ValueError
    except ValueError:
        grades = [_grade(cell, number, name, warnings) for cell, number in zip(cells, numbers, strict=True)]
    qrels: dict[str, list[tuple[str, int]]] = {}
    for topic, document, grade in zip(topics, documents, grades, strict=True):
        qrels.setdefault(topic, []).append((document, grade))
    return qrels


def _grade(cell: str, number: int, name: str, warnings: Warnings) -> int:
    grade = leading_whole(cell)
    if cell.lstrip("+-") != str(abs(grade)).rjust(len(cell.lstrip("+-")), "0"):
        warnings.add("grade", f"{name}:{number}: grade '{cell}' is no whole number and was taken as {grade}")
    return grade


def read_run(text: str, name: str, warnings: Warnings) -> tuple[dict[str, Ranking], str]:
    """Topic -> ranking, documents in the order of the rows; and the run's tag, that of the last row."""
    (topics, _, documents, _, cells, tags), numbers = rows(text, 6, name, tail=True)
    if not topics:
        raise FileError(f"Cannot read results file '{name}': it holds no rows")
    try:
        scores = list(map(float, cells))
        if "_" in "".join(cells):
            raise ValueError
    except ValueError:
        scores = [_score(cell, number, name, warnings) for cell, number in zip(cells, numbers, strict=True)]
    if any(score - score != 0 for score in scores):
        warnings.add("nan", f"{name}: some scores are not finite; documents with such scores have no true place")
    run: dict[str, Ranking] = {}
    for topic, start, end in _stretches(topics):
        ranking = run.get(topic)
        if ranking is None:
            run[topic] = Ranking(documents[start:end], scores[start:end])
        else:
            ranking.documents += documents[start:end]
            (ranking.scores or []).extend(scores[start:end])
    return run, tags[-1]


def _stretches(topics: list[str]) -> Iterator[tuple[str, int, int]]:
    from ..formats.block import spans

    return spans(topics)


def _score(cell: str, number: int, name: str, warnings: Warnings) -> float:
    score = leading_number(cell)
    if not is_number(cell):
        warnings.add("score", f"{name}:{number}: score '{cell}' is no number and was taken as {score:g}")
    return score
