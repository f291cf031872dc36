"""Drives Chromium with Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.engines.driver import LIMIT, SIZE, Driver, Engine


class ChromiumDriver:
    """A page in a context of its own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen: list[str] = []
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.seen.append(f"exception: {error}"))

    def hear(self, message: ConsoleMessage) -> None:
        """Keeps errors and warnings."""
        if message.type in {"error", "warning"}:
            self.seen.append(f"{message.type}: {message.text}")

    def open(self, url: str) -> None:
        self.page.goto(url)

    def reload(self) -> None:
        self.page.reload()

    def run(self, function: str, *arguments: Any) -> Any:
        return self.page.evaluate(f"(given) => ({function})(...given)", list(arguments))

    def click(self, function: str, *arguments: Any) -> None:
        element = self.page.evaluate_handle(f"(given) => ({function})(...given)", list(arguments)).as_element()
        assert element, f"there is no {arguments}"
        element.click()

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def screenshot(self) -> bytes:
        return self.page.screenshot()

    def problems(self) -> list[str]:
        return self.seen


def chromium(browser: Browser) -> Engine:
    """The browser of pytest-playwright, which starts and ends it."""

    @contextmanager
    def page() -> Iterator[Driver]:
        width, height = SIZE
        context = browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(1000 * LIMIT)
        try:
            yield ChromiumDriver(context.new_page())
        finally:
            context.close()

    return Engine("chromium", browser.version, page)
