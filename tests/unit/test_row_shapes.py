"""Rows that have not the shape of the first are told of: the first odd line, both shapes, and how many more."""

from __future__ import annotations

import pytest

from rankproof.problems import SHOWN_PROBLEMS
from tests.unit.helpers import judgements, rankings, refused_judgements, refused_results, results

# 200 well-formed rows before the odd one: more than the first look takes in.
MANY = "".join(f"q{number} 0 d 1\n" for number in range(200))


def test_the_first_odd_line_is_named_with_its_columns_and_those_of_the_first_row() -> None:
    error = refused_judgements("q1 0 a 1\nq1 0 b 0\nq1 c 1\n")
    assert error.line == 3
    assert "3 columns" in error.message
    assert "4" in error.message
    assert error.expected is not None
    assert "query 0 document grade" in error.expected
    assert error.problems[0].text == "q1 c 1"


def test_an_odd_line_far_down_is_named_by_its_number_in_the_file() -> None:
    error = refused_judgements(MANY + "# note\n\nq1 0 a\n")
    assert error.line == 203


@pytest.mark.parametrize("separator", [" ", "\t", ",", ";"])
def test_a_row_too_long_and_one_too_short_do_not_make_up_for_each_other(separator: str) -> None:
    rows = [["q1", "a", "1"], ["q1", "b", "1", "q1"], ["c", "1"], ["q1", "d", "1"]]
    error = refused_judgements("".join(separator.join(row) + "\n" for row in rows))
    assert [problem.line for problem in error.problems] == [2, 3]


def test_a_row_with_too_many_cells_is_told_that_ids_hold_no_blanks() -> None:
    error = refused_judgements("q1 0 a 1\nq1 0 red shoes 1\n")
    assert error.line == 2
    assert "5 columns" in error.message
    assert "blanks" in (error.hint or "")


def test_the_first_few_odd_rows_are_shown_and_the_others_counted() -> None:
    error = refused_judgements("q1 0 a 1\n" + "q1 0 a\n" * 12)
    assert SHOWN_PROBLEMS == 5
    assert [problem.line for problem in error.problems] == [2, 3, 4, 5, 6]
    assert error.more == 7
    lines = error.lines()
    assert len(lines) == 6
    assert lines[0].startswith("qrels:2: ")
    assert "7 more problems" in lines[-1]


def test_a_column_points_at_the_first_cell_too_many_or_past_the_last() -> None:
    # "q1 0 a 1 x": the fifth cell starts at column 10; "q1 0 a" ends before column 7.
    assert refused_judgements("q1 0 a 1\nq1 0 a 1 x\n").column == 10
    assert refused_judgements("q1 0 a 1\nq1 0 a\n").column == 7


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("q1,a,1\nq1,b\n", 2),
        ("q1,a,1\nq1,b,1,2\n", 2),
        ("q1\ta\t1\nq1\tb\n", 2),
        ("q1;a;1\nq1;b\n", 2),
        ("qid,docno,rel\nq1,a,1\nq1,b\n", 3),
        ("q1,a,1\nq1 b 1\n", 2),
        ("q1 a\nq1 b 1\n", 2),
    ],
)
def test_mixed_shapes_are_refused_whatever_separates_the_cells(text: str, line: int) -> None:
    assert refused_judgements(text).line == line


@pytest.mark.parametrize("text", ["q1,a,1\n,b,1\n", "q1,a,1\nq1,,1\n", "q1\ta\t1\n\tb\t1\n", "q1,a,1\n  ,b,1\n"])
def test_a_row_without_a_query_or_a_document_is_refused(text: str) -> None:
    error = refused_judgements(text)
    assert error.line == 2
    assert "id" in error.message


def test_an_empty_grade_is_refused_as_missing() -> None:
    error = refused_judgements("q1,a,1\nq1,b,\n")
    assert error.line == 2
    assert "missing" in error.message


def test_an_empty_score_is_refused_as_missing() -> None:
    error = refused_results("query,doc,score\nq1,a,1.5\nq1,b,\n")
    assert error.line == 3
    assert "missing" in error.message


def test_a_run_whose_document_holds_a_blank_is_not_taken_for_a_longer_tail() -> None:
    # With one cell more "shoes" would be the rank.
    error = refused_results("q1 Q0 red 1 2.5 tag\nq1 Q0 red shoes 2 1.5 tag\n")
    assert error.line == 2
    assert "7 columns" in error.message


def test_a_run_whose_tag_holds_a_blank_is_read_with_a_note() -> None:
    read = results("q1 Q0 a 1 2.5 my tag\nq1 Q0 b 2 1.5 my tag\n")
    assert rankings(read) == {"q1": ["a", "b"]}
    assert [(note.count, note.line) for note in read.notes if note.code == "text-after-tag"] == [(2, 1)]


def test_tabs_and_runs_of_blanks_separate_the_cells_of_trec_files_alike() -> None:
    read = judgements("q1\t0\ta\t1\n  q1   0 b\t 0  \n")
    assert read.grades == {"q1": {"a": 1, "b": 0}}


def test_a_long_line_is_cut_around_the_column_in_question() -> None:
    document = "d" * 500
    error = refused_judgements(f"q1 0 a 1\nq1 0 {document} x\n")
    problem = error.problems[0]
    assert problem.text is not None
    assert problem.column is not None
    assert len(problem.text) < 130
    assert problem.text[problem.column - 1 :].startswith("x")


@pytest.mark.parametrize("separator", [" ", "\t", ",", ";"])
def test_line_endings_turned_into_crlf_twice_leave_nothing_in_the_last_cell(separator: str) -> None:
    text = f"q1{separator}a\r\r\nq1{separator}b\r\r\n"
    assert judgements(text).grades == {"q1": {"a": 1, "b": 1}}
