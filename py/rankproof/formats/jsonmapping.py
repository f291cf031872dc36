"""Reads JSON that maps queries to their documents."""

from __future__ import annotations

from ..problems import InputError, Problem
from .block import Block, Place
from .jsonload import kind_of, pairs_of
from .jsonplace import find_path
from .jsonvalues import Spot, Values
from .layout import JUDGEMENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def mapping_blocks(
    text: str, value: dict[str, Any], values: Values, empty: list[str], repeated: list[str]
) -> Iterator[Block]:
    """A block for each query.

    Queries that hold no document are added to `empty`, those that stand in the mapping again to `repeated`.
    """
    kinds: dict[str, type] = {}
    for query, held in pairs_of(value):
        if query in kinds:
            repeated.append(query)
            if values.role != JUDGEMENTS and kinds[query] is not type(held):
                raise _two_kinds(text, query, values)
        kinds[query] = type(held)
        values.ids([query], "a query", lambda _, query=query: Spot(text, 1, [query]))  # type: ignore[misc]
        if not held and isinstance(held, (list, dict)):
            empty.append(query)
        elif isinstance(held, list):
            yield _listed(text, query, held, values)
        elif isinstance(held, dict):
            yield _scored(text, query, held, values)
        else:
            message = f"query {query} holds {kind_of(held)}, not documents"
            raise values.fail(Spot(text, 1, [query]), message, "put the documents of a query in [ ] or { }")


def _two_kinds(text: str, query: str, values: Values) -> InputError:
    """The error for a query that stands in a run with scores, and again without."""
    place = find_path(text, [query], 1, 1)
    message = f"query {query} stands twice, with scores and as a list without"
    expected, hint = "each query once", "put its results together, all with scores or all best first"
    return InputError(values.source.name, [Problem(message, place.line, place.column, place.text, expected, hint)])


def _listed(text: str, query: str, held: list[Any], values: Values) -> Block:
    documents = values.ids(held, f"query {query}", lambda position: Spot(text, 1, [query, position]))
    return _block(query, documents, None, None, _MappingPlaces(text, query, None))


def _scored(text: str, query: str, held: dict[str, Any], values: Values) -> Block:
    pairs = pairs_of(held)
    documents = [document for document, _ in pairs]
    values.ids(documents, f"query {query}", lambda position: Spot(text, 1, [query, documents[position]]))
    judged = values.role == JUDGEMENTS
    cells = values.numbers(
        [number for _, number in pairs],
        "grade" if judged else "score",
        lambda position: Spot(text, 1, [query, documents[position]]),
    )
    places = _MappingPlaces(text, query, documents)
    return _block(query, documents, cells if judged else None, None if judged else cells, places)


def _block(
    query: str, documents: list[str], grades: list[str] | None, scores: list[str] | None, places: _MappingPlaces
) -> Block:
    return Block([query] * len(documents), documents, grades, None, scores, None, None, places)


class _MappingPlaces:
    """Where the documents of one query stand in a JSON mapping."""

    def __init__(self, text: str, query: str, documents: list[str] | None) -> None:
        self.text = text
        self.query = query
        self.documents = documents

    def line(self, _position: int, /) -> int | None:
        return None

    def place(self, position: int, field: str) -> Place:
        if field == "query":
            return find_path(self.text, [self.query])
        if self.documents is None:
            return find_path(self.text, [self.query, position])
        document = self.documents[position]
        # A repeated name is found at its own occurrence.
        return find_path(self.text, [self.query, document], 1, self.documents[:position].count(document))
