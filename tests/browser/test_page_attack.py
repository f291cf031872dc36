"""Ids, names, files and workers that do their worst leave a page that shows them as text and goes on scoring."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.page_reader import (
    JUDGEMENTS,
    RESULTS,
    alert,
    box,
    column,
    drop,
    example,
    give,
    k,
    mean_cells,
    queries,
    query_names,
)
from tests.browser.site import START_UP, Site, Watch, wait_until_ready

IMAGE = "<img/src=x/onerror=document.title='broken'>"
NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", IMAGE, "\u202egnp.exe", "a\u200bb"]
QRELS = "".join(f"{name} 0 {name} 1\n" for name in NAMES)
RUN = "".join(f"{name} Q0 {name} 1 2 {name}\n{name} Q0 other 2 1 {name}\n" for name in NAMES)
CODE = f"""from rankproof import register_measure
for name in {[*NAMES, "retrieved", "queries"]!r}:
    if name.isprintable():
        register_measure(name=name)(lambda query, name=name: query.num_rel_ret if name == "retrieved" else 0.25)
"""


def nothing_ran(page: Page) -> None:
    assert page.locator("img").count() == 0
    assert page.title() == "Rankproof: score search rankings"


def test_names_of_javascript_s_own_are_names_like_others(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    expect(query_names(ready_page)).to_have_count(len(NAMES))
    # In Python's natural order; as many as there are, each with its score, and each found by its name.
    assert sorted(query_names(ready_page).all_text_contents()) == sorted(NAMES)
    expect(mean_cells(ready_page)).to_have_text(["1.0000", "0.1000", "1.0000", "1.0000"])
    filtering = ready_page.get_by_role("searchbox", name="Filter queries")
    filtering.fill("__PROTO")
    expect(query_names(ready_page)).to_have_text(["__proto__"])
    queries(ready_page).get_by_role("button", name=re.compile("nDCG@10 of query __proto__")).click()
    proof = ready_page.get_by_role("dialog")
    expect(proof).to_contain_text("__proto__")
    ready_page.keyboard.press("Escape")
    filtering.fill("")
    for head in ("Query", "Judged", "nDCG@10"):
        column(queries(ready_page), head).get_by_role("button").click()
        expect(query_names(ready_page)).to_have_count(len(NAMES))
    nothing_ran(ready_page)


def test_runs_and_files_of_any_name_are_compared(ready_page: Page) -> None:
    box(ready_page, JUDGEMENTS).fill(QRELS)
    files = {
        f"{name.replace('/', '_')}.run": RUN.replace("other", f"o{index}").encode()
        for index, name in enumerate(NAMES[:6])
    }
    drop(ready_page.locator("main"), files)
    expect(ready_page.get_by_role("tab")).to_have_text(list(files), timeout=START_UP)
    for row in range(len(files)):
        expect(mean_cells(ready_page, row)).to_have_count(5)
    comparisons = ready_page.get_by_role("table", name="Comparisons")
    expect(comparisons.get_by_role("rowheader")).to_have_count(len(files), timeout=START_UP)
    ready_page.get_by_role("button", name=re.compile("^Other tools")).click()
    expect(ready_page.locator(".elsewhere-body table").first).to_be_visible(timeout=START_UP)
    nothing_ran(ready_page)


def test_measures_may_be_called_like_columns_or_like_javascript_s_own(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    ready_page.get_by_role("button", name="Own measures").click()
    section = ready_page.get_by_role("region", name="Own measures", exact=True)
    editor = section.get_by_role("textbox", name="Python code of your measures")
    expect(editor).to_have_attribute("aria-description", re.compile("Escape"), timeout=START_UP)
    editor.focus()
    ready_page.keyboard.insert_text(CODE)
    section.get_by_role("button", name="Run the code").click()
    expect(column(queries(ready_page), "retrieved")).to_have_count(2, timeout=START_UP)
    last = column(queries(ready_page), "retrieved").last
    last.get_by_role("button").click()
    expect(last).to_have_attribute("aria-sort", "ascending")
    expect(column(queries(ready_page), "Retrieved").first).not_to_have_attribute("aria-sort", "ascending")
    nothing_ran(ready_page)


def test_what_turns_text_around_is_shown_where_it_stands_and_no_further(ready_page: Page) -> None:
    give(ready_page, "q\u202e1 0 d1 one\n", "q1 d1\n")
    expect(alert(ready_page)).to_contain_text("grade “one” is not a number")
    assert "q\u202e1 0 d1 one" in alert(ready_page).locator("pre").inner_text()
    # Every id is isolated, so that one that turns text around does not turn what stands behind it.
    give(ready_page, QRELS, RUN)
    expect(query_names(ready_page)).to_have_count(len(NAMES))
    isolation = "(cell) => getComputedStyle(cell).unicodeBidi"
    assert query_names(ready_page).first.evaluate(isolation) in {"isolate", "plaintext", "isolate-override"}


def test_half_a_character_that_is_typed_is_told_and_kills_nothing(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    expect(mean_cells(ready_page).last).to_have_text("1.0000")
    for name in (JUDGEMENTS, RESULTS):
        typed = "(area, text) => { area.value = text; area.dispatchEvent(new Event('input', { bubbles: true })); }"
        # It travels as JSON, whose escapes JavaScript turns into half a character.
        box(ready_page, name).evaluate(f"(area) => ({typed})(area, 'q1 \\ud800 1\\n')")
        expect(alert(ready_page)).to_have_text(re.compile("is not UTF-8"))
        give(ready_page, QRELS, RUN)
        expect(alert(ready_page)).to_have_count(0)
        expect(mean_cells(ready_page).last).to_have_text("1.0000")


def bomb(row: bytes) -> bytes:
    """Gzip of 200 MB of the same row."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb") as stream:
        for _ in range(200):
            stream.write(row * (1_000_000 // len(row)))
    return packed.getvalue()


def test_bombs_long_lines_and_deep_json_are_refused_in_words(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    drop(box(ready_page, JUDGEMENTS), {"bomb.gz": bomb(b"q d 1\n")})
    expect(alert(ready_page).first).to_contain_text("no rows pack so well", timeout=START_UP)
    expect(alert(ready_page).first).to_contain_text("bomb.gz")
    drop(ready_page.get_by_role("group", name=JUDGEMENTS), {"line.txt": b"q 0 " + b"d" * 10_000_000})
    expect(alert(ready_page).first).to_contain_text("over 1,048,576 bytes long", timeout=START_UP)
    drop(ready_page.get_by_role("group", name=JUDGEMENTS), {"line.json": b'{"q": "' + b"d" * 10_000_000})
    expect(alert(ready_page).first).to_contain_text("the end is missing", timeout=START_UP)
    drop(ready_page.get_by_role("group", name=JUDGEMENTS), {"deep.json": b"[" * 1_000_000})
    expect(alert(ready_page).first).to_contain_text("nested over 100 deep", timeout=START_UP)
    assert len(alert(ready_page).first.inner_text()) < 1_000
    ready_page.get_by_role("button", name="Dismiss").click()
    example(ready_page, "Wikipedia")
    expect(alert(ready_page)).to_have_count(0, timeout=START_UP)
    expect(mean_cells(ready_page).last).to_have_text("0.7850", timeout=START_UP)


def test_a_million_queries_of_one_row_are_scored_and_scroll(ready_page: Page, tmp_path: Path) -> None:
    many = 1_000_000
    (tmp_path / "q.txt").write_text("".join(f"q{n} 0 d 1\n" for n in range(many)))
    (tmp_path / "r.txt").write_text("".join(f"q{n} Q0 d 1 1 t\n" for n in range(many)))
    ready_page.get_by_label("File of judgements").set_input_files(tmp_path / "q.txt")
    ready_page.get_by_label("Files of results").set_input_files(tmp_path / "r.txt")
    expect(mean_cells(ready_page).last).to_have_text("1.0000", timeout=5 * START_UP)
    expect(queries(ready_page)).to_have_attribute("aria-rowcount", str(many + 1))
    scroller = ready_page.get_by_role("region", name="Scores of each query")
    scroller.evaluate("(element) => element.scrollTo(0, element.scrollHeight)")
    expect(query_names(ready_page).last).to_have_text(f"q{many - 1}")
    assert queries(ready_page).locator("tr").count() < 100


# The worker is given, with the next call of an action, what it cannot take: an error that is none of Python's, as when
# its memory is gone. `losses` tells how often Python was lost since, however short it was away.
KILL_AT = """(action) => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (said, ...more) {
    const { action: asked, of } = said.type === "call" ? JSON.parse(said.request) : {};
    if (asked !== action && of !== action) return post.call(this, said, ...more);
    Worker.prototype.postMessage = post;
    post.call(this, { ...said, files: null });
  };
}"""
WATCH_LOSSES = """() => {
  const { dataset } = document.documentElement;
  globalThis.losses = 0;
  globalThis.observer?.disconnect();
  globalThis.observer = new MutationObserver(() => { if (dataset.engine === "loading") losses += 1; });
  observer.observe(document.documentElement, { attributeFilter: ["data-engine"] });
}"""
KILL_NOW = "() => { setTimeout(() => { throw new Error('gone'); }, 0); }"


@contextmanager
def worker_lost(page: Page, action: str | None = None) -> Iterator[None]:
    """The worker dies at the next call of the action that is made meanwhile, or of itself."""
    page.evaluate(WATCH_LOSSES)
    if action is None:
        page.workers[0].evaluate(KILL_NOW)
    else:
        page.evaluate(KILL_AT, action)
    yield
    page.wait_for_function("() => losses === 1", timeout=START_UP)


def test_a_worker_that_dies_while_it_scores_is_replaced_and_the_scores_come(ready_page: Page, watch: Watch) -> None:
    watch.allowed += [".*"]
    give(ready_page, QRELS, RUN)
    expect(mean_cells(ready_page).last).to_have_text("1.0000")
    wait_until_ready(ready_page)
    with worker_lost(ready_page, "score"):
        box(ready_page, RESULTS).fill("__proto__ other\n__proto__ __proto__\n")
    expect(mean_cells(ready_page).nth(2)).to_have_text(f"{0.5 / len(NAMES):.4f}", timeout=START_UP)
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)


def test_a_worker_that_dies_at_rest_or_with_a_large_file_is_replaced(ready_page: Page, watch: Watch) -> None:
    watch.allowed += [".*"]
    example(ready_page, "Wikipedia")
    expect(mean_cells(ready_page).last).to_have_text("0.7850")
    wait_until_ready(ready_page)
    with worker_lost(ready_page):
        pass
    wait_until_ready(ready_page)
    k(ready_page).fill("1")
    expect(mean_cells(ready_page)).to_have_text(["0.1429", "1.0000", "1.0000", "1.0000"], timeout=START_UP)
    wait_until_ready(ready_page)
    rows = "".join(f"ndcg Q0 x{rank} {rank} {-rank} t\n" for rank in range(200_000))
    with worker_lost(ready_page, "score"):
        drop(box(ready_page, RESULTS), {"large.run": rows.encode()})
    expect(ready_page.locator(".message")).to_contain_text("Python ended unexpectedly", timeout=START_UP)
    expect(mean_cells(ready_page)).to_have_text(["0.0000"] * 4, timeout=START_UP)


def test_a_comparison_that_is_lost_with_its_worker_is_made_by_the_next_one(ready_page: Page, watch: Watch) -> None:
    watch.allowed += [".*"]
    drop(ready_page.locator("body"), {"q.txt": QRELS.encode(), "a.run": RUN.encode(), "b.run": RUN.encode()})
    table = ready_page.get_by_role("table", name="Comparisons")
    expect(table.locator("tbody tr")).to_have_count(2, timeout=START_UP)
    results = ready_page.locator(".compare-results")
    expect(results).not_to_have_class(re.compile("is-older|is-waiting"))
    with worker_lost(ready_page, "compare"):
        ready_page.get_by_role("spinbutton", name="Seed").fill("7")
    wait_until_ready(ready_page)
    expect(results).not_to_have_class(re.compile("is-older|is-waiting"), timeout=START_UP)
    expect(ready_page.locator(".compare-body")).to_contain_text("seed 7")


def test_what_a_lost_worker_was_to_look_at_is_looked_at_by_the_next_one(ready_page: Page, watch: Watch) -> None:
    """Dropped files that are to be told apart, and then a package."""
    watch.allowed += [".*"]
    with worker_lost(ready_page, "classify"):
        drop(ready_page.locator("body"), {"q.txt": QRELS.encode(), "a.run": RUN.encode()})
    expect(mean_cells(ready_page).last).to_have_text("1.0000", timeout=START_UP)
    ready_page.get_by_role("button", name="Own measures").click()
    section = ready_page.get_by_role("region", name="Own measures", exact=True)
    editor = section.get_by_role("textbox", name="Python code of your measures")
    expect(editor).to_have_attribute("aria-description", re.compile("Escape"), timeout=START_UP)
    with worker_lost(ready_page, "check_code"):
        drop(section, {"text-1.0-py3-none-any.whl": b"text"})
    packages = section.get_by_role("list", name="Packages")
    expect(packages.locator(".field-error")).to_contain_text("cannot be read as a wheel", timeout=START_UP)


SPOILERS = {
    "ends": "import os\nos.abort()\n",
    "takes from": "import builtins\nbuiltins.len = builtins.list = builtins.sorted = None\n",
    "takes json from": "import json\njson.dumps = None\n",
}


@pytest.mark.parametrize("kind", SPOILERS)
def test_code_that_ends_or_spoils_python_is_left_out_and_the_page_scores(
    ready_page: Page, watch: Watch, kind: str
) -> None:
    watch.allowed += [".*"]
    example(ready_page, "Wikipedia")
    ready_page.get_by_role("button", name="Own measures").click()
    section = ready_page.get_by_role("region", name="Own measures", exact=True)
    editor = section.get_by_role("textbox", name="Python code of your measures")
    expect(editor).to_have_attribute("aria-description", re.compile("Escape"), timeout=START_UP)
    editor.focus()
    ready_page.keyboard.insert_text(SPOILERS[kind])
    section.get_by_role("button", name="Run the code").click()
    expect(section.get_by_role("status")).to_contain_text("Python ended while this code ran", timeout=START_UP)
    k(ready_page).fill("1")
    expect(mean_cells(ready_page)).to_have_text(["0.1429", "1.0000", "1.0000", "1.0000"], timeout=START_UP)


def test_python_that_dies_while_it_starts_is_started_again_on_demand(
    context: BrowserContext, site: Site, watch: Watch
) -> None:
    watch.allowed += [".*"]
    page = context.new_page()
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/snapshot.bin", hold)  # the worker has loaded its code, and waits for this
    with page.expect_worker() as first:
        page.goto(site.url)
    first.value.evaluate(KILL_NOW)
    page.wait_for_selector("html[data-engine=failed]", timeout=START_UP)
    page.unroute_all(behavior="ignoreErrors")
    give(page, QRELS, RUN)
    page.get_by_role("button", name="Try again").click()
    expect(mean_cells(page).last).to_have_text("1.0000", timeout=START_UP)


SLACK = 2_000_000
"""Bytes that the heap may grow by: compiled code and the like; 50 leaked runs of 90 kB would be over 4 MB."""


def heap(page: Page) -> dict[str, Any]:
    """What JavaScript holds once it is tidied up: bytes, elements and listeners."""
    session = page.context.new_cdp_session(page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    counted = session.send("Memory.getDOMCounters")
    used = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    return {"bytes": used, "nodes": counted["nodes"], "listeners": counted["jsEventListeners"]}


def add_and_remove(page: Page, number: int) -> None:
    rows = "".join(f"q1 Q0 d{number}-{rank} {rank} {-rank} t{number}\n" for rank in range(3_000))
    drop(page.locator("main"), {f"{number}.run": (rows + "q1 Q0 d1 9 9 t\n").encode()})
    expect(page.get_by_role("tab", name=f"{number}.run")).to_be_visible()
    expect(mean_cells(page, 1)).to_have_count(5, timeout=START_UP)
    page.get_by_role("tab", name=f"{number}.run").press("Delete")
    expect(page.get_by_role("tab")).to_have_count(1)


def test_fifty_runs_added_and_removed_leave_nothing_behind(ready_page: Page) -> None:
    give(ready_page, "q1 0 d1 1\n", "q1 Q0 d1 1 1 first\n")
    expect(mean_cells(ready_page).last).to_have_text("1.0000")
    # What a comparison, and the page's rest, bring in stays.
    drop(ready_page.locator("main"), {"first.run": b"q1 Q0 d1 1 1 t\n"})
    comparisons = ready_page.get_by_role("table", name="Comparisons")
    expect(comparisons.locator("tbody tr")).to_have_count(2, timeout=START_UP)
    expect(ready_page.get_by_role("button", name="Share", exact=True)).to_be_enabled()
    ready_page.get_by_role("tab", name="first.run").press("Delete")
    expect(ready_page.get_by_role("tab")).to_have_count(1)
    for number in range(10):
        add_and_remove(ready_page, number)
    before = heap(ready_page)
    for number in range(10, 60):
        add_and_remove(ready_page, number)
    after = heap(ready_page)
    assert after["listeners"] <= before["listeners"] + 5, (before, after)
    assert after["nodes"] <= before["nodes"] + 200, (before, after)
    assert after["bytes"] <= before["bytes"] + SLACK, (before, after)
