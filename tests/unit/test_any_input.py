"""Whatever is pasted or opened, the answer is a reading or an InputError that says something, and never a crash."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from rankproof import InputError, Problem
from rankproof.bridge import Bridge
from rankproof.formats import Judgements, Results, Source
from rankproof.formats.classify import Role, classify
from tests.unit.helpers import Data, judgements, results

WORDS = [
    "q1",
    "qid",
    "docno",
    "rel",
    "rank",
    "score",
    "query-id",
    "0",
    "1",
    "2.5",
    "-1",
    "nan",
    "Q0",
    "",
    "é",
    '"',
    "{",
    "[",
]
ROWS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7), min_size=1, max_size=5)
TABLES = st.builds(
    lambda rows, separator: "\n".join(separator.join(row) for row in rows),
    ROWS,
    st.sampled_from([" ", "\t", ",", ";", ", "]),
)
KEYS = st.sampled_from(["q1", "qid", "docno", "rel", "score", "rank", "", "d"])
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.floats(), st.sampled_from(["", "a", "1", "x"])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=10,
)
JSONS = VALUES.map(json.dumps)
JSON_LINES = st.lists(JSONS, min_size=1, max_size=4).map("\n".join)
CUT = st.builds(lambda text, end: text[:end], st.one_of(JSONS, JSON_LINES), st.integers(0, 40))
TEXTS = st.one_of(TABLES, JSONS, JSON_LINES, CUT, st.text(max_size=40))
BYTES = st.one_of(st.binary(max_size=60), TEXTS.map(lambda text: text.encode("utf-8", "replace")))
DATA = st.one_of(BYTES, BYTES.map(gzip.compress), BYTES.map(lambda data: gzip.compress(data)[:-9]))


def problems_of(read: Callable[[Data], Judgements | Results | Role], data: bytes) -> list[Problem]:
    """What is wrong with an input; nothing if it was read."""
    try:
        read(data)
    except InputError as error:
        return error.problems
    return []


@given(DATA)
@settings(max_examples=500)
def test_any_bytes_are_read_or_refused_with_a_message(data: bytes) -> None:
    for read in (judgements, results, lambda data: classify(Source(data, "file"))):
        for problem in problems_of(read, data):
            assert problem.message
            assert problem.line is None or problem.line >= 1
            assert problem.column is None or problem.column >= 1


@given(TEXTS, TEXTS)
@settings(max_examples=300)
def test_any_two_pasted_texts_are_answered_in_words_of_the_input(left: str, right: str) -> None:
    request = {
        "action": "score",
        "judgements": {"id": "judgements", "revision": 1, "name": "", "text": left},
        "runs": [{"id": "run-1", "revision": 1, "name": "", "text": right}],
        "settings": {"k": 3},
    }
    answer = json.loads(Bridge().handle(json.dumps(request)))
    assert "ok" in answer, answer
