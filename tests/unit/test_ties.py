"""Equal scores are ordered by the chosen rule; ids compare as their UTF-8 bytes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankproof.formats import Ranking
from rankproof.ranking import order
from tests.unit.helpers import rankings, results
from tests.unit.problems import DOCUMENTS, scores

RULES = ["docno-desc", "docno-asc", "number-asc", "given"]


def ordered(documents: list[str], ties: str) -> list[str]:
    """These documents, given in this order with equal scores."""
    return order(Ranking(documents, [1.0] * len(documents)), ties).documents


def test_ids_descend_as_bytes_and_not_as_utf_16_or_in_a_dictionary() -> None:
    # U+1D49C has the bytes F0.., U+FB01 EF..; UTF-16 has them the other way round. Capitals come before small letters.
    assert ordered(["Zulu", "\ufb01", "alpha", "\U0001d49c", "é", "z"], "docno-desc") == [
        "\U0001d49c",
        "\ufb01",
        "é",
        "z",
        "alpha",
        "Zulu",
    ]


def test_ids_as_text_and_as_numbers() -> None:
    given_order = ["10", "9", "x2", "007", "-1", "8"]
    assert ordered(given_order, "docno-asc") == ["-1", "007", "10", "8", "9", "x2"]
    # 7, 8, 9, 10; then what is no whole number, as text.
    assert ordered(given_order, "number-asc") == ["007", "8", "9", "10", "-1", "x2"]
    assert ordered(given_order, "given") == given_order


def test_ids_of_equal_number_have_one_order_whatever_the_rows_order() -> None:
    assert ordered(["7", "07", "007"], "number-asc") == ordered(["007", "7", "07"], "number-asc")


def test_as_given_follows_the_rank_column_where_there_is_one() -> None:
    assert rankings(results("q Q0 a 3 1 t\nq Q0 b 1 1 t\nq Q0 c 2 1 t\n"), "given") == {"q": ["b", "c", "a"]}


def test_as_given_follows_the_rows_where_all_ranks_are_equal() -> None:
    assert rankings(results("q Q0 a 0 1 t\nq Q0 c 0 1 t\nq Q0 b 0 1 t\n"), "given") == {"q": ["a", "c", "b"]}


def test_as_given_compares_ranks_as_numbers() -> None:
    assert rankings(results("q Q0 a 10 1 t\nq Q0 b 9 1 t\n"), "given") == {"q": ["b", "a"]}


def comes_first(left: str, right: str, ties: str, rows: list[str]) -> bool:
    """Whether the rule puts one document before another of equal score; worked pair by pair, not by a sort key."""
    if ties == "docno-desc":
        return left.encode() > right.encode()
    if ties == "docno-asc":
        return left.encode() < right.encode()
    if ties == "number-asc" and left.isdigit() and right.isdigit():
        return int(left) < int(right)
    if ties == "number-asc":
        return left.isdigit() or (not right.isdigit() and left.encode() < right.encode())
    return rows.index(left) < rows.index(right)


@given(st.lists(st.tuples(st.sampled_from(DOCUMENTS), scores), unique_by=lambda row: row[0]), st.sampled_from(RULES))
def test_scores_fall_and_ties_follow_the_rule(rows: list[tuple[str, float]], ties: str) -> None:
    table = dict(rows)
    got = order(Ranking(list(table), list(table.values())), ties).documents
    assert sorted(got) == sorted(table)
    for left, right in pairwise(got):
        assert table[left] >= table[right]
        assert table[left] > table[right] or comes_first(left, right, ties, list(table))


@given(st.lists(scores, min_size=1, max_size=8))
def test_ties_are_told_by_their_first_and_last_ranks_and_score(values: list[float]) -> None:
    falling = sorted(values, reverse=True)
    expected = [
        (falling.index(value) + 1, falling.index(value) + falling.count(value), value)
        for value in dict.fromkeys(falling)
        if falling.count(value) > 1
    ]
    documents = [f"d{number}" for number in range(len(values))]
    assert order(Ranking(documents, values), "docno-desc").ties == expected


@pytest.mark.parametrize("ties", RULES)
def test_a_list_best_first_keeps_its_order_under_every_rule(ties: str) -> None:
    assert rankings(results('{"q": ["b", "c", "a"]}'), ties) == {"q": ["b", "c", "a"]}
    assert rankings(results("q b\nq c\nq a\n"), ties) == {"q": ["b", "c", "a"]}


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=8))
def test_no_tie_is_overlooked_of_whatever_size_or_sign(values: list[float]) -> None:
    documents = [f"d{number}" for number in range(len(values))]
    tied = sum(last - first + 1 for first, last, _ in order(Ranking(documents, values), "docno-desc").ties)
    assert tied == sum(values.count(value) > 1 for value in values)
