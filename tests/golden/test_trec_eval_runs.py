"""Our numbers are those of trec_eval 10.0's own regression runs; they are read from ../shared, where they lie."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rankproof import evaluate
from tests.golden.trec_output import Lines, Options, lines_of, scored_as

BOTH: dict[str, object] = {"preset": "trec-eval"}
ALL: dict[str, object] = {"preset": "trec-eval-c"}

RUNS = {
    "qrels.test results.test": Options(BOTH, queries=False),
    "qrels.test.with-comments results.test": Options(BOTH, queries=False),
    "qrels.comment.test results.comment.test": Options(BOTH, queries=False),
    "-m all_trec qrels.test results.test": Options(BOTH, queries=False),
    "-m all_trec -q qrels.test results.test": Options(BOTH),
    "-m all_trec -q -c qrels.test results.trunc": Options(ALL),
    "-m all_trec -q -c -M100 qrels.test results.trunc": Options({**ALL, "depth": 100}),
    "-m all_trec -mrelstring.20 -q -l2 qrels.rel_level results.test": Options({**BOTH, "relevant_from": 2}),
    "-q -m all_trec -Z zscores_file qrels.test results.test": None,
}
"""Arguments -> the same as settings; None where no setting can express them."""

OTHER_INPUTS = ("-R prefs", "-R qrels_prefs", "-R qrels_jg")
"""Runs with these read forms of judgements that are not read yet."""

PARAMETERS = (
    "-q -miprec_at_recall..10,.20,.25,.75,.50 -m P.5,7,3 -m recall.20,2000 -m Rprec_mult.5.0,0.2,0.35 "
    "-mutility.2,-1,0,0 -m 11pt_avg..25,.5,.75 -mndcg.1=3,2=9,4=4.5 -mndcg_cut.10,20,23.4 -msuccess.2,5,20 "
    "qrels.test results.test"
)


@pytest.fixture
def folder(shared: Path) -> Path:
    return shared / "golden" / "trec_eval-10"


def expected_of(folder: Path, arguments: str) -> Lines:
    runs = json.loads((folder / "runs.json").read_text(encoding="utf-8"))["runs"]
    (name,) = [run["expected"] for run in runs if run["arguments"] == arguments]
    return lines_of((folder / name).read_text(encoding="utf-8"))


def test_every_regression_run_is_compared_or_named(folder: Path) -> None:
    runs = json.loads((folder / "runs.json").read_text(encoding="utf-8"))["runs"]
    others = {run["arguments"] for run in runs} - RUNS.keys() - {PARAMETERS}
    assert all(any(option in arguments for option in OTHER_INPUTS) for arguments in others)


@pytest.mark.parametrize("arguments", [arguments for arguments, options in RUNS.items() if options])
def test_prints_what_trec_eval_prints(folder: Path, arguments: str) -> None:
    options = RUNS[arguments]
    assert options is not None
    expected = expected_of(folder, arguments)
    qrels, run = arguments.split()[-2:]
    got = scored_as(expected, folder / qrels, folder / run, options)
    assert got.keys() == expected.keys()
    assert got == expected


def test_chosen_cut_offs_and_gains_print_what_trec_eval_prints(folder: Path) -> None:
    lines = expected_of(folder, PARAMETERS)
    # trec_eval reads the cut-off 23.4 as 23 and prints ndcg_cut_23.
    assert {name for name, _ in lines} == {
        *("P_3", "P_5", "P_7", "recall_20", "recall_2000", "ndcg_cut_10", "ndcg_cut_20", "ndcg_cut_23"),
        *("success_2", "success_5", "success_20"),
    }
    got = scored_as(lines, folder / "qrels.test", folder / "results.test", Options(BOTH))
    assert got.keys() == lines.keys()
    assert got == lines

    # The same run asks for ndcg with gains for some grades, and names the line after them.
    output = (folder / "out.test.meas_params").read_text(encoding="utf-8")
    (gains,) = {line.split("\t")[0] for line in output.splitlines() if line.startswith("ndcg_1=")}
    assert gains == "ndcg_1=3,2=9,4=4.5    "
    expected = dict(line.split("\t")[1:] for line in output.splitlines() if line.startswith(gains))
    result = evaluate(folder / "qrels.test", folder / "results.test", ["ndcg"], gain="1=3,2=9,4=4.5", **BOTH)
    values = {**{query: scores["ndcg"] for query, scores in result.items()}, "all": result.aggregate()["ndcg"]}
    assert {query: f"{value:6.4f}" for query, value in values.items()} == expected
