"""Turns JSON values into ids and numbers, counting what was converted, refusing what is neither."""

from __future__ import annotations

from ..problems import InputError, Problem
from ..record import Record
from .jsonload import kind_of
from .jsonplace import find_path
from .layout import JUDGEMENTS
from .source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

Path = list[str | int]

EXPECTED = {
    JUDGEMENTS: (
        '{"query": {"document": grade}}, {"query": ["relevant document"]}, '
        'or records such as {"qid": ..., "docno": ..., "grade": ...}'
    ),
    "results": (
        '{"query": ["best document", "next"]}, {"query": {"document": score}}, '
        'or records such as {"qid": ..., "docno": ..., "score": ...}'
    ),
}


class Spot(Record):
    """A value in a JSON text: the text, the number of its first line, and the path to the value."""

    text: str
    line: int
    path: Path


def is_text(text: str) -> bool:
    """Whether a text can be written as UTF-8: halves of surrogate pairs, which JSON can hold, cannot."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


class Values:
    """Conversions for one input; `numbers_as_ids` and `numbers_as_text` count what was converted."""

    def __init__(self, source: Source, role: str) -> None:
        self.source = source
        self.role = role
        self.numbers_as_ids = 0
        self.numbers_as_text = 0

    def fail(self, spot: Spot, message: str, hint: str | None = None, *, swap: bool = False) -> InputError:
        """An error at a spot."""
        place = find_path(spot.text, spot.path, spot.line)
        problem = Problem(message, place.line, place.column, place.text, EXPECTED[self.role], hint)
        return InputError(self.source.name, [problem], swap=swap)

    def ids(self, values: list[Any], where: str, spot: Callable[[int], Spot]) -> list[str]:
        """Ids as text; `spot` tells where the value of a position stands."""
        if set(map(type, values)) <= {str} and "" not in values and is_text("".join(values)):
            return values
        ids: list[str] = []
        for position, value in enumerate(values):
            if type(value) in (int, float):
                self.numbers_as_ids += 1
                ids.append(str(value))
            elif isinstance(value, str) and value and is_text(value):
                ids.append(value)
            else:
                found = "an empty id" if value == "" else kind_of(value)
                if isinstance(value, str) and value:
                    found = f"half a character ({value[:30]!a})"
                message = f"{where} holds {found} where an id is expected"
                raise self.fail(spot(position), message, "write ids as text")
        return ids

    def numbers(self, values: list[Any], field: str, spot: Callable[[int], Spot]) -> list[str]:
        """Numbers as text, for the readers of grades and scores; `field` is what they should be."""
        if not set(map(type, values)) <= {int, float}:
            for position, value in enumerate(values):
                if type(value) not in (int, float, str):
                    message = f"{kind_of(value)} stands where a {field} is expected"
                    raise self.fail(spot(position), message, "write a number there")
            self.numbers_as_text += sum(type(value) is str for value in values)
        return list(map(str, values))
