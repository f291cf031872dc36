"""Scores a run query by query, as its rankings come, and puts the means together."""

from __future__ import annotations

from math import exp

from . import coverage
from .evalresult import EvalResult, MaybeNone, QueryRow
from .formats import Judgements, Ranking, Results, RunReader, Source, TooEarlyError
from .gains import LARGEST_EXPONENTIAL_GRADE
from .measures import Workings
from .names import Asked
from .problems import InputError, Problem
from .ranking import QueryState, join, order
from .remarks import Tally
from .settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

EMPTY = Ranking([], None)

SAMPLE_ROWS = 5000
"""So many rows of a run that is scored while it is read, those of its first judged queries, stay at hand for the
diagnoses. They would have to keep all rows to look at all, as `rankproof check` does; mistakes in how ids, ranks and
scores are written are in these rows as in the others."""


class Scoring:
    """The scores of one run while they grow; the rankings may come in any order, each query's once."""

    def __init__(self, judgements: Judgements, asked: list[Asked], settings: Settings) -> None:
        """Raises InputError for grades that a measure asked for cannot work with."""
        check_gains(judgements, asked)
        self.judgements = judgements
        self.asked = asked
        self.settings = settings
        self.tally = Tally(asked, settings)
        self.rows: dict[str, QueryRow] = {}
        self.values: dict[str, list[float | MaybeNone]] = {}
        self.sample: dict[str, Ranking] = {}
        self.sample_left = SAMPLE_ROWS

    def wants_ranks(self) -> bool:
        """Whether rankings that are still to come shall have the rank column that stands beside their scores."""
        return self.sample_left > 0 or self.settings.ties == "given"

    def add(self, query: str, ranking: Ranking) -> None:
        """Scores one query if it counts: one that was judged, with a relevant document if the settings want one."""
        judged = self.judgements.grades.get(query)
        if judged is None or not ranking.documents:
            return
        if self.sample_left > 0:
            self.sample[query] = ranking
            self.sample_left -= len(ranking.documents)
        if self.settings.queries == "relevant" and max(judged.values(), default=0) < self.settings.relevant_from:
            return
        self._score(query, ranking, judged)

    def _score(self, query: str, ranking: Ranking, judged: Mapping[str, int]) -> None:
        ordered = order(ranking, self.settings.ties)
        state = join(query, ordered, judged, self.settings)
        self.tally.add(query, ranking, ordered, state)
        self.values[query] = measure(
            state, self.asked, self.settings, lambda changed: join(query, ordered, judged, changed)
        )
        self.rows[query] = QueryRow(query, len(judged), state.num_rel, state.num_ret)

    def state(self) -> dict[str, Any]:
        """All that was scored so far, as plain data."""
        return {
            "rows": list(map(tuple, self.rows.values())),
            "values": self.values,
            "tally": self.tally.state(),
            "sample": [(query, one.documents, one.scores, one.ranks) for query, one in self.sample.items()],
        }

    def add_state(self, state: Mapping[str, Any]) -> None:
        """Adds what was scored of another part of the run."""
        self.rows.update((row[0], QueryRow(*row)) for row in state["rows"])
        self.values.update(state["values"])
        self.tally.add_state(state["tally"])
        self.sample.update((query, Ranking(*rest)) for query, *rest in state["sample"])

    def finish(self, results: Results) -> EvalResult:
        """The result, once every query of the run was added; queries that the run misses score as empty rankings.

        Raises InputError when judgements and results have no query in common.
        """
        cover = coverage.cover(self.judgements, results, self.settings)
        for query in cover.averaged:
            if query not in self.values:
                self._score(query, EMPTY, self.judgements.grades[query])
        table = [self.values[query] for query in cover.averaged]
        # trec_eval adds topics up in the order of their ids' bytes; another order gives other last digits.
        in_order = sorted(cover.averaged)
        return EvalResult(
            results.name,
            asked=self.asked,
            settings=self.settings,
            rows=[self.rows[query] for query in cover.averaged],
            columns=[list(column) for column in zip(*table, strict=True)] or [[] for _ in self.asked],
            mean_values=[self._mean(position, cover, in_order) for position in range(len(self.asked))],
            left_out=cover.left_out,
            sentence=coverage.sentence(cover, self.settings),
            notes=[*coverage.notes(cover, self.settings), *self.tally.notes(results, cover.averaged)],
        )

    def _mean(self, position: int, cover: coverage.Coverage, queries: list[str]) -> float | MaybeNone:
        """What stands for all these queries on the measure at this position; None where it has no value on one."""
        one = self.asked[position]
        if one.definition.aggregate is None:
            return mean([self.values[query][position] for query in queries], one)
        complete = self.settings.queries == "all"
        not_evaluated = set(cover.missing) if complete else ()
        values = [self.values[query][position] for query in queries if query not in not_evaluated]
        return None if None in values else one.definition.aggregate(values, len(values), cover.judged, complete)


def score(judgements: Judgements, results: Results, asked: list[Asked], settings: Settings) -> EvalResult:
    """The scores of a run that is in memory.

    Raises InputError when judgements and results have no query in common.
    """
    scoring = Scoring(judgements, asked, settings)
    for query, ranking in results.rankings.items():
        scoring.add(query, ranking)
    return scoring.finish(results)


def score_source(
    judgements: Judgements, source: Source, asked: list[Asked], settings: Settings
) -> tuple[Results, EvalResult]:
    """How a run was read, and its scores: each query is scored and forgotten as soon as the next one begins.

    A run whose queries are interleaved is read again, and as a whole. Raises InputError.
    """
    results, scoring = score_while_read(judgements, source, asked, settings)
    return results, scoring.finish(results)


def score_while_read(
    judgements: Judgements,
    source: Source,
    asked: list[Asked],
    settings: Settings,
    *,
    watch: Callable[[RunReader], object] | None = None,
) -> tuple[Results, Scoring]:
    """The same before the result is put together. `watch` is given each reader before it reads. Raises InputError."""
    scoring = Scoring(judgements, asked, settings)
    reader = RunReader(source)
    if watch is not None:
        watch(reader)
    try:
        for query, ranking in reader.rankings():
            scoring.add(query, ranking)
            reader.collector.keep_ranks = scoring.wants_ranks()
    except TooEarlyError:
        scoring = Scoring(judgements, asked, settings)
        reader = RunReader(source)
        if watch is not None:
            watch(reader)
        for query, ranking in reader.whole().rankings.items():
            scoring.add(query, ranking)
    reader.results.sample = scoring.sample
    return reader.results, scoring


def check_gains(judgements: Judgements, asked: list[Asked]) -> None:
    """Raises InputError for a grade whose exponential gain would overflow, if a measure asked for needs gains."""
    if not any(one.parameters.gain == "exponential" for one in asked):
        return
    for query, judged in judgements.grades.items():
        if max(judged.values(), default=0) > LARGEST_EXPONENTIAL_GRADE:
            document, grade = max(judged.items(), key=lambda pair: pair[1])
            message = f"grade {grade:,} of document {document} for query {query} is too large for the gain 2^grade − 1"
            expected = f"grades up to {LARGEST_EXPONENTIAL_GRADE:,} with the exponential gain"
            raise InputError(
                judgements.name,
                [Problem(message, None, None, None, expected, "use the linear gain, or rescale the grades")],
            )


def measure(
    state: QueryState, asked: list[Asked], settings: Settings, rejoin: Callable[[Settings], QueryState]
) -> list[float]:
    """All measures of one query.

    `rejoin` gives the query under other settings, for measures with a relevance level or a treatment of unjudged
    documents of their own.
    """
    plain = Workings(state)
    works: dict[Settings, Workings] = {}
    values: list[float] = []
    for one in asked:
        work = plain
        if one.relevant_from is not None or one.unjudged is not None:
            changed = _changed(settings, one)
            if changed not in works:
                works[changed] = plain if changed == settings else Workings(rejoin(changed))
            work = works[changed]
        values.append(one.definition.formula(work, one.parameters))
    return values


def _changed(settings: Settings, one: Asked) -> Settings:
    """The settings with what a measure has of its own."""
    if one.relevant_from is not None:
        settings = settings._replace(relevant_from=one.relevant_from)
    return settings if one.unjudged is None else settings._replace(unjudged=one.unjudged)


def mean(values: list[float], one: Asked) -> float:
    """What stands for all queries: the mean, added from first to last; the sum of counts; the geometric mean.

    0 for no query.
    """
    total: float = 0
    for value in values:
        total += value
    if one.definition.average == "sum":
        return total
    if not values:
        return 0.0
    return exp(total / len(values)) if one.definition.average == "geometric" else total / len(values)
