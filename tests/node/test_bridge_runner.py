"""The bridge gives one answer, whether CPython or the Python in Pyodide runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rankproof import bridge
from tests.conftest import Bridge


def test_requests_are_answered_in_order_by_the_built_wheel(pyodide_bridge: Bridge) -> None:
    nothing: dict[str, Any] = {"action": "score", "judgements": None, "runs": [], "settings": {}}
    requests = [{"action": "describe"}, nothing]
    assert pyodide_bridge(requests) == [json.loads(bridge.handle(json.dumps(request))) for request in requests]
    assert pyodide_bridge([]) == []


def test_files_are_read_from_the_real_file_system_under_host(pyodide_bridge: Bridge, tmp_path: Path) -> None:
    file = tmp_path / "qrels.txt"
    file.write_text("q1 0 d1 1\n")
    given = {"id": "judgements", "revision": 1, "name": "qrels.txt", "path": f"/host{file}"}
    (answer,) = pyodide_bridge([{"action": "classify", "inputs": [given]}])
    assert [each["role"] for each in answer["ok"]] == ["judgements"]
