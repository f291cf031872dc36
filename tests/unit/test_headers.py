"""Tables with a header: columns in any order, names that people use, and columns that are not used."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.unit.helpers import codes, judgements, rankings, refused_judgements, refused_results, results, the_note


@pytest.mark.parametrize("order", list(permutations(["qid", "docno", "rel"])))
@pytest.mark.parametrize("separator", [",", "\t", ";", " "])
def test_the_columns_of_judgements_may_stand_in_any_order(order: tuple[str, ...], separator: str) -> None:
    rows = [{"qid": "q1", "docno": "a", "rel": "2"}, {"qid": "q2", "docno": "b", "rel": "0"}]
    text = "".join(separator.join(row) + "\n" for row in [order, *([row[name] for name in order] for row in rows)])
    read = judgements(text)
    assert read.grades == {"q1": {"a": 2}, "q2": {"b": 0}}
    assert the_note(read.notes, "header").line == 1


@pytest.mark.parametrize("order", list(permutations(["qid", "docno", "rank", "score"])))
def test_the_columns_of_a_run_may_stand_in_any_order_and_the_score_decides(order: tuple[str, ...]) -> None:
    rows = [
        {"qid": "q1", "docno": "a", "rank": "1", "score": "0.5"},
        {"qid": "q1", "docno": "b", "rank": "2", "score": "0.75"},
    ]
    text = "".join(",".join(row) + "\n" for row in [order, *([row[name] for name in order] for row in rows)])
    assert rankings(results(text)) == {"q1": ["b", "a"]}


@pytest.mark.parametrize("query", ["query", "Query", "QUERY", "query-id", "query_id", "qid", "QID", "topic", "Topic"])
@pytest.mark.parametrize("document", ["doc", "docno", "docid", "doc_id", "doc-id", "corpus-id", "DocNo"])
@pytest.mark.parametrize("grade", ["grade", "rel", "relevance", "label", "score"])
def test_the_names_that_people_give_to_columns_are_known(query: str, document: str, grade: str) -> None:
    assert judgements(f"{document},{grade},{query}\na,2,q1\n").grades == {"q1": {"a": 2}}


@pytest.mark.parametrize("name", ["score", "sim", "Score"])
def test_a_column_of_scores_orders_the_run_highest_first_even_if_whole(name: str) -> None:
    assert rankings(results(f"qid,docno,{name}\nq1,a,1\nq1,b,2\n")) == {"q1": ["b", "a"]}


def test_a_column_of_ranks_orders_the_run_lowest_first() -> None:
    assert rankings(results("qid,docno,rank\nq1,a,2\nq1,b,1\n")) == {"q1": ["b", "a"]}


def test_columns_that_are_not_used_are_named_in_a_note() -> None:
    note = the_note(judgements("qid,docno,rel,comment,by\nq1,a,1,fine,me\n").notes, "columns-unused")
    assert note.count == 2
    assert "comment" in note.text
    assert "by" in note.text


def test_the_index_column_of_a_pandas_export_does_not_hide_the_header() -> None:
    read = results(",qid,docno,rank,score\n0,q1,a,1,2.5\n1,q1,b,2,1.5\n")
    assert rankings(read) == {"q1": ["a", "b"]}


def test_a_header_below_comments_is_found() -> None:
    read = judgements("# made by hand\n\nquery,doc,grade\nq1,a,1\n")
    assert read.grades == {"q1": {"a": 1}}
    assert the_note(read.notes, "header").line == 3


def test_a_first_row_whose_query_is_called_query1_is_no_header() -> None:
    read = judgements("query1 0 doc 1\n")
    assert read.grades == {"query1": {"doc": 1}}
    assert "header" not in codes(read.notes)


def test_a_header_alone_is_refused_as_nothing_to_read() -> None:
    assert refused_judgements("query,doc,grade\n").message
    assert refused_results("query,doc,rank\n").message


def test_a_header_without_a_document_column_says_so() -> None:
    error = refused_judgements("qid,text,size,rel\nq1,a,b,1\n")
    assert error.line == 1
    assert "document" in error.message


def test_a_header_of_a_trec_run_is_no_row() -> None:
    read = results("query Q0 docno rank score tag\nq1 Q0 a 1 2.5 t\n")
    assert rankings(read) == {"q1": ["a"]}
    assert read.tag == "t"


def test_cells_of_a_header_may_be_quoted() -> None:
    assert judgements('"query","doc","grade"\n"q1","a","1"\n').grades == {"q1": {"a": 1}}
