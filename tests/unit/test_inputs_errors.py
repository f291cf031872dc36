"""Mistakes in data that a program holds are told with the row or the ids, what was found, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan
from typing import Any

import pytest

from rankproof import InputError
from rankproof.inputs import read_qrels, read_run
from tests.unit.frames import Columns, NumpyLike, PandasLike
from tests.unit.helpers import judgements, results


@dataclass
class Unnamed:
    """An object whose fields name neither query nor document."""

    one: int
    two: int


class Doubled(PandasLike):
    """A frame that has two columns of one name."""

    def __init__(self, table: Columns) -> None:
        super().__init__(table)
        self.columns = [*self.columns, "docno"]


QRELS_REFUSED: dict[str, tuple[Any, str]] = {
    "two grades": (
        [("q", "a", 1), ("q", "b", 0), ("q", "a", 2)],
        "row 3: query q, document a is judged twice, with grades 1 and 2, in rows 1 and 3",
    ),
    "two grades under one id": (
        {1: {"a": 1}, "1": {"a": 2}},
        "query 1, document a is judged twice, with grades 1 and 2",
    ),
    "fraction": ([("q", "a", 1), ("q", "b", 0.5)], "row 2: grade 0.5 is not a whole number (query q, document b)"),
    "fraction in a mapping": ({"q": {"a": 0.5}}, "grade 0.5 is not a whole number (query q, document a)"),
    "word": ([("q", "a", "high")], "row 1: grade “high” is not a number"),
    "None as grade": ([("q", "a", 1), ("q", "b", None)], "row 2: value 3 holds None where a grade is expected"),
    "None in a mapping": ({"q": {"a": None}}, "document a of query q holds None where a grade is expected"),
    "truth value": ({"q": {"a": True}}, "document a of query q holds True where a grade is expected"),
    "NaN in a column": (
        PandasLike({"qid": ["q", "q"], "docno": ["a", "b"], "rel": [1.0, nan]}),
        "row 2: grade “nan” is not a finite number (query q, document b)",
    ),
    "None as id": (
        PandasLike({"qid": ["q", None], "docno": ["a", "b"], "rel": [1, 1]}),
        "row 2: column qid holds None where an id is expected",
    ),
    "NaN as id": ([("q", "a", 1), (nan, "a", 1)], "row 2: value 1 holds the number nan where an id is expected"),
    "empty id": ([("q", "", 1), ("q", "a", 1)], "row 1: value 2 holds an empty id where an id is expected"),
    "object as id": ([("q", object(), 1)], "row 1: value 2 holds an object where an id is expected"),
    "array as id": ([(NumpyLike([1, 2]), "a", 1)], "row 1: value 1 holds a NumpyLike where an id is expected"),
    "half a character": ({"q": ["\ud800"]}, "query q holds half a character ('\\ud800') where an id is expected"),
    "endless id": ({10**5000: ["a"]}, "a query holds a number of over 400 digits"),
    "endless grade": ({"q": {"a": 10**5000}}, "document a of query q holds a number of over 400 digits"),
    "shorter row": ([("q", "a", 1), ("q", "b")], "row 2: the row has 2 values, the first row has 3"),
    "no row": ([("q", "a", 1), 7], "row 2: a row is expected here, found the number 7"),
    "first is no row": ([7], "row 1: a row is expected here, found the number 7"),
    "wide rows": ([(1, 2, 3, 4, 5, 6, 7)], "row 1: rows of 7 values have no known order of columns"),
    "one value": ([("q",)], "row 1: rows of 1 value have no known order of columns"),
    "no documents": ({"q": 3}, "query q holds the number 3, not documents"),
    "text for documents": ({"q": "a"}, "query q holds the text “a”, not documents"),
    "field that is missing": (
        [{"qid": "q", "docno": "a", "rel": 1}, {"qid": "q", "docno": "a"}],
        "row 2: the record has no rel, the first one has",
    ),
    "another kind of row": (
        [{"qid": "q", "docno": "a", "rel": 1}, ("q", "a", 1)],
        "row 2: the row is a tuple, the first row is another kind",
    ),
    "unknown names": (PandasLike({"a": [1], "b": [2], "c": [3]}), "the data frame names no query: it has a, b, c"),
    "unknown fields": ([Unnamed(1, 2)], "the records names no query: it has one, two"),
    "ranks": (
        PandasLike({"qid": ["q"], "docno": ["a"], "rank": [1]}),
        "the data frame names a column of ranks (rank): these are ranked results, not judgements",
    ),
    "a run": (results("q Q0 a 1 2.5 t\n"), "ranked results are given here"),
    "a number": (3, "the number 3 is given here"),
    "None": (None, "None is given here"),
}

RUN_REFUSED: dict[str, tuple[Any, str]] = {
    "NaN": (
        [("q", "a", 1.5), ("q", "b", nan)],
        "row 2: score “nan” is not a number, so the document cannot be ranked (query q, document b)",
    ),
    "NaN in a mapping": (
        {"q": {"a": 1, "b": nan}},
        "score “nan” is not a number, so the document cannot be ranked (query q",
    ),
    "infinity": ([("q", "a", 1.5), ("q", "b", -inf)], "row 2: score “-inf” is infinite (query q, document b)"),
    "too large": ({"q": {"a": 10**350}}, "is infinite (query q, document a)"),
    "NaN as rank": (
        [{"qid": "q", "docno": "a", "rank": 1}, {"qid": "q", "docno": "b", "rank": nan}],
        "row 2: rank “nan” is not a number",
    ),
    "None as score": (
        [{"qid": "q", "docno": "a", "score": 1}, {"qid": "q", "docno": "b", "score": None}],
        "row 2: column score holds None where a score is expected",
    ),
    "decimal comma": ([("q", "a", "1,5")], "row 1: score “1,5” has a decimal comma"),
    "set": ({"q": {"a", "b"}}, "query q holds a set, which has no order"),
    "scores and none under one id": (
        {1: ["a"], "1": {"b": 2.5}},
        "query 1 stands twice, as a number and as text, once with scores and once without",
    ),
    "two columns of a name": (
        Doubled({"qid": ["q"], "docno": ["a"], "score": [1.5]}),
        "the data frame has several columns called docno",
    ),
    "grades": (
        PandasLike({"qid": ["q"], "docno": ["a"], "relevance": [1]}),
        "the data frame names a column of grades (relevance): these are judgements, not ranked results",
    ),
    "judgements": (judgements("q 0 a 1\n"), "judgements are given here"),
}

EMPTY: dict[str, Any] = {
    "text": "",
    "list": [],
    "mapping": {},
    "mapping of empty lists": {"q": []},
    "frame without rows": PandasLike({"qid": [], "docno": [], "score": []}),
    "frame without columns": PandasLike({}),
    "generator": iter(()),
    "header alone": [["qid", "docno", "score"]],
}


@pytest.mark.parametrize("what", QRELS_REFUSED)
def test_mistakes_in_judgements_are_told(what: str) -> None:
    data, message = QRELS_REFUSED[what]
    with pytest.raises(InputError) as caught:
        read_qrels(data, "mine")
    assert message in caught.value.message
    assert str(caught.value).startswith("mine: ")
    assert caught.value.line is None


@pytest.mark.parametrize("what", RUN_REFUSED)
def test_mistakes_in_runs_are_told(what: str) -> None:
    data, message = RUN_REFUSED[what]
    with pytest.raises(InputError) as caught:
        read_run(data, "mine")
    assert message in caught.value.message
    assert str(caught.value).startswith("mine: ")


@pytest.mark.parametrize("kind", EMPTY)
def test_data_without_a_row_is_refused(kind: str) -> None:
    with pytest.raises(InputError, match="not one row"):
        read_run(EMPTY[kind])


def test_several_mistakes_are_shown_with_their_rows_and_the_rest_counted() -> None:
    with pytest.raises(InputError) as caught:
        read_run([("q", f"d{number}", nan if number % 2 else 0.5) for number in range(14)])
    assert [problem.message[:6] for problem in caught.value.problems] == [
        "row 2:",
        "row 4:",
        "row 6:",
        "row 8:",
        "row 10",
    ]
    assert caught.value.more == 2


def test_rows_are_counted_from_the_header_on() -> None:
    with pytest.raises(InputError, match="row 3: "):
        read_qrels([["qid", "docno", "rel"], ["q", "a", "1"], ["q", "b", "x"]])


def test_swapped_inputs_are_marked_as_such() -> None:
    with pytest.raises(InputError) as caught:
        read_run(PandasLike({"qid": ["q"], "docno": ["a"], "grade": [1]}))
    assert caught.value.swap


def test_mistakes_in_text_keep_their_lines() -> None:
    with pytest.raises(InputError) as caught:
        read_qrels(["q 0 a 1", "q 0 b x"], "mine")
    assert caught.value.line == 2
    assert str(caught.value).startswith("mine:2: ")
