"""Judgements and results are told apart by what they hold, and results in the judgements' box are offered a swap."""

from __future__ import annotations

import pytest

from rankproof.formats import Source
from rankproof.formats.classify import classify
from tests.unit.helpers import judgements, refused_judgements, refused_results, results
from tests.unit.test_examples import FORMS

TELLING_NOTHING = {
    "json-lists": "lists of documents are relevant documents, or documents best first",
    "pairs": "two columns are relevant documents, or documents in rank order",
}
"""Forms that hold the same in either box, and why."""


@pytest.mark.parametrize("form", [name for name in FORMS if name not in TELLING_NOTHING])
@pytest.mark.parametrize("role", ["judgements", "results"])
def test_every_form_is_told_by_its_content(form: str, role: str) -> None:
    assert classify(Source(FORMS[form][role], "")).role == role


@pytest.mark.parametrize("form", TELLING_NOTHING)
@pytest.mark.parametrize("role", ["judgements", "results"])
def test_a_form_that_tells_nothing_is_told_by_its_name_only(form: str, role: str) -> None:
    text = FORMS[form][role]
    assert classify(Source(text, "")).role == "unknown"
    assert classify(Source(text, "my-qrels.txt")).role == "judgements"
    assert classify(Source(text, "bm25.run")).role == "results"


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("301 0 FT911-1 1\n301 0 FT911-2 0\n", "judgements"),
        ("301 0 FT911-1 -1\n", "judgements"),
        ("301 Q0 FT911-1 1 12.5 tag\n", "results"),
        ("301 Q0 FT911-1 1 12 tag\n", "results"),
        ("q1 a 1\nq1 b 2\nq1 c 3\nq2 a 1\nq2 b 2\n", "results"),  # they count up from 1
        ("q1 a 1\nq1 b 0\nq1 c 2\n", "judgements"),
        ("q1 a 0.5\nq1 b 0.25\n", "results"),
        ("query,doc,grade\nq1,a,1\nq1,b,2\n", "judgements"),
        ("query,doc,rank\nq1,a,1\n", "results"),
        ("qid;docid;score\nq1;a;0,5\n", "results"),
        ("query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\tb\t0\n", "judgements"),
        ('{"q1": {"a": 1, "b": 0}}', "judgements"),
        ('{"q1": {"a": 12.5}}', "results"),
        ('[{"qid": "q1", "docno": "a", "rel": 1}]', "judgements"),
        ('[{"qid": "q1", "docno": "a", "rank": 1, "score": 3}]', "results"),
        ('{"qid": "q1", "docno": "a", "label": 1}\n{"qid": "q1", "docno": "b", "label": 0}\n', "judgements"),
        ("# run 7\n\n301 Q0 a 1 1.5 t\n", "results"),
    ],
)
def test_small_inputs_are_told_apart(text: str, role: str) -> None:
    assert classify(Source(text, "")).role == role


def test_content_counts_before_the_name() -> None:
    assert classify(Source("301 Q0 a 1 12.5 tag\n", "qrels.txt")).role == "results"
    assert classify(Source("301 0 a 1\n", "bm25.run")).role == "judgements"


@pytest.mark.parametrize("text", ["", "# only a comment\n", "one word\n\n", "Lorem ipsum dolor sit amet.\n", "{", "[]"])
def test_what_holds_neither_is_unknown(text: str) -> None:
    told = classify(Source(text, ""))
    assert told.role == "unknown"
    assert told.why


TREC_RUN = "301 Q0 FT911-1 1 12.5 tag\n301 Q0 FT911-2 2 11.5 tag\n"
TREC_QRELS = "301 0 FT911-1 1\n301 0 FT911-2 0\n"


def test_a_run_among_the_judgements_is_offered_a_swap() -> None:
    error = refused_judgements(TREC_RUN)
    assert error.swap
    assert "other box" in (error.hint or "")


def test_qrels_among_the_results_are_offered_a_swap() -> None:
    error = refused_results(TREC_QRELS)
    assert error.swap
    assert "other box" in (error.hint or "")


@pytest.mark.parametrize(
    "text",
    [
        "qid,docno,rank,score\nq1,a,1,2.5\n",
        "qid,docno,rank\nq1,a,1\n",
        '[{"qid": "q1", "docno": "a", "rank": 1, "score": 2.5}]',
        '{"qid": "q1", "docno": "a", "score": 2.5, "rank": 1}\n{"qid": "q1", "docno": "b", "score": 1.5, "rank": 2}\n',
        '{"q1": {"a": 2.5, "b": 0.25}}',
        "q1 a 0.5\nq1 b 0.25\n",
        "q1,a,0.5\nq1,b,0.25\n",
    ],
)
def test_results_of_other_forms_among_the_judgements_are_offered_a_swap(text: str) -> None:
    assert results(text).rankings
    assert refused_judgements(text).swap


@pytest.mark.parametrize(
    "text",
    [
        "qid,docno,rel\nq1,a,1\n",
        '[{"qid": "q1", "docno": "a", "rel": 1}]',
        '{"qid": "q1", "docno": "a", "rel": 1}\n{"qid": "q1", "docno": "b", "rel": 0}\n',
    ],
)
def test_judgements_of_other_forms_among_the_results_are_offered_a_swap(text: str) -> None:
    assert judgements(text).grades
    assert refused_results(text).swap


def test_an_error_that_is_no_mix_up_offers_no_swap() -> None:
    assert not refused_judgements("q1 0 a x\n").swap
    assert not refused_results("q1 Q0 a 1 x t\nq1 Q0 b 2 1.5 t\n").swap
