"""Families of comparisons: who is compared with whom, how many p-values are corrected together, and what is said."""

from __future__ import annotations

from random import Random

import pytest

from rankproof import InputError, SettingError
from rankproof.compare import Family, adjust_pvalues, compare_pairs, compare_runs, randomized_tukey

Scores = dict[str, dict[str, dict[str, float]]]


def scores_of(runs: int = 4, measures: int = 2, queries: int = 30) -> Scores:
    draw = Random(11)
    return {
        f"m{i}": {f"run{j}": {f"q{n}": draw.gauss(0.1 * j, 0.5) for n in range(queries)} for j in range(runs)}
        for i in range(measures)
    }


def ps(family: Family, test: int = 0) -> list[float | None]:
    return [one.outcomes[test].p for one in family.comparisons]


def adjusted(family: Family, test: int = 0) -> list[float | None]:
    return [one.outcomes[test].p_adjusted for one in family.comparisons]


def test_every_other_run_meets_the_baseline_on_every_measure() -> None:
    family = compare_runs(scores_of(), "run1", tests=["t"])
    assert [(one.measure, one.baseline, one.run) for one in family.comparisons] == [
        (measure, "run1", run) for measure in ("m0", "m1") for run in ("run0", "run2", "run3")
    ]


def test_without_a_baseline_every_pair_is_compared() -> None:
    family = compare_runs(scores_of(measures=1), tests=["t"])
    assert [(one.baseline, one.run) for one in family.comparisons] == [
        *(("run0", "run1"), ("run0", "run2"), ("run0", "run3"), ("run1", "run2"), ("run1", "run3"), ("run2", "run3")),
    ]
    assert family.sizes == {"m0": 6}


def test_each_comparison_is_that_of_the_pair_alone() -> None:
    scores = scores_of()
    family = compare_runs(scores, "run0", resamples=200)
    one = family.comparisons[4]
    alone = compare_pairs(scores["m1"]["run0"], scores["m1"]["run2"], resamples=200)
    assert (one.measure, one.run, one.interval, one.effect_size) == ("m1", "run2", alone.interval, alone.effect_size)
    assert [outcome.p for outcome in one.outcomes] == [outcome.p for outcome in alone.outcomes]


@pytest.mark.parametrize("method", ["holm", "fdr_bh", "bonferroni", "none"])
def test_p_values_are_corrected_within_a_measure_test_by_test(method: str) -> None:
    family = compare_runs(scores_of(), "run0", correction=method, resamples=200)
    for test in (0, 1):
        found = ps(family, test)
        assert adjusted(family, test) == adjust_pvalues(found[:3], method) + adjust_pvalues(found[3:], method)
    assert family.sizes == {"m0": 3, "m1": 3}


def test_p_values_may_be_corrected_over_all_measures() -> None:
    family = compare_runs(scores_of(), "run0", tests=["t"], across="all")
    assert adjusted(family) == adjust_pvalues(ps(family))
    assert family.sizes == {"m0": 6, "m1": 6}
    assert family.text == "Holm over 6 comparisons of 2 measures, for each test."


def test_the_size_of_the_family_is_said() -> None:
    family = compare_runs(scores_of(), "run0", tests=["t"], correction="bh")
    assert family.text == "Benjamini-Hochberg over 3 comparisons of each measure, for each test."
    assert [note.code for note in family.notes] == ["p-together"]
    assert "(Benjamini-Hochberg)" in family.notes[0].text


def test_no_correction_comes_with_a_warning() -> None:
    family = compare_runs(scores_of(), "run0", tests=["t"], correction="none")
    assert family.text == "No correction over 3 comparisons of each measure, for each test."
    (note,) = family.notes
    assert (note.code, note.level) == ("p-uncorrected", "warning")
    assert "in 14% of experiments" in note.text  # 1 - 0.95^3 = 0.142625


def test_a_single_comparison_needs_no_advice() -> None:
    assert compare_runs(scores_of(runs=2), "run0", tests=["t"]).notes == ()


def test_a_test_without_p_is_said_not_to_count() -> None:
    scores: Scores = {"m": {"a": {"1": 0.1, "2": 0.2}, "b": {"1": 0.2, "2": 0.3}, "c": {"1": 0.2, "2": 0.9}}}
    family = compare_runs(scores, "a", tests=["t"])
    assert ps(family)[0] is None
    assert adjusted(family) == ps(family)  # one p-value is left, so it stays
    assert family.text.endswith("1 test gave no p-value, which does not count.")


def test_tukey_looks_at_all_runs_at_once_and_needs_no_correction() -> None:
    scores = scores_of()
    family = compare_runs(scores, "run2", tests=["t", "tukey"], resamples=300)
    together = randomized_tukey(scores["m0"], 300)
    assert ps(family, 1)[:3] == [together[pair].p for pair in (("run0", "run2"), ("run1", "run2"), ("run2", "run3"))]
    assert adjusted(family, 1) == ps(family, 1)
    one = family.comparisons[0]  # run0 against run2
    assert one.outcomes[1].statistic == pytest.approx(one.difference, rel=1e-12)
    assert "4 runs" in one.outcomes[1].method


def test_tukey_over_fewer_queries_says_so() -> None:
    scores = scores_of(measures=1)
    del scores["m0"]["run3"]["q7"]
    family = compare_runs(scores, tests=["tukey"], resamples=50)
    assert family.comparisons[0].outcomes[0].note == "Taken over the 29 queries that all runs have."
    assert family.comparisons[2].outcomes[0].note is None  # run0 and run3 share no more


def test_the_order_of_runs_changes_no_p() -> None:
    scores = scores_of(measures=1)
    turned: Scores = {"m0": dict(reversed(scores["m0"].items()))}
    first = compare_runs(scores, "run0", tests=["t", "randomization", "tukey"], resamples=300)
    second = compare_runs(turned, "run0", tests=["t", "randomization", "tukey"], resamples=300)
    assert {one.run: one.outcomes for one in first.comparisons} == {one.run: one.outcomes for one in second.comparisons}


def test_what_cannot_be_compared_is_said_so() -> None:
    with pytest.raises(SettingError, match="there is no run 'x'; use one of run0, run1"):
        compare_runs(scores_of(runs=2), "x")
    with pytest.raises(SettingError, match="m0 has 1 run; a comparison takes two or more"):
        compare_runs(scores_of(runs=1))
    with pytest.raises(SettingError, match="there is no family 'topic'; use one of measure, all"):
        compare_runs(scores_of(), across="topic")
    with pytest.raises(InputError, match="no query in common"):
        compare_runs({"m": {"a": {"1": 0.1}, "b": {"2": 0.1}}})


def test_progress_runs_through_all_measures() -> None:
    told: list[float] = []
    compare_runs(scores_of(), "run0", tests=["randomization", "tukey"], resamples=50, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
