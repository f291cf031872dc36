"""The engine answers calls, newest wins, stops, and comes back after the worker dies."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, Route

from tests.browser.engine_page import open_engine, put_door, run, wait_for
from tests.browser.site import Site, Watch, wait_until


@pytest.fixture
def engine(context: BrowserContext, site: Site, watch: Watch) -> Page:
    """A page whose engine is ready, with the door into its Python."""
    put_door(site)
    page = context.new_page()
    open_engine(page, site)
    wait_for(page, "ready")
    return page


def states(page: Page) -> list[str]:
    """Every state that the engine said, in order."""
    said: list[str] = page.evaluate("statuses.map(({ state }) => state)")
    return said


def test_the_worker_answers_with_what_the_bridge_says(engine: Page) -> None:
    answer = engine.evaluate("engine.call({ action: 'describe' })")
    assert answer["ok"]["version"] == engine.evaluate("fetch('app/catalog.json').then((r) => r.json())")["version"]
    assert states(engine) == ["loading", "ready", "busy", "ready"]


# WebKit tells of what it has collected in the midst of reading a file, where the others wait for the task to end.
TOLD_WHILE_READING = """
const held = [];
const told = (FileReaderSync.told = []);
const { gc } = globalThis;
globalThis.FinalizationRegistry = class {
  constructor(tell) {
    this.tell = tell;
  }
  register(target, value, token) {
    held.push({ target: new WeakRef(target), value, token: token && new WeakRef(token), tell: this.tell });
  }
  unregister(token) {
    const index = held.findIndex((each) => each.token?.deref() === token);
    if (index >= 0) held.splice(index, 1);
  }
};
const read = FileReaderSync.prototype.readAsArrayBuffer;
FileReaderSync.prototype.readAsArrayBuffer = function (blob) {
  gc();
  const midst = new Error().stack.includes("_fd_read");
  for (const each of held.filter(({ target }) => midst && !target.deref())) {
    held.splice(held.indexOf(each), 1);
    told.push(Object.keys(each.value));
    each.tell(each.value);
  }
  return read.call(this, blob);
};
"""

READ_FILE = """async () => {
  const path = "/inputs/a/text.txt";
  const code = `result = open("${path}").read()`;
  return settle(engine.call({ action: "run", code }, [{ path, file: new File(["text"], "text.txt") }]));
}"""


def test_what_is_collected_while_python_reads_a_file_ends_nothing(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: Site
) -> None:
    put_door(site)
    site.instead["app/boot.js"] = TOLD_WHILE_READING.encode() + (site.folder / "app" / "boot.js").read_bytes()
    flags = [*browser_type_launch_args["args"], "--js-flags=--expose-gc"]
    with browser_type.launch(**{**browser_type_launch_args, "args": flags}) as browser:
        page = browser.new_page()
        open_engine(page, site)
        wait_for(page, "ready")
        for _ in range(3):
            assert page.evaluate(READ_FILE) == {"answer": {"ok": "text"}}
        assert page.workers[0].evaluate("FileReaderSync.told.length") > 0
        assert run(page, "result = 6 * 7") == 42
        assert states(page).count("loading") == 1


def test_a_call_made_before_python_is_there_is_answered_once_it_is(context: BrowserContext, site: Site) -> None:
    put_door(site)
    page = context.new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/pyodide.asm.wasm", hold)
    open_engine(page, site)
    page.evaluate("() => { window.early = settle(engine.call({ action: 'run', code: 'result = 6 * 7' })); }")
    assert states(page) == ["loading"]
    wait_until(page, lambda: held, "the WebAssembly to be asked for")
    held[0].continue_()
    assert page.evaluate("early") == {"answer": {"ok": 42}}
    assert states(page) == ["loading", "busy", "ready"]


def test_a_newer_call_replaces_the_waiting_and_the_running_one_of_its_action(engine: Page) -> None:
    settled = engine.evaluate(
        """() => Promise.all([
          engine.call({ action: "run", code: "result = 'first'" }),
          engine.call({ action: "run", code: "result = 'second'" }),
          engine.call({ action: "describe" }),
          engine.call({ action: "run", code: "result = 'third'" }),
        ].map(settle))"""
    )
    assert [each.get("name") for each in settled] == ["Superseded", "Superseded", None, None]
    assert settled[2]["answer"]["ok"]["version"]
    assert settled[3]["answer"] == {"ok": "third"}


def test_progress_is_heard_until_a_newer_call_comes(engine: Page) -> None:
    code = """
import json
progress(json.dumps({"input": "run-1", "done": 5, "total": 10}))
result = "done"
"""
    assert run(engine, code) == "done"
    assert engine.evaluate("progress") == [{"input": "run-1", "done": 5, "total": 10}]
    twice = "(call) => Promise.all([settle(engine.call(call)), settle(engine.call({ ...call, code: 'result = 1' }))])"
    unheard, heard = engine.evaluate(twice, {"action": "run", "code": code})
    assert (unheard["name"], heard["answer"]) == ("Superseded", {"ok": 1})
    assert len(engine.evaluate("progress")) == 1


def test_stop_ends_a_worker_that_is_stuck_and_the_next_call_is_answered(engine: Page) -> None:
    engine.evaluate(
        """() => {
          window.outcomes = Promise.all([
            engine.call({ action: "run", code: "while True: pass" }),
            engine.call({ action: "describe" }),
          ].map(settle));
        }"""
    )
    wait_for(engine, "busy")
    again = "() => { engine.stop(); return settle(engine.call({ action: 'run', code: \"result = 'scored'\" })); }"
    assert engine.evaluate(again) == {"answer": {"ok": "scored"}}
    assert [each["name"] for each in engine.evaluate("outcomes")] == ["Stopped", "Stopped"]
    assert states(engine) == ["loading", "ready", "busy", "loading", "busy", "ready"]


@pytest.mark.parametrize(
    "end",
    [
        pytest.param("import os; os.abort()", id="the interpreter aborts"),
        pytest.param("import js, time; js.setTimeout(lambda: 1 / 0, 0)", id="an error escapes from a timer"),
    ],
)
def test_a_worker_that_dies_is_replaced_and_says_so(engine: Page, watch: Watch, end: str) -> None:
    watch.allowed += [".*"]
    settled = engine.evaluate("(code) => settle(engine.call({ action: 'run', code }))", end)
    assert settled.get("name", "WorkerDied") == "WorkerDied"
    engine.wait_for_function("() => statuses.filter(({ state }) => state === 'loading').length === 2")
    assert run(engine, "result = 'scored'") == "scored"


def test_a_worker_that_dies_again_before_it_has_answered_is_given_up_until_retry(engine: Page, watch: Watch) -> None:
    watch.allowed += [".*"]
    for _ in range(2):
        settled = engine.evaluate("settle(engine.call({ action: 'run', code: 'import os; os.abort()' }))")
        assert settled["name"] == "WorkerDied"
    assert wait_for(engine, "failed")["message"] == "The worker that scores ended twice running"
    waiting = "() => { window.outcome = settle(engine.call({ action: 'run', code: 'result = 1' })); engine.retry(); }"
    engine.evaluate(waiting)
    assert engine.evaluate("outcome") == {"answer": {"ok": 1}}


def test_a_fault_of_the_package_is_an_answer_with_its_traceback(engine: Page) -> None:
    request = {"action": "run", "code": "raise RuntimeError('what went wrong')"}
    error = engine.evaluate("(request) => engine.call(request)", request)["error"]
    assert error["kind"] == "internal"
    assert error["message"] == "RuntimeError: what went wrong"
    assert error["traceback"].startswith("Traceback")
    assert run(engine, "result = 'scored'") == "scored"


def test_memory_that_runs_out_is_an_answer_with_advice(engine: Page) -> None:
    request = {"action": "run", "code": "result = len(bytes(5_000_000_000))"}
    error = engine.evaluate("(request) => engine.call(request)", request)["error"]
    assert error["message"].startswith(("MemoryError", "OverflowError"))
    assert run(engine, "result = 'scored'") == "scored"


READ = """
import os
result = [open(path, "rb").read().decode() for path in request["paths"]] + [sorted(os.listdir("/inputs"))]
"""


def test_files_are_there_for_their_call_only(engine: Page) -> None:
    paths = ["/inputs/judgements-1/qrels.txt", "/inputs/run-1-7/a b.gz", "/inputs/run-1-7/naïve.txt"]
    settled = engine.evaluate(
        """([code, paths]) => {
          const files = paths.map((path, i) => ({ path, file: new File(["content " + i], "another name") }));
          return settle(engine.call({ action: "run", code, paths }, files));
        }""",
        [READ, paths],
    )
    assert settled["answer"]["ok"] == ["content 0", "content 1", "content 2", ["judgements-1", "run-1-7"]]
    assert run(engine, "import os; result = os.listdir('/inputs')") == []


def test_a_file_that_changed_since_it_was_opened_is_an_error_that_names_it(engine: Page, tmp_path: Path) -> None:
    file = tmp_path / "run.txt"
    file.write_text("q1 Q0 d1 1 1.0 tag\n")
    engine.get_by_label("File").set_input_files(file)
    # Chromium notes a file's state when it is first asked for it, as the page does where it says a file's size.
    assert engine.evaluate("() => document.querySelector('input').files[0].size") == 19
    file.write_text("something else and longer\n")
    os.utime(file, (1, 1))  # a browser tells by the time, which may not have moved on yet
    call = """() => {
      const [file] = document.querySelector("input").files;
      return engine.call({ action: "run", code: "result = 1" }, [{ path: "/inputs/run-1-1/run.txt", file }]);
    }"""
    answer: dict[str, Any] = engine.evaluate(call)
    assert answer["error"]["kind"] == "file"
    assert answer["error"]["message"].startswith("run.txt cannot be read")
    assert run(engine, "result = 'scored'") == "scored"
