"""Turns cells that are no grade or score into problems that say where they stand."""

from __future__ import annotations

from ..problems import Problem, Problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .block import Block
    from .numbers import Fault


def add_faults(problems: Problems, block: Block, faults: Iterable[Fault], field: str) -> None:
    """Adds a problem for each faulty cell of a "grade", "rank" or "score", with its line where that will be shown."""
    for fault in faults:
        query, document = block.queries[fault.position], block.documents[fault.position]
        line = block.rows.line(fault.position)
        message = f"{fault.message} (query {query}, document {document})"
        problem = Problem(message, line, expected=fault.expected, hint=fault.hint)
        if problems.shows(line):
            place = block.rows.place(fault.position, field)
            problem = problem._replace(line=place.line, column=place.column, text=place.text)
        problems.add(problem)
