"""Drives the built page in Chromium for the parts that measure it."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

import build
from tests.browser.page_reader import notes
from tests.browser.site import CHROMIUM_ARGUMENTS, wait_until_ready

PROBE = Path(__file__).with_name("probe.mjs")
LONGEST = 600_000  # milliseconds: what takes longer than this never ends
LOOKING = 2_500  # milliseconds: few people find a file in a dialog sooner


class Took(NamedTuple):
    """Milliseconds: from the input to the scores, from the input to a worker's last message, from that message until
    both tables were drawn, and the longest time without a frame on the way."""

    scored: float
    heard: float
    drawn: float
    gap: float


class Recording(build.Handler):
    """The host of build.py, which also keeps what was asked for."""

    asked: list[str]
    withheld: tuple[str, ...]
    released: threading.Event

    def do_GET(self) -> None:  # noqa: N802
        """As the host of build.py, but that what is withheld is answered only once it is released."""
        if self.path.startswith(self.withheld):
            self.released.wait()
        super().do_GET()

    def log_message(self, *_: object) -> None:
        """Keeps the path that has been answered."""
        self.asked.append(self.path)


class Rig(NamedTuple):
    """A browser, the address of the page, and every path asked for so far."""

    browser: Browser
    url: str
    asked: list[str]

    @contextmanager
    def opened(self) -> Iterator[Page]:
        """A page in a profile of its own, with the probe in it; Python may not be there yet."""
        context = self.browser.new_context()
        context.add_init_script(path=PROBE)
        page = context.new_page()
        page.goto(self.url)
        yield page
        context.close()

    @contextmanager
    def ready(self) -> Iterator[Page]:
        """As opened, once Python is there."""
        with self.opened() as page:
            wait_until_ready(page)
            yield page


@contextmanager
def rig(instead: Mapping[str, bytes] | None = None, withheld: tuple[str, ...] = ()) -> Iterator[Rig]:
    """Serves dist/, with other files in the place of some, and starts Chromium.

    What lies at a path that begins with one that is withheld is sent at the end, and not before.
    """
    asked: list[str] = []
    released = threading.Event()
    handler = type("Handler", (Recording,), {"asked": asked, "withheld": withheld, "released": released})
    server = build.Server(("127.0.0.1", 0), functools.partial(handler, build.DIST, "/", instead or {}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with sync_playwright() as playwright:
            program = build.find_chromium()
            browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
            yield Rig(browser, f"http://127.0.0.1:{server.server_port}/", asked)
            browser.close()
    finally:
        released.set()
        server.shutdown()
        server.server_close()


def arm(page: Page) -> None:
    """Makes the probe wait for the next input."""
    page.evaluate("(limit) => bench.arm(limit)", LONGEST)


def took(page: Page) -> Took:
    """Waits until the scores that follow from the input are drawn."""
    return Took(**page.evaluate("bench.result"))


def attach_judgements(page: Page, file: Path) -> None:
    """Opens a file of judgements, and waits until the page has taken it in."""
    page.get_by_label("File of judgements").set_input_files(file)
    expect(notes(page).get_by_role("listitem").first).to_have_text(re.compile(r"\d"), timeout=LONGEST)
    wait_until_ready(page)


def open_run(page: Page, file: Path) -> Took:
    """Opens a run, and tells how long its scores took."""
    arm(page)
    page.get_by_label("Files of results").set_input_files(file)
    return took(page)


def open_run_in_dialog(page: Page, file: Path) -> Took:
    """The same as a person does it: presses the button, and takes a while to find the file."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open files: results").click()
    page.wait_for_timeout(LOOKING)
    arm(page)
    chooser.value.set_files(file)
    return took(page)
