"""Through the face of ir_measures every measure has the value that ir_measures itself gives, on random problems."""

from __future__ import annotations

import shutil
from math import isnan
from pathlib import Path
from typing import Any

import ir_measures
import pytest
from hypothesis import assume, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import rankproof.compat.ir_measures as face
from tests.unit.problems import Qrels, Run, problems

original: Any = ir_measures
"""Without types: it has few."""

ROUNDED = 5.1e-6
"""gdeval prints five decimals."""

OF_TREC_EVAL = [
    *("P@1", "P@3", "P@1000", "P(rel=2)@5", "RR", "RR(rel=2)", "Rprec", "Rprec(rel=3)", "AP", "AP@3", "AP(rel=2)@5"),
    *("AP(rel=4)", "nDCG", "nDCG@1", "nDCG@5", "R@1", "R@5", "R(rel=2)@5", "Bpref", "Bpref(rel=2)", "Bpref(rel=4)"),
    *("NumRet", "NumRelRet", "NumRet(rel=3)", "NumQ", "NumRel", "SetAP", "SetAP(rel=2)", "SetF", "SetF(beta=2.0)"),
    *("SetF(beta=0.5,rel=2)", "SetP", "SetP(rel=2)", "SetRelP", "SetR", "SetR(rel=2)", "Success@1"),
    *("Success(rel=3)@5", "IPrec@0.0", "IPrec@0.1", "IPrec@0.25", "IPrec@0.5", "IPrec(rel=2)@0.7", "IPrec@1.0"),
    *("infAP", "infAP(rel=2)"),
]
OF_JUDGED_ONLY = [
    *("P(judged_only=True)@5", "RR(judged_only=True)", "Rprec(judged_only=True)", "AP(judged_only=True)"),
    *("AP(rel=2,judged_only=True)@3", "nDCG(judged_only=True)@3", "R(judged_only=True)@3", "SetAP(judged_only=True)"),
    *("SetF(judged_only=True)", "SetP(judged_only=True)", "SetP(relative=True,rel=2,judged_only=True)"),
    "Success(judged_only=True)@1",
]
OF_GAINS = [
    *("nDCG(gains={1:3,2:0,4:1})", "nDCG(gains={1:3,2:0,4:1})@3", "nDCG(gains={0:1,3:7})@5"),
    "nDCG(gains={0:1,3:7},judged_only=True)@5",
]
OF_OTHERS = ["Judged", "Judged@1", "Judged@3", "Judged@1000", "RR@1", "RR@3", "RR(rel=2)@5", "RR@1000"]

ACCURACIES = ["Accuracy", "Accuracy@1", "Accuracy@3", "Accuracy(rel=2)", "Accuracy(rel=3)@5"]


def both(names: list[str], qrels: Qrels, run: Run) -> tuple[Any, Any]:
    """What the original and what the face calculate."""
    expected = original.calc([original.parse_measure(name) for name in names], qrels, run)
    return expected, face.calc([face.parse_measure(name) for name in names], qrels, run)


def by_query(result: Any) -> dict[tuple[str, str], float]:
    """The values by query and measure's name, each there once."""
    found = {(one.query_id, str(one.measure)): one.value for one in result.per_query}
    assert len(found) == len(result.per_query)
    return found


def by_name(result: Any) -> dict[str, float]:
    """The values of all queries by measure's name."""
    return {str(one): value for one, value in result.aggregated.items()}


def sum_in_order(values: list[float]) -> float:
    """The sum as the original adds, without the compensation of Python 3.12's sum()."""
    total = 0.0
    for value in values:
        total += value
    return total


def check(names: list[str], qrels: Qrels, run: Run, tolerance: float = 0.0) -> None:
    """Keys first, then the values of each query and of all."""
    expected, got = both(names, qrels, run)
    for part in (by_query, by_name):
        assert part(got).keys() == part(expected).keys()
        if tolerance:
            assert part(got) == pytest.approx(part(expected), rel=0, abs=tolerance)
        else:
            assert part(got) == part(expected)


# One list at a time: the original counts nDCG and NumRet with the gains, or the judged documents, of any measure that
# happens to stand beside them.
@pytest.mark.parametrize("names", [OF_TREC_EVAL, OF_JUDGED_ONLY, OF_GAINS], ids=["all", "judged-only", "gains"])
@hypothesis_settings(max_examples=40)
@given(problem=problems())
def test_every_measure_of_trec_eval_has_the_originals_value_to_the_last_bit(
    names: list[str], problem: tuple[Qrels, Run]
) -> None:
    check(names, *problem)


@given(problems())
def test_interpolated_precision_of_judged_results_is_the_originals_or_0_for_its_0_over_0(
    problem: tuple[Qrels, Run],
) -> None:
    expected, got = both(["IPrec(judged_only=True)@0.0", "IPrec(judged_only=True)@0.3"], *problem)
    # Where no result is judged the original divides 0 by 0 and spoils the mean.
    mended = {key: 0.0 if isnan(value) else value for key, value in by_query(expected).items()}
    assert by_query(got) == mended
    for name, value in by_name(got).items():
        values = [mended[key] for key in by_query(expected) if key[1] == name]
        assert value == sum_in_order(values) / len(values)


@hypothesis_settings(max_examples=40)
@given(problems())
def test_judged_and_rr_at_k_have_the_originals_values_and_its_order_of_ties(problem: tuple[Qrels, Run]) -> None:
    check(OF_OTHERS, *problem)
    check([*OF_OTHERS, "AP"], *problem)


@hypothesis_settings(max_examples=40)
@given(problems())
def test_accuracy_leaves_out_queries_alone_and_counts_them_0_beside_others(problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    # Where all results are relevant the original divides by zero.
    for query, scored in run.items():
        assume(query not in qrels or any(qrels[query].get(document, 0) < 1 for document in list(scored)))
    try:
        expected, got = both(ACCURACIES, qrels, run)
    except ZeroDivisionError:
        assume(False)
    assert by_query(got) == by_query(expected)
    # NaN for the mean of no query.
    assert by_name(got) == pytest.approx(by_name(expected), rel=0, abs=0, nan_ok=True)
    check([*ACCURACIES, "AP"], qrels, run)


@hypothesis_settings(max_examples=40)
@given(problems(), st.randoms(use_true_random=False))
def test_compat_has_the_originals_value_where_no_scores_are_tied_or_below_0(
    problem: tuple[Qrels, Run], random: Any
) -> None:
    # The original puts results with scores below 0 after documents that were not retrieved.
    qrels, run = problem
    spread = {
        query: dict(zip(held, random.sample(range(1, 1 + len(held)), len(held)), strict=True))
        for query, held in run.items()
    }
    check(["Compat", "Compat(p=0.8)", "Compat(p=0.9,normalize=False)"], qrels, spread)


def test_a_real_run_full_of_ties_has_the_originals_values(shared: Path) -> None:
    data = shared / "data" / "robust03"
    qrels = original.util.QrelsConverter(original.read_trec_qrels(str(data / "qrels.txt.gz"))).as_dict_of_dict()
    run = original.util.RunConverter(original.read_trec_run(str(data / "MU03rob01.run.gz"))).as_dict_of_dict()
    names = [
        "AP",
        "AP@20",
        "P@10",
        "nDCG@10",
        "R@100",
        "RR",
        "Bpref",
        "infAP",
        "SetF",
        "IPrec@0.3",
        "RR@10",
        "Judged@10",
    ]
    check([*names, "Accuracy"], qrels, run)


@pytest.mark.skipif(not shutil.which("perl"), reason="gdeval needs perl, which is not here")
@hypothesis_settings(max_examples=8)
@given(problems())
def test_err_and_ndcg_of_exponential_gain_have_gdevals_values(problem: tuple[Qrels, Run]) -> None:
    # gdeval wants numbers for queries.
    numbers = {"q1": "1", "q2": "2", "q10": "10", "Q1": "7"}
    qrels = {numbers[query]: held for query, held in problem[0].items()}
    run = {numbers[query]: held for query, held in problem[1].items()}
    names = ["ERR@1", "ERR@3", "ERR@20", "nDCG(dcg='exp-log2')@1", "nDCG(dcg='exp-log2')@5"]
    check(names, qrels, run, ROUNDED)
