"""Loads JSON without losing repeated names, and says where it goes wrong."""

from __future__ import annotations

import json
import re

from ..problems import InputError, Problem
from .jsondepth import MOST_DEPTH, too_deep
from .jsonplace import find_constant, place_of
from .source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


STRING_OR_DIGITS = re.compile(r'"(?:[^"\\]|\\.)*"|(\d{4301,})')
"""Numbers longer than Python reads by itself."""


class Repeats(dict[str, "Any"]):
    """A JSON object in which a name stands more than once; `pairs` holds them all, in order."""

    pairs: list[tuple[str, Any]]


class ConstantError(Exception):
    """NaN or Infinity in JSON."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    repeats = Repeats(plain)
    repeats.pairs = pairs
    return repeats


def refuse_constant(word: str) -> NoReturn:
    """For json's parse_constant."""
    raise ConstantError(word)


def pairs_of(value: dict[str, Any]) -> list[tuple[str, Any]]:
    """All names and values of a JSON object, repeated names too."""
    return value.pairs if isinstance(value, Repeats) else list(value.items())


def kind_of(value: Any) -> str:
    """What a JSON value is, in words: `null`, `the number 3`, `an array`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text “{value[:30]}”"
    return "an array" if isinstance(value, list) else "an object"


def load(source: Source, text: str, line: int = 1) -> Any:
    """The value of a JSON text that starts in this line of the source; objects with repeated names are Repeats.

    Raises InputError with line and column.
    """
    if (deep := too_deep(text)) is not None:
        place = place_of(text, deep, line)
        message = f"the JSON is nested over {MOST_DEPTH} deep in line {place.line}"
        hint = "queries and documents need two levels"
        raise InputError(source.name, [Problem(message, place.line, place.column, place.text, None, hint)])
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        raise _syntax(source, text, error, line) from None
    except ConstantError as word:
        number, column, shown = find_constant(text, str(word))
        where = number + line - 1
        message = f"{word} in line {where} is not a number that JSON or a ranking can hold"
        hint = "give the document a finite number, or remove it"
        raise InputError(source.name, [Problem(message, where, column, shown, "a finite number", hint)]) from None
    except ValueError:
        raise _too_long(source, text, line) from None


def _too_long(source: Source, text: str, line: int) -> InputError:
    """The error for a whole number of more digits than Python turns into one."""
    found = next(match for match in STRING_OR_DIGITS.finditer(text) if match[1])  # nothing else is a ValueError
    place = place_of(text, found.start(1), line)
    message = f"a number in line {place.line} has {len(found[1]):,} digits"
    expected = "a whole number of a few digits, or a finite score"
    return InputError(
        source.name, [Problem(message, place.line, place.column, place.text, expected, "mend the number")]
    )


def _syntax(source: Source, text: str, error: json.JSONDecodeError, line: int) -> InputError:
    end = len(text.rstrip())
    # What is missing at the end is missing there, and not in an empty line after it.
    at = min(error.pos, end)
    column = at - text.rfind("\n", 0, at)
    place = place_of(text, at, line)
    message = f"the JSON breaks off or goes wrong in line {place.line}, column {column}: {error.msg.lower()}"
    hint = "mend the JSON there"
    shown = place.text or ""
    if "'" in shown and '"' not in shown:
        hint = "JSON needs double quotes; from Python, write the data with json.dumps"
    elif "trailing comma" in error.msg.lower() or text[:at].rstrip().endswith(","):
        hint = "remove the comma before the closing bracket"
    elif at == end:
        hint = "the end is missing: copy the whole text"
    return InputError(source.name, [Problem(message, place.line, place.column, place.text, None, hint)])
