"""The bridge reads an input once for each content, tells its progress, and forgets what is no longer asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rankproof import bridgeinputs as module
from rankproof.bridge import Bridge
from rankproof.formats import source
from tests.unit.test_bridge import QRELS, RUN, ask, box, request


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the inputs that are read, in order."""
    names: list[str] = []

    def counting(reader: Any) -> Any:
        def reads(given: Any) -> Any:
            names.append(given.name)
            return reader(given)

        return reads

    for reader in ("read_judgements", "read_results"):
        monkeypatch.setattr(module, reader, counting(getattr(module, reader)))
    return names


def test_an_input_is_not_read_again_while_its_revision_stays(read: list[str]) -> None:
    bridge = Bridge()
    first = ask(request(box("judgements", QRELS), box("run-1", RUN)), bridge)
    again = ask(request(box("judgements", QRELS), box("run-1", RUN)), bridge)
    assert read == ["Relevance judgements", "Ranked results"]
    assert first == again


def test_another_setting_does_not_read_the_inputs_again(read: list[str]) -> None:
    bridge = Bridge()
    for k in (1, 2, 3):
        answer = ask(request(box("judgements", QRELS), box("run-1", RUN), k=k, ties="docno-asc"), bridge)
        assert answer["ok"]["scores"]["settings"]["k"] == k
    assert len(read) == 2


def test_a_higher_revision_is_read(read: list[str]) -> None:
    bridge = Bridge()
    ask(request(box("judgements", QRELS), box("run-1", RUN)), bridge)
    changed = RUN.replace("q1 Q0 a", "q1 Q0 c")
    answer = ask(request(box("judgements", QRELS), box("run-1", changed, revision=2)), bridge)
    assert read == ["Relevance judgements", "Ranked results", "Ranked results"]
    # q1 has lost its only hit.
    assert answer["ok"]["scores"]["runs"][0]["queries"]["values"][0] == [0, 1]


def test_an_error_is_remembered_too(read: list[str]) -> None:
    bridge = Bridge()
    bad = request(box("judgements", "q1 0 a x\nq1 0 b 1\n"), box("run-1", RUN))
    assert ask(bad, bridge) == ask(bad, bridge)
    assert len(read) == 2


def test_a_file_in_place_of_a_paste_is_read_even_at_the_same_revision(read: list[str], tmp_path: Path) -> None:
    bridge = Bridge()
    ask(request(box("judgements", QRELS), box("run-1", RUN)), bridge)
    (tmp_path / "run").write_text(RUN, encoding="utf-8")
    file = {"id": "run-1", "revision": 1, "name": "run", "path": str(tmp_path / "run")}
    ask(request(box("judgements", QRELS), file), bridge)
    assert read == ["Relevance judgements", "Ranked results", "run"]


def test_the_same_content_in_the_other_box_is_read_as_what_it_is_there(read: list[str]) -> None:
    bridge = Bridge()
    pairs = "q1 a\n"
    answer = ask(request(box("one", pairs), box("two", pairs)), bridge)["ok"]
    swapped = ask(request(box("two", pairs), box("one", pairs)), bridge)
    assert answer["judgements"]["notes"][0]["text"] != answer["runs"][0]["notes"][0]["text"]
    # An id names a box; what was read in it as judgements must not come back as results.
    assert "error" not in swapped, swapped
    assert swapped["ok"]["judgements"]["notes"][0]["text"] == answer["judgements"]["notes"][0]["text"]
    assert read


def test_an_input_that_is_gone_is_forgotten(read: list[str]) -> None:
    bridge = Bridge()
    ask(request(box("judgements", QRELS), box("run-1", RUN), box("run-2", RUN)), bridge)
    ask(request(box("judgements", QRELS), box("run-1", RUN)), bridge)
    ask(request(box("judgements", QRELS), box("run-1", RUN), box("run-2", RUN)), bridge)
    assert read == ["Relevance judgements", "Ranked results", "Ranked results", "Ranked results"]


def test_progress_is_told_while_a_large_input_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(source, "CHUNK_BYTES", 64)
    text = "".join(f"q{number % 7} Q0 d{number} 1 {number}.5 t\n" for number in range(1000))
    (tmp_path / "run").write_text(text, encoding="utf-8")
    file = {"id": "run-1", "revision": 1, "name": "run", "path": str(tmp_path / "run")}
    told: list[dict[str, Any]] = []
    answer = Bridge().handle(
        json.dumps(request(box("judgements", QRELS), file)), lambda message: told.append(json.loads(message))
    )
    assert "ok" in json.loads(answer)
    about_run = [message for message in told if message["input"] == "run-1"]
    assert about_run
    assert all(message["total"] == len(text) and 0 < message["done"] <= len(text) for message in about_run)
    done = [message["done"] for message in about_run]
    assert done == sorted(done)


def test_progress_that_fails_is_an_internal_error_and_does_not_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "CHUNK_BYTES", 4)

    def broken(_: str) -> None:
        raise RuntimeError("the page went away")

    answer = json.loads(Bridge().handle(json.dumps(request(box("judgements", QRELS), box("run-1", RUN))), broken))
    assert answer.keys() in ({"ok"}, {"error"})
