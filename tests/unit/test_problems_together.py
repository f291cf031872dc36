"""Mistakes of several kinds in one input are listed together, in the order of their lines."""

from __future__ import annotations

import pytest

from rankproof import InputError
from rankproof.formats import source
from tests.unit.helpers import refused_judgements, refused_results

RUNS = {
    "TREC": "q1 Q0 a 1 2.5 t\nq1 Q0 b 2 high t\nq1 Q0 c 3\nq1 Q0 d 4 0.5 t\nq1 Q0 e 5 nan t\n",
    "blanks": "q1 a 2.5\nq1 b high\nq1 c\nq1 d 0.5\nq1 e nan\n",
    "CSV": "q1,a,2.5\nq1,b,high\nq1,c\nq1,d,0.5\nq1,e,nan\n",
    "CSV with quotes": 'q1,"a",2.5\nq1,"b",high\nq1,"c"\nq1,d,0.5\nq1,e,nan\n',
    "TSV with a header": "qid\tdocno\tscore\nq1\tb\thigh\nq1\tc\nq1\td\t0.5\nq1\te\tnan\n",
}
JUDGEMENTS = {
    "TREC": "q1 0 a 1\nq1 0 b high\nq1 0\nq1 0 d 0\nq1 0 e 0.5\n",
    "blanks": "q1 a 1\nq1 b high\nq1\nq1 d 0\nq1 e 0.5\n",
    "CSV": "q1,a,1\nq1,b,high\nq1\nq1,d,0\nq1,e,0.5\n",
    "CSV with quotes": 'q1,"a",1\nq1,"b",high\n"q1"\nq1,d,0\nq1,e,0.5\n',
}


def record(document: str, value: str, name: str) -> str:
    return f'{{"qid": "q1", "docno": "{document}", "{name}": {value}}}\n'


def shown(error: InputError) -> list[int | None]:
    return [problem.line for problem in error.problems]


@pytest.mark.parametrize("form", RUNS)
@pytest.mark.parametrize("size", [1 << 17, 16])
def test_a_bad_score_above_and_one_below_a_row_of_another_shape_are_told_with_it(
    form: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "CHUNK_BYTES", size)
    error = refused_results(RUNS[form])
    assert (shown(error), error.more) == ([2, 3, 5], 0)
    first, second, third = (problem.message for problem in error.problems)
    assert "“high”" in first
    assert "missing" in second
    assert "“nan”" in third
    assert all(problem.text and problem.column for problem in error.problems)


@pytest.mark.parametrize("form", JUDGEMENTS)
@pytest.mark.parametrize("size", [1 << 17, 16])
def test_a_bad_grade_above_and_one_below_a_row_of_another_shape_are_told_with_it(
    form: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "CHUNK_BYTES", size)
    error = refused_judgements(JUDGEMENTS[form])
    assert (shown(error), error.more) == ([2, 3, 5], 0)
    first, _, third = (problem.message for problem in error.problems)
    assert "“high”" in first
    assert "0.5" in third


def test_two_grades_for_one_document_and_a_row_of_another_shape_are_told_together() -> None:
    error = refused_judgements("q1 0 a 1\nq1 0 a 2\nq1 0\n")
    assert shown(error) == [2, 3]
    assert "judged twice" in error.message


@pytest.mark.parametrize(
    "odd", ['{"qid": "q1"}\n', "[]\n", '{"qid": "q1", "docno": null, "score": 1, "grade": 1}\n', "{\n"]
)
def test_a_bad_number_and_a_record_of_another_shape_are_told_together_in_json_lines(odd: str) -> None:
    error = refused_results(record("a", "1", "score") + record("b", '"high"', "score") + odd)
    assert shown(error) == [2, 3]
    assert "“high”" in error.message
    error = refused_judgements(record("a", "1", "grade") + record("b", "0.5", "grade") + odd)
    assert shown(error) == [2, 3]
    assert "0.5" in error.message


def test_records_of_several_wrong_shapes_are_told_in_the_order_of_their_lines() -> None:
    # A score that is no number, one that is null, a record without a score, and JSON that breaks off.
    odd = [record("a", '"x"', "score"), record("b", "null", "score"), '{"qid": "q1", "docno": "c"}\n', "{\n"]
    assert shown(refused_results(record("z", "1", "score") + "".join(odd))) == [2, 3, 4, 5]


def test_the_problems_of_the_first_lines_are_shown_whichever_kind_was_found_first() -> None:
    # Rows of another shape are found before the scores beside them are read: eight of them, and one bad score above.
    error = refused_results("q1 Q0 a 1 2.5 t\nq1 Q0 b 2 high t\n" + "q1 Q0 c 3\n" * 8)
    assert (shown(error), error.more) == ([2, 3, 4, 5, 6], 4)
    assert error.problems[0].column == 11
    assert error.lines()[-1] == "run: and 4 more problems"


def test_the_hint_that_grades_may_be_scores_stands_at_the_grade_and_not_at_the_first_problem() -> None:
    error = refused_judgements("q1 a 1\nq1\nq1 b 0.5\n")
    assert error.swap
    assert "other box" not in (error.problems[0].hint or "")
    assert "other box" in (error.problems[1].hint or "")
