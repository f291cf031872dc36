"""Scores a run against judgements: every averaged query, and the means."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import exp

from . import coverage
from .evalresult import EvalResult, QueryRow
from .formats import Judgements, Ranking, Results
from .measures import Workings
from .names import Asked
from .problems import InputError, Problem
from .ranking import QueryState, join, order
from .remarks import Tally
from .settings import LARGEST_EXPONENTIAL_GRADE, Settings

EMPTY = Ranking([], None)


def score(judgements: Judgements, results: Results, asked: list[Asked], settings: Settings) -> EvalResult:
    """The scores of a run: every averaged query, and the means.

    Raises InputError when judgements and results have no query in common.
    """
    check_gains(judgements, asked)
    cover = coverage.cover(judgements, results, settings)
    tally = Tally(results, asked, settings)
    rows: list[QueryRow] = []
    values: dict[str, list[float]] = {}
    for query in cover.averaged:
        judged = judgements.grades[query]
        ranking = results.rankings.get(query, EMPTY)
        ordered = order(ranking, settings.ties)
        state = join(query, ordered, judged, settings)
        tally.add(ranking, ordered, state)
        values[query] = measure(state, asked, settings, partial(join, query, ordered, judged))
        rows.append(QueryRow(query, len(judged), state.num_rel, state.num_ret))
    columns = [list(column) for column in zip(*values.values(), strict=True)] or [[] for _ in asked]
    # trec_eval adds topics up in the order of their ids' bytes; another order gives other last digits.
    in_order = [values[query] for query in sorted(values)]
    means = [mean([row[position] for row in in_order], one) for position, one in enumerate(asked)]
    return EvalResult(
        results.name,
        asked=asked,
        settings=settings,
        rows=rows,
        columns=columns,
        mean_values=means,
        left_out=cover.left_out,
        sentence=coverage.sentence(cover, settings),
        notes=[*coverage.notes(cover, settings), *tally.notes()],
    )


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
    works = {settings: Workings(state)}
    values: list[float] = []
    for one in asked:
        changed = settings
        if one.relevant_from is not None:
            changed = changed._replace(relevant_from=one.relevant_from)
        if one.unjudged is not None:
            changed = changed._replace(unjudged=one.unjudged)
        if changed not in works:
            works[changed] = Workings(rejoin(changed))
        values.append(one.definition.formula(works[changed], one.parameters))
    return values


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
