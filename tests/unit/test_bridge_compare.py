"""The bridge compares runs: all that a page draws, from the inputs that score has read already."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rankproof import EvalResult
from rankproof.bridge import Bridge
from rankproof.scoring import score
from tests.unit import test_bridge_memory
from tests.unit.test_bridge import Json, ask, box
from tests.unit.test_cli_compare import BASE, GOOD, QRELS, run_text

read = test_bridge_memory.read

FILES = [box("run-1", run_text(BASE, "base")), None, box("run-2", run_text(GOOD, "good"))]


def asking(*runs: Json | None, **more: object) -> Json:
    judgements = box("judgements", QRELS)
    common = {"judgements": judgements, "runs": list(runs or FILES), "settings": {}, "measures": ["RR@10", "RBP"]}
    return {"action": "compare", **common, **more}


def compared(*runs: Json | None, **more: object) -> Json:
    answer: Json = ask(asking(*runs, **more))["ok"]
    return answer


def test_an_answer_has_everything_that_tables_and_charts_need() -> None:
    answer = compared()
    assert answer.keys() == {"judgements", "runs", "comparison"}
    assert [reading and reading["id"] for reading in answer["runs"]] == ["run-1", None, "run-2"]
    made = answer["comparison"]
    assert made.keys() == {
        *("measures", "cutoffs", "runs", "baseline", "tests", "correction", "across", "alpha", "resamples", "seed"),
        *("family", "tie_rule", "comparisons", "notes", "advice", "references", "settings", "convention"),
    }
    assert [run["id"] for run in made["runs"]] == ["run-1", "run-2"]
    assert made["runs"][0].keys() == {"id", "name", "queries", "mean", "interval", "judged", "bounds"}
    assert (made["baseline"], made["cutoffs"], made["runs"][0]["judged"]) == (0, [10], [1])
    assert made["tests"][0] == {"name": "t", "label": "paired t"}
    assert made["correction"] == {"name": "holm", "label": "Holm"}
    assert made["family"] == {"text": "Holm over 1 comparison of each measure, for each test.", "sizes": [1, 1]}
    first = made["comparisons"][0]
    assert (first["measure"], first["baseline"], first["run"]) == (0, 0, 1)
    assert (first["wins"], first["ties"], first["losses"], first["queries"]) == (9, 3, 0, 12)
    assert first["outcomes"][1]["p"] == 2 / 512  # see test_cli_compare
    assert first["outcomes"][0]["significant"]
    bounds = made["runs"][0]["bounds"]
    assert bounds[0] is None
    # Three results, all judged: p^3 is unknown.
    assert bounds[1] == pytest.approx([made["runs"][0]["mean"][1], made["runs"][0]["mean"][1] + 0.8**3])


def test_means_are_those_of_score_to_the_last_bit() -> None:
    scores = ask({**asking(), "action": "score"})["ok"]["scores"]
    made = compared()["comparison"]
    assert [run["mean"] for run in made["runs"]] == [run["mean"] for run in scores["runs"]]
    assert made["measures"] == scores["measures"]
    assert (made["settings"], made["convention"]) == (scores["settings"], scores["convention"])
    assert made["comparisons"][0]["mean_run"] == scores["runs"][1]["mean"][0]


def test_the_baseline_is_an_id_or_null_for_all_pairs() -> None:
    assert compared(baseline="run-2")["comparison"]["comparisons"][0]["baseline"] == 1
    third = box("run-3", run_text([3] * 12))
    made = compared(*FILES, third, baseline=None)["comparison"]
    assert made["baseline"] is None
    pairs = [(one["baseline"], one["run"]) for one in made["comparisons"] if one["measure"] == 0]
    assert pairs == [(0, 1), (0, 2), (1, 2)]


def test_choices_are_taken() -> None:
    made = compared(tests=["bootstrap"], correction="bh", across="all", resamples=200, seed=5, alpha=0.1)["comparison"]
    assert (made["resamples"], made["seed"], made["alpha"], made["across"]) == (200, 5, 0.1, "all")
    (outcome,) = made["comparisons"][0]["outcomes"]
    assert (outcome["resamples"], outcome["seed"]) == (200, 5)
    assert len(outcome["interval"]) == len(outcome["percentile"]) == 2


def test_runs_of_one_name_are_told_apart() -> None:
    same = [box("run-1", run_text(BASE, "x")), box("run-2", run_text(GOOD, "x"))]
    assert [run["name"] for run in compared(*same)["comparison"]["runs"]] == ["x (1)", "x (2)"]


def test_comparing_reads_no_input_again_that_score_has_read(read: list[str]) -> None:
    bridge = Bridge()
    ask({**asking(), "action": "score"}, bridge)
    assert len(read) == 3
    ask(asking(), bridge)
    ask({**asking(), "action": "score"}, bridge)
    assert len(read) == 3


def test_another_test_of_the_same_runs_does_not_score_them_again(monkeypatch: pytest.MonkeyPatch) -> None:
    scored: list[str] = []

    def counting(*made_of: Any) -> EvalResult:
        scored.append(made_of[1].tag)
        return score(*made_of)

    monkeypatch.setattr("rankproof.bridgeinputs.score", counting)
    bridge = Bridge()
    first = ask(asking(), bridge)
    assert ask(asking(), bridge) == first
    assert ask(asking(tests=["sign"], baseline="run-2"), bridge) == ask(asking(tests=["sign"], baseline="run-2"))
    assert scored == ["base", "good", "base", "good"]  # once by `bridge`, once by a new one
    changed = [FILES[0], box("run-2", run_text(BASE, "worse"), revision=2)]
    same = ask(asking(*changed), bridge)["ok"]["comparison"]
    assert {one["difference"] for one in same["comparisons"]} == {0}
    for other in ({"measures": ["map"]}, {"settings": {"depth": 1}}, {"judgements": box("judgements", "q0 0 r 1", 2)}):
        assert ask(asking(**other), bridge) == ask(asking(**other))


def test_progress_of_the_resampling_is_told_in_percents() -> None:
    told: list[dict[str, Any]] = []
    request = asking(tests=["bootstrap"], resamples=2000)
    Bridge().handle(json.dumps(request), lambda message: told.append(json.loads(message)))
    done = [message["done"] for message in told if message.get("stage") == "resampling"]
    assert done == sorted(set(done))
    assert done[-1] == 100
    assert all(message["total"] == 100 for message in told if "stage" in message)


def test_a_run_that_cannot_be_read_leaves_the_others_compared() -> None:
    answer = compared(box("bad", "q1 Q0 a 1 x t\nq1 Q0 b 2 1.5 t\n"), *FILES)
    assert answer["runs"][0]["error"]
    assert [run["id"] for run in answer["comparison"]["runs"]] == ["run-1", "run-2"]


@pytest.mark.parametrize(
    ("more", "source", "message"),
    [
        ({"runs": [FILES[0]]}, "runs", "one run is given (base)"),
        ({"runs": []}, "runs", "no run is given"),
        ({"judgements": None}, "runs", "0 of 2 runs could be scored"),
        ({"runs": [FILES[0], box("bad", "q1 Q0 a 1 x t\nq1 Q0 b 2 1.5 t\n")]}, "runs", "1 of 2 runs could be scored"),
        ({"baseline": "run-9"}, "baseline", "no run has the id 'run-9'"),
        ({"baseline": 5}, "baseline", "no run has the id 5"),
        (
            {"baseline": "bad", "runs": [*FILES, box("bad", "q1 Q0 a 1 x t\nq1 Q0 b 2 1.5 t\n")]},
            "baseline",
            "the baseline could not be scored",
        ),
        ({"tests": ["anova"]}, "test", "there is no test 'anova'"),
        ({"tests": 3}, "test", "a test is the number 3"),
        ({"correction": "sidak"}, "correction", "there is no correction 'sidak'"),
        ({"resamples": "many"}, "resamples", "resamples is 'many'"),
        ({"seed": None}, "seed", "seed is None"),
        ({"alpha": 2}, "alpha", "alpha is 2"),
        ({"measures": ["mapp"]}, "measures", "there is no measure 'mapp'"),
    ],
)
def test_what_cannot_be_compared_is_an_error_of_its_setting(more: Json, source: str, message: str) -> None:
    error = ask({**asking(), **more})["error"]
    assert (error["kind"], error["source"]) == ("setting", source)
    assert message in error["message"]


def test_runs_without_a_common_query_are_an_error_in_words() -> None:
    apart = [box("run-1", "q0 Q0 r 1 1.5 a\n"), box("run-2", "q1 Q0 r 1 1.5 b\n")]
    error = ask(asking(*apart, settings={"preset": "trec-eval"}))["error"]
    assert error["kind"] == "input"
    assert "a and b have no query in common" in error["message"]


def test_pyodide_compares_as_this_python_does(pyodide_bridge: Callable[[list[Json]], list[Json]]) -> None:
    tests = ["t", "randomization", "wilcoxon", "sign", "bootstrap", "tukey"]
    request = asking(tests=tests, resamples=300, measures=["map", "nDCG@10", "RBP"])
    (there,) = pyodide_bridge([request])
    assert there == ask(request)
