"""The part that measures comparisons on the page: many runs of a hundred queries, and two runs of thousands."""

from __future__ import annotations

import random
from typing import NamedTuple

from playwright.sync_api import FilePayload, Page, expect

from tests.bench import generate
from tests.bench.bench import Bench
from tests.bench.page import LONGEST, rig
from tests.browser.site import wait_until_ready


class Size(NamedTuple):
    """How many runs are compared on how many measures, of how many queries, with how many results each."""

    runs: int
    measures: int
    queries: int
    depth: int


SIZES = {"many": Size(17, 5, 100, 30), "long": Size(2, 1, 7_000, 10)}
START = 4
"""Measures that the page starts with; map is added as the last."""
TESTS = {"usual": ("t", "randomization"), "tukey": ("tukey",)}
"""Tests that are asked for together, with 10,000 resamples each."""

# Fulfilled by `bench.compared` with the milliseconds from the next input until a comparison of this seed is drawn.
ARM = """([seed, limit]) => {
    const shown = document.querySelector(".compare-results");
    let began = 0;
    addEventListener("input", (event) => (began ||= event.timeStamp), { capture: true, once: true });
    bench.compared = new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error(`no comparison within ${limit / 1000} s`)), limit);
        const observer = new MutationObserver(() => {
            if (!began || shown.matches(".is-older, .is-waiting")) return;
            if (!shown.textContent.includes(`seed ${seed}.`)) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        });
        observer.observe(shown, { attributes: true, childList: true, characterData: true, subtree: true });
    });
}"""


def page_compare(bench: Bench) -> dict[str, list[float]]:
    """From another seed being typed until the comparison is drawn, for each of TESTS."""
    values: dict[str, list[float]] = {}
    with rig() as browser:
        for name, size in SIZES.items():
            with browser.ready() as page:
                open_runs(page, size)
                for tests, ticked in TESTS.items():
                    bench.log.say(f"page-compare, {size.runs} runs x {size.queries:,} queries, {' and '.join(ticked)}")
                    values[f"page-compare.{name}.{tests}.s"] = times(page, ticked, bench.rounds)
    return values


def times(page: Page, tests: tuple[str, ...], rounds: int) -> list[float]:
    """Seconds of each round, after one to warm up, of these tests."""
    boxes = {str(box.get_attribute("value")): box for box in page.locator("input[name=test]").all()}
    for name in sorted(boxes, key=tests.__contains__, reverse=True):  # one of them is always ticked
        boxes[name].set_checked(name in tests)
    return [compared(page, seed) for seed in range(100, 100 + rounds + 1)][1:]


def compared(page: Page, seed: int) -> float:
    """Seconds from typing this seed until the comparison is drawn."""
    page.evaluate(ARM, [seed, LONGEST])
    page.locator("#seed").fill(str(seed))
    found: float = page.evaluate("bench.compared")
    return found / 1000


def open_runs(page: Page, size: Size) -> None:
    """Chooses measures, opens judgements and runs, and waits for the first comparison."""
    page.get_by_role("group", name="Measures", exact=True).get_by_role("button", name="Measures").click()
    picker = page.get_by_role("dialog", name="Measures")
    picker.get_by_role("textbox", name="Name it yourself").fill("map")
    picker.get_by_role("button", name="Add", exact=True).click()
    chips = picker.get_by_role("button", name="Remove ")
    expect(chips).to_have_count(START + 1)
    for _ in range(START + 1 - size.measures):
        chips.first.click()
    picker.get_by_role("button", name="Done").click()
    judgements, *runs = files(size)
    page.get_by_label("File of judgements").set_input_files(judgements)
    page.get_by_label("Files of results").set_input_files(runs)
    rows = page.get_by_role("table", name="Comparisons").locator("tbody tr")
    expect(rows).to_have_count(size.runs, timeout=LONGEST)
    wait_until_ready(page)


def files(size: Size) -> list[FilePayload]:
    """Judgements of as many documents as a run has results, and runs of these documents, each better than the last."""
    draw = random.Random(generate.SEED)
    grades = {f"d{number}": draw.choices((0, 1, 2), (6, 3, 1))[0] for number in range(size.depth)}
    queries = range(1, size.queries + 1)
    judged = "".join(f"{query} 0 {one} {grade}\n" for query in queries for one, grade in grades.items())
    found = [file("judgements.txt", judged)]
    for run in range(size.runs):
        rows = []
        for query in queries:
            better = sorted(grades, key=lambda one: run / 50 * grades[one] + draw.random(), reverse=True)
            rows += [f"{query} Q0 {one} {rank} {size.depth - rank} t\n" for rank, one in enumerate(better, 1)]
        found.append(file(f"run{run}.txt", "".join(rows)))
    return found


def file(name: str, text: str) -> FilePayload:
    """A file as a page is given it."""
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
