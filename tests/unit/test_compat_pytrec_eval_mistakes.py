"""What rankproof.compat.pytrec_eval does with mistakes: the original's exceptions, and messages that say where."""

from __future__ import annotations

import math
import types
from typing import Any

import numpy as np
import pytest
import pytrec_eval as original

from rankproof.compat import pytrec_eval as face
from tests.unit.pytrec_pair import QRELS, RUN, check_same, scored

WRONG: list[tuple[Any, ...]] = [
    # judgements, measures, more arguments, run, exception, what the message names
    ([], {"map"}, (), {}, AttributeError, "expected {query: {document: grade}}"),
    (None, {"map"}, (), {}, AttributeError, "NoneType"),
    ({"q": None}, {"map"}, (), {}, TypeError, "query 'q': found of type NoneType"),
    ({"q": ["a"]}, {"map"}, (), {}, TypeError, "documents as keys"),
    ({"q": "a"}, {"map"}, (), {}, TypeError, "documents as keys"),
    ({1: {"a": 1}}, {"map"}, (), {}, TypeError, "the query 1 is of type int"),
    ({"q": {7: 1}}, {"map"}, (), {}, TypeError, "query 'q': the document 7"),
    ({"q": {"a": 1.0}}, {"map"}, (), {}, TypeError, "convert it with int()"),
    ({"q": {"a": "1"}}, {"map"}, (), {}, TypeError, "document 'a': '1' is of type str"),
    ({"q": {"a": np.int64(1)}}, {"map"}, (), {}, TypeError, "int64"),
    (QRELS, 5, (), {}, TypeError, "int"),
    (QRELS, [5], (), {}, TypeError, "its name as text"),
    (QRELS, [None], (), {}, TypeError, "its name as text"),
    (QRELS, [b"map"], (), {}, TypeError, "its name as text"),
    (QRELS, [["map"]], (), {}, TypeError, "its name as text"),
    (QRELS, "map", (), {}, ValueError, "give a set: {'map'}"),
    (QRELS, {"mpa"}, (), {}, ValueError, "unsupported measure mpa; did you mean"),
    (QRELS, {"ndgc_cut_5"}, (), {}, ValueError, "ndcg"),
    (QRELS, {"xyzzy"}, (), {}, ValueError, "unsupported measure xyzzy"),
    (QRELS, {""}, (), {}, ValueError, "unsupported measure"),
    (QRELS, {"P@5"}, (), {}, ValueError, "rankproof.evaluate"),
    (QRELS, {"P_"}, (), {}, ValueError, "unsupported measure P_"),
    (QRELS, {"P.-5"}, (), {}, ValueError, "unsupported measure P.-5"),
    (QRELS, {"rbp"}, (), {}, ValueError, "rankproof.evaluate"),
    (QRELS, {"yaap"}, (), {}, ValueError, "rankproof.evaluate"),
    (QRELS, {"prefs"}, (), {}, ValueError, "-R prefs"),
    (QRELS, {"qrels_jg"}, (), {}, ValueError, "-R qrels_jg"),
    (QRELS, {"map"}, (0,), {}, TypeError, "relevance_level is 0"),
    (QRELS, {"map"}, (1.0,), {}, TypeError, "relevance_level is 1.0"),
    (QRELS, {"map"}, ("1",), {}, TypeError, "relevance_level"),
    (QRELS, {"map"}, (None,), {}, TypeError, "relevance_level"),
    (QRELS, {"map"}, (2**40,), {}, TypeError, "relevance_level"),
    (QRELS, {"map"}, (1, "x"), {}, TypeError, "judged_docs_only_flag"),
    (QRELS, {"map"}, (1, None), {}, TypeError, "judged_docs_only_flag"),
    (QRELS, {"map"}, (), [1], TypeError, "the run is of type list"),
    (QRELS, {"map"}, (), "x", TypeError, "the run is of type str"),
    (QRELS, {"map"}, (), types.MappingProxyType[str, object](RUN), TypeError, "mappingproxy"),
    (QRELS, {"map"}, (), {"q1": ["a"]}, TypeError, "query 'q1': found of type list"),
    (QRELS, {"map"}, (), {"q1": None}, TypeError, "NoneType"),
    (QRELS, {"map"}, (), {1: {"a": 1.0}}, TypeError, "the query 1"),
    (QRELS, {"map"}, (), {"q1": {1: 1.0}}, TypeError, "the document 1"),
    (QRELS, {"map"}, (), {"q1": {"a": "1"}}, TypeError, "convert it with float()"),
    (QRELS, {"map"}, (), {"q1": {"a": None}}, TypeError, "document 'a': None"),
    (QRELS, {"map"}, (), {"q1": {"a": np.float32(1)}}, TypeError, "float32"),
    (QRELS, {"map"}, (), {"other": {"a": "no"}}, TypeError, "query 'other'"),
]


@pytest.mark.parametrize("case", WRONG, ids=str)
def test_a_mistake_raises_the_originals_exception_and_says_where(case: tuple[Any, ...]) -> None:
    qrels, measures, more, run, kind, named = case
    with pytest.raises(kind) as theirs:
        scored(original, qrels, run, measures, *more)
    with pytest.raises(kind) as ours:
        scored(face, qrels, run, measures, *more)
    assert theirs.type is ours.type is kind
    assert named in str(ours.value)


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("P_0", "whole numbers from 1"),
        ("P.5,5.0", "each once"),
        ("ndcg_10", "a cut-off goes with ndcg_cut"),
        ("ndcg.1=3", "a gain for each grade"),
        ("G_1", "a gain for each grade"),
        ("utility_1", "expected four coefficients, found 1"),
        ("utility.1,2,2,3", "found 3"),
        ("Rprec_mult." + "9" * 400, "64-bit float"),
    ],
)
def test_parameters_that_end_the_program_or_give_0_in_the_original_are_refused(name: str, named: str) -> None:
    with pytest.raises(ValueError, match=name.partition("_")[0].partition(".")[0]) as caught:
        face.RelevanceEvaluator(QRELS, {name})
    assert named in str(caught.value)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["map_5"], "it takes no parameter, so 5 is not used; map_cut_5 has a cut-off"),
        (["bpref.3"], "it takes no parameter, so 3 is not used"),
        (["P_5abc"], "'abc' in 'P_5abc' is not read"),
        (["recall_10_20"], "'_20' in 'recall_10_20' is not read"),
        (["P.5.5"], "only the whole part is used"),
        (["P", "P_3", "P_1"], "1,3 takes the place of its usual parameters"),
        (["official", "P_1"], "1 takes the place of its usual parameters"),
        (["utility_4,3,2,1"], "taken in the order 1,2,3,4"),
        (["set_F_2,3"], "only the first is used"),
    ],
)
def test_what_the_original_passes_over_in_silence_is_done_with_a_warning(names: list[str], told: str) -> None:
    with pytest.warns(UserWarning, match="as in pytrec_eval") as warned:
        face.RelevanceEvaluator(QRELS, names)
    (one,) = warned
    assert told in str(one.message)
    assert one.filename == __file__
    with pytest.warns(UserWarning, match="as in pytrec_eval"):
        check_same(QRELS, RUN, names)


def test_a_score_that_is_nan_is_refused_for_it_has_no_order() -> None:
    with pytest.raises(ValueError, match="query 'q1', document 'b': the score is nan"):
        scored(face, QRELS, {"q1": {"a": 1.0, "b": math.nan}}, {"map"})


def test_an_int_that_no_float_holds_is_refused() -> None:
    with pytest.raises(OverflowError, match="query 'q1'"):
        scored(face, QRELS, {"q1": {"a": 10**400}}, {"map"})


def test_negative_grades_only_are_scored_as_no_relevant_document() -> None:
    assert scored(face, {"q": {"a": -1, "b": -2}}, {"q": {"a": 1.0}}, {"map", "num_rel", "bpref"}) == {
        "q": {"num_rel": 0.0, "map": 0.0, "bpref": 0.0}
    }


@pytest.mark.parametrize(
    ("reader", "lines", "kind", "named"),
    [
        ("parse_run", ["q Q0 d 1 2 t", "q Q0 d 1 2.5"], ValueError, "run, line 2: found 'q Q0 d 1 2.5'; expected"),
        ("parse_run", ["q Q0 d 1 x t"], ValueError, "query Q0 document rank score tag"),
        ("parse_run", [""], ValueError, "line 1: found ''"),
        ("parse_run", "q Q0 d 1 2 t", ValueError, "text.splitlines()"),
        ("parse_run", ["q Q0 d 1 2 t", "q Q0 d 2 2 t"], AssertionError, "line 2: document d is listed twice"),
        ("parse_run", None, TypeError, "not iterable"),
        ("parse_qrel", ["q 0 d 1.0"], ValueError, "query 0 document grade"),
        ("parse_qrel", ["q 0 d"], ValueError, "line 1"),
        ("parse_qrel", ["q 0 d 1", "q 0 d 1"], AssertionError, "line 2: document d is judged twice for query q"),
    ],
)
def test_a_malformed_line_raises_the_originals_exception_and_is_named(
    reader: str, lines: Any, kind: type[Exception], named: str
) -> None:
    with pytest.raises(kind):
        getattr(original, reader)(lines)
    with pytest.raises(kind) as caught:
        getattr(face, reader)(lines)
    assert named in str(caught.value)
