"""Ids are kept as they are written: no character but blanks and separators means anything within them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankproof import evaluate
from tests.unit.helpers import judgements, rankings, results, the_note

TELLING = [
    "seg_1#3_77",
    "Report,_1992_(annex)",
    "a;b",
    "Wynne\u00a0Jones",
    "caf\u00e9",
    "cafe\u0301",
    "\U0001d49cdoc",
    "0042",
    "1.0",
    "-1",
    "nan",
    'say"hi"',
    "'x'",
    "http://a.b/c?d=e&f",
    "\u2003x",
    "x\u0085y",
    "null",
]
"""Ids with #, commas, no-break spaces, accents (both forms), astral characters; and what looks like numbers."""


@pytest.mark.parametrize("name", TELLING)
def test_an_id_in_trec_files_is_kept_as_written(name: str) -> None:
    assert judgements(f"q1 0 {name} 1\n").grades == {"q1": {name: 1}}
    assert judgements(f"{name} 0 d 1\n").grades == {name: {"d": 1}}
    assert rankings(results(f"q1 Q0 {name} 1 2.5 t\n")) == {"q1": [name]}


@pytest.mark.parametrize("name", TELLING)
def test_an_id_in_json_is_kept_as_written(name: str) -> None:
    assert judgements(json.dumps({name: {name: 1}})).grades == {name: {name: 1}}
    assert rankings(results(json.dumps({name: [name]}, ensure_ascii=False))) == {name: [name]}


@pytest.mark.parametrize("name", [name for name in TELLING if name != "Report,_1992_(annex)" and '"' not in name])
def test_an_id_in_csv_is_kept_as_written(name: str) -> None:
    assert judgements(f"q1,{name},1\n").grades == {"q1": {name: 1}}


PRINTED = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=" "), min_size=1, max_size=8)


@given(st.dictionaries(PRINTED, st.dictionaries(PRINTED, st.integers(-1, 3), min_size=1, max_size=4), min_size=1))
def test_any_ids_are_read_back_from_trec_qrels(table: dict[str, dict[str, int]]) -> None:
    # A line that starts with # is a comment; the first line decides what the input is, so it is a plain one.
    expected = {"first": {"d": 1}} | {query: held for query, held in table.items() if query[0] != "#"}
    rows = [f"{query} 0 {document} {grade}\n" for query, held in expected.items() for document, grade in held.items()]
    assert judgements("".join(rows)).grades == expected


@given(st.dictionaries(PRINTED, st.lists(PRINTED, min_size=1, max_size=4, unique=True), min_size=1, max_size=4))
def test_any_ids_are_read_back_from_json(table: dict[str, list[str]]) -> None:
    assert rankings(results(json.dumps({"first": ["d"], **table}))) == {"first": ["d"], **table}


def test_ids_that_differ_only_in_composition_are_two_ids() -> None:
    # "é" as one character and as "e" with an accent: nothing is folded in silence.
    assert judgements("q1 0 caf\u00e9 1\nq1 0 cafe\u0301 0\n").grades == {"q1": {"caf\u00e9": 1, "cafe\u0301": 0}}


def test_numbers_used_as_ids_in_json_become_text_with_a_note() -> None:
    read = judgements('{"1": [7, 8.5, "9"]}')
    assert read.grades == {"1": {"7": 1, "8.5": 1, "9": 1}}
    assert the_note(read.notes, "numbers-as-ids").count == 2


def test_numbers_used_as_ids_in_records_become_text() -> None:
    read = judgements('[{"qid": 301, "docno": 7, "rel": 1}, {"qid": 301, "docno": "8", "rel": 0}]')
    assert read.grades == {"301": {"7": 1, "8": 0}}


def test_a_query_whose_id_opens_with_a_hash_is_read_from_json() -> None:
    # In rows the line would be a comment.
    assert evaluate('{"#1": ["a"]}', '{"#1": ["a"]}', ["RR"]).per_query() == {"#1": {"recip_rank": 1.0}}
