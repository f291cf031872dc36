"""Evaluator keeps judgements, measures and settings, under trec_eval's words for them or Rankproof's."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

import build
from rankproof import Evaluator, InputError, SettingError, Settings, evaluate
from rankproof.inputs import read_qrels, read_run
from tests.unit.frames import NumpyLike, PandasLike
from tests.unit.helpers import codes

QRELS = "q1 0 a 2\nq1 0 b 1\nq1 0 c -1\nq2 0 a 0\nq3 0 a 1\n"
RUN = "q1 Q0 x 1 4.5 mine\nq1 Q0 b 2 3.5 mine\nq1 Q0 a 3 2.5 mine\nq2 Q0 a 1 1.5 mine\n"


def test_the_defaults_are_trec_evals() -> None:
    evaluator = Evaluator(QRELS, ["map"])
    assert evaluator.settings == Settings(queries="both")
    # q1: relevant b at 2, a at 3: (1/2 + 2/3) / 2; q2 has no relevant document and scores 0; q3 is not retrieved.
    result = evaluator.evaluate(RUN)
    assert result.per_query() == {"q1": {"map": (1 / 2 + 2 / 3) / 2}, "q2": {"map": 0.0}}
    assert result.means == {"map": (1 / 2 + 2 / 3) / 4}


def test_evaluate_averages_as_the_page_does() -> None:
    # q3 is missing and scores 0; q2 has no relevant document and is left out.
    assert evaluate(QRELS, RUN, ["map"]).means == {"map": (1 / 2 + 2 / 3) / 4}
    assert list(evaluate(QRELS, RUN, ["map"])) == ["q1", "q3"]
    assert evaluate(QRELS, RUN, ["map"]).settings == Settings()
    assert evaluate(QRELS, RUN, ["map"], preset="trec-eval").settings == Settings(queries="both")


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({"relevance_level": 2}, {"relevant_from": 2}),
        ({"complete_set_average": True}, {"queries": "all"}),
        ({"complete_set_average": False}, {"queries": "both"}),
        ({"judged_docs_only": True}, {"unjudged": "removed"}),
        ({"judged_docs_only": False}, {"unjudged": "nonrelevant"}),
        ({"max_docs_per_topic": 2}, {"depth": 2}),
        ({"k": 5, "gain": "exponential", "ties": "given"}, {"k": 5, "gain": "exponential", "ties": "given"}),
        ({"relevance_level": 2, "relevant_from": "2"}, {"relevant_from": 2}),
        ({"complete_set_average": True, "queries": "all"}, {"queries": "all"}),
        ({"preset": "article"}, {"queries": "all", "ties": "docno-asc"}),
        ({"preset": "article", "complete_set_average": False}, {"queries": "both", "ties": "docno-asc"}),
        ({"preset": "calculator"}, {"queries": "relevant"}),
    ],
)
def test_settings_go_by_either_name(given: dict[str, Any], made: dict[str, Any]) -> None:
    assert Evaluator(QRELS, ["map"], **given).settings == Settings(**{"queries": "both", **made})
    if "preset" in given:
        assert evaluate(QRELS, RUN, ["map"], **given).settings == Settings(**{"queries": "both", **made})


@pytest.mark.parametrize(
    ("given", "name", "message"),
    [
        ({"relevance_level": 2, "relevant_from": 1}, "relevant_from", "relevance_level=2 and relevant_from=1"),
        ({"complete_set_average": True, "queries": "both"}, "queries", "complete_set_average=True and queries='both'"),
        ({"complete_set_average": False, "queries": "relevant"}, "queries", "contradict each other"),
        ({"judged_docs_only": True, "unjudged": "nonrelevant"}, "unjudged", "contradict each other"),
        ({"max_docs_per_topic": 5, "depth": 6}, "depth", "contradict each other"),
        ({"complete_set_average": "yes"}, "complete_set_average", "complete_set_average is 'yes'; give True or False"),
        ({"judged_docs_only": 2}, "judged_docs_only", "judged_docs_only is 2"),
        ({"relevance_level": 0}, "relevant_from", "the lowest relevant grade is 0"),
        ({"max_docs_per_topic": 0}, "depth", "the depth is 0"),
        ({"relevence_level": 2}, "relevence_level", "there is no setting 'relevence_level'"),
        ({"preset": "treceval"}, "preset", "there is no preset 'treceval'"),
    ],
)
def test_settings_that_contradict_or_mean_nothing_are_refused(given: dict[str, Any], name: str, message: str) -> None:
    # Before anything is read: this file does not exist.
    with pytest.raises(SettingError) as caught:
        Evaluator("no such file", ["map"], **given)
    assert caught.value.name == name
    assert message in str(caught.value)


def test_relevance_level_judged_docs_and_depth_do_what_trec_evals_options_do() -> None:
    def one(measure: str, **given: Any) -> float:
        return Evaluator(QRELS, [measure], **given).evaluate(RUN)["q1"][measure]

    # Ranks: x unjudged, b grade 1, a grade 2.
    assert one("map", relevance_level=2) == 1 / 3
    assert one("recip_rank", judged_docs_only=True) == 1.0
    assert one("num_rel_ret", max_docs_per_topic=2) == 1
    assert list(Evaluator(QRELS, ["map"], complete_set_average=True).evaluate(RUN)) == ["q1", "q2", "q3"]


def test_judgements_are_read_once_for_many_runs() -> None:
    rows = iter([("q1", "a", 1), ("q1", "b", 0)])
    evaluator = Evaluator(rows, "recip_rank")
    assert evaluator.evaluate({"q1": ["a", "b"]}).means == {"recip_rank": 1.0}
    assert evaluator.evaluate({"q1": ["b", "a"]}).means == {"recip_rank": 0.5}
    assert evaluator.judgements.grades == {"q1": {"a": 1, "b": 0}}
    assert repr(evaluator) == "<Evaluator: 1 query, 2 judged documents, grades 0 to 1; recip_rank>"


def test_judgements_and_runs_that_were_read_before_are_taken_as_they_are() -> None:
    qrels, run = read_qrels(QRELS), read_run(RUN)
    assert evaluate(qrels, run, ["map"]).per_query() == evaluate(QRELS, RUN, ["map"]).per_query()
    assert Evaluator(qrels).judgements is qrels


def test_measures_are_names_in_either_style_in_the_order_asked_for() -> None:
    evaluator = Evaluator(QRELS, ["nDCG@10", "map", "P.1,5"])
    assert evaluator.measures == ["ndcg_cut_10", "map", "P_1", "P_5"]
    assert Evaluator(QRELS, "map").measures == ["map"]
    assert Evaluator(QRELS).measures == ["recall_10", "P_10", "recip_rank_cut_10", "ndcg_cut_10"]
    assert Evaluator(QRELS, (name for name in ["map"])).measures == ["map"]


@pytest.mark.parametrize(
    ("measures", "message"),
    [
        (["map", len], "the function len is not registered as a measure; write @register_measure(name=...)"),
        ([3], "measure 1 is the number 3, neither a name nor a measure"),
        ([], "no measure is asked for"),
        (["mapp"], "mapp"),
    ],
)
def test_measures_that_are_no_names_are_refused(measures: list[Any], message: str) -> None:
    with pytest.raises(SettingError) as caught:
        Evaluator("no such file", measures)
    assert caught.value.name == "measures"
    assert message in str(caught.value)


def test_a_result_is_called_by_the_name_given_or_the_tag_or_the_file() -> None:
    evaluator = Evaluator(QRELS)
    assert evaluator.evaluate(RUN, name="bm25").name == "bm25"
    assert evaluator.evaluate(RUN).name == "mine"
    assert evaluator.evaluate({"q1": ["a"]}).name == "run"
    assert evaluator.evaluate_arrays(["q1"], ["a"], name="dense").name == "dense"
    with pytest.raises(InputError, match=r"^bm25: "):
        evaluator.evaluate({"q1": None}, name="bm25")


ARRAYS: dict[str, Callable[[], Any]] = {
    "flat lists": lambda: (["q1", "q1", "q1", "q2"], ["x", "b", "a", "a"], [4.5, 3.5, 2.5, 1.5]),
    "flat arrays": lambda: tuple(
        NumpyLike(values) for values in (["q1", "q1", "q1", "q2"], ["x", "b", "a", "a"], [4.5, 3.5, 2.5, 1.5])
    ),
    "interleaved": lambda: (["q1", "q2", "q1", "q1"], ["a", "a", "x", "b"], [2.5, 1.5, 4.5, 3.5]),
    "without scores": lambda: (["q1", "q1", "q1", "q2"], ["x", "b", "a", "a"]),
    "generators": lambda: (iter(["q1", "q1", "q1", "q2"]), iter("xbaa"), iter([4.5, 3.5, 2.5, 1.5])),
    "whole scores": lambda: (["q1", "q1", "q1", "q2"], ["x", "b", "a", "a"], [4, 3, 2, 1]),
    "rows": lambda: (["q1", "q2"], [["x", "b", "a"], ["a"]]),
    "rows with scores": lambda: (["q1", "q2"], [["a", "x", "b"], ["a"]], [[2.5, 4.5, 3.5], [1.5]]),
    "tuples and arrays": lambda: (("q1", "q2"), [NumpyLike(["a", "x", "b"]), ("a",)], [NumpyLike([2, 4, 3]), (1,)]),
    "an empty row": lambda: (["q1", "q2", "q3"], [["x", "b", "a"], ["a"], []]),
}


@pytest.mark.parametrize("kind", ARRAYS)
def test_arrays_give_the_numbers_of_the_text(kind: str) -> None:
    evaluator = Evaluator(QRELS, ["map", "nDCG@2", "num_ret"])
    result, expected = evaluator.evaluate_arrays(*ARRAYS[kind]()), evaluator.evaluate(RUN)
    assert result.per_query() == expected.per_query()
    assert result.means == expected.means


def test_arrays_of_numpy_are_taken_flat_and_two_dimensional() -> None:
    numpy = import_module("numpy")
    evaluator = Evaluator({7: {1: 1, 2: 0}, 8: {3: 1}}, ["recip_rank"])
    flat = evaluator.evaluate_arrays(numpy.array([7, 7, 8]), numpy.array([2, 1, 3]), numpy.array([0.5, 0.25, 0.5]))
    rows = evaluator.evaluate_arrays(numpy.array([7, 8]), numpy.array([[2, 1], [3, 2]]))
    assert flat.per_query() == rows.per_query() == {"7": {"recip_rank": 0.5}, "8": {"recip_rank": 1.0}}
    assert "numbers-as-ids" in codes(flat.notes)


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ((["q", "q"], ["a"]), "the arrays differ in length: query_ids 2, doc_ids 1"),
        ((["q"] * 1000, ["a"] * 1000, [1]), "the arrays differ in length: query_ids 1,000, doc_ids 1,000, scores 1"),
        ((["q"], [["a", "b"]], [[1.5]]), "query q has 2 documents and 1 score"),
        ((["q", "r"], [["a"], "b"]), "row 2 of doc_ids is no list, other rows of doc_ids are"),
        ((["q", "r"], [["a"], ["b"]], [[1.5], 2.5]), "row 2 of scores is no list"),
        ((["q", "q"], ["a", "b"], [1.5, float("nan")]), "row 2: score “nan” is not a number"),
        ((["q", None], ["a", "b"]), "row 2: column query_id holds None where an id is expected"),
        (([], []), "not one row"),
        (("q1", ["a", "b"]), "query_ids is the text “q1”, not an array"),
        ((["q", "r"], "ab"), "doc_ids is the text “ab”, not an array"),
        ((["q"], ["a"], 1.5), "scores is the number 1.5, not an array"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_with_their_counts(arrays: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError) as caught:
        Evaluator({"q": ["a"]}).evaluate_arrays(*arrays)
    assert message in caught.value.message


def test_a_run_without_a_judged_query_is_refused_with_the_likely_reason() -> None:
    # The column of ids became floats, as pandas does where one is missing.
    frame = PandasLike({"qid": [1.0, 2.0], "docno": ["a", "b"]})
    with pytest.raises(InputError, match=r"ids on one side end in “\.0”"):
        Evaluator({1: ["a"], 2: ["b"]}).evaluate(frame)


def test_importing_the_package_loads_no_module_of_weight() -> None:
    code = (
        "import sys; before = set(sys.modules); import rankproof\n"
        "heavy = {'json', 're', 'csv', 'statistics', 'dataclasses', 'pathlib', 'inspect'}\n"
        "print(*sorted(heavy & set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], env={"PYTHONPATH": str(build.ROOT / "py")}, capture_output=True, check=True
    )
    assert done.stdout.strip() == b""
