"""Takes a long stretch of rows of one query out of a chunk of text at once: the common form of large runs."""

from __future__ import annotations

from ..record import Record
from .layout import BLANK, Layout

SHORTEST = 4096
"""Characters below which a stretch is not worth its own calls: short ones are taken a whole chunk at a time."""

UNUSUAL_BLANKS = ("\x1c", "\x1d", "\x1e", "\x1f")
"""What str.split() takes for blanks and C does not."""


class Stretch(Record):
    """Successive rows of one query: their cells row by row, from the document's on, and where in the text they end.

    Each row has `step` cells, of which the last is a mark that ends it; `tag` is that of all rows where there is one.
    """

    query: str
    cells: list[str]
    step: int
    rows: int
    tag: str | None
    end: int


def has_comments(text: str) -> bool:
    """Whether a line of this text is a comment."""
    # Looking for one character is many times faster than for two.
    return "#" in text and (text[0] == "#" or "\n#" in text)


def is_plain(text: str, separator: str) -> bool:
    """Whether the cells of this text are told by splitting alone, with nothing to strip and no comments."""
    if has_comments(text):
        return False
    if separator == BLANK:
        return text.isascii() and not any(blank in text for blank in UNUSUAL_BLANKS)
    return " " not in text and "\r" not in text and '"' not in text and (separator == "\t" or "\t" not in text)


def take_stretch(text: str, start: int, layout: Layout) -> Stretch | None:
    """The rows from `start` on that have the query of the first; None where they are few, or anything is unusual.

    The text must be plain (see is_plain). What all the rows begin and end with is cut out together with the newline
    between, and a mark put in its place; when each row then has as many cells as it should, every row was so.
    """
    if layout.query != 0:
        return None
    newline = text.index("\n", start)
    line = text[start:newline]
    separator = layout.separator
    if separator == BLANK:
        separator = " " if " " in line else "\t"
    before = line.split(separator, layout.document)
    tagged = layout.tag is not None and layout.tag == layout.width - 1
    if len(before) <= layout.document or not before[0]:
        return None
    prefix = line[: len(line) - len(before[-1])]
    suffix = line[line.rindex(separator) :] if tagged else ""
    end = _end(text, prefix, newline + 1)
    if end - start < SHORTEST or not text.endswith(suffix, start, end - 1):
        return None
    body = text[start + len(prefix) : end - 1 - len(suffix)]
    between = f"{suffix}\n{prefix}"
    if layout.separator == BLANK:
        cells = body.replace(between, " \0 ").split()
        mark = "\0"
    else:
        cells = body.replace(between, f"{separator}\n{separator}").split(separator)
        mark = "\n"
        if "" in cells:
            return None
    step = layout.width - layout.document - tagged + 1
    cells.append(mark)
    rows = len(cells) // step
    if rows * step != len(cells) or cells[step - 1 :: step].count(mark) != rows:
        return None
    return Stretch(before[0], cells, step, rows, suffix[1:] if tagged else None, end)


def _end(text: str, prefix: str, low: int) -> int:
    """Where the lines that begin so end, by halving: right when they stand together, which the cells then prove."""
    high = len(text)
    while low < high:
        middle = (low + high) // 2
        start = max(text.rfind("\n", low, middle) + 1, low)
        if text.startswith(prefix, start):
            low = text.index("\n", start) + 1
        else:
            high = start
    return low
