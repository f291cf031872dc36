"""The part that measures how soon the working behind a number is there after a click on it."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.bench import data
from tests.bench.bench import Bench
from tests.bench.page import attach_judgements, open_run, rig
from tests.browser.site import wait_until_ready

SHAPE = data.Shape(100, 1_000)
"""As many rows as a run of TREC's Robust tracks."""

QUERIES = 20
"""Rows of the table per query that are drawn in any case."""

OPEN = """async (button) => {
  const begun = performance.now();
  button.click();
  const isThere = () => document.querySelector("dialog.proof[open] .proof-lines li math")
    && document.querySelector(".proof-value")?.textContent;
  while (!isThere()) await new Promise((resolve) => { const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve; port2.postMessage(null); });
  const took = performance.now() - begun;
  document.querySelector("dialog.proof").close();
  return took;
}"""


def page_proof(bench: Bench) -> dict[str, list[float]]:
    """Opens the proofs of some queries' nDCG and of means, each of another number than the one before."""
    pair = data.pair(SHAPE)
    values: dict[str, list[float]] = {"page-proof.query.ms": [], "page-proof.mean.ms": []}
    with rig() as browser, browser.ready() as page:
        attach_judgements(page, pair.qrels)
        open_run(page, pair.run)
        for at in range(bench.short_rounds + 2):
            bench.log.say(f"page-proof, number {at}")
            queries = opened(page, ".query-table .score", 4 * (at % QUERIES) + 3)
            means = opened(page, ".mean-table .score", at % 4)
            if at > 1:
                values["page-proof.query.ms"].append(queries)
                values["page-proof.mean.ms"].append(means)
    return values


def opened(page: Page, selector: str, place: int) -> float:
    """Milliseconds from a click on one of the scores until its arithmetic is in the page."""
    wait_until_ready(page)
    page.wait_for_timeout(100)
    took: float = page.locator(selector).nth(place).evaluate(OPEN)
    wait_until_ready(page)
    return took
