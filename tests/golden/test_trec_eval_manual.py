"""Where trec_eval 10.0 slips, the trec_eval command does what its manual says, and warns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.trec_command import Ran, trec_eval, write

QRELS = "q1 0 a 1\nq2 0 a 1\n"
RUN = "q1 Q0 a 1 2 t\n"
MAP_OF_Q1 = b"map                   \tall\t1.0000\n"


@pytest.fixture
def run_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    def run(qrels: str, results: str, *options: str) -> Ran:
        return trec_eval(monkeypatch, ["-m", "map", *options, *write(tmp_path, qrels=qrels, run=results)])

    return run


def scored(run_map: object, qrels: str, results: str, *options: str) -> Ran:
    assert callable(run_map)
    ran = run_map(qrels, results, *options)
    assert isinstance(ran, Ran)
    return ran


def test_a_judged_topic_missing_from_the_run_is_skipped_with_a_warning(run_map: object) -> None:
    ran = scored(run_map, QRELS, RUN)
    assert (ran.stdout, ran.status) == (MAP_OF_Q1, 0)
    assert "q2" in ran.stderr
    assert "-c" in ran.stderr


@pytest.mark.parametrize(
    "qrels",
    ["\nq1 0 a 1\n", "q1 0 a 1\n\n", "# one\n# two\nq1 0 a 1\n", "q1 0 a 1\n# last\n", "# one\n\n# two\nq1 0 a 1"],
)
def test_blank_lines_and_comments_in_qrels_are_skipped(qrels: str, run_map: object) -> None:
    ran = scored(run_map, qrels, RUN)
    assert (ran.stdout, ran.status) == (MAP_OF_Q1, 0)


def test_a_topic_with_negative_grades_only_scores_0(run_map: object) -> None:
    ran = scored(run_map, "q1 0 a -1\nq1 0 b -2\n", RUN, "-q")
    assert ran.stdout == b"map                   \tq1\t0.0000\nmap                   \tall\t0.0000\n"
    assert ran.status == 0


def test_a_malformed_line_is_told_by_its_place_in_the_file(run_map: object) -> None:
    ran = scored(run_map, "# a comment\n\nq1 0 a 1\nq1 0 b\n", RUN)
    assert (ran.stdout, ran.status) == (b"", 2)
    assert "line 4" in ran.stderr
    assert "3 columns instead of 4" in ran.stderr


@pytest.mark.parametrize(("score", "word"), [("nan", "not finite"), ("1,5", "1,5"), ("high", "high"), ("1_0", "1_0")])
def test_scores_that_are_no_numbers_are_warned_of(score: str, word: str, run_map: object) -> None:
    ran = scored(run_map, "q1 0 a 1\n", f"q1 Q0 a 1 {score} t\n")
    assert ran.status == 0
    assert word in ran.stderr


@pytest.mark.parametrize("grade", ["1.5", "yes", "1,5", "0.7"])
def test_grades_that_are_no_whole_numbers_are_warned_of(grade: str, run_map: object) -> None:
    ran = scored(run_map, f"q1 0 a {grade}\n", RUN)
    assert ran.status == 0
    assert grade in ran.stderr
    assert "line" in ran.stderr or ":1:" in ran.stderr


def test_rbp_scales_gains_from_0_to_the_highest_of_the_topic(run_map: object) -> None:
    ran = scored(run_map, "q1 0 a 2\nq1 0 b 1\n", "q1 Q0 b 1 2 t\nq1 Q0 a 2 1 t\n", "-m", "rbp.p=0.5")
    # Gains 1/2 and 2/2: (1 - 0.5) x (0.5 + 1 x 0.5) = 0.5.
    assert b"rbp_p=0.5             \tall\t0.5000\n" in ran.stdout


def test_without_any_common_topic_there_is_no_number(run_map: object) -> None:
    ran = scored(run_map, "q1 0 a 1\n", "q2 Q0 a 1 2 t\n")
    assert (ran.stdout, ran.status) == (b"", 7)
    assert "No queries" in ran.stderr


@pytest.mark.parametrize(
    "arguments",
    [["missing", "missing"], ["-m", "map"], ["-m", "nonsense", "a", "b"], ["-Q", "a", "b"], ["-l"], [".", "."]],
)
def test_what_cannot_be_run_ends_with_a_word_and_no_traceback(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = trec_eval(monkeypatch, arguments)
    assert ran.stdout == b""
    assert ran.status in (1, 2)
    assert ran.stderr.startswith("rankproof trec_eval: ")


def test_the_help_describes_the_measures_named(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = trec_eval(monkeypatch, ["-h", "-m", "bpref"])
    assert ran.status == 0
    assert b"\n  bpref: " in ran.stdout
    assert b"\n  map: " not in ran.stdout


def test_the_help_is_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    text = trec_eval(monkeypatch, ["-h", "-m", "all_trec", "-m", "ndcg"]).stdout.decode("utf-8")
    assert "Järvelin" in text
    assert "−" in text
