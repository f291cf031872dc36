"""The table of conventions: each column against its tool, and why a value differs."""

from __future__ import annotations

import random

import ir_measures
import pytest
import pytrec_eval

from rankproof import Settings, evaluate
from rankproof.names import parse_measures
from rankproof.proof.conventions import Cell, Row, conventions
from rankproof.proof.tools import CONVENTIONS
from rankproof.proof.unjudged import unjudged
from rankproof.settings import make_settings
from tests.unit import helpers

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]

SUMMED = 1e-12
"""The tools add queries in another order."""


def problem(seed: int) -> tuple[Qrels, Run]:
    """Six judged queries with many ties, some of 32 bits only; one has no relevant document, one no results."""
    draw = random.Random(seed)
    qrels: Qrels = {}
    run: Run = {}
    for query in "abcdef":
        documents = [f"d{number:02}" for number in range(15)]
        qrels[query] = {document: draw.choice([0, 0, 1, 2]) for document in draw.sample(documents, 9)}
        scores = [0.5, 0.5 + 1e-9, 1.0, 1.0 + 1e-9, 2.0]
        run[query] = {document: draw.choice(scores) for document in draw.sample(documents, 12)}
        if query == "c":
            qrels[query] = dict.fromkeys(qrels[query], 0)
    del run["e"]
    return qrels, run


def rows_of(qrels: Qrels, run: Run, names: list[str], chosen: Settings) -> list[Row]:
    """The table for mappings."""
    judged = "".join(f"{query} 0 {doc} {grade}\n" for query, held in qrels.items() for doc, grade in held.items())
    ranked = "".join(f"{query} Q0 {doc} 0 {score!r} t\n" for query, held in run.items() for doc, score in held.items())
    return conventions(helpers.judgements(judged), helpers.results(ranked), parse_measures(names, chosen), chosen)


def cell(row: Row, name: str) -> Cell:
    """The cell of this convention."""
    (found,) = [cell for cell in row.cells if cell.convention.name == name]
    return found


TREC = ["map", "P_5", "recall_5", "ndcg_cut_5", "ndcg", "recip_rank", "Rprec", "bpref", "map_cut_10", "success_5"]


@pytest.mark.parametrize("seed", range(4))
def test_the_column_of_pytrec_eval_is_what_pytrec_eval_gives(seed: int) -> None:
    qrels, run = problem(seed)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures).evaluate(run)
    for row in rows_of(qrels, run, TREC, Settings()):
        values = [values[row.one.key] for values in theirs.values()]
        assert cell(row, "pytrec_eval").value == pytest.approx(sum(values) / len(values), abs=SUMMED), row.one.name


@pytest.mark.parametrize("seed", range(4))
def test_the_column_of_ir_measures_is_what_ir_measures_gives(seed: int) -> None:
    qrels, run = problem(seed)
    names = ["AP", "P@5", "R@5", "nDCG@5", "nDCG", "RR", "Rprec", "Bpref", "AP@10", "Success@5", "SetP", "infAP"]
    theirs = ir_measures.calc_aggregate([ir_measures.parse_measure(name) for name in names], qrels, run)
    values = {str(measure): value for measure, value in theirs.items()}
    for row in rows_of(qrels, run, names, Settings()):
        assert cell(row, "ir_measures").value == pytest.approx(values[row.one.name], abs=SUMMED), row.one.name


@pytest.mark.parametrize(
    ("name", "preset"), [("trec_eval", "trec-eval"), ("trec_eval_c", "trec-eval-c"), ("article", "article")]
)
def test_a_column_with_a_preset_is_that_preset(name: str, preset: str) -> None:
    qrels, run = problem(1)
    expected = evaluate(qrels, run, TREC, preset=preset).aggregate()
    chosen = make_settings({"gain": "exponential", "ties": "number-asc", "queries": "relevant"})
    got = {row.one.key: cell(row, name).value for row in rows_of(qrels, run, TREC, chosen)}
    assert got == expected


def test_scikit_learns_ndcg_by_hand() -> None:
    # a, b tied above c; grades 1, 0, 2; d, judged 3, is not retrieved, so not ideal. A place of the tie gains 1/2.
    # DCG = 0.5/1 + 0.5/log2(3) + 2/2 = 1.815465; ideal 2, 1: 2 + 1/log2(3) = 2.630930; 0.690047. (scikit-learn 1.9.1:
    # ndcg_score([[1, 0, 2]], [[5, 5, 1]]) is 0.6900468.)
    qrels = {"q": {"a": 1, "b": 0, "c": 2, "d": 3}}
    (row,) = rows_of(qrels, {"q": {"a": 5.0, "b": 5.0, "c": 1.0}}, ["nDCG"], Settings())
    assert cell(row, "scikit_learn").value == pytest.approx(0.690047, abs=5e-7)


SCIKIT_LEARN = [
    ([2, 1, 3, 0, 0, 0], [2.0, 3.0, 1.0, 3.0, 1.0, 1.0], 1, 0.16666666666666666),
    ([0, 3, 3, 0, 1, 0], [3.0, 2.0, 1.0, 3.0, 1.0, 1.0], 2, 0.0),
    ([0, 3, 0, 1, 0, 1], [2.0, 2.0, 1.0, 3.0, 1.0, 3.0], 3, 0.5763665556193466),
    ([2, 1, 0, 1, 2, 0], [3.0, 3.0, 1.0, 3.0, 1.0, 3.0], 5, 0.7032638653586085),
    ([1, 3, 3, 2, 3, 3], [2.0, 2.0, 1.0, 1.0, 3.0, 1.0], None, 0.9520225796729443),
]
"""Grades and scores of six results, k, and ndcg_score of scikit-learn 1.9.1."""


@pytest.mark.parametrize(("grades", "scores", "k", "expected"), SCIKIT_LEARN)
def test_the_column_of_scikit_learn_is_what_it_gave(
    grades: list[int], scores: list[float], k: int | None, expected: float
) -> None:
    documents = "abcdef"
    qrels = {"q": dict(zip(documents, grades, strict=True))}
    run = {"q": dict(zip(documents, scores, strict=True))}
    (row,) = rows_of(qrels, run, ["nDCG" if k is None else f"nDCG@{k}"], Settings())
    assert cell(row, "scikit_learn").value == pytest.approx(expected, abs=SUMMED)


def test_gdevals_ndcg_and_ms_marcos_rr_by_hand() -> None:
    # Grades 0, 2 at ranks 1, 2: gains 3 at rank 2, (3 / log2(3)) / (3 / 1). RR: rank 11 is beyond ten.
    run = {"q": {f"d{number:02}": 20.0 - number for number in range(1, 12)}}
    (ndcg,) = rows_of({"q": {"d02": 2, "d01": 0}}, run, ["nDCG@5"], Settings())
    assert cell(ndcg, "gdeval").value == pytest.approx(0.6309298, abs=5e-8)
    (rr,) = rows_of({"q": {"d11": 1}}, run, ["RR"], Settings())
    marco = cell(rr, "ms_marco")
    assert (rr.value, marco.value, marco.reasons) == (1 / 11, 0.0, ("looks at the first ten results",))
    assert [tuple(found) for found in marco.differences] == [("q", 1 / 11, 0.0)]


def test_ranx_reads_rows_and_ms_marco_ranks_by_hand() -> None:
    # Three equal scores: the rows say b, a, c, the ranks c, a, b, and ids descending c, b, a.
    rows = "q Q0 b 3 1 t\nq Q0 a 2 1 t\nq Q0 c 1 1 t\n"
    for relevant, ranx, marco, own in (("b", 1.0, 1 / 3, 1 / 2), ("c", 1 / 3, 1.0, 1.0), ("a", 1 / 2, 1 / 2, 1 / 3)):
        data = helpers.judgements(f"q 0 {relevant} 1\n"), helpers.results(rows)
        (row,) = conventions(*data, parse_measures(["RR"], Settings()), Settings())
        assert (cell(row, "ranx").value, cell(row, "ms_marco").value, row.value) == (ranx, marco, own)


def test_a_cell_says_why_it_differs_and_on_which_queries_largest_first() -> None:
    # Ties: q1 relevant a of tied a, b: by id descending rank 2 (1/2), ascending 1. q2: c of a, b, c: 1, ascending 1/3.
    qrels = {"q1": {"a": 1}, "q2": {"c": 1}}
    run = {"q1": {"a": 1.0, "b": 1.0}, "q2": {"a": 1.0, "b": 1.0, "c": 1.0}}
    (row,) = rows_of(qrels, run, ["RR"], Settings())
    article = cell(row, "article")
    assert row.value == 0.75
    assert article.value == pytest.approx(2 / 3)
    assert article.reasons == ("puts documents with equal scores by id, ascending",)
    assert [tuple(found) for found in article.differences] == [("q2", 1.0, 1 / 3), ("q1", 0.5, 1.0)]
    same = cell(row, "trec_eval")
    assert (same.value, same.differs, same.reasons, same.differences) == (0.75, False, (), ())


def test_a_tool_without_the_measure_has_no_value() -> None:
    (row,) = rows_of({"q": {"a": 1}}, {"q": {"a": 1.0}}, ["ERR@5"], Settings())
    held = {found.convention.name for found in row.cells if found.value is not None}
    assert held == {"calculator", "article", "gdeval"}
    assert [found.convention for found in row.cells] == list(CONVENTIONS)


def test_unjudged_results_as_not_relevant_as_relevant_and_removed_by_hand() -> None:
    # The first worked query of five relevant with ranks 2 and 4 unjudged: relevant at 1, 3, 6, 9, others at 5, 7, 8,
    # 10. AP (1 + 2/3 + 3/6 + 4/9)/5 = 0.522; removed (1 + 2/2 + 3/4 + 4/7)/5 = 0.664; both relevant: 1, 2, 3, 4, 6, 9
    # of seven: (4 + 5/6 + 6/9)/7 = 0.786. P@5 2/5; 3/5 removed; 4/5.
    judged = {f"d{rank:02}": int(rank in (1, 3, 6, 9)) for rank in range(1, 11) if rank not in (2, 4)} | {"missed": 1}
    rows = "".join(f"q Q0 d{rank:02} {rank} {20 - rank} t\n" for rank in range(1, 11))
    qrels = "".join(f"q 0 {document} {grade}\n" for document, grade in judged.items())
    asked = parse_measures(["AP", "P@5"], Settings())
    ap, p5 = unjudged(helpers.judgements(qrels), helpers.results(rows), asked, Settings())
    assert [round(value, 3) for value in ap[3:]] == [0.522, 0.786, 0.664]
    assert tuple(p5[1:]) == (2, 5, 0.4, 0.8, 0.6)
