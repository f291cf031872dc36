"""Reads mappings from queries to their documents: {"q1": {"d1": 2}}, {"q1": ["d1", "d2"]}."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..formats.block import Block, Place
from ..formats.given import Given
from ..formats.layout import JUDGEMENTS
from ..problems import Note
from .values import Values, kind_of, listed_values


class MappingInput(Given):
    """A mapping from queries to documents, with or without grades or scores."""

    def __init__(self, data: Mapping[Any, Any], name: str) -> None:
        super().__init__(name)
        self.data_held = data

    def opened(self, role: str) -> _Opened:
        """See Given."""
        return _Opened(self.data_held, Values(self.name, role))


class _Opened:
    def __init__(self, data: Mapping[Any, Any], values: Values) -> None:
        self.data = data
        self.values = values
        self.empty: list[str] = []
        self.form = _form(data, judged=values.role == JUDGEMENTS)

    def blocks(self) -> Iterator[Block]:
        scored: dict[str, bool] = {}
        for key, held in self.data.items():
            (query,) = self.values.ids([key], lambda _: "a query", _no_row)
            block = self._graded(query, held) if isinstance(held, Mapping) else self._listed(query, held)
            if block.documents:
                if scored.setdefault(query, block.scores is not None) != (block.scores is not None):
                    message = f"query {query} stands twice, as a number and as text, once with scores and once without"
                    raise self.values.fail(message, None, "give ids as text, each once")
                yield block
            else:
                self.empty.append(query)

    def _graded(self, query: str, held: Mapping[Any, Any]) -> Block:
        documents = self.values.ids(list(held), lambda _: f"query {query}", _no_row)

        def where(position: int) -> str:
            return f"document {documents[position]} of query {query}"

        numbers = list(held.values())
        if self.values.role == JUDGEMENTS:
            return _block(query, documents, grades=self.values.texts(numbers, "grade", where, _no_row))
        return _block(query, documents, scores=self.values.numbers(numbers, "score", where, _no_row))

    def _listed(self, query: str, held: Any) -> Block:
        if isinstance(held, (str, bytes)) or not (isinstance(held, Iterable) or hasattr(held, "tolist")):
            message = f"query {query} holds {kind_of(held)}, not documents"
            raise self.values.fail(message, None, "give the documents of a query as a list, or as a mapping")
        if isinstance(held, (set, frozenset)):
            if self.values.role != JUDGEMENTS:
                message = f"query {query} holds a set, which has no order"
                raise self.values.fail(message, None, "give the documents as a list, best first")
            held = sorted(held, key=str)
        return _block(query, self.values.ids(listed_values(held), lambda _: f"query {query}", _no_row))

    def notes(self) -> list[Note]:
        return self.values.notes()


def _form(data: Mapping[Any, Any], *, judged: bool) -> str:
    first = next((held for held in data.values() if not hasattr(held, "__len__") or len(held)), None)
    if isinstance(first, Mapping):
        return "mapping, graded" if judged else "mapping with scores"
    return "mapping, relevant documents" if judged else "mapping, best first"


def _no_row(_position: int) -> None:
    return None


class NoPlaces:
    """Stands where rows have no numbers: messages name query and document."""

    def line(self, _position: int, /) -> int | None:
        return None

    def place(self, _position: int, _field: str) -> Place:
        return Place(None, None, None)


def _block(
    query: str,
    documents: list[str],
    *,
    grades: list[str] | None = None,
    scores: list[str] | list[float] | None = None,
) -> Block:
    return Block([query] * len(documents), documents, grades, None, scores, None, None, NoPlaces())
