"""Fixtures for the flows: the engines that are here, the page on a host that can be stopped, and a reader before it."""

from __future__ import annotations

import contextlib
import functools
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import build
from tests.browser.site import CHROMIUM_ARGUMENTS
from tests.engines.chromium import chromium
from tests.engines.driver import Engine
from tests.engines.firefox import firefox
from tests.engines.reader import Reader
from tests.engines.webkit import webkit

PREFIX = "/some/sub/path/"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The Chromium that build.py finds."""
    return {**browser_type_launch_args, "executable_path": build.ensure_chromium(), "args": CHROMIUM_ARGUMENTS}


@pytest.fixture(scope="session", params=build.ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Each engine that is here; one that must be and is not is a failure."""
    name = request.param
    if packages := build.lacks(name):
        end = pytest.fail if name in build.required_engines() else pytest.skip
        end(f"{name} needs Debian's {' and '.join(packages)}")
    if name == "chromium":
        yield chromium(request.getfixturevalue("browser"))
    elif name == "firefox":
        with firefox(*build.drivers(name)) as started:
            yield started
    else:
        with webkit(*build.drivers(name)) as started:
            yield started


class Host(build.Server):
    """The built page on a static host, in a sub-path; once it is stopped, nothing that was open is answered either."""

    def __init__(self, folder: Path) -> None:
        self.opened: list[socket.socket] = []
        super().__init__(("127.0.0.1", 0), functools.partial(build.Handler, folder, PREFIX, {}))
        self.url = f"http://127.0.0.1:{self.server_port}{PREFIX}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def get_request(self) -> tuple[socket.socket, Any]:
        """Keeps the connection in mind."""
        connection, address = super().get_request()
        self.opened.append(connection)
        return connection, address

    def stop(self) -> None:
        """Hangs up, once."""
        self.shutdown()
        self.server_close()
        for connection in self.opened:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


@pytest.fixture(scope="session")
def host(dist: Path) -> Iterator[Host]:
    """The host of all flows but those that stop theirs."""
    serving = Host(dist)
    yield serving
    serving.stop()


@pytest.fixture
def reader(engine: Engine) -> Iterator[Reader]:
    """Somebody before an empty page; what goes wrong on the page's console and was not foreseen fails the flow."""
    with engine.page() as driver:
        somebody = Reader(driver)
        yield somebody
        assert somebody.unforeseen() == []


@pytest.fixture
def ready(reader: Reader, host: Host) -> Reader:
    """Somebody before the page once Python is there."""
    reader.open(host.url)
    return reader
