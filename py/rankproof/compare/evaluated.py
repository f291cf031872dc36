"""Scores runs of any kind, as an Evaluator is given them, and compares them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..evalresult import EvalResult
from ..names import Asked
from ..problems import SettingError
from ..record import Record
from ..runnames import distinct, run_name
from ..settings import Settings
from .beside import asked_beside, found_beside, set_aside
from .comparisons import Comparisons, Measure, compare_scored
from .plan import How, nearest
from .scored import Scored


class Scorer(Record):
    """What an Evaluator lends. score: scores a run of any kind under a name, or its own, with these measures."""

    score: Callable[[Any, str | None, list[Asked]], EvalResult]
    settings: Settings
    asked: list[Asked]


ONE_RUN = (str, bytes, bytearray, memoryview, EvalResult)


def against_baseline(scorer: Scorer, baseline: Any, candidates: Any, how: How) -> Comparisons:
    """Compares candidates with a baseline: a run of any kind, or the name of one of the candidates."""
    given = runs_given(candidates)
    names = [name for name, _ in given if name]
    if isinstance(baseline, str) and baseline in names:
        scored = _scored(scorer, given)
        place = [name for name, _ in given].index(baseline)
    else:
        _check_named(baseline, names)
        own = None if isinstance(baseline, ONE_RUN) or hasattr(baseline, "__fspath__") else "baseline"
        scored = _scored(scorer, [(own, baseline), *given])
        place = 0
    return compare_scored(scored, _measures(scorer.asked), scored[place].name, how)


def _check_named(baseline: Any, names: list[str]) -> None:
    """Raises SettingError for what may be a misspelled name: text in one line that is no JSON and no file."""
    if not isinstance(baseline, str) or not names or "\n" in baseline or baseline.lstrip()[:1] in ("", "{", "["):
        return
    if not os.path.exists(baseline):  # pathlib would cost its import
        message = f"{baseline!r} is neither the name of a run here nor a file"
        raise SettingError("baseline", message, nearest(baseline, names))


def all_pairs(scorer: Scorer, runs: Any, how: How) -> Comparisons:
    """Compares each run with each other."""
    return compare_scored(_scored(scorer, runs_given(runs)), _measures(scorer.asked), None, how)


def runs_given(given: Any) -> list[tuple[str | None, Any]]:
    """Names, where there are any, and runs: of a mapping from name to run, of a list, or of a single run."""
    if isinstance(given, ONE_RUN) or hasattr(given, "__fspath__"):
        return [(given.name if isinstance(given, EvalResult) else None, given)]
    if isinstance(given, Mapping):
        return [(str(name), run) for name, run in given.items()]
    if not isinstance(given, Iterable) or hasattr(given, "columns"):
        raise SettingError(
            "runs", f"the runs are one {type(given).__name__}", "give a mapping from name to run, or a list of runs"
        )
    return [(run.name if isinstance(run, EvalResult) else None, run) for run in given]


def _measures(asked: Sequence[Asked]) -> list[Measure]:
    """The measures under trec_eval's names, each once."""
    return [Measure(key, one) for key, one in {one.key: one for one in asked}.items()]


def _scored(scorer: Scorer, given: list[tuple[str | None, Any]]) -> list[Scored]:
    beside = asked_beside(scorer.asked, scorer.settings)
    found: list[Scored] = []
    for name, run in given:
        if isinstance(run, EvalResult):
            found.append(Scored(run.renamed(name or run.name), found_beside(run)))
            continue
        result = scorer.score(run, name, [*scorer.asked, *beside])
        if name is None:
            result.name = run_name(result.name)
        found.append(Scored(*set_aside(result, beside)))
    for one, name in zip(found, distinct([one.name for one in found]), strict=True):
        one.result.name = name
    return found
