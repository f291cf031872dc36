"""What other tools make of the same data: a value for each measure and convention, and why it differs."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from ..asked import Asked
from ..coverage import cover
from ..evalresult import shown
from ..formats import Judgements, Ranking, Results
from ..scoring import mean, score
from ..settings import Settings
from .families import NDCG
from .orders import tied_query
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


def conventions(judgements: Judgements, results: Results, asked: list[Asked], settings: Settings) -> list[Row]:
    """The table: a row for each measure.

    Raises InputError where judgements and results have no query in common.
    """
    data = _Data(judgements, results)
    data.prepare([case for one in asked for case in _cases(Case(settings, one))])
    return [_row(data, Case(settings, one), one) for one in asked]


def _cases(yours: Case) -> list[Case]:
    """What the row of a measure will ask for: the user's case, each convention's, and each aspect alone."""
    found = [yours]
    for convention in CONVENTIONS:
        if convention.covers(yours.one):
            case = yours
            for aspect in convention.aspects:
                case = aspect.apply(case)
                found.append(aspect.apply(yours))
            found.append(case)
    return found


class _Data:
    """The inputs, and the values of every query that were asked for so far."""

    def __init__(self, judgements: Judgements, results: Results) -> None:
        self.judgements = judgements
        self.results = results
        self._rounded: Results | None = None
        self._values: dict[Case, dict[str, float]] = {}
        self._has_ties = any(map(_has_ties, results.rankings.values()))
        self._averaged: dict[Settings, list[str]] = {}

    def prepare(self, cases: list[Case]) -> None:
        """Scores all these cases, those with the same settings together."""
        together: dict[tuple[Settings, bool], dict[Case, None]] = {}
        for case in map(self._every, cases):
            if not case.averaged and case not in self._values:
                together.setdefault((case.settings, case.float32), {})[case] = None
        for (settings, float32), same in together.items():
            results = self._in_32_bits() if float32 else self.results
            scored = score(self.judgements, results, [case.one for case in same], settings)
            queries = [row.query for row in scored.rows]
            for case, column in zip(same, scored.columns, strict=True):
                self._values[case] = dict(zip(queries, column, strict=True))

    def values(self, case: Case) -> dict[str, float]:
        """The value of every query that the case averages."""
        every = self._every(case)
        if every not in self._values:
            if every.averaged:
                queries = self._queries(every.settings)
                self._values[every] = {query: self._averaged_ties(query, every) for query in queries}
            else:
                self.prepare([every])
        values = self._values[every]
        return {query: values[query] for query in self._queries(case.settings)}

    def _every(self, case: Case) -> Case:
        """The same case for all judged queries; where scores differ, rules for equal ones make no difference."""
        settings = case.settings._replace(queries="all")
        if not self._has_ties:
            settings = settings._replace(ties="docno-desc")
            case = case._replace(float32=False)
        return case._replace(settings=settings, one=case.one._replace(name=""))

    def _queries(self, settings: Settings) -> list[str]:
        if settings not in self._averaged:
            self._averaged[settings] = cover(self.judgements, self.results, settings).averaged
        return self._averaged[settings]

    def _averaged_ties(self, query: str, case: Case) -> float:
        """The expected nDCG, its ideal taken of the retrieved documents alone."""
        retrieved = self.results.rankings.get(query, Ranking([], None)).documents
        judged = self.judgements.grades[query]
        known = Judgements(self.judgements.name, self.judgements.form)
        known.grades = {query: {document: judged[document] for document in retrieved if document in judged}}
        assert NDCG.expectation is not None
        return NDCG.expectation(tied_query(known, self.results, query, case.one, case.settings), case.one)

    def _in_32_bits(self) -> Results:
        if self._rounded is None:
            made = Results(self.results.name, self.results.form)
            made.sizes, made.tag = self.results.sizes, self.results.tag
            made.rankings = {query: _rounded(ranking) for query, ranking in self.results.rankings.items()}
            self._rounded = made
        return self._rounded


def _has_ties(ranking: Ranking) -> bool:
    """Whether two scores are equal, as 32-bit floats at least."""
    return ranking.scores is not None and len(set(array("f", ranking.scores))) < len(ranking.scores)


def _rounded(ranking: Ranking) -> Ranking:
    if ranking.scores is None:
        return ranking
    made = Ranking(ranking.documents, array("f", ranking.scores).tolist(), ranking.ranks)
    made.repeated = ranking.repeated
    return made


def _mean(values: dict[str, float], one: Asked) -> float:
    return mean([values[query] for query in sorted(values)], one)


def _row(data: _Data, yours: Case, one: Asked) -> Row:
    values = data.values(yours)
    return Row(one, _mean(values, one), [_cell(data, yours, values, convention) for convention in CONVENTIONS])


def _cell(data: _Data, yours: Case, values: dict[str, float], convention: Convention) -> Cell:
    if not convention.covers(yours.one):
        return Cell(convention, None)
    case = yours
    for aspect in convention.aspects:
        case = aspect.apply(case)
    theirs = data.values(case)
    value, own = _mean(theirs, case.one), _mean(values, yours.one)
    unlike = [Difference(query, values[query], theirs[query]) for query in values if query in theirs]
    unlike = [found for found in unlike if found.yours != found.theirs]
    unlike.sort(key=lambda found: -abs(found.theirs - found.yours))
    differs = shown(value, yours.one) != shown(own, yours.one)
    reasons = _reasons(data, yours, convention.aspects, own) if differs else ()
    kept = tuple(unlike[:MOST_QUERIES])
    return Cell(convention, value, len(theirs), differs, reasons, kept, len(unlike) - len(kept))


def _reasons(data: _Data, yours: Case, aspects: tuple[Aspect, ...], own: float) -> tuple[str, ...]:
    """The aspects that change the mean when taken alone; where none does, all that change the case."""
    changing = [(aspect.reason, aspect.apply(yours)) for aspect in aspects]
    changing = [(reason, case) for reason, case in changing if case != yours]
    alone = [reason for reason, case in changing if _mean(data.values(case), case.one) != own]
    return tuple(alone or [reason for reason, _ in changing])


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
