"""The measures averaged over judges, worked by hand."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankproof.judges import JUDGES_MEASURES, join_judges, map_avgjg, p_avgjg, rprec_mult_avgjg

RANKING = ["a", "b", "c", "d"]
JUDGED = {
    "strict": {"b": 1, "z": 1, "a": 0},
    "lenient": {"a": 1, "b": 2, "d": 1},
    "sad": {"a": 0, "b": 0},
}


def test_average_precision_over_judges() -> None:
    # lenient: hits at 1, 2, 4 of 3: (1 + 1 + 3/4) / 3; sad: 0; strict: hit at 2 of 2 relevant: (1/2) / 2.
    judges = join_judges("q", RANKING, JUDGED)
    assert [judge.num_rel for judge in judges] == [3, 0, 2]
    assert map_avgjg(judges) == ((1 + 1 + 3 / 4) / 3 + 0 + (1 / 2) / 2) / 3


def test_precision_over_judges_divides_by_the_cut_off() -> None:
    judges = join_judges("q", RANKING, JUDGED)
    assert p_avgjg(judges, 2) == (2 / 2 + 0 + 1 / 2) / 3
    assert p_avgjg(judges, 10) == (3 / 10 + 0 + 1 / 10) / 3


def test_precision_at_multiples_of_the_relevant_documents() -> None:
    judges = join_judges("q", RANKING, JUDGED)
    # 1.0 x 3 + 0.9 and 1.0 x 2 + 0.9: after 3 and after 2 results.
    assert rprec_mult_avgjg(judges, 1.0) == (2 / 3 + 0 + 1 / 2) / 3
    # 0.2 x 3 + 0.9 = 1.5 and 0.2 x 2 + 0.9 = 1.3: after 1 result each.
    assert rprec_mult_avgjg(judges, 0.2) == (1 / 1 + 0 + 0 / 1) / 3
    # 2.0 x 3 = 6 results, more than there are; 2.0 x 2 = 4.
    assert rprec_mult_avgjg(judges, 2.0) == (3 / 6 + 0 + 1 / 4) / 3
    # 0.01 x 3 + 0.9 is less than 1: no result to look at.
    assert rprec_mult_avgjg(judges, 0.01) == 0.0
    assert rprec_mult_avgjg(judges, -1.0) == 0.0
    assert rprec_mult_avgjg(judges, inf) == 0.0


def test_a_higher_relevance_level() -> None:
    # Only lenient has a document of grade 2, at rank 2.
    assert map_avgjg(join_judges("q", RANKING, JUDGED, 2)) == (1 / 2 + 0 + 0) / 3


def test_unjudged_documents_are_removed_for_each_judge_alone() -> None:
    # strict sees a, b; lenient a, b, d; sad a, b.
    judges = join_judges("q", RANKING, JUDGED, judged_only=True)
    assert [judge.num_ret for judge in judges] == [3, 2, 2]
    assert map_avgjg(judges) == ((1 + 1 + 1) / 3 + 0 + (1 / 2) / 2) / 3


def test_negative_grades_are_in_the_pool_but_not_judged() -> None:
    (judge,) = join_judges("q", ["a", "b", "c"], {"j": {"a": -1, "b": 1}})
    assert judge.relevances == [-2, 1, -1]
    assert map_avgjg([judge]) == 1 / 2


def test_a_level_below_zero_does_not_make_unjudged_documents_precise() -> None:
    # -l-1: a and c hit unjudged. Only b of the 2 relevant was retrieved, and from the end c is taken off first: after
    # 2 results 1 - 1 = 0 are left, after 1 result none.
    (judge,) = join_judges("q", ["a", "b", "c"], {"j": {"b": 1, "z": 0}}, -1)
    assert judge.num_rel == 2
    assert rprec_mult_avgjg([judge], 1.0) == 0.0
    # 1.5 x 2 = 3 results.
    assert rprec_mult_avgjg([judge], 1.5) == 1 / 3


def test_a_level_below_zero_counts_unjudged_documents_as_trec_eval_does() -> None:
    # -l-1: every document hits; none is judged relevant, and C divides by zero.
    assert map_avgjg(join_judges("q", ["a", "b"], {"j": {"c": -1}}, -1)) == inf


def test_judges_come_sorted_by_name_whatever_the_order_of_the_file() -> None:
    backwards = dict(reversed(JUDGED.items()))
    assert [judge.relevances for judge in join_judges("q", RANKING, JUDGED)] == [
        judge.relevances for judge in join_judges("q", RANKING, backwards)
    ]


@pytest.mark.parametrize("row", JUDGES_MEASURES, ids=lambda row: row.name)
@given(
    ranking=st.lists(st.sampled_from("abcdefxyz"), unique=True),
    judged=st.dictionaries(
        st.sampled_from("ij"), st.dictionaries(st.sampled_from("abcdef"), st.integers(-2, 3), min_size=1), min_size=1
    ),
)
def test_every_measure_keeps_its_range_and_is_zero_on_an_empty_ranking(
    row: object, ranking: list[str], judged: dict[str, dict[str, int]]
) -> None:
    assert row in JUDGES_MEASURES
    measure = JUDGES_MEASURES[JUDGES_MEASURES.index(row)]
    low, high = measure.range
    assert low is not None
    assert high is not None
    for parameter in measure.defaults or (0,):
        assert low <= measure.formula(join_judges("q", ranking, judged), parameter) <= high
        assert measure.formula(join_judges("q", [], judged), parameter) == 0
