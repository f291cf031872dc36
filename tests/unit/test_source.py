"""Bytes that are no UTF-8 text are refused with what they are; gzip, marks and line endings change nothing."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from rankproof import InputError
from rankproof.formats import Source
from rankproof.formats import source as module
from tests.unit.helpers import judgements, refused_judgements, refused_results, results, the_note

TEXT = "q1 0 café 1\nq1 0 𝒜 0\n"
GRADES = {"q1": {"café": 1, "𝒜": 0}}


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.rstrip("\n").encode(),
        gzip.compress(TEXT.encode()),
        gzip.compress(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()),
        gzip.compress(TEXT[:12].encode()) + gzip.compress(TEXT[12:].encode()),
    ],
    ids=["plain", "with a mark", "CRLF", "no last newline", "gzip", "gzip of a mark and CRLF", "gzip in two members"],
)
def test_text_in_every_wrapping_reads_the_same(data: bytes, tmp_path: Path) -> None:
    assert judgements(data).grades == GRADES
    # Told by the magic bytes, not by the name.
    (tmp_path / "qrels.txt").write_bytes(data)
    assert judgements(tmp_path / "qrels.txt").grades == GRADES


def test_gzip_is_said_in_the_first_note() -> None:
    assert "gzip" in the_note(judgements(gzip.compress(TEXT.encode())).notes, "read-as").text
    assert "gzip" not in the_note(judgements(TEXT).notes, "read-as").text


@pytest.mark.parametrize(
    ("start", "word"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "PDF"),
        (b"PK\x03\x04\x14\x00\x06\x00", "ZIP"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "PNG"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "JPEG"),
        (b"\xff\xfeq\x001\x00 \x00", "UTF-16"),
        (b"\xfe\xff\x00q\x001\x00 ", "UTF-16"),
        (b"PAR1\x15\x04", "Parquet"),
        (b"BZh91AY&SY", "bzip2"),
        (b"SQLite format 3\x00", "SQLite"),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_a_file_of_a_known_kind_is_called_by_its_name(start: bytes, word: str, packed: bool) -> None:
    data = start + bytes(range(256)) * 4
    error = refused_judgements(gzip.compress(data) if packed else data)
    assert word in error.message
    assert "UTF-8 text" in (error.expected or "")


def test_a_zero_byte_is_refused_with_its_line() -> None:
    error = refused_judgements(b"q1 0 a 1\nq1 0 b\x00 1\n")
    assert error.line == 2
    assert "zero byte" in error.message


def test_utf_16_without_a_mark_is_refused() -> None:
    assert "zero byte" in refused_judgements("q1 0 a 1\n".encode("utf-16-le")).message


@pytest.mark.parametrize("lines_before", [0, 1, 20_000])
def test_a_byte_that_is_not_utf_8_is_named_with_line_and_byte(lines_before: int) -> None:
    # Latin-1 é is 0xE9: after "q1 0 é caf" that is byte 12 of its line (the first é takes two) and column 11.
    data = b"q0 0 d 1\n" * lines_before + "q1 0 é caf".encode() + b"\xe9 1\n"
    error = refused_judgements(data)
    assert (error.line, error.column) == (lines_before + 1, 11)
    assert f"byte 12 of line {lines_before + 1}" in error.message
    assert "0xE9" in error.message
    assert "UTF-8" in (error.hint or "")


@pytest.mark.parametrize("size", [11, 12, 13, 14, 15, 16])
def test_a_character_cut_by_a_border_between_chunks_is_whole(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # "q1 0 " and é end at byte 7, 𝒜 lies in bytes 8 to 11 of the second line.
    monkeypatch.setattr(module, "CHUNK_BYTES", size)
    assert judgements("q1 0 éé 1\nq1 0 é𝒜 0\n").grades == {"q1": {"éé": 1, "é𝒜": 0}}


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9])
def test_gzip_that_is_cut_short_is_refused(kept: float) -> None:
    packed = gzip.compress("".join(f"q{number} 0 d{number * 7919} 1\n" for number in range(5000)).encode())
    error = refused_judgements(packed[: int(len(packed) * kept)])
    assert "cut short" in error.message
    assert error.hint


def test_gzip_that_is_damaged_is_refused() -> None:
    packed = bytearray(gzip.compress("".join(f"q{number} 0 d 1\n" for number in range(5000)).encode()))
    packed[len(packed) // 2] ^= 0xFF
    assert "damaged" in refused_judgements(bytes(packed)).message


def test_a_missing_file_and_a_folder_are_refused_by_name(tmp_path: Path) -> None:
    assert "cannot be read" in refused_judgements(tmp_path / "none.txt").message
    assert "cannot be read" in refused_judgements(tmp_path).message


@pytest.mark.parametrize("text", ["", " ", "\n\n", "# only a comment\n", "# one\n\n# two", "\ufeff", "\r\n\r\n"])
def test_an_input_that_holds_nothing_says_so(text: str) -> None:
    assert "no relevance judgements" in refused_judgements(text).message
    assert "no ranked results" in refused_results(text).message


class Endless(io.RawIOBase):
    """A stream of the same bytes without end, that counts how many it gave."""

    def __init__(self, pattern: bytes) -> None:
        self.pattern = pattern
        self.given = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return offset + whence * 0

    def tell(self) -> int:
        return self.given

    def read(self, size: int = -1, /) -> bytes:
        assert size >= 0, "all of an endless stream was asked for"
        self.given += size
        assert self.given < 40 * module.CHUNK_BYTES, "far more was read than it takes to see that this is no table"
        return (self.pattern * (size // len(self.pattern) + 1))[:size]


GARBAGE = {
    "random bytes": bytes((number * 167 + 13) % 256 for number in range(1, 250) if (number * 167 + 13) % 256 != 10),
    "one endless word": b"x",
    "endless blanks between words": b"word word ",
    "endless rows of one word": b"lorem\n",
    "endless rows of many words": b"lorem ipsum dolor sit amet consetetur sadipscing elitr\n",
    "endless zero bytes": b"\x00",
}


@pytest.mark.parametrize("kind", GARBAGE)
@pytest.mark.parametrize("role", ["judgements", "results"])
def test_garbage_of_any_size_is_refused_after_a_few_chunks(
    kind: str, role: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "garbage"
    file.write_bytes(b"")
    monkeypatch.setattr(Source, "_open", lambda _: Endless(GARBAGE[kind]))
    with pytest.raises(InputError):
        (judgements if role == "judgements" else results)(file)
