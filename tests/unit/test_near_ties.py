"""Scores that 32-bit floats cannot tell apart are told of, since tools that keep such floats order them by id."""

from __future__ import annotations

import sys
from itertools import pairwise

import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from rankproof import Note, evaluate
from rankproof.singles import neighbours_equal
from tests.unit.helpers import codes, the_note

QRELS = "q1 0 a 1\nq2 0 a 1\n"

# 32-bit floats have 24 bits: 2^24 = 16777216 is one of them, and 2^24 + 1 is rounded to it.
ODD, EVEN = 16777217.0, 16777216.0


def notes(*scored: tuple[str, str, float], **settings: object) -> list[Note]:
    run = "".join(f"{query} Q0 {document} 1 {score!r} t\n" for query, document, score in scored)
    return evaluate(QRELS, run, ["AP"], **settings).notes


def test_scores_that_only_doubles_tell_apart_are_told_with_their_documents() -> None:
    found = notes(("q1", "a", ODD), ("q1", "z", EVEN), ("q1", "x", 5.0), ("q2", "a", 2.0), ("q2", "b", 1.0))
    note = the_note(found, "near-ties")
    assert (note.level, note.count, note.examples) == ("info", 2, ("q1",))
    assert "a with 16777217.0 and z with 16777216.0 in query q1" in note.text
    assert "pytrec_eval" in note.text
    assert "trec_eval before 10.0" in note.text


def test_the_note_is_true_of_pytrec_eval() -> None:
    # As doubles a comes first: AP 1. As 32-bit floats they are tied, and z comes before a: AP 1/2.
    run = {"q1": {"a": ODD, "z": EVEN}}
    measures = pytrec_eval.RelevanceEvaluator({"q1": {"a": 1}}, {"map"}).evaluate(run)
    assert measures["q1"]["map"] == 0.5
    assert evaluate({"q1": {"a": 1}}, run, ["AP"])["q1"]["map"] == 1.0


def test_each_result_of_a_near_tie_counts_with_those_of_its_very_score() -> None:
    # a and b share one double, c has another of the same 32 bits; d stands alone.
    found = notes(("q1", "a", ODD), ("q1", "b", ODD), ("q1", "c", EVEN), ("q1", "d", 1.0))
    assert the_note(found, "near-ties").count == 3


@pytest.mark.parametrize(
    "scores",
    [(2.5, 1.5, 0.5), (ODD, ODD, 1.0), (EVEN, EVEN - 1, 0.0), (1e300, -1e300, 0.0), (0.0, 0.0, 0.0), (3.0, 0.0, -0.0)],
)
def test_scores_that_32_bits_tell_apart_or_that_are_equal_are_no_near_ties(scores: tuple[float, ...]) -> None:
    assert "near-ties" not in codes(notes(*(("q1", name, score) for name, score in zip("abc", scores, strict=True))))


def test_scores_too_large_for_32_bits_are_near_ties_at_infinity() -> None:
    assert the_note(notes(("q1", "a", 1e300), ("q1", "b", 1e299), ("q1", "c", 1.0)), "near-ties").count == 2


def test_near_ties_below_the_depth_do_not_matter_but_one_across_it_does() -> None:
    scored = [("q1", "x", 1e9), ("q1", "a", ODD), ("q1", "z", EVEN)]
    assert "near-ties" not in codes(notes(*scored, depth=1))
    assert "near-ties" in codes(notes(*scored, depth=2))


def test_near_ties_are_found_in_any_order_of_the_rows_and_in_json() -> None:
    assert "near-ties" in codes(notes(("q1", "z", EVEN), ("q1", "x", 5.0), ("q1", "a", ODD)))
    assert "near-ties" in codes(evaluate(QRELS, {"q1": {"a": ODD, "z": EVEN}}, ["AP"]).notes)


def test_ranks_are_no_near_ties_however_large() -> None:
    assert "near-ties" not in codes(evaluate(QRELS, "q1 a 16777216\nq1 z 16777217\n", ["AP"]).notes)


words = st.one_of(st.integers(0, 3), st.sampled_from([2**31 - 1, 2**31, 2**32 - 1, 2**32 - 2]))


@given(st.lists(words, max_size=12))
def test_equal_neighbours_are_found_as_by_comparing_them_one_by_one(numbers: list[int]) -> None:
    together = b"".join(number.to_bytes(4, sys.byteorder) for number in numbers)
    assert neighbours_equal(together, len(numbers)) == any(one == other for one, other in pairwise(numbers))
