"""Reads qrels and runs as trec_eval does: lenient with numbers, strict with columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from ..formats.layout import BLANK
from ..formats.source import CHUNK_BYTES
from ..formats.stretch import is_plain
from ..packed import MEND, most_unpacked, too_far
from .judgements import TrecWarning
from .numbers import BLANKS, leading_whole

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


def read_text(name: str, what: str) -> str:
    """A file as text of one character a byte; gzip too, which trec_eval itself does not read."""
    return "".join(text for text, _ in chunks(name, what))


def chunks(name: str, what: str, data: bytes | None = None) -> Iterator[tuple[str, int]]:
    """The same, as pieces of whole lines, each with the number of its first.

    Every piece ends with a newline; the file's last is added where it is missing, as trec_eval does. `data` is the
    file's content where it was read already. Raises FileError for a file that cannot be read, is empty, or is no text.
    """
    line = 1
    rest = b""
    for read in _unpacked(name, what, data):
        if b"\0" in read:
            raise FileError(f"Cannot read {what} file '{name}': it holds zero bytes, so it is no text")
        end = read.rfind(b"\n") + 1
        if end:
            text = (rest + read[:end]).decode(ENCODING)
            yield text, line
            line += text.count("\n")
            rest = read[end:]
        else:
            rest += read
    if rest:
        yield rest.decode(ENCODING) + "\n", line


def _unpacked(name: str, what: str, data: bytes | None) -> Iterator[bytes]:
    try:
        with open(name, "rb", buffering=0) if data is None else BytesIO(data) as stream:
            first = stream.read(CHUNK_BYTES)
            if not first:
                raise FileError(f"Cannot read {what} file '{name}': it is empty")
            if first[:2] == b"\x1f\x8b":
                yield from _decompressed(first + stream.read(), name, what)
                return
            yield first
            while more := stream.read(CHUNK_BYTES):
                yield more
    except OSError:
        raise FileError(f"Cannot read {what} file '{name}'") from None


def _decompressed(data: bytes, name: str, what: str) -> Iterator[bytes]:
    import gzip
    import zlib

    stream = gzip.GzipFile(fileobj=BytesIO(data))
    unpacked = 0
    try:
        while read := stream.read(CHUNK_BYTES):
            unpacked += len(read)
            if unpacked > most_unpacked(len(data)):
                raise FileError(f"Cannot read {what} file '{name}': {too_far(len(data))}; {MEND}")
            yield read
    except (OSError, EOFError, zlib.error):
        raise FileError(f"Cannot read {what} file '{name}': the gzip data are damaged") from None
    if not unpacked:
        raise FileError(f"Cannot read {what} file '{name}': it is empty")


def rows(text: str, width: int, name: str, *, tail: bool, first: int = 1) -> tuple[list[list[str]], Sequence[int]]:
    """The cells of all rows, a list of `width` each, and their line numbers; blank lines and comments are passed over.

    Each line of `text` ends with a newline. More cells are allowed with `tail`, and cut off. `first` is the number of
    the first line. Raises FileError for a row with too few (or too many).
    """
    plain = is_plain(text, BLANK)
    cells = text.replace("\n", " \0 ").split() if plain else []
    lines = text.count("\n")
    step = width + 1
    if plain and len(cells) == lines * step and cells[width::step].count("\0") == lines:
        return [cells[position::step] for position in range(width)], range(first, first + lines)
    return _careful_rows(text, width, name, tail=tail, first=first)


def _careful_rows(text: str, width: int, name: str, *, tail: bool, first: int) -> tuple[list[list[str]], Sequence[int]]:
    columns: list[list[str]] = [[] for _ in range(width)]
    numbers: list[int] = []
    for number, line in enumerate(text.split("\n"), first):
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
