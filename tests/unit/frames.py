"""Small stand-ins for the DataFrames of pandas, polars and pyarrow: what the reader of frames may rely on, no more."""

from __future__ import annotations

from typing import Any

Columns = dict[str, list[Any]]


class Column:
    """A column with one method that gives its values, under the name that its library uses."""

    def __init__(self, values: list[Any], method: str) -> None:
        setattr(self, method, lambda: list(values))


class PandasLike:
    """`columns` with names, items with tolist()."""

    method = "tolist"

    def __init__(self, table: Columns) -> None:
        self.table = table
        self.columns: Any = list(table)

    def __len__(self) -> int:
        return len(next(iter(self.table.values()), []))

    def __getitem__(self, name: str) -> Column:
        return Column(self.table[name], self.method)


class PolarsLike(PandasLike):
    """`columns` with names, items with to_list()."""

    method = "to_list"


class LazyFrame:
    """A lazy frame of polars: its columns and data are there after collect()."""

    def __init__(self, table: Columns) -> None:
        self.table = table

    def collect(self) -> PolarsLike:
        return PolarsLike(self.table)


class ArrowLike(PandasLike):
    """`column_names` with names, `columns` with the data, items with to_pylist()."""

    method = "to_pylist"

    def __init__(self, table: Columns) -> None:
        super().__init__(table)
        self.column_names = list(table)
        self.columns = [self[name] for name in table]


class NumpyLike:
    """A flat or two-dimensional array: tolist() and a length."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def tolist(self) -> list[Any]:
        return list(self.values)


class Number:
    """A number of another library, which item() turns into Python's."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def item(self) -> Any:
        return self.value


class Fake:
    """A module that stands for pandas or polars: its DataFrame is a dictionary."""

    DataFrame = dict


FRAMES = (PandasLike, PolarsLike, LazyFrame, ArrowLike)
