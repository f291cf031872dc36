"""Takes the columns of DataFrame-like objects (pandas, polars, pyarrow, NumPy records), importing none of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..formats.words import find_columns
from .values import listed_values


class Frame:
    """A table of named columns, taken one by one as they are asked for.

    Names that are numbers, as pandas gives to columns without any, count as none.
    """

    first_row = 1
    header = False

    def __init__(self, data: Any, keys: list[Any], kind: str) -> None:
        self.kind = kind
        self.data = data
        self.keys = keys
        self.width = len(keys)
        numbered = all(isinstance(key, int) for key in keys)
        self.names = None if numbered else list(map(str, keys))
        # A mapping's length is the number of its columns.
        told = hasattr(data, "__len__") and not isinstance(data, Mapping)
        self.rows = 0 if not keys else len(data) if told else len(self.column(0))

    def column(self, position: int) -> list[Any]:
        return listed_values(self.data[self.keys[position]])


def frame_of(data: Any) -> Frame | None:
    """The data as a table of columns, None if it is nothing of that kind."""
    if type(data).__name__ == "LazyFrame":
        # It has no data yet.
        data = data.collect()
    if getattr(getattr(data, "dtype", None), "names", None):
        return Frame(data, list(data.dtype.names), "records")
    if not hasattr(data, "__getitem__"):
        return None
    # A pyarrow table's `columns` are the data, its `column_names` the names.
    names = getattr(data, "column_names", None)
    if names is None:
        names = getattr(data, "columns", None)
    if names is None or callable(names):
        return None
    return Frame(data, listed_values(names), "data frame")


def columns_of(data: Mapping[Any, Any]) -> Frame | None:
    """{"query_id": [...], "doc_id": [...], "score": [...]} as a table, None if this is no mapping of columns."""
    if not all(isinstance(name, str) for name in data):
        return None
    found = find_columns(list(data), "score")
    if "query" not in found or "document" not in found:
        return None
    lengths = {len(held) if hasattr(held, "__len__") else None for held in data.values()}
    held = any(isinstance(values, (str, bytes, Mapping, set, frozenset)) for values in data.values())
    if held or len(lengths) != 1 or None in lengths:
        return None
    return Frame(data, list(data), "mapping of columns")
