"""Columns of some successive rows: the one form in which every kind of input reaches judgements and results."""

from __future__ import annotations

from itertools import repeat

from ..problems import Note
from ..record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol
else:
    # At run time it does nothing here.
    Protocol = object


class Place(Record):
    """Where something stands in an input: line and column from 1, and the line's text."""

    line: int | None
    text: str | None
    column: int | None


class Rows(Protocol):
    """Knows where the rows of a block stand; asked only when a row has to be told of."""

    def line(self, position: int, /) -> int | None:
        """The line of a row, if it is known without looking."""

    def place(self, position: int, field: str) -> Place:
        """Line, text and column of a row's "query", "document", "grade", "rank" or "score"."""


class Same:
    """A column that holds one text in so many rows."""

    __slots__ = ("rows", "text")

    def __init__(self, text: str, rows: int) -> None:
        self.text = text
        self.rows = rows

    def __len__(self) -> int:
        return self.rows

    def __getitem__(self, _place: int) -> str:
        return self.text

    def __iter__(self) -> Iterator[str]:
        return repeat(self.text, self.rows)


class Block(Record):
    """Columns as text, a list each; None where the input has no such column.

    `thirds` holds ranks or scores, to be told by the values of the whole input. Scores and thirds that a program holds
    as numbers stay numbers: such a column is all text or all numbers. `plain` is true where every cell is known to be
    ASCII without underscores, as numbers are that Python and C read alike.
    """

    queries: list[str] | Same
    documents: list[str]
    grades: list[str] | None
    ranks: list[str] | None
    scores: list[str] | list[float] | None
    thirds: list[str] | list[float] | None
    tags: list[str] | Same | None
    rows: Rows
    plain: bool = False


def spans(queries: list[str] | Same) -> Iterator[tuple[str, int, int]]:
    """(query, start, end) for each stretch of equal neighbours.

    A stretch grows by steps that double while all of a step is the same query, then halve: rows are mostly grouped by
    query, and this looks at few of them in Python. Whatever the order, no row is counted more than a few times.
    """
    if isinstance(queries, Same):
        yield queries.text, 0, queries.rows
        return
    start, total = 0, len(queries)
    while start < total:
        query = queries[start]
        step, end = 1, start + 1
        while end < total and _all_are(query, queries[end : end + step]):
            end = min(end + step, total)
            step *= 2
        while step > 1 and end < total:
            step //= 2
            if _all_are(query, queries[end : end + step]):
                end = min(end + step, total)
        yield query, start, end
        start = end


def _all_are(query: str, step: list[str]) -> bool:
    return step.count(query) == len(step)


class Opened(Protocol):
    """An input that is no text, opened for one role: `form` says what it is, `empty` lists queries without documents.

    `empty` and `notes` are complete once all blocks have been taken.
    """

    form: str
    empty: list[str]

    def blocks(self) -> Iterator[Block]:
        """The rows, in order; raises InputError where they have no accepted shape."""

    def notes(self) -> list[Note]:
        """What was set aside or converted."""
