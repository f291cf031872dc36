"""Two runs are paired by query, and every odd pair gives a sentence instead of a traceback."""

from __future__ import annotations

from random import Random

import pytest

from rankproof import InputError, SettingError
from rankproof.compare import TESTS, Comparison, compare_pairs

ALL = tuple(TESTS)


def values(n: int, seed: int = 0) -> dict[str, float]:
    draw = Random(seed)
    return {f"q{number}": draw.random() for number in range(n)}


def by_test(comparison: Comparison) -> dict[str, float | None]:
    return {outcome.test: outcome.p for outcome in comparison.outcomes}


def codes(comparison: Comparison) -> list[str]:
    return [note.code for note in comparison.notes]


def test_the_order_of_queries_changes_nothing() -> None:
    first, second = values(40, 1), values(40, 2)
    turned = dict(reversed(second.items()))
    found = compare_pairs(first, second, ALL, resamples=300)
    assert compare_pairs(dict(sorted(first.items(), reverse=True)), turned, ALL, resamples=300) == found


def test_the_order_of_the_two_runs_turns_the_signs_only() -> None:
    first, second = values(40, 1), values(40, 2)
    tests = [test for test in ALL if test != "bootstrap"]
    one, other = compare_pairs(first, second, tests, resamples=300), compare_pairs(second, first, tests, resamples=300)
    assert by_test(one) == by_test(other)
    assert one.difference == -other.difference
    assert one.effect_size == -(other.effect_size or 0)
    assert (one.wins, one.ties, one.losses) == (other.losses, other.ties, other.wins)


def test_queries_in_one_run_only_are_counted_and_left_out() -> None:
    comparison = compare_pairs({"1": 0.5, "2": 0.25, "9": 1.0}, {"2": 0.75, "1": 1.0, "10": 0.0, "11": 0.0}, ["sign"])
    assert (comparison.queries, comparison.only_baseline, comparison.only_run) == (2, ("9",), ("10", "11"))
    assert (comparison.mean_baseline, comparison.mean_run, comparison.difference) == (0.375, 0.875, 0.5)
    note = comparison.notes[-1]
    assert (note.code, note.count, note.level) == ("unpaired-queries", 3, "warning")
    assert "(1 in the baseline, 2 in the run)" in note.text


@pytest.mark.parametrize("n", [2, 9, 20, 60])
def test_identical_runs_have_p_one_and_no_effect(n: int) -> None:
    comparison = compare_pairs(values(n), values(n), ALL, resamples=100)
    assert by_test(comparison) == dict.fromkeys(ALL, 1.0)
    assert comparison.effect_size == 0.0
    assert comparison.interval == (0.0, 0.0)
    assert (comparison.wins, comparison.ties, comparison.losses) == (0, n, 0)
    assert all(outcome.note for outcome in comparison.outcomes)


def test_one_query_gives_no_t_and_says_why() -> None:
    comparison = compare_pairs({"q": 0.25}, {"q": 0.75}, ALL, resamples=50)
    ones = dict.fromkeys(("randomization", "wilcoxon", "sign", "tukey"), 1.0)
    assert by_test(comparison) == {"t": None, "bootstrap": None, **ones}
    assert (comparison.effect_size, comparison.interval) == (None, None)
    assert comparison.outcomes[0].note == (
        "One query has no variance to judge a difference by, so this test gives no p-value."
    )


def test_one_tied_query_is_no_crash() -> None:
    comparison = compare_pairs({"q": 0.25}, {"q": 0.25}, ALL, resamples=50)
    assert by_test(comparison)["sign"] == 1.0
    assert comparison.difference == 0.0


def test_equal_differences_have_no_t_and_say_why() -> None:
    # The differences are all 0.1, though as floats they are not.
    first = {str(n): n / 10 for n in range(6)}
    second = {str(n): (n + 1) / 10 for n in range(6)}
    comparison = compare_pairs(first, second, ALL, resamples=50)
    found = by_test(comparison)
    assert (found["t"], found["bootstrap"]) == (None, None)
    # All six wins: 2 of 2^6 assignments of signs go so far.
    assert found["randomization"] == found["sign"] == found["wilcoxon"] == 2 / 64
    assert (comparison.effect_size, comparison.interval) == (None, None)
    assert "no variance" in (comparison.outcomes[0].note or "")


def test_no_query_in_common_is_an_error_that_says_so() -> None:
    with pytest.raises(InputError) as caught:
        compare_pairs({"1": 0.5, "2": 0.5, "3": 0.1, "4": 0.2}, {"q1": 0.5})
    assert str(caught.value) == (
        "comparison: the two runs have no query in common: the baseline has 1, 2, 3 and 1 more; the run has q1; "
        "expected values of both runs for the same queries; score both runs against the same judgements"
    )
    with pytest.raises(InputError, match="the baseline has none"):
        compare_pairs({}, {})


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), -1e200])
def test_a_value_that_is_no_number_is_an_error_that_names_the_query(wrong: float) -> None:
    with pytest.raises(InputError, match="run: the value of query q2 is"):
        compare_pairs({"q1": 0.0, "q2": 0.0}, {"q1": 0.0, "q2": wrong})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"tests": ["anova"]},
            "there is no test 'anova'; use one of t, randomization, wilcoxon, sign, bootstrap, tukey",
        ),
        ({"resamples": 0}, "0 resamples; use a number from 1 to 1,000,000"),
        ({"alpha": 1.0}, "alpha is 1.0; use a number between 0 and 1, such as 0.05"),
    ],
)
def test_a_setting_that_means_nothing_is_refused(given: dict[str, object], message: str) -> None:
    with pytest.raises(SettingError) as caught:
        compare_pairs({"q": 0.0}, {"q": 1.0}, **given)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_t_and_randomization_stand_side_by_side_by_default() -> None:
    assert list(by_test(compare_pairs(values(12), values(12, 1)))) == ["t", "randomization"]


def test_other_names_of_tests_are_understood() -> None:
    comparison = compare_pairs(values(12), values(12, 1), ["paired_t", "permutation", "t"])
    assert list(by_test(comparison)) == ["t", "randomization"]


def test_few_queries_come_with_a_warning() -> None:
    comparison = compare_pairs(values(9), values(9, 1))
    assert codes(comparison) == ["few-queries"]
    assert "p below 0.0039" in comparison.notes[0].text  # 2 / 2^9
    assert codes(compare_pairs(values(10), values(10, 1))) == []


def test_many_queries_come_with_the_advice_to_lead_with_the_effect() -> None:
    assert codes(compare_pairs(values(1001), values(1001, 1), ["t"])) == ["many-queries"]
    assert codes(compare_pairs(values(1000), values(1000, 1), ["t"])) == []


def test_rows_have_the_fields_of_the_json_output() -> None:
    comparison = compare_pairs(values(20), values(20, 1), ["t", "bootstrap"], resamples=50)
    first, second = comparison._replace(measure="AP", baseline="a", run="b").rows()
    assert list(first) == [
        *("measure", "baseline", "run", "mean_baseline", "mean_run", "difference", "test", "statistic", "p"),
        *("p_adjusted", "interval", "effect_size", "wins", "ties", "losses", "queries"),
    ]
    assert (first["measure"], first["baseline"], first["run"], first["test"]) == ("AP", "a", "b", "t")
    assert first["p_adjusted"] == first["p"]
    assert first["interval"] == comparison.interval
    assert second["interval"] == comparison.outcomes[1].interval != comparison.interval


def test_the_interval_widens_with_confidence() -> None:
    wide = compare_pairs(values(20), values(20, 1), ["t"], alpha=0.01).interval
    usual = compare_pairs(values(20), values(20, 1), ["t"]).interval
    assert wide is not None
    assert usual is not None
    assert wide[0] < usual[0] < usual[1] < wide[1]


def test_progress_runs_through_all_tests() -> None:
    told: list[float] = []
    compare_pairs(values(40), values(40, 1), ["randomization", "bootstrap"], resamples=500, progress=told.append)
    assert told == [0.5, 1.0]
