"""What stands beside a run's scores when runs are compared: the share of judged results, and the residual of RBP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..evalresult import EvalResult
from ..measures import Definition, Parameters, Workings
from ..names import Asked
from ..problems import Note
from ..record import Record
from ..settings import Settings
from ..spellings import ROWS

MUCH = 0.05
"""Runs whose mean Judged@k differ by more than this cannot be compared without a warning.

Unjudged results count as not relevant, so each of them may be a hit that is missed: where Judged@k is lower by 0.05,
P@k may really be higher by as much, which is more than most differences that are reported as improvements.
"""

RBP_ROWS = ("rbp", "RBP", "RBP_cut")


def rbp_unknown(work: Workings, given: Parameters) -> float:
    """How much RBP would rise if all that is unknown had gain 1 (Moffat and Zobel, ACM TOIS 27(1), 2008). In [0, 1].

    (1 - p) x the sum of p^(rank - 1) over unjudged results; without a cut-off p^n more, for the ranks after n results.
    trec_eval's rbp_resid leaves p^n out where no result is unjudged, so it is no bound there.
    """
    total, weight = 0.0, 1.0
    for relevance in work.query.relevances[: given.k]:
        if relevance < 0:
            total += weight
        weight *= given.p
    return (1.0 - given.p) * total + (weight if given.k is None else 0.0)


RESIDUAL = Definition(
    "rbp_unknown",
    None,
    "RBP residual",
    "RBP residual",
    "How much RBP would rise if all that is unknown had gain 1.",
    "Moffat and Zobel, Rank-biased Precision for Measurement of Retrieval Effectiveness, ACM TOIS 27(1), 2008",
    rbp_unknown,
    trec=False,
)


class Beside(Record):
    """Means of one run. judged: cut-off -> Judged@k, in rising order. residuals: RBP's key -> its residual."""

    judged: Mapping[int, float]
    residuals: Mapping[str, float]


def cutoffs_of(asked: Sequence[Asked], settings: Settings) -> list[int]:
    """The cut-offs of the measures asked for, in rising order; the main cut-off where they have none."""
    return sorted({k for one in asked if (k := one.parameters.k) is not None}) or [settings.k]


def asked_beside(asked: Sequence[Asked], settings: Settings) -> list[Asked]:
    """The measures to score beside these: Judged at each cut-off, and the residual of each RBP.

    Both are of the ranking as retrieved. Where unjudged documents are removed, RBP has no residual.
    """
    found = []
    for k in cutoffs_of(asked, settings):
        name = f"judged_cut_{k}"
        found.append(Asked(ROWS["judged_cut"], Parameters(k=k), name, name, f"@{k}", unjudged="nonrelevant"))
    for one in asked:
        removed = (one.unjudged or settings.unjudged) == "removed"
        if one.definition.name in RBP_ROWS and not removed:
            found.append(one._replace(definition=RESIDUAL))
    return found


def set_aside(result: EvalResult, beside: Sequence[Asked]) -> tuple[EvalResult, Beside]:
    """The result without its last measures, those of asked_beside, and what these say."""
    count = len(result.asked) - len(beside)
    judged: dict[int, float] = {}
    residuals: dict[str, float] = {}
    for one, mean in zip(beside, result.mean_values[count:], strict=True):
        if one.definition is RESIDUAL:
            residuals[one.key] = mean
        elif one.parameters.k is not None:
            judged[one.parameters.k] = mean
    return result.first(count, _own_notes(result, count)), Beside(judged, residuals)


def _own_notes(result: EvalResult, count: int) -> list[Note]:
    """Notes without the remarks about the top k that Judged@k alone brings, where no measure asked for looks at it."""
    if any(one.parameters.k == result.settings.k for one in result.asked[:count]):
        return result.notes
    return [note for note in result.notes if note.code not in ("tie-at-k", "fewer-than-k")]


def found_beside(result: EvalResult) -> Beside:
    """What a result that was scored before says of Judged@k: the values of that measure, if it was asked for."""
    judged = {
        k: mean
        for one, mean in zip(result.asked, result.mean_values, strict=True)
        if one.definition.name == "judged_cut" and (k := one.parameters.k) is not None
    }
    return Beside(dict(sorted(judged.items())), {})


def unjudged_note(runs: Mapping[str, Beside]) -> Note | None:
    """A warning where runs differ by more than MUCH in Judged@k, at the cut-off where they differ most."""
    shared = set.intersection(*(set(beside.judged) for beside in runs.values()))
    widest = 0.0
    text = ""
    for k in sorted(shared):
        lowest = min(runs, key=lambda name: runs[name].judged[k])
        highest = max(runs, key=lambda name: runs[name].judged[k])
        low, high = runs[lowest].judged[k], runs[highest].judged[k]
        if high - low > max(MUCH, widest):
            widest = high - low
            text = (
                f"Runs differ in how much of their top {k} is judged: Judged@{k} is {low:.3f} for {lowest} and "
                f"{high:.3f} for {highest}. Unjudged documents count as not relevant, so {lowest} may be better than "
                f"its scores say; a difference above {MUCH} is as large as most improvements. Judge more documents, or "
                "look at the same comparison with unjudged documents removed."
            )
    return Note("warning", "unjudged-differ", text) if text else None
