"""Makes a block of columns from the cells of successive rows, and finds a row's place again when it is told of."""

from __future__ import annotations

from ..problems import excerpt
from .block import Block, Place, Same
from .layout import Layout, split_row
from .shapes import column_of
from .source import Source
from .stretch import Stretch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def to_block(cells: list[str], layout: Layout, step: int, rows: Rows) -> Block:
    """The block that these cells make, `step` of them a row."""

    def column(position: int | None) -> list[str] | None:
        return None if position is None else cells[position::step]

    return Block(
        cells[layout.query :: step],
        cells[layout.document :: step],
        column(layout.grade),
        column(layout.rank),
        column(layout.score),
        column(layout.third),
        column(layout.tag),
        rows,
    )


def stretch_block(taken: Stretch, layout: Layout, rows: Rows, *, plain: bool) -> Block:
    """The block of a stretch of rows of one query."""
    query, cells, step, count, tag, _ = taken

    def column(position: int | None) -> list[str] | None:
        return None if position is None else cells[position - layout.document :: step]

    return Block(
        Same(query, count),
        cells[::step],
        column(layout.grade),
        column(layout.rank),
        column(layout.score),
        column(layout.third),
        None if tag is None else Same(tag, count),
        rows,
        plain,
    )


class Rows:
    """Says where a row of a block stands in its source, when something about it has to be told."""

    def __init__(self, source: Source, layout: Layout, lines: Sequence[int]) -> None:
        self.source = source
        self.layout = layout
        self.lines = lines

    def line(self, position: int) -> int:
        return self.lines[position]

    def place(self, position: int, field: str) -> Place:
        """Line, column and text of a row's cell; the source is read again up to that line."""
        number = self.lines[position]
        line = self.source.line(number)
        cell = getattr(self.layout, field)
        if cell is None:
            cell = self.layout.third
        return Place(number, *excerpt(line, column_of(line, split_row(line, self.layout.separator), cell or 0)))
