"""Asks Chromium's debugger how much memory a page and its workers hold."""

from __future__ import annotations

import itertools
import json
from typing import Any

from playwright.sync_api import CDPSession, Page

SUM = "function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }"
LONGEST = 30_000  # milliseconds: a worker that does not answer within this is not idle, as it must be
STEP = 20


class Workers:
    """Sends debugger commands to each worker of a page."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page, self.session = page, session
        self.targets: list[str] = []
        self.answers: dict[int, Any] = {}
        self.ids = itertools.count(1)
        session.on("Target.attachedToTarget", lambda event: self.targets.append(event["sessionId"]))
        session.on("Target.receivedMessageFromTarget", self.hear)
        session.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})
        page.wait_for_timeout(STEP)

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


def megabytes(page: Page) -> float:
    """The JavaScript heaps in use and the WebAssembly memories of a page and its idle workers together, in MB.

    WebAssembly memory never shrinks, so what it is at the end is also the most it was.
    """
    session = page.context.new_cdp_session(page)
    total: float = session.send("Runtime.getHeapUsage")["usedSize"]
    workers = Workers(page, session)
    for target in workers.targets:
        total += workers.send(target, "Runtime.getHeapUsage", {})["usedSize"]
        prototype = {"expression": "WebAssembly.Memory.prototype"}
        found = workers.send(target, "Runtime.evaluate", prototype)["result"]["objectId"]
        all_of_it = workers.send(target, "Runtime.queryObjects", {"prototypeObjectId": found})["objects"]["objectId"]
        call = {"objectId": all_of_it, "functionDeclaration": SUM, "returnByValue": True}
        total += workers.send(target, "Runtime.callFunctionOn", call)["result"]["value"]
    session.detach()
    return total / 1e6
