"""The conventions of other tools: what each does to settings, scores and measures, and who says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..asked import Asked
from ..names import parse_measures
from ..settings import Settings

OURS, TESTED, DOCUMENTED = "this page", "tested", "documented"
"""What a column rests on: it is this package's own; the project's tests compare it with the tool; the tool's text."""


class Case(NamedTuple):
    """What a value is made under.

    float32: scores are rounded to 32-bit floats. averaged: ties are averaged, and only retrieved documents are ideal.
    with_relevant: of the queries that the settings average, only those with a grade above 0.
    """

    settings: Settings
    one: Asked
    float32: bool = False
    averaged: bool = False
    with_relevant: bool = False


class Aspect(NamedTuple):
    """One thing in which a tool differs, as a clause that says why a number does, and what it does to a case."""

    reason: str
    apply: Callable[[Case], Case]


class Convention(NamedTuple):
    """A column: whose convention it is, what that rests on, for which rows of the table, and in what it may differ."""

    name: str
    title: str
    status: str
    covers: Callable[[Asked], bool]
    aspects: tuple[Aspect, ...]


ROWS = "rows"
"""A rule for equal scores that no setting has: the order of the rows, whatever the rank column says."""


def _set(reason: str, **values: str) -> Aspect:
    return Aspect(reason, lambda case: case._replace(settings=Settings(**{**case.settings._asdict(), **values})))


RELEVANT = _set("averages the judged queries with a relevant document", queries="relevant")
BOTH = _set("averages only queries that are judged and retrieved", queries="both")
ALL = _set("averages all judged queries, those without a relevant document or without results as 0", queries="all")
BY_ID = _set("puts documents with equal scores by id, descending", ties="docno-desc")
BY_ID_RISING = _set("puts documents with equal scores by id, ascending", ties="docno-asc")
AS_GIVEN = _set("leaves documents with equal scores in the order given", ties="given")
AS_ROWS = _set("leaves documents with equal scores in the order of the rows", ties=ROWS)
WITH_RESULTS = Aspect(
    "averages only retrieved queries with a relevant document",
    lambda case: BOTH.apply(case)._replace(with_relevant=True),
)
ROUNDED = Aspect("rounds scores to 32-bit floats, which makes more ties", lambda case: case._replace(float32=True))


def _for(names: tuple[str, ...], aspect: Aspect) -> Aspect:
    """The aspect where a measure's row is one of these."""
    return Aspect(aspect.reason, lambda case: aspect.apply(case) if case.one.definition.name in names else case)


def _gain(reason: str, gain: str) -> Aspect:
    def apply(case: Case) -> Case:
        one = case.one
        if one.definition.graded and one.parameters.gain in ("linear", "exponential"):
            one = one._replace(parameters=one.parameters._replace(gain=gain))
        return case._replace(one=one)

    return Aspect(reason, apply)


LINEAR = _gain("takes the grade as the gain", "linear")
BURGES = _gain("takes 2^grade − 1 as the gain", "exponential")
AVERAGED = Aspect(
    "averages over the orders of documents with equal scores, and takes the ideal of the retrieved documents alone",
    lambda case: case._replace(averaged=True),
)


def _at_10(case: Case) -> Case:
    (one,) = parse_measures(["RR@10"], case.settings)
    return case._replace(one=one._replace(relevant_from=case.one.relevant_from, unjudged=case.one.unjudged))


TEN = Aspect("looks at the first ten results", _at_10)


def _built_in(asked: Asked) -> bool:
    return asked.definition.aggregate is None


def _trec(asked: Asked) -> bool:
    return _built_in(asked) and asked.definition.trec


def _rows(*names: str) -> Callable[[Asked], bool]:
    return lambda asked: _built_in(asked) and asked.definition.name in names


RULE_OF_9 = ("iprec_at_recall", "11pt_avg", "dcg", "ideal_dcg", "rbp", "rbp_resid", "unj", "yaap")
"""Rows that trec_eval 9, on which pytrec_eval stands, lacks or counts by another rule."""
IR_MEASURES = (
    *("P", "recip_rank", "Rprec", "map", "map_cut", "ndcg", "ndcg_cut", "recall", "bpref", "infAP", "success"),
    *("set_P", "set_recall", "set_map", "set_F", "set_relative_P"),
)
"""Rows for which ir_measures asks pytrec_eval."""
RR_CUT = ("recip_rank_cut",)
"""The row for which it asks the script of MS MARCO instead, after ordering equal scores itself."""

CONVENTIONS = (
    Convention("calculator", "this page", OURS, _built_in, (RELEVANT, BY_ID, LINEAR)),
    Convention("trec_eval", "trec_eval", TESTED, _trec, (BOTH, BY_ID, LINEAR)),
    Convention("trec_eval_c", "trec_eval -c", TESTED, _trec, (ALL, BY_ID, LINEAR)),
    Convention("article", "article preset", OURS, _built_in, (ALL, BY_ID_RISING, LINEAR)),
    Convention(
        "ir_measures",
        "ir_measures",
        TESTED,
        _rows(*IR_MEASURES, *RR_CUT),
        (ALL, _for(IR_MEASURES, BY_ID), _for(RR_CUT, BY_ID_RISING), LINEAR, _for(IR_MEASURES, ROUNDED)),
    ),
    Convention(
        "pytrec_eval",
        "pytrec_eval",
        TESTED,
        lambda asked: _trec(asked) and asked.definition.name not in RULE_OF_9,
        (BOTH, BY_ID, LINEAR, ROUNDED),
    ),
    Convention(
        "ranx",
        "ranx",
        TESTED,
        _rows("P", "recall", "map", "map_cut", "recip_rank", "recip_rank_cut", "ndcg", "ndcg_cut"),
        (ALL, AS_ROWS, LINEAR),
    ),
    Convention("gdeval", "gdeval, Burges", TESTED, _rows("ndcg_cut", "err_cut"), (WITH_RESULTS, BY_ID, BURGES)),
    Convention("scikit_learn", "scikit-learn", TESTED, _rows("ndcg", "ndcg_cut"), (BOTH, LINEAR, AVERAGED)),
    Convention("ms_marco", "MS MARCO", TESTED, _rows("recip_rank", "recip_rank_cut"), (RELEVANT, AS_GIVEN, TEN)),
)
"""In the order of the columns. Relevance level, depth and the treatment of unjudged documents stay the user's own."""
