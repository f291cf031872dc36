"""Our numbers on small problems of our own are those of trec_eval 10.0, exactly as printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rankproof import InputError, evaluate
from tests.golden.trec_output import WITH_CUTOFF, Options, lines_of, scored_as

PROBLEMS: dict[str, dict[str, Any]] = {
    problem["name"]: problem
    for problem in json.loads((Path(__file__).parent / "synthetic.json").read_text(encoding="utf-8"))["problems"]
}

BOTH: dict[str, object] = {"preset": "trec-eval"}
ALL: dict[str, object] = {"preset": "trec-eval-c"}

OPTION_SETS = {
    "-q -m all_trec": Options(BOTH),
    "-q -c -m all_trec": Options(ALL),
    "-q -J -m all_trec": Options({**BOTH, "unjudged": "removed"}),
    "-q -l 2 -m all_trec": Options({**BOTH, "relevant_from": 2}),
    "-q -M 3 -m all_trec": Options({**BOTH, "depth": 3}),
    "-m official": Options(BOTH, queries=False),
    "-m official -c -M 5": Options({**ALL, "depth": 5}, queries=False),
    "-m set -q": Options(BOTH),
    "-q -m ndcg_cut.1,3,7 -m P.1,3,7 -m recall.1,3,7 -m success.1,3 -m map_cut.2,4": Options(BOTH),
    "-n -q -m map -m recip_rank -m bpref": Options(BOTH, means=False),
    "-q -N 50 -m all_trec": Options(BOTH),  # -N matters to none of our measures
}

OTHER_MEASURES = (
    "-q -m iprec_at_recall.0.1,0.35,0.5,1.0 -m 11pt_avg.0.25,0.5,0.75",
    "-q -m utility.2,-1,0.5,0 -m Rprec_mult.0.5,1.5 -m set_F.0.5,2",
    "-q -m rbp.p=0.5 -m rbp_resid.p=0.5 -m unj.1,3,10",
)
"""Option sets that print none of the measures implemented so far."""

GAINS = "-q -m ndcg.1=3.5,2=9,3=4"

REFUSED = {
    "scores-as-text": "0x10 is a score to C's atof; we read decimal numbers only and say so",
    "short-line": "a run line of five fields: refused by both",
}
MENDED = {"duplicate-document": "trec_eval refuses it; we count a document at its first rank and warn"}

COMPARED = [name for name in PROBLEMS if name not in REFUSED and name not in MENDED]


def test_every_option_set_of_the_reference_is_compared_or_named_as_another_measures() -> None:
    known = {*OPTION_SETS, *OTHER_MEASURES, GAINS}
    assert all(problem["trec_eval"].keys() == known for problem in PROBLEMS.values())
    assert all(answer["exit"] == 0 for name in COMPARED for answer in PROBLEMS[name]["trec_eval"].values())


@pytest.mark.parametrize("options", OPTION_SETS)
@pytest.mark.parametrize("name", COMPARED)
def test_prints_what_trec_eval_prints(name: str, options: str) -> None:
    problem = PROBLEMS[name]
    expected = lines_of(problem["trec_eval"][options]["stdout"])
    assert expected
    got = scored_as(expected, problem["qrels"], problem["run"], OPTION_SETS[options])
    assert got.keys() == expected.keys()
    assert got == expected


@pytest.mark.parametrize("name", COMPARED)
def test_a_gain_for_each_grade_gives_trec_evals_ndcg(name: str) -> None:
    problem = PROBLEMS[name]
    lines = problem["trec_eval"][GAINS]["stdout"].splitlines()
    expected = {query: value for _, query, value in (line.split("\t") for line in lines)}
    result = evaluate(problem["qrels"], problem["run"], ["ndcg"], preset="trec-eval", gain="1=3.5,2=9,3=4")
    got = {query: f"{values['ndcg']:.4f}" for query, values in result.items()}
    got["all"] = f"{result.aggregate()['ndcg']:.4f}"
    assert got.keys() == expected.keys()
    assert got == expected


def test_every_family_with_cut_offs_is_among_the_compared_lines() -> None:
    lines = lines_of(PROBLEMS["plain"]["trec_eval"]["-q -m all_trec"]["stdout"])
    families = {name.rpartition("_")[0] for name, _ in lines}
    assert families >= set(WITH_CUTOFF)


def test_a_hexadecimal_score_is_refused_by_line_and_its_decimal_gives_trec_evals_numbers() -> None:
    problem = PROBLEMS["scores-as-text"]
    with pytest.raises(InputError) as caught:
        evaluate(problem["qrels"], problem["run"])
    assert caught.value.line == 4
    assert "0x10" in caught.value.message
    expected = lines_of(problem["trec_eval"]["-q -m all_trec"]["stdout"])
    run = problem["run"].replace("0x10", "16")
    assert scored_as(expected, problem["qrels"], run, OPTION_SETS["-q -m all_trec"]) == expected


def test_a_run_line_without_its_tag_is_refused_as_trec_eval_refuses_it() -> None:
    problem = PROBLEMS["short-line"]
    assert {answer["exit"] for answer in problem["trec_eval"].values()} == {2}
    with pytest.raises(InputError) as caught:
        evaluate(problem["qrels"], problem["run"])
    assert caught.value.line == 1
    assert "5 columns" in caught.value.message


def test_a_document_listed_twice_counts_once_where_trec_eval_refuses_the_run() -> None:
    problem = PROBLEMS["duplicate-document"]
    assert {answer["exit"] for answer in problem["trec_eval"].values()} == {4}
    result = evaluate(problem["qrels"], problem["run"], ["num_ret", "map", "P_5"])
    # One document, relevant, at rank 1: AP = 1/1, P@5 = 1/5.
    assert result["q1"] == {"num_ret": 1, "map": 1.0, "P_5": 0.2}
