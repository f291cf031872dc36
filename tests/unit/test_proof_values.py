"""The last line of every proof is the score, for every measure of the table on every golden problem."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rankproof import InputError
from rankproof.measures import MEASURES
from rankproof.names import parse_measures
from rankproof.proof.explain import explain
from rankproof.proof.means import explain_mean
from rankproof.proof.table import EXPLAINERS
from rankproof.scoring import score
from rankproof.settings import make_settings
from tests.unit import helpers
from tests.unit.test_measure_laws import NAMES

GOLDEN = Path(__file__).parents[1] / "golden" / "synthetic.json"
PROBLEMS: dict[str, dict[str, Any]] = {
    problem["name"]: problem for problem in json.loads(GOLDEN.read_text(encoding="utf-8"))["problems"]
}
REFUSED = ("scores-as-text", "short-line")
"""Runs that are refused: nothing is scored, so nothing is to be proved."""

SETTINGS: dict[str, dict[str, object]] = {
    "as they are": {"queries": "all"},
    "other choices": {"queries": "all", "gain": "exponential", "relevant_from": 2, "unjudged": "removed", "depth": 4},
    "a gain for each grade": {"queries": "all", "gain": "1=-0.5,2=9,3=4", "ties": "docno-asc"},
}
MORE = ["AP(rel=2)", "P(judged_only=True)@3", "Compat(p=0.8,normalize=False)", "RBP(rel=1)@4", "utility.2,-1,0.5,1"]


def test_every_row_of_the_table_has_a_working_of_its_own_and_no_other_has() -> None:
    assert EXPLAINERS.keys() == {row.name for row in MEASURES}


@pytest.mark.parametrize("chosen", SETTINGS)
@pytest.mark.parametrize("name", [name for name in PROBLEMS if name not in REFUSED])
def test_the_last_line_of_a_proof_is_the_score(name: str, chosen: str) -> None:
    settings = make_settings(SETTINGS[chosen])
    qrels, run = helpers.judgements(PROBLEMS[name]["qrels"]), helpers.results(PROBLEMS[name]["run"])
    asked = parse_measures([*NAMES, *MORE], settings)
    result = score(qrels, run, asked, settings)
    proved = {
        (one.name, query): explain(qrels, run, query, one, settings).lines[-1][1].value
        for one in asked
        for query in result
    }
    scored = {
        (one.name, row.query): value
        for one, column in zip(asked, result.columns, strict=True)
        for row, value in zip(result.rows, column, strict=True)
    }
    assert proved == scored


@pytest.mark.parametrize("queries", ["relevant", "all", "both"])
@pytest.mark.parametrize("name", [name for name in PROBLEMS if name not in REFUSED])
def test_the_last_line_of_a_means_proof_is_the_mean(name: str, queries: str) -> None:
    settings = make_settings({"queries": queries})
    qrels, run = helpers.judgements(PROBLEMS[name]["qrels"]), helpers.results(PROBLEMS[name]["run"])
    asked = parse_measures([*NAMES, *MORE], settings)
    result = score(qrels, run, asked, settings)
    proved = [explain_mean(result, position).lines[-1][1].value for position in range(len(asked))]
    assert proved == result.mean_values


@pytest.mark.parametrize("name", REFUSED)
def test_only_problems_that_are_refused_are_left_out(name: str) -> None:
    with pytest.raises(InputError):
        helpers.results(PROBLEMS[name]["run"])
