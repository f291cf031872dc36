"""Scores a run against judgements: the Evaluator and its result."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from math import exp
from typing import NamedTuple

from . import coverage
from .coverage import LeftOut
from .formats import Judgements, Ranking, Results, Source, read_judgements, read_results
from .gains import LARGEST_EXPONENTIAL_GRADE
from .measures import Workings
from .names import Asked, parse_measures
from .problems import InputError, Note, Problem
from .ranking import QueryState, join, order
from .remarks import Tally
from .settings import Settings, make_settings

EMPTY = Ranking([], None)


class QueryRow(NamedTuple):
    """What is known of one averaged query besides its scores."""

    query: str
    judged: int
    relevant: int
    retrieved: int


class EvalResult(Mapping[str, dict[str, float]]):
    """The scores of one run: a mapping from query to {measure: value}, with the means in aggregate().

    Measures go by trec_eval's names (`ndcg_cut_10`). `rows` and `columns` hold the same values by position:
    `columns[m][q]` is measure m of query `rows[q]`, in natural order of the queries.
    """

    def __init__(
        self,
        name: str,
        *,
        asked: list[Asked],
        settings: Settings,
        rows: list[QueryRow],
        columns: list[list[float]],
        means: list[float],
        left_out: list[LeftOut],
        sentence: str,
        notes: list[Note],
    ) -> None:
        self.name = name
        self.asked = asked
        self.settings = settings
        self.rows = rows
        self.columns = columns
        self.means = means
        self.left_out = left_out
        self.sentence = sentence
        self.notes = notes
        self._positions = {row.query: position for position, row in enumerate(rows)}

    def __getitem__(self, query: str) -> dict[str, float]:
        position = self._positions[query]
        return {one.key: column[position] for one, column in zip(self.asked, self.columns, strict=True)}

    def __iter__(self) -> Iterator[str]:
        return iter(self._positions)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        means = ", ".join(f"{key} {value:.4f}" for key, value in self.aggregate().items())
        return f"<EvalResult {self.name}: {len(self)} queries, {means}>"

    def aggregate(self) -> dict[str, float]:
        """{measure: mean over the averaged queries}; counts are summed."""
        return {one.key: mean for one, mean in zip(self.asked, self.means, strict=True)}

    def per_query(self) -> dict[str, dict[str, float]]:
        """{query: {measure: value}} for every averaged query."""
        return {query: self[query] for query in self}


def evaluate(
    qrels: str | bytes | os.PathLike[str] | Mapping[str, object],
    run: str | bytes | os.PathLike[str] | Mapping[str, object],
    measures: Iterable[str] | None = None,
    **settings: object,
) -> EvalResult:
    """Scores `run` against `qrels` with the given settings (see Settings; `preset` sets several).

    qrels and run: a path, text of any accepted form, bytes, or a mapping such as {"q1": {"d1": 2}}. measures: names in
    either style; recall, precision, RR and nDCG at k if None. Raises InputError or SettingError.
    """
    made = make_settings(settings)
    asked = parse_measures(None if measures is None else list(measures), made)
    judgements = read_judgements(as_source(qrels, "qrels"))
    return score(judgements, read_results(as_source(run, "run")), asked, made)


def as_source(data: str | bytes | os.PathLike[str] | Mapping[str, object], name: str) -> Source:
    """A Source for a path, text, bytes or a mapping. Text in one line that names a file is a path."""
    if isinstance(data, Mapping):
        import json

        # NumPy's numbers and the like turn into Python's by item().
        return Source(json.dumps(data, default=lambda value: value.item()), name)
    if isinstance(data, str) and "\n" not in data and data.lstrip()[:1] not in ("", "{", "["):
        return Source(_Path(data), data)
    if isinstance(data, os.PathLike):
        return Source(data, os.fspath(data))
    return Source(data, name)


class _Path(os.PathLike[str]):
    """A file's name as a path, without the cost of importing pathlib."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __fspath__(self) -> str:
        return self.name


def path(name: str) -> os.PathLike[str]:
    """A path for a file's name."""
    return _Path(name)


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
        means=means,
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
