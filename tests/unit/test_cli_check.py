"""`rankproof check` tells what looks wrong, in text, JSON and Markdown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rankproof.cli import main

Captured = pytest.CaptureFixture[str]

QRELS = "q1 0 doc1 1\nq1 0 doc2 0\nq2 0 doc3 1\n"
CHUNKS = "q1 Q0 doc1#0 1 9.5 r\nq1 Q0 doc2#4 2 8.5 r\nq2 Q0 doc3#1 1 7.5 r\n"
GOOD = "q1 Q0 doc1 1 9.5 r\nq1 Q0 doc2 2 8.5 r\nq2 Q0 doc3 1 7.5 r\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {"qrels": QRELS, "chunks": CHUNKS, "good": GOOD}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("files")
def test_what_looks_wrong_is_told_with_its_mend_and_a_good_run_is_called_so(capsys: Captured) -> None:
    assert main(["check", "qrels", "chunks", "good"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "qrels: Read as TREC qrels: 2 queries, 3 judged documents, grades 0 to 1."
    assert lines[2] == (
        "chunks: looks wrong: 3 results without a judgement look like parts of a document that is judged under its own "
        "id: doc1 in the judgements, doc1#0 in the results; doc2, doc2#4; doc3, doc3#1. A part counts as unjudged, and "
        "so as not relevant, whatever the grade of its document. Mend: keep the best part of each document in the run, "
        "under the document’s id, or judge the parts, or give --mend 'results:documents:parts=#'."
    )
    assert lines[-1] == "good: nothing looks wrong."


@pytest.mark.usefixtures("files")
def test_json_holds_notes_and_diagnoses_of_each_run(capsys: Captured) -> None:
    assert main(["check", "qrels", "chunks", "--format", "json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert [one["code"] for one in made["runs"][0]["diagnoses"]] == ["parts-retrieved"]
    assert made["runs"][0]["diagnoses"][0]["mendings"][0]["mends"] == ["results:documents:parts=#"]
    assert made["runs"][0]["error"] is None
    assert made["notes"][0]["code"] == made["runs"][0]["notes"][0]["code"] == "read-as"


@pytest.mark.usefixtures("files")
def test_an_input_with_errors_ends_with_1(capsys: Captured) -> None:
    Path("bad").write_text("q1 Q0 a 1 x r\n")
    assert main(["check", "qrels", "bad", "--format", "markdown"]) == 1
    assert capsys.readouterr().err.startswith("bad:1: score “x” is not a number")
