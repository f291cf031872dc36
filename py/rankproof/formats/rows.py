"""Takes rows of text apart into columns: whole chunks at once where well formed, row by row where not."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from ..problems import Problem, Problems, excerpt
from .block import Block, Place
from .layout import BLANK, SEPARATOR_NAMES, TREC_COLUMNS, Layout, split_row
from .skipped import Skipped
from .source import LONGEST_LINE, Chunk, Source

BLANKS = " \t\r\v\f"
"""What stands around cells without being part of them; blanks of other scripts are part of ids, as in C."""

MOST_PROBLEMS = 1000
"""Rows of another shape after which the rest is no longer read: they are counted as at least so many."""

CSV_BATCH = 4096
"""Rows of quoted CSV that are turned into columns together."""


def first_rows(source: Source, count: int = 3) -> list[tuple[int, str]]:
    """The first rows that are neither blank nor comments, with their line numbers."""
    found: list[tuple[int, str]] = []
    for text, first in source.chunks():
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
            yield from _quoted_blocks(source, chain([chunk], chunks), layout, skipped, problems)
            break
        block = _fast_block(source, chunk, layout)
        if block is None:
            block = _careful_block(source, chunk, layout, skipped, problems)
        if block.queries:
            yield block
        if problems.count >= MOST_PROBLEMS:
            break
    if raises:
        problems.raise_if_any()


def _fast_block(source: Source, chunk: Chunk, layout: Layout) -> Block | None:
    """All rows of a chunk at once, or None if anything about it is unusual.

    Newlines become cells of their own. When every width-th cell is a newline, and there are as many as there are lines,
    each line has just the cells that it should.
    """
    text, first = chunk
    if layout.header is not None and first <= layout.header:
        if layout.header != first:
            return None
        text = text[text.index("\n") + 1 :]
        first += 1
    if text[:1] in ("#", "\n") or "\n#" in text or "\n\n" in text:
        return None
    separator = layout.separator
    if separator == BLANK:
        separator, text = _single_separator(text)
        if not separator:
            return None
    elif _needs_stripping(text, separator):
        return None
    rows = text.count("\n")
    step = layout.width + 1
    cells = text.replace("\n", f"{separator}\n{separator}").split(separator)
    del cells[-1:]
    if len(cells) != rows * step or cells[layout.width :: step].count("\n") != rows:
        return None
    block = _columns(cells, source, layout, step, range(first, first + rows))
    # Cells that are empty show as two separators together; only columns between separators can be so.
    if layout.separator != BLANK and ("" in block.queries or "" in block.documents):
        return None
    return block


def _needs_stripping(text: str, separator: str) -> bool:
    """Whether a cell may begin or end with a blank; blanks inside cells are part of them."""
    if "\r" in text or (separator != "\t" and "\t" in text):
        return True
    if " " not in text:
        return False
    edges = (f" {separator}", f"{separator} ", " \n", "\n ")
    return text[0] == " " or any(edge in text for edge in edges)


def _single_separator(text: str) -> tuple[str, str]:
    """The one character that separates the cells of this text, and the text with runs of blanks made one.

    The separator is "" when only the careful path can tell.
    """
    if "\t" in text:
        if " " not in text and "\t\t" not in text and "\t\n" not in text and "\n\t" not in text and text[0] != "\t":
            return "\t", text
    elif "\v" in text or "\f" in text:
        return "", text
    elif "  " not in text and " \n" not in text and "\n " not in text and text[:1] != " " and "\r" not in text:
        return " ", text
    # bytes.split knows ASCII blanks only, as C does: a no-break space is part of an id.
    words = b" ".join(text.encode("utf-8", "surrogatepass").replace(b"\n", b" \0 ").split())
    if words[:1] == b"\0" or b"\0 \0" in words:
        # Lines of blanks only: the careful path counts them.
        return "", text
    return " ", words.replace(b" \0 ", b"\n").replace(b" \0", b"\n").decode("utf-8", "surrogatepass")


def _columns(cells: list[str], source: Source, layout: Layout, step: int, lines: Sequence[int]) -> Block:
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
        _Rows(source, layout, lines),
    )


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
            row = _fit(split_row(line, layout.separator), line, layout, number, skipped)
            if isinstance(row, Problem):
                problems.add(row)
            else:
                lines.append(number)
                cells += row
    return _columns(cells, source, layout, layout.width, lines)


def _fit(row: list[str], line: str, layout: Layout, number: int, skipped: Skipped) -> list[str] | Problem:
    """The row's cells, as many as the layout has, or what is wrong with it."""
    width = layout.width
    if len(row) != width and layout.separator != BLANK and layout.columns in TREC_COLUMNS.values():
        # TREC files may mix blanks and tabs.
        row = split_row(line, BLANK)
    if layout.tail and len(row) > width and _is_rank(row[3]):
        skipped.tails += 1
        skipped.first_tail = skipped.first_tail or number
        row = row[:width]
    if len(row) != width:
        return shape_problem(row, line, layout, number)
    if not row[layout.query] or not row[layout.document]:
        which = "query" if not row[layout.query] else "document"
        return Problem(
            f"line {number} has no {which} id",
            number,
            1,
            excerpt(line)[0],
            layout.columns,
            f"fill in the {which} id or remove the line",
        )
    return row


def _is_rank(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def shape_problem(row: list[str], line: str, layout: Layout, number: int) -> Problem:
    """The problem with a row that has another number of columns than the first."""
    found, width = len(row), layout.width
    names = layout.columns.split(", ") if ", " in layout.columns else layout.columns.split()
    columns = f"{found} column{'' if found == 1 else 's'}"
    if len(line) > LONGEST_LINE:
        message = f"line {number} is {len(line):,} characters long"
    elif found < width:
        missing = names[found:]
        what = " and ".join(filter(None, [", ".join(missing[:-1]), missing[-1]]))
        is_are = "is" if len(missing) == 1 else "are"
        message = f"line {number} has only {columns}, the first row has {width}: {what} {is_are} missing"
    else:
        message = f"line {number} has {columns}, the first row has {width}"
    hint = "mend or remove the line; every row has the shape of the first"
    if found > width and layout.separator == BLANK:
        hint = "ids cannot hold blanks here: use CSV or tabs, or mend the line; every row has the shape of the first"
    separated = f", separated by {SEPARATOR_NAMES[layout.separator]}"
    text, column = excerpt(line, _column_of(line, row, min(found, width)))
    return Problem(message, number, column, text, layout.columns + separated, hint)


def _column_of(line: str, row: list[str], cell: int) -> int:
    """The column (from 1) in the line where this cell starts, or the line's end where it is missing."""
    at = 0
    for word in row[:cell]:
        at = line.index(word, at) + len(word) if word in line[at:] else at
    if cell < len(row) and row[cell] and row[cell] in line[at:]:
        return line.index(row[cell], at) + 1
    return len(line.rstrip()) + 1


class _Rows:
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
        return Place(number, *excerpt(line, _column_of(line, split_row(line, self.layout.separator), cell or 0)))


def _quoted_blocks(
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
        fitted = _fit([cell.strip(BLANKS) for cell in row], line, layout, number, skipped)
        if isinstance(fitted, Problem):
            problems.add(fitted)
        else:
            kept.append(number)
            cells += fitted
    return _columns(cells, source, layout, layout.width, kept)


def spans(queries: list[str]) -> Iterator[tuple[str, int, int]]:
    """(query, start, end) for each stretch of equal neighbours.

    The end of a stretch is found by doubling steps and halving them again, then proved by counting: rows are mostly
    grouped by query, and this looks at few of them in Python.
    """
    start, total = 0, len(queries)
    while start < total:
        query = queries[start]
        step, low = 1, start + 1
        while low < total and queries[min(low + step, total) - 1] == query:
            low = min(low + step, total)
            step *= 2
        high = min(low + step, total)
        while low < high:
            middle = (low + high) // 2
            if queries[middle] == query:
                low = middle + 1
            else:
                high = middle
        if queries[start:low].count(query) != low - start:
            low = start + 1
            while queries[low] == query:
                low += 1
        yield query, start, low
        start = low
