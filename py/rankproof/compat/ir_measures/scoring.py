"""Hands a measure to the engine, as the tool that ir_measures asks for it would count it."""

from __future__ import annotations

from math import nan

from ...measures import Formula, Parameters, Workings
from ...measures.agreement import accuracy
from ...measures.biased import rbp
from ...measures.readers import DEPTH
from ...names import Asked, parse_measure
from ...ranking import NOT_JUDGED
from ...settings import Settings
from .measure import Measure

SETTINGS = Settings(queries="all")

TREC_EVAL_9_MARGIN = 0.9
"""For a level of recall trec_eval 9 and pytrec_eval take int(level x R + 0.9) documents, where trec_eval 10 rounds."""


def _interpolated_precision(work: Workings, given: Parameters) -> float:
    """The highest precision at or after the rank where int(level x R + 0.9) relevant documents are found, else 0."""
    count = int(given.at * work.query.num_rel + TREC_EVAL_9_MARGIN)
    best = work.interpolated
    return best[max(count, 1) - 1] if 0 < max(count, 1) <= len(best) else 0.0


def _accuracy(work: Workings, given: Parameters) -> float:
    """Accuracy, but NaN, which is no value, if no result in the top k is relevant."""
    return accuracy(work, given) if work.hits_within(given.k) else nan


def _rbp(work: Workings, given: Parameters) -> float:
    """RBP of as many results as cwl-eval looks at, over the chance to stop at one of them, as it has it."""
    return rbp(work, given._replace(k=min(given.k or DEPTH, DEPTH))) / (1.0 - given.p**DEPTH)


def _judged(work: Workings, given: Parameters) -> float:
    """Results in the top k that stand in the judgements, with a grade below 0 too / results in the top k."""
    top = work.query.relevances[: given.k]
    return (len(top) - top.count(NOT_JUDGED)) / len(top) if top else 0.0


OTHERWISE: dict[str, Formula] = {
    "IPrec": _interpolated_precision,
    "Accuracy": _accuracy,
    "RBP": _rbp,
    "Judged": _judged,
}
"""What ir_measures counts otherwise than the table of measures does."""


def asked_of(measure: Measure) -> Asked:
    """The row of the table and the parameters that a measure means. Raises SettingError for values out of range."""
    (asked,) = parse_measure(repr(measure), SETTINGS)
    formula = OTHERWISE.get(measure.NAME, asked.definition.formula)
    return asked._replace(definition=asked.definition._replace(formula=formula))
