"""Opens JSON of every accepted form: a mapping from queries, an array of records, one record, JSON Lines."""

from __future__ import annotations

import json

from .block import Block
from .jsondepth import too_deep
from .jsonload import kind_of, load
from .jsonmapping import mapping_blocks
from .jsonrecords import Records
from .jsonvalues import Spot, Values
from .layout import JUDGEMENTS
from .skipped import Skipped
from .source import Source
from .words import find_columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class JsonInput:
    """One JSON input: its form, its blocks, and what was remarkable about it; `empty` lists queries without documents,
    `repeated` those that a mapping names again.

    `records` is None for a mapping.
    """

    def __init__(self, source: Source, role: str, skipped: Skipped) -> None:
        self.values = Values(source, role)
        self.skipped = skipped
        self.empty: list[str] = []
        self.repeated: list[str] = []
        self.text = _without_comments(source.text(), skipped)
        self.lines = _is_json_lines(self.text)
        self.value: Any = None if self.lines else load(source, self.text)
        alone = isinstance(self.value, dict) and _is_record(self.value)
        self.records = Records(self.values) if self.lines or alone or isinstance(self.value, list) else None
        self.form = self._form()

    def blocks(self) -> Iterator[Block]:
        """The input as blocks; raises InputError where it has no accepted shape."""
        if self.records is None:
            return mapping_blocks(self.text, self.value, self.values, self.empty, self.repeated)
        if self.lines:
            return self.records.line_blocks(self.text, self.skipped)
        if isinstance(self.value, dict):
            return self.records.array_blocks(self.text, [self.value], alone=True)
        return self.records.array_blocks(self.text, self.value)

    def _form(self) -> str:
        value = self.value
        if self.records is not None:
            return "JSON Lines" if self.lines else "JSON records"
        if not isinstance(value, dict):
            message = f"the JSON holds {kind_of(value)}, not an object or an array"
            raise self.values.fail(Spot(self.text, 1, []), message)
        judged = self.values.role == JUDGEMENTS
        first = next((inner for inner in value.values() if inner), None)
        if isinstance(first, list):
            return "JSON, relevant documents" if judged else "JSON, best first"
        if isinstance(first, dict):
            return "JSON, graded" if judged else "JSON with scores"
        return "JSON"


def _without_comments(text: str, skipped: Skipped) -> str:
    """The text with comment lines before the JSON emptied; lines keep their numbers."""
    at = 0
    lines = 0
    while (end := text.find("\n", at)) >= 0 and (text[at] == "#" or not text[at:end].strip()):
        skipped.comments += text[at] == "#"
        at = end + 1
        lines += 1
    return "\n" * lines + text[at:]


def _is_record(value: dict[str, Any]) -> bool:
    """Whether a top-level object is one record rather than a mapping from queries."""
    names = find_columns(list(value), "score")
    held = any(isinstance(inner, (dict, list)) for inner in value.values())
    return "query" in names and "document" in names and not held


def _is_json_lines(text: str) -> bool:
    """Whether the first line that is not blank is a whole JSON object, and more lines follow."""
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    if end < 0 or text[start] != "{" or text[end - 1 : end] not in ("}", " ", "\t") or not text[end:].strip():
        return False
    line = text[start:end]
    if too_deep(line) is not None:
        return False
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False
