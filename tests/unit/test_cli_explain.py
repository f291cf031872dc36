"""The commands `explain` and `conventions`, the bridge's actions of these names, and what both refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rankproof.bridge import Bridge
from rankproof.cli import main
from rankproof.measures import MEASURES
from rankproof.names import parse_measures
from rankproof.proof.explain import explain
from rankproof.proof.printed import FORMATS
from rankproof.proof.working import as_json
from rankproof.settings import Settings
from tests.unit import helpers
from tests.unit.test_measure_laws import NAMES

Captured = pytest.CaptureFixture[str]

# Wikipedia's graded list: 3, 2, 3, 0, 1, 2 and two more judged documents, 3 and 2.
GRADES = {"d1": 3, "d2": 2, "d3": 3, "d4": 0, "d5": 1, "d6": 2, "d7": 3, "d8": 2}
QRELS = "".join(f"q1 0 {document} {grade}\n" for document, grade in GRADES.items()) + "q2 0 x 1\n"
RUN = "".join(f"q1 Q0 d{rank} {rank} {10 - rank} t\n" for rank in range(1, 7)) + "q1 Q0 new 7 1 t\nq2 Q0 x 1 1 t\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("qrels.txt").write_text(QRELS, encoding="utf-8")
    Path("run.txt").write_text(RUN, encoding="utf-8")


def output(capsys: Captured, command: str, *arguments: str) -> str:
    assert main([command, "qrels.txt", "run.txt", *arguments]) == 0
    return capsys.readouterr().out


def test_the_proof_of_wikipedias_ndcg_shows_both_rankings_and_the_division(capsys: Captured) -> None:
    # DCG 3 + 2/1.585 + 3/2 + 0 + 1/2.585 + 2/2.807 = 6.861; ideal 3, 3, 3, 2, 2, 2: 8.740; 0.785.
    text = output(capsys, "explain", "-m", "nDCG@6", "--query", "q1")
    lines = text.splitlines()
    assert lines[0] == "nDCG@6 of query q1"
    assert "Ranking" in lines
    assert "Ideal ranking" in lines
    (dcg,) = [line for line in lines if line.startswith("DCG@6 =")]
    assert dcg == "DCG@6 = 3 / log₂(2) + 2 / log₂(3) + 3 / log₂(4) + 1 / log₂(6) + 2 / log₂(7) = 6.8611"
    (last,) = [line for line in lines if line.startswith("nDCG@6 =")]
    assert last.endswith("= 0.7850")


def test_the_json_of_a_proof_holds_rows_lines_and_the_value(capsys: Captured) -> None:
    made: dict[str, Any] = json.loads(output(capsys, "explain", "-m", "AP", "--query", "q1", "--format", "json"))
    ranking = made["tables"][0]
    assert ranking["columns"][:5] == ["Rank", "Document", "Score", "Grade", "Relevant"]
    # At rank 5 the fourth relevant document: 4/5, sum 1 + 1 + 1 + 0.8.
    assert ranking["rows"][4] == [5, "d5", 5.0, 1, "yes", 4, 0.8, 3.8]
    # 10 - rank is the score but for "new", whose row has 1: it stands last, unjudged.
    assert ranking["rows"][6][:5] == [7, "new", 1.0, "unjudged", ""]
    # AP: (1 + 1 + 1 + 4/5 + 5/6) / 7.
    assert made["lines"][-1]["expression"] == "(1 / 1 + 2 / 2 + 3 / 3 + 4 / 5 + 5 / 6) / 7"
    assert made["value"] == made["lines"][-1]["value"] == pytest.approx(0.661905, abs=5e-7)


def test_without_a_query_the_mean_is_worked(capsys: Captured) -> None:
    # (0.661905 + 1) / 2.
    text = output(capsys, "explain", "-m", "AP")
    assert "MAP = (0.6619 + 1) / 2 = 0.8310" in text.splitlines()
    assert "Means over 2 queries" in text


def test_a_sum_and_a_geometric_mean_are_worked(capsys: Captured) -> None:
    assert "Retrieved = 7 + 1 = 8" in output(capsys, "explain", "-m", "num_ret").splitlines()
    # The square root of 0.661905.
    assert "GMAP = exp(((-0.4126) + 0) / 2) = 0.8136" in output(capsys, "explain", "-m", "gm_map").splitlines()


def test_a_query_that_was_not_judged_and_a_name_of_several_measures_are_refused(capsys: Captured) -> None:
    assert main(["explain", "qrels.txt", "run.txt", "-m", "AP", "--query", "q9"]) == 2
    assert "there is no judged query 'q9'; the judged queries are q1, q2" in capsys.readouterr().err
    assert main(["explain", "qrels.txt", "run.txt", "-m", "P"]) == 2
    assert "'P' stands for 9 measures" in capsys.readouterr().err


@pytest.mark.parametrize("form", FORMATS)
def test_every_measure_prints_in_every_form_and_its_mathml_is_well_formed(form: str) -> None:
    qrels, run = helpers.judgements(QRELS), helpers.results(RUN)
    for one in parse_measures(NAMES, Settings()):
        proof = explain(qrels, run, "q1", one, Settings())
        assert one.label in FORMATS[form](proof)
        for line in as_json(proof)["lines"]:
            ElementTree.fromstring(line["mathml"])


def test_a_long_ranking_shows_what_matters_and_counts_the_rest() -> None:
    rows = "".join(f"q Q0 d{rank} {rank} {2000 - rank} t\n" for rank in range(1, 1001))
    qrels, run = helpers.judgements("q 0 d500 1\nq 0 d900 0\n"), helpers.results(rows)
    (one,) = parse_measures(["AP"], Settings())
    (table,) = explain(qrels, run, "q", one, Settings()).tables
    assert [row[0] for row in table.rows] == [*range(1, 11), 500, 900]
    assert table.left_out == "988 more results are not shown, none of them judged."


def test_conventions_prints_reasons_ties_and_interpolated_precision(capsys: Captured) -> None:
    # The second worked query: relevant at 2, 5, 8 of three. Textbook 0.5 to level 0.3, trec_eval to 0.4.
    Path("qrels.txt").write_text("".join(f"q 0 d{rank} 1\n" for rank in (2, 5, 8)), encoding="utf-8")
    Path("run.txt").write_text("".join(f"q Q0 d{rank} {rank} {9 - rank} t\n" for rank in range(1, 9)), encoding="utf-8")
    text = output(capsys, "conventions", "-m", "AP", "--interpolated", "--format", "markdown")
    lines = text.splitlines()
    assert [line for line in lines if line.startswith("## ")] == [
        "## Conventions", "## Ties", "## Unjudged", "## Interpolated precision",
    ]  # fmt: skip
    assert "| 0.4 | 0.4000 | 0.5000 |" in lines
    assert "| mean | 0.4273 | 0.4409 |" in lines


def test_the_json_of_conventions_has_rows_ties_and_unjudged(capsys: Captured) -> None:
    made = json.loads(output(capsys, "conventions", "-m", "AP", "-m", "P@5", "--format", "json"))
    for part in ("conventions", "ties", "unjudged"):
        assert [row["measure"] for row in made[part]] == ["AP", "P@5"]


def asked(action: str, **more: object) -> dict[str, Any]:
    request = {
        "action": action,
        "judgements": {"id": "judgements", "text": QRELS},
        "run": {"id": "run-1", "text": RUN},
        **more,
    }
    answer: dict[str, Any] = json.loads(Bridge().handle(json.dumps(request)))
    return answer


def test_the_bridge_answers_what_the_commands_print(capsys: Captured) -> None:
    printed = json.loads(output(capsys, "explain", "-m", "AP", "--query", "q1", "--format", "json"))
    assert asked("explain", measure="AP", query="q1") == {"ok": printed}
    assert asked("explain", measure="AP")["ok"] == json.loads(output(capsys, "explain", "-m", "AP", "--format", "json"))
    both = json.loads(output(capsys, "conventions", "-m", "AP", "--format", "json"))
    assert asked("conventions", measures=["AP"])["ok"]["rows"] == both["conventions"]
    ranges = asked("ranges", measures=["AP"])["ok"]
    assert ranges["unjudged"] == both["unjudged"]
    for brief, whole in zip(ranges["ties"], both["ties"], strict=True):
        # The page is sent only the queries whose range can be seen.
        assert brief.pop("open") == len(brief["queries"])
        assert brief["queries"] == {query: one for query, one in whole["queries"].items() if one["matters"]}
        assert {**brief, "queries": whole["queries"]} == whole


def test_the_bridge_refuses_what_cannot_be_proved() -> None:
    assert asked("explain", measure="AP", query="q9")["error"]["kind"] == "setting"
    assert asked("explain", measure="P")["error"]["kind"] == "setting"
    assert asked("ranges", measures=["AP"], run=None)["error"]["kind"] == "setting"
    assert asked("ranges", measures=["AP"], run={"id": "run-1", "text": "{"})["error"]["kind"] == "input"


def test_every_row_is_among_the_proofs_that_are_printed() -> None:
    assert {one.definition.name for one in parse_measures(NAMES, Settings())} == {row.name for row in MEASURES}


def test_a_ranking_is_cut_at_k_and_says_how_much_is_below() -> None:
    rows = "".join(f"q Q0 d{rank} {rank} {2000 - rank} t\n" for rank in range(1, 1001))
    qrels, run = helpers.judgements("q 0 d3 1\nq 0 d500 1\nq 0 d900 0\n"), helpers.results(rows)
    for one in parse_measures(["nDCG@5", "P@5", "RR@5", "AP@5", "Judged@5", "ERR@5", "RBP@5"], Settings()):
        table = explain(qrels, run, "q", one, Settings()).tables[0]
        assert [row[0] for row in table.rows] == [1, 2, 3, 4, 5]
        assert table.left_out == "995 more results below rank 5 are not shown, 1 of them relevant, 2 judged."


@pytest.mark.parametrize("name", ["IPrec@0.4", "iprec_textbook.0.4", "11pt_avg"])
def test_a_proof_of_interpolated_precision_has_both_forms(name: str) -> None:
    # Relevant at 2, 5, 8 of three: textbook 1/2 to level 0.3, 2/5 to 0.6, 3/8 after; trec_eval 1/2 to 0.4, 2/5 to 0.8.
    qrels = helpers.judgements("".join(f"q 0 d{rank} 1\n" for rank in (2, 5, 8)))
    run = helpers.results("".join(f"q Q0 d{rank} {rank} {9 - rank} t\n" for rank in range(1, 9)))
    (one,) = parse_measures([name], Settings())
    forms = explain(qrels, run, "q", one, Settings()).tables[1]
    assert forms.columns == ["Recall", "Textbook", "trec_eval"]
    assert [row[0] for row in forms.rows] == [*(f"{level / 10:.1f}" for level in range(11)), "mean"]
    assert [row[1] for row in forms.rows[:11]] == [0.5] * 4 + [0.4] * 3 + [0.375] * 4
    assert [row[2] for row in forms.rows[:11]] == [0.5] * 5 + [0.4] * 4 + [0.375] * 2
    assert [round(float(value or 0), 3) for value in forms.rows[11][1:]] == [0.427, 0.441]


def test_names_that_look_like_markup_are_text_in_mathml() -> None:
    (one,) = parse_measures(["AP"], Settings())
    qrels, run = helpers.judgements("<q> 0 <b>&x 1\n"), helpers.results("<q> Q0 <b>&x 1 1 t\n")
    proof = explain(qrels, run, "<q>", one, Settings())
    assert proof.tables[0].rows[0][1] == "<b>&x"
    for line in as_json(proof._replace(lines=[("<img>&", proof.lines[-1][1])]))["lines"]:
        root = ElementTree.fromstring(line["mathml"])
        assert {element.tag for element in root.iter()} <= {"math", "mrow", "mi", "mn", "mo", "mfrac", "mtext"}
        assert "".join(root.itertext()).startswith("<img>&=")
