"""Reads tables, the common form of rows, records and frames: names or the order of columns tell what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from ..formats.block import Block, Place
from ..formats.given import Given
from ..formats.layout import JUDGEMENTS, TAKEN_APART, Layout, layout_of, named_columns, other_role
from ..formats.reader import not_used
from ..formats.words import meaning_of
from ..problems import Note
from .values import Values

WIDEST = 6
"""Columns of the widest row that its order tells, a TREC run's; tuples hold no text after the tag."""


class Table(Protocol):
    """Columns of equal length. `kind` is what to call it; `names` is None where only the order of the columns tells.

    `width` is the number of columns, `rows` their length, `first_row` the number of the first row; a `header` is a row
    that was taken for names.
    """

    kind: str
    names: list[str] | None
    width: int
    rows: int
    first_row: int
    header: bool

    def column(self, position: int) -> list[Any]:
        """The values of a column, as Python's objects. Raises InputError where a row lacks it."""


class TableInput(Given):
    """A table under the name that messages give it."""

    def __init__(self, table: Table, name: str) -> None:
        super().__init__(name)
        self.table = table

    def opened(self, role: str) -> _Opened:
        """See Given."""
        return _Opened(self.table, Values(self.name, role))


class _Opened:
    def __init__(self, table: Table, values: Values) -> None:
        self.table = table
        self.values = values
        self.empty: list[str] = []
        names = table.names
        self.layout = self._by_order() if names is None else self._by_names(names)
        self.form = self.layout.form

    def _by_names(self, names: list[str]) -> Layout:
        """Where each column stands, by the rules for the headers of text."""
        role, kind = self.values.role, self.table.kind
        columns = named_columns(role, names)
        row = 1 if self.table.header else None
        for wanted, example in (("query", "query_id"), ("document", "doc_id")):
            if wanted not in columns:
                message = f"the {kind} names no {wanted}: it has {', '.join(names) or 'no columns'}"
                raise self.values.fail(message, row, f"name the {wanted} {example}")
        if problem := other_role(role, 0, "", names, columns):
            message = problem.message.replace("the header", f"the {kind}", 1)
            raise self.values.fail(message, row, problem.hint, swap=True)
        twice = next((names[at] for at in columns.values() if names.count(names[at]) > 1), None)
        if twice is not None and not self.table.header:
            raise self.values.fail(f"the {kind} has several columns called {twice}", row, "keep one of them")
        kept = ("query", "document", *(("grade",) if role == JUDGEMENTS else ("rank", "score", "tag")))
        positions = {meaning: columns[meaning] for meaning in kept if meaning in columns}
        unused = tuple(
            name
            for position, name in enumerate(names)
            if position not in positions.values() and meaning_of(name) != "iteration"
        )
        used = ", ".join(names[position] for position in positions.values())
        return Layout(
            f"{kind} ({used})",
            TAKEN_APART,
            len(names),
            ", ".join(names),
            query=positions["query"],
            document=positions["document"],
            grade=positions.get("grade"),
            rank=positions.get("rank"),
            score=positions.get("score"),
            tag=positions.get("tag"),
            unused=unused,
        )

    def _by_order(self) -> Layout:
        """Where each column stands, by the rules for rows of text without a header."""
        width = self.table.width
        if not self.table.rows:
            return Layout(self.table.kind, TAKEN_APART, width, "")
        if width <= WIDEST:
            # An empty id is told of with the others.
            first = [str(self.table.column(position)[0]) or "-" for position in range(width)]
            if layout := layout_of(self.values.role, first, TAKEN_APART):
                return layout
        message = f"rows of {width} value{'' if width == 1 else 's'} have no known order of columns"
        raise self.values.fail(message, self.table.first_row, "give columns names, such as query_id and doc_id")

    def blocks(self) -> Iterator[Block]:
        if not self.table.rows:
            return
        layout = self.layout
        grades = self._column(layout.grade, "grade")
        ranks = self._column(layout.rank, "rank")
        tags = None if layout.tag is None else [str(tag) for tag in self.table.column(layout.tag) if tag is not None]
        yield Block(
            self._ids(layout.query),
            self._ids(layout.document),
            None if grades is None else list(map(str, grades)),
            None if ranks is None else list(map(str, ranks)),
            self._column(layout.score, "score"),
            self._column(layout.third, "score or rank"),
            tags or None,
            _Rows(self.table.first_row),
        )

    def _where(self, position: int) -> str:
        names = self.table.names
        return f"value {position + 1}" if names is None else f"column {names[position]}"

    def _row(self, position: int) -> int:
        return self.table.first_row + position

    def _ids(self, position: int) -> list[str]:
        where = self._where(position)
        return self.values.ids(self.table.column(position), lambda _: where, self._row)

    def _column(self, position: int | None, what: str) -> list[str] | list[float] | None:
        if position is None:
            return None
        where = self._where(position)
        return self.values.numbers(self.table.column(position), what, lambda _: where, self._row)

    def notes(self) -> list[Note]:
        found: list[Note] = []
        if self.table.header:
            text = f"Row 1 holds the names of the columns ({self.layout.columns}) and was not read as data."
            found.append(Note("info", "header", text))
        if self.layout.unused:
            found.append(not_used("column", self.layout.unused))
        return [*found, *self.values.notes()]


class _Rows:
    """Gives the rows of a block their numbers."""

    def __init__(self, first: int) -> None:
        self.first = first

    def line(self, position: int, /) -> int | None:
        return self.first + position

    def place(self, position: int, _field: str) -> Place:
        return Place(self.first + position, None, None)
