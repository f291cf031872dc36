"""What the browser tests know of the served page."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

START_UP = 120_000  # milliseconds: far more than Python needs to start, so that only a start that never comes fails

# Without what needs rights or a network that a test machine may lack.
CHROMIUM_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@dataclass(frozen=True)
class Site:
    """The page on its host; `instead` maps relative paths to bytes served in place of the files, or beside them."""

    url: str
    folder: Path
    instead: dict[str, bytes]

    @property
    def origin(self) -> str:
        """The scheme, host and port, without a path."""
        return self.url[: self.url.index("/", len("http://"))]

    def policy(self) -> str:
        """The Content-Security-Policy that index.html carries."""
        found = re.search(r'"Content-Security-Policy"\s+content="([^"]+)"', (self.folder / "index.html").read_text())
        assert found, "index.html carries no Content-Security-Policy"
        return found[1]


# What Playwright says where it keeps a page from having a service worker.
BLOCKED = "Service Worker registration blocked by Playwright"


class Watch:
    """Collects what a test must not see; `allowed` holds patterns of console messages that it provokes on purpose."""

    def __init__(self, context: BrowserContext, site: Site) -> None:
        self.allowed = [BLOCKED]
        self.seen: list[str] = []
        self.home = site.url
        self.origin = site.origin
        context.on("console", self.on_console)
        context.on("weberror", self.on_error)
        context.on("request", self.on_request)

    def stop(self, context: BrowserContext) -> None:
        """Listens no longer."""
        context.remove_listener("console", self.on_console)
        context.remove_listener("weberror", self.on_error)
        context.remove_listener("request", self.on_request)

    def on_console(self, message: ConsoleMessage) -> None:
        """Errors and warnings count, those of workers too."""
        if message.type in {"error", "warning"}:
            self.seen.append(f"console {message.type}: {message.text}")

    def on_error(self, error: WebError) -> None:
        """Exceptions that nobody caught count."""
        self.seen.append(f"page error: {error.error}")

    def on_request(self, request: Request) -> None:
        """Requests to anywhere outside the page's folder count."""
        if not request.url.startswith((self.home, f"blob:{self.origin}", "data:")):
            self.seen.append(f"request: {request.url}")

    def problems(self) -> list[str]:
        """What was seen and not allowed."""
        return [text for text in self.seen if not any(re.search(pattern, text) for pattern in self.allowed)]


def wait_until(page: Page, is_so: Callable[[], object], what: str) -> None:
    """Waits for something that is seen outside the page; fails with its name where that never comes."""
    end = time.monotonic() + START_UP / 1000
    while not is_so():
        assert time.monotonic() < end, f"still waiting for {what}"
        page.wait_for_timeout(20)


def wait_until_ready(page: Page) -> None:
    """Waits until Python is there and nothing is being scored."""
    page.wait_for_selector("html[data-engine=ready]", timeout=START_UP)
