"""Long work shows that it goes on and can be stopped, and a start that fails can be tried again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.engine_page import put_endless
from tests.browser.page_reader import JUDGEMENTS, RESULTS, box, example, give, k, mean_cells, means
from tests.browser.site import START_UP, Site, Watch, wait_until_ready


@pytest.fixture
def endless(context: BrowserContext, site: Site, watch: Watch) -> Page:
    """The page with the Wikipedia example, whose scoring never ends once k is 77."""
    put_endless(
        site,
        'request["action"] == "score" and request["settings"]["k"] == "77"',
        {"input": "run-1", "done": 6_000_000, "total": 12_000_000},
    )
    page = context.new_page()
    page.goto(site.url)
    wait_until_ready(page)
    example(page, "Wikipedia")
    expect(mean_cells(page).last).to_have_text("0.7850")
    return page


MOVED = """() => {
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      for (const { node } of sources) if (node?.outerHTML) window.moved.push(node.outerHTML.slice(0, 99));
    }
  }).observe({ type: "layout-shift" });
}"""


def test_long_work_shows_progress_and_the_older_scores_as_older(endless: Page) -> None:
    endless.evaluate(MOVED)
    k(endless).fill("77")
    expect(endless.locator(".queries .older")).to_have_text("Older scores")
    expect(means(endless)).to_have_class(re.compile("is-older"))
    expect(endless.get_by_text("Reading run 1, 6.0 MB of 12.0 MB")).to_be_visible()
    expect(endless.get_by_role("progressbar", name="Reading")).to_have_attribute("value", "6000000")
    expect(mean_cells(endless).last).to_have_text("0.7850")
    assert endless.evaluate("window.moved") == []


def test_stop_ends_the_work_and_the_page_scores_again(endless: Page) -> None:
    k(endless).fill("77")
    endless.get_by_role("button", name="Stop").click()
    expect(endless.get_by_text("Stopped; older scores")).to_be_visible()
    expect(endless.get_by_role("button", name="Stop")).to_be_hidden()
    k(endless).fill("1")
    expect(mean_cells(endless).last).to_have_text("1.0000", timeout=START_UP)
    expect(endless.get_by_text("Stopped; older scores")).to_be_hidden()


def test_what_was_stopped_can_be_asked_for_again(endless: Page) -> None:
    k(endless).fill("77")
    endless.get_by_role("button", name="Stop").click()
    endless.get_by_role("button", name="Score again").click()
    expect(endless.get_by_role("button", name="Stop")).to_be_visible(timeout=START_UP)


def test_a_newer_change_wins_over_one_still_waiting(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    for value in ("2", "3", "4", "5", "1"):
        k(ready_page).fill(value)
    expect(mean_cells(ready_page)).to_have_text(["0.1429", "1.0000", "1.0000", "1.0000"])
    wait_until_ready(ready_page)
    expect(mean_cells(ready_page)).to_have_text(["0.1429", "1.0000", "1.0000", "1.0000"])


def test_a_start_that_fails_says_so_and_can_be_tried_again(context: BrowserContext, site: Site, watch: Watch) -> None:
    watch.allowed += ["^console ", "page error"]  # whatever a start says that is meant to fail
    site.instead["pyodide/pyodide-lock.json"] = b"not JSON"
    page = context.new_page()
    page.goto(site.url)
    give(page, "q1 a 1\n", "q1 a\n")
    page.wait_for_selector("html[data-engine=failed]", timeout=START_UP)
    expect(page.get_by_role("status").first).to_have_text("Python could not be started")
    expect(page.get_by_role("alert")).to_contain_text("What you put in is kept")
    expect(box(page, JUDGEMENTS)).to_have_value("q1 a 1\n")
    site.instead.clear()
    page.get_by_role("button", name="Try again").click()
    expect(mean_cells(page).first).to_have_text("1.0000", timeout=START_UP)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(box(page, RESULTS)).to_have_value("q1 a\n")
