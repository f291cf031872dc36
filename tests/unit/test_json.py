"""JSON of every accepted form: mappings, lists, records, JSON Lines."""

from __future__ import annotations

import json

import pytest

from rankproof import evaluate
from rankproof.formats import jsonrecords
from tests.unit.helpers import judgements, rankings, refused_judgements, results, the_note

GRADES = {"q1": {"a": 2, "b": 0}, "q2": {"c": 1}}
ROWS = [("q1", "a", 2), ("q1", "b", 0), ("q2", "c", 1)]
RECORDS = json.dumps([{"qid": query, "docno": document, "rel": grade} for query, document, grade in ROWS])
LINES = "".join(
    json.dumps({"relevance": grade, "query_id": query, "doc_id": document}) + "\n" for query, document, grade in ROWS
)
SCORED = json.dumps([{"qid": query, "docno": document, "score": -number} for query, document, number in ROWS])
RANKED = json.dumps([{"qid": query, "docno": document, "rank": number} for query, document, number in ROWS])


@pytest.mark.parametrize(
    "text",
    [
        '{"q1": {"a": 2, "b": 0}, "q2": {"c": 1}}',
        '\ufeff\n\n  {"q1": {"a": 2, "b": 0},\r\n "q2": {"c": 1}}\r\n\n',
        RECORDS,
        LINES,
        "# note\n\n" + LINES.replace("\n", "\r\n\r\n").rstrip(),
        '{"q1": {"a": "2", "b": "0"}, "q2": {"c": 1.0}}',
    ],
    ids=["mapping", "mark and blanks around", "records", "lines", "lines among others", "numbers in quotes"],
)
def test_judgements_in_json_are_read(text: str) -> None:
    assert judgements(text).grades == GRADES


@pytest.mark.parametrize(
    "text",
    [
        '{"q1": ["b", "a"], "q2": ["c"]}',
        '{"q1": {"a": -1.5, "b": 2}, "q2": {"c": 1e3}}',
        SCORED,
        RANKED,
        '{"qid": "q1", "docno": "b"}\n{"qid": "q2", "docno": "c"}\n{"qid": "q1", "docno": "a"}\n',
    ],
    ids=["lists", "scores", "records with scores", "records with ranks", "lines in rank order"],
)
def test_results_in_json_are_read(text: str) -> None:
    assert rankings(results(text)) == {"q1": ["b", "a"], "q2": ["c"]}


def test_lists_of_judged_documents_have_grade_1() -> None:
    assert judgements('{"q1": ["a", "b"]}').grades == {"q1": {"a": 1, "b": 1}}


def test_lists_and_grades_may_be_mixed() -> None:
    assert judgements('{"q1": ["a"], "q2": {"b": 3}}').grades == {"q1": {"a": 1}, "q2": {"b": 3}}


def test_a_query_without_documents_is_judged_and_has_nothing_relevant() -> None:
    assert judgements('{"q1": {}, "q2": ["a"], "q3": []}').grades == {"q2": {"a": 1}, "q1": {}, "q3": {}}


def test_a_query_without_results_is_named_in_a_warning() -> None:
    note = the_note(results('{"q1": [], "q2": ["a"]}').notes, "empty-queries")
    assert (note.level, note.count, note.examples) == ("warning", 1, ("q1",))


def test_one_record_alone_is_a_record_and_no_mapping() -> None:
    assert judgements('{"qid": "q1", "docno": "a", "rel": 2}').grades == {"q1": {"a": 2}}


def test_fields_that_are_not_used_are_named() -> None:
    note = the_note(judgements('[{"qid": "q1", "docno": "a", "rel": 1, "text": "x"}]').notes, "columns-unused")
    assert "text" in note.text


def test_a_query_named_twice_in_json_keeps_the_documents_of_both() -> None:
    # json.loads alone would drop the first in silence.
    assert judgements('{"q1": {"a": 2}, "q2": ["c"], "q1": {"b": 1}}').grades == {
        "q1": {"a": 2, "b": 1},
        "q2": {"c": 1},
    }


def test_a_document_named_twice_with_two_grades_is_refused_at_its_second_place() -> None:
    error = refused_judgements('{"q1": {"a": 2,\n "b": 0,\n "a": 1}}')
    assert error.line == 3
    assert "a" in error.message
    assert "2 and 1" in error.message


def test_a_document_named_twice_with_one_grade_is_noted() -> None:
    read = judgements('{"q1": {"a": 2, "a": 2}}')
    assert read.grades == {"q1": {"a": 2}}
    assert the_note(read.notes, "judged-twice").count == 1


def test_a_document_listed_twice_in_a_run_counts_at_its_first_rank() -> None:
    read = results('{"q1": ["a", "b", "a"]}')
    assert rankings(read) == {"q1": ["a", "b"]}
    assert the_note(read.notes, "listed-twice").count == 1


def test_a_name_that_stands_twice_in_json_lines_is_refused_at_its_line() -> None:
    error = refused_judgements(
        '{"qid": "q1", "docno": "a", "rel": 1}\n{"qid": "q1", "docno": "b", "rel": 1, "rel": 2}\n'
    )
    assert error.line == 2
    assert "twice" in error.message


def test_a_name_that_holds_what_looks_like_another_does_not_confuse_json_lines() -> None:
    text = '{"qid": "q1", "docno": "a\\": 1", "rel": 1}\n{"qid": "q1", "docno": "b\\" :", "rel": 2}\n'
    assert judgements(text).grades == {"q1": {'a": 1': 1, 'b" :': 2}}


def test_json_lines_are_read_alike_in_blocks_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [json.dumps({"qid": f"q{number % 3}", "docno": f"d{number}", "score": number}) for number in range(20)]
    whole = rankings(results("\n".join(lines)))
    for size in (1, 2, 3, 7, 20):
        monkeypatch.setattr(jsonrecords, "ROWS_PER_BLOCK", size)
        assert rankings(results("\n".join(lines))) == whole


def test_mappings_given_to_evaluate_are_read_as_json_is() -> None:
    result = evaluate({"q1": {"a": 2, "b": 0}}, {"q1": {"b": 2.5, "a": 1}}, ["RR"])
    assert result.per_query() == {"q1": {"recip_rank": 0.5}}


def test_a_query_that_a_mapping_names_again_is_told_of_and_its_documents_put_together() -> None:
    read = results('{"q1": {"a": 2.5}, "q2": ["c"], "q1": {"b": 3.5}}')
    assert rankings(read) == {"q1": ["b", "a"], "q2": ["c"]}
    note = the_note(read.notes, "query-repeated")
    assert note.text == "1 query stands in the JSON more than once (q1): all documents of it were put together."
    judged = judgements('{"q1": {"a": 2}, "q1": ["b"], "q3": ["c"], "q3": {"d": 0}}')
    assert judged.grades == {"q1": {"a": 2, "b": 1}, "q3": {"c": 1, "d": 0}}
    assert the_note(judged.notes, "query-repeated").count == 2
