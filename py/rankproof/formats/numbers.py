"""Turns columns of cells into grades and scores: at C speed where all are plain, one by one where one is not."""

from __future__ import annotations

from math import isfinite

from ..record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeGuard

LARGEST_GRADE = 2**53
"""Larger whole numbers are not exact as doubles."""

WORDS_FOR_NOTHING = ("nan", "-nan", "null", "none", "na", "n/a", "-", "")


LONGEST_SHOWN = 40
"""Characters of a cell that a message shows."""


class Fault(Record):
    """A cell that is no grade or score: its position in the column, and what to say of it."""

    position: int
    message: str
    expected: str
    hint: str


class Column(Record):
    """A column as numbers, with what was remarkable about its cells; not to be used where there are `faults`."""

    values: list[float]
    faults: list[Fault]
    pointed: int = 0
    commas: int = 0


class Grades(Record):
    """A column as grades; `pointed` counts those written like 1.0."""

    values: list[int]
    faults: list[Fault]
    pointed: int = 0


def _shown(cell: str) -> str:
    return cell if len(cell) <= LONGEST_SHOWN else cell[:LONGEST_SHOWN] + "…"


def read_grades(cells: Sequence[str], *, plain: bool = False) -> Grades:
    """Whole numbers from a column of text; `plain` if it is known to be ASCII without underscores."""
    try:
        values = list(map(int, cells))
    except ValueError:
        return _careful_grades(cells)
    # int() takes 1_000 and digits of other scripts; a file that holds them is no ordinary one.
    if not plain and not _is_plain(cells):
        return _careful_grades(cells)
    if values and (max(values) > LARGEST_GRADE or min(values) < -LARGEST_GRADE):
        return _careful_grades(cells)
    return Grades(values, [])


def _is_plain(cells: Sequence[str]) -> bool:
    joined = "".join(cells)
    return "_" not in joined and joined.isascii()


def _careful_grades(cells: Sequence[str]) -> Grades:
    values: list[int] = []
    faults: list[Fault] = []
    pointed = 0
    for position, cell in enumerate(cells):
        grade = grade_of(cell)
        if isinstance(grade, int):
            pointed += "." in cell or "e" in cell.lower()
            values.append(grade)
        else:
            faults.append(Fault(position, *grade))
    return Grades(values, faults, pointed)


def grade_of(cell: str) -> int | tuple[str, str, str]:
    """A grade from one cell, or what is wrong with it: message, expected, hint."""
    expected = "a whole number such as 0, 1 or 2"
    number = float_of(cell)
    if number is None:
        hint = "write 0 for not relevant and 1 or more for relevant"
        return (f"grade “{_shown(cell)}” is not a number" if cell else "the grade is missing"), expected, hint
    if not isfinite(number):
        return (
            f"grade “{_shown(cell)}” is not a finite number",
            expected,
            "give the document a whole grade, or remove the line",
        )
    if not number.is_integer():
        meant = int(number)
        effect = f"trec_eval would cut it to {meant}" + (", not relevant" if meant < 1 else "")
        return (
            f"grade {_shown(cell)} is not a whole number",
            expected,
            f"{effect}; rescale the grades to whole numbers, for example by 10",
        )
    if abs(number) > LARGEST_GRADE:
        return f"grade {_shown(cell)} is too large", expected, f"rescale the grades to at most {LARGEST_GRADE:,}"
    return int(number)


def float_of(cell: str) -> float | None:
    """The number a cell holds, as C reads it in decimal: no underscores, no other scripts; None if it holds none."""
    try:
        number = float(cell)
    except ValueError:
        return None
    return None if "_" in cell or not cell.isascii() else number


def are_numbers(cells: Sequence[str] | Sequence[float]) -> TypeGuard[Sequence[float]]:
    """Whether a column holds numbers, not text; a column is all of one kind."""
    return bool(cells) and not isinstance(cells[0], str)


def read_scores(
    cells: Sequence[str] | Sequence[float], *, commas_allowed: bool, what: str = "score", plain: bool = False
) -> Column:
    """Finite numbers from a column of text, or of numbers; `plain` if it is known to be ASCII without underscores."""
    if are_numbers(cells):
        return _given_scores(cells, what)
    texts: Sequence[str] = cells  # type: ignore[assignment]  # a column that is not numbers is text
    return _text_scores(texts, commas_allowed, what, plain)


def _given_scores(numbers: Sequence[float], what: str) -> Column:
    try:
        values = list(map(float, numbers))
    except OverflowError:
        values = []
    if values and isfinite(sum(values)):
        return Column(values, [])
    return _careful_scores(list(map(str, numbers)), commas_allowed=False, what=what)


def _text_scores(cells: Sequence[str], commas_allowed: bool, what: str, plain: bool) -> Column:
    try:
        values = list(map(float, cells))
    except ValueError:
        return _careful_scores(cells, commas_allowed, what)
    # A sum is finite only if its parts are; one that overflows is looked at more closely.
    if not isfinite(sum(values)):
        return _careful_scores(cells, commas_allowed, what)
    if not plain and not _is_plain(cells):
        return _careful_scores(cells, commas_allowed, what)
    return Column(values, [])


def _careful_scores(cells: Sequence[str], commas_allowed: bool, what: str) -> Column:
    values: list[float] = []
    faults: list[Fault] = []
    commas = 0
    for position, cell in enumerate(cells):
        number = float_of(cell)
        if number is None and commas_allowed and cell.count(",") == 1 and "." not in cell:
            number = float_of(cell.replace(",", "."))
            commas += number is not None
        if number is not None and isfinite(number):
            values.append(number)
        else:
            faults.append(Fault(position, *_score_fault(cell, number, what)))
    return Column(values, faults, commas=commas)


def _score_fault(cell: str, number: float | None, what: str) -> tuple[str, str, str]:
    expected = "a finite number such as 12.5 or -3"
    if cell.lower() in WORDS_FOR_NOTHING:
        found = f"{what} “{_shown(cell)}” is not a number" if cell else f"the {what} is missing"
        return f"{found}, so the document cannot be ranked", expected, f"mend the {what} or remove the line"
    if number is not None:
        return (
            f"{what} “{_shown(cell)}” is infinite",
            expected,
            f"give the document a finite {what}, or remove the line",
        )
    if cell.count(",") == 1:
        return f"{what} “{_shown(cell)}” has a decimal comma", expected, "write decimal points"
    return f"{what} “{_shown(cell)}” is not a number", expected, f"mend the {what} or remove the line"


def all_whole(values: Sequence[float]) -> bool:
    """Whether every number of a column is whole."""
    is_integer: Callable[[float], bool] = float.is_integer
    return all(map(is_integer, values))
