"""Tables of a run that grow query by query, so that a run need not be in memory as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from ..formats import Judgements, Ranking, Results, RunReader, Source, TooEarlyError


class Growing(Protocol):
    """What takes the rankings of a run in any order, each query's once."""

    def add(self, query: str, ranking: Ranking) -> None:
        """Takes one query."""


G = TypeVar("G", bound=Growing)

STEP = 50
"""Queries between two reports."""


def of_run(made: G, judgements: Judgements, results: Results, tell: Callable[[int, int], object] | None = None) -> G:
    """The table with every judged query of a run that is in memory. `tell` is told the queries done, and all."""
    rankings = [(query, ranking) for query, ranking in results.rankings.items() if query in judgements.grades]
    for done, (query, ranking) in enumerate(rankings):
        if tell is not None and done % STEP == 0:
            tell(done, len(rankings))
        made.add(query, ranking)
    if tell is not None:
        tell(len(rankings), len(rankings))
    return made


def of_source(
    make: Callable[[], G], source: Source, watch: Callable[[RunReader], object] | None = None
) -> tuple[G, Results]:
    """The table of a run that is read for it and forgotten, and how the run was read. Raises InputError.

    A run whose queries are interleaved is read again, and as a whole. `watch` is given each reader before it reads.
    """
    made = make()
    reader = RunReader(source)
    if watch is not None:
        watch(reader)
    try:
        for query, ranking in reader.rankings():
            made.add(query, ranking)
    except TooEarlyError:
        made = make()
        reader = RunReader(source)
        if watch is not None:
            watch(reader)
        rankings = reader.whole().rankings
        while rankings:
            made.add(*rankings.popitem())
    return made, reader.results
