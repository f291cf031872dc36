"""Turns every form of judgements and runs that ir_measures takes into {query: {document: number}}."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from math import isnan
from operator import attrgetter, index
from typing import Any

from .notice import warn
from .records import read_trec_qrels, read_trec_run

Nested = dict[str, dict[str, Any]]

FORMS = (
    "give {{query: {{document: {field}}}}}, an iterable of named tuples with the fields query_id, doc_id and {field}, "
    "a DataFrame with these columns, or the path of a TREC file"
)


def judgements_of(qrels: object) -> dict[str, dict[str, int]]:
    """The grades of each query's documents. Of a document judged twice the last counts, with a warning.

    Raises ValueError for a form that is none of those taken, TypeError for a grade that is no whole number.
    """
    if isinstance(qrels, (str, os.PathLike)):
        qrels = read_trec_qrels(qrels)
    nested = _nested(qrels, "relevance", "qrels")
    for query, judged in nested.items():
        if not set(map(type, judged.values())) <= {int}:
            nested[query] = {document: _grade(query, document, grade) for document, grade in judged.items()}
    return nested


def scores_of(run: object) -> dict[str, dict[str, float]]:
    """The scores of each query's results, in the order given. Of a document listed twice the last counts.

    Raises ValueError for a form that is none of those taken and for NaN, TypeError for a score that is no number.
    """
    if isinstance(run, (str, os.PathLike)):
        run = read_trec_run(run)
    nested = _nested(run, "score", "run")
    for query, scored in nested.items():
        if not set(map(type, scored.values())) <= {float}:
            nested[query] = {document: _score(query, document, score) for document, score in scored.items()}
        if any(map(isnan, nested[query].values())):
            document = next(document for document, score in nested[query].items() if isnan(score))
            raise ValueError(f"run: the score of document {document} for query {query} is NaN, expected a number")
    return nested


def require_text(nested: Mapping[Any, Mapping[Any, object]], name: str) -> None:
    """Raises TypeError for an id that is no text: 301 and "301" would be two queries."""
    for query, held in nested.items():
        for kind, ids in (("query", (query,)), ("document", held)):
            if not all(isinstance(one, str) for one in ids):
                odd = next(one for one in ids if not isinstance(one, str))
                hint = f"write ids as text, {str(odd)!r}, in both qrels and run"
                raise TypeError(f"{name}: {kind} id {odd!r} is of type {type(odd).__name__}, expected str; {hint}")


def _nested(data: object, field: str, name: str) -> Nested:
    """One dictionary a query, new ones: the caller's stay as they are."""
    if isinstance(data, Mapping):
        for query, held in data.items():
            if not isinstance(held, Mapping):
                found = f"query {query} holds a {type(held).__name__}, expected {{document: {field}}}"
                raise TypeError(f"unknown {name} format: {found}")
        return {query: dict(held) for query, held in data.items()}
    if hasattr(data, "columns"):
        rows = _of_frame(data, field, name)
    elif isinstance(data, Iterable):
        rows = _of_tuples(data, field, name)
    else:
        raise ValueError(f"unknown {name} format: {type(data).__name__}; {FORMS.format(field=field)}")
    return _grouped(rows, name)


def _grouped(rows: Iterator[tuple[str, str, Any]], name: str) -> Nested:
    nested: Nested = {}
    count = 0
    for query, document, value in rows:
        nested.setdefault(query, {})[document] = value
        count += 1
    repeated = count - sum(map(len, nested.values()))
    if repeated:
        many = "rows give a document" if repeated > 1 else "row gives a document"
        warn(f"{name}: {repeated} {many} of a query again; the last row of each counts")
    return nested


def _of_frame(frame: Any, field: str, name: str) -> Iterator[tuple[str, str, Any]]:
    """The rows of a DataFrame of pandas, polars and the like."""
    wanted = ("query_id", "doc_id", field)
    columns = list(frame.columns)
    missing = [column for column in wanted if column not in columns]
    if missing:
        raise ValueError(f"unknown {name} format: DataFrame missing columns: {missing} (found {columns})")
    return zip(*(_cells(frame[column]) for column in wanted), strict=True)


def _cells(column: Any) -> list[Any]:
    """A column as Python's own numbers and texts, where it can give them."""
    return list(column.to_list() if hasattr(column, "to_list") else column)


def _of_tuples(rows: Iterable[Any], field: str, name: str) -> Iterator[tuple[str, str, Any]]:
    take = attrgetter("query_id", "doc_id", field)
    for row in rows:
        try:
            yield take(row)
        except AttributeError:
            raise ValueError(f"unknown {name} format: {row!r} among the rows; {FORMS.format(field=field)}") from None


def _grade(query: str, document: str, grade: Any) -> int:
    try:
        return int(grade) if isinstance(grade, float) and grade.is_integer() else index(grade)
    except TypeError:
        found = f"the relevance of document {document} for query {query} is {grade!r}"
        raise TypeError(f"qrels: {found}, expected a whole number") from None


def _score(query: str, document: str, score: Any) -> float:
    try:
        if isinstance(score, (str, bytes)):
            raise TypeError
        return float(score)
    except TypeError:
        found = f"the score of document {document} for query {query} is {score!r}"
        raise TypeError(f"run: {found}, expected a number") from None
