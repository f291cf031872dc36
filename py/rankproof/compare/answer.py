"""Comparisons as the page takes them: JSON that refers to runs and measures by their places."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ..problems import Note, SettingError, counted
from .advice import advice
from .comparison import TESTS, Comparison
from .comparisons import Comparisons
from .corrections import CORRECTIONS
from .guidance import REFERENCES
from .outcome import Outcome
from .pairing import TIE_RULE
from .plan import How
from .scored import Scored

Json = dict[str, Any]


def how_asked(request: Mapping[str, Any], progress: Callable[[str], object] | None) -> How:
    """How to compare, from a request's tests, correction, across, resamples, seed and alpha.

    `progress` is told the percents of the resampling that are done, each once, in JSON.
    """
    usual = How()
    return How(
        request.get("tests"),
        request.get("correction") or usual.correction,
        request.get("across") or usual.across,
        request.get("resamples", usual.num_resamples),
        request.get("seed", usual.seed),
        request.get("alpha", usual.alpha),
        _percents(progress) if progress else None,
    )


def _percents(tell: Callable[[str], object]) -> Callable[[float], None]:
    last = -1

    def told(share: float) -> None:
        nonlocal last
        percent = int(share * 100)
        if percent != last:
            last = percent
            tell(json.dumps({"stage": "resampling", "done": percent, "total": 100}))

    return told


def baseline_asked(request: Mapping[str, Any], ids: list[str]) -> int | None:
    """Where among the scored runs (their ids) the baseline is: the first unless one is asked for; None for all pairs.

    Raises SettingError for a run that is not there or could not be scored, and where fewer than two could.
    """
    given = [str(run["id"]) for run in request.get("runs") or [] if run]
    if len(ids) < 2 <= len(given):
        scored = f"{len(ids)} of {counted(len(given), 'run')} could be scored"
        raise SettingError("runs", scored, "a comparison takes two or more: mend the judgements or the other runs")
    baseline = request.get("baseline") if "baseline" in request else next(iter(ids), None)
    if baseline is None or baseline in ids:
        return None if baseline is None else ids.index(baseline)
    if baseline in given:
        raise SettingError("baseline", "the baseline could not be scored", "choose another one, or mend it")
    raise SettingError("baseline", f"no run has the id {baseline!r}", f"the runs are {', '.join(given)}")


def answered(made: Comparisons, baseline: int | None) -> Json:
    """What the page draws tables and charts from; runs and measures are numbers: their places.

    runs: mean and interval (t, at 1 - alpha; null where there is none) of each measure, judged (a share for each of
    `cutoffs`, null where unknown) and bounds (for RBP the interval in which its mean lies, else null). comparisons:
    means, difference, interval and counts of a pair on a measure, and for each test its outcome.
    """
    scored = made.scored
    cutoffs = sorted({k for one in scored for k in one.beside.judged})
    return {
        "cutoffs": cutoffs,
        "runs": [_run(made, one, cutoffs) for one in scored],
        "baseline": baseline,
        "tests": [{"name": test, "label": TESTS[test][0]} for test in made.plan.tests],
        "correction": {"name": made.correction, "label": CORRECTIONS[made.correction][0]},
        "across": made.across,
        "alpha": made.alpha,
        "resamples": made.plan.resamples,
        "seed": made.plan.seed,
        "family": {"text": made.family, "sizes": [made.family_sizes[name] for name in made.measures]},
        "tie_rule": TIE_RULE,
        "comparisons": [_comparison(made, one) for one in made.comparisons],
        "notes": [_note(note) for note in made.notes],
        "advice": advice(made.plan.tests),
        "references": REFERENCES,
    }


def _run(made: Comparisons, one: Scored, cutoffs: list[int]) -> Json:
    return {
        "name": one.name,
        "queries": len(one.result),
        "mean": [made.columns[name][one.name].shown for name in made.measures],
        "interval": [made.mean_interval(name, one.name) for name in made.measures],
        "judged": [one.beside.judged.get(k) for k in cutoffs],
        "bounds": [made.bounds(measure, one) for measure in made.asked],
    }


def _comparison(made: Comparisons, one: Comparison) -> Json:
    return {
        "measure": made.measures.index(one.measure),
        "baseline": made.runs.index(one.baseline),
        "run": made.runs.index(one.run),
        "mean_baseline": one.mean_baseline,
        "mean_run": one.mean_run,
        "difference": one.difference,
        "interval": one.interval,
        "effect_size": one.effect_size,
        "wins": one.wins,
        "ties": one.ties,
        "losses": one.losses,
        "queries": one.queries,
        "outcomes": [_outcome(made, outcome) for outcome in one.outcomes],
    }


def _outcome(made: Comparisons, outcome: Outcome) -> Json:
    return {**outcome._asdict(), "significant": made.significant(outcome)}


def _note(note: Note) -> Json:
    return {**note._asdict(), "examples": list(note.examples)}
