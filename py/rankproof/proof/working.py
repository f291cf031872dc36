"""The steps of a proof as plain data: columns beside the ranking, tables, and lines of arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..measures import Parameters
from .expression import Expression, equation, number, shown_number, shows_value
from .subject import Subject

Cell = str | int | float | None

Line = tuple[str, Expression]
"""What is worked out, and how: name = expression = value."""


class Table(NamedTuple):
    """A table of a proof. columns: the titles; rows: a cell for each; left_out: what is not shown, in words."""

    title: str
    columns: list[str]
    rows: list[list[Cell]]
    left_out: str = ""


class Working(NamedTuple):
    """What one measure adds to a ranking, and the arithmetic that ends in its value.

    columns: titles; cells: for a rank, one for each column. lines: in order, the last one's value is the score. tables:
    what else is needed, such as the ideal ranking. k: the last rank that counts, None for all. failed: why there is no
    value, which only a user's own measure can lack; the last line is then no score.
    """

    lines: list[Line]
    columns: Sequence[str] = ()
    cells: dict[int, tuple[Cell, ...]] = {}  # noqa: RUF012  # never changed
    tables: Sequence[Table] = ()
    k: int | None = None
    failed: str = ""


Explainer = Callable[[Subject, Parameters], Working]
"""The working of one measure on one query."""


class Proof(NamedTuple):
    """The working behind one number.

    query: None for a mean. measure: as asked for; label: as tables call it; written: the formula in signs; source: its
    citation. value: the score, which is that of the last line; None where a user's own measure failed. tables: the
    ranking first. lines: the arithmetic. notes: what a reader should know, in sentences. settings: in words.
    """

    query: str | None
    measure: str
    label: str
    written: str
    source: str
    value: float | None
    tables: list[Table]
    lines: list[Line]
    notes: list[str]
    settings: str


def as_json(proof: Proof) -> dict[str, Any]:
    """The proof as JSON holds it.

    Each line has its name, its expression as text and as MathML (a whole equation), and its value in full precision.
    """
    lines = [
        {"name": name, "expression": made.text, "mathml": equation(name, made), "value": made.value}
        for name, made in proof.lines
    ]
    return {**proof._asdict(), "tables": [table._asdict() for table in proof.tables], "lines": lines}


def as_line(name: str, made: Expression) -> str:
    """`AP = (1 / 1 + 2 / 3) / 5 = 0.3333`; a value that is there already is not repeated."""
    value = shown_number(made.value)
    if shows_value(made):
        return f"{name} = {made.text}"
    return f"{name} = {made.text} = {value}"


def count_line(name: str, value: int) -> Line:
    """A count that the formula starts from."""
    return name, number(value)
