"""Inputs made to do harm are refused with a message that names the mend, within bounds of time and memory."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import build
from rankproof import InputError, evaluate, packed
from rankproof.bridge import Bridge
from rankproof.formats import Source
from rankproof.formats.jsondepth import MOST_DEPTH, too_deep
from rankproof.ownwheels import install
from rankproof.packed import MOST_TIMES, MOST_UNPACKED, most_unpacked
from rankproof.trec.files import FileError, read_text
from tests.unit.helpers import judgements, refused_judgements, refused_results, results, the_note
from tests.unit.test_fuzz_readers import check, outcome, watched

Ask = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


def bomb(row: bytes, unpacked: int = 2 * MOST_UNPACKED) -> bytes:
    """Gzip of the same row without end."""
    rows = row * (1_000_000 // len(row))
    made = io.BytesIO()
    with gzip.GzipFile(fileobj=made, mode="wb", mtime=0) as stream:
        for _ in range(unpacked // len(rows)):
            stream.write(rows)
    return made.getvalue()


@pytest.mark.parametrize("row", [b"\n", b'{"q":', b"[", b'{"qid":"q","docno":"d"}\n'])
def test_gzip_that_unpacks_without_end_is_refused_with_its_sizes(row: bytes) -> None:
    data = bomb(row)
    error = refused_results(data)
    assert f"{len(data):,} bytes unpack to more than {MOST_UNPACKED:,}" in error.message
    assert "unpack it" in (error.hint or "")


@pytest.mark.parametrize("row", [b"q d 1\n", b"#\n", b"q Q0 d 1 1 t\n", b'"q",d\n'])
def test_gzip_of_rows_that_are_all_the_same_is_refused_too(row: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "MOST_UNPACKED", 2_000_000)  # as 100 MB take some seconds to be read
    for error in (refused_judgements(bomb(row, 4_000_000)), refused_results(bomb(row, 4_000_000))):
        assert "no rows pack so well" in error.message or "columns" in error.message


def test_gzip_of_rows_that_differ_is_read_however_large() -> None:
    assert most_unpacked(1_000) == MOST_UNPACKED
    assert most_unpacked(10_000_000) == MOST_TIMES * 10_000_000
    text = "".join(f"q{query} Q0 d{rank} {rank} {100 - rank} tag\n" for query in range(500) for rank in range(100))
    data = gzip.compress(text.encode())
    assert len(text) < 20 * len(data)  # where every query has the same documents and scores
    assert results(data).rows == 50_000


def test_trec_eval_refuses_such_gzip_too(tmp_path: Path) -> None:
    file = tmp_path / "run.gz"
    file.write_bytes(bomb(b"q Q0 d 1 1 t\n", MOST_UNPACKED + 2_000_000))
    with pytest.raises(FileError, match="no rows pack so well"):
        read_text(str(file), "results")


def test_a_wheel_that_unpacks_without_end_is_not_unpacked(tmp_path: Path) -> None:
    file = tmp_path / "large-1-py3-none-any.whl"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("large.py", b" " * (MOST_UNPACKED + 1))
    (answer,) = install([{"id": "wheel-1", "path": str(file), "name": file.name}])
    install([])
    assert f"{MOST_UNPACKED + 1:,} bytes" in answer["problem"]


DEEP = {
    "arrays": "[" * 100_000 + "]" * 100_000,
    "arrays that stay open": "[" * 100_000,
    "objects": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "brackets in names as well": '["]","}",' * 100_000,
    "quotes in names as well": '{"\\"}":[' * 50_000,
    "under a query": '{"q1":' + "[" * 100_000 + "]" * 100_000 + "}",
    "in a field": '{"qid":"q1","docno":"d","x":' + "[" * 100_000 + "]" * 100_000 + "}",
    "in the second line": '{"qid":"q1","docno":"d1"}\n{"qid":"q1","docno":"d2","x":' + "[" * 100_000 + "}\n",
}


@pytest.mark.parametrize("kind", DEEP)
def test_json_nested_a_hundred_thousand_deep_is_refused_at_its_place(kind: str) -> None:
    for error in (refused_judgements(DEEP[kind]), refused_results(DEEP[kind])):
        assert f"nested over {MOST_DEPTH} deep" in error.message
        assert error.line == (2 if "second" in kind else 1)
        assert error.column
        assert error.hint


def test_json_nested_deep_leaves_pyodide_alive(pyodide_bridge: Ask) -> None:
    requests = [scored(text, "q1 d1\n", revision) for revision, text in enumerate(DEEP.values(), 1000)]
    for answer in pyodide_bridge(requests):
        assert f"nested over {MOST_DEPTH} deep" in answer["ok"]["judgements"]["error"]["problems"][0]["message"]
    (good,) = pyodide_bridge([scored("q1 0 d1 1\n", "q1 d1\n", 2000)])
    assert good["ok"]["scores"]["runs"][0]["mean"][0] == 1


@pytest.mark.parametrize("levels", [1, MOST_DEPTH - 1, MOST_DEPTH, MOST_DEPTH + 1, MOST_DEPTH + 2, 2 * MOST_DEPTH + 1])
@pytest.mark.parametrize("level", ["[ ]", '{"a": }', '["]", ]', '["\\"]", ]', '["\\\\", ]', '["[", ]'])
def test_depth_is_told_from_brackets_in_texts(level: str, levels: int) -> None:
    start, end = level.split(" ", 1) if '", ' not in level else level.rsplit(" ", 1)
    whole = start * levels + "1" + end * levels
    for text in (whole, start * levels, whole[:-1]):
        assert (too_deep(text) is not None) == (levels > MOST_DEPTH)
    assert too_deep("[}" * 1_000) is None
    assert too_deep('{"a": "' + "[" * 1_000 + '"}') is None


def test_a_number_of_more_digits_than_python_reads_is_refused_at_its_place() -> None:
    error = refused_results('{"q1": {"12' + "3" * 5_000 + '": 1,\n "d": ' + "9" * 5_000 + "}}")
    assert error.message == "a number in line 2 has 5,000 digits"
    assert error.column == 7


@pytest.mark.parametrize("form", ["q1 {} 1\n", "q1 0 {} 1\n", "q1,{},1\n", '{{"q1": ["{}"]}}', "{}\n"])
def test_a_line_of_ten_million_characters_is_read_or_refused_with_a_short_message(form: str) -> None:
    data = form.format("x" * 10_000_000).encode()
    with watched() as clock:
        clock(100)
        for role in ("judgements", "results"):
            read = outcome(role, Source(data, "in"))
            assert (read[0] == "read") == form.startswith("{{")
            check(role, data, read)  # which holds what is shown of the line to be short
            assert len(str(read[1:3])) < 2_000


def test_ids_that_hide_or_turn_around_are_kept_as_they_are() -> None:
    hostile = ["\u202eabc", "a\u200bb", "abc", "ab\u200b", "<img src=x onerror=alert(1)>", "__proto__", "constructor"]
    qrels = {name: {name: 1} for name in hostile}
    result = evaluate(json.dumps(qrels), json.dumps({name: [name] for name in hostile}), ["map"])
    assert {query: values["map"] for query, values in result.per_query().items()} == dict.fromkeys(hostile, 1.0)


def test_halves_of_characters_are_refused_by_name_wherever_they_stand() -> None:
    assert "half a character" in refused_judgements('{"q1": {"\\ud800": 1}}').message
    assert "half a character" in refused_results('{"\\udfff": ["d"]}').message
    assert "not UTF-8" in refused_results("q1 \ud800\n").message  # as JavaScript's texts may hold them
    assert "half a character" in refused_results('[{"qid": "q1", "docno": "\\ud83d"}]').message
    # Both halves together are a character.
    assert list(results('{"q1": ["\\ud83d\\ude00"]}').rankings["q1"].documents) == ["😀"]


def test_numbers_as_ids_are_read_as_text_with_a_note() -> None:
    run = results("[" + '{"qid": 1, "docno": 2}, {"qid": 1, "docno": 1e2}, {"qid": 1, "docno": ' + "9" * 400 + "}]")
    assert run.rankings["1"].documents == ["2", "100.0", "9" * 400]
    assert the_note(run.notes, "numbers-as-ids").count == 6


def test_a_name_given_twice_in_json_is_told_and_nothing_of_it_is_lost() -> None:
    read = judgements('{"q1": {"a": 1}, "q1": {"b": 2}}')
    assert read.grades == {"q1": {"a": 1, "b": 2}}
    assert the_note(read.notes, "query-repeated").count == 1
    assert "judged twice" in refused_judgements('{"q1": {"a": 1, "a": 2}}').message


def test_a_hundred_thousand_queries_of_one_row_are_read_query_by_query_without_looking_back() -> None:
    text = "".join(f"{number} {number}\n" for number in range(100_000))
    with watched() as clock:
        clock(len(text) / 10_000)
        assert results(text).rows == 100_000


# What a measure of one's own may do to harm; each leaves the page's door able to answer.
HEAD = "from rankproof import register_measure\n@register_measure(name='own')\ndef own(query):\n"
EVIL = {
    "exits": "    exit()\n",
    "ends Python's way": "    raise SystemExit(3)\n",
    "raises what nothing catches": "    class Odd(BaseException):\n        pass\n    raise Odd('odd')\n",
    "is interrupted": "    raise KeyboardInterrupt\n",
    "gives nan": "    return float('nan')\n",
    "gives a huge text": "    return 'x' * 10_000_000\n",
    "gives a huge number": "    return 10 ** 400\n",
    "gives an object whose number raises": (
        "    class Odd:\n        def __float__(self):\n            raise SystemExit\n    return Odd()\n"
    ),
    "raises an error with a huge text": "    raise ValueError('x' * 10_000_000)\n",
    "raises an error whose text raises": (
        "    class Odd(Exception):\n        def __str__(self):\n            raise SystemExit\n    raise Odd\n"
    ),
    "calls itself": "    return own(query)\n",
    "prints without end": "    for _ in range(100_000):\n        print('x' * 1_000)\n    return 0.5\n",
    "prints half a character": "    print('\\ud800')\n    return 0.5\n",
    "spoils the query": "    query.relevances.clear()\n    return 0.5\n",
    "closes the output": "    import sys\n    sys.stdout.close()\n    sys.stdout = None\n    return 0.5\n",
}


def scored(qrels: str, run: str, revision: int, code: str | None = None) -> dict[str, Any]:
    return {
        "action": "score",
        "judgements": {"id": "judgements", "revision": revision, "name": "", "text": qrels},
        "runs": [{"id": "run-1", "revision": revision, "name": "", "text": run}],
        "settings": {"k": 3},
        "code": None if code is None else {"text": code, "revision": revision},
    }


# In a process of its own: some of it spoils the Python that it runs in.
RUNNER = """
import json, sys
from rankproof.bridge import Bridge
bridge = Bridge()
dumps = json.dumps
for request in json.loads(sys.stdin.read()):
    sys.__stdout__.write(bridge.handle(dumps(request)).encode("unicode_escape").decode() + "\\n")
"""


@pytest.mark.parametrize("kind", EVIL)
def test_a_measure_that_means_harm_leaves_the_other_scores(kind: str) -> None:
    requests = [scored("q1 0 d1 1\n", "q1 d1\n", 1, HEAD + EVIL[kind])]
    answer = json.loads(answers_of(requests)[0])
    assert "ok" in answer, answer
    assert answer["ok"]["scores"]["runs"][0]["mean"][0] == 1
    assert len(json.dumps(answer)) < 100_000
    failed = "return 0.5" not in EVIL[kind]
    assert bool(answer["ok"]["code"]["errors"]) == failed


def answers_of(requests: list[dict[str, Any]]) -> list[str]:
    """What the door says in a process of its own."""
    ended = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input=json.dumps(requests),
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": str(build.ROOT / "py")},
    )
    assert ended.returncode == 0, ended.stderr
    return [line.encode().decode("unicode_escape") for line in ended.stdout.splitlines()]


def test_a_request_that_is_no_request_is_answered() -> None:
    for request in ("", "[]", "{}", "null", '{"action": ["score"]}', '{"action": "score", "runs": 3}', "\ud800"):
        assert "error" in json.loads(Bridge().handle(request))


def test_the_source_of_a_message_is_a_name_and_no_path() -> None:
    with pytest.raises(InputError) as caught:
        results(Path("/nowhere/at\0all"))
    assert "no file can have this name" in caught.value.message
    assert Source("", "x").name == "x"
