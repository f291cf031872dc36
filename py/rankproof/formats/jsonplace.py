"""Finds where a value stands in a JSON text; used only when something about it has to be told."""

from __future__ import annotations

import json
import re

from ..problems import excerpt
from .block import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


def place_of(text: str, at: int, first_line: int = 1) -> Place:
    """The place of a character: its line, the line's text and its column."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start : len(text) if end < 0 else end]
    return Place(first_line + text.count("\n", 0, at), *excerpt(line, at - start + 1))


def find_path(text: str, path: Sequence[str | int], first_line: int = 1, repeat: int = 0) -> Place:
    """Where the value under a path of names and positions stands; names that repeat are counted by `repeat`.

    Falls back to the start of the deepest part of the path that is there.
    """
    at = deepest = 0
    for start, here, is_value in _names_and_values(text):
        if is_value and here == list(path):
            if not repeat:
                return place_of(text, start, first_line)
            repeat -= 1
        if len(here) > deepest and here == list(path[: len(here)]):
            at, deepest = start, len(here)
    return place_of(text, at, first_line)


def _names_and_values(text: str) -> Iterator[tuple[int, list[str | int | None], bool]]:
    """(start, path, whether it is a value) for each name and each value; a name has the path of its value."""
    stack: list[_Level] = []
    name_next = False
    for match in TOKEN.finditer(text):
        word = match.group()
        if word in "]}":
            if stack:
                stack.pop()
            name_next = False
        elif word == ",":
            name_next = bool(stack) and stack[-1].advance()
        elif word == ":":
            name_next = False
        else:
            is_name = name_next and word[0] == '"'
            if is_name:
                stack[-1].key = _unquote(word)
            yield match.start(), [level.key for level in stack], not is_name
            if word in "[{":
                stack.append(_Level(word))
                name_next = word == "{"


class _Level:
    """An object or an array around the current place, and the name or position within it."""

    def __init__(self, bracket: str) -> None:
        self.is_object = bracket == "{"
        self.key: str | int | None = None if self.is_object else 0

    def advance(self) -> bool:
        """Steps over a comma; says whether a name comes next."""
        if isinstance(self.key, int):
            self.key += 1
        return self.is_object


def find_constant(text: str, word: str) -> tuple[int, int | None, str | None]:
    """Line, column and text of the first bare `word` (NaN, Infinity) outside strings."""
    for match in TOKEN.finditer(text):
        if match.group() == word:
            place = place_of(text, match.start())
            return place.line or 1, place.column, place.text
    return 1, None, None


def _unquote(word: str) -> str | None:
    try:
        return str(json.loads(word))
    except ValueError:
        return None
