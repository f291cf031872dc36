"""Takes the columns of rows: tuples and lists told by their order, mappings and objects told by their fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import Any

from ..formats.words import is_header
from ..problems import InputError, Problem
from .values import kind_of, listed_values


def fail(name: str, row: int, message: str, hint: str | None = None) -> InputError:
    """An error at a row."""
    return InputError(name, [Problem(message, row, hint=hint)])


class Tuples:
    """Rows whose values are told by their order, or by the names in the first row."""

    kind = "table with a header row"

    def __init__(self, rows: list[Any], name: str) -> None:
        self.width = len(rows[0])
        if set(map(type, rows)) - {tuple, list} or set(map(len, rows)) != {self.width}:
            rows = self._same(rows, name)
        first = rows[0]
        self.header = all(isinstance(value, str) for value in first) and is_header(list(first))
        self.names = list(first) if self.header else None
        self.first_row = 2 if self.header else 1
        self.rows = len(rows) - self.header
        self.held = rows[1:] if self.header else rows

    def _same(self, rows: list[Any], name: str) -> list[Any]:
        """The rows as lists; raises InputError for the first that has another shape."""
        same: list[Any] = []
        for number, row in enumerate(rows, 1):
            if not is_row(row):
                raise fail(name, number, f"a row is expected here, found {kind_of(row)}")
            values = listed_values(row)
            if len(values) != self.width:
                count = f"{len(values)} value{'' if len(values) == 1 else 's'}"
                message = f"the row has {count}, the first row has {self.width}"
                raise fail(name, number, message, "every row has the shape of the first")
            same.append(values)
        return same

    def column(self, position: int) -> list[Any]:
        return list(map(itemgetter(position), self.held))


class Records:
    """Rows whose values are told by their fields: mappings, named tuples, data classes and other objects."""

    first_row = 1
    header = False

    def __init__(self, rows: list[Any], names: list[str], name: str, *, keyed: bool) -> None:
        self.kind = "records"
        self.names: list[str] | None = names
        self.name = name
        self.held = rows
        self.keyed = keyed
        self.width = len(names)
        self.rows = len(rows)

    def column(self, position: int) -> list[Any]:
        assert self.names is not None
        field = self.names[position]
        take: Any = itemgetter(field) if self.keyed else attrgetter(field)
        try:
            return list(map(take, self.held))
        except (KeyError, IndexError, AttributeError, TypeError):
            raise self._lacking(field, take) from None

    def _lacking(self, field: str, take: Any) -> InputError:
        for number, row in enumerate(self.held, 1):
            try:
                take(row)
            except (KeyError, IndexError, AttributeError, TypeError):
                if type(row) is not type(self.held[0]):
                    return fail(self.name, number, f"the row is {kind_of(row)}, the first row is another kind")
                return fail(self.name, number, f"the record has no {field}, the first one has", f"add {field} to it")
        raise AssertionError(field)


def is_row(value: Any) -> bool:
    """Whether a value is a sequence of values, and no text."""
    if isinstance(value, (str, bytes, Mapping)):
        return False
    return isinstance(value, Sequence) or (hasattr(value, "tolist") and hasattr(value, "__len__"))


def records_of(rows: list[Any], name: str) -> Records | None:
    """Rows with named fields, as the first one has them; None if it has none."""
    first = rows[0]
    if isinstance(first, Mapping) or (hasattr(first, "keys") and hasattr(first, "__getitem__")):
        return Records(rows, list(map(str, first.keys())), name, keyed=True)
    names = _fields(first)
    return None if names is None else Records(rows, names, name, keyed=False)


def _fields(value: Any) -> list[str] | None:
    for told in ("_fields", "__dataclass_fields__"):
        if hasattr(value, told):
            return list(getattr(value, told))
    if is_row(value) or isinstance(value, (str, bytes)):
        return None
    named = list(getattr(value, "__dict__", ()))
    if not named:
        slots = getattr(type(value), "__slots__", ())
        named = [slots] if isinstance(slots, str) else list(slots)
    return named or None
