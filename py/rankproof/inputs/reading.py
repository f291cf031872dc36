"""Reads judgements and results of any kind, with rows for places where there are no lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ..formats import Judgements, Results, Source, read_judgements, read_results
from ..formats.given import Given
from ..mends import parse_mend
from ..problems import InputError, Problem, SettingError
from .kinds import Data, as_source

Read = TypeVar("Read", Judgements, Results)


def read_qrels(data: Data, name: str = "qrels", mends: Sequence[str] = ()) -> Judgements:
    """The judgements that this data holds; `name` is what messages call it, unless it is a file.

    mends: ways to read it otherwise than it stands, as mends.parse_mend takes them; those for results do nothing here.
    Raises InputError: data of no known kind, a grade that is no whole number, a document judged twice with two grades.
    Raises SettingError for mends that mean nothing, or of what was read before.
    """
    if isinstance(data, Judgements):
        return _as_read(data, mends, "judgements")
    if isinstance(data, Results):
        raise _swapped(name, "ranked results", "judgements")
    return read_source(lambda: _mended(data, name, mends), read_judgements)


def read_run(data: Data, name: str = "run", mends: Sequence[str] = ()) -> Results:
    """The run that this data holds; mends are those of read_qrels.

    Raises InputError: data of no known kind, a score that is no finite number. Raises SettingError as read_qrels does.
    """
    if isinstance(data, Results):
        return _as_read(data, mends, "results")
    if isinstance(data, Judgements):
        raise _swapped(name, "judgements", "ranked results")
    return read_source(lambda: _mended(data, name, mends), read_results)


def _mended(data: Data, name: str, mends: Sequence[str]) -> Source:
    """The data as an input that is read with these mends."""
    source = as_source(data, name)
    source.mends = [parse_mend(mend).spelled() for mend in mends]
    return source


def _as_read(data: Read, mends: Sequence[str], side: str) -> Read:
    if any(mend.side == side for mend in map(parse_mend, mends)):
        raise SettingError("mends", f"{data.name} was read before, and cannot be mended", "give it as it was then")
    return data


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
