"""The page's questions about one number: for runs of any size, for measures of one's own, and a slice at a time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rankproof import bridgeexplain, bridgeinputs, bridgelarge
from rankproof.bridge import Bridge

Json = dict[str, Any]

# b and c are tied: a, c, b by trec_eval's rule. AP of q1: (1 + 1) / 2, or (1 + 2/3) / 2 with b second; q2 has no tie.
QRELS = "q1 0 a 1\nq1 0 b 0\nq1 0 c 1\nq2 0 a 1\n"
RUN = "q1 Q0 a 1 3 r\nq1 Q0 b 2 2 r\nq1 Q0 c 3 2 r\nq2 Q0 b 1 2 r\nq2 Q0 a 2 1 r\n"
OWN = 'from rankproof import register_measure\n\n@register_measure(name="own")\ndef own(query):\n    return {}\n'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The run as a file, which counts as large."""
    monkeypatch.setattr(bridgelarge, "LARGE_BYTES", 1)
    made = tmp_path / "run"
    made.write_text(RUN)
    return made


def asking(action: str, file: Path | None = None, run: str = RUN, **more: Any) -> Json:
    """A request of the page's, about text or a file."""
    content = {"path": str(file)} if file else {"text": run}
    given = {"id": "run-1", "revision": 1, "name": "", **content}
    judgements = {"id": "judgements", "revision": 1, "name": "", "text": QRELS}
    return {"action": action, "judgements": judgements, "runs": [given], "run": given, **more}


def ask(bridge: Bridge, request: Json) -> Json:
    answer: Json = json.loads(bridge.handle(json.dumps(request)))
    return answer


def answered(bridge: Bridge, action: str, file: Path | None = None, **more: Any) -> Json:
    made = ask(bridge, asking(action, file, **more))
    ok: Json = made["ok"]
    return ok


@pytest.mark.parametrize("query", ["q1", "q2", None])
@pytest.mark.parametrize("measure", ["AP", "nDCG@10"])
def test_the_proof_for_a_run_too_large_to_keep_is_that_of_a_small_one(
    file: Path, measure: str, query: str | None
) -> None:
    asked: Json = {"measure": measure, "query": query, "print": True}
    assert answered(Bridge(), "explain", file, **asked) == answered(Bridge(), "explain", **asked)


def test_the_large_run_is_read_once_for_the_questions_about_one_query(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counting(run: Json, name: str, query: str, tell: bridgelarge.Tell | None) -> object:
        read.append(query)
        return bridgelarge.one_query(run, name, query, tell)

    monkeypatch.setattr(bridgeexplain, "one_query", counting)
    bridge = Bridge()
    for measure in ("AP", "RR"):
        for action in ("explain", "bounds"):
            answered(bridge, action, file, measure=measure, query="q1")
    assert read == ["q1"]


def test_a_mean_is_proved_from_the_scores_that_are_shown(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for given in (None, file):
        bridge = Bridge()
        shown = answered(bridge, "score", given, measures=["AP", "RR"])["scores"]["runs"][0]["mean"]
        with monkeypatch.context() as patched:
            patched.setattr(bridgeinputs, "score", None)
            patched.setattr(bridgelarge, "score_while_read", None)
            proved = [answered(bridge, "explain", given, measure=name)["value"] for name in ("AP", "RR")]
        assert proved == shown == [(1 + 0.5) / 2, (1 + 0.5) / 2]
        # One that is not shown is scored, and what is shown stays known.
        assert answered(bridge, "explain", given, measure="P@1")["value"] == 0.5


def test_what_is_left_open_of_a_query_is_worked_by_hand() -> None:
    found = answered(Bridge(), "bounds", measure="AP", query="q1")
    ties = found["ties"]
    assert (ties["lowest"], ties["highest"]) == ((1 + 2 / 3) / 2, 1.0)
    assert ties["expected"] == pytest.approx((1 + (1 + 2 / 3) / 2) / 2)
    assert (ties["tied"], ties["ranks"]) == (2, 3)
    assert (found["unjudged"]["unjudged"], found["unjudged"]["results"]) == (0, 3)
    # b of q2 is not judged: as a relevant one the query has two, at ranks 1 and 2; without it a comes first.
    q2 = answered(Bridge(), "bounds", measure="RR@1", query="q2")["unjudged"]
    assert [q2[name] for name in ("unjudged", "not_relevant", "relevant", "removed")] == [1, 0, 1, 1]


def test_nothing_is_said_of_the_mean_of_a_run_that_is_not_kept(file: Path) -> None:
    assert answered(Bridge(), "bounds", file, measure="AP") == {"ties": None, "unjudged": None}
    assert answered(Bridge(), "tie_marks", file, measures=["AP"]) == {"marks": []}


def test_work_goes_on_slice_by_slice_to_the_same_answer() -> None:
    for action, more in (("bounds", {"measure": "AP"}), ("tie_marks", {"measures": ["AP", "P@1"]})):
        bridge = Bridge()
        whole = answered(Bridge(), action, **more)
        slices = [answered(bridge, action, within=1e-9, **more) for _ in range(3)]
        assert slices == [{"unfinished": True}, {"unfinished": True}, whole]
        assert answered(bridge, action, within=1e-9, **more) == whole


def test_work_on_what_has_changed_begins_anew() -> None:
    bridge = Bridge()
    answered(bridge, "tie_marks", measures=["AP"], within=1e-9)
    changed = RUN.replace("q1 Q0 c 3 2", "q1 Q0 c 3 1")
    request = asking("tie_marks", run=changed, measures=["AP"])
    request["run"]["revision"] = 2
    assert ask(bridge, request) == {"ok": {"marks": []}}


def test_marks_are_the_means_whose_range_shows_at_four_decimals() -> None:
    found = answered(Bridge(), "tie_marks", measures=["P@1", "AP", "R@3"])["marks"]
    # Half of AP's range for q1, and half of 0.5 for q2.
    (mark,) = found
    assert mark == {
        "measure": "AP",
        "lowest": ((1 + 2 / 3) / 2 + 0.5) / 2,
        "highest": (1 + 0.5) / 2,
    }


def test_a_measure_of_ones_own_is_proved_with_what_it_was_given() -> None:
    code = {"text": OWN.format("query.num_rel_ret / 4"), "revision": 1, "wheels": []}
    made = answered(Bridge(), "explain", measure="own", query="q1", code=code)
    assert made["value"] == made["lines"][-1]["value"] == 0.5
    given = dict(made["tables"][1]["rows"])
    assert made["tables"][1]["title"] == "What the measure was given"
    assert given["relevances"] == "[1, 1, 0]"
    assert (given["num_rel"], given["num_ret"], given["rel_levels"]) == ("2", "3", "{0: 1, 1: 2}")
    assert answered(Bridge(), "explain", measure="own", code=code)["value"] == (0.5 + 0.25) / 2


def test_a_measure_that_fails_has_a_proof_that_says_so_and_on_what() -> None:
    code = {"text": OWN.format("1 / (query.num_ret - 3)"), "revision": 1, "wheels": []}
    failed = answered(Bridge(), "explain", measure="own", query="q1", code=code)
    assert failed["value"] is None
    assert failed["lines"] == []
    assert failed["notes"][0] == "The measure failed on this query and has no value here."
    assert failed["code"]["errors"][0]["message"] == "ZeroDivisionError: division by zero"
    mean = answered(Bridge(), "explain", measure="own", code=code)
    assert mean["value"] is None
    assert "The measure failed on 1 query, so it has no mean." in mean["notes"]
    assert mean["tables"][0]["rows"][0][-1] is None


def test_code_that_defines_the_measure_no_more_is_an_error_of_the_measure() -> None:
    code = {"text": "1 / 0", "revision": 1, "wheels": []}
    error = ask(Bridge(), asking("explain", measure="own", query="q1", code=code))["error"]
    assert error["kind"] == "setting"
    assert "defines no measure 'own' now" in error["message"]
    assert "ZeroDivisionError" in error["hint"]


def test_what_cannot_be_asked_is_refused(file: Path) -> None:
    for action in ("explain", "bounds", "tie_marks"):
        assert ask(Bridge(), asking(action, measure="AP", measures=["AP"], run="{"))["error"]["kind"] == "input"
        assert ask(Bridge(), {**asking(action, measure="AP"), "run": None})["error"]["kind"] == "setting"
    assert ask(Bridge(), asking("bounds", measure="AP", query="q9"))["error"]["kind"] == "setting"
    assert ask(Bridge(), asking("bounds", file, measure="AP", query="q9"))["error"]["kind"] == "setting"
    file.write_text("q1 Q0 a 1 x r\n")
    assert ask(Bridge(), asking("explain", file, measure="AP", query="q1"))["error"]["kind"] == "input"


def test_the_marks_of_two_real_runs(shared: Path) -> None:
    folder = shared / "data" / "robust03"
    if not folder.is_dir():
        pytest.skip("the robust03 runs are not here")

    def marks(name: str) -> list[Json]:
        request = asking("tie_marks", folder / f"{name}.run.gz", measures=["AP"])
        request["judgements"] = {"id": "judgements", "revision": 1, "name": "", "path": str(folder / "qrels.txt.gz")}
        found: list[Json] = ask(Bridge(), request)["ok"]["marks"]
        return found

    (mark,) = marks("rutcor03100")
    # Of all orders, as given with the data.
    assert (round(mark["lowest"], 4), round(mark["highest"], 4)) == (0.0416, 0.1372)
    assert marks("uic0301") == []
