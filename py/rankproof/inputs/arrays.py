"""Takes a run from parallel arrays, as vector databases and ranking code have them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..problems import InputError, Problem, counted
from .frames import Frame
from .rows import is_row
from .tables import TableInput
from .values import kind_of, listed_values


def from_arrays(
    query_ids: Iterable[Any], doc_ids: Iterable[Any], scores: Iterable[Any] | None, name: str
) -> TableInput:
    """The arrays as an input: flat, or a query id and a row of documents (and of scores) for each query.

    Raises InputError for arrays whose lengths differ, naming the counts.
    """
    given = {"query_ids": query_ids, "doc_ids": doc_ids} | ({} if scores is None else {"scores": scores})
    columns = {which: _listed(values, which, name) for which, values in given.items()}
    _same_lengths(columns, name)
    if any(map(is_row, columns["doc_ids"])):
        columns = _flat(columns, name)
    # The names by which the reader of tables knows the columns.
    known = dict(zip(("query_id", "doc_id", "score"), columns.values(), strict=False))
    return TableInput(Frame(known, list(known), "arrays"), name)


def _listed(values: Any, which: str, name: str) -> list[Any]:
    if isinstance(values, (str, bytes)) or not (isinstance(values, Iterable) or hasattr(values, "tolist")):
        message = f"{which} is {kind_of(values)}, not an array"
        raise InputError(name, [Problem(message, hint="give a list, even for one query")])
    return listed_values(values)


def _same_lengths(columns: dict[str, list[Any]], name: str) -> None:
    if len(set(map(len, columns.values()))) > 1:
        counts = ", ".join(f"{which} {len(values):,}" for which, values in columns.items())
        message = f"the arrays differ in length: {counts}"
        hint = "give one query id, one document id and one score for each result, or a row of them for each query"
        raise InputError(name, [Problem(message, hint=hint)])


def _flat(columns: dict[str, list[Any]], name: str) -> dict[str, list[Any]]:
    """Rows of documents, one row a query, as flat columns."""
    queries: list[Any] = []
    flat: dict[str, list[Any]] = {which: [] for which in columns if which != "query_ids"}
    for position, query in enumerate(columns["query_ids"]):
        counts = {}
        for which, values in flat.items():
            row = columns[which][position]
            if not is_row(row):
                message = f"row {position + 1} of {which} is no list, other rows of doc_ids are"
                raise InputError(name, [Problem(message, hint="give every query a list, empty for no result")])
            values.extend(listed_values(row))
            counts[which] = len(row)
        documents, *others = counts.values()
        if others and others[0] != documents:
            message = f"query {query} has {counted(documents, 'document')} and {counted(others[0], 'score')}"
            raise InputError(name, [Problem(message, hint="give every document a score")])
        queries += [query] * documents
    return {"query_ids": queries, **flat}
