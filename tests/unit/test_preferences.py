"""The preference measures, worked by hand, and the laws that they all keep."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rankproof.preferences import (
    PREFERENCE_MEASURES,
    Preference,
    PreferenceCounts,
    PreferenceError,
    Ratio,
    count,
    from_grades,
)
from rankproof.preferences.closure import close
from rankproof.preferences.pairs import add_pairs

FORMULAS = {row.name: row.formula for row in PREFERENCE_MEASURES}


def stated(*lines: str) -> list[Preference]:
    """Preferences from lines such as `judge subgroup a=2 b=1`."""
    found = []
    for line in lines:
        group, subgroup, *levels = line.split()
        for document, level in (cell.split("=") for cell in levels):
            found.append(Preference(group, subgroup, float(level), document))
    return found


def values(ranking: str, *lines: str) -> dict[str, float]:
    counts = count(ranking.split(), stated(*lines))
    return {name.removeprefix("prefs_"): formula(counts) for name, formula in FORMULAS.items()}


def test_one_judge_who_grades_everything() -> None:
    # a > b and a > c fail; b > c holds among retrieved documents; a > d and b > d hold because d is not retrieved.
    # Levelled: 2 relevant, 2 not: nothing to do. Among the retrieved 2 and 1: one more each for a and b, both found.
    assert values("b x c a", "j s a=2 b=1 c=0 d=0") == {
        "num_prefs_poss": 5,
        "num_prefs_ful": 3,
        "num_prefs_ful_ret": 1,
        "simp": 3 / 5,
        "pair": 3 / 5,
        "avgjg": 3 / 5,
        "avgjg_Rnonrel": 3 / 5,
        "simp_ret": 1 / 3,
        "pair_ret": 1 / 3,
        "avgjg_ret": 1 / 3,
        "avgjg_Rnonrel_ret": (1 + 2) / (3 + 2),
        "simp_imp": 3 / 5,
        "pair_imp": 3 / 5,
        "avgjg_imp": 3 / 5,
    }


def test_pairs_that_are_not_retrieved_fail_or_are_left_out() -> None:
    # Only b came back: b > c and b > d hold, a > b fails; a > c and a > d are about documents that are both missing.
    got = values("b", "j s a=2 b=1 c=0 d=0")
    assert (got["num_prefs_poss"], got["num_prefs_ful"], got["num_prefs_ful_ret"]) == (5, 2, 0)
    assert (got["simp"], got["simp_imp"], got["simp_ret"]) == (2 / 5, 2 / 3, 0.0)
    assert (got["pair"], got["pair_imp"], got["pair_ret"]) == (2 / 5, 2 / 3, 0.0)
    # Among the retrieved there is 1 relevant and none that is not: one preference more for a and for b, b's held.
    assert got["avgjg_Rnonrel_ret"] == 1 / 2


def test_judges_who_disagree() -> None:
    # a and b: two judges out of three agree with the ranking. c and d: the one judge does not.
    got = values("a b d c", "j1 s a=1 b=0", "j2 s a=1 b=0", "j3 s a=0 b=1", "j4 s c=1 d=0")
    assert got["simp"] == 2 / 4
    assert got["pair"] == (2 / 3 + 0) / 2
    assert got["avgjg"] == (1 + 1 + 0 + 0) / 4


def test_a_talkative_judge_weighs_no_more_in_avgjg() -> None:
    # The first judge states three preferences, all held; the second one, which fails.
    got = values("a b c", "j1 s a=3 b=2 c=1", "j2 s a=0 c=1")
    assert got["simp"] == 3 / 4
    assert got["avgjg"] == (3 / 3 + 0 / 1) / 2


def test_a_judge_without_preferences_counts_as_zero() -> None:
    got = values("a b", "j1 s a=1 b=0", "j2 s a=1")
    assert (got["simp"], got["avgjg"]) == (1.0, (1 + 0) / 2)
    # One relevant document and none else: levelled by one preference, which a holds.
    assert got["avgjg_Rnonrel"] == (1 / 1 + 1 / 1) / 2


def test_a_judge_who_found_nothing_relevant_makes_the_levelled_measure_zero() -> None:
    got = values("a b", "j1 s a=1 b=0", "j2 s a=0 b=0")
    assert (got["avgjg"], got["avgjg_Rnonrel"], got["avgjg_Rnonrel_ret"]) == (1 / 2, 0.0, 0.0)


def test_more_documents_that_are_not_relevant_change_little_when_levelled() -> None:
    # Two subgroups: only b, the best-ranked of level 0, is kept beside the one relevant document.
    assert values("a b c d", "j s a=1 b=0", "j t a=1 c=0 d=0")["avgjg_Rnonrel"] == 1 / 1
    assert values("b a c d", "j s a=1 b=0", "j t a=1 c=0 d=0")["avgjg_Rnonrel"] == 0 / 1


def test_with_one_subgroup_the_level_zero_is_compared_with_itself_as_in_trec_eval() -> None:
    # a > b holds; b, c and d, all of level 0, are each compared with b and fail.
    assert values("a b c d", "j s a=1 b=0 c=0 d=0")["avgjg_Rnonrel"] == 1 / 4


def test_levelling_among_retrieved_documents_adds_for_relevant_ones_that_are_missing() -> None:
    # a is found, b is not; none of level 0 came back: 1 preference each, a's held.
    assert values("a", "j s a=1 b=1 c=0")["avgjg_Rnonrel_ret"] == 1 / 2


def test_preferences_carry_over_subgroups_of_one_judge() -> None:
    # a > b and b > c give a > c; d is compared with c only.
    counts = count(["a", "b", "c", "d"], stated("j s a=3 b=2", "j t b=5 c=4", "j u d=2 c=1"))
    assert counts.groups[0].tally.both == Ratio(3, 4)
    # Levels order one subgroup only: b's 5 does not put it above a.
    assert [list(lower) for _, lower in counts.groups[0].rows] == [[1, 2], [2], [], [2]]


def test_the_same_preference_in_two_subgroups_is_one() -> None:
    assert values("a b", "j s a=2 b=1", "j t a=9 b=7")["num_prefs_poss"] == 1


def test_a_repeated_line_counts_twice_in_a_single_subgroup_and_once_for_a_pair() -> None:
    got = values("a b c", "j s a=1 b=0 b=0 c=1")
    # a > b twice, held; c > b twice, failed.
    assert (got["num_prefs_poss"], got["num_prefs_ful"], got["pair"]) == (4, 2, 1 / 2)


def test_grades_are_one_judge_with_one_subgroup() -> None:
    assert from_grades({"a": 2, "b": 0}) == [Preference("0", "0", 2.0, "a"), Preference("0", "0", 0.0, "b")]


def test_a_highest_level_of_minus_three_goes_uncounted_as_in_trec_eval() -> None:
    assert values("a b c", "j s a=-3 b=-4 c=-5")["num_prefs_poss"] == 1
    assert values("a b c", "j s a=-2 b=-4 c=-5")["num_prefs_poss"] == 3


@pytest.mark.parametrize(
    ("lines", "documents", "message"),
    [
        (["j s a=2 a=1 b=0"], ("a",), "document 'a' has levels 2 and 1 in one subgroup of judgement group 'j'"),
        (["j s a=1 b=0", "j t a=0"], ("a",), "document 'a' has level 0 and a higher level in judgement group 'j'"),
        (["j s a=2 b=1", "j t b=2 a=1"], ("a", "b"), "judgement group 'j' prefers 'a' to 'b' and 'b' to 'a'"),
        (
            ["j s a=2 b=1", "j t b=2 c=1", "j u c=2 a=1"],
            ("a", "b"),
            "judgement group 'j' prefers 'a' to 'b' and 'b' to 'a'",
        ),
        (["j s a=3 b=2 a=1", "j t a=3"], ("a", "b"), "judgement group 'j' prefers 'a' to 'b' and 'b' to 'a'"),
        (["j s a=nan"], ("a",), "the level of document 'a' is not a number"),
    ],
)
def test_a_judge_may_not_contradict_themselves(lines: list[str], documents: tuple[str, ...], message: str) -> None:
    with pytest.raises(PreferenceError) as caught:
        count(["a", "b", "c"], stated(*lines))
    assert (str(caught.value), caught.value.documents, caught.value.judgement_group) == (message, documents, "j")


def test_two_levels_of_one_document_pass_where_nothing_lies_between() -> None:
    # With several subgroups only what they state counts: a > b.
    assert values("a b", "j s a=3 a=1", "j t a=3 b=2")["num_prefs_poss"] == 1


IDS = "abcdefgh"


@st.composite
def consistent(draw: st.DrawFn) -> list[Preference]:
    """Preferences of up to three judges, each true to an order of their own."""
    found = []
    for group in range(draw(st.integers(1, 3))):
        latent = {document: draw(st.integers(0, 3)) for document in IDS}
        for subgroup in range(draw(st.integers(1, 3))):
            members = draw(st.lists(st.sampled_from(IDS), min_size=1, max_size=8))
            found += [Preference(f"g{group}", f"s{subgroup}", float(latent[it]), it) for it in members]
    return found


rankings = st.lists(st.sampled_from(IDS + "xyz"), unique=True)


def everything(counts: PreferenceCounts) -> list[float]:
    return [row.formula(counts) for row in PREFERENCE_MEASURES]


@given(consistent(), rankings)
def test_every_measure_keeps_its_range(preferences: list[Preference], ranking: list[str]) -> None:
    counts = count(ranking, preferences)
    for row in PREFERENCE_MEASURES:
        value = row.formula(counts)
        low, high = row.range
        assert low is None or value >= low, row.name
        assert high is None or value <= high, row.name
        assert isinstance(value, int) == row.whole, row.name


@given(consistent())
def test_an_empty_ranking_fulfils_nothing(preferences: list[Preference]) -> None:
    counts = count([], preferences)
    assert all(row.formula(counts) == 0 for row in PREFERENCE_MEASURES if row.name != "prefs_num_prefs_poss")


@given(consistent(), rankings, st.integers())
def test_the_order_of_the_judgements_does_not_matter(
    preferences: list[Preference], ranking: list[str], seed: int
) -> None:
    shuffled = Random(seed).sample(preferences, len(preferences))
    assert everything(count(ranking, shuffled)) == everything(count(ranking, preferences))


@given(consistent(), rankings)
def test_documents_without_a_preference_do_not_matter(preferences: list[Preference], ranking: list[str]) -> None:
    judged = {preference.document for preference in preferences}
    bare = [document for document in ranking if document in judged]
    assert everything(count(ranking, preferences)) == everything(count([*bare, "tail"], preferences))


@given(consistent(), rankings)
def test_pairs_counted_at_once_are_those_counted_one_by_one(preferences: list[Preference], ranking: list[str]) -> None:
    counts = count(ranking, preferences)
    assert counts.pairs == add_pairs(counts.groups, len(counts.documents), counts.retrieved)


classes = st.lists(st.integers(0, 5), min_size=1, max_size=2)


@given(st.lists(st.lists(classes, min_size=1, max_size=3), max_size=5))
@example([[[1], [0]], [[0], [2]]])
@example([[[1], [2]], [[0], [1]], [[2], [3]]])
def test_the_closure_is_that_of_following_every_path(subgroups: list[list[list[int]]]) -> None:
    below: dict[int, set[int]] = {place: set() for classes in subgroups for members in classes for place in members}
    for classes in subgroups:
        for index, members in enumerate(classes):
            for place in members:
                below[place].update(it for lower in classes[index + 1 :] for it in lower if it != place)
    for _ in below:
        for reached in below.values():
            reached.update(*[below[it] for it in reached])
    rows, contradiction = close(subgroups)
    if contradiction is None:
        assert {place: sorted(reached) for place, reached in below.items()} == {it: list(low) for it, low in rows}
    else:
        first, second = contradiction
        assert first in below[second]
        assert second in below[first]
    assert (contradiction is not None) == any(place in reached for place, reached in below.items())
