"""Runs a file of Python that defines measures, for --measures-from, and shows where in it something failed."""

from __future__ import annotations

import linecache
import os
import sys
from types import CodeType, ModuleType, TracebackType

from .custom import REGISTERED, EvaluationError, Measure, described
from .problems import InputError, Problem, SettingError, counted
from .record import Record
from .registry import register_measure

HOW_TO_DEFINE = "write @register_measure(name=...) above a function, or a subclass of Measure that needs no arguments"


class Loaded(Record):
    """The names of the measures that a file defines, and its classes that need arguments and so are none yet."""

    names: list[str]
    not_made: list[str]


def load_measures(file: str) -> Loaded:
    """Runs the file and registers what it defines.

    Those are the measures that it registers itself, then the instances of Measure among its names, then its own
    subclasses of Measure that need no arguments, unless there is an instance of one, or of a subclass, or its name
    starts with `_`. Modules beside the file can be imported.

    Raises InputError for a file that cannot be read, fails, or defines no measure.
    """
    text = _content(file)
    # The folder comes last so that no file in it hides a module of Python's.
    sys.path.append(os.path.dirname(os.path.realpath(file)))
    loaded = run_and_register(text, file, f"measures_from_{os.path.splitext(os.path.basename(file))[0]}")
    if not loaded.names:
        raise InputError(file, [Problem("the file defines no measure", hint=HOW_TO_DEFINE)])
    return loaded


def _content(file: str) -> bytes:
    try:
        with open(file, "rb") as opened:
            text = opened.read()
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise InputError(file, [Problem(message, expected="a file of Python code")]) from error
    # A session may have shown lines of this file as it was before.
    linecache.checkcache(file)
    return text


def run_and_register(text: str | bytes, file: str, module_name: str) -> Loaded:
    """Runs the text of a file in a new module and registers what it defines, as load_measures() does.

    Raises InputError, with the mistake of the user's code as its cause, where it fails.
    """
    before = dict(REGISTERED)
    module = ModuleType(module_name)
    module.__file__ = file
    sys.modules[module_name] = module  # classes look up their module by its name
    code = compiled(text, file)
    try:
        exec(code, vars(module))  # noqa: S102 - what the user asked for
    except SyntaxError as error:  # in a module that it imports
        raise _syntax_error(file, error) from error
    except (Exception, SystemExit) as error:
        raise _failed(file, error) from error
    not_made = _register_all(file, module)
    return Loaded([name for name, own in REGISTERED.items() if before.get(name) is not own], not_made)


def compiled(text: str | bytes, file: str) -> CodeType:
    """The code of the text of a file. Raises InputError for what is no Python."""
    try:
        return compile(text, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise _syntax_error(file, error) from error
    except (ValueError, RecursionError, MemoryError) as error:  # null characters, nesting without end
        raise _failed(file, error) from error


def _syntax_error(file: str, error: SyntaxError) -> InputError:
    source = file if error.filename in (None, file) else str(error.filename)
    text = (error.text or "").strip() or None
    return InputError(
        source,
        [Problem(f"{type(error).__name__}: {error.msg}", error.lineno, error.offset, text, hint=_line_is(text))],
    )


def _failed(file: str, error: BaseException) -> InputError:
    line, text = place(error, file)
    return InputError(file, [Problem(described(error), line, None, text, hint=_line_is(text))])


def _line_is(text: str | None) -> str | None:
    return f"the line is: {text}" if text else None


def place(error: BaseException | None, file: str) -> tuple[int | None, str | None]:
    """The last line of the file that ran before the error, and its text."""
    step = last_step(error, file)
    text = linecache.getline(file, step.tb_lineno).strip() if step is not None else ""
    return step.tb_lineno if step is not None else None, text or None


def last_step(error: BaseException | None, file: str) -> TracebackType | None:
    """Where in the file the error came from, as deep as the file goes."""
    last = None
    step = error.__traceback__ if error is not None else None
    while step is not None:
        if step.tb_frame.f_code.co_filename == file:
            last = step
        step = step.tb_next
    return last


def _register_all(file: str, module: ModuleType) -> list[str]:
    """Registers the file's instances and classes; returns the names of the classes that need arguments."""
    names = dict(vars(module))
    known = list(REGISTERED.values())
    instances = [one for one in names.values() if isinstance(one, Measure) and not any(one is own for own in known)]
    own_classes = [
        one
        for name, one in names.items()
        if isinstance(one, type) and issubclass(one, Measure) and one.__module__ == module.__name__
        if not name.startswith("_") and not any(isinstance(made, one) for made in [*known, *instances])
    ]
    classes = [one for one in own_classes if _needs_nothing(one)]
    for one in {id(one): one for one in [*instances, *classes]}.values():
        try:
            register_measure()(one)
        except SettingError as error:
            raise InputError(file, [Problem(error.message, hint=error.hint)]) from error
        except Exception as error:
            raise _failed(file, error) from error
    return [one.__name__ for one in own_classes if not any(issubclass(made, one) for made in classes)]


def _needs_nothing(kind: type[Measure]) -> bool:
    """Whether instances can be made without arguments."""
    if getattr(kind, "__abstractmethods__", None):
        return False
    import inspect  # slow to load, and few files need it

    try:
        inspect.signature(kind).bind()
    except TypeError:
        return False
    return True


def failure_lines(errors: list[EvaluationError], files: list[str]) -> list[str]:
    """One line for each measure that failed: its first error, where in the user's files, how many more there are."""
    by_measure: dict[str, list[EvaluationError]] = {}
    for error in errors:
        by_measure.setdefault(error.measure, []).append(error)
    lines = []
    for first, *others in by_measure.values():
        places = [(file, *place(first.__cause__, file)) for file in files]
        file, line, text = next((place for place in places if place[1] is not None), (None, None, None))
        shown = f"{first}; {_line_is(text)}" if text else str(first)
        if others:
            shown += f"; and {counted(len(others), 'more error')} in this measure"
        lines.append(f"{file}:{line}: {shown}" if file else shown)
    return lines
