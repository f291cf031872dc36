"""Scores and ranks: how a third column is told, what is a number, and which document comes first."""

from __future__ import annotations

import pytest

from rankproof.formats import source
from tests.unit.helpers import codes, rankings, refused_results, results, the_note


@pytest.mark.parametrize("cell", ["1e-3", "-2.5E+2", ".5", "+7", "16777217.0", "-0.0", "1e308", "5e-324", "007"])
def test_a_decimal_number_in_any_notation_is_a_score(cell: str) -> None:
    run = results(f"q1 Q0 a 1 {cell} t\n").rankings["q1"]
    assert run.scores == [float(cell)]


@pytest.mark.parametrize(
    "cell",
    [
        "nan",
        "NaN",
        "inf",
        "-inf",
        "Infinity",
        "1e999",
        "null",
        "None",
        "NA",
        "-",
        "high",
        "0x10",
        "1_000",
        "٣",
        "1,5,0",
    ],
)
def test_what_is_no_finite_number_is_refused_with_line_document_and_mend(cell: str) -> None:
    error = refused_results(f"q1 Q0 a 1 2.5 t\nq1 Q0 b 2 {cell} t\n")
    assert (error.line, error.column) == (2, 11)
    assert cell in error.message
    assert "document b" in error.message
    assert error.hint


@pytest.mark.parametrize("cell", ["nan", "-inf", "null", "high"])
def test_a_bad_score_in_the_first_row_is_told_as_a_bad_score(cell: str) -> None:
    error = refused_results(f"q1 Q0 a 1 {cell} t\nq1 Q0 b 2 1.5 t\n")
    assert error.line == 1
    assert f"“{cell}”" in error.message


def test_finite_scores_whose_sum_overflows_are_read() -> None:
    assert rankings(results("q1 Q0 a 1 1e308 t\nq1 Q0 b 2 1.5e308 t\n")) == {"q1": ["b", "a"]}


def test_a_decimal_comma_in_a_trec_run_is_read_with_a_note() -> None:
    read = results("q1 Q0 a 1 0,5 t\nq1 Q0 b 2 1,5 t\n")
    assert rankings(read) == {"q1": ["b", "a"]}
    assert the_note(read.notes, "decimal-commas").count == 2


def test_a_trec_run_is_ordered_by_score_and_not_by_rank_or_row() -> None:
    assert rankings(results("q1 Q0 a 1 1 t\nq1 Q0 b 2 3 t\nq1 Q0 c 3 2 t\n")) == {"q1": ["b", "c", "a"]}


def test_scores_that_differ_only_beyond_32_bits_are_not_equal() -> None:
    # trec_eval 10.0 compares doubles; 16777217 is no 32-bit float.
    assert rankings(results("q1 Q0 a 1 16777217 t\nq1 Q0 z 2 16777216 t\n")) == {"q1": ["a", "z"]}


def test_a_third_column_of_whole_numbers_is_a_rank_lowest_first() -> None:
    read = results("q1 a 3\nq1 b 1\nq1 c 2\n")
    assert rankings(read) == {"q1": ["b", "c", "a"]}
    assert "third-is-rank" in codes(read.notes)
    assert "rank" in read.form


def test_a_third_column_with_one_number_that_is_not_whole_is_a_score_highest_first() -> None:
    read = results("q1 a 3\nq1 b 1\nq2 c 1\nq2 d 2.5\n")
    assert rankings(read) == {"q1": ["a", "b"], "q2": ["d", "c"]}
    assert "third-is-score" in codes(read.notes)
    assert "score" in read.form


@pytest.mark.parametrize("place", [0, 5, 9])
@pytest.mark.parametrize("size", [1 << 17, 16])
def test_the_one_number_that_is_not_whole_may_stand_anywhere(
    place: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "CHUNK_BYTES", size)
    rows = [f"q{number} a 1\nq{number} b 2\n" for number in range(10)]
    rows.insert(place, "other a 0.5\n")
    read = results("".join(rows))
    assert {tuple(ranking) for query, ranking in rankings(read).items() if query != "other"} == {("b", "a")}


def test_whole_numbers_written_with_points_are_ranks() -> None:
    assert rankings(results("q1 a 2.0\nq1 b 1.0\n")) == {"q1": ["b", "a"]}


def test_two_columns_are_in_rank_order_as_the_rows_stand() -> None:
    assert rankings(results("q1 b\nq2 x\nq1 a\nq2 y\n")) == {"q1": ["b", "a"], "q2": ["x", "y"]}


def test_equal_ranks_are_ties() -> None:
    read = results("q1 a 1\nq1 b 1\nq1 c 2\n")
    assert rankings(read) == {"q1": ["b", "a", "c"]}
    assert rankings(read, "given") == {"q1": ["a", "b", "c"]}


def test_ranks_of_a_trec_run_decide_ties_where_they_are_asked_to() -> None:
    read = results("q1 Q0 a 2 1.5 t\nq1 Q0 b 3 1.5 t\nq1 Q0 c 1 1.5 t\n")
    assert rankings(read, "given") == {"q1": ["c", "a", "b"]}
    assert rankings(read) == {"q1": ["c", "b", "a"]}


@pytest.mark.parametrize("size", [1 << 17, 32, 16])
def test_ranks_are_kept_where_only_some_differ_from_the_order_of_the_rows(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "CHUNK_BYTES", size)
    ranks = {"a": 1, "b": 2, "c": 5, "d": 3, "e": 4}
    read = results("".join(f"q1 Q0 {document} {rank} 1.5 t\n" for document, rank in ranks.items()))
    assert rankings(read, "given") == {"q1": ["a", "b", "d", "e", "c"]}


def test_a_document_listed_twice_counts_at_its_first_rank_by_score() -> None:
    # By score a (3.0), b, a again, c: the second a is taken out and c moves up.
    read = results("q1 Q0 c 1 1.0 t\nq1 Q0 a 2 3.0 t\nq1 Q0 b 3 2.5 t\nq1 Q0 a 4 2.0 t\n")
    assert rankings(read) == {"q1": ["a", "b", "c"]}
    note = the_note(read.notes, "listed-twice")
    assert (note.level, note.count) == ("warning", 1)


def test_one_document_under_two_queries_is_no_repetition() -> None:
    assert "listed-twice" not in codes(results("q1 a\nq2 a\n").notes)


def test_two_run_tags_in_one_input_are_told_of() -> None:
    read = results("q1 Q0 a 1 2 one\nq1 Q0 b 2 1 two\n")
    assert the_note(read.notes, "several-tags").count == 2
    assert results("q1 Q0 a 1 2 one\nq1 Q0 b 2 1 one\n").tag == "one"


def test_interleaved_queries_give_the_rankings_of_grouped_ones() -> None:
    grouped = "q1 Q0 a 1 3 t\nq1 Q0 b 2 2 t\nq2 Q0 a 1 9 t\nq2 Q0 c 2 8 t\n"
    lines = grouped.splitlines(keepends=True)
    interleaved = "".join(lines[position] for position in (2, 0, 3, 1))
    assert rankings(results(interleaved)) == rankings(results(grouped))
