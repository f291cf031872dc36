"""Runs the code of measures that a user wrote on the page, keeps what it prints, and says where it failed."""

from __future__ import annotations

import contextlib
import io
import json
import linecache
import sys
from collections.abc import Callable, Iterator
from typing import Any

from .asked import Asked, asked_for, check_apart, collecting
from .custom import REGISTERED, EvaluationError, Failures, Measure, described
from .measures_file import HOW_TO_DEFINE, compiled, last_step, place, run_and_register
from .problems import InputError, SettingError
from .registry import FunctionMeasure

# This module is imported when there is code to run, and by then all of Python's library is there (see
# app/snapshot/settle.py): so what a user wrote never ends halfway for a module that is still to come.

FILE = "your measures"
"""What tracebacks call the user's code."""

MODULE = "your_measures"

MOST_PRINTED = 20_000
"""Characters of print() that are kept; more are counted."""

Json = dict[str, Any]
Progress = Callable[[str], object] | None
Go = Callable[[list[Asked]], Json]


def check_code(text: str, wheels: list[Json]) -> Json:
    """What is wrong with code as one types it, without running it, and with each wheel beside it."""
    with _captured(_Printed()):
        return {"error": _syntax(text), "wheels": _install(wheels)}


def _install(wheels: list[Json]) -> list[Json]:
    """Makes these wheels importable, and no others; what it needs for that is loaded with the first one."""
    if not wheels and f"{__package__}.ownwheels" not in sys.modules:
        return []
    from .ownwheels import install

    return install(wheels)


def _syntax(text: str) -> Json | None:
    _remember(text)
    try:
        compiled(text, FILE)
    except InputError as error:
        return _of_input_error(error)
    return None


def with_code(code: Json, asked: list[Asked], progress: Progress, go: Go) -> Json:
    """What `go` answers for the measures asked for and those that the code defines, with a report on the code.

    code: {text, revision, wheels}. The report under "code" has its revision, the names of its measures, what it
    printed, its errors, and its classes that need arguments. Measures that fail have None where they did; code that
    fails as a whole defines no measure. Whatever it registers is forgotten afterwards.
    """
    return _Run(code, asked, progress).answer(go)


class _Run:
    """One execution of the user's code, for one request."""

    def __init__(self, code: Json, asked: list[Asked], progress: Progress) -> None:
        self.code = code
        self.asked = asked
        self.failures = Failures()
        self.errors: list[Json] = []
        self.own: dict[str, Measure] = {}
        self.not_made: list[str] = []
        self._progress = progress

    def answer(self, go: Go) -> Json:
        printed = _Printed()
        known = dict(REGISTERED)
        try:
            with _captured(printed):
                own = self._defined()
                try:
                    answer = go([*self.asked, *collecting(own, self.failures)])
                except BaseException as error:  # whatever the user's code throws
                    if not _is_thrown_by_code(error):
                        raise
                    self.errors.append(_of_exception(error))
                    answer = go(self.asked)
        finally:
            REGISTERED.clear()
            REGISTERED.update(known)
            self._tell(running=False)
        errors = [*self.errors, *_of_failures(self.failures, self.own)]
        report = {
            "revision": self.code["revision"],
            "measures": list(self.own),
            "output": printed.getvalue(),
            "cut": printed.cut,
            "errors": errors,
            "not_made": self.not_made,
        }
        return {**answer, "code": report}

    def _defined(self) -> list[Asked]:
        """Runs the code; the measures that it defines, as far as their names are free."""
        _install(self.code.get("wheels") or [])
        _remember(self.code["text"])
        self._tell(running=True)
        try:
            loaded = run_and_register(self.code["text"], FILE, MODULE)
        except InputError as error:
            self.errors.append(_of_input_error(error))
            return []
        except BaseException as error:
            if not _is_thrown_by_code(error):
                raise
            self.errors.append(_of_exception(error))
            return []
        finally:
            self._tell(running=False)
        self.not_made = loaded.not_made
        if not loaded.names:
            self.errors.append(_error("the code defines no measure", hint=_how_to_define(loaded.not_made)))
        own: list[Asked] = []
        for name in loaded.names:
            one = self._telling(asked_for(REGISTERED[name]))
            try:
                check_apart([*self.asked, *own, one])
            except SettingError as error:
                self.errors.append(_error(error.message, hint=error.hint, measure=name))
                continue
            own.append(one)
            self.own[name] = REGISTERED[name]
        return own

    def _telling(self, one: Asked) -> Asked:
        """The same measure, telling the page when it is called first, since time is limited from then on."""
        formula = one.definition.formula
        told = False

        def call(*given: Any) -> float:
            nonlocal told
            if not told:
                told = True
                self._tell(running=True)
            return formula(*given)

        return one._replace(definition=one.definition._replace(formula=call))

    def _tell(self, *, running: bool) -> None:
        if self._progress is not None:
            self._progress(json.dumps({"stage": "code", "running": running}))


def _is_thrown_by_code(error: BaseException) -> bool:
    """Whether this ends only the user's code: not a mistake of ours, nor that a module is still to come."""
    return not isinstance(error, Exception) and type(error).__name__ != "NotHereYet"


def _how_to_define(not_made: list[str]) -> str:
    if not_made:
        return f"{not_made[0]} needs arguments: write an instance below it, such as measure = {not_made[0]}(...)"
    return HOW_TO_DEFINE


class _Printed(io.StringIO):
    """Keeps the start of what is printed, and counts the rest."""

    cut = 0

    def close(self) -> None:
        """Stays open: the user's code does not end it."""

    def write(self, text: str) -> int:
        room = max(MOST_PRINTED - self.tell(), 0)
        self.cut += max(len(text) - room, 0)
        super().write(text[:room])
        return len(text)


@contextlib.contextmanager
def _captured(printed: _Printed) -> Iterator[None]:
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        yield


def _remember(text: str) -> None:
    """Lets tracebacks show the user's lines."""
    linecache.cache[FILE] = (len(text), None, text.splitlines(keepends=True), FILE)


def _error(
    message: str,
    line: int | None = None,
    column: int | None = None,
    text: str | None = None,
    *,
    hint: str | None = None,
    measure: str | None = None,
    query: str | None = None,
    more: int = 0,
) -> Json:
    return {
        "kind": "code",
        "message": message,
        "line": line,
        "column": column,
        "text": text,
        "hint": hint,
        "measure": measure,
        "query": query,
        "more": more,
    }


def _of_input_error(error: InputError) -> Json:
    """What measures_file says of code that cannot be run."""
    problem = error.problems[0]
    if error.source != FILE:  # a module that the code imports
        return _error(f"{problem.message} ({error.source}, line {problem.line})")
    cause = error.__cause__
    column = problem.column or _column(cause)
    hint = _missing(cause) or (None if problem.text else problem.hint)
    return _error(problem.message, problem.line, column, problem.text, hint=hint)


def _of_exception(error: BaseException) -> Json:
    line, text = place(error, FILE)
    return _error(described(error), line, _column(error), text, hint=_missing(error))


def _of_failures(failures: Failures, own: dict[str, Measure]) -> list[Json]:
    """One error for each measure that failed: its first, and how many more there are."""
    by_measure: dict[str, list[EvaluationError]] = {}
    for error in failures.errors:
        by_measure.setdefault(error.measure, []).append(error)
    return [_of_evaluation(first, len(others), own[name]) for name, (first, *others) in by_measure.items()]


def _of_evaluation(error: EvaluationError, more: int, own: Measure) -> Json:
    cause = error.__cause__
    line, text = _defined_at(error, own) if cause is None else place(cause, FILE)
    return _error(
        error.what,
        line,
        _column(cause),
        text,
        hint=_missing(cause),
        measure=error.measure,
        query=error.query,
        more=more,
    )


def _defined_at(error: EvaluationError, own: Measure) -> tuple[int | None, str | None]:
    """Where the function stands that returned something else than a number, if the user's code has it."""
    method: object = own.aggregate if error.query is None else own.calc_query
    function = own.origin if isinstance(own, FunctionMeasure) and error.query is not None else method
    code = getattr(function, "__code__", None)
    if code is None or code.co_filename != FILE:
        return None, None
    line = code.co_firstlineno
    while linecache.getline(FILE, line).lstrip().startswith("@"):  # decorators count as the function's first lines
        line += 1
    return line, linecache.getline(FILE, line).strip() or None


def _column(error: BaseException | None) -> int | None:
    """The column of the user's line, in characters from 1, at which the part that failed starts."""
    step = last_step(error, FILE)
    if step is None:
        return None
    positions = list(step.tb_frame.f_code.co_positions())
    line, _, start, _ = positions[step.tb_lasti // 2]
    if start is None or line != step.tb_lineno:
        return None
    return len(linecache.getline(FILE, line).encode()[:start].decode(errors="replace")) + 1


def _missing(error: BaseException | None) -> str | None:
    """What can be done about a module that is not there."""
    if not isinstance(error, ModuleNotFoundError) or not error.name:
        return None
    name = error.name.partition(".")[0]
    return (
        f"Python's standard library can be imported here, and pure-Python wheels that are dropped on the editor: "
        f"drop the wheel of {name}, if it is one"
    )
