"""Reads ranked results of every accepted form: query by query as they come, or the whole run."""

from __future__ import annotations

from ..problems import InputError
from .collector import Collector
from .layout import RESULTS
from .ranking import Ranking, Results, TooEarlyError
from .reader import Reader, nothing_in, read_as
from .runnotes import run_notes
from .source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class RunReader:
    """A run being read. `results` is complete once all rankings were taken.

    Raises InputError, here or later, for a shape that is none of the accepted ones, and for a score or rank that is no
    finite number.
    """

    def __init__(self, source: Source, *, keep_ranks: bool = True) -> None:
        self.source = source
        self.reader = Reader(source, RESULTS)
        self.results = Results(source.name, self.reader.form)
        separator = self.reader.layout.separator if self.reader.layout else ","
        self.collector = Collector(
            self.results,
            self.reader.problems,
            commas_allowed=separator != ",",
            keep_ranks=keep_ranks,
            scores_mended=[mend.how for mend in self.reader.mends if mend.column == "scores"],
        )
        self.edges: list[tuple[str, Ranking]] = []

    @property
    def found(self) -> tuple[int, int]:
        """How many rows and queries were taken so far."""
        sizes, growing = self.results.sizes, self.collector.open
        rows = sum(sizes.values()) + sum(len(ranking.documents) for ranking in growing.values())
        return rows, len(sizes) + len(growing.keys() - sizes.keys())

    def rankings(self) -> Iterator[tuple[str, Ranking]]:
        """Each query with its ranking, as soon as the rows go on with another query.

        Raises TooEarlyError when more rows of such a query follow: `whole` can read the run then.
        """
        collector = self.collector
        for block in self.reader.blocks():
            collector.take(block)
            # A list: the first of a dictionary takes ever longer to find while its first ones are taken out.
            for query in list(collector.open)[:-1]:
                yield query, collector.close(query)
        yield from self._rest()

    def part(self, start: int, end: int) -> Iterator[tuple[str, Ranking]]:
        """The same for the lines between two places of a file, counted in bytes; see Source.part.

        The first and the last query may have more rows before and after: they are left as they are in `edges`, but for
        the first one of the file. Raises TooEarlyError for whatever only the whole input can tell, mistakes among it.
        """
        collector = self.collector
        self.reader.look_at_part(start, end)
        try:
            for block in self.reader.blocks():
                collector.take(block)
                for query in list(collector.open)[:-1]:
                    if self.edges or not start:
                        yield query, collector.close(query)
                    else:
                        self.edges.append((query, collector.open.pop(query)))
        except InputError:
            raise TooEarlyError from None
        if collector.problems.kept:
            raise TooEarlyError
        self.edges += collector.open.items()

    def whole(self) -> Results:
        """The whole run, with every ranking in it."""
        for block in self.reader.blocks():
            self.collector.take(block)
        for query, ranking in self._rest():
            # Kept for each of a million rows, the places would take more memory than time.
            ranking.places = None
            self.results.rankings[query] = ranking
        for query in self.reader.empty_queries:
            self.results.rankings.setdefault(query, Ranking([], None))
        return self.results

    def _rest(self) -> Iterator[tuple[str, Ranking]]:
        """The rankings that are open at the end, and then the notes."""
        collector = self.collector
        collector.problems.raise_if_any()
        for query in list(collector.open):
            yield query, collector.close(query)
        self.finish()

    def finish(self) -> None:
        """Completes the results once the last ranking is closed."""
        collector, results = self.collector, self.results
        if not results.sizes:
            raise nothing_in(self.source, RESULTS)
        collector.settle()
        empty = self.reader.empty_queries
        for query in empty:
            results.sizes.setdefault(query, 0)
        results.notes = [
            read_as(self.source, results.form, results.summary),
            *self.reader.notes(),
            *run_notes(self.source, collector, empty),
        ]


def read_results(source: Source) -> Results:
    """The run that a source holds.

    Raises InputError: a shape that is none of the accepted ones, or a score or rank that is no finite number.
    """
    return RunReader(source).whole()


__all__ = ["Ranking", "Results", "RunReader", "TooEarlyError", "read_results"]
