"""Loads JSON without losing repeated names, and says where it goes wrong."""

from __future__ import annotations

import json

from ..problems import InputError, Problem, excerpt
from .jsonplace import find_constant
from .source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


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
    except RecursionError:
        raise source.fail("the JSON is nested too deep", hint="queries and documents need two levels") from None
    except ValueError as error:
        raise source.fail(f"the JSON holds a number that is too long ({error})") from None


def _syntax(source: Source, text: str, error: json.JSONDecodeError, line: int) -> InputError:
    shown, column = excerpt(text.split("\n")[error.lineno - 1], error.colno)
    where = error.lineno + line - 1
    message = f"the JSON breaks off or goes wrong in line {where}, column {error.colno}: {error.msg.lower()}"
    hint = "mend the JSON there"
    if "'" in shown and '"' not in shown:
        hint = "JSON needs double quotes; from Python, write the data with json.dumps"
    elif "trailing comma" in error.msg.lower() or text[: error.pos].rstrip().endswith(","):
        hint = "remove the comma before the closing bracket"
    elif error.pos >= len(text.rstrip()):
        hint = "the end is missing: copy the whole text"
    return InputError(source.name, [Problem(message, where, column, shown, None, hint)])
