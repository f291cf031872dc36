"""How to compare, as programs and the page ask for it, checked before anything is read or drawn."""

from __future__ import annotations

from collections.abc import Iterable

from ..inputs.values import kind_of
from ..problems import SettingError
from ..record import Record
from .comparison import DEFAULT_TESTS, TESTS, Plan, checked_plan
from .corrections import correction_name
from .outcome import Progress


class How(Record):
    """How to compare. test: one name or several, DEFAULT_TESTS for None. The others are those of compare_runs."""

    test: str | Iterable[str] | None = None
    correction: str = "holm"
    across: str = "measure"
    num_resamples: int = 10_000
    seed: int = 0
    alpha: float = 0.05
    progress: Progress | None = None


def plan_of(how: How) -> Plan:
    """The plan, from values of any type. Raises SettingError."""
    for name, value, example in (("resamples", how.num_resamples, 10_000), ("seed", how.seed, 0)):
        if isinstance(value, bool) or not isinstance(value, int):
            raise SettingError(name, f"{name} is {value!r}, not a whole number", f"give one such as {example}")
    if isinstance(how.alpha, bool) or not isinstance(how.alpha, (int, float)):
        raise SettingError("alpha", f"alpha is {how.alpha!r}, not a number", "give one such as 0.05")
    given: object = DEFAULT_TESTS if how.test is None else [how.test] if isinstance(how.test, str) else how.test
    tests: list[str] = []
    for test in given if isinstance(given, Iterable) else [given]:
        if not isinstance(test, str):
            raise SettingError("test", f"a test is {kind_of(test)}, not a name", f"use one of {', '.join(TESTS)}")
        tests.append(test)
    if not tests:
        raise SettingError("test", "no test is asked for", f"use one of {', '.join(TESTS)}")
    correction_name(how.correction)
    return checked_plan(tests, how.num_resamples, how.seed, how.alpha)


def check_baseline(baseline: str, names: list[str]) -> str:
    """The baseline's name. Raises SettingError, with the nearest names, where no run is called so."""
    if baseline in names:
        return baseline
    raise SettingError("baseline", f"no run is called {baseline!r}", nearest(baseline, names))


def nearest(name: str, names: list[str]) -> str:
    """A hint that tells the names most like this one, or all."""
    from difflib import get_close_matches

    near = get_close_matches(name, names, 3, 0.5)
    return f"did you mean {' or '.join(near)}?" if near else f"the runs are {', '.join(names)}"
