"""Every kind of data that a program may hold gives the numbers that the same data gives as text."""

from __future__ import annotations

import csv
import io
from collections import namedtuple
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from rankproof import EvalResult, evaluate
from rankproof.inputs import read_qrels, read_run
from tests.unit.frames import FRAMES, Number, NumpyLike, PandasLike
from tests.unit.helpers import codes, judgements, rankings, results, the_note

QRELS_TEXT = "q1 0 a 2\nq1 0 b 0\nq1 0 c 1\nq2 0 d 1\n"
RUN_TEXT = "q1 Q0 b 1 3.5 t\nq1 Q0 a 2 2.25 t\nq1 Q0 x 3 1.5 t\nq2 Q0 d 1 9.5 t\nq2 Q0 b 2 7.0 t\n"
MEASURES = ["map", "nDCG@2", "P_1", "num_rel", "bpref"]
TEXT = evaluate(QRELS_TEXT, RUN_TEXT, MEASURES)

QRELS = [("q1", "a", 2), ("q1", "b", 0), ("q1", "c", 1), ("q2", "d", 1)]
RUN = [("q1", "b", 3.5), ("q1", "a", 2.25), ("q1", "x", 1.5), ("q2", "d", 9.5), ("q2", "b", 7.0)]
TREC_RUN = [(query, "Q0", document, 1, score, "t") for query, document, score in RUN]

Qrel = namedtuple("Qrel", "query_id doc_id relevance iteration")  # as ir_datasets makes them
ScoredDoc = namedtuple("ScoredDoc", "query_id doc_id score")


@dataclass
class Hit:
    """A result as a program of its own may hold it."""

    topic: str
    docno: str
    sim: float


class Slotted:
    """A judgement without a __dict__."""

    __slots__ = ("doc", "label", "qid")

    def __init__(self, qid: str, doc: str, label: int) -> None:
        self.qid, self.doc, self.label = qid, doc, label


class Row:
    """A row of a database: keys() and items, and no mapping."""

    def __init__(self, row: tuple[Any, ...]) -> None:
        self.row = dict(zip(("qid", "docno", "score"), row, strict=True))

    def keys(self) -> list[str]:
        return list(self.row)

    def __getitem__(self, name: str) -> Any:
        return self.row[name]


class Held:
    """An object of another evaluation library, which to_dict() turns into a mapping."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table

    def to_dict(self) -> dict[str, Any]:
        return self.table


def nested(rows: list[tuple[Any, ...]]) -> dict[str, dict[str, Any]]:
    table: dict[str, dict[str, Any]] = {}
    for query, document, value in rows:
        table.setdefault(query, {})[document] = value
    return table


def columns(rows: list[tuple[Any, ...]], *names: str) -> dict[str, list[Any]]:
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}


def records(rows: list[tuple[Any, ...]], *names: str) -> list[dict[str, Any]]:
    return [dict(zip(names, row, strict=True)) for row in rows]


def same(result: EvalResult) -> None:
    """The result has all that the text gave: queries, measures, values and means."""
    assert result.per_query() == TEXT.per_query()
    assert result.means == TEXT.means
    assert result.rows == TEXT.rows
    assert result.sentence == TEXT.sentence


QRELS_KINDS: dict[str, Callable[[], Any]] = {
    "text": lambda: QRELS_TEXT,
    "bytes": QRELS_TEXT.encode,
    "bytearray": lambda: bytearray(QRELS_TEXT.encode()),
    "open file": lambda: io.StringIO(QRELS_TEXT),
    "lines": lambda: QRELS_TEXT.splitlines(keepends=True),
    "lines without ends": lambda: iter(QRELS_TEXT.splitlines()),
    "judgements": lambda: judgements(QRELS_TEXT),
    "mapping": lambda: nested(QRELS),
    "mapping of another library's numbers": lambda: nested([(q, d, Number(g)) for q, d, g in QRELS]),
    "object with to_dict": lambda: Held(nested(QRELS)),
    "rows": lambda: QRELS,
    "lists": lambda: [list(row) for row in QRELS],
    "generator": lambda: (row for row in QRELS),
    "TREC rows": lambda: [(query, "0", document, grade) for query, document, grade in QRELS],
    "TREC rows with a number": lambda: [(query, 0, document, grade) for query, document, grade in QRELS],
    "two-dimensional array": lambda: NumpyLike([list(row) for row in QRELS]),
    "csv reader with a header": lambda: csv.reader(["qid,docno,rel", *(f"{q},{d},{g}" for q, d, g in QRELS)]),
    "records": lambda: records(QRELS, "query-id", "corpus-id", "score"),
    "records of another order": lambda: [{"rel": g, "docno": d, "qid": q} for q, d, g in QRELS],
    "named tuples": lambda: (Qrel(*row, "0") for row in QRELS),
    "objects with slots": lambda: [Slotted(*row) for row in QRELS],
    "mapping of columns": lambda: columns(QRELS, "query_id", "doc_id", "relevance"),
}

RUN_KINDS: dict[str, Callable[[], Any]] = {
    "text": lambda: RUN_TEXT,
    "bytes": RUN_TEXT.encode,
    "open binary file": lambda: io.BytesIO(RUN_TEXT.encode()),
    "lines": lambda: RUN_TEXT.splitlines(keepends=True),
    "results": lambda: results(RUN_TEXT),
    "mapping with scores": lambda: nested(RUN),
    "mapping, best first": lambda: {query: list(held) for query, held in nested(RUN).items()},
    "mapping of tuples": lambda: {query: tuple(held) for query, held in nested(RUN).items()},
    "mapping of arrays": lambda: {query: NumpyLike(list(held)) for query, held in nested(RUN).items()},
    "pairs, best first": lambda: [row[:2] for row in RUN],
    "rows": lambda: RUN,
    "rows of decimals": lambda: [(query, document, Decimal(str(score))) for query, document, score in RUN],
    "rows of text": lambda: [(query, document, str(score)) for query, document, score in RUN],
    "TREC rows": lambda: TREC_RUN,
    "two-dimensional array": lambda: NumpyLike([list(row) for row in RUN]),
    "records": lambda: records(RUN, "qid", "docno", "score"),
    "named tuples": lambda: (ScoredDoc(*row) for row in RUN),
    "data classes": lambda: [Hit(*row) for row in RUN],
    "database rows": lambda: [Row(row) for row in RUN],
    "mapping of columns": lambda: columns(RUN, "query", "doc", "similarity"),
}


@pytest.mark.parametrize("kind", QRELS_KINDS)
def test_judgements_of_every_kind_give_the_numbers_of_the_text(kind: str) -> None:
    same(evaluate(QRELS_KINDS[kind](), RUN_TEXT, MEASURES))


@pytest.mark.parametrize("kind", RUN_KINDS)
def test_runs_of_every_kind_give_the_numbers_of_the_text(kind: str) -> None:
    same(evaluate(QRELS_TEXT, RUN_KINDS[kind](), MEASURES))


def test_files_are_read_by_name_and_by_path(tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").write_text(QRELS_TEXT, encoding="utf-8")
    (tmp_path / "run.txt").write_text(RUN_TEXT, encoding="utf-8")
    same(evaluate(str(tmp_path / "qrels.txt"), tmp_path / "run.txt", MEASURES))
    with (tmp_path / "qrels.txt").open(encoding="utf-8") as qrels, (tmp_path / "run.txt").open("rb") as run:
        same(evaluate(qrels, run, MEASURES))


@pytest.mark.parametrize("frame", FRAMES)
def test_data_frames_give_the_numbers_of_the_text(frame: Callable[[Any], Any]) -> None:
    qrels = frame(columns(QRELS, "qid", "docno", "label"))
    run = frame({"note": ["-"] * 5, "score": [row[2] for row in RUN], **columns(RUN, "query_id", "doc_id")})
    result = evaluate(qrels, run, MEASURES)
    same(result)
    assert result.notes[0].text == (
        "qrels: Read as a data frame (qid, docno, label): 2 queries, 4 judged documents, grades 0 to 2."
    )
    assert the_note(result.notes, "columns-unused").text == "run: 1 column not used: note."


def test_data_frames_of_the_libraries_that_are_installed_give_the_numbers_of_the_text() -> None:
    qrels, run = columns(QRELS, "qid", "docno", "label"), columns(RUN, "query_id", "doc_id", "score")
    makers = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}
    for library in filter(find_spec, makers):
        make = getattr(import_module(library), makers[library])
        same(evaluate(make(qrels), make(run), MEASURES))


def test_arrays_of_records_of_numpy_are_tables() -> None:
    numpy = import_module("numpy")
    run = numpy.array(RUN, dtype=[("qid", "U4"), ("docno", "U4"), ("score", "f8")])
    same(evaluate(QRELS_TEXT, run, MEASURES))


def test_numbers_and_text_of_numpy_are_taken_as_pythons() -> None:
    numpy = import_module("numpy")
    qrels = [(numpy.str_(query), numpy.str_(document), numpy.int64(grade)) for query, document, grade in QRELS]
    run = {
        query: {document: numpy.float32(score) for document, score in held.items()}
        for query, held in nested(RUN).items()
    }
    same(evaluate(qrels, run, MEASURES))
    assert read_run({1: {numpy.int64(7): 1.5}}).rankings["1"].documents == ["7"]


def test_columns_without_names_are_told_by_their_order() -> None:
    frame = PandasLike(dict(enumerate(columns(RUN, "a", "b", "c").values())))  # type: ignore[arg-type]  # as pandas does
    same(evaluate(QRELS_TEXT, frame, MEASURES))


def test_a_third_value_is_a_rank_when_all_are_whole_and_a_note_says_so() -> None:
    run = [("q1", "b", 2), ("q1", "a", 1)]
    read = read_run(run)
    assert rankings(read) == {"q1": ["a", "b"]}
    assert read.form == "rows (query, document, rank)"
    assert the_note(read.notes, "third-is-rank")
    # One number that is not whole makes all of them scores.
    scored = read_run([*run, ("q1", "c", 2.5)])
    assert rankings(scored) == {"q1": ["c", "b", "a"]}
    assert the_note(scored.notes, "third-is-score")


def test_ranks_and_scores_of_named_columns_are_told_apart() -> None:
    ranked = read_run(records([("q", "b", 2), ("q", "a", 1)], "qid", "docno", "rank"))
    assert rankings(ranked) == {"q": ["a", "b"]}
    both = read_run([("q", "Q0", "b", 2, 1.5, "t"), ("q", "Q0", "a", 3, 1.5, "t"), ("q", "Q0", "c", 1, 2.5, "t")])
    assert rankings(both) == {"q": ["c", "b", "a"]}
    # The rank column decides between equal scores where it is asked to: 2 before 3.
    swapped = read_run([("q", "Q0", "b", 3, 1.5, "t"), ("q", "Q0", "a", 2, 1.5, "t"), ("q", "Q0", "c", 1, 2.5, "t")])
    assert rankings(swapped, "given") == {"q": ["c", "a", "b"]}
    assert (both.form, both.tag) == ("TREC run", "t")


def test_pairs_of_query_and_document_are_relevant_judgements_of_grade_1() -> None:
    for data in (
        [("q", "a"), ("q", "b")],
        {"q": ["a", "b"]},
        {"q": {"b", "a"}},
        [{"qid": "q", "doc": d} for d in "ab"],
    ):
        assert read_qrels(data).grades == {"q": {"a": 1, "b": 1}}


def test_one_record_is_a_table_of_one_row() -> None:
    assert read_qrels({"qid": "q", "docno": "d", "rel": 2}).grades == {"q": {"d": 2}}


def test_ids_that_are_numbers_become_text_with_a_note_that_counts_them() -> None:
    run = read_run([(1, 7, 0.5), (1, 8, 0.25)])
    assert rankings(run) == {"1": ["7", "8"]}
    assert the_note(run.notes, "numbers-as-ids").count == 4
    qrels = read_qrels({1: {7: 1, "8": 0}})
    assert qrels.grades == {"1": {"7": 1, "8": 0}}
    assert the_note(qrels.notes, "numbers-as-ids").count == 2


def test_numbers_given_as_text_are_read_with_a_note() -> None:
    read = read_qrels([("q", "a", "1"), ("q", "b", 0)])
    assert read.grades == {"q": {"a": 1, "b": 0}}
    assert the_note(read.notes, "text-as-numbers").count == 1


def test_grades_written_as_floats_are_whole_numbers_with_a_note() -> None:
    read = read_qrels(PandasLike(columns([("q", "a", 1.0), ("q", "b", 0.0)], "qid", "docno", "rel")))
    assert read.grades == {"q": {"a": 1, "b": 0}}
    assert the_note(read.notes, "grades-with-points").count == 2


def test_a_document_listed_twice_counts_once_and_its_rows_are_named() -> None:
    read = read_run([("q", "a", 2.5), ("q", "b", 1.5), ("q", "a", 0.5)])
    note = the_note(read.notes, "listed-twice")
    assert "a (2 times) for query q (rows 1, 3)" in note.text
    assert note.line is None
    twice = read_qrels([("q", "a", 1), ("q", "a", 1)])
    assert the_note(twice.notes, "judged-twice").count == 1


def test_queries_without_documents_are_kept_with_a_note() -> None:
    read = read_run({"q": ["a"], "r": [], "s": {}})
    assert rankings(read) == {"q": ["a"], "r": [], "s": []}
    assert the_note(read.notes, "empty-queries").examples == ("r", "s")
    assert read_qrels({"q": {"a": 1}, "r": {}}).grades == {"q": {"a": 1}, "r": {}}


def test_a_first_row_of_names_is_a_header_with_a_note() -> None:
    read = read_run([["docno", "qid", "score"], ["a", "q", "2.5"]])
    assert rankings(read) == {"q": ["a"]}
    assert the_note(read.notes, "header").text.startswith("Row 1 holds the names of the columns (docno, qid, score)")


def test_qid_and_docno_are_the_ids_in_tables_that_hold_query_texts_and_numbers_too() -> None:
    # PyTerrier's columns.
    row = {"query": "what is it", "qid": "q", "docid": 5, "docno": "a", "rank": 0, "score": 1.5}
    assert rankings(read_run(PandasLike({name: [value] for name, value in row.items()}))) == {"q": ["a"]}
    assert rankings(read_run([row])) == {"q": ["a"]}
    text = ",".join(row) + "\n" + ",".join(map(str, row.values())) + "\n"
    read = results(text)
    assert rankings(read) == {"q": ["a"]}
    assert the_note(read.notes, "columns-unused").examples == ("query", "docid")


def test_data_is_not_changed_by_being_read() -> None:
    run = {"q1": ["b", "a"], "q2": ["d"]}
    evaluate(QRELS_TEXT, run, MEASURES, ties="docno-asc")
    assert run == {"q1": ["b", "a"], "q2": ["d"]}


def test_notes_say_which_input_they_are_about() -> None:
    found = evaluate([("q", 1, 1)], {"q": ["1"]}, ["map"]).notes
    assert codes(found)[:3] == ["read-as", "numbers-as-ids", "read-as"]
    assert [note.text.partition(":")[0] for note in found[:3]] == ["qrels", "qrels", "run"]
