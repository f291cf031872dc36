"""Options of measures in brackets, as ir_measures writes them: nDCG(dcg='exp-log2')@10, AP(rel=2)."""

from __future__ import annotations

from .gains import GainMap
from .measures import Definition
from .problems import SettingError
from .record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

DCG_GAINS = {"log2": "linear", "exp-log2": "exponential"}
"""ir_measures' names for the gain of DCG."""


class Option(Record):
    """One option: what it may be, in words; how it is read (None: it is no such thing); the field that it sets."""

    allowed: str
    read: Callable[[object], Any]
    field: str


def _whole(low: int, high: int) -> Callable[[object], int | None]:
    def read(value: object) -> int | None:
        return value if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high else None

    return read


def _number(fits: Callable[[float], bool]) -> Callable[[object], float | None]:
    def read(value: object) -> float | None:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return float(value) if number and fits(value) else None  # type: ignore[arg-type]  # a number

    return read


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _unjudged(value: object) -> str | None:
    return {True: "removed", False: "nonrelevant"}[value] if isinstance(value, bool) else None


def _dcg(value: object) -> str | None:
    return DCG_GAINS.get(value) if isinstance(value, str) else None


def _beta(value: object) -> tuple[float] | None:
    beta = _number(lambda number: 0 <= number <= 1e9)(value)
    return None if beta is None else (beta,)


def _gains(value: object) -> str | GainMap | None:
    """ir_measures' map from grade to gain: a gain below 0 is no gain, and no map at all the grades themselves."""
    number = _number(lambda number: -1e300 < number < 1e300)
    if not isinstance(value, dict):
        return None
    read = {_whole(-(10**9), 10**9)(grade): number(gain) for grade, gain in value.items()}
    pairs = [(grade, max(gain, 0.0)) for grade, gain in read.items() if grade is not None and gain is not None]
    # Documents with a grade below 0 are not judged, and gain nothing in any case.
    if len(pairs) < len(value) or any(gain > 0 for grade, gain in pairs if grade < 0):
        return None
    return tuple(sorted((grade, gain) for grade, gain in pairs if grade >= 0)) or "linear"


OPTIONS = {
    "rel": Option("a whole number from 1", _whole(1, 10**9), "relevant_from"),
    "judged_only": Option("True or False", _unjudged, "unjudged"),
    "dcg": Option("'log2' or 'exp-log2'", _dcg, "gain"),
    "gains": Option("a number for each grade from 0, such as {1: 3, 2: 9}", _gains, "gain"),
    "p": Option("a number from 0 to below 1", _number(lambda number: 0 <= number < 1), "p"),
    "T": Option("a number above 0", _number(lambda number: 0 < number <= 1e9), "t"),
    "beta": Option("a number from 0", _beta, "numbers"),
    "min_rel": Option("a whole number", _whole(-(10**9), 10**9), "low"),
    "max_rel": Option("a whole number", _whole(-(10**9), 10**9), "high"),
    "relative": Option("True or False", _flag, "relative"),
    "normalize": Option("True or False", _flag, "normalize"),
}


class Bracketed(Record):
    """A name with options taken apart: `AP(rel=2)@10` is base AP, {"rel": 2} and rest 10."""

    base: str
    options: dict[str, Any]
    rest: str


def split_brackets(text: str) -> Bracketed:
    """Takes a name with options apart. Raises SettingError if it has no such shape."""
    import ast

    base, _, tail = text.partition("(")
    inside, closed, rest = tail.rpartition(")")
    try:
        call = ast.parse(f"f({inside})", mode="eval").body
        if not (closed and isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and not call.args):
            raise ValueError
        options = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
        if len(options) < len(call.keywords) or rest.strip()[:1] not in ("", "@"):
            raise ValueError
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        hint = "write for example nDCG(dcg='exp-log2')@10 or AP(rel=2)"
        raise SettingError("measures", f"measure {text!r} cannot be read", hint) from None
    return Bracketed(base.strip(), options, rest.strip()[1:].strip())


def fields_of(text: str, row: Definition, options: Mapping[str, object]) -> dict[str, Any]:
    """What these options set: fields of Parameters, relevant_from and unjudged. Raises SettingError for a bad one."""
    for name in options:
        if name not in row.options:
            allowed = f"it takes {', '.join(row.options)}" if row.options else "it takes no options"
            raise SettingError("measures", f"measure {text!r} has no option {name!r}", allowed)
    for name in row.needs:
        if name not in options:
            hint = f"write for example {row.ir_name}({name}=3){'@10' if row.parameters == 'cutoffs' else ''}"
            raise SettingError("measures", f"measure {text!r} needs the option {name!r}", hint)
    found: dict[str, Any] = {}
    for name, value in options.items():
        option = OPTIONS[name]
        read = option.read(value)
        if read is None:
            raise SettingError("measures", f"option {name} of measure {text!r} is {value!r}", f"give {option.allowed}")
        found[option.field] = read
    _check_together(text, row, options, found)
    found["binary"] = "rel" in options
    return found


def _check_together(text: str, row: Definition, options: Mapping[str, object], found: Mapping[str, Any]) -> None:
    if "dcg" in options and options["dcg"] != "log2" and ("gains" in options or not row.graded):
        hint = "give dcg='log2', or no gains" if "gains" in options else "give dcg='log2'"
        raise SettingError("measures", f"option dcg of measure {text!r} is {options['dcg']!r}", hint)
    if "max_rel" in row.options and found.get("low", row.start.low) >= found.get("high", row.start.high):
        low = found.get("low", row.start.low)
        raise SettingError("measures", f"max_rel of measure {text!r} is not above {low}", "give a higher max_rel")
