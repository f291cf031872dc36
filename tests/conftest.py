"""Fixtures for every test: the built page, the shared cases, and the bridge as Pyodide runs it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import build

BROWSERS = [Path(__file__).parent / name for name in ("browser", "engines")]
IN_VAIN = [
    "TimeoutE",
    "Locator expected",
    "Page (URL|title) expected",
    "WebDriverException",
    r"\d s still ",
    "still waiting",
]
"""What a test ends with that has waited for something in vain (patterns)."""

Bridge = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On a CI host, which others may keep busy, what waits in vain in a browser is run once more, and the report tells.

    A wrong value is a failure at once, and elsewhere everything is: what fails now and then does not go unseen.
    """
    if os.environ.get("CI"):
        for item in items:
            if any(item.path.is_relative_to(folder) for folder in BROWSERS):
                item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=IN_VAIN))


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as it ships, built anew if need be; a copy, so that a build during the tests does not disturb them."""
    build.build()
    return shutil.copytree(build.DIST, tmp_path_factory.mktemp("built") / "dist")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The cases and data that lie beside the checkout; they are not part of it, so tests that need them may skip."""
    folder = build.ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("../shared is not here: its cases and data are not part of the repository")
    return folder


@pytest.fixture(scope="session")
def pyodide_bridge(dist: Path) -> Iterator[Bridge]:
    """Sends requests to rankproof.bridge.handle in the built wheel under Pyodide, and gives the answers back."""
    (wheel,) = dist.glob("wheels/rankproof-*.whl")
    runner = build.ROOT / "tests" / "node" / "bridge.mjs"
    with subprocess.Popen(
        [build.find_node(), runner, wheel], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def ask(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
            stdin.write(json.dumps(requests) + "\n")
            stdin.flush()
            answers: list[dict[str, Any]] = json.loads(stdout.readline())
            return answers

        yield ask
        stdin.close()
