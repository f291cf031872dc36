"""trec_eval's own forms of judgements are read as it reads them, and where it stops without need, read on."""

from __future__ import annotations

import pytest

from rankproof.preferences import Preference
from rankproof.trec.judgements import TrecFormatError, TrecWarning, read_prefs, read_qrels_jg, read_qrels_prefs

FIVE = "expected 5 columns (query, judgement group, subgroup, document, level)"


def test_prefs_hold_query_group_subgroup_document_and_level() -> None:
    read = read_prefs("q2 j s a 1\nq1\tj  s\tb .5 \r\nq10 j s a 2e1", "prefs.txt")
    assert read.topics == {
        "q1": [Preference("j", "s", 0.5, "b")],
        "q10": [Preference("j", "s", 20.0, "a")],
        "q2": [Preference("j", "s", 1.0, "a")],
    }
    assert list(read.topics) == ["q1", "q10", "q2"]  # sorted as bytes
    assert read.warnings == []


def test_qrels_prefs_take_the_second_column_as_the_group() -> None:
    read = read_qrels_prefs("q 0 a 1\nq u2 a -1\n", "qrels.txt")
    assert read.topics == {"q": [Preference("0", "0", 1.0, "a"), Preference("u2", "0", -1.0, "a")]}


def test_qrels_jg_take_the_second_column_as_the_judge() -> None:
    read = read_qrels_jg("q u2 a 1\nq u1 a 0\nq u1 b 1.0\n", "qrels.txt")
    assert read.topics == {"q": {"u1": {"a": 0, "b": 1}, "u2": {"a": 1}}}
    assert list(read.topics["q"]) == ["u1", "u2"]
    assert read.warnings == []


def test_ids_may_hold_blanks_that_are_none_in_c() -> None:
    assert list(read_qrels_jg("q\u00a01 u d\u2003x 1\n", "qrels.txt").topics) == ["q\u00a01"]


def test_comments_and_blank_lines_are_skipped_and_told_where_trec_eval_stops() -> None:
    read = read_qrels_jg("# one\n# two\n# three\nq u a 1\n\n \t\nq u b 0\n# last\n", "qrels.txt")
    assert read.topics == {"q": {"u": {"a": 1, "b": 0}}}
    assert read.warnings == [
        TrecWarning(2, 2, "trec_eval 10.0 stops at a second comment line running; it is skipped"),
        TrecWarning(5, 2, "trec_eval 10.0 stops at a blank line; it is skipped"),
        TrecWarning(8, 1, "trec_eval 10.0 crashes at a comment on the last line; it is skipped"),
    ]


def test_a_comment_between_rows_is_no_cause_for_a_warning() -> None:
    assert read_qrels_jg("# one\nq u a 1\n# two\nq u b 1", "qrels.txt").warnings == []


@pytest.mark.parametrize("text", ["", "# only\n", "\n"])
def test_a_file_without_judgements_has_no_queries(text: str) -> None:
    assert read_prefs(text, "prefs.txt").topics == {}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("# c\nq j s a\n", 2, f"{FIVE}, found 4"),
        ("q j s a 1\nq j s a 1 x\n", 2, f"{FIVE}, found 6"),
        (" # c\n", 1, f"{FIVE}, found 2"),
        ("q j s a nan\n", 1, "level “nan” is not a number that can be ordered"),
    ],
)
def test_a_malformed_line_is_named(text: str, line: int, message: str) -> None:
    with pytest.raises(TrecFormatError) as caught:
        read_prefs(text, "prefs.txt")
    error = caught.value
    assert (error.file, error.line, error.message) == ("prefs.txt", line, message)
    assert str(error) == f"prefs.txt:{line}: {message}"


def test_a_judge_may_judge_a_document_once() -> None:
    with pytest.raises(TrecFormatError, match=r"^f:3: judge 'u' judges document 'a' of query 'q' twice$"):
        read_qrels_jg("q u a 1\nq v a 1\nq u a 1\n", "f")


@pytest.mark.parametrize(
    ("cell", "level"),
    [
        *(("+1", 1.0), ("-0", 0.0), ("1.", 1.0), (".25", 0.25), ("1e2", 100.0), ("007", 7.0)),
        *(("1,5", 1.0), ("1e", 1.0), ("yes", 0.0), ("0x1p1", 2.0), ("-inf", float("-inf")), ("1_0", 1.0), ("٣", 0.0)),
    ],
)
def test_levels_are_read_as_c_reads_them(cell: str, level: float) -> None:
    read = read_prefs(f"q j s a {cell}\n", "prefs.txt")
    assert read.topics["q"][0].level == level
    plain = cell in ("+1", "-0", "1.", ".25", "1e2", "007")
    shown = f"level “{cell}” is read as {level:g}, as trec_eval does"
    assert read.warnings == ([] if plain else [TrecWarning(1, 1, shown)])


@pytest.mark.parametrize(
    ("cell", "grade", "plain"),
    [("2", 2, True), ("-1", -1, True), ("1.0", 1, True), ("1.5", 1, False), ("1e3", 1, False), ("x", 0, False)],
)
def test_grades_are_read_as_c_reads_them(cell: str, grade: int, plain: bool) -> None:
    read = read_qrels_jg(f"q j a {cell}\n", "qrels.txt")
    assert read.topics["q"]["j"]["a"] == grade
    assert (read.warnings == []) is plain
