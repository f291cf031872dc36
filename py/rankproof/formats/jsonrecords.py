"""Reads JSON records, one a judgement or result: in an array, alone, or one a line."""

from __future__ import annotations

import json
from operator import itemgetter

from ..problems import InputError
from .block import Block, Place
from .jsondepth import MOST_DEPTH
from .jsonload import ConstantError, Repeats, kind_of, load, refuse_constant
from .jsonplace import find_path
from .jsonvalues import Spot, Values
from .layout import JUDGEMENTS
from .skipped import Skipped
from .words import find_columns, meaning_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

ROWS_PER_BLOCK = 1 << 14

Fields = dict[str, str]
"""Meaning -> the name of the field that holds it."""


class Records:
    """Records being read: the fields that the first one shows, and the names of those that are not used."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.fields: Fields = {}
        self.unused: tuple[str, ...] = ()

    def array_blocks(self, text: str, records: list[Any], *, alone: bool = False) -> Iterator[Block]:
        """Blocks of an array of records; `alone` for a record that is the whole text."""
        for start in range(0, len(records), ROWS_PER_BLOCK):
            part = records[start : start + ROWS_PER_BLOCK]
            places = _ArrayPlaces(text, start, alone=alone)
            self._check(part, places)
            yield self._block(part, places)

    def line_blocks(self, text: str, skipped: Skipped) -> Iterator[Block]:
        """Blocks of JSON Lines; blank lines and comments are counted and passed over."""
        lines = list(enumerate(text.split("\n")[:-1], 1))
        numbered = [(number, line) for number, line in lines if line and not line.isspace() and line[0] != "#"]
        comments = sum(line[:1] == "#" for _, line in lines)
        skipped.comments += comments
        skipped.blank += len(lines) - len(numbered) - comments - (len(text) - len(text.lstrip("\n")))
        for start in range(0, len(numbered), ROWS_PER_BLOCK):
            part = numbered[start : start + ROWS_PER_BLOCK]
            records = _many_records([line for _, line in part])
            if records is None:
                records, error = self._load(part)
                yield from self._whole(records, part, [error] if error else [])
            else:
                yield from self._whole(records, part, [])

    def _load(self, part: list[tuple[int, str]]) -> tuple[list[Any], InputError | None]:
        """The records of these lines one by one, up to the first that is none, and its error."""
        records: list[Any] = []
        for number, line in part:
            try:
                record = load(self.values.source, line, number)
                self._check([record], _LinePlaces([(number, line)]))
            except InputError as error:
                return records, error
            records.append(record)
        return records, None

    def _whole(self, records: list[Any], part: list[tuple[int, str]], errors: list[InputError]) -> Iterator[Block]:
        """A block of the records before the first whose shape is wrong, so that their values are looked at too.

        Then raises the errors, in the order of their lines.
        """
        lines = [number for number, _ in part]
        while records:
            try:
                block = self._block(records, _LinePlaces(part))
            except InputError as error:
                if error.swap or error.line is None:
                    raise
                if errors and not self.fields:
                    # Not even the first one is a record: the text is meant as other JSON, and goes wrong later.
                    break
                errors.insert(0, error)
                records = records[: lines.index(error.line)]
            else:
                yield block
                break
        if errors:
            raise InputError(self.values.source.name, [problem for error in errors for problem in error.problems])

    def _check(self, records: list[Any], places: _Places) -> None:
        for position, record in enumerate(records):
            if not isinstance(record, dict):
                message = f"a record is expected here, found {kind_of(record)}"
                raise self.values.fail(places.spot(position), message)
            if isinstance(record, Repeats):
                message = "a record holds the same name twice"
                raise self.values.fail(places.spot(position), message, "keep one of them")

    def _find_fields(self, record: dict[str, Any], places: _Places) -> Fields:
        """The fields of the first record; raises InputError if they do not name a query and a document."""
        judged = self.values.role == JUDGEMENTS
        names = list(record)
        columns = find_columns(names, "grade" if judged else "score")
        found = {meaning: names[at] for meaning, at in columns.items()}
        for wanted, example in (("query", "qid"), ("document", "docno")):
            if wanted not in found:
                message = f"the first record names no {wanted}: it has {', '.join(names) or 'no fields'}"
                raise self.values.fail(places.spot(0), message, f"name the {wanted} {example}")
        own: tuple[str, ...] = ("grade",)
        other: tuple[str, ...] = ("rank", "score")
        what = "these records are ranked results, not judgements"
        if not judged:
            own, other = other, own
            what = "these records are judgements, not ranked results"
        misplaced = found.keys().isdisjoint(own) and not found.keys().isdisjoint(other)
        if misplaced or (judged and "rank" in found and meaning_of(found.get("grade", "")) == "score"):
            raise self.values.fail(places.spot(0), what, "they belong in the other box", swap=True)
        used = {meaning: found[meaning] for meaning in ("query", "document", *own, "tag") if meaning in found}
        self.unused = tuple(name for name in names if name not in used.values() and meaning_of(name) != "iteration")
        return used

    def _block(self, records: list[dict[str, Any]], places: _Places) -> Block:
        if not self.fields:
            self.fields = self._find_fields(records[0], places)
        fields = places.fields = self.fields
        taken = {meaning: self._column(records, name, places) for meaning, name in fields.items()}

        def spots(meaning: str) -> Any:
            return lambda position: places.spot(position, fields[meaning])

        def ids(meaning: str) -> list[str]:
            return self.values.ids(taken[meaning], f"field {fields[meaning]}", spots(meaning))

        def numbers(meaning: str) -> list[str] | None:
            if meaning not in taken:
                return None
            return self.values.numbers(taken[meaning], fields[meaning], spots(meaning))

        tags = [str(tag) for tag in taken.get("tag", ()) if tag is not None] or None
        return Block(
            ids("query"), ids("document"), numbers("grade"), numbers("rank"), numbers("score"), None, tags, places
        )

    def _column(self, records: list[dict[str, Any]], name: str, places: _Places) -> list[Any]:
        try:
            return list(map(itemgetter(name), records))
        except KeyError:
            position = next(at for at, record in enumerate(records) if name not in record)
            message = f"a record has no {name}, the first one has"
            raise self.values.fail(places.spot(position), message, f"add {name} to it") from None


def _many_records(lines: list[str]) -> list[Any] | None:
    """The records of many lines at once; None where a line may be unusual."""
    text = "[" + ",".join(lines) + "]"
    if '"  ' in text or '"\t' in text or any(line.count("[") + line.count("{") > MOST_DEPTH for line in lines):
        return None
    try:
        records: list[Any] = json.loads(text, parse_constant=refuse_constant)
    except (ValueError, ConstantError):
        return None
    if len(records) != len(lines) or set(map(type, records)) != {dict}:
        return None
    # As many names as colons after quotes: no name stands twice in a record.
    if sum(map(len, records)) != text.count('":') + text.count('" :'):
        return None
    return records


class _ArrayPlaces:
    """Where the records of a JSON array stand."""

    def __init__(self, text: str, start: int, *, alone: bool) -> None:
        self.text = text
        self.start = start
        self.alone = alone
        self.fields: Fields = {}

    def spot(self, position: int, name: str | None = None) -> Spot:
        path: list[str | int] = [] if self.alone else [self.start + position]
        return Spot(self.text, 1, path if name is None else [*path, name])

    def line(self, _position: int, /) -> int | None:
        return None

    def place(self, position: int, field: str) -> Place:
        spot = self.spot(position, self.fields.get(field))
        return find_path(spot.text, spot.path)


class _LinePlaces:
    """Where the records of JSON Lines stand."""

    def __init__(self, numbered: list[tuple[int, str]]) -> None:
        self.numbered = numbered
        self.fields: Fields = {}

    def spot(self, position: int, name: str | None = None) -> Spot:
        number, text = self.numbered[position]
        return Spot(text, number, [] if name is None else [name])

    def line(self, position: int, /) -> int | None:
        return self.numbered[position][0]

    def place(self, position: int, field: str) -> Place:
        spot = self.spot(position, self.fields.get(field))
        return find_path(spot.text, spot.path, spot.line)


_Places = _ArrayPlaces | _LinePlaces
