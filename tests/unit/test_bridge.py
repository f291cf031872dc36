"""The bridge answers in JSON whatever it is asked: scores, errors of inputs, errors of settings, and its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rankproof import __version__
from rankproof.bridge import Bridge, handle
from rankproof.settings import SETTINGS, Settings

Json = dict[str, Any]

QRELS = "q1 0 a 1\nq1 0 b 0\nq2 0 a 2\nq3 0 a 0\n"
RUN = "q1 Q0 a 1 2 bm25\nq1 Q0 b 2 1 bm25\nq2 Q0 b 1 2 bm25\nq2 Q0 a 2 1 bm25\n"


def box(name: str, text: str, revision: int = 1) -> Json:
    """A pasted input."""
    return {"id": name, "revision": revision, "name": "", "text": text}


def request(judgements: Json | None, *runs: Json | None, **settings: object) -> Json:
    return {"action": "score", "judgements": judgements, "runs": list(runs), "settings": settings, "measures": None}


def ask(asked: Json, bridge: Bridge | None = None) -> Json:
    answer: Json = json.loads((bridge or Bridge()).handle(json.dumps(asked)))
    return answer


def scored(*runs: Json | None, **settings: object) -> Json:
    answer: Json = ask(request(box("judgements", QRELS), *runs, **settings))["ok"]
    return answer


def test_a_score_has_everything_that_the_page_shows() -> None:
    answer = scored(box("run-1", RUN), k=2)
    assert answer.keys() == {"judgements", "runs", "scores"}
    reading = answer["judgements"]
    assert reading.keys() == {"id", "name", "form", "summary", "notes", "error"}
    assert (reading["id"], reading["form"], reading["error"]) == ("judgements", "TREC qrels", None)
    assert reading["notes"][0]["code"] == "read-as"
    assert reading["notes"][0].keys() == {"level", "code", "text", "count", "line", "examples"}
    scores = answer["scores"]
    assert scores.keys() == {"measures", "settings", "convention", "runs"}
    assert [measure["name"] for measure in scores["measures"]] == ["R@2", "P@2", "RR@2", "nDCG@2"]
    assert scores["measures"][2] == {
        "name": "RR@2",
        "row": "recip_rank_cut",
        "label": "RR@2",
        "mean_label": "MRR@2",
        "whole": False,
    }
    assert scores["settings"] == {**Settings()._asdict(), "k": 2}
    (run,) = scores["runs"]
    # q1: hits at 1 of 1: R 1, P 1/2, RR 1, nDCG 1; q2: hit at 2: R 1, P 1/2, RR 1/2, nDCG 1/log2(3).
    assert run["queries"]["id"] == ["q1", "q2"]
    assert run["queries"]["values"] == [[1, 1], [0.5, 0.5], [1, 0.5], [1, 0.6309297535714575]]
    assert run["mean"] == [1, 0.5, 0.75, (1 + 0.6309297535714575) / 2]
    assert (run["queries"]["judged"], run["queries"]["relevant"], run["queries"]["retrieved"]) == (
        [2, 1],
        [1, 1],
        [2, 2],
    )
    assert run["averaged"] == 2
    assert run["left_out"] == [{"query": "q3", "reason": "no relevant document"}]
    assert (run["id"], run["name"]) == ("run-1", "bm25")


def test_settings_are_taken_as_a_form_holds_them() -> None:
    settings = {"preset": "trec-eval-c", "k": "2", "gain": "1=3.5,2=9", "depth": "", "relevant_from": "1"}
    effective = scored(box("run-1", RUN), **settings)["scores"]["settings"]
    assert effective == {**Settings()._asdict(), "k": 2, "queries": "all", "gain": {"1": 3.5, "2": 9.0}}


@pytest.mark.parametrize(
    ("name", "value"),
    [("k", "ten"), ("k", 0), ("k", ""), ("k", None), ("gain", "log"), ("ties", 1), ("preset", "x"), ("depth", "0")],
)
def test_a_bad_setting_is_an_error_of_that_setting(name: str, value: object) -> None:
    error = ask(request(box("judgements", QRELS), box("run-1", RUN), **{name: value}))["error"]
    assert error.keys() == {"kind", "message", "source", "line", "column", "hint"}
    assert (error["kind"], error["source"], error["line"], error["column"]) == ("setting", name, None, None)
    assert error["message"]
    assert error["hint"]


def test_an_unknown_measure_is_an_error_of_the_measures() -> None:
    asked = {**request(box("judgements", QRELS), box("run-1", RUN)), "measures": ["nDGC@10"]}
    error = ask(asked)["error"]
    assert (error["kind"], error["source"]) == ("setting", "measures")
    assert "ndcg" in error["hint"]


def test_names_of_measures_can_be_asked_about_without_scoring() -> None:
    told = ask({"action": "measures", "names": ["P.5,10", "MRR@3"]})["ok"]
    assert [(each["name"], each["row"], each["mean_label"]) for each in told] == [
        ("P_5", "P", "Precision@5"),
        ("P_10", "P", "Precision@10"),
        ("MRR@3", "recip_rank_cut", "MRR@3"),
    ]
    error = ask({"action": "measures", "names": ["P@5", "nDGC@10"]})["error"]
    assert (error["source"], error["message"]) == ("measures", "there is no measure 'nDGC@10'")
    assert error["hint"].startswith("did you mean nDCG")


def test_empty_boxes_are_null_and_no_error() -> None:
    assert ask(request(None))["ok"] == {"judgements": None, "runs": [], "scores": None}
    assert ask(request(None, None))["ok"] == {"judgements": None, "runs": [None], "scores": None}
    only_run = ask(request(None, box("run-1", RUN)))["ok"]
    assert only_run["scores"] is None
    assert only_run["runs"][0]["error"] is None
    only_qrels = ask(request(box("judgements", QRELS), None))["ok"]
    assert only_qrels["scores"] is None
    assert only_qrels["judgements"]["summary"]


def test_an_error_in_one_run_leaves_the_other_scored() -> None:
    answer = scored(box("run-1", "q1 Q0 a 1 x t\nq1 Q0 b 2 1.5 t\n"), None, box("run-3", RUN))
    assert [reading and reading["id"] for reading in answer["runs"]] == ["run-1", None, "run-3"]
    error = answer["runs"][0]["error"]
    assert error.keys() == {
        *("kind", "message", "source", "line", "column", "hint", "expected", "problems", "more", "swap"),
    }
    assert (error["kind"], error["source"], error["line"], error["swap"]) == ("input", "Ranked results", 1, False)
    assert error["problems"][0].keys() == {"message", "line", "column", "text", "expected", "hint"}
    assert [run["id"] for run in answer["scores"]["runs"]] == ["run-3"]


def test_an_error_in_the_judgements_leaves_the_runs_read() -> None:
    answer = ask(request(box("judgements", "q1 0 a x\nq1 0 b 1\n"), box("run-1", RUN)))["ok"]
    assert answer["judgements"]["error"]["source"] == "Relevance judgements"
    assert answer["runs"][0]["error"] is None
    assert answer["runs"][0]["summary"]
    assert answer["scores"] is None


def test_a_run_without_a_common_query_has_its_error_and_what_was_read() -> None:
    answer = scored(box("run-1", "z1 Q0 a 1 2 t\n"), box("run-2", RUN))
    reading = answer["runs"][0]
    assert reading["form"] == "TREC run"
    assert "z1" in reading["error"]["message"]
    assert [run["id"] for run in answer["scores"]["runs"]] == ["run-2"]


def test_a_grade_too_large_for_the_exponential_gain_is_an_error_of_the_judgements() -> None:
    answer = ask(request(box("judgements", "q1 0 a 1001\n"), box("run-1", RUN), gain="exponential"))["ok"]
    assert "1,000" in answer["judgements"]["error"]["expected"]
    assert answer["scores"] is None


def test_swapped_boxes_are_told_of_on_both_sides() -> None:
    answer = ask(request(box("judgements", RUN), box("run-1", QRELS)))["ok"]
    assert answer["judgements"]["error"]["swap"]
    assert answer["runs"][0]["error"]["swap"]


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "not json",
        "[]",
        "3",
        "null",
        "{}",
        '{"action": "fly"}',
        '{"action": "classify"}',
        '{"action": "score", "runs": 3}',
        '{"action": "score", "judgements": {}, "runs": []}',
        '{"action": "score", "judgements": 3, "runs": [4]}',
        '{"action": "score", "settings": []}',
        '{"action": "score", "settings": {"k": [[1]]}, "measures": 3}',
        '{"action": "score", "measures": [3]}',
    ],
)
def test_a_request_that_makes_no_sense_is_an_error_and_never_raises(asked: str) -> None:
    answer = json.loads(handle(asked))
    assert answer.keys() == {"error"} or asked.startswith('{"action": "score"')
    if "error" in answer:
        assert answer["error"]["kind"] in ("internal", "setting")
        assert answer["error"]["message"]


def test_a_mistake_of_ours_becomes_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by us")

    monkeypatch.setattr("rankproof.bridgeinputs.score", broken)
    error = ask(request(box("judgements", QRELS), box("run-1", RUN)))["error"]
    assert error["kind"] == "internal"
    assert "ZeroDivisionError: by us" in error["message"]
    assert error["hint"]


def test_inputs_are_sorted_into_judgements_and_results_by_what_they_hold() -> None:
    inputs = [box("one", RUN), box("two", QRELS), box("three", "%PDF"), box("four", "q1 a\n")]
    answer = ask({"action": "classify", "inputs": inputs})["ok"]
    assert [(told["id"], told["role"]) for told in answer] == [
        ("one", "results"),
        ("two", "judgements"),
        ("three", "unknown"),
        ("four", "unknown"),
    ]
    assert all(told.keys() == {"id", "role", "form", "why"} for told in answer)
    assert all(told["why"] for told in answer)


def test_files_are_read_from_their_paths_and_named(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(RUN, encoding="utf-8")
    given = {"id": "run-1", "revision": 1, "name": "bm25.run.gz", "path": str(tmp_path / "x")}
    answer = scored(given)
    assert answer["runs"][0]["name"] == "bm25.run.gz"
    assert answer["scores"]["runs"][0]["name"] == "bm25.run.gz"


def test_the_description_holds_what_the_settings_need_to_be_drawn() -> None:
    catalog = ask({"action": "describe"})["ok"]
    assert catalog["version"] == __version__
    assert [setting["name"] for setting in catalog["settings"]] == [setting.name for setting in SETTINGS]
    assert catalog["limits"] == {"k": [1, 1_000_000]}
    presets = {preset["name"]: preset["values"] for preset in catalog["presets"]}
    assert presets["trec-eval-c"]["queries"] == "all"
    assert all("k" not in values for values in presets.values())
    assert {"name", "label", "mean_label", "help", "range", "source"} <= catalog["measures"][0].keys()
