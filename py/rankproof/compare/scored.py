"""Scored runs as comparisons take them: checked to be alike, with their values by query and their means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import isclose

from ..evalresult import EvalResult
from ..inputs.values import kind_of
from ..names import Asked, parse_measure
from ..problems import InputError, Problem, SettingError, counted, listed
from ..record import Record
from ..settings import Settings, settings_json
from .beside import Beside


class Scored(Record):
    """A run's scores, and what stands beside them."""

    result: EvalResult
    beside: Beside

    @property
    def name(self) -> str:
        return self.result.name


class Column(Record):
    """One measure of one run. values: query -> value. shown: what the result shows as its mean. is_mean: whether that
    is the mean of the values, and not their sum (counts), a geometric mean or another summary.
    """

    values: dict[str, float]
    shown: float
    is_mean: bool


def plain_mean(values: Iterable[float]) -> float:
    """The mean, added from first to last as EvalResult's; 0 for no value."""
    total = 0.0
    count = 0
    for value in values:
        total += value
        count += 1
    return total / count if count else 0.0


def lacks(result: EvalResult, place: int) -> bool:
    """Whether the measure at this place failed, which only a user's own can."""
    return result.mean_values[place] is None or None in result.columns[place]


def column(result: EvalResult, key: str) -> Column:
    """The values of one measure. Raises SettingError where the result does not have it, or not for every query."""
    place = place_of(result, key)
    failed = [row.query for row, value in zip(result.rows, result.columns[place], strict=True) if value is None]
    if failed or result.mean_values[place] is None:
        where = f" for {counted(len(failed), 'query')} ({listed(failed)})" if failed else ""
        message = f"{key} failed on {result.name}, so that it has no value{where}"
        raise SettingError("measures", message, "mend the measure, or compare others")
    values = {row.query: float(value) for row, value in zip(result.rows, result.columns[place], strict=True)}
    mean = plain_mean(values[query] for query in sorted(values))
    shown = result.mean_values[place]
    return Column(values, shown, isclose(mean, shown, rel_tol=1e-9, abs_tol=1e-12))


def place_of(result: EvalResult, key: str) -> int:
    """Where in the result the measure of this key stands. Raises SettingError where it is not there."""
    for place, one in enumerate(result.asked):
        if one.key == key:
            return place
    known = ", ".join(result.measures) or "no measure"
    raise SettingError("measures", f"{result.name} was scored without {key}", f"it has {known}; score it with {key}")


def one_measure(result: EvalResult, name: object) -> Asked:
    """The measure of a result that goes by this name, in any spelling. Raises SettingError."""
    if not isinstance(name, str):
        raise SettingError("measure", f"the measure is {kind_of(name)}, not a name", "give one such as 'map'")
    for one in result.asked:
        if name in (one.key, one.name, one.label):
            return one
    keys = [one.key for one in parse_measure(name, result.settings)]
    if len(keys) > 1:
        raise SettingError("measure", f"{name!r} stands for several measures", f"choose one of {', '.join(keys)}")
    return result.asked[place_of(result, keys[0])]


def check_alike(results: Sequence[EvalResult]) -> None:
    """Raises SettingError for results whose numbers cannot be compared: other settings, or other judgements.

    The main cut-off k may differ: the names of measures hold their cut-offs.
    """
    first = results[0]
    judged = {row.query: row.judged for row in first.rows}
    for other in results[1:]:
        ours, theirs = settings_json(first.settings), settings_json(other.settings)
        differing = [name for name in Settings._fields if name != "k" and ours[name] != theirs[name]]
        if differing:
            how = "; ".join(f"{name} {ours[name]} and {theirs[name]}" for name in differing)
            message = f"{first.name} and {other.name} were scored under different settings: {how}"
            raise SettingError("settings", message, "score both under the same settings")
        for row in other.rows:
            if judged.get(row.query, row.judged) != row.judged:
                message = (
                    f"{first.name} and {other.name} were scored against different judgements: query {row.query} has "
                    f"{counted(judged[row.query], 'judged document')} for one and {row.judged:,} for the other"
                )
                raise SettingError("judgements", message, "score both against the same judgements")


def check_shared(results: Sequence[EvalResult], baseline: str | None) -> None:
    """Raises InputError for two runs to be compared that have no query in common."""
    for first, second in combinations(results, 2):
        if baseline in (None, first.name, second.name) and first.keys().isdisjoint(second):
            message = (
                f"{first.name} and {second.name} have no query in common: one is scored on {_named(first)}, "
                f"the other on {_named(second)}"
            )
            expected, hint = "scores of both runs for the same queries", "compare runs for the same queries"
            raise InputError("comparison", [Problem(message, expected=expected, hint=hint)])


def _named(result: EvalResult) -> str:
    return listed(list(result)) or "no query"
