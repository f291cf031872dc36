"""Errors in measures of a user's own: what they say, and that they lose no other measure's values."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from rankproof import EvaluationError, Evaluator, Measure, QueryState, evaluate, register_measure
from rankproof.evalresult import EvalResult
from rankproof.report import FORMATS, as_json
from tests.unit.custom_measures import QRELS, RUN, ReciprocalRankAtK

IN_301 = "EvaluationError in custom measure 'my_metric' on query '301': "


def returning(value: object) -> Measure:
    class Returns(Measure):
        def calc_query(self, _query: QueryState) -> Any:
            return value

    return Returns(name="my_metric")


class Scalar:
    """A number as NumPy's are."""

    def __float__(self) -> float:
        return 0.25

    def __repr__(self) -> str:
        return "Scalar()"


@pytest.mark.parametrize(
    ("value", "number"), [(True, 1.0), (False, 0.0), (3, 3.0), (Scalar(), 0.25), (0.1, 0.1)], ids=repr
)
def test_what_converts_to_a_finite_number_is_one(value: object, number: float) -> None:
    (got,) = {values["my_metric"] for values in evaluate(QRELS, RUN, [returning(value)], queries="both").values()}
    assert (got, type(got)) == (number, float)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (float("nan"), "nan, not a finite number"),
        (float("-inf"), "-inf, not a finite number"),
        (None, "None, not a finite number (is a return missing?)"),
        ("0.5", "'0.5', not a finite number"),
        ([0.5], "[0.5], not a finite number"),
        (1j, "1j, not a finite number"),
        ("x" * 200, "'" + "x" * 78 + "…, not a finite number"),
    ],
    ids=str,
)
def test_what_is_no_finite_number_is_an_error_that_shows_it(value: object, said: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        evaluate(QRELS, RUN, [returning(value)])
    assert str(caught.value) == f"{IN_301}calc_query returned {said}"
    assert caught.value.__cause__ is None


def fails_on(qid: str) -> Measure:
    class Fails(Measure):
        def calc_query(self, query: QueryState) -> float:
            return 1 / (query.qid != qid)

    return Fails(name="my_metric")


class FailsInAggregate(ReciprocalRankAtK):
    """Has scores and no mean."""

    def aggregate(self, *_given: Any) -> float:
        return dict[str, float]()["none"]


def test_an_exception_names_measure_query_and_itself() -> None:
    with pytest.raises(ValueError, match="custom measure") as caught:
        evaluate(QRELS, RUN, ["map", fails_on("301")])
    error = caught.value
    assert isinstance(error, EvaluationError)
    assert str(error) == IN_301 + "ZeroDivisionError: division by zero"
    assert (error.measure, error.query) == ("my_metric", "301")
    assert isinstance(error.__cause__, ZeroDivisionError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_an_exception_in_aggregate_names_no_query() -> None:
    with pytest.raises(EvaluationError) as caught:
        evaluate(QRELS, RUN, [FailsInAggregate()])
    assert str(caught.value) == "EvaluationError in custom measure 'rr_at_10' in aggregate: KeyError: 'none'"
    assert caught.value.query is None
    assert isinstance(caught.value.__cause__, KeyError)


def test_an_exception_without_text_is_named() -> None:
    @register_measure
    def unfinished(query: QueryState) -> float:
        raise NotImplementedError

    with pytest.raises(EvaluationError, match=r"'unfinished' on query '301': NotImplementedError$"):
        evaluate(QRELS, RUN, [unfinished])


def collected() -> EvalResult:
    return evaluate(QRELS, RUN, [fails_on("301"), "P@1", FailsInAggregate()], on_error="collect", queries="both")


FAILED = (
    "Custom measure 'my_metric' failed on 1 query (301) and has no value there and no mean "
    "(ZeroDivisionError: division by zero)."
)
FAILED_IN_AGGREGATE = "Custom measure 'rr_at_10' failed in aggregate and has no mean (KeyError: 'none')."


def test_collected_errors_leave_out_their_values_and_lose_no_other() -> None:
    result = collected()
    # P@1: x is first for 301, g for 302.
    assert result.per_query() == {
        "301": {"my_metric": None, "P_1": 0.0, "rr_at_10": 0.5},
        "302": {"my_metric": 1.0, "P_1": 1.0, "rr_at_10": 1.0},
    }
    assert result.means == {"my_metric": None, "P_1": 0.5, "rr_at_10": None}
    assert [(error.measure, error.query) for error in result.errors] == [("my_metric", "301"), ("rr_at_10", None)]
    assert [note.text for note in result.notes if note.code == "measure-failed"] == [FAILED, FAILED_IN_AGGREGATE]


def test_each_run_has_its_own_errors() -> None:
    evaluator = Evaluator(QRELS, [fails_on("301")], on_error="collect")
    assert len(evaluator.evaluate(RUN).errors) == 1
    assert evaluator.evaluate({"302": ["g"]}).errors == []
    assert evaluator.evaluate({"302": ["g"]}).means == {"my_metric": 1.0}


def test_a_missing_value_is_empty_in_every_form(monkeypatch: pytest.MonkeyPatch) -> None:
    result = collected()
    assert FORMATS["csv"]([result], queries=True).splitlines() == [
        "run,query,my_metric,P@1,rr_at_10",
        "t,301,,0.0,0.5",
        "t,302,1.0,1.0,1.0",
        "t,all,,0.5,",
    ]
    assert "t    all            –  0.5000         –" in FORMATS["table"]([result], queries=True).splitlines()
    assert "| t | – | 0.5000 | – |" in FORMATS["markdown"]([result])
    assert "t & – & 0.5000 & – \\\\" in FORMATS["latex"]([result])
    assert FORMATS["trec"]([result], queries=True).splitlines() == [
        "P_1                   \t301\t0.0000",
        "rr_at_10              \t301\t0.5000",
        "my_metric             \t302\t1.0000",
        "P_1                   \t302\t1.0000",
        "rr_at_10              \t302\t1.0000",
        "P_1                   \tall\t0.5000",
    ]
    (run,) = json.loads(as_json([result], notes=[]))["runs"]
    assert run["mean"] == {"my_metric": None, "P@1": 0.5, "rr_at_10": None}
    made = json.loads(json.dumps(result.to_dict()))
    assert made["queries"]["301"] == {"my_metric": None, "P_1": 0.0, "rr_at_10": 0.5}
    monkeypatch.setattr("rankproof.dataframes.frame_maker", lambda _library: dict)
    assert result.to_dataframe(means=True)["my_metric"] == [None, 1.0, None]
    assert result.to_dataframe("tidy")["value"] == [None, 0.0, 0.5, 1.0, 1.0, 1.0]
    assert "my_metric       –" in repr(result)
