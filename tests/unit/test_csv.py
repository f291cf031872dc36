"""CSV as spreadsheets and programs write it: quotes, blanks around cells, semicolons, decimal commas."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from rankproof.formats import source
from tests.unit.helpers import judgements, rankings, refused_judgements, refused_results, results, the_note


def test_a_quoted_cell_may_hold_the_separator_a_quote_and_a_line_break() -> None:
    read = judgements('q1,"a, b",1\nq1,"say ""hi""",2\nq1,"two\nlines",0\n')
    assert read.grades == {"q1": {"a, b": 1, 'say "hi"': 2, "two\nlines": 0}}


def test_only_some_cells_need_quotes_and_they_may_start_far_down() -> None:
    plain = "".join(f"q{number},d,1\n" for number in range(300))
    read = judgements(plain + '"q300","d, e",2\n')
    assert len(read.grades) == 301
    assert read.grades["q300"] == {"d, e": 2}


def test_comments_blank_lines_and_a_header_are_skipped_in_quoted_csv_too() -> None:
    read = judgements('# pooled\nquery,doc,grade\n\n"q1","a",1\n# end\n')
    assert read.grades == {"q1": {"a": 1}}
    assert the_note(read.notes, "lines-skipped").count == 3
    assert the_note(read.notes, "header").line == 2


@pytest.mark.parametrize("size", [4, 5, 7, 11, 16])
def test_a_quoted_cell_may_lie_across_borders_between_chunks(size: int) -> None:
    with patch.object(source, "CHUNK_BYTES", size):
        read = judgements('q1,a,1\nq1,"b, ""c""\nd",2\nq2,é,0\n')
    assert read.grades == {"q1": {"a": 1, 'b, "c"\nd': 2}, "q2": {"é": 0}}


def test_a_row_after_a_cell_with_a_line_break_is_named_by_its_line_in_the_file() -> None:
    # The quoted cell takes lines 2 and 3; the bad grade stands in line 4.
    error = refused_judgements('q1,a,1\nq1,"b\nc",2\nq1,d,x\n')
    assert error.line == 4


def test_quotes_that_do_not_match_are_refused_at_the_line_where_they_open() -> None:
    error = refused_judgements('q1,a,1\nq1,"b,2\nq1,c,1\n')
    assert error.line == 2
    assert "quotes" in error.message


def test_problems_of_quoted_csv_come_in_the_order_of_their_lines() -> None:
    # Line 2 has one cell too few; line 3 has text after a closing quote.
    error = refused_judgements('q1,a,1\nq1,b\nq1,"c"d,1\n')
    lines = [problem.line for problem in error.problems]
    assert lines == sorted(lines, key=lambda line: line or 0)
    assert error.line == 2


def test_blanks_around_cells_are_not_part_of_them() -> None:
    assert judgements('q1 , a b ,1\nq1, "c", 0\n').grades == {"q1": {"a b": 1, "c": 0}}
    assert judgements("q1 , a b ,1\nq1, c , 0\n").grades == {"q1": {"a b": 1, "c": 0}}


def test_a_query_of_several_words_is_one_cell_in_csv_and_tsv() -> None:
    expected = {"red shoes": {"d 1": 1}, "blue": {"d 2": 0}}
    assert judgements("red shoes,d 1,1\nblue,d 2,0\n").grades == expected
    assert judgements("red shoes\td 1\t1\nblue\td 2\t0\n").grades == expected


def test_semicolons_separate_cells_and_commas_are_then_decimal() -> None:
    read = results("q1;a;0,5\nq1;b;1,25\n")
    assert rankings(read) == {"q1": ["b", "a"]}
    assert the_note(read.notes, "decimal-commas").count == 2


def test_decimal_commas_in_tabs_are_read_with_a_note() -> None:
    read = results("q1\ta\t0,5\nq1\tb\t1,25\n")
    assert rankings(read) == {"q1": ["b", "a"]}
    assert the_note(read.notes, "decimal-commas").count == 2


def test_a_decimal_comma_in_a_quoted_cell_of_csv_is_refused_with_the_mend() -> None:
    error = refused_results('q1,a,"0,5"\nq1,b,"1,25"\n')
    assert error.line == 1
    assert "decimal" in error.message + (error.hint or "")


def test_a_row_of_another_separator_is_refused_rather_than_read_as_one_cell() -> None:
    error = refused_judgements("q1,a,1\nq1;b;2\n")
    assert error.line == 2
    assert "1 column" in error.message


def test_a_semicolon_in_an_id_does_not_make_the_commas_part_of_the_cells() -> None:
    assert judgements("q1,http://a.b/c;d=1,2\nq1,http://a.b/c;d=2,1\n").grades == {
        "q1": {"http://a.b/c;d=1": 2, "http://a.b/c;d=2": 1}
    }


def test_blanks_of_other_scripts_are_part_of_an_id_whether_or_not_another_row_has_quotes() -> None:
    expected = {"q1": {"\u2003x": 1, "y\u00a0": 0, "z": 1}}
    assert judgements("q1,\u2003x,1\nq1,y\u00a0,0\nq1,z,1\n").grades == expected
    assert judgements('q1,\u2003x,1\nq1,y\u00a0,0\nq1,"z",1\n').grades == expected
