"""Results are compared in Python: two of them, runs with a baseline, all pairs; as objects, tables, rows and frames."""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections.abc import Callable
from math import fsum, sqrt
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from rankproof import (
    Comparisons,
    EvalResult,
    Evaluator,
    InputError,
    Measure,
    QueryState,
    SettingError,
    adjust_pvalues,
    evaluate,
)
from tests.unit.frames import PandasLike
from tests.unit.helpers import the_note

QRELS = {query: {"r": 1, "a": 0, "b": 0, "c": 0} for query in ("q1", "q2", "q3", "q4")}


def run_with(**ranks: int) -> dict[str, list[str]]:
    """A run that has the one relevant document of each query at this rank."""
    found = {}
    for query, rank in ranks.items():
        others = iter("abc")
        found[query] = ["r" if at == rank else next(others) for at in range(1, 5)]
    return found


# RR 1, 1, 0.5, 1 (mean 0.875) and 0.5, 1, 0.25, 0.5 (mean 0.5625): differences 0.5, 0, 0.25, 0.5, mean 0.3125.
BETTER = run_with(q1=1, q2=1, q3=2, q4=1)
WORSE = run_with(q1=2, q2=1, q3=4, q4=2)
SD = sqrt((0.1875**2 + 0.3125**2 + 0.0625**2 + 0.1875**2) / 3)
T_975_OF_3 = 3.182446305284263
"""Student's table: 3.182."""


@pytest.fixture
def evaluator() -> Evaluator:
    return Evaluator(QRELS, ["recip_rank", "P@1"])


@pytest.fixture
def better(evaluator: Evaluator) -> EvalResult:
    return evaluator.evaluate(BETTER, "better")


@pytest.fixture
def worse(evaluator: Evaluator) -> EvalResult:
    return evaluator.evaluate(WORSE, "worse")


def test_a_result_is_compared_with_another_as_worked_by_hand(better: EvalResult, worse: EvalResult) -> None:
    found = better.compare(worse, measure="recip_rank")
    assert (found.measure, found.name_a, found.name_b, found.test) == ("recip_rank", "better", "worse", "t")
    assert (found.mean_a, found.mean_b, found.mean_diff) == (0.875, 0.5625, 0.3125)
    assert (found.wins, found.ties, found.losses, found.n) == (3, 1, 0, 4)
    assert found.statistic == pytest.approx(0.3125 / (SD / 2), rel=1e-14)
    assert found.d_z == found.effect_size == pytest.approx(0.3125 / SD, rel=1e-14)
    half = T_975_OF_3 * SD / 2
    assert found.interval == pytest.approx((0.3125 - half, 0.3125 + half), rel=1e-12)
    assert found.pvalue == pytest.approx(stats.ttest_rel([1, 1, 0.5, 1], [0.5, 1, 0.25, 0.5]).pvalue, rel=1e-12)
    assert not found.significant()
    assert found.significant(alpha=0.1)
    assert "4 queries: too few" in found.note
    assert "0.8750 and 0.5625, difference +0.3125" in str(found)


def test_the_other_way_round_turns_the_sign_and_no_more(better: EvalResult, worse: EvalResult) -> None:
    forth, back = better.compare(worse), worse.compare(better)
    assert (back.mean_diff, back.statistic, back.pvalue) == (-forth.mean_diff, -(forth.statistic or 0), forth.pvalue)
    assert (back.wins, back.losses) == (0, 3)


@pytest.mark.parametrize(
    ("test", "name", "pvalue"),
    [
        # Of three differences 0.5, 0.25, 0.5 that are not 0, 2 of 8 assignments of signs reach |1.25|.
        ("randomization", "randomization", 2 / 8),
        ("permutation", "randomization", 2 / 8),
        ("wilcoxon", "wilcoxon", 2 / 8),
        ("sign", "sign", 2 / 8),
    ],
)
def test_tests_go_by_their_names(better: EvalResult, worse: EvalResult, test: str, name: str, pvalue: float) -> None:
    found = better.compare(worse, test=test)
    assert (found.test, found.pvalue) == (name, pvalue)


@pytest.mark.parametrize("test", ["bootstrap", "tukey", "randomization"])
def test_resampling_depends_on_the_seed_alone(test: str) -> None:
    # 30 queries, 20 of which differ, so that the randomization test draws too.
    evaluator = Evaluator({f"q{i}": {"r": 1, "a": 0, "b": 0, "c": 0} for i in range(30)}, "recip_rank")
    first = evaluator.evaluate(run_with(**{f"q{i}": 1 + i % 3 for i in range(30)}))
    other = evaluator.evaluate(run_with(**{f"q{i}": 1 + i * i % 4 for i in range(30)}))
    once = first.compare(other, test=test, num_resamples=500, seed=7)
    assert once == first.compare(other, test=test, num_resamples=500, seed=7)
    seeds = [first.compare(other, test=test, num_resamples=500, seed=seed).pvalue for seed in range(5)]
    assert len(set(seeds)) > 1


def test_the_measure_goes_by_any_of_its_names_and_is_the_first_by_default(
    better: EvalResult, worse: EvalResult
) -> None:
    assert better.compare(worse).measure == "recip_rank"
    for name in ("P@1", "P_1", "P.1", "Precision@1"):
        assert better.compare(worse, name).measure == "P_1"


def test_identical_results_have_p_1_and_d_z_0(better: EvalResult) -> None:
    for test in ("t", "randomization", "wilcoxon", "sign", "bootstrap", "tukey"):
        found = better.compare(better, test=test, num_resamples=100)
        assert (found.pvalue, found.effect_size, found.mean_diff, found.interval) == (1, 0, 0, (0, 0))
        assert "same value for every query" in found.note


def test_one_query_gives_a_sentence_and_no_p() -> None:
    evaluator = Evaluator({"q1": QRELS["q1"]}, "recip_rank")
    found = evaluator.evaluate(run_with(q1=1)).compare(evaluator.evaluate(run_with(q1=2)))
    assert (found.pvalue, found.interval, found.effect_size, found.n) == (None, None, None, 1)
    assert not found.significant()
    assert "One query has no variance" in found.note


REFUSALS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "gain": (
        lambda result: result.compare(Evaluator(QRELS, "recip_rank", gain="exponential").evaluate(WORSE, "other")),
        "better and other were scored under different settings: gain linear and exponential",
    ),
    "judgements": (
        lambda result: result.compare(Evaluator({"q1": {"r": 1}}, "recip_rank").evaluate(WORSE, "other")),
        "against different judgements: query q1 has 4 judged documents for one and 1 for the other",
    ),
    "measure": (lambda result: result.compare(result, "map"), "better was scored without map; it has recip_rank, P_1"),
    "no measure": (lambda result: result.compare(result, "mapp"), "there is no measure 'mapp'"),
    "several": (lambda result: result.compare(result, "P.1,5"), "'P.1,5' stands for several measures"),
    "no name": (lambda result: result.compare(result, 5), "the measure is the number 5, not a name"),
    "none shared": (
        lambda result: result.compare(Evaluator(QRELS, "map").evaluate(WORSE, "other")),
        "better and other have no measure in common",
    ),
    "test": (lambda result: result.compare(result, test="anova"), "there is no test 'anova'; use one of t, random"),
    "resamples": (lambda result: result.compare(result, num_resamples=2.5), "resamples is 2.5, not a whole number"),
    "seed": (lambda result: result.compare(result, seed="x"), "seed is 'x', not a whole number"),
    "alpha": (lambda result: result.compare(result, alpha=1), "alpha is 1"),
    "significant": (lambda result: result.compare(result).significant(5), "alpha is 5"),
    "other": (lambda result: result.compare({}), "the other result is a dict, not an EvalResult"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSALS)
def test_what_cannot_be_compared_is_refused_in_a_sentence(better: EvalResult, case: str) -> None:
    do, message = REFUSALS[case]
    with pytest.raises(SettingError) as caught:
        do(better)
    assert message in str(caught.value)


def test_results_without_a_common_query_are_refused_by_name() -> None:
    evaluator = Evaluator(QRELS, "recip_rank")
    first, other = evaluator.evaluate(run_with(q1=1), "first"), evaluator.evaluate(run_with(q2=1), "other")
    with pytest.raises(InputError, match=r"have no query in common: one is scored on q2, the other on q1"):
        first.compare(other)


def test_means_are_those_of_the_shared_queries_where_results_hold_others_too(evaluator: Evaluator) -> None:
    # trec_eval's default leaves out the queries that a run lacks: q3 and q4 have no pair.
    found = evaluator.evaluate(BETTER).compare(evaluator.evaluate(run_with(q1=2, q2=1)))
    assert (found.n, found.mean_a, found.mean_b) == (2, 1.0, 0.75)
    assert "2 queries in only one of the two runs" in found.note


def test_the_means_are_the_results_own_to_the_last_bit() -> None:
    # Values whose exact sum and sum from left to right differ.
    qrels = {f"q{i}": {f"d{j}": int(j % 3 == 0) for j in range(12)} for i in range(30)}
    evaluator = Evaluator(qrels, ["map", "ndcg"])
    runs = [
        {f"q{i}": [f"d{j * step % 12}" for j in range(11)] for i in range(30) for step in [1 + i % steps]}
        for steps in (5, 7)
    ]
    results = [evaluator.evaluate(run) for run in runs]
    others = 0
    for measure in ("map", "ndcg"):
        found = results[0].compare(results[1], measure)
        assert (found.mean_a, found.mean_b) == (results[0].means[measure], results[1].means[measure])
        assert found.mean_diff == found.mean_a - found.mean_b != 0
        exact = [fsum(values[measure] for values in result.values()) / 30 for result in results]
        others += exact != [found.mean_a, found.mean_b]
    assert others


def against(evaluator: Evaluator, **more: Any) -> Comparisons:
    return evaluator.compare_against_baseline(WORSE, {"better": BETTER, "same": WORSE}, **more)


def test_runs_are_compared_with_a_baseline(evaluator: Evaluator) -> None:
    found = against(evaluator)
    assert (found.runs, found.baseline) == (["baseline", "better", "same"], "baseline")
    assert found.measures == ["recip_rank", "P_1"]
    assert len(found) == len(list(found)) == 4
    assert found.family_sizes == {"recip_rank": 2, "P_1": 2}
    assert "Holm over 2 comparisons of each measure" in found.family
    first = found.comparisons[0]
    assert (first.measure, first.baseline, first.run, first.difference) == ("recip_rank", "baseline", "better", 0.3125)
    assert [outcome.test for outcome in first.outcomes] == ["t", "randomization"]
    # Holm over two: the smaller p twice; the other is 1.
    assert [outcome.p_adjusted for outcome in first.outcomes] == [2 * (outcome.p or 0) for outcome in first.outcomes]


def test_families_are_each_measures_or_all_of_them(evaluator: Evaluator) -> None:
    wide = against(evaluator, across="all", test="sign")
    assert wide.family_sizes == {"recip_rank": 4, "P_1": 4}
    # Sign: p 1/4 for RR (3 wins), 1/2 for P@1 (q1 and q4 win), 1 and 1: Holm 4 x 1/4 = 1.
    assert [one.outcomes[0].p_adjusted for one in wide] == [1, 1, 1, 1]
    bonferroni = against(evaluator, correction="bonferroni", test="sign")
    assert [one.outcomes[0].p_adjusted for one in bonferroni] == [0.5, 1, 1, 1]


def test_runs_may_be_results_files_mappings_and_lists(evaluator: Evaluator, worse: EvalResult, tmp_path: Path) -> None:
    file = tmp_path / "good.run.gz"
    file.write_bytes(gzip.compress("".join(f"{q} Q0 r 1 2.5 t\n" for q in BETTER).encode()))
    frame = PandasLike({"qid": list(WORSE), "docno": ["r"] * 4})
    found = evaluator.compare_against_baseline(worse, [str(file), file, frame, worse])
    assert found.runs == ["worse (1)", "good (1)", "good (2)", "run", "worse (2)"]
    assert found.baseline == "worse (1)"
    assert evaluator.compare_against_baseline(worse, file).runs == ["worse", "good"]
    assert evaluator.compare_against_baseline("b", {"a": BETTER, "b": worse}).baseline == "b"
    assert evaluator.compare_all(iter([worse, BETTER])).runs == ["worse", "run"]
    assert worse.name == "worse"


def test_all_pairs_are_compared_once_each(evaluator: Evaluator) -> None:
    found = evaluator.compare_all({"a": BETTER, "b": WORSE, "c": WORSE}, "recip_rank", "tukey", num_resamples=200)
    assert [(one.baseline, one.run) for one in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert (found.baseline, found.measures) == (None, ["recip_rank"])
    assert [outcome.p_adjusted == outcome.p for one in found for outcome in one.outcomes] == [True] * 3


def test_other_measures_than_the_evaluators_can_be_compared(evaluator: Evaluator, better: EvalResult) -> None:
    assert against(evaluator, measures="map").measures == ["map"]
    assert against(evaluator, measures=["nDCG@3", "ndcg_cut_3"]).measures == ["ndcg_cut_3"]
    with pytest.raises(SettingError, match="better was scored without map"):
        evaluator.compare_all([better, WORSE], "map")


def test_the_summary_marks_what_is_higher_and_lower() -> None:
    qrels = {f"q{i}": {"r": 1, "a": 0, "b": 0, "c": 0} for i in range(8)}
    at: list[Any] = [run_with(**{f"q{i}": rank + i % 2 for i in range(8)}) for rank in (2, 1, 3)]
    evaluator = Evaluator(qrels, "recip_rank")
    found = evaluator.compare_against_baseline(at[0], {"up": at[1], "down": at[2]})
    # RR at ranks 2, 3: 5/12; at 1, 2: 3/4; at 3, 4: 7/24. Every other query, so both differ in all of the 8.
    assert [line.split() for line in found.summary_table("+-").splitlines()] == [
        ["run", "queries", "Judged@10", "recip_rank"],
        ["baseline", "baseline", "8", "1.000", "0.4167"],
        ["up", "8", "1.000", "0.7500+"],
        ["down", "8", "1.000", "0.2917-"],
    ]
    assert "0.7500▲" in found.summary_table()
    matrix = evaluator.compare_all({"mid": at[0], "up": at[1]}, test="t").summary_table("+-").splitlines()
    assert matrix[1].split() == ["mid", "0.4167", "·", "-0.3333-"]
    assert matrix[2].split() == ["up", "0.7500", "+0.3333+", "·"]
    with pytest.raises(SettingError, match="two characters"):
        found.summary_table("x")


def test_signs_that_standard_output_cannot_show_are_plain(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    buffer = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(buffer, encoding="ascii"))
    sys.stdout.write(str(against(evaluator, measures=["nDCG@3", "recip_rank"])))
    sys.stdout.flush()
    assert b"^ higher, v lower than baseline" in buffer.getvalue()


def test_the_printed_table_tells_the_family_the_tests_and_the_settings(evaluator: Evaluator) -> None:
    text = str(against(evaluator))
    for part in (
        "recip_rank, differences from baseline",
        "Holm over 2 comparisons of each measure, for each test.",
        "paired t, randomization",
        "a query is a tie when its two values differ by at most 1e-12 of the larger",
        "Warning: 4 queries: too few to conclude",
        "Means over 4 queries",
        "3/1/0",
    ):
        assert part in text


def test_the_dictionary_is_json_and_holds_the_rows(evaluator: Evaluator) -> None:
    found = against(evaluator)
    made = json.loads(json.dumps(found.to_dict()))
    assert made["comparisons"][0] == {
        "measure": "recip_rank",
        "baseline": "baseline",
        "run": "better",
        "mean_baseline": 0.5625,
        "mean_run": 0.875,
        "difference": 0.3125,
        "test": "t",
        "statistic": pytest.approx(0.3125 / (SD / 2)),
        "p": found.comparisons[0].outcomes[0].p,
        "p_adjusted": found.comparisons[0].outcomes[0].p_adjusted,
        "interval": pytest.approx([0.3125 - T_975_OF_3 * SD / 2, 0.3125 + T_975_OF_3 * SD / 2]),
        "effect_size": pytest.approx(0.3125 / SD),
        "wins": 3,
        "ties": 1,
        "losses": 0,
        "queries": 4,
    }
    assert len(made["comparisons"]) == 8
    assert made["runs"][1]["mean"] == {"recip_rank": 0.875, "P_1": 0.75}
    assert made["runs"][1]["judged"] == {"Judged@1": 1}
    low, high = made["runs"][1]["interval"]["recip_rank"]
    # RR 1, 1, 0.5, 1: sd 0.25, so the mean 0.875 -+ 3.182 x 0.25 / 2.
    assert (low, high) == pytest.approx((0.875 - T_975_OF_3 / 8, 0.875 + T_975_OF_3 / 8))


def test_the_data_frame_has_a_row_for_each_comparison_and_test(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rankproof.dataframes.frame_maker", lambda _: dict)
    frame = against(evaluator, test=["t", "sign"]).to_dataframe()
    assert frame["test"] == ["t", "sign"] * 4
    assert frame["run"] == ["better"] * 2 + ["same"] * 2 + ["better"] * 2 + ["same"] * 2
    assert frame["significant"] == [False] * 8
    assert frame["interval_low"][0] == pytest.approx(0.3125 - T_975_OF_3 * SD / 2)
    assert "interval" not in frame


def test_counts_and_geometric_means_are_compared_by_the_means_of_their_values(evaluator: Evaluator) -> None:
    found = against(evaluator, measures=["num_ret", "gm_map"])
    # Each run retrieves 4 documents for each of 4 queries: 16 in all, 4 in the mean.
    assert (found.comparisons[0].mean_baseline, found.to_dict()["runs"][0]["mean"]["num_ret"]) == (4, 16)
    assert "num_ret, gm_map: what is shown for a run is not the mean" in the_note(found.notes, "not-a-mean").text
    assert found.to_dict()["runs"][0]["interval"]["num_ret"] is None


class Failing(Measure):
    """Fails where the first result is not relevant."""

    def calc_query(self, query: QueryState) -> float:
        return 1 / query.relevances[0]


def test_measures_of_ones_own_are_compared_and_one_that_failed_is_refused() -> None:
    own = Failing(name="first_of_all")
    found = Evaluator(QRELS, ["map", own]).compare_all({"a": run_with(q1=1, q2=1), "b": run_with(q1=1, q2=1)})
    assert [one.measure for one in found] == ["map", "first_of_all"]
    assert found.comparisons[1].mean_run == 1
    evaluator = Evaluator(QRELS, own, on_error="collect")
    # RR 1/2 in q1 and q4, 1/4 in q3: no relevant document stands first there.
    with pytest.raises(SettingError, match=r"first_of_all failed on worse, so that it has no value for 3 queries"):
        evaluator.compare_all({"better": run_with(q1=1, q2=1), "worse": WORSE})


UNJUDGED = {"q1": ["x", "r", "a", "b"], "q2": ["r", "a", "b", "c"], "q3": ["r", "a", "b", "c"], "q4": ["r", "a"]}


def test_unjudged_results_are_told_beside_the_scores_and_warned_about() -> None:
    found = Evaluator(QRELS, "P@2").compare_all({"pooled": BETTER, "outside": UNJUDGED})
    runs = found.to_dict()["runs"]
    # outside: of the top 2, 1 of 2 judged in q1 and all elsewhere: (0.5 + 1 + 1 + 1) / 4.
    assert [run["judged"] for run in runs] == [{"Judged@2": 1.0}, {"Judged@2": 0.875}]
    note = the_note(found.notes, "unjudged-differ")
    assert note.level == "warning"
    assert "Judged@2 is 0.875 for outside and 1.000 for pooled" in note.text
    assert "0.875" in str(found)
    removed = Evaluator(QRELS, "P@2", judged_docs_only=True).compare_all({"pooled": BETTER, "outside": UNJUDGED})
    assert removed.to_dict()["runs"][1]["judged"] == {"Judged@2": 0.875}
    same = Evaluator(QRELS, "P@2").compare_all({"pooled": BETTER, "other": WORSE})
    assert "unjudged-differ" not in {note.code for note in same.notes}


def test_rbp_has_the_interval_in_which_it_lies_whatever_is_unknown() -> None:
    found = Evaluator({"q1": {"r": 1, "a": 0}}, ["RBP", "RBP@1"]).compare_all(
        {"one": {"q1": ["x", "r"]}, "two": {"q1": ["r", "x", "a"]}}
    )
    one, two = found.to_dict()["runs"]
    # p = 0.8. one: 0.2 x 0.8 = 0.16; unknown are x, 0.2, and all after rank 2, 0.64.
    # two: 0.2; unknown are x, 0.2 x 0.8, and all after rank 3, 0.512.
    assert one["residual"]["RBP"] == pytest.approx((0.16, 1.0))
    assert two["residual"]["RBP"] == pytest.approx((0.2, 0.872))
    # At 1 nothing after rank 1 counts.
    assert one["residual"]["RBP_cut_1"] == pytest.approx((0, 0.2))
    assert two["residual"]["RBP_cut_1"] == pytest.approx((0.2, 0.2))
    assert "one: RBP lies in [0.1600, 1.0000]" in str(found)
    removed = Evaluator({"q1": {"r": 1}}, "RBP", judged_docs_only=True).compare_all([{"q1": ["r"]}, {"q1": ["r"]}])
    assert removed.to_dict()["runs"][0]["residual"] == {}


def test_scores_and_notes_of_a_run_are_those_of_evaluate(evaluator: Evaluator, better: EvalResult) -> None:
    found = against(evaluator, measures="recip_rank").scored[1].result
    alone = Evaluator(QRELS, "recip_rank").evaluate(BETTER, "better")
    assert found.to_dict() == alone.to_dict()


def test_many_queries_and_disagreeing_tests_are_told() -> None:
    qrels = {f"q{i}": {"r": 1, "a": 0, "b": 0, "c": 0} for i in range(1001)}
    first = run_with(**{f"q{i}": 1 + (i % 50 == 0) for i in range(1001)})
    found = Evaluator(qrels, "recip_rank").compare_all(
        {"one": first, "two": run_with(**dict.fromkeys(qrels, 1))}, test="t"
    )
    assert found.notes[0].code == "many-queries"
    assert "Lead with the mean difference" in found.notes[0].text
    # 5 of 8 win by much, 3 lose by little: the sign test sees 5 against 3 (p 0.73), t the sizes.
    small = {f"q{i}": QRELS["q1"] for i in range(8)}
    ranks = {f"q{i}": 1 for i in range(8)}
    tests = Evaluator(small, "recip_rank").compare_all(
        {"low": run_with(**{**dict.fromkeys(ranks, 4), "q0": 3}), "high": run_with(**{**ranks, "q0": 4})},
        test=["t", "sign"],
        alpha=0.05,
    )
    # 7 wins against 1 loss: sign p = 2 x 9/256 = 0.0703; t is far below.
    assert (
        "The tests (paired t and sign) disagree at 0.05 in 1 comparison" in the_note(tests.notes, "tests-disagree").text
    )


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ([], "no run is given; a comparison takes two or more"),
        ([BETTER], "one run is given (run); a comparison takes two or more"),
        (5, "the runs are one int; give a mapping from name to run, or a list of runs"),
        (PandasLike({"qid": ["q1"], "docno": ["a"]}), "the runs are one PandasLike"),
    ],
)
def test_fewer_than_two_runs_are_refused(evaluator: Evaluator, runs: Any, message: str) -> None:
    with pytest.raises(SettingError) as caught:
        evaluator.compare_all(runs)
    assert message in str(caught.value)


def test_a_baseline_that_is_no_name_and_no_file_is_refused_with_the_nearest_names(evaluator: Evaluator) -> None:
    for name, hint in (("dens", "did you mean dense?"), ("xyz", "the runs are dense, bm25")):
        with pytest.raises(SettingError, match=f"{name!r} is neither the name of a run here nor a file; ") as caught:
            evaluator.compare_against_baseline(name, {"dense": BETTER, "bm25": WORSE})
        assert caught.value.hint == hint


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"correction": "sidak"}, "there is no correction 'sidak'"),
        ({"across": "both"}, "there is no family 'both'"),
        ({"test": []}, "no test is asked for"),
        ({"test": 3}, "a test is the number 3, not a name"),
        ({"num_resamples": 0}, "0 resamples"),
        ({"alpha": "x"}, "alpha is 'x', not a number"),
    ],
)
def test_a_bad_choice_is_refused(evaluator: Evaluator, more: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingError) as caught:
        against(evaluator, **more)
    assert message in str(caught.value)


def test_p_values_are_adjusted_by_a_function_of_the_package() -> None:
    # Holm: 3 x 0.01, 2 x 0.03 and at least that.
    assert adjust_pvalues([0.03, 0.01, 0.04]) == pytest.approx([0.06, 0.03, 0.06])


def golden(shared: Path, run: str, measure: str) -> dict[str, float]:
    """The values of `trec_eval -q -c`, four decimals each."""
    text = gzip.decompress((shared / "golden" / "robust03" / f"{run}.out.gz").read_bytes()).decode()
    rows = (line.split("\t") for line in text.splitlines())
    return {query: float(value) for name, query, value in rows if name.strip() == measure and query != "all"}


@pytest.mark.parametrize("measure", ["map", "ndcg_cut_10"])
def test_on_robust03_t_and_p_are_scipys_on_trec_evals_values(shared: Path, measure: str) -> None:
    data = shared / "data" / "robust03"
    names = ["aplrob03a", *sorted({file.name.split(".")[0] for file in data.glob("*.run.gz")} - {"aplrob03a"})]
    evaluator = Evaluator(data / "qrels.txt.gz", measure, complete_set_average=True)
    results = {name: evaluator.evaluate(data / f"{name}.run.gz", name) for name in names}
    for name, result in results.items():
        expected = golden(shared, name, measure)
        assert {query: round(values[measure], 4) for query, values in result.items()} == expected
        result.columns[0] = [expected[query] for query in result]
        result.mean_values[0] = sum(expected.values()) / len(expected)
    found = evaluator.compare_against_baseline(results.pop("aplrob03a"), results, test="paired_t")
    before = list(golden(shared, "aplrob03a", measure).items())
    for one in found:
        after = golden(shared, one.run, measure)
        test = stats.ttest_rel([after[query] for query, _ in before], [value for _, value in before])
        (outcome,) = one.outcomes
        assert outcome.statistic == pytest.approx(test.statistic, rel=1e-10)
        assert outcome.p == pytest.approx(test.pvalue, rel=1e-10)
    assert len(found) == 7
    assert found.family_sizes == {measure: 7}


def test_evaluate_and_the_evaluator_differ_in_their_queries_and_say_so() -> None:
    with pytest.raises(SettingError, match="queries relevant and both"):
        evaluate(QRELS, BETTER, "map").compare(Evaluator(QRELS, "map").evaluate(WORSE))
