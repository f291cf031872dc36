"""Fixtures for the tests in a browser: the page under a sub-path, watched for errors and for requests that leave it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

import build
from tests.browser.site import CHROMIUM_ARGUMENTS, Site, Watch, wait_until_ready

# Milliseconds: a host that is busy with something else takes longer than Playwright's five seconds now and then.
expect.set_options(timeout=30_000)

PREFIX = "/some/sub/path/"  # proves that every address in the page is relative


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The Chromium that build.py finds."""
    return {**browser_type_launch_args, "executable_path": build.ensure_chromium(), "args": CHROMIUM_ARGUMENTS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Without the service worker, but for the tests of it: every test would have all files of the page kept anew."""
    return {**browser_context_args, "service_workers": "block"}


@pytest.fixture(scope="session")
def served(dist: Path) -> Iterator[Site]:
    """The built page on a static host of its own, in a sub-path."""
    instead: dict[str, bytes] = {}
    server = build.make_server(dist, prefix=PREFIX, instead=instead)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Site(f"http://127.0.0.1:{server.server_port}{PREFIX}", dist, instead)
    server.shutdown()
    server.server_close()


@pytest.fixture
def site(served: Site) -> Iterator[Site]:
    """The served page; what a test puts in place of its files is there for that test only."""
    yield served
    served.instead.clear()


@pytest.fixture(scope="session")
def profile(
    playwright: Playwright,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[BrowserContext]:
    """A browser that keeps the code it has compiled, as a reader's does: Python then starts with half of the work."""
    folder = tmp_path_factory.mktemp("profile")
    kept = playwright.chromium.launch_persistent_context(folder, **browser_type_launch_args, **browser_context_args)
    yield kept
    kept.close()


@pytest.fixture
def context(
    request: pytest.FixtureRequest, browser_context_args: dict[str, Any], site: Site
) -> Iterator[BrowserContext]:
    """A reader's browser, with nothing in it of another test; a test marked first_visit gets one that is new."""
    if request.node.get_closest_marker("first_visit"):
        browser: Browser = request.getfixturevalue("browser")
        fresh = browser.new_context(**browser_context_args)
        yield fresh
        fresh.close()
        return
    kept: BrowserContext = request.getfixturevalue("profile")
    yield kept
    forget(kept, site)


def forget(kept: BrowserContext, site: Site) -> None:
    """Leaves one empty page, and nothing that a test has stored, allowed or put in the way."""
    empty, *others = kept.pages
    for page in others:
        page.close()
    kept.unroute_all()
    kept.set_offline(False)
    kept.clear_permissions()
    kept.clear_cookies()
    session = kept.new_cdp_session(empty)
    session.send("Storage.clearDataForOrigin", {"origin": site.origin, "storageTypes": "all"})
    session.detach()


@pytest.fixture
def watch(context: BrowserContext, site: Site) -> Iterator[Watch]:
    """Fails a test in whose pages something went wrong on the console, or asked for something elsewhere."""
    watching = Watch(context, site)
    yield watching
    watching.stop(context)
    assert watching.problems() == []


@pytest.fixture
def page(context: BrowserContext, site: Site, watch: Watch) -> Page:
    """A page that shows the built index.html, maybe before Python is there."""
    page = context.new_page()
    page.goto(site.url)
    return page


@pytest.fixture
def ready_page(page: Page) -> Page:
    """The page once Python is there and nothing is being scored."""
    wait_until_ready(page)
    return page
