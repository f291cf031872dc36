"""Reads judgements and results of any kind, with rows for places where there are no lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..formats import Judgements, Results, Source, read_judgements, read_results
from ..formats.given import Given
from ..problems import InputError, Problem
from .kinds import Data, as_source

Read = TypeVar("Read", Judgements, Results)


def read_qrels(data: Data, name: str = "qrels") -> Judgements:
    """The judgements that this data holds; `name` is what messages call it, unless it is a file.

    Raises InputError: data of no known kind, a grade that is no whole number, a document judged twice with two grades.
    """
    if isinstance(data, Judgements):
        return data
    if isinstance(data, Results):
        raise _swapped(name, "ranked results", "judgements")
    return read_source(lambda: as_source(data, name), read_judgements)


def read_run(data: Data, name: str = "run") -> Results:
    """The run that this data holds. Raises InputError: data of no known kind, a score that is no finite number."""
    if isinstance(data, Results):
        return data
    if isinstance(data, Judgements):
        raise _swapped(name, "judgements", "ranked results")
    return read_source(lambda: as_source(data, name), read_results)


def read_source(make: Callable[[], Source], read: Callable[[Source], Read]) -> Read:
    """What `read` makes of the input that `make` gives; places in data of a program are told as rows."""
    try:
        source = make()
    except InputError as error:
        raise _in_rows(error) from None
    if not isinstance(source, Given):
        return read(source)
    try:
        found = read(source)
    except InputError as error:
        raise _in_rows(error) from None
    found.notes = [note._replace(line=None) for note in found.notes]
    return found


def _in_rows(error: InputError) -> InputError:
    """The same error with its lines called rows."""
    problems = [
        problem
        if problem.line is None
        else problem._replace(message=f"row {problem.line}: {problem.message}", line=None)
        for problem in error.problems
    ]
    return InputError(error.source, problems, error.more, swap=error.swap)


def _swapped(name: str, found: str, expected: str) -> InputError:
    return InputError(name, [Problem(f"{found} are given here", expected=expected)], swap=True)
