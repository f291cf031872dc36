"""The working behind a mean: which queries count, the value of each, and what is divided by what."""

from __future__ import annotations

from ..evalresult import EvalResult
from ..names import Asked
from ..problems import counted
from ..settings import sentence
from .expression import Expression, add, because, divide, exp_of, number
from .working import Cell, Line, Proof, Table

FROM_LOGARITHMS = "The value of a query is the logarithm of what is averaged; e to the mean of those is printed."


def explain_mean(result: EvalResult, position: int) -> Proof:
    """The working behind the mean of the measure at this position of a result.

    Values are added in the order of the queries' ids, as trec_eval does: another order gives other last digits. value
    is None where a user's own measure has no mean.
    """
    one, column = result.asked[position], result.columns[position]
    by_query = dict(zip((row.query for row in result.rows), column, strict=True))
    rows: list[list[Cell]] = [
        [row.query, row.judged, row.relevant, row.retrieved, value]
        for row, value in zip(result.rows, column, strict=True)
    ]
    tables = [Table("Queries", ["Query", "Judged", "Relevant", "Retrieved", one.label], rows)]
    if result.left_out:
        tables.append(Table("Left out of the mean", ["Query", "Why"], [list(left) for left in result.left_out]))
    mean = result.mean_values[position]
    lines = _lines(one, [by_query[query] for query in sorted(by_query)], mean)
    notes = [result.sentence]
    if mean is None:
        notes.append(_failed(column))
    if one.definition.average == "geometric":
        notes.append(FROM_LOGARITHMS)
    row = one.definition
    convention = sentence(result.settings, graded=row.graded)
    value = lines[-1][1].value if lines else None
    return Proof(None, one.name, one.mean_label, row.written, row.source, value, tables, lines, notes, convention)


def _failed(column: list[float | None]) -> str:
    failures = sum(value is None for value in column)
    where = f"on {counted(failures, 'query')}" if failures else "in aggregate()"
    return f"The measure failed {where}, so it has no mean."


def _lines(one: Asked, values: list[float | None], mean: float | None) -> list[Line]:
    known = [number(value) for value in values if value is not None]
    if len(known) < len(values) or mean is None:
        return []
    if one.definition.aggregate is not None and one.definition.average == "own":
        return [(one.mean_label, because(mean, "what aggregate() of this measure of your own returned"))]
    total = add(known)
    if one.definition.average == "sum":
        return [(one.mean_label, total)]
    queries = len(known)
    lines: list[Line] = [("Sum over queries", total), ("Queries", number(queries))]
    return [*lines, (one.mean_label, _averaged(one, total, queries))]


def _averaged(one: Asked, total: Expression, queries: int) -> Expression:
    if not queries:
        return because(0.0, "no query is averaged")
    made = divide(total, number(queries))
    return exp_of(made) if one.definition.average == "geometric" else made
