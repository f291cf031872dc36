"""Turns Python values into ids and numbers, counting what was converted, refusing what is neither."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..formats.jsonvalues import is_text
from ..formats.layout import JUDGEMENTS
from ..formats.reader import numbers_as_ids
from ..problems import InputError, Note, Problem, counted

Row = Callable[[int], "int | None"]
"""The row, from 1, of a position in a column; None where there are no rows."""

Where = Callable[[int], str]
"""What to say of the place of a position in a column, as the start of a message."""

TOO_LONG = 10**400

EXPECTED = {
    JUDGEMENTS: (
        '{"query": {"document": grade}}, {"query": ["relevant document"]}, rows of (query, document, grade), '
        "or columns such as query_id, doc_id and relevance"
    ),
    "results": (
        '{"query": ["best document", "next"]}, {"query": {"document": score}}, rows of (query, document, score), '
        "or columns such as query_id, doc_id and score"
    ),
}


def plain(value: Any) -> Any:
    """A number of another library (NumPy's, decimal's) as Python's; every other value as it is."""
    if type(value) in (int, float, str, bool) or value is None or getattr(value, "ndim", None):
        return value
    if hasattr(value, "item") and not isinstance(value, (int, float, str)):
        value = value.item()
    if type(value) in (int, float, str, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if hasattr(value, "__index__"):
        return int(value)
    return float(value) if hasattr(value, "__float__") else value


def kind_of(value: Any) -> str:
    """What a value is, in words: `None`, `the number 3`, `the text “x”`, `a list`."""
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text “{value[:30]}”" if is_text(value) else f"half a character ({value[:30]!a})"
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in tuple('aeiou') else 'a'} {name}"


def listed_values(values: Any) -> list[Any]:
    """The values of a column or sequence, by its own conversion to Python's where it has one."""
    for method in ("tolist", "to_list", "to_pylist"):
        if hasattr(values, method):
            values = getattr(values, method)()
            break
    return values if isinstance(values, list) else list(values)


class Values:
    """Conversions for one input; `numbers_as_ids` and `text_as_numbers` count what was converted."""

    def __init__(self, name: str, role: str) -> None:
        self.name = name
        self.role = role
        self.numbers_as_ids = 0
        self.text_as_numbers = 0

    def fail(self, message: str, row: int | None = None, hint: str | None = None, *, swap: bool = False) -> InputError:
        """An error, at a row where there are rows."""
        return InputError(self.name, [Problem(message, row, None, None, EXPECTED[self.role], hint)], swap=swap)

    def ids(self, values: list[Any], where: Where, row: Row) -> list[str]:
        """Ids as text; numbers become text, as in JSON."""
        types = set(map(type, values))
        if types <= {str} and "" not in values and is_text("".join(values)):
            return values
        if int in types:
            self._check_digits(values, where, row)
        if types == {int}:
            self.numbers_as_ids += len(values)
            return list(map(str, values))
        ids: list[str] = []
        for position, value in enumerate(map(plain, values)):
            # A number that is not equal to itself is NaN, which stands for a missing id.
            if type(value) in (int, float) and value == value:  # noqa: PLR0124
                self.numbers_as_ids += 1
                ids.append(str(value))
            elif isinstance(value, str) and value and is_text(value):
                ids.append(value)
            else:
                found = "an empty id" if isinstance(value, str) and not value else kind_of(value)
                message = f"{where(position)} holds {found} where an id is expected"
                raise self.fail(message, row(position), "give ids as text")
        return ids

    def numbers(self, values: list[Any], what: str, where: Where, row: Row) -> list[str] | list[float]:
        """Finite or not, the numbers of a column: as numbers, or all as text where some are text."""
        types = set(map(type, values))
        if int in types:
            self._check_digits(values, where, row)
        if types <= {int, float}:
            return values
        found = list(map(plain, values))
        for position, value in enumerate(found):
            if type(value) not in (int, float, str):
                message = f"{where(position)} holds {kind_of(value)} where a {what} is expected"
                raise self.fail(message, row(position), "give a number there")
        texts = sum(type(value) is str for value in found)
        self.text_as_numbers += texts
        return list(map(str, found)) if texts else found

    def texts(self, values: list[Any], what: str, where: Where, row: Row) -> list[str]:
        """The same as text, for grades and ranks, whose readers judge how a number is written."""
        return list(map(str, self.numbers(values, what, where, row)))

    def _check_digits(self, values: list[Any], where: Where, row: Row) -> None:
        """Refuses whole numbers that Python does not write out."""
        for position, value in enumerate(values):
            if type(value) is int and not -TOO_LONG < value < TOO_LONG:
                raise self.fail(
                    f"{where(position)} holds a number of over 400 digits", row(position), "give a shorter one"
                )

    def notes(self) -> list[Note]:
        """What was converted."""
        found = numbers_as_ids(self.numbers_as_ids)
        if self.text_as_numbers:
            text = f"{counted(self.text_as_numbers, 'number')} given as text, read as numbers."
            found.append(Note("info", "text-as-numbers", text, self.text_as_numbers))
        return found
