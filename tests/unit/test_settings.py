"""Settings: what may be given, what is refused and how, and what the presets stand for."""

from __future__ import annotations

import pytest

from rankproof import SettingError, Settings, evaluate
from rankproof.gains import gain_of, make_gain
from rankproof.settings import PRESETS, SETTINGS, make_settings, preset_values


def refused(**given: object) -> SettingError:
    with pytest.raises(SettingError) as caught:
        make_settings(given)
    return caught.value


@pytest.mark.parametrize("value", [0, -1, 10**9, 1_000_001, 2.5, True, False, None, [], float("nan"), float("inf")])
def test_a_k_that_is_no_whole_number_from_1_to_a_million_is_refused(value: object) -> None:
    error = refused(k=value)
    assert error.name == "k"
    assert "1 to 1,000,000" in (error.hint or "")


@pytest.mark.parametrize(
    "value", ["0", "-1", "1e9", "1000000000", "ten", "", "  ", "2.5", "1_0", "٣", "0x10", "10 20", "1,000", "9" * 5000]
)
def test_a_k_written_as_anything_but_such_a_number_is_refused(value: str) -> None:
    error = refused(k=value)
    assert error.name == "k"
    assert "1 to 1,000,000" in (error.hint or "")
    assert len(str(error)) < 400


@pytest.mark.parametrize(
    ("value", "k"), [(1, 1), (10, 10), (1_000_000, 1_000_000), ("10", 10), (" 7 ", 7), ("007", 7), ("+3", 3), (5.0, 5)]
)
def test_a_k_in_any_plain_notation_is_taken(value: object, k: int) -> None:
    assert make_settings({"k": value}).k == k


@pytest.mark.parametrize("name", ["queries", "ties", "unjudged"])
def test_every_choice_is_taken_and_any_other_value_is_refused_with_the_choices(name: str) -> None:
    (setting,) = [setting for setting in SETTINGS if setting.name == name]
    values = [choice.value for choice in setting.choices]
    assert [getattr(make_settings({name: value}), name) for value in values] == values
    for value in ("", "none", values[0].upper(), 1, None, [values[0]]):
        error = refused(**{name: value})
        assert error.name == name
        assert all(choice in (error.hint or "") for choice in values)


def test_the_first_choice_of_each_setting_is_the_default() -> None:
    assert Settings() == make_settings({})
    for setting in SETTINGS:
        if setting.choices:
            assert getattr(Settings(), setting.name) == setting.choices[0].value


def test_the_settings_shown_are_the_settings_there_are() -> None:
    assert tuple(setting.name for setting in SETTINGS) == Settings._fields


@pytest.mark.parametrize("value", [0, -1, "0", "x", 1.5, True, 10**10])
def test_a_lowest_relevant_grade_below_1_or_no_number_is_refused(value: object) -> None:
    assert refused(relevant_from=value).name == "relevant_from"


@pytest.mark.parametrize("value", [0, -5, "deep", 2.5, True])
def test_a_depth_below_1_or_no_number_is_refused(value: object) -> None:
    assert refused(depth=value).name == "depth"


@pytest.mark.parametrize("value", [None, "", " ", "all"])
def test_an_empty_depth_is_all_results(value: object) -> None:
    assert make_settings({"depth": value}).depth is None


def test_a_setting_that_there_is_not_is_refused_with_those_there_are() -> None:
    error = refused(cutoff=5)
    assert error.name == "cutoff"
    assert "relevant_from" in (error.hint or "")


PRESET_VALUES = {
    # queries, ties; all else is the default.
    "calculator": ("relevant", "docno-desc"),
    "trec-eval": ("both", "docno-desc"),
    "trec-eval-c": ("all", "docno-desc"),
    "article": ("all", "docno-asc"),
}


@pytest.mark.parametrize("name", PRESET_VALUES)
def test_a_preset_stands_for_its_values(name: str) -> None:
    queries, ties = PRESET_VALUES[name]
    expected = Settings(k=10, queries=queries, ties=ties)
    assert (expected.gain, expected.unjudged, expected.relevant_from, expected.depth) == (
        "linear",
        "nonrelevant",
        1,
        None,
    )
    assert make_settings({"preset": name}) == expected
    assert "k" not in preset_values(name)


def test_there_are_these_presets_and_no_others() -> None:
    assert [preset.name for preset in PRESETS] == list(PRESET_VALUES)
    error = refused(preset="bm25")
    assert error.name == "preset"
    assert all(name in (error.hint or "") for name in PRESET_VALUES)


def test_a_single_setting_overrides_its_preset_wherever_it_stands() -> None:
    expected = Settings(queries="both", ties="docno-asc", k=3)
    assert make_settings({"preset": "article", "queries": "both", "k": "3"}) == expected
    assert make_settings({"queries": "both", "k": "3", "preset": "article"}) == expected


@pytest.mark.parametrize(
    ("value", "gain"),
    [
        ("linear", "linear"),
        ("exponential", "exponential"),
        ("1=3.5,2=9", ((1, 3.5), (2, 9.0))),
        (" 2 = 9 , 1 = 3.5 ", ((1, 3.5), (2, 9.0))),
        ("0=1", ((0, 1.0),)),
        ("1=-1", ((1, -1.0),)),
        ({1: 3.5, "2": 9}, ((1, 3.5), (2, 9.0))),
    ],
)
def test_a_gain_is_a_name_or_a_map(value: object, gain: object) -> None:
    assert make_gain(value) == gain


@pytest.mark.parametrize(
    "value",
    [
        *("", " ", ",", "log", "Linear", "1", "1=", "=1", "1=2=3", "1:2", "1=x", "x=1", "1.5=2", "-1=2", "1=1,1=2"),
        *(
            "1=nan",
            "1=inf",
            "1=1e400",
            "1=1_0",
            "1_0=1",
            "٣=1",
            "1=2;2=3",
            None,
            3,
            [],
            {},
            {"x": 1},
            {1: None},
            {1: "x"},
        ),
    ],
)
def test_a_gain_that_is_neither_is_refused_with_the_ways_to_write_one(value: object) -> None:
    error = refused(gain=value)
    assert error.name == "gain"
    assert "1=3.5,2=9" in (error.hint or "")


@pytest.mark.parametrize(
    ("gain", "expected"),
    [
        ("linear", [0, 0, 1, 2, 3]),
        ("exponential", [0, 0, 1, 3, 7]),  # 2^grade - 1
        ("1=3.5,3=9", [0, 0, 3.5, 2, 9]),  # grade 2 keeps its own value
        ("0=1", [0, 1, 1, 2, 3]),
    ],
)
def test_the_gains_of_grades_from_minus_1_to_3(gain: str, expected: list[float]) -> None:
    value = gain_of(make_gain(gain))
    assert [value(grade) for grade in range(-1, 4)] == expected


def test_gains_less_than_1_apart_are_in_the_right_order_in_the_ideal() -> None:
    # Gains 0.5 for grade 1 and 0.75 for grade 2. Ideal: 0.75 + 0.5 / log2(3) = 0.75 + 0.31546 = 1.06546.
    # The ranking has grade 1 first: 0.5 + 0.75 / log2(3) = 0.5 + 0.47320 = 0.97320; 0.97320 / 1.06546 = 0.91340.
    # trec_eval 10.0 compares gains as whole numbers, so its ideal order of such gains is a matter of luck.
    result = evaluate({"q": {"a": 1, "b": 2}}, {"q": ["a", "b"]}, ["nDCG"], gain="1=0.5,2=0.75")
    assert round(result["q"]["ndcg"], 4) == 0.9134


def test_a_negative_gain_lowers_dcg_and_has_no_place_in_the_ideal() -> None:
    # DCG = -1 + 2 / log2(3) = 0.26186; ideal 2; 0.26186 / 2 = 0.13093, which is what trec_eval 10.0 prints too.
    result = evaluate({"q": {"a": 1, "b": 2}}, {"q": ["a", "b"]}, ["nDCG"], gain="1=-1")
    assert round(result["q"]["ndcg"], 4) == 0.1309
