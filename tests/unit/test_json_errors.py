"""Mistakes in JSON are told with line, column and mend."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from rankproof import InputError
from tests.unit.helpers import judgements, refused_judgements, refused_results, results


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"q1": {"a": 1},\n "q2": {"b" 2}}\n', 2, 13),  # a colon is missing before 2
        ('{"q1": {"a": 1},\n "q2": {"b": }}\n', 2, 14),  # a value is missing before }
        ('{"q1": {"a": 1}\n "q2": {"b": 2}}\n', 2, 2),  # a comma is missing before "q2"
        ("{'q1': {'a': 1}}\n", 1, 2),  # quotes of another kind
        ('{"q1": ["a", b]}\n', 1, 14),  # a bare word
    ],
)
def test_a_syntax_error_is_told_with_line_and_column(text: str, line: int, column: int) -> None:
    error = refused_judgements(text)
    assert (error.line, error.column) == (line, column)
    assert error.problems[0].text == text.split("\n")[line - 1]
    assert f"line {line}, column {column}" in error.message


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("{'q1': {'a': 1}}", "double quotes"),
        ('{"q1": {"a": 1},}', "comma"),
        ('{"q1": {"a": 1}, "q2": {"b": 1', "end is missing"),
        ('[{"qid": "q1", "docno": "a", "rel": 1},]', "comma"),
    ],
)
def test_a_syntax_error_of_a_common_kind_is_told_with_its_mend(text: str, word: str) -> None:
    assert word in (refused_judgements(text).hint or "")


def test_a_syntax_error_in_json_lines_is_told_with_its_line_in_the_file() -> None:
    good = json.dumps({"qid": "q1", "docno": "a", "rel": 1})
    error = refused_judgements(f"{good}\n\n# note\n{good[:-1]}\n")
    assert error.line == 4


def test_text_after_the_end_of_json_is_refused() -> None:
    error = refused_judgements('{"q1": {"a": 1}}\nq2 0 b 1\n')
    assert error.line == 2


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_is_none_is_refused_at_its_place(word: str) -> None:
    error = refused_results(f'{{"q1": {{"a": 1.5,\n "{word}": 2, "b": {word}}}}}')
    # Not at the document of that name in column 2: the line reads `"NaN": 2, "b": NaN}}`.
    assert error.line == 2
    assert error.column == len(f' "{word}": 2, "b": ') + 1
    assert word in error.message


def test_a_number_too_large_for_a_double_is_refused() -> None:
    assert "infinite" in refused_results('{"q1": {"a": 1e999}}').message


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"q1": {"a": null}}', "null"),
        ('{"q1": {"a": true}}', "true"),
        ('{"q1": {"a": [1]}}', "array"),
        ('{"q1": {"a": {"b": 1}}}', "object"),
        ('{"q1": 3}', "3"),
        ('{"q1": "a"}', "a"),
        ('{"q1": [["a", 1]]}', "array"),
        ('{"q1": [null]}', "null"),
        ("[1, 2]", "1"),
        ('["a"]', "a"),
        ('[{"qid": "q1", "docno": "a", "rel": 1}, 3]', "3"),
        ('[{"qid": "q1", "docno": null, "rel": 1}]', "null"),
        ('[{"qid": true, "docno": "a", "rel": 1}]', "true"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named_with_its_line(text: str, found: str) -> None:
    error = refused_judgements("\n" + text)
    assert error.line == 2
    assert found in error.message


@pytest.mark.parametrize("text", ['{"": {"a": 1}}', '{"q1": {"": 1}}', '{"q1": [""]}', '[{"qid": "", "docno": "a"}]'])
def test_an_empty_id_is_refused(text: str) -> None:
    assert "empty" in refused_judgements(text).message


def test_a_record_without_a_field_that_the_first_has_is_named_by_its_line() -> None:
    error = refused_judgements('[{"qid": "q1", "docno": "a", "rel": 1},\n {"qid": "q1", "docno": "b"}]')
    assert error.line == 2
    assert "rel" in error.message
    lines = refused_judgements('{"qid": "q1", "docno": "a", "rel": 1}\n{"qid": "q1", "rel": 1}\n')
    assert lines.line == 2
    assert "docno" in lines.message


@pytest.mark.parametrize(
    ("text", "missing"), [('[{"docno": "a", "rel": 1}]', "query"), ('[{"qid": "q1", "rel": 1}]', "document")]
)
def test_records_without_queries_or_documents_are_refused_with_the_fields_they_have(text: str, missing: str) -> None:
    error = refused_judgements(text)
    assert missing in error.message
    assert "rel" in error.message


def test_a_bad_grade_in_json_is_named_with_line_and_column() -> None:
    error = refused_judgements('{"q1": {"a": 1,\n        "b": "high"}}')
    # The value "high" starts after eight blanks, the name and its colon.
    assert (error.line, error.column) == (2, 14)


def test_a_bad_grade_of_an_array_of_records_is_named_with_its_line() -> None:
    error = refused_judgements('[{"qid": "q1", "docno": "a", "rel": 1},\n\n {"qid": "q1", "docno": "b", "rel": 0.5}]')
    assert error.line == 3


@pytest.mark.parametrize("text", ["{}", "[]", " {\n}\n"])
def test_json_that_holds_nothing_is_refused(text: str) -> None:
    assert refused_judgements(text).message
    assert refused_results(text).message


def test_json_that_is_nested_too_deep_is_refused() -> None:
    assert "nested" in refused_judgements("[" * 100_000).message


@pytest.mark.parametrize(
    "text",
    [
        '{"q1": {"a": ' + "9" * 5000 + "}}",
        '{"q1": {"a": -0}}',
        '{"\\ud800": {"a": 1}}',
        '{"q\\u0000": ["a"]}',
        "{",
        "[",
    ],
    ids=[
        "a number of 5,000 digits",
        "minus zero",
        "a lone surrogate",
        "a zero character",
        "an open brace",
        "a bracket",
    ],
)
def test_strange_json_raises_nothing_but_an_input_error(text: str) -> None:
    with suppress(InputError):
        judgements(text)
    with suppress(InputError):
        results(text)


def test_a_query_with_scores_and_again_without_is_an_error_at_its_second_place() -> None:
    error = refused_results('{"q1": {"a": 2.5},\n "q1": ["b"]}')
    assert error.message == "query q1 stands twice, with scores and as a list without"
    # What it holds begins after a blank, "q1", a colon and a blank: 1 + 4 + 1 + 1 characters.
    assert (error.line, error.column) == (2, 8)
