"""Tells what kind of data a program has handed over, and makes an input of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ..formats import Judgements, Results, Source
from ..formats.source import path
from ..formats.words import find_columns
from ..problems import InputError, Problem
from .frames import columns_of, frame_of
from .mappings import MappingInput
from .rows import Records, Tuples, is_row, records_of
from .tables import TableInput
from .values import kind_of

Data = str | bytes | os.PathLike[str] | Mapping[Any, Any] | Iterable[Any] | Judgements | Results | Any
"""A path, text, bytes, an open file, a mapping, rows, records, a DataFrame-like object, or what was read before."""

KNOWN_KINDS = "a path, text, bytes, a mapping, rows, records or a data frame"


def as_source(data: Data, name: str) -> Source:
    """The data as an input under this name, a path under its own. Raises InputError for what is no kind of data.

    Text in one line that is no JSON is the name of a file.
    """
    if isinstance(data, str):
        return _from_text(data, name)
    if isinstance(data, (bytes, bytearray, memoryview)):
        return Source(bytes(data), name)
    if isinstance(data, os.PathLike):
        return Source(data, os.fspath(data))
    if hasattr(data, "read"):
        called = getattr(data, "name", None)
        return Source(data.read(), called if isinstance(called, str) else name)
    if isinstance(data, Mapping):
        return _from_mapping(data, name)
    if frame := frame_of(data):
        return TableInput(frame, name)
    if hasattr(data, "to_dict"):
        return _from_mapping(data.to_dict(), name)
    if hasattr(data, "tolist"):
        data = data.tolist()
    if not isinstance(data, Iterable):
        raise InputError(name, [Problem(f"{kind_of(data)} is given here", expected=KNOWN_KINDS)])
    return _from_rows(list(data), name)


def _from_text(data: str, name: str) -> Source:
    if "\n" not in data and data.lstrip()[:1] not in ("", "{", "["):
        return Source(path(data), data)
    return Source(data, name)


def _from_mapping(data: Mapping[Any, Any], name: str) -> Source:
    if frame := columns_of(data):
        return TableInput(frame, name)
    if _is_record(data):
        return TableInput(Records([data], list(data), name, keyed=True), name)
    return MappingInput(data, name)


def _is_record(data: Mapping[Any, Any]) -> bool:
    """Whether a mapping is one record rather than a mapping from queries."""
    if not all(isinstance(name, str) for name in data):
        return False
    names = find_columns(list(data), "score")
    held = any(isinstance(value, Iterable) and not isinstance(value, str) for value in data.values())
    return "query" in names and "document" in names and not held


def _from_rows(rows: list[Any], name: str) -> Source:
    if not rows:
        return Source("", name)
    first = rows[0]
    if all(isinstance(row, str) for row in rows):
        return Source("".join(f"{row.removesuffix(chr(10))}\n" for row in rows), name)
    if records := records_of(rows, name):
        return TableInput(records, name)
    if is_row(first):
        return TableInput(Tuples(rows, name), name)
    message = f"a row is expected here, found {kind_of(first)}"
    raise InputError(name, [Problem(message, 1, expected="tuples, lists, mappings or objects with fields")])
