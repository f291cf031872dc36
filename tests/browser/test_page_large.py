"""Runs of a million rows are scored on the page while they are read, by several workers, and can be stopped."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rankproof.bridge import Bridge
from tests.browser.engine_page import NO_SNAPSHOT, open_engine, wait_for
from tests.browser.page_reader import alert, mean_cells, notes, queries
from tests.browser.site import BLOCKED, START_UP, Site, Watch, wait_until_ready

Json = dict[str, Any]

QUERIES, RESULTS = 1000, 1000


class Files(NamedTuple):
    """Judgements, and the same million rows in two orders and with a wrong line at the end."""

    qrels: Path
    run: Path
    interleaved: Path
    wrong: Path


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """A run of the same documents for every query, of which each has others judged."""
    folder = tmp_path_factory.mktemp("large")
    made = Files(*(folder / name for name in ("qrels.txt", "run.txt", "interleaved.txt", "wrong.txt")))
    names = range(1001, 1001 + QUERIES)
    made.qrels.write_text(
        "".join(f"{query} 0 d{(query + 101 * n) % 997} {n % 3}\n" for query in names for n in range(8))
    )
    rows = [f"d{number} {number + 1} {RESULTS - number}.25 large\n" for number in range(RESULTS)]
    made.run.write_text("".join(f"{query} Q0 {row}" for query in names for row in rows))
    made.interleaved.write_text("".join(f"{query} Q0 {row}" for row in rows for query in names))
    made.wrong.write_text(made.run.read_text() + "2000 Q0 last 1001 nought large\n")
    return made


@pytest.fixture
def engine(context: BrowserContext, site: Site, watch: Watch) -> Page:
    """A page whose engine is ready, with several workers to start should they be needed."""
    assert watch.allowed == [BLOCKED]
    page = context.new_page()
    open_engine(page, site)
    wait_for(page, "ready")
    return page


def score_request(qrels: str, run: str, k: int = 10) -> Json:
    judgements = {"id": "judgements", "revision": 1, "name": "qrels.txt", "path": qrels}
    runs = [{"id": "run-1", "revision": 1, "name": "run.txt", "path": run}]
    return {"action": "score", "judgements": judgements, "runs": runs, "settings": {"k": str(k)}, "measures": None}


def asked_of_page(page: Page, files: Files, run: Path, k: int = 10) -> Json:
    """What the page's engine answers when it is given the files."""
    page.evaluate("document.querySelector('input').multiple = true")
    page.get_by_label("File").set_input_files([files.qrels, run])
    qrels_path, run_path = paths = "/inputs/judgements-1/qrels.txt", "/inputs/run-1-1/run.txt"
    call = """async ([request, paths]) => {
      const { files } = document.querySelector("input");
      window.answered = await engine.call(request, paths.map((path, index) => ({ path, file: files[index] })));
      return answered;
    }"""
    answer: Json = page.evaluate(call, [score_request(qrels_path, run_path, k), paths])
    return answer


def asked_of_python(files: Files, run: Path, k: int = 10) -> Json:
    """What the same door answers outside the browser."""
    answer: Json = json.loads(Bridge().handle(json.dumps(score_request(str(files.qrels), str(run), k))))
    return answer


def test_several_workers_score_a_million_rows_as_one_python_does(engine: Page, files: Files) -> None:
    wanted = 1 + min(engine.evaluate("navigator.hardwareConcurrency") - 1, 3, files.run.stat().st_size // 16_000_000)
    # One worker may be done before another has started, which then is there for the next time.
    for k in range(10, 30):
        assert asked_of_page(engine, files, files.run, k) == asked_of_python(files, files.run, k)
        assert engine.evaluate("answered.ok.scores.runs[0].averaged") == QUERIES
        last = engine.evaluate("progress.at(-1)")
        assert (last["input"], last["total"]) == ("run-1", files.run.stat().st_size)
        assert 0.8 * QUERIES < last["queries"] <= QUERIES
        assert 0.8 * QUERIES * RESULTS < last["rows"] <= QUERIES * RESULTS
        if wait_for(engine, "ready")["workers"] == wanted:
            return
    pytest.fail(f"there were never {wanted} workers")


@pytest.mark.parametrize("how", ["dialog", "drag", "judgements"])
def test_a_worker_is_made_ready_once_a_file_is_about_to_be_opened(
    context: BrowserContext, site: Site, watch: Watch, files: Files, how: str
) -> None:
    assert watch.allowed == [BLOCKED]
    page = context.new_page()
    page.goto(site.url)
    wait_until_ready(page)
    answering = [worker.url for worker in page.workers]
    if page.evaluate("navigator.hardwareConcurrency") == 1:
        pytest.skip("there is one processor, which has work already")
    with page.expect_worker(timeout=START_UP):
        if how == "dialog":
            with page.expect_file_chooser():
                page.get_by_role("button", name="Open files: results").click()
        elif how == "drag":
            drag = page.evaluate_handle(
                "() => { const d = new DataTransfer(); d.items.add(new File([], 'r')); return d; }"
            )
            page.dispatch_event("body", "dragover", {"dataTransfer": drag})
        else:
            page.get_by_label("File of judgements").set_input_files(files.qrels)
    assert len(page.workers) > len(answering)


# Resolved once the worker that is opened meanwhile has started.
PREPARED = """() => new Promise((resolve) => {
  const Plain = Worker;
  globalThis.Worker = function (...how) {
    globalThis.Worker = Plain;
    const worker = new Plain(...how);
    worker.addEventListener("message", ({ data }) => data.type === "ready" && resolve());
    return worker;
  };
  engine.prepare();
})"""


def test_the_worker_that_was_made_ready_takes_part(engine: Page, files: Files) -> None:
    if engine.evaluate("navigator.hardwareConcurrency") == 1:
        pytest.skip("there is one processor, which has work already")
    engine.evaluate(PREPARED)
    assert asked_of_page(engine, files, files.run) == asked_of_python(files, files.run)
    assert wait_for(engine, "ready")["workers"] > 1


def test_a_run_with_interleaved_queries_is_scored_too(engine: Page, files: Files) -> None:
    answer = asked_of_page(engine, files, files.interleaved)
    assert answer == asked_of_python(files, files.interleaved)
    assert answer["ok"]["scores"]["runs"][0]["averaged"] == QUERIES


def test_a_wrong_last_line_is_told_with_its_number(engine: Page, files: Files) -> None:
    answer = asked_of_page(engine, files, files.wrong)
    assert answer == asked_of_python(files, files.wrong)
    assert answer["ok"]["runs"][0]["error"]["line"] == QUERIES * RESULTS + 1


def test_a_file_of_two_gigabytes_that_is_no_text_is_refused_at_its_beginning(engine: Page) -> None:
    call = """(request) => {
      const zeros = new Blob([new Uint8Array(1_000_000)]);
      const file = new File(["q1 Q0 d1 1 1 t\\n", ...Array.from({ length: 2000 }, () => zeros)], "disk.img");
      return engine.call(request, [{ path: "/inputs/run-1-1/run.txt", file }]);
    }"""
    request = score_request("", "/inputs/run-1-1/run.txt")
    request["judgements"] = {"id": "judgements", "revision": 1, "name": "", "text": "q1 0 d1 1\n"}
    (reading,) = engine.evaluate(call, request)["ok"]["runs"]
    assert "zero byte" in reading["error"]["message"]
    # Of anything longer than a few chunks there would have been progress to tell of.
    assert engine.evaluate("progress") == []


def test_a_newer_call_does_not_wait_for_the_whole_run(engine: Page, files: Files) -> None:
    engine.get_by_label("File").set_input_files(files.run)
    calls = """async (request) => {
      const [file] = document.querySelector("input").files;
      const older = settle(engine.call(request, [{ path: request.runs[0].path, file }]));
      await new Promise((resolve) => setTimeout(resolve, 50));
      const newer = settle(engine.call({ ...request, runs: [{ id: "run-2", revision: 1, text: "1001 a\\n1001 b" }] }));
      return [await older, await newer];
    }"""
    request = score_request("", "/inputs/run-1-1/run.txt")
    request["judgements"] = {"id": "judgements", "revision": 1, "name": "", "text": "1001 0 b 1\n"}
    older, newer = engine.evaluate(calls, request)
    assert older["name"] == "Superseded"
    assert newer["answer"]["ok"]["scores"]["runs"][0]["mean"][2] == 0.5
    assert len(engine.evaluate("progress")) < 4


@pytest.mark.parametrize("instead", [{}, NO_SNAPSHOT], ids=["snapshot", "no snapshot"])
def test_the_page_shows_how_far_it_is_and_scores(
    context: BrowserContext, site: Site, watch: Watch, files: Files, instead: dict[str, bytes]
) -> None:
    assert watch.allowed == [BLOCKED]
    site.instead.update(instead)
    page = opened(context, site, files)
    page.get_by_label("Files of results").set_input_files(files.run)
    scores = asked_of_python(files, files.run)["ok"]["scores"]["runs"][0]
    expect(mean_cells(page)).to_have_text([f"{mean:.4f}" for mean in scores["mean"]], timeout=START_UP)
    expect(queries(page)).to_have_attribute("aria-rowcount", str(1 + QUERIES))
    expect(notes(page)).to_contain_text("Read as a TREC run: 1,000 queries, 1,000,000 rows")
    shown = page.evaluate("shown")
    assert any(re.fullmatch(r"Reading run.txt: [\d,]+ rows, [\d,]+ queries, \d+ %", text) for text in shown), shown


def test_stop_ends_all_workers_at_once(context: BrowserContext, site: Site, watch: Watch, files: Files) -> None:
    assert watch.allowed == [BLOCKED]
    page = opened(context, site, files)
    page.evaluate("window.stopAt = /rows/")
    page.get_by_label("Files of results").set_input_files(files.run)
    expect(page.get_by_text("Stopped", exact=True)).to_be_visible(timeout=START_UP)
    wait_until_ready(page)
    # One to answer, and maybe one that has only loaded its code. Chromium lets a worker that it ends in the midst of
    # its work go on for two seconds.
    deadline = time.monotonic() + 30
    while len(page.workers) > 2 and time.monotonic() < deadline:
        page.wait_for_timeout(100)
    assert len(page.workers) <= 2
    expect(mean_cells(page).first).to_have_text("–")
    page.evaluate("window.stopAt = null")
    page.get_by_role("button", name="Score again").click()
    scores = asked_of_python(files, files.run)["ok"]["scores"]["runs"][0]
    expect(mean_cells(page)).to_have_text([f"{mean:.4f}" for mean in scores["mean"]], timeout=START_UP)
    expect(alert(page)).to_have_count(0)


# Keeps all that the work panel says, and presses Stop once it says what `stopAt` matches.
RECORD = """() => {
  window.shown = [];
  window.stopAt = null;
  const text = document.querySelector(".work-text");
  new MutationObserver(() => {
    shown.push(text.textContent);
    if (stopAt?.test(text.textContent)) document.querySelector("#stop").click();
  }).observe(text, { childList: true, characterData: true, subtree: true });
}"""


def opened(context: BrowserContext, site: Site, files: Files) -> Page:
    """The page with the judgements in it, recording what it says of its work."""
    page = context.new_page()
    page.goto(site.url)
    wait_until_ready(page)
    page.get_by_label("File of judgements").set_input_files(files.qrels)
    expect(notes(page)).to_contain_text("Read as TREC qrels", timeout=START_UP)
    wait_until_ready(page)
    page.evaluate(RECORD)
    return page
