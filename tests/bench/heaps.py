"""Asks Chromium's debugger how much memory a page and its workers hold."""

from __future__ import annotations

import itertools
import json
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page

import build

PROBE = Path(__file__).with_name("worker_probe.mjs")
LONGEST = 30_000  # milliseconds: a worker that does not answer within this is not idle, as it must be
STEP = 20
MEETING = 30  # seconds: a worker that was ended in the midst of its work is there for a while yet


def watched() -> dict[str, bytes]:
    """What has to be served in the place of the page's files, so that its workers can tell their memory."""
    return {
        "app/worker.js": b'import "./worker-probe.js";\nimport "./worker-shipped.js";\n',
        "app/worker-probe.js": PROBE.read_bytes(),
        "app/worker-shipped.js": (build.DIST / "app" / "worker.js").read_bytes(),
    }


def megabytes(page: Page) -> float:
    """JavaScript's heaps, its buffers and the WebAssembly memories of a page and its idle workers together, in MB.

    WebAssembly memory never shrinks, so what it is at the end is also the most it was.
    """
    session = page.context.new_cdp_session(page)
    total = javascript_bytes(session.send("Runtime.getHeapUsage"))
    workers = Workers(page, session)
    for target in workers.targets:
        total += javascript_bytes(workers.send(target, "Runtime.getHeapUsage", {}))
        question = {"expression": "WebAssembly.bytesInUse()", "returnByValue": True}
        total += workers.send(target, "Runtime.evaluate", question)["result"]["value"]
    session.detach()
    return total / 1e6


def javascript_bytes(usage: dict[str, float]) -> float:
    """What a heap holds, with the buffers outside it."""
    return usage["usedSize"] + usage["backingStorageSize"]


class Workers:
    """Sends debugger commands to each worker of a page."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page, self.session = page, session
        self.targets: list[str] = []
        self.answers: dict[int, Any] = {}
        self.ids = itertools.count(1)
        session.on("Target.attachedToTarget", self.meet)
        session.on("Target.detachedFromTarget", self.part)
        session.on("Target.receivedMessageFromTarget", self.hear)
        session.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})
        deadline = time.monotonic() + MEETING
        page.wait_for_timeout(STEP)
        while len(self.targets) != len(page.workers) and time.monotonic() < deadline:
            page.wait_for_timeout(STEP)
        if len(self.targets) != len(page.workers):
            raise TimeoutError(f"the debugger found {len(self.targets)} of {len(page.workers)} workers")

    def meet(self, event: dict[str, Any]) -> None:
        """A worker of the page; what keeps the page for later, a service worker, scores nothing."""
        if event["targetInfo"]["type"] == "worker":
            self.targets.append(event["sessionId"])

    def part(self, event: dict[str, Any]) -> None:
        """It has ended."""
        if event["sessionId"] in self.targets:
            self.targets.remove(event["sessionId"])

    def hear(self, event: dict[str, str]) -> None:
        """Keeps an answer until it is looked for."""
        message = json.loads(event["message"])
        if "id" in message:
            self.answers[message["id"]] = message.get("result", message.get("error"))

    def send(self, target: str, method: str, parameters: dict[str, Any]) -> Any:
        """One command to one worker, and its result."""
        mine = next(self.ids)
        message = json.dumps({"id": mine, "method": method, "params": parameters})
        self.session.send("Target.sendMessageToTarget", {"sessionId": target, "message": message})
        for _ in range(LONGEST // STEP):
            if mine in self.answers:
                return self.answers.pop(mine)
            self.page.wait_for_timeout(STEP)
        raise TimeoutError(f"a worker did not answer {method}")
