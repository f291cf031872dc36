"""Fits a row's cells to the layout, or says what is wrong with its shape."""

from __future__ import annotations

from ..problems import Problem, excerpt
from .layout import BLANK, SEPARATOR_NAMES, TREC_COLUMNS, Layout, split_row
from .skipped import Skipped
from .source import LONGEST_LINE

BLANKS = " \t\r\v\f"
"""What stands around cells without being part of them; blanks of other scripts are part of ids, as in C."""


def fit(row: list[str], line: str, layout: Layout, number: int, skipped: Skipped) -> list[str] | Problem:
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
    text, column = excerpt(line, column_of(line, row, min(found, width)))
    return Problem(message, number, column, text, layout.columns + separated, hint)


def column_of(line: str, row: list[str], cell: int) -> int:
    """The column (from 1) in the line where this cell starts, or the line's end where it is missing."""
    at = 0
    for word in row[:cell]:
        at = line.index(word, at) + len(word) if word in line[at:] else at
    if cell < len(row) and row[cell] and row[cell] in line[at:]:
        return line.index(row[cell], at) + 1
    return len(line.rstrip()) + 1
