"""Measures of a user's own: what to subclass, how one is called, and what is said when it fails."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import isfinite

from .measures.table import ANY, Definition
from .measures.workings import Parameters, Workings
from .problems import SHOWN_EXAMPLES, Note, SettingError, counted, listed
from .ranking import QueryState, own_copy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

RESERVED = ("query", "run")
"""Heads of the other columns of tables and data frames."""

WIDEST_SHOWN = 80
"""Characters of a returned value that an error shows."""


LONGEST_TEXT = 1000
"""Characters of an exception's text that an error shows."""


class EvaluationError(ValueError):
    """A measure of a user's own that raised, or returned no finite number.

    measure: its name. query: the query's id, None where aggregate() failed. what: what happened there. The exception
    that it raised, if it did, is `__cause__`.
    """

    def __init__(self, measure: str, query: str | None, what: str) -> None:
        self.measure = measure
        self.query = query
        self.what = what
        where = "in aggregate" if query is None else f"on query '{query}'"
        super().__init__(f"EvaluationError in custom measure '{measure}' {where}: {what}")

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is pickled with its text alone otherwise, and could not be made again from that.
        return type(self), (self.measure, self.query, self.what)


class Measure(ABC):
    """A measure to subclass: calc_query() scores one query, aggregate() makes one number of all scores.

    Pass instances in `measures`, beside the names of built-in ones; register_measure() makes the name known by itself.
    A subclass with an __init__ calls `super().__init__(name=...)`, and gives instances with other parameters other
    names: a name is the measure's key in results. Raises SettingError for a name that is empty or has blanks around it,
    control characters, or is `query` or `run`.
    """

    def __init__(self, name: str) -> None:
        check_name(name)
        self.name = name

    @abstractmethod
    def calc_query(self, query: QueryState) -> float:
        """The score of one query, a finite number; higher should be better.

        The query has a relevant document or not, as the settings have it, and at least one result: one without any
        scores 0 on every measure, without a call. Calls come in the order of the run, as a rule once for each query.
        """

    def aggregate(
        self,
        scores: list[float],
        num_queries_evaluated: int,
        total_qrels_queries: int,
        complete_set_average: bool,
    ) -> float:
        """One number for all queries: their mean unless a subclass says otherwise; 0 for no query.

        scores: one for each evaluated query, by the bytes of their ids. num_queries_evaluated: how many those are.
        total_qrels_queries: how many were judged. complete_set_average: whether the mean is over all of those (`-c`,
        queries="all"); the ones that the results miss count as 0 and are not among the scores. (With
        queries="relevant" they are, as 0.)
        """
        total = 0.0
        for score in scores:
            total += score
        many = total_qrels_queries if complete_set_average else num_queries_evaluated
        return total / many if many else 0.0


REGISTERED: dict[str, Measure] = {}
"""The measures whose names are known, by name; register_measure() adds to it."""


def check_name(name: object) -> None:
    """Raises SettingError for what cannot be a measure's name."""
    hint = "give a name such as 'precision_at_3'"
    if not isinstance(name, str):
        raise SettingError("measures", f"a measure's name is a {type(name).__name__}, not text", hint)
    if not name.isprintable() or name != name.strip() or not name:
        message = f"{name!r} cannot be a measure's name: it is empty, or has blanks around it or control characters"
        raise SettingError("measures", message, hint)
    if name in RESERVED:
        raise SettingError("measures", f"{name!r} cannot be a measure's name: another column is called so", hint)


def definition_of(own: Measure) -> Definition:
    """The row that a measure of a user's own would have in the table of measures."""

    def formula(work: Workings, _given: Parameters) -> float:
        query = work.query
        if not query.num_ret:
            return 0.0
        return _called(own.name, query.qid, "calc_query", lambda: own.calc_query(own_copy(query)))

    def aggregate(scores: list[float], evaluated: int, judged: int, complete: bool) -> float:
        return _called(own.name, None, "aggregate", lambda: own.aggregate(scores, evaluated, judged, complete))

    default = getattr(own.aggregate, "__func__", None) is Measure.aggregate
    about = (own.__doc__ or "").strip().partition("\n")[0]
    return Definition(
        own.name, None, own.name, own.name, about, "", formula, ANY, trec=False,
        average="mean" if default else "own", aggregate=aggregate,
    )  # fmt: skip


def _called(measure: str, query: str | None, method: str, call: Callable[[], object]) -> float:
    """What the call returns, as a float. Raises EvaluationError where it raises or returns no finite number."""
    try:
        returned = call()
    except Exception as error:
        raise EvaluationError(measure, query, described(error)) from error
    number = _number(returned)
    if number is None:
        hint = " (is a return missing?)" if returned is None else ""
        raise EvaluationError(measure, query, f"{method} returned {_shown(returned)}, not a finite number{hint}")
    return number


def _number(value: Any) -> float | None:
    """A finite number of any type as a float, None for what is none; text is not read as a number."""
    if isinstance(value, (str, bytes, bytearray)):
        return None
    try:
        number = float(value)
    except Exception:  # noqa: BLE001 - a value of the user's own class may raise anything
        return None
    return number if isfinite(number) else None


def described(error: BaseException) -> str:
    """`ZeroDivisionError: division by zero`."""
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - so may an exception of theirs
        text = ""
    name = type(error).__name__
    text = text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
    return f"{name}: {text}" if text else name


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - and its repr
        text = f"a {type(value).__name__}"
    return text if len(text) <= WIDEST_SHOWN else text[: WIDEST_SHOWN - 1] + "…"


class Failures:
    """The errors of one run's measures, collected where they shall not end the others' work."""

    def __init__(self) -> None:
        self._errors: dict[tuple[str, str | None], EvaluationError] = {}

    @property
    def errors(self) -> list[EvaluationError]:
        """In the order in which they came, one for a measure and query."""
        return list(self._errors.values())

    def collecting(self, row: Definition) -> Definition:
        """The row with a formula and an aggregate that give None where the row's own raise EvaluationError."""
        aggregate = row.aggregate
        if aggregate is None:
            return row
        return row._replace(formula=self._caught(row.formula), aggregate=self._caught(aggregate))

    def _caught(self, function: Callable[..., float]) -> Callable[..., Any]:
        def call(*given: Any) -> float | None:
            try:
                return function(*given)
            except EvaluationError as error:
                # A run that has to be read twice fails twice.
                self._errors[error.measure, error.query] = error
                return None

        return call

    def notes(self) -> list[Note]:
        """A warning for each measure that failed: where, and on what."""
        by_measure: dict[str, list[EvaluationError]] = {}
        for error in self.errors:
            by_measure.setdefault(error.measure, []).append(error)
        return [_failed(measure, errors) for measure, errors in by_measure.items()]


def _failed(measure: str, errors: Iterable[EvaluationError]) -> Note:
    what = next(iter(errors)).what
    queries = [error.query for error in errors if error.query is not None]
    start = f"Custom measure '{measure}' failed"
    if not queries:
        return Note("warning", "measure-failed", f"{start} in aggregate and has no mean ({what}).")
    text = (
        f"{start} on {counted(len(queries), 'query')} ({listed(queries)}) and has no value there and no mean ({what})."
    )
    return Note("warning", "measure-failed", text, len(queries), examples=tuple(queries[:SHOWN_EXAMPLES]))
