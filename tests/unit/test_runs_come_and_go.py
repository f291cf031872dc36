"""Runs that are added and removed again leave nothing in the memory of the page's door."""

from __future__ import annotations

import gc
import json
import tracemalloc

from rankproof.bridge import Bridge

QRELS = "q1 0 d1 1\nq2 0 d1 1\n"
SLACK = 100_000
"""Bytes that Python may keep for itself; the fifty runs together take over ten times that."""


def score(bridge: Bridge, texts: dict[str, str], revision: int) -> None:
    runs = [{"id": name, "revision": revision, "name": name, "text": text} for name, text in texts.items()]
    judgements = {"id": "judgements", "revision": 1, "name": "", "text": QRELS}
    for action in ("score", "compare", "curves")[: 3 if len(runs) > 1 else 1]:
        request = {"action": action, "judgements": judgements, "runs": runs, "settings": {"k": 3}, "resamples": 10}
        assert "ok" in json.loads(bridge.handle(json.dumps(request)))


def run(number: int) -> str:
    return "q1 Q0 d1 0 9 t\n" + "".join(f"q1 Q0 d{number}-{rank} {rank} {-rank} t\n" for rank in range(300))


def test_fifty_runs_added_and_removed_leave_the_memory_as_it_was() -> None:
    bridge = Bridge()

    def add_and_remove(number: int) -> None:
        score(bridge, {"run-1": run(0), "run-2": run(number)}, number)
        score(bridge, {"run-1": run(0)}, number)

    for number in range(1, 4):
        add_and_remove(number)
    gc.collect()
    tracemalloc.start()
    add_and_remove(4)
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(5, 55):
        add_and_remove(number)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < SLACK, (before, after)
