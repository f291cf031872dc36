"""Reads the names of measures: in ir_measures' style, and in trec_eval's."""

from __future__ import annotations

import ast
import re
from typing import Any, NoReturn

from ...measures import GROUPS, MEASURES, Definition
from ...spellings import VALUED
from .measure import Measure
from .measures import registry
from .notice import warn

TREC_ROWS = {row.name: row for row in MEASURES if row.trec and row.ir_name in registry}
"""The rows of trec_eval's names that mean a measure here."""


def parse_measure(measure: str | Measure) -> Measure:
    """The measure that a name such as `nDCG@10` or `AP(rel=2)` means; a measure stands for itself.

    Parameters are checked when the measure is calculated. Raises NameError for an unknown name, ValueError for a text
    of another shape.
    """
    if isinstance(measure, Measure):
        return measure
    call, at = _shape(measure)
    params: dict[str, Any] = {}
    if isinstance(call, ast.Call):
        if call.args:
            _refuse(measure, "parameters must be named")
        params = {str(word.arg): _value(measure, word.value) for word in call.keywords}
        call = call.func
    if not isinstance(call, ast.Name):
        _refuse(measure, "it does not start with a name")
    if call.id not in registry:
        raise NameError(f"measure not found: {call.id}{_nearest(measure, call.id)}")
    found = registry[call.id]
    if at is not None:
        params[found.AT_PARAM] = _value(measure, at)
    return found(**params)


def _shape(text: str) -> tuple[ast.expr, ast.expr | None]:
    """What stands before the `@`, and what after."""
    try:
        body = ast.parse(text).body
    except SyntaxError as error:
        _refuse(text, error.msg)
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        _refuse(text, "it is not one expression")
    node = body[0].value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        return node.left, node.right
    return node, None


def _value(text: str, node: ast.expr) -> Any:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError):
        value = ...
    if not isinstance(value, (str, float, int, dict, type(None))):
        _refuse(text, "a value is no text, number, truth value or map")
    return value


def _refuse(text: str, what: str) -> NoReturn:
    raise ValueError(f"problem parsing measure {text!r}: {what}; write for example nDCG@10 or AP(rel=2)")


def _nearest(text: str, name: str) -> str:
    from difflib import get_close_matches

    try:
        trec = parse_trec_measure(text)
    except ValueError:
        near = get_close_matches(name, registry, 3, 0.6)
        return f"; did you mean {', '.join(near)}?" if near else ""
    return f"; {text} is trec_eval's name of {', '.join(map(str, trec[:3]))}: parse_trec_measure reads it"


def parse_trec_measure(measure: str) -> list[Measure]:
    """The measures that a name of trec_eval means: `map`, `P_5`, `ndcg_cut.5,10`, a bare `P`, a group as `official`.

    A group's members that have no counterpart here are left out with a warning. Raises ValueError for such a name by
    itself, and for an unknown one.
    """
    if measure in GROUPS:
        return _group(measure)
    if measure in TREC_ROWS:
        return _usual(TREC_ROWS[measure])
    found = re.fullmatch(r"(\w+?)[._]([0-9.]+(?:,[0-9.]+)*)", measure)
    row = TREC_ROWS.get(found[1]) if found else None
    if found is None or row is None:
        raise _unknown(measure)
    name = _parameter(row)
    if not name:
        raise ValueError(f"measure {measure!r} takes no parameter: {found[2]!r}")
    meant = registry[str(row.ir_name)]
    try:
        read = int if row.parameters == "cutoffs" else float
        return [meant(**{name: read(part)}) for part in found[2].split(",")]
    except ValueError:
        raise ValueError(f"the parameter {found[2]!r} of measure {measure!r} is not of numbers that fit") from None


def _parameter(row: Definition) -> str:
    """The parameter that numbers after the name give; "" for none."""
    if row.parameters in VALUED:
        return registry[str(row.ir_name)].AT_PARAM
    return "beta" if row.parameters == "numbers" else ""


def _usual(row: Definition) -> list[Measure]:
    """What a name means without numbers: a measure, or one for each of trec_eval's cut-offs or levels."""
    meant = registry[str(row.ir_name)]
    if row.parameters not in VALUED:
        return [meant]
    return [meant @ (int(value) if row.parameters == "cutoffs" else value) for value in row.defaults]


def _group(name: str) -> list[Measure]:
    found: list[Measure] = []
    left_out = []
    for member in sorted(GROUPS[name]):
        if member in TREC_ROWS:
            found += _usual(TREC_ROWS[member])
        elif member != "runid":
            left_out.append(member)
    if left_out:
        text = f"ir_measures has no counterpart of {', '.join(left_out)} in {name!r}; rankproof.evaluate has"
        warn(text)
    return found


def _unknown(name: str) -> ValueError:
    base = re.split(r"[.@]|_(?=[0-9])", name)[0]
    if any(base in (row.name, *row.aliases) for row in MEASURES if row.trec):
        return ValueError(f"known trec name {name}, but ir_measures has no such measure; rankproof.evaluate has")
    return ValueError(f"unknown measure {name!r}; the names are {', '.join((*TREC_ROWS, *GROUPS))}")
