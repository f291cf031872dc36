"""Each column of the table of conventions that says it is tested, against the tool itself."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import ir_measures
import pytest
from ir_measures.bin import msmarco_eval
from sklearn.metrics import ndcg_score

from rankproof import Settings
from rankproof.names import parse_measures
from rankproof.proof.conventions import conventions
from rankproof.proof.tools import CONVENTIONS, TESTED
from tests.golden.test_synthetic import COMPARED, PROBLEMS
from tests.golden.trec_output import lines_of
from tests.unit import helpers
from tests.unit.test_conventions import SUMMED, TREC, Qrels, Run, cell, problem, rows_of

ROUNDED = 5.1e-6
"""gdeval prints five decimals of each query."""

SEEDS = range(6)


def numbered(seed: int) -> tuple[Qrels, Run]:
    """The problem with numbers for queries, which gdeval wants."""
    qrels, run = problem(seed)
    names = {query: str(number) for number, query in enumerate(qrels, 1)}
    return {names[q]: held for q, held in qrels.items()}, {names[q]: held for q, held in run.items()}


def column(name: str, qrels: Qrels, run: Run, measures: list[str]) -> dict[str, float | None]:
    """The values of a column, by the measures as spelled."""
    return {row.one.name: cell(row, name).value for row in rows_of(qrels, run, measures, Settings())}


def test_every_column_but_our_own_is_tested() -> None:
    assert {one.name for one in CONVENTIONS if one.status == TESTED} == {
        *("trec_eval", "trec_eval_c", "ir_measures", "pytrec_eval", "ranx", "gdeval", "scikit_learn", "ms_marco")
    }


@pytest.mark.skipif(not shutil.which("perl"), reason="gdeval is written in Perl, which is not here")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_column_of_gdeval_is_the_mean_of_what_gdeval_prints(seed: int) -> None:
    # The script as ir_measures has it prints queries only; gdeval's own last line is the mean of those.
    qrels, run = numbered(seed)
    names = {"nDCG@5": "nDCG(dcg='exp-log2')@5", "ERR@5": "ERR@5"}
    gdeval = ir_measures.providers.registry["gdeval"]
    for ours, theirs in names.items():
        found = gdeval.evaluator([ir_measures.parse_measure(theirs)], qrels)._iter_calc(run)
        values = [one.value for one in found]
        assert len(values) == 4  # one query has no relevant document, one no results
        expected = sum(values) / len(values)
        assert column("gdeval", qrels, run, [ours])[ours] == pytest.approx(expected, abs=ROUNDED)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_column_of_ms_marco_is_what_its_script_gives(seed: int) -> None:
    # The script takes rankings as lists and divides by the number of queries with a relevant passage.
    qrels, run = problem(seed)
    relevant = {q: [d for d, grade in held.items() if grade > 0] for q, held in qrels.items()}
    relevant = {query: documents for query, documents in relevant.items() if documents}
    ranked = {query: sorted(held, key=lambda d, held=held: -held[d]) for query, held in run.items()}  # type: ignore[misc]
    script: Any = msmarco_eval
    values = script.compute_metrics(relevant, ranked)["MRR @10 by query"].values()
    expected = sum(values) / len(relevant)
    for name in ("RR", "RR@10", "RR@5"):
        assert column("ms_marco", qrels, run, [name])[name] == pytest.approx(expected, abs=SUMMED)


@pytest.mark.parametrize("seed", SEEDS)
def test_rr_with_a_cutoff_is_what_ir_measures_gives(seed: int) -> None:
    qrels, run = problem(seed)
    names = ["RR@1", "RR@2", "RR@5", "RR@10"]
    theirs = ir_measures.calc_aggregate([ir_measures.parse_measure(name) for name in names], qrels, run)
    expected = {str(measure): value for measure, value in theirs.items()}
    assert column("ir_measures", qrels, run, names) == pytest.approx(expected, abs=SUMMED)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("k", [1, 3, 5, None])
def test_the_column_of_scikit_learn_is_what_ndcg_score_gives(seed: int, k: int | None) -> None:
    qrels, run = problem(seed)
    values = []
    for query, held in run.items():
        grades = [qrels[query].get(document, 0) for document in held]
        values.append(ndcg_score([grades], [list(held.values())], k=k))
    name = "nDCG" if k is None else f"nDCG@{k}"
    expected = sum(values) / len(values)
    assert column("scikit_learn", qrels, run, [name])[name] == pytest.approx(expected, abs=SUMMED)


RANX = {
    "P@5": "precision@5",
    "R@5": "recall@5",
    "AP": "map",
    "AP@10": "map@10",
    "RR": "mrr",
    "RR@5": "mrr@5",
    "nDCG": "ndcg",
    "nDCG@5": "ndcg@5",
    "P@20": "precision@20",
}
"""Our names and ranx's."""


def long(seed: int) -> tuple[Qrels, Run]:
    """Three queries of forty results without equal scores: there numba's quicksort would leave them as it likes."""
    draw = random.Random(seed)
    documents = [f"d{number:02}" for number in range(60)]
    qrels = {q: {d: draw.choice([0, 1, 2, 3]) for d in draw.sample(documents, 20)} for q in "abc"}
    run = {q: {d: draw.random() for d in draw.sample(documents, 40)} for q in "abc"}
    return qrels, run


def by_ranx(what: str, given: object, **env: str) -> Any:
    """What ranx says in a process of its own: numba warns, and sorts otherwise where it does not compile."""
    script = Path(__file__).with_name("ranx_means.py")
    command = [sys.executable, str(script), what]
    said = subprocess.run(
        command, input=json.dumps(given), capture_output=True, text=True, check=True, env={**os.environ, **env}
    )
    return json.loads(said.stdout)


def test_ranx_leaves_equal_scores_of_short_lists_as_given() -> None:
    scores = [list(held.values()) for seed in SEEDS for held in problem(seed)[1].values()]
    expected = [sorted(range(len(each)), key=lambda at, each=each: -each[at]) for each in scores]  # type: ignore[misc]
    assert by_ranx("order", scores) == expected


def test_the_column_of_ranx_is_what_ranx_gives() -> None:
    problems = [*(problem(seed) for seed in SEEDS), *(long(seed) for seed in SEEDS)]
    asked = [[qrels, run, list(RANX.values())] for qrels, run in problems]
    for (qrels, run), theirs in zip(problems, by_ranx("means", asked, NUMBA_DISABLE_JIT="1"), strict=True):
        expected = {ours: theirs[name] for ours, name in RANX.items()}
        assert column("ranx", qrels, run, list(RANX)) == pytest.approx(expected, abs=SUMMED)


@pytest.mark.parametrize("problem", [PROBLEMS[name] for name in COMPARED], ids=COMPARED)
@pytest.mark.parametrize(("name", "options"), [("trec_eval", "-q -m all_trec"), ("trec_eval_c", "-q -c -m all_trec")])
def test_the_columns_of_trec_eval_are_what_it_printed(name: str, options: str, problem: dict[str, Any]) -> None:
    printed = lines_of(problem["trec_eval"][options]["stdout"])
    expected = {key: value for (key, query), value in printed.items() if query == "all" and key in TREC}
    yours = Settings(ties="number-asc", queries="relevant")
    asked = parse_measures(list(expected), yours)
    rows = conventions(helpers.judgements(problem["qrels"]), helpers.results(problem["run"]), asked, yours)
    assert {row.one.key: f"{cell(row, name).value:.4f}" for row in rows} == expected
