"""Takes rows of text apart into columns: long stretches and whole chunks at once where well formed, else row by row."""

from __future__ import annotations

from itertools import chain

from ..problems import Problem, Problems
from .block import Block
from .columns import Rows, stretch_block, to_block
from .layout import BLANK, Layout, split_row
from .ranking import TooEarlyError
from .shapes import BLANKS, fit
from .skipped import Skipped
from .source import Chunk, Source
from .stretch import has_comments, is_plain, take_stretch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_PROBLEMS = 1000
"""Rows of another shape after which the rest is no longer read: they are counted as at least so many."""


def first_rows(source: Source, count: int = 3) -> list[tuple[int, str]]:
    """The first rows that are neither blank nor comments, with their line numbers."""
    found: list[tuple[int, str]] = []
    for text, first in source.chunks():
        if not text.strip(BLANKS + "\n"):
            continue
        for number, line in enumerate(text.split("\n")[:-1], first):
            if line.strip(BLANKS) and line[0] != "#":
                found.append((number, line))
                if len(found) == count:
                    return found
    return found


def blocks(source: Source, layout: Layout, skipped: Skipped, problems: Problems | None = None) -> Iterator[Block]:
    """The rows of a source as blocks of columns, in order.

    Rows that do not have the layout's shape are left out and added to `problems`, for the caller to raise with those
    that it finds itself; where none is given, they raise InputError at the end.
    """
    raises = problems is None
    if problems is None:
        problems = Problems(source.name)
    chunks = source.chunks()
    for chunk in chunks:
        if layout.separator in (",", ";") and '"' in chunk.text:
            if source.limits is not None:
                # Where quotes open and close can be told only from the beginning.
                raise TooEarlyError
            from .quoted import quoted_blocks

            yield from quoted_blocks(source, chain([chunk], chunks), layout, skipped, problems)
            break
        yield from _chunk_blocks(source, chunk, layout, skipped, problems)
        if problems.count >= MOST_PROBLEMS:
            break
    if raises:
        problems.raise_if_any()


def _chunk_blocks(
    source: Source, chunk: Chunk, layout: Layout, skipped: Skipped, problems: Problems
) -> Iterator[Block]:
    """The rows of one chunk: stretches of one query while they last, then the rest at once, or else one by one."""
    text, first = chunk
    start = 0
    if layout.header == first:
        start = text.index("\n") + 1
        first += 1
    if layout.header is None or layout.header < first:
        if is_plain(text, layout.separator):
            plain = "_" not in text and text.isascii()
            while start < len(text) and (taken := take_stretch(text, start, layout)):
                block = stretch_block(
                    taken, layout, Rows(source, layout, range(first, first + taken.rows)), plain=plain
                )
                start, first = taken.end, first + taken.rows
                yield block
            if start == len(text):
                return
        fast = _fast_block(source, text[start:], first, layout)
        if fast is not None:
            yield fast
            return
    careful = _careful_block(source, Chunk(text[start:], first), layout, skipped, problems)
    if careful.queries:
        yield careful


def _fast_block(source: Source, text: str, first: int, layout: Layout) -> Block | None:
    """All these rows at once, or None if anything about them is unusual.

    Ends of lines become cells of their own. When every width-th cell is one, and there are as many as there are lines,
    each line has just the cells that it should.
    """
    separator = layout.separator
    if has_comments(text):
        return None
    if separator == BLANK:
        mark = "\0"
        cells = _words(text)
    elif _needs_stripping(text, separator):
        return None
    else:
        mark = "\n"
        cells = text.replace("\n", f"{separator}\n{separator}").split(separator)
        del cells[-1:]
    rows = text.count("\n")
    step = layout.width + 1
    if len(cells) != rows * step or cells[layout.width :: step].count(mark) != rows:
        return None
    block = to_block(cells, layout, step, Rows(source, layout, range(first, first + rows)))
    if separator != BLANK and ("" in block.queries or "" in block.documents):
        return None
    return block


def _words(text: str) -> list[str]:
    """What stands between blanks, and a mark for the end of each line."""
    if is_plain(text, BLANK):
        return text.replace("\n", " \0 ").split()
    # bytes.split knows ASCII blanks only, as C does: a no-break space is part of an id.
    words = text.encode("utf-8", "surrogatepass").replace(b"\n", b" \0 ").split()
    return b" ".join(words).decode("utf-8", "surrogatepass").split(" ")


def _needs_stripping(text: str, separator: str) -> bool:
    """Whether a cell may begin or end with a blank; blanks inside cells are part of them."""
    if "\r" in text or (separator != "\t" and "\t" in text):
        return True
    if " " not in text:
        return False
    edges = (f" {separator}", f"{separator} ", " \n", "\n ")
    return text[0] == " " or any(edge in text for edge in edges)


def _careful_block(source: Source, chunk: Chunk, layout: Layout, skipped: Skipped, problems: Problems) -> Block:
    """The rows of a chunk one by one: drops blank lines and comments, and tells of every row of another shape."""
    lines: list[int] = []
    cells: list[str] = []
    for number, line in enumerate(chunk.text.split("\n")[:-1], chunk.first_line):
        if not line.strip(BLANKS):
            skipped.blank += 1
        elif line[0] == "#":
            skipped.comments += 1
        elif number != layout.header:
            row = fit(split_row(line, layout.separator), line, layout, number, skipped)
            if isinstance(row, Problem):
                problems.add(row)
            else:
                lines.append(number)
                cells += row
    return to_block(cells, layout, layout.width, Rows(source, layout, lines))
