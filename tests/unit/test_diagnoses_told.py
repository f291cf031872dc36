"""What looks wrong is told beside the scores: in notes of the command, and in the page's answers, of large runs too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rankproof import bridgelarge, bridgelooks, jobs
from rankproof.bridge import Bridge
from rankproof.cli import main
from rankproof.diagnoses import diagnose_sample
from rankproof.formats import Source, read_judgements
from rankproof.names import parse_measures
from rankproof.scoring import SAMPLE_ROWS, score_source
from rankproof.settings import Settings, make_settings

Json = dict[str, Any]
Captured = pytest.CaptureFixture[str]

QRELS = "".join(f"q{query} 0 d{sign} {int(sign in 'ad')}\n" for query in range(4) for sign in "abcdef")
FAULTY = "".join(
    f"q{query} Q0 d{sign}.txt {rank} {rank} t\n" for query in range(4) for rank, sign in enumerate("abcdef", 1)
)
MENDS = ("results:documents:suffix=.txt", "results:scores:negate")
# Relevant at ranks 1 and 4 of 6.
RIGHT = {"P@10": 0.2, "RR@10": 1.0}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels").write_text(QRELS, encoding="utf-8")
    (tmp_path / "run").write_text(FAULTY, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("files")
def test_score_notes_what_looks_wrong_and_takes_the_options_that_it_names(capsys: Captured) -> None:
    assert main(["qrels", "run", "--format", "json"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    found = {note["code"]: note for note in run["notes"]}
    assert found["documents-differ"]["level"] == found["scores-rise"]["level"] == "warning"
    assert found["documents-differ"]["count"] == 24
    assert f"give --mend {MENDS[0]}." in found["documents-differ"]["text"]
    assert f"give --mend {MENDS[1]}, or give --mend results:scores:rank." in found["scores-rise"]["text"]
    # The diagnosis says why; that no result is judged is what follows from it.
    assert "none-judged" not in found
    assert main(["qrels", "run", "--mend", MENDS[0], "--mend", MENDS[1], "--format", "json"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert [run["mean"][name] for name in RIGHT] == list(RIGHT.values())
    assert [note["count"] for note in run["notes"] if note["code"] == "mended"] == [24, 24]
    assert [note["code"] for note in run["notes"] if note["level"] == "warning"] == []


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("command", ["check", "compare", "explain", "conventions"])
def test_every_command_takes_mends(command: str, capsys: Captured) -> None:
    more = {"compare": ["run", "-m", "P@10"], "explain": ["-m", "P@10"]}.get(command, [])
    given = [command, "qrels", "run", *more, "--mend", MENDS[0], "--mend", MENDS[1]]
    assert main(given) == 0
    said = capsys.readouterr()
    assert "0.2" in said.out or "nothing looks wrong" in said.out
    assert main([*given, "--mend", "results:scores:turn"]) == 2
    assert "there is no mend 'results:scores:turn'; give one such as" in capsys.readouterr().err


def test_check_proposes_a_mend_where_no_query_is_in_common_and_ends_with_1(files: Path, capsys: Captured) -> None:
    (files / "floats").write_text(FAULTY.replace(" Q0", ".0 Q0"), encoding="utf-8")
    assert main(["check", "qrels", "floats"]) == 1
    said = capsys.readouterr()
    assert "none of the 4 judged queries" in said.err
    assert "floats: looks wrong: 4 judged queries without results" in said.out
    assert "No query is left that could be scored." in said.out
    assert "--mend results:queries:suffix=.0" in said.out
    assert main(["check", "qrels", "floats", "--mend", "results:queries:suffix=.0"]) == 0


def test_two_tags_in_one_file_are_told_with_their_rows(files: Path, capsys: Captured) -> None:
    (files / "two").write_text(FAULTY.replace("q3 Q0 df.txt 6 6 t", "q3 Q0 df.txt 6 6 u"), encoding="utf-8")
    assert main(["check", "qrels", "two"]) == 0
    assert "2 run tags in one input (t in 23 rows, u in 1 row)" in capsys.readouterr().out


@pytest.mark.parametrize("many", [1, 3])
def test_a_large_run_is_told_what_its_first_queries_show(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(jobs, "LEAST_BYTES", 1)
    deep = SAMPLE_ROWS // 4
    qrels = "".join(f"q{query} 0 d{number}x 1\n" for query in range(9) for number in range(2))
    run = "".join(f"q{query} Q0 d{number}x.txt {number} {number} t\n" for query in range(9) for number in range(deep))
    (tmp_path / "qrels").write_text(qrels, encoding="utf-8")
    (tmp_path / "run").write_text(run, encoding="utf-8")
    given = [str(tmp_path / name) for name in ("qrels", "run")]
    assert main([*given, "--jobs", str(many), "--format", "json"]) == 0
    found = {note["code"]: note for note in json.loads(capsys.readouterr().out)["runs"][0]["notes"]}
    # The first of three slices holds three queries, of which the last may go on in the second.
    looked_at = {1: 4, 3: 2}[many]
    assert found["documents-differ"]["count"] == 2 * looked_at
    assert f"Looked at: the first {looked_at} queries; rankproof check looks at all." in found["scores-rise"]["text"]
    assert main([*given, "--jobs", str(many), "--mend", MENDS[0], "--format", "json"]) == 0
    notes = json.loads(capsys.readouterr().out)["runs"][0]["notes"]
    assert [note["count"] for note in notes if note["code"] == "mended"] == [9 * deep]


def test_the_sample_is_of_judged_queries_and_has_its_ranks_whatever_comes_before() -> None:
    # The rank column, which is worst first here, contradicts the rows, and agrees with the scores.
    deep = SAMPLE_ROWS // 2
    rows = "".join(
        f"{query} Q0 d{number} {deep - number} {number} t\n"
        for query in ("other", "q1", "q2", "q3")
        for number in range(deep)
    )
    judgements = read_judgements(Source("".join(f"q{query} 0 d1 1\n" for query in range(1, 4)), "qrels"))
    settings = make_settings({})
    results, _ = score_source(judgements, Source(rows, "run"), parse_measures(["map"], settings), settings)
    assert list(results.sample) == ["q1", "q2"]
    assert all(one.ranks and len(one.ranks) == len(one.documents) == deep for one in results.sample.values())
    assert diagnose_sample(judgements, results, settings) == []


def box(name: str, text: str, revision: int = 1, **more: object) -> Json:
    return {"id": name, "revision": revision, "name": "", "text": text, **more}


def asking(*runs: Json, **settings: object) -> Json:
    judgements = box("judgements", QRELS)
    return {"action": "score", "judgements": judgements, "runs": list(runs), "settings": settings, "measures": [*RIGHT]}


def ask(bridge: Bridge, asked: Json) -> Json:
    answer: Json = json.loads(bridge.handle(json.dumps(asked)))
    return answer["ok"]  # type: ignore[no-any-return]


def test_the_page_is_told_of_each_run_what_looks_wrong_and_how_to_mend_it() -> None:
    answer = ask(Bridge(), asking(box("run-1", FAULTY), box("run-2", FAULTY, mends=list(MENDS))))
    first, second = answer["runs"]
    found = {one["code"]: one for one in first["diagnoses"]}
    assert list(found) == ["documents-differ", "scores-rise"]
    assert found["documents-differ"].keys() == {
        *("code", "text", "effect", "mend", "many", "examples", "mendings", "level"),
    }
    assert found["documents-differ"]["mendings"] == [
        {"label": "Remove “.txt” from document ids in the results", "mends": [MENDS[0]]}
    ]
    assert second["diagnoses"] == []
    assert [note["code"] for note in second["notes"]].count("mended") == 2
    assert answer["scores"]["runs"][1]["mean"] == list(RIGHT.values())
    notes = [[note["code"] for note in run["notes"]] for run in answer["scores"]["runs"]]
    assert "none-judged" not in notes[0]
    assert "diagnoses" not in answer["judgements"]


def test_a_run_that_cannot_be_scored_for_its_ids_is_told_how_to_mend_them() -> None:
    bridge = Bridge()
    (run,) = ask(bridge, asking(box("run-1", FAULTY.replace(" Q0", ".0 Q0"))))["runs"]
    assert "none of the 4 judged queries" in run["error"]["message"]
    (found,) = (one for one in run["diagnoses"] if one["code"] == "queries-differ")
    (mending,) = found["mendings"]
    (run,) = ask(bridge, asking(box("run-1", FAULTY.replace(" Q0", ".0 Q0"), 2, mends=mending["mends"])))["runs"]
    assert run["error"] is None


def test_another_measure_does_not_look_again_and_another_setting_does(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Settings] = []

    def counting(judgements: Any, results: Any, settings: Settings) -> Any:
        looked.append(settings)
        return diagnose_sample(judgements, results, settings)

    monkeypatch.setattr(bridgelooks, "diagnose_sample", counting)
    bridge = Bridge()
    for measures in ([*RIGHT], ["map"]):
        ask(bridge, {**asking(box("run-1", FAULTY)), "measures": measures})
    assert len(looked) == 1
    ask(bridge, asking(box("run-1", FAULTY), k=3))
    assert len(looked) == 2
    ask(bridge, {**asking(box("run-1", FAULTY), box("run-2", FAULTY), k=3), "action": "compare"})
    assert len(looked) == 2


def test_a_large_file_is_told_the_same_and_mended_whole_or_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = ask(Bridge(), asking(box("run-1", FAULTY)))
    monkeypatch.setattr(bridgelarge, "LARGE_BYTES", 1)
    file = tmp_path / "run"
    file.write_text(FAULTY, encoding="utf-8")
    run: Json = {"id": "run-1", "revision": 1, "name": "", "path": str(file)}
    bridge = Bridge()
    assert ask(bridge, asking(run))["runs"][0]["diagnoses"] == small["runs"][0]["diagnoses"]
    mended = {**run, "revision": 2, "mends": list(MENDS)}
    whole = ask(bridge, asking(mended))
    assert whole["scores"]["runs"][0]["mean"] == list(RIGHT.values())
    request = asking(mended)
    middle = FAULTY.index("q2 ")
    paths = []
    for at, place in enumerate([(0, middle), (middle, len(FAULTY))]):
        more = {"action": "part", "of": "score", "run": mended, "place": place}
        part = tmp_path / f"{at}.json"
        part.write_text(Bridge().handle(json.dumps({**request, **more})), encoding="utf-8")
        paths.append(str(part))
    joined = ask(Bridge(), asking({**mended, "parts": paths}))
    assert joined["scores"] == whole["scores"]
    assert joined["runs"] == whole["runs"]
