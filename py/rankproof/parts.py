"""Scores a part of a run by itself, and puts such parts together to what the whole run gives."""

from __future__ import annotations

from .evalresult import EvalResult
from .formats import Judgements, Ranking, Results, RunReader, Source, TooEarlyError
from .names import Asked
from .scoring import Scoring
from .settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, TypeAlias

Part: TypeAlias = "dict[str, Any]"
"""What a part of a run has to say, as plain data that JSON holds."""


def score_part(
    judgements: Judgements,
    source: Source,
    place: tuple[int, int] | None,
    asked: list[Asked],
    settings: Settings,
    *,
    watch: Callable[[RunReader], object] | None = None,
) -> Part:
    """Scores the lines of a run's file that begin in `place`, from a first byte to one that is no more in it.

    The part's first and last query come unscored, since their rows may go on in the parts beside it. With None for the
    place the part is the whole run, which then may be gzipped, to be joined elsewhere. `watch` is given the reader
    before it reads. Raises TooEarlyError when the run has to be read where it is joined, InputError for a mistake.
    """
    scoring = Scoring(judgements, asked, settings)
    if place is not None and place[0]:
        # What the parts say of themselves has a way to go, and the first one's sample is enough.
        scoring.sample_left = 0
    reader = RunReader(source, keep_ranks=scoring.wants_ranks())
    if watch is not None:
        watch(reader)
    for query, ranking in _rankings(reader, place):
        scoring.add(query, ranking)
        reader.collector.keep_ranks = scoring.wants_ranks()
    return {
        "edges": [(query, one.documents, one.scores, one.ranks) for query, one in reader.edges],
        "scored": scoring.state(),
        "read": reader.collector.state(),
        "skipped": reader.reader.skipped.state(),
        "lines": reader.reader.source.lines,
    }


def _rankings(reader: RunReader, place: tuple[int, int] | None) -> Iterator[tuple[str, Ranking]]:
    if place is not None:
        return reader.part(*place)
    if reader.reader.layout is None:
        # What JSON has to say besides its rows is no part of a part.
        raise TooEarlyError
    return reader.rankings()


def join_parts(
    judgements: Judgements, source: Source, parts: Iterable[Mapping[str, Any]], asked: list[Asked], settings: Settings
) -> tuple[Results, EvalResult]:
    """How the run was read, and its scores, from all its parts in order: the same as scoring.score_source gives.

    Raises InputError, and TooEarlyError when the run has to be read as a whole.
    """
    results, scoring = join_scoring(judgements, source, parts, asked, settings)
    return results, scoring.finish(results)


def join_scoring(
    judgements: Judgements, source: Source, parts: Iterable[Mapping[str, Any]], asked: list[Asked], settings: Settings
) -> tuple[Results, Scoring]:
    """The same before the result is put together, as scoring.score_while_read gives it."""
    joined = _Joined(judgements, source, asked, settings)
    for part in parts:
        joined.add(part)
    return joined.finish()


class _Joined:
    """Parts being put together; `waiting` is the query that the last part ended with."""

    def __init__(self, judgements: Judgements, source: Source, asked: list[Asked], settings: Settings) -> None:
        self.scoring = Scoring(judgements, asked, settings)
        self.reader = RunReader(source)
        # Queries that are put together here may lack their ranks: the first part's sample is that of the whole.
        self.scoring.sample_left = 0
        self.waiting: tuple[str, Ranking] | None = None
        self.lines = 0

    def add(self, part: Mapping[str, Any]) -> None:
        """Adds the part that follows the last."""
        self.reader.collector.add_flags(part["read"])
        edges = [(query, Ranking(*rest)) for query, *rest in part["edges"]]
        for query, ranking in edges[:1]:
            if self.waiting is not None and self.waiting[0] == query:
                _extend(self.waiting[1], ranking)
            else:
                self._close()
                self.waiting = query, ranking
        if len(edges) > 1:
            self._close()
        self._add_counts(part)
        for query, ranking in edges[1:]:
            self.waiting = query, ranking

    def _add_counts(self, part: Mapping[str, Any]) -> None:
        self.reader.collector.add_state(part["read"])
        self.reader.reader.skipped.add_state(part["skipped"], self.lines)
        self.scoring.add_state(part["scored"])
        self.lines += part["lines"]

    def _close(self) -> None:
        """Scores the waiting query: the part after it does not begin with it."""
        if self.waiting is not None:
            query, ranking = self.waiting
            self.reader.collector.open[query] = ranking
            self.scoring.add(query, self.reader.collector.close(query))
            self.waiting = None

    def finish(self) -> tuple[Results, Scoring]:
        """The whole, once the last part was added."""
        self._close()
        self.reader.finish()
        self.reader.results.sample = self.scoring.sample
        return self.reader.results, self.scoring


def _extend(ranking: Ranking, more: Ranking) -> None:
    """Adds the rows of the next part to those of a query that goes on in it."""
    if ranking.ranks is not None or more.ranks is not None:
        ranking.ranks = _ranks(ranking) + _ranks(more)
    ranking.documents += more.documents
    if ranking.scores is not None and more.scores is not None:
        ranking.scores += more.scores


def _ranks(ranking: Ranking) -> list[str]:
    """A rank column as it stood: where it is not kept, it counted from 1."""
    return ranking.ranks if ranking.ranks is not None else list(map(str, range(1, len(ranking.documents) + 1)))
