"""Tuples with named fields, as NamedTuple makes them, without the time that importing typing takes."""

from __future__ import annotations

__all__ = ["Record"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

    # To type checkers a Record is a NamedTuple, with all that they know of one.
    from typing import NamedTuple as Record


try:
    # What namedtuple itself reads fields with: three times as fast as a property.
    from _collections import _tuplegetter  # type: ignore[import-not-found]
except ImportError:
    from operator import itemgetter

    def _tuplegetter(position: int, _doc: None) -> Any:
        return property(itemgetter(position))


class _RecordType(type):
    """Turns the annotations in a class's body into fields, and the values beside them into defaults."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _RecordType:
        fields = tuple(body.get("__annotations__", ()))
        defaults = {field: body.pop(field) for field in fields if field in body}
        if tuple(defaults) != fields[len(fields) - len(defaults) :]:
            raise TypeError(f"in {name} a field with a default stands before one without")
        getters = {field: _tuplegetter(position, None) for position, field in enumerate(fields)}
        about = {"_fields": fields, "_field_defaults": defaults, "__match_args__": fields, "__slots__": ()}
        return super().__new__(cls, name, bases, {**body, **getters, **about})


class _Record(tuple, metaclass=_RecordType):  # type: ignore[type-arg]  # tuple[Any, ...] would be made at each start
    """The base of all records; `_fields` names the fields, `_field_defaults` has the defaults of the last ones."""

    if TYPE_CHECKING:
        _fields: tuple[str, ...]
        _field_defaults: dict[str, Any]

    def __new__(cls, *values: Any, **named: Any) -> Self:
        if named or len(values) != len(cls._fields):
            values = cls._completed(values, named)
        return tuple.__new__(cls, values)

    @classmethod
    def _completed(cls, values: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """All values in the order of the fields. Raises TypeError where some are missing, unknown or given twice."""
        fields = cls._fields
        rest = fields[len(values) :]
        if len(values) > len(fields) or not named.keys() <= set(rest):
            wrong = [name for name in named if name not in rest] or values[len(fields) :]
            raise TypeError(f"{cls.__name__} takes {', '.join(fields)}, each once, and not {wrong!r} beside {values!r}")
        known = {**cls._field_defaults, **named}
        missing = [name for name in rest if name not in known]
        if missing:
            raise TypeError(f"{cls.__name__} needs {', '.join(missing)}")
        return (*values, *(known[name] for name in rest))

    def __repr__(self) -> str:
        pairs = [f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)]
        return f"{type(self).__name__}({', '.join(pairs)})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        """For copies and pickles: what to make the same record with."""
        return tuple(self)

    def _asdict(self) -> dict[str, Any]:
        """The values by field."""
        return dict(zip(self._fields, self, strict=True))

    def _replace(self, **changed: Any) -> Self:
        """The same record with other values in some fields. Raises TypeError for a field that is not there."""
        return type(self)(**{**self._asdict(), **changed})


if not TYPE_CHECKING:
    Record = _Record
