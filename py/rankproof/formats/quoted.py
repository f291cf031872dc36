"""Takes rows of CSV with quotes apart."""

from __future__ import annotations

import csv
import re
from itertools import islice

from ..problems import Problem, Problems
from .block import Block
from .columns import Rows, to_block
from .layout import Layout
from .shapes import BLANKS, fit
from .skipped import Skipped
from .source import Chunk, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CSV_BATCH = 4096
"""Rows of quoted CSV that are turned into columns together."""


def quoted_blocks(
    source: Source, chunks: Iterable[Chunk], layout: Layout, skipped: Skipped, problems: Problems
) -> Iterator[Block]:
    """Rows of CSV with quotes, from here to the end of the input."""
    numbers: list[int] = []
    reader = csv.reader(
        _csv_lines(chunks, layout, skipped, numbers), delimiter=layout.separator, skipinitialspace=True, strict=True
    )
    while True:
        rows: list[tuple[int, list[str]]] = []
        start = len(numbers)
        broken: Problem | None = None
        try:
            for row in islice(reader, CSV_BATCH):
                rows.append((numbers[start], row))
                start = len(numbers)
        except csv.Error as error:
            broken = _csv_problem(error, numbers[start] if start < len(numbers) else None)
        if rows:
            yield _csv_block(source, rows, layout, skipped, problems)
        if broken is not None:
            problems.add(broken)
        if not rows or broken is not None:
            return


def _csv_problem(error: csv.Error, number: int | None) -> Problem:
    if "field limit" in str(error):
        return Problem(f"line {number} holds a cell of over {csv.field_size_limit():,} characters", number)
    return Problem(
        f"the quotes in line {number} do not match ({error})",
        number,
        expected='a cell with quotes around it, and inner quotes doubled: "a ""b"" c"',
        hint="close the quotes, or remove them",
    )


def _csv_lines(chunks: Iterable[Chunk], layout: Layout, skipped: Skipped, numbers: list[int]) -> Iterator[str]:
    for text, first in chunks:
        for number, line in enumerate(text.split("\n")[:-1], first):
            if not line.strip(BLANKS):
                skipped.blank += 1
            elif line[0] == "#":
                skipped.comments += 1
            elif number != layout.header:
                numbers.append(number)
                yield _without_outer_blanks(line, layout.separator) + "\n"


def _without_outer_blanks(line: str, separator: str) -> str:
    """The line without blanks between a closing quote and a separator, where csv would stumble over them."""
    if '" ' not in line and '"\t' not in line:
        return line
    try:
        next(csv.reader([line], delimiter=separator, skipinitialspace=True, strict=True))
    except csv.Error:
        return re.sub(f'"[ \t]+(?={separator}|$)', '"', line)
    return line


def _csv_block(
    source: Source, rows: list[tuple[int, list[str]]], layout: Layout, skipped: Skipped, problems: Problems
) -> Block:
    cells: list[str] = []
    kept: list[int] = []
    for number, row in rows:
        line = layout.separator.join(row)
        fitted = fit([cell.strip(BLANKS) for cell in row], line, layout, number, skipped)
        if isinstance(fitted, Problem):
            problems.add(fitted)
        else:
            kept.append(number)
            cells += fitted
    return to_block(cells, layout, layout.width, Rows(source, layout, kept))
