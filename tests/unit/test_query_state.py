"""A QueryState holds one query as measures see it; its attributes are worked out here by hand."""

from __future__ import annotations

import pytest

from rankproof import QueryState, Settings
from rankproof.formats import Ranking
from rankproof.ranking import join, order

JUDGED = {"a": 2, "b": 0, "c": 1, "d": -1, "e": -2, "f": 1}
SCORES = {"x": 9.0, "a": 8.0, "d": 7.0, "b": 6.0, "e": 5.0, "y": 4.0, "c": 3.0}
"""Best first: x and y are not judged (-1), d and e are in the pool but not judged (-2); f is not retrieved."""


def joined(**settings: object) -> QueryState:
    made = Settings()._replace(**settings)  # type: ignore[arg-type]
    ordered = order(Ranking(list(SCORES), list(SCORES.values())), made.ties)
    return join("q1", ordered, JUDGED, made)


def counts(state: QueryState) -> tuple[int, int, int, int, int]:
    return state.num_rel, state.num_ret, state.num_rel_ret, state.num_nonpool, state.num_unjudged_in_pool


def test_relevances_follow_the_ranking_with_minus_1_and_minus_2_for_what_is_not_judged() -> None:
    assert joined().relevances == [-1, 2, -2, 0, -2, -1, 1]


def test_counts_are_those_of_the_query() -> None:
    # Relevant: a, c, f. Retrieved: 7, of which a and c are relevant, x and y not in the pool, d and e not judged in it.
    state = joined()
    assert counts(state) == (3, 7, 2, 2, 2)
    assert (state.qid, state.relevance_level) == ("q1", 1)


def test_levels_count_judged_documents_by_grade() -> None:
    levels = joined().rel_levels
    assert [levels[grade] for grade in range(4)] == [1, 2, 1, 0]  # b; c and f; a; none
    assert all(grade >= 0 for grade in levels)


def test_a_higher_relevance_level_leaves_the_relevances_and_changes_the_counts() -> None:
    state = joined(relevant_from=2)
    assert state.relevances == [-1, 2, -2, 0, -2, -1, 1]
    assert counts(state) == (1, 7, 1, 2, 2)
    assert state.relevance_level == 2


def test_removing_the_unjudged_takes_out_both_kinds() -> None:
    state = joined(unjudged="removed")
    assert state.relevances == [2, 0, 1]
    assert counts(state) == (3, 3, 2, 0, 0)


def test_depth_cuts_the_ranking_and_not_the_judgements() -> None:
    state = joined(depth=3)
    assert state.relevances == [-1, 2, -2]
    assert counts(state) == (3, 3, 1, 1, 1)


def test_depth_cuts_before_the_unjudged_are_removed() -> None:
    # As trec_eval -M 3 -J does.
    assert joined(depth=3, unjudged="removed").relevances == [2]


def test_a_query_without_results_and_one_without_judgements() -> None:
    nothing = order(Ranking([], None), "docno-desc")
    assert counts(join("q1", nothing, JUDGED, Settings())) == (3, 0, 0, 0, 0)
    assert counts(join("q1", order(Ranking(["a"], None), "given"), {}, Settings())) == (0, 1, 0, 1, 0)


@pytest.mark.parametrize("name", ["qid", "relevances", "num_rel", "num_ret", "rel_levels", "relevance_level", "extra"])
def test_it_is_read_only(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(joined(), name, 0)


def test_it_says_what_it_is() -> None:
    text = repr(joined())
    assert "q1" in text
    assert "2 of 3" in text
