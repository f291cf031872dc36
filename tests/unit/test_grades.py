"""Grades are whole numbers: what is read as one, what is refused, and what is said of either."""

from __future__ import annotations

import pytest

from rankproof import InputError, evaluate
from tests.unit.helpers import codes, judgements, refused_judgements, the_note

LARGEST_EXACT = 2**53  # larger whole numbers are not exact as doubles


@pytest.mark.parametrize(
    ("cell", "grade"),
    [("0", 0), ("1", 1), ("+2", 2), ("007", 7), ("-1", -1), ("-2", -2), ("-0", 0), (str(LARGEST_EXACT), LARGEST_EXACT)],
)
def test_a_whole_number_is_a_grade(cell: str, grade: int) -> None:
    read = judgements(f"q1 0 a {cell}\n")
    assert read.grades == {"q1": {"a": grade}}
    assert "grades-with-points" not in codes(read.notes)


@pytest.mark.parametrize(("cell", "grade"), [("1.0", 1), ("2.", 2), ("-1.0", -1), ("1e2", 100), ("0.0", 0)])
def test_a_whole_number_with_a_point_is_a_grade_with_a_note(cell: str, grade: int) -> None:
    read = judgements(f"q1 0 a {cell}\nq1 0 b 1\n")
    assert read.grades == {"q1": {"a": grade, "b": 1}}
    assert the_note(read.notes, "grades-with-points").count == 1


@pytest.mark.parametrize(
    "cell",
    [
        *("high", "yes", "relevant", "x1", "--", "1,5", "0x1", "1_000", "٣", "²", "Ⅳ", "1/2", "1e"),
        *("1.9", "0.5", "-0.5", "nan", "NaN", "inf", "-inf", "1e999", str(LARGEST_EXACT * 2), "9" * 5000),
    ],
)
def test_what_is_no_whole_number_is_refused_with_its_line_and_column(cell: str) -> None:
    error = refused_judgements(f"q1 0 a 1\nq1 0 b {cell}\n")
    assert (error.line, error.column) == (2, 8)
    assert "b" in error.message
    assert error.expected is not None
    assert "whole number" in error.expected or "largest" in error.expected


def test_a_fraction_is_told_what_trec_eval_would_make_of_it() -> None:
    assert "cut it to 1" in (refused_judgements("q1 0 a 1.9\n").hint or "")
    assert "not relevant" in (refused_judgements("q1 0 a 0.7\n").hint or "")


@pytest.mark.parametrize("text", ["q1 0 a high\n", "q1 a high\n", "q1,a,high\n", "qid,docno,rel\nq1,a,high\n"])
def test_a_word_as_grade_in_the_first_row_is_told_to_be_no_number(text: str) -> None:
    error = refused_judgements(text)
    assert error.line == text.count("\n")
    assert "“high”" in error.message
    assert "0" in (error.hint or "")


def test_the_first_few_bad_grades_are_shown_and_the_others_counted() -> None:
    error = refused_judgements("q1 0 d 1\n" + "".join(f"q1 0 d{number} x\n" for number in range(9)))
    assert [problem.line for problem in error.problems] == [2, 3, 4, 5, 6]
    assert error.more == 4


def test_a_bad_grade_far_down_is_found_among_many_good_ones() -> None:
    error = refused_judgements("".join(f"q1 0 d{number} 1\n" for number in range(30_000)) + "q2 0 a one\n")
    assert error.line == 30_001


def test_two_grades_for_one_document_are_refused_with_both_lines() -> None:
    error = refused_judgements("q1 0 a 1\nq2 0 a 0\n# note\nq1 0 b 1\nq1 0 a 2\n")
    assert error.line == 5
    for word in ("q1", "a", "1 and 2", "lines 1 and 5"):
        assert word in error.message


def test_two_grades_are_refused_however_far_apart_they_stand() -> None:
    rows = "".join(f"q{number} 0 d{number} 1\n" for number in range(20_000))
    error = refused_judgements(rows + "q3 0 d3 2\n")
    assert "lines 4 and 20001" in error.message.replace(",", "")


def test_the_first_few_conflicts_are_shown_and_the_others_counted() -> None:
    rows = [f"q1 0 d{number} {grade}\n" for grade in (0, 1) for number in range(8)]
    error = refused_judgements("".join(rows))
    assert [problem.line for problem in error.problems] == [9, 10, 11, 12, 13]
    assert error.more == 3


def test_one_grade_given_twice_counts_once_with_a_note() -> None:
    read = judgements("q1 0 a 1\nq1 0 b 0\nq1 0 a 1\nq1 0 a 1\n")
    assert read.grades == {"q1": {"a": 1, "b": 0}}
    assert the_note(read.notes, "judged-twice").count == 2


def test_grades_written_1_and_1_0_are_one_grade() -> None:
    assert judgements("q1 0 a 1\nq1 0 a 1.0\n").grades == {"q1": {"a": 1}}


def test_grades_below_0_are_in_the_pool_and_not_judged() -> None:
    read = judgements("q1 0 a -1\nq1 0 b -2\nq2 0 c 1\n")
    note = the_note(read.notes, "negative-grades")
    assert (note.count, note.examples) == (2, ("q1",))
    assert "-1, -2" in note.text


def test_a_query_with_grades_below_0_only_scores_0_and_does_not_crash() -> None:
    # trec_eval 10.0 crashes on such a topic.
    result = evaluate("q1 0 a -1\nq2 0 b 1\n", "q1 Q0 a 1 2 t\nq2 Q0 b 1 2 t\n", ["AP", "nDCG", "R@5"], queries="all")
    assert result["q1"] == {"map": 0.0, "ndcg": 0.0, "recall_5": 0.0}


QRELS_1001 = "q1 0 a 1001\nq1 0 b 1\n"
RUN = "q1 Q0 b 1 2 t\nq1 Q0 a 2 1 t\n"


def test_a_grade_over_1000_is_refused_with_the_exponential_gain_only_where_gains_matter() -> None:
    with pytest.raises(InputError) as caught:
        evaluate(QRELS_1001, RUN, gain="exponential")
    assert "1,001" in caught.value.message
    assert "1,000" in (caught.value.expected or "")
    assert caught.value.source == "qrels"
    assert evaluate(QRELS_1001, RUN, ["P@1"], gain="exponential")["q1"] == {"P_1": 1.0}
    assert evaluate(QRELS_1001, RUN, ["nDCG@2"])["q1"]["ndcg_cut_2"] < 1


def test_a_grade_of_1000_has_a_finite_exponential_gain() -> None:
    # DCG = 1 + (2^1000 - 1) / log2(3), ideal = (2^1000 - 1) + 1 / log2(3): in doubles 1 / log2(3) = 0.63093 is left.
    value = evaluate("q1 0 a 1000\nq1 0 b 1\n", RUN, ["nDCG@2"], gain="exponential")["q1"]["ndcg_cut_2"]
    assert round(value, 5) == 0.63093
