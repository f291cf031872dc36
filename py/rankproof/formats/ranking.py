"""A run as it was read: one ranking a query, and what is known of the whole."""

from __future__ import annotations

from ..problems import Note, counted


class TooEarlyError(Exception):
    """Rankings were given out, or a part of a run was read alone, before all that bears on them was known.

    Rows of the same query follow elsewhere, say, or a third column turns out to hold scores and not ranks. The run has
    to be read as a whole.
    """


class Ranking:
    """One query's results as read, in the order of the rows.

    `scores` is None where the rows were given best first. `ranks` holds the rank column as text where it says something
    else than the order of the rows. `repeated` is true when a document stands in it more than once. `places` has the
    place (from 1) of each document among the rows, where that is known.
    """

    __slots__ = ("documents", "places", "ranks", "repeated", "scores")

    def __init__(self, documents: list[str], scores: list[float] | None, ranks: list[str] | None = None) -> None:
        self.documents = documents
        self.scores = scores
        self.ranks = ranks
        self.repeated = False
        self.places: dict[str, int] | None = None


class Results:
    """A run as read, with its name, its tag and the notes on how it was read.

    `sizes` has the number of rows of each query. `rankings` has the rows themselves; it is empty for a run that was
    scored while it was read, of which `sample` has those of the first judged queries.
    """

    def __init__(self, name: str, form: str) -> None:
        self.name = name
        self.form = form
        self.tag: str | None = None
        self.by_rank = False
        self.has_ranks = False
        self.rankings: dict[str, Ranking] = {}
        self.sample: dict[str, Ranking] = {}
        self.sizes: dict[str, int] = {}
        self.notes: list[Note] = []

    @property
    def rows(self) -> int:
        return sum(self.sizes.values())

    @property
    def summary(self) -> str:
        """`100 queries, 99,969 rows`."""
        return f"{counted(len(self.sizes), 'query')}, {counted(self.rows, 'row')}"
