"""A run too large to be kept in memory gets the answer of a small one, while it is read or from parts."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from rankproof import bridgelarge, bridgewarm
from rankproof.bridge import Bridge
from rankproof.formats import source as chunks
from rankproof.scoring import score_while_read

Json = dict[str, Any]

QRELS = "".join(f"q{query} 0 d{number} {(query + number) % 3}\n" for query in range(12) for number in range(6))
RUNS = {
    "TREC": "".join(f"q{q} Q0 d{d} {d + 1} {9 - d // 2} tag\n" for q in range(12) for d in range(9)),
    "interleaved": "".join(f"q{q} Q0 d{d} {d + 1} {9 - d} tag\n" for d in range(9) for q in range(12)),
    "CSV": "query,doc,score\n" + "".join(f"q{q},d{d},{(9 - d) / 4}\n" for q in range(12) for d in range(9)),
    "records": "".join(f'{{"qid": "q{q}", "docno": "d{d}", "score": {d}}}\n' for q in range(12) for d in range(9)),
    "wrong last line": "".join(f"q{q} Q0 d{d} 1 {9 - d} tag\n" for q in range(12) for d in range(9))
    + "q12 Q0 d 1 x t\n",
    "nothing in common": "".join(f"t{q} Q0 d{d} 1 {9 - d} tag\n" for q in range(12) for d in range(9)),
}


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is large, and small chunks make many of it."""
    monkeypatch.setattr(bridgelarge, "LARGE_BYTES", 1)
    monkeypatch.setattr(chunks, "CHUNK_BYTES", 64)
    monkeypatch.setattr(chunks, "READ_BYTES", 200)


def request_for(file: Path, action: str = "score", **settings: object) -> Json:
    run = {"id": "run-1", "revision": 1, "name": file.name, "path": str(file)}
    judgements = {"id": "judgements", "revision": 1, "name": "", "text": QRELS}
    return {"action": action, "judgements": judgements, "runs": [run], "settings": settings, "measures": None}


def ask(asked: Json, bridge: Bridge | None = None) -> Json:
    answer: Json = json.loads((bridge or Bridge()).handle(json.dumps(asked)))
    return answer


def written(folder: Path, name: str) -> Path:
    file = folder / "run"
    file.write_text(RUNS[name])
    return file


def in_parts(asked: Json, cuts: list[int], folder: Path) -> Json:
    """The same request with the parts that another door makes of its run; None where that makes none."""
    other = Bridge()
    (run,) = asked["runs"]
    files = []
    for number, place in enumerate(zip([0, *cuts], [*cuts, Path(run["path"]).stat().st_size], strict=True)):
        answer = ask({**asked, "action": "part", "of": asked["action"], "run": run, "place": place}, other)
        assert answer["ok"] is not None
        files.append(folder / f"{number}.json")
        files[-1].write_text(json.dumps(answer))
    return {**asked, "runs": [{**run, "parts": list(map(str, files))}]}


@pytest.mark.parametrize("ties", ["docno-desc", "given"])
@pytest.mark.parametrize("name", RUNS)
def test_a_large_run_gets_the_answer_of_a_small_one(
    name: str, ties: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    asked = request_for(written(tmp_path, name), ties=ties)
    small = ask(asked)
    request.getfixturevalue("large")
    assert ask(asked) == small


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("action", ["score", "compare"])
@pytest.mark.parametrize("name", ["TREC", "CSV", "nothing in common"])
def test_parts_give_the_answer_of_the_whole(name: str, action: str, tmp_path: Path) -> None:
    asked = request_for(written(tmp_path, name), action, k=3)
    if action == "compare":
        second = {**asked["runs"][0], "id": "run-2"}
        whole = ask({**asked, "runs": [asked["runs"][0], second]})
        with_parts = in_parts(asked, [500, 1000], tmp_path)
        assert ask({**with_parts, "runs": [with_parts["runs"][0], second]}) == whole
    else:
        assert ask(in_parts(asked, [500, 1000], tmp_path)) == ask(asked)


@pytest.mark.usefixtures("large")
def test_parts_are_used_and_the_run_is_not_read_again(tmp_path: Path) -> None:
    file = written(tmp_path, "TREC")
    asked = in_parts(request_for(file), [700], tmp_path)
    whole = ask(request_for(file))
    # Of the file itself only the first rows are looked at: they tell its form.
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:10]))
    assert ask(asked)["ok"]["scores"] == whole["ok"]["scores"]


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("name", ["interleaved", "records", "wrong last line"])
def test_there_is_no_part_where_the_run_has_to_be_read_whole(name: str, tmp_path: Path) -> None:
    file = written(tmp_path, name)
    asked = request_for(file)
    place = [0, file.stat().st_size]
    assert ask({**asked, "action": "part", "run": asked["runs"][0], "place": place}) == {"ok": None}


@pytest.mark.usefixtures("large")
def test_a_gzipped_run_is_a_part_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "run.gz"
    file.write_bytes(gzip.compress(RUNS["CSV"].encode()))
    asked = request_for(file)
    part = {**asked, "action": "part", "run": asked["runs"][0]}
    assert ask({**part, "place": [0, 10]}) == {"ok": None}
    answer = tmp_path / "part.json"
    answer.write_text(json.dumps(ask({**part, "place": None})))
    with_part = {**asked, "runs": [{**asked["runs"][0], "parts": [str(answer)]}]}
    assert ask(with_part) == ask(asked)
    assert "gzipped" in ask(with_part)["ok"]["runs"][0]["notes"][0]["text"]


@pytest.mark.usefixtures("large")
def test_parts_that_make_no_whole_are_not_used(tmp_path: Path) -> None:
    file = written(tmp_path, "TREC")
    asked = request_for(file)
    with_parts = in_parts(asked, [700], tmp_path)
    parts = with_parts["runs"][0]["parts"]
    # The same queries come twice.
    twice = {**with_parts, "runs": [{**with_parts["runs"][0], "parts": [*parts, *parts]}]}
    assert ask(twice) == ask(asked)


@pytest.mark.usefixtures("large")
def test_a_large_run_is_read_again_for_other_settings_only(tmp_path: Path) -> None:
    file = written(tmp_path, "TREC")
    bridge = Bridge()
    first = ask(request_for(file), bridge)
    rows = file.read_text()
    file.write_text("q1 Q0 d1 1 1 t\n")
    assert ask(request_for(file), bridge) == first
    file.write_text(rows)
    changed = ask(request_for(file, k=2), bridge)
    assert changed == ask(request_for(file, k=2))
    assert changed != first


@pytest.mark.usefixtures("large")
def test_a_large_run_without_judgements_is_read_and_not_scored(tmp_path: Path) -> None:
    for name in ("TREC", "interleaved"):
        answer = ask({**request_for(written(tmp_path, name)), "judgements": None})["ok"]
        assert answer["runs"][0]["summary"] == "12 queries, 108 rows"
        assert answer["scores"] is None


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("name", ["TREC", "interleaved"])
def test_progress_counts_rows_and_queries(name: str, tmp_path: Path) -> None:
    file = written(tmp_path, name)
    told: list[Json] = []
    Bridge().handle(json.dumps(request_for(file)), lambda text: told.append(json.loads(text)))
    last = [each for each in told if each["input"] == "run-1"][-1]
    size = file.stat().st_size
    assert last["total"] == size
    # It is told of once in two reads of 200 bytes, and a row is 16 to 18 bytes long: some 25 rows are to come.
    assert size - 400 < last["done"] <= size
    assert 12 * 9 - 30 < last["rows"] <= 12 * 9
    assert 12 - 4 < last["queries"] <= 12


@pytest.mark.usefixtures("large")
def test_a_large_file_that_is_no_text_is_refused_after_its_first_bytes(tmp_path: Path) -> None:
    file = tmp_path / "run"
    with file.open("wb") as stream:
        stream.write(b"q1 Q0 d1 1 1 t\n\0")
        stream.truncate(2_000_000_000)
    (reading,) = ask(request_for(file))["ok"]["runs"]
    assert "zero byte" in reading["error"]["message"]


@pytest.mark.parametrize("ties", ["docno-desc", "given"])
@pytest.mark.parametrize("name", ["TREC", "interleaved", "CSV", "wrong last line"])
def test_a_large_run_s_ranking_of_one_query_is_that_of_a_small_one(
    name: str, ties: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {**request_for(written(tmp_path, name), "rankings", ties=ties), "query": "q7"}
    small = ask(asked)
    assert ("ok" in small) == (name != "wrong last line")
    monkeypatch.setattr(bridgelarge, "LARGE_BYTES", 1)
    monkeypatch.setattr(chunks, "CHUNK_BYTES", 64)
    bridge = Bridge()
    assert ask(asked, bridge) == small
    assert [role for role, _ in bridge._inputs._read] == ["judgements"]


def test_made_up_runs_warm_a_browser_up_and_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def watched(*given: Any) -> Any:
        results, scored = score_while_read(*given)
        read.append(results.rows)
        return results, scored

    monkeypatch.setattr(bridgewarm, "score_while_read", watched)
    bridge = Bridge()
    before = dict(vars(bridge))
    assert json.loads(bridge.handle('{"action": "warm_up"}')) == {"ok": None}
    assert vars(bridge) == before
    assert read == [bridgewarm.QUERIES * bridgewarm.DEPTH]


def test_the_page_and_python_take_the_same_files_for_large() -> None:
    pool = (Path(__file__).parents[2] / "app" / "content.js").read_text(encoding="utf-8")
    written = re.search(r"^export const LARGE = (\S+);$", pool, re.MULTILINE)
    assert written is not None
    assert float(written[1]) == bridgelarge.LARGE_BYTES
