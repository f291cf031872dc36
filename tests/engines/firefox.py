"""Drives Firefox through firefox.mjs, which speaks WebDriver BiDi with it."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import build
from tests.engines.driver import LIMIT, SIZE, Driver, Engine

BRIDGE = Path(__file__).with_suffix(".mjs")


class FirefoxDriver:
    """The page that the bridge has open, in a context of its own."""

    def __init__(self, to: IO[str], back: IO[str]) -> None:
        self.to = to
        self.back = back

    def ask(self, command: str, *given: Any) -> Any:
        """Has the bridge do something."""
        self.to.write(json.dumps([command, *given]) + "\n")
        self.to.flush()
        line = self.back.readline()
        assert line, f"Firefox or its bridge ended during {command}"
        answer = json.loads(line)
        assert "error" not in answer, f"{command}: {answer['error']}"
        return answer.get("ok")

    def open(self, url: str) -> None:
        self.ask("open", url)

    def reload(self) -> None:
        self.ask("reload")

    def run(self, function: str, *arguments: Any) -> Any:
        return self.ask("run", called(function, arguments))

    def click(self, function: str, *arguments: Any) -> None:
        self.ask("click", called(function, arguments))

    def type(self, text: str) -> None:
        self.ask("type", text)

    def press(self, keys: str) -> None:
        self.ask("press", keys)

    def resize(self, width: int, height: int) -> None:
        self.ask("resize", width, height)

    def screenshot(self) -> bytes:
        return base64.b64decode(self.ask("screenshot"))

    def problems(self) -> list[str]:
        return list(self.ask("problems"))


def called(function: str, arguments: tuple[Any, ...]) -> str:
    """The expression that calls a function."""
    return f"({function})(...{json.dumps(arguments)})"


@contextmanager
def firefox(program: str) -> Iterator[Engine]:
    """A Firefox without a window; it ends when the bridge's input does, however this process ends."""
    command = [build.find_node(), str(BRIDGE), program, str(1000 * LIMIT)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as bridge:
        assert bridge.stdin
        assert bridge.stdout
        driver = FirefoxDriver(bridge.stdin, bridge.stdout)

        @contextmanager
        def page() -> Iterator[Driver]:
            driver.ask("begin", *SIZE)
            try:
                yield driver
            finally:
                driver.ask("end")

        try:
            yield Engine("firefox", driver.ask("version"), page)
        finally:
            bridge.stdin.close()
