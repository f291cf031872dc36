"""Counts the rows of an input in the plainest way, to hold against what the readers say they read."""

from __future__ import annotations

import csv
import gzip
import json
import zlib

BLANKS = " \t\r\v\f"


class NotTextError(Exception):
    """Bytes that nobody can read as text."""


def text_of(data: bytes) -> str:
    """The text of some bytes, unpacked and with newlines only. Raises NotTextError."""
    try:
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        text = data.decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise NotTextError from error
    if "\0" in text:
        raise NotTextError
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n") if "\n" in text else text.replace("\r", "\n")


def rows_in(text: str, form: str, *, header: bool) -> int:
    """How many rows of this form a text holds."""
    if "JSON" in form:
        return _entries(text, form)
    lines = [line for line in text.split("\n") if line.strip(BLANKS) and line[0] != "#"]
    if "CSV" in form and '"' in text:
        separator = ";" if form.startswith("semicolon") else ","
        return sum(1 for _ in csv.reader(lines[header:], delimiter=separator, skipinitialspace=True))
    return len(lines) - header


def _entries(text: str, form: str) -> int:
    lines = [line for line in text.split("\n") if line.strip() and line[0] != "#"]
    if form == "JSON Lines":
        return len(lines)
    start = text.split("\n")
    while start and (not start[0].strip() or start[0][0] == "#"):
        del start[0]
    value = json.loads("\n".join(start), object_pairs_hook=list)
    if form == "JSON records":
        return len(value) if value and isinstance(value[0], list) else 1
    return sum(len(held) for _, held in value)
