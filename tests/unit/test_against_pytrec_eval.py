"""On random small problems with ties our numbers are pytrec_eval-terrier's, to the last bit."""

from __future__ import annotations

from random import Random

import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from rankproof import evaluate
from tests.unit.problems import Qrels, Run, problems, trec_rows

FAMILIES = {
    *("num_q", "num_ret", "num_rel", "num_rel_ret", "map", "Rprec", "recip_rank", "ndcg"),
    *("P.1,2,3,5,10,1000", "recall.1,2,3,5,10,1000", "success.1,2,3,5,10"),
    *("map_cut.1,2,3,5,10,1000", "ndcg_cut.1,2,3,5,10,1000", "relative_P.1,2,3,5,10,1000"),
    *("gm_map", "bpref", "gm_bpref", "infAP", "Rprec_mult", "utility", "binG", "G", "ndcg_rel", "Rndcg"),
    *("set_P", "set_relative_P", "set_recall", "set_map", "set_F", "num_nonrel_judged_ret"),
}
"""All measures of pytrec_eval that are numbers, but for those of recall levels, which trec_eval 10 counts otherwise."""

Values = dict[str, dict[str, float]]


def reference(qrels: Qrels, run: Run, level: int = 1, *, judged_only: bool = False) -> Values:
    """pytrec_eval-terrier's values for the queries in both."""
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, FAMILIES, level, judged_only)
    values: Values = evaluator.evaluate(run)
    return values


def check(expected: Values, qrels: object, run: object, **settings: object) -> None:
    """Queries and measures first, then every value to the last bit."""
    assert isinstance(qrels, (dict, str))
    assert isinstance(run, (dict, str))
    names = sorted({name for values in expected.values() for name in values})
    got = evaluate(qrels, run, names, queries="both", **settings)
    assert {query: values.keys() for query, values in got.items()} == {
        query: values.keys() for query, values in expected.items()
    }
    assert got.per_query() == expected


@given(problems(), st.integers(1, 4), st.booleans())
def test_every_measure_agrees_to_the_last_bit(problem: tuple[Qrels, Run], level: int, judged_only: bool) -> None:
    qrels, run = problem
    unjudged = "removed" if judged_only else "nonrelevant"
    check(reference(qrels, run, level, judged_only=judged_only), qrels, run, relevant_from=level, unjudged=unjudged)


@given(problems(), st.randoms(use_true_random=False))
def test_rows_in_any_order_with_queries_interleaved_give_the_same_numbers(
    problem: tuple[Qrels, Run], random: Random
) -> None:
    qrels, run = problem
    rows = trec_rows(run)
    judged = [f"{query} 0 {document} {grade}" for query, held in qrels.items() for document, grade in held.items()]
    random.shuffle(rows)
    random.shuffle(judged)
    check(reference(qrels, run), "\n".join(judged) + "\n", "\n".join(rows) + "\n")


@given(problems())
def test_the_exponential_gain_is_the_linear_gain_of_2_to_the_grade_minus_1(problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    gains = {q: {doc: 2**grade - 1 if grade > 0 else grade for doc, grade in held.items()} for q, held in qrels.items()}
    names = ["ndcg", "ndcg_cut_1", "ndcg_cut_3", "ndcg_cut_10"]
    expected = {query: {name: values[name] for name in names} for query, values in reference(gains, run).items()}
    assert evaluate(qrels, run, names, queries="both", gain="exponential").per_query() == expected


@given(problems(), st.lists(st.integers(0, 9), min_size=4, max_size=4))
def test_a_gain_for_each_grade_is_the_linear_gain_of_grades_rewritten(
    problem: tuple[Qrels, Run], gains: list[int]
) -> None:
    qrels, run = problem
    table = dict(enumerate(gains, 1))
    rewritten = {q: {doc: table.get(grade, grade) for doc, grade in held.items()} for q, held in qrels.items()}
    names = ["ndcg", "ndcg_cut_1", "ndcg_cut_3", "ndcg_cut_10"]
    expected = {query: {name: values[name] for name in names} for query, values in reference(rewritten, run).items()}
    written = ",".join(f"{grade}={gain}" for grade, gain in table.items())
    assert evaluate(qrels, run, names, queries="both", gain=written).per_query() == expected


@given(problems(), st.integers(1, 5))
def test_rr_at_k_is_rr_where_the_first_hit_is_within_k_and_0_elsewhere(problem: tuple[Qrels, Run], k: int) -> None:
    qrels, run = problem
    names = [f"RR@{k}"]
    got = evaluate(qrels, run, names, queries="both").per_query()
    expected = {
        query: {f"recip_rank_cut_{k}": values["recip_rank"] if values["recip_rank"] >= 1 / k else 0.0}
        for query, values in reference(qrels, run).items()
    }
    assert got == expected
