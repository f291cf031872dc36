"""What other tools make of the same data: a value for each measure and convention, and why it differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import nlargest
from typing import Any, NamedTuple

from ..asked import Asked
from ..coverage import cover
from ..evalresult import shown
from ..formats import Judgements, Ranking, Results
from ..gains import LARGEST_EXPONENTIAL_GRADE
from ..measures import Workings
from ..ranking import Levels, QueryState
from ..scoring import check_gains, mean
from ..settings import Settings
from .families import NDCG
from .growing import of_run
from .orders import tied
from .retied import Retied
from .subject import settings_of
from .tools import CONVENTIONS, Aspect, Case, Convention

MOST_QUERIES = 10
"""Queries that a cell names at most."""


class Difference(NamedTuple):
    """A query whose value differs: what it is under the user's settings and under the convention."""

    query: str
    yours: float
    theirs: float


class Cell(NamedTuple):
    """A measure under a convention.

    value: None where the tool lacks the measure. queries: how many are averaged. differs: whether the printed value is
    not the user's. reasons: why, as clauses. differences: the queries that differ, largest difference first, at most
    ten; more: how many others.
    """

    convention: Convention
    value: float | None
    queries: int = 0
    differs: bool = False
    reasons: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    more: int = 0


class Row(NamedTuple):
    """A measure under the user's settings, and under every convention."""

    one: Asked
    value: float
    cells: list[Cell]


def conventions(
    judgements: Judgements,
    results: Results,
    asked: list[Asked],
    settings: Settings,
    tell: Callable[[int, int], object] | None = None,
) -> list[Row]:
    """The table: a row for each measure. `tell` is told the queries done, and how many there are.

    Raises InputError where judgements and results have no query in common.
    """
    return of_run(Table(judgements, asked, settings), judgements, results, tell).rows(results)


class Table:
    """The table while it grows, query by query: the values of each under every rule that some convention has."""

    def __init__(self, judgements: Judgements, asked: list[Asked], settings: Settings) -> None:
        self.judgements = judgements
        self.asked = asked
        self.settings = settings
        highest = max((max(judged.values(), default=0) for judged in judgements.grades.values()), default=0)
        self.exponential = highest <= LARGEST_EXPONENTIAL_GRADE
        cases = [_every(case) for one in asked for case in self._cases(Case(settings, one))]
        self.ones = list(dict.fromkeys(case.one for case in cases if not case.averaged))
        self.averaged = list(dict.fromkeys(case.one for case in cases if case.averaged))
        self.rules = list(dict.fromkeys((case.settings.ties, case.float32) for case in cases if not case.averaged))
        self._values: dict[tuple[str, bool], dict[str, list[float]]] = {rule: {} for rule in self.rules}
        self._over_ties: dict[str, list[float]] = {}
        self._queries: dict[tuple[str, bool], list[str]] = {}
        self._columns: dict[Case, dict[str, float]] = {}
        check_gains(judgements, self.ones)

    def _covers(self, convention: Convention, yours: Case) -> bool:
        """Whether the tool has the measure; a gain of 2^grade − 1 is beyond reach of the highest grades."""
        if not convention.covers(yours.one):
            return False
        theirs = _under(yours, convention).one.parameters.gain
        return self.exponential or theirs != "exponential" or yours.one.parameters.gain == "exponential"

    def _cases(self, yours: Case) -> list[Case]:
        """What the row of a measure will ask for: the user's case, each convention's, and each aspect alone."""
        found = [yours]
        for convention in CONVENTIONS:
            if self._covers(convention, yours):
                found += [aspect.apply(yours) for aspect in convention.aspects]
                found.append(_under(yours, convention))
        return found

    def add(self, query: str, ranking: Ranking) -> None:
        """Scores one judged query under everything that the table will ask for; others are left alone."""
        judged = self.judgements.grades.get(query)
        if judged is None:
            return
        of = Retied(query, ranking, judged, self.settings)
        own = of.values(self.ones)
        for ties, float32 in self.rules:
            # The same list where nothing changes: most queries have no tie that matters.
            self._values[ties, float32][query] = of.values_under(ties, self.ones, float32=float32) or own
        if self.averaged:
            self._over_ties[query] = [expected_ndcg(of, one) for one in self.averaged]

    def rows(self, results: Results) -> list[Row]:
        """The rows, once every query of the run was added. Raises InputError where no query is in both."""
        cover(self.judgements, results, self.settings)
        for query in self.judgements.grades.keys() - self._values[self.rules[0]].keys():
            self.add(query, Ranking([], None))
        self._results = results
        return [self._row(Case(self.settings, one), one) for one in self.asked]

    def _averages(self, case: Case) -> list[str]:
        """The queries that a case averages, in the order in which trec_eval adds them up."""
        which = case.settings.queries, case.with_relevant
        if which not in self._queries:
            queries = sorted(cover(self.judgements, self._results, case.settings).averaged)
            if case.with_relevant:
                queries = [query for query in queries if max(self.judgements.grades[query].values(), default=0) > 0]
            self._queries[which] = queries
        return self._queries[which]

    def _column(self, case: Case) -> dict[str, float]:
        """The value of every query that the case averages."""
        if case not in self._columns:
            every = _every(case)
            if case.averaged:
                values, at = self._over_ties, self.averaged.index(every.one)
            else:
                values, at = self._values[every.settings.ties, every.float32], self.ones.index(every.one)
            self._columns[case] = {query: values[query][at] for query in self._averages(case)}
        return self._columns[case]

    def _mean(self, case: Case) -> float:
        return mean(list(self._column(case).values()), case.one)

    def _row(self, yours: Case, one: Asked) -> Row:
        return Row(one, self._mean(yours), [self._cell(yours, convention) for convention in CONVENTIONS])

    def _cell(self, yours: Case, convention: Convention) -> Cell:
        if not self._covers(convention, yours):
            return Cell(convention, None)
        case = _under(yours, convention)
        value, theirs = self._mean(case), self._column(case)
        if case == yours:
            return Cell(convention, value, len(theirs))
        own = self._column(yours)
        unlike = [
            Difference(query, mine, theirs[query]) for query, mine in own.items() if theirs.get(query, mine) != mine
        ]
        differs = shown(value, yours.one) != shown(self._mean(yours), yours.one)
        reasons = self._reasons(yours, convention.aspects) if differs else ()
        kept = tuple(nlargest(MOST_QUERIES, unlike, key=lambda found: abs(found.theirs - found.yours)))
        return Cell(convention, value, len(theirs), differs, reasons, kept, len(unlike) - len(kept))

    def _reasons(self, yours: Case, aspects: tuple[Aspect, ...]) -> tuple[str, ...]:
        """The aspects that change the mean when taken alone; where none does, all that change the case."""
        changing = [(aspect.reason, aspect.apply(yours)) for aspect in aspects]
        changing = [(reason, case) for reason, case in changing if case != yours]
        alone = [reason for reason, case in changing if self._mean(case) != self._mean(yours)]
        return tuple(alone or [reason for reason, _ in changing])


def _under(yours: Case, convention: Convention) -> Case:
    """The user's case as the tool has it."""
    case = yours
    for aspect in convention.aspects:
        case = aspect.apply(case)
    return case


def _every(case: Case) -> Case:
    """The same case whatever queries it averages, and however the measure was spelled."""
    settings = case.settings._replace(queries="all")
    return case._replace(settings=settings, with_relevant=False, one=case.one._replace(name=""))


def expected_ndcg(of: Retied, one: Asked) -> float:
    """The nDCG expected over all orders of equal scores, its ideal taken of the retrieved documents alone."""
    own = settings_of(one, of.settings)
    levels = Levels(Counter(relevance for relevance in of.relevances if relevance >= 0))
    if own.unjudged != "nonrelevant" or of.unlike(float32=False):
        assert NDCG.expectation is not None
        return NDCG.expectation(tied(of, own)._replace(rel_levels=levels), one)
    state = QueryState(of.query, of.relevances[: own.depth], levels, own.relevant_from)
    return one.definition.formula(Workings(state), one.parameters)


def as_json(row: Row) -> dict[str, Any]:
    """The row as JSON holds it."""
    cells = [
        {
            **cell._asdict(),
            "convention": cell.convention.name,
            "title": cell.convention.title,
            "status": cell.convention.status,
            "reasons": list(cell.reasons),
            "differences": [found._asdict() for found in cell.differences],
        }
        for cell in row.cells
    ]
    return {"measure": row.one.name, "label": row.one.mean_label, "value": row.value, "cells": cells}
