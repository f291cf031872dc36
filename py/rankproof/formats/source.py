"""An input as chunks of whole lines of text: opened, unpacked, decoded, and refused when it is not text."""

from __future__ import annotations

import io
import os
from itertools import chain

from ..packed import MEND, most_unpacked, too_far
from ..problems import InputError, Problem, excerpt
from ..record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO, TypeAlias

CHUNK_BYTES = 1 << 17
"""Small enough that a chunk's lists stay in the processor's cache: chunks of 1 MB took twice as long in all."""

READ_BYTES = 1 << 20
"""So much of a file is read at once, then cut into chunks: each read of a browser's file costs by itself."""

LONGEST_LINE = 1 << 20
"""A row longer than this is no row; JSON may be one long line."""

READS_A_REPORT = 2
"""Progress is told once in so many reads: some thirty times a second."""

Progress: TypeAlias = "Callable[[int, int | None], None]"
"""Called now and then with the bytes read and the bytes in all (None where that is not known)."""

KNOWN_FILES = (
    (b"PK\x03\x04", "a ZIP archive or an Excel workbook", "unpack it, or save the sheet as CSV"),
    (b"%PDF", "a PDF", "copy the rows out as text"),
    (b"PAR1", "a Parquet file", "export it as CSV"),
    (b"\x89PNG", "a picture (PNG)", None),
    (b"\xff\xd8\xff", "a picture (JPEG)", None),
    (b"BZh", "a bzip2 archive", "unpack it, or use gzip"),
    (b"\xfd7zXZ", "an xz archive", "unpack it, or use gzip"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive", "unpack it, or use gzip"),
    (b"7z\xbc\xaf", "a 7-Zip archive", "unpack it, or use gzip"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word file", "save it as CSV"),
    (b"SQLite format 3", "an SQLite database", "export the table as CSV"),
    (b"ARROW1", "an Arrow file", "export it as CSV"),
    (b"\x93NUMPY", "a NumPy array", "save it as text"),
    (b"\x80\x04\x95", "a Python pickle", "save it as JSON"),
)


class Chunk(Record):
    """Whole lines of text, each ended by one newline, and the number of the first."""

    text: str
    first_line: int


class _Path(os.PathLike[str]):
    """A file's name as a path, without the cost of importing pathlib."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __fspath__(self) -> str:
        return self.name


def path(name: str) -> os.PathLike[str]:
    """A path for a file's name."""
    return _Path(name)


class Source:
    """Text, bytes or a file, with the name that messages give it; it can be read more than once.

    `unit` is what places in it are counted in. `mends` are spelled as mends.parse_mend takes them; those for the other
    side are left alone.
    """

    unit = "line"

    def __init__(
        self,
        data: str | bytes | os.PathLike[str],
        name: str,
        progress: Progress | None = None,
        mends: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.mends = mends
        self.progress = progress
        self.path = None if isinstance(data, (str, bytes)) else os.fspath(data)
        if self.path is not None and os.path.exists(self.path) and not os.path.isfile(self.path):
            data, self.path = self._drained(self.path), None
        self.data = (
            data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data if isinstance(data, bytes) else b""
        )
        self.gzipped = False
        self._damage: tuple[type[Exception], ...] = (OSError,)
        self.limits: tuple[int, int] | None = None
        self.lines = 0

    def silent(self) -> Source:
        """The same, without progress."""
        copy = Source.__new__(Source)
        copy.__dict__.update(self.__dict__, progress=None)
        return copy

    def part(self, start: int, end: int) -> Source:
        """The lines of a plain file that begin between two places, counted in bytes, which need not be line ends.

        Parts that follow one another hold every line once; their lines are counted from 1.
        """
        assert self.path is not None
        part = Source(_Path(self.path), self.name, self.progress, self.mends)
        part.limits = (start, end)
        return part

    def _drained(self, path: str) -> bytes:
        """All that a pipe gives: it can be read only once. Raises InputError for a folder."""
        try:
            with open(path, "rb") as stream:
                return stream.read()
        except OSError as error:
            raise self.fail(f"this cannot be read: {error.strerror or error}", hint="name a file") from None

    def fail(self, message: str, line: int | None = None, **more: object) -> InputError:
        """An InputError with one problem in this source."""
        return InputError(self.name, [Problem(message, line, **more)])  # type: ignore[arg-type]

    def chunks(self) -> Iterator[Chunk]:
        """The input's text, in order; blank at the end is kept, a missing last newline is added."""
        line = 1
        rest: list[bytes] = []
        waiting = 0
        json = None
        for data in self._with_newlines():
            if json is None:
                json = data.lstrip()[:1] in (b"{", b"[")
            end = data.rfind(b"\n") + 1
            if end:
                text = self._decode(b"".join([*rest, data[:end]]), line)
                yield Chunk(text, line)
                line += text.count("\n")
                rest, waiting = [], 0
            if end < len(data):
                rest.append(data[end:])
                waiting += len(data) - end
            if waiting > LONGEST_LINE and not json:
                raise self._too_long(b"".join(rest), line)
        if rest:
            yield Chunk(self._decode(b"".join(rest) + b"\n", line), line)
            line += 1
        self.lines = line - 1

    def _too_long(self, data: bytes, line: int) -> InputError:
        """The error for a line without an end; that it is no text at all comes first."""
        self._decode(data[: LONGEST_LINE // 2].rsplit(b" ", 1)[0], line)
        return self.fail(
            f"line {line} is over {LONGEST_LINE:,} bytes long: these are no rows",
            line,
            expected="rows of a few columns, or JSON",
            hint="check that this is the right file",
        )

    def line(self, number: int) -> str:
        """One line of the input, for a message about it: reads again from the start."""
        for text, first in self.chunks():
            lines = text.count("\n")
            if number < first + lines:
                return text.split("\n")[number - first]
        return ""

    def text(self) -> str:
        """The whole input at once."""
        return "".join(chunk.text for chunk in self.chunks())

    def _with_newlines(self) -> Iterator[bytes]:
        """The unpacked bytes without a byte-order mark; carriage returns become newlines where they stand alone."""
        unpacked = self._unpacked()
        first = next(unpacked, b"")
        if first.endswith(b"\r"):
            # What follows tells whether the carriage return stands alone.
            first += next(unpacked, b"")
        if first:
            from_start = self.limits is None or self.limits[0] == 0
            if from_start:
                first = self._start(first)
            # A later part begins behind a newline.
            carriage = from_start and b"\r" in first and b"\n" not in first
            for data in chain([first], unpacked):
                yield data.replace(b"\r", b"\n") if carriage else data

    def _unpacked(self) -> Iterator[bytes]:
        with self._open() as raw:
            total = os.path.getsize(self.path) if self.path is not None else len(self.data)
            if self.limits is not None:
                yield from self._between(raw, *self.limits)
                return
            self.gzipped = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            stream: BinaryIO = raw
            if self.gzipped:
                import gzip
                import zlib

                self._damage = (EOFError, zlib.error, OSError)
                stream = gzip.GzipFile(fileobj=raw)  # type: ignore[assignment]
            count = unpacked = 0
            # Often no more than the first rows are wanted.
            most = CHUNK_BYTES
            while data := self._read(stream, most):
                unpacked += len(data)
                if self.gzipped and unpacked > most_unpacked(total):
                    raise self.fail(f"this gzip cannot hold rows: {too_far(total)}", expected="rows or JSON", hint=MEND)
                yield from _pieces(data)
                most = READ_BYTES
                count += 1
                if self.progress and not count % READS_A_REPORT:
                    self.progress(raw.tell(), total)
            if self.progress and count >= READS_A_REPORT:
                self.progress(total, total)

    def _between(self, raw: BinaryIO, start: int, end: int) -> Iterator[bytes]:
        first, last = _line_start(raw, start), _line_start(raw, end)
        raw.seek(first)
        at, count = first, 0
        while at < last and (data := self._read(raw, min(READ_BYTES, last - at))):
            yield from _pieces(data)
            at += len(data)
            count += 1
            if self.progress and (not count % READS_A_REPORT or at == last):
                self.progress(at - first, last - first)

    def _open(self) -> BinaryIO:
        if self.path is None:
            return io.BytesIO(self.data)
        try:
            # Unbuffered: each read is one chunk already.
            return open(self.path, "rb", buffering=0)
        except ValueError:
            # Half a character or a null byte.
            raise self.fail("no file can have this name") from None
        except OSError as error:
            raise self.fail(
                f"the file cannot be read: {error.strerror or error}", hint="check its name and that you may read it"
            ) from None

    def _read(self, stream: BinaryIO, most: int) -> bytes:
        try:
            return stream.read(most)
        except self._damage as error:
            if not self.gzipped:
                raise self.fail(f"the file cannot be read: {error}") from None
            raise self.fail(
                "the file starts like gzip but cannot be unpacked: it is cut short or damaged",
                hint="fetch it again, or unpack it and use the text",
            ) from None

    def _start(self, data: bytes) -> bytes:
        """The first bytes without a byte-order mark; refuses files known not to be UTF-8 text."""
        if data[:3] == b"\xef\xbb\xbf":
            return data[3:]
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise self.fail("this is UTF-16 text", expected="UTF-8 text", hint="save it again as UTF-8")
        for magic, kind, mend in KNOWN_FILES:
            if data.startswith(magic):
                raise self.fail(f"this is {kind}, not text", expected="UTF-8 text, plain or gzipped", hint=mend)
        if b"\0" in data:
            self._decode(data[: data.index(b"\0") + 1], 1)
        return data

    def _decode(self, data: bytes, line: int) -> str:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise self._not_utf8(data, error.start, line) from None
        if "\0" in text:
            at = text.index("\0")
            where = line + text.count("\n", 0, at)
            raise self.fail(
                f"line {where} holds a zero byte: this is not a text file",
                where,
                expected="UTF-8 text, plain or gzipped",
                hint="export the data as CSV, TSV, JSON or TREC text",
            )
        return text.replace("\r\n", "\n") if "\r" in text else text

    def _not_utf8(self, data: bytes, at: int, line: int) -> InputError:
        start = data.rfind(b"\n", 0, at) + 1
        where = line + data.count(b"\n", 0, at)
        end = data.find(b"\n", at)
        shown, column = excerpt(
            data[start:end].decode("utf-8", "replace"), len(data[start:at].decode("utf-8", "replace")) + 1
        )
        return self.fail(
            f"byte {at - start + 1} of line {where} (0x{data[at]:02X}) is not UTF-8",
            where,
            column=column,
            text=shown,
            expected="UTF-8 text",
            hint="save the file as UTF-8; it may be Latin-1 or Windows-1252, or no text at all",
        )


def _pieces(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), CHUNK_BYTES):
        yield data[start : start + CHUNK_BYTES]


def _line_start(raw: BinaryIO, place: int) -> int:
    """Where the first line begins that does so at this place or later; the file's end where none does."""
    if place <= 0:
        return 0
    at = raw.seek(place - 1)
    while data := raw.read(4096):
        newline = data.find(b"\n")
        if newline >= 0:
            return at + newline + 1
        at += len(data)
    return at
