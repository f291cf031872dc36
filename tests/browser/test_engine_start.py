"""Python starts from the page's own files, and says which one is at fault when it cannot."""

from __future__ import annotations

import gzip
import json
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route

import build
from rankproof import __version__
from tests.browser.engine_page import appended, open_engine, put_door, run, wait_for
from tests.browser.site import Site, Watch, wait_until

pytestmark = pytest.mark.first_visit

STARTS = ("snapshot", "files")


@pytest.fixture
def empty_page(context: BrowserContext, site: Site, watch: Watch) -> Page:
    """A page on which no engine has been made yet."""
    put_door(site)
    return context.new_page()


@pytest.mark.parametrize("start", STARTS)
def test_the_wheels_are_unpacked_from_the_files_of_the_page(empty_page: Page, site: Site, start: str) -> None:
    put_door(site, snapshot=start == "snapshot")
    open_engine(empty_page, site)
    assert wait_for(empty_page, "ready")["from"] == start
    code = """
import importlib.metadata, micropip, pathlib, rankproof
result = [importlib.metadata.version("rankproof"), pathlib.Path(rankproof.__file__).is_file()]
"""
    assert run(empty_page, code) == [__version__, True]


UNUSABLE: dict[str, Callable[[bytes], bytes]] = {
    "not compressed": gzip.decompress,
    "nothing": lambda good: good[:0],
    "cut short": lambda good: good[:-5000],
    "damaged": lambda good: good[:1_000_000] + b"damaged" + good[1_000_007:],
    "something else": lambda good: gzip.compress(b"RKSN" + good[:100]),
    "too short inside": lambda good: gzip.compress(gzip.decompress(good)[:-1], 1),
    "of another wheel": lambda good: changed(good, "wheel", "0" * 64),
    "of another Pyodide": lambda good: changed(good, "build", "0" * 64),
    "larger than memory can be": lambda good: changed(good, "memory", 2**33),
}


def changed(snapshot: bytes, name: str, value: object) -> bytes:
    """The snapshot with one of its facts changed."""
    plain = gzip.decompress(snapshot)
    mark, length = struct.unpack("<II", plain[:8])
    facts = json.dumps({**json.loads(plain[16 : 16 + length]), name: value}).encode()
    return gzip.compress(struct.pack("<IIII", mark, len(facts), 0, 0) + facts + plain[16 + length :], 1)


@pytest.mark.parametrize("what", UNUSABLE)
def test_a_snapshot_that_cannot_be_used_is_passed_over_in_silence(empty_page: Page, site: Site, what: str) -> None:
    site.instead["pyodide/snapshot.bin"] = UNUSABLE[what](site.instead["pyodide/snapshot.bin"])
    open_engine(empty_page, site)
    assert wait_for(empty_page, "ready")["from"] == "files"
    assert run(empty_page, "result = 'scored'") == "scored"


def test_a_snapshot_that_is_missing_is_passed_over(empty_page: Page, site: Site, watch: Watch, tmp_path: Path) -> None:
    watch.allowed += ["status of 404"]
    del site.instead["pyodide/snapshot.bin"]
    (site.folder / "pyodide" / "snapshot.bin").rename(tmp_path / "away")
    try:
        open_engine(empty_page, site)
        assert wait_for(empty_page, "ready")["from"] == "files"
    finally:
        (tmp_path / "away").rename(site.folder / "pyodide" / "snapshot.bin")


def test_a_snapshot_larger_than_the_first_memory_is_given_more(empty_page: Page, site: Site) -> None:
    larger = changed(site.instead["pyodide/snapshot.bin"], "memory", 64 * 2**20)
    site.instead["pyodide/snapshot.bin"] = larger
    open_engine(empty_page, site)
    assert wait_for(empty_page, "ready")["from"] == "snapshot"
    assert run(empty_page, "result = 'scored'") == "scored"


def test_the_memory_of_a_new_interpreter_becomes_that_of_the_snapshot(empty_page: Page, site: Site) -> None:
    """What Node.js made stands in the browser byte for byte, also where the file says nothing of it."""
    boot = (site.folder / "app" / "boot.js").read_text()
    reported = "  restore(module, snapshot);\n  throw new Error(`differs: ${differs(module, snapshot)}`);"
    # Whatever differs, once the same memory has been put back, was left as a new interpreter had it.
    helper = """
import { stretches } from "./snapshot/format.js";
function differs(module, snapshot) {
  const expected = snapshot.facts.stretches;
  const found = stretches(module, fresh);
  return JSON.stringify(found) === JSON.stringify(expected) ? "nothing" : `${found.length} and ${expected.length}`;
}
let fresh;
"""
    assert "  restore(module, snapshot);" in boot
    changed_boot = helper + boot.replace(
        "  restore(module, snapshot);", "  fresh = module.HEAPU8.slice();\n" + reported
    )
    changed_boot = changed_boot.replace("    } catch {", "    } catch (error) {\n      throw error;")
    site.instead["app/boot.js"] = changed_boot.encode()
    open_engine(empty_page, site)
    assert wait_for(empty_page, "failed")["detail"] == "differs: nothing"


def test_random_numbers_differ_between_two_starts_from_one_snapshot(context: BrowserContext, site: Site) -> None:
    put_door(site)
    drawn = []
    for _ in range(2):
        page = context.new_page()
        open_engine(page, site)
        assert wait_for(page, "ready")["from"] == "snapshot"
        code = "import os, random, tempfile; result = [random.random(), os.urandom(8).hex(), tempfile.mktemp()]"
        drawn.append(run(page, code))
    assert [one for one, other in zip(*drawn, strict=True) if one == other] == []


def test_nothing_that_comes_after_the_start_is_waited_for_before_the_first_score(
    context: BrowserContext, site: Site, watch: Watch
) -> None:
    put_door(site)
    page = context.new_page()
    held: list[Route] = []
    page.route("**/python_stdlib.zip", lambda route: held.append(route))  # noqa: PLW0108 (it marks what it is given)
    open_engine(page, site)
    score = {
        "action": "score",
        "judgements": {"id": "judgements", "revision": 1, "text": "q1 a 1"},
        "runs": [{"id": "run-1", "revision": 1, "text": "q1 a"}],
    }
    answer = page.evaluate("(request) => engine.call(request)", score)
    assert answer["ok"]["scores"]["runs"][0]["mean"] == [1 / 1, 1 / 10, 1 / 1, 1 / 1]  # R, P, RR and nDCG at 10
    assert len(held) == 1
    page.evaluate(
        "() => { window.later = settle(engine.call({ action: 'run', code: 'import wave; result = wave.__name__' })) }"
    )
    held[0].continue_()
    assert page.evaluate("later") == {"answer": {"ok": "wave"}}


def test_a_library_that_cannot_be_had_matters_only_to_who_needs_it(empty_page: Page, site: Site, watch: Watch) -> None:
    watch.allowed += [".*"]
    site.instead["pyodide/python_stdlib.zip"] = b"damaged"
    open_engine(empty_page, site)
    assert run(empty_page, "result = 'scored'") == "scored"
    settled = empty_page.evaluate("settle(engine.call({ action: 'run', code: 'import wave' }))")
    assert "ModuleNotFoundError" in settled["answer"]["error"]["traceback"]


def test_a_library_that_is_not_found_is_an_answer_in_words_and_asked_for_again(
    context: BrowserContext, site: Site, watch: Watch
) -> None:
    watch.allowed += ["status of 404"]
    put_door(site)
    page = context.new_page()
    page.route("**/python_stdlib.zip", lambda route: route.fulfill(status=404))
    open_engine(page, site)
    assert run(page, "result = 'scored'") == "scored"
    wanting = "settle(engine.call({ action: 'run', code: 'import wave; result = wave.__name__' }))"
    error = page.evaluate(wanting)["answer"]["error"]
    assert error["message"] == (
        "A part of Python that this needs is not here: "
        f"{site.url}pyodide/python_stdlib.zip could not be loaded: the server answered 404"
    )
    assert error["hint"] == "Check the connection, then try again."
    assert run(page, "result = 'scored'") == "scored"
    page.unroute("**/python_stdlib.zip")
    answers = [page.evaluate(wanting) for _ in range(2)]  # what was asked for again may have been refused again
    assert answers[1] == {"answer": {"ok": "wave"}}
    assert {status["state"] for status in page.evaluate("statuses")} == {"loading", "busy", "ready"}


def test_the_worker_is_a_blob_that_imports_the_real_one(empty_page: Page, site: Site) -> None:
    asked: list[str] = []
    empty_page.on("request", lambda request: asked.append(request.url))
    open_engine(empty_page, site)
    wait_for(empty_page, "ready")
    assert [worker.url.startswith("blob:") for worker in empty_page.workers] == [True]
    assert f"{site.url}app/worker.js" in asked


def test_a_host_need_only_know_the_types_of_web_pages(
    empty_page: Page, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {suffix: kind for suffix, kind in build.Handler.types.items() if suffix in {".css", ".html", ".js"}}
    monkeypatch.setattr(build.Handler, "types", known)
    open_engine(empty_page, site)
    assert run(empty_page, "result = 'scored'") == "scored"


@pytest.mark.parametrize(
    "name",
    [
        "app/worker.js",
        "app/boot.js",
        "pyodide/pyodide.js",
        "pyodide/pyodide.asm.js",
        "pyodide/pyodide.asm.wasm",
        "pyodide/pyodide-lock.json",
    ],
)
def test_a_file_that_is_damaged_fails_the_start(empty_page: Page, site: Site, watch: Watch, name: str) -> None:
    watch.allowed += [".*"]
    (path,) = (file for file in site.folder.rglob("*") if file.relative_to(site.folder).as_posix().startswith(name))
    site.instead[path.relative_to(site.folder).as_posix()] = b"damaged"
    open_engine(empty_page, site)
    status = wait_for(empty_page, "failed")
    assert status["message"] == "Python could not be started"
    assert status["detail"] not in {"", "undefined", "[object Object]"}


@pytest.mark.parametrize("name", ["pyodide/python_stdlib.zip", "wheels/micropip", "wheels/rankproof"])
def test_a_file_that_is_damaged_fails_a_start_without_the_snapshot(
    empty_page: Page, site: Site, watch: Watch, name: str
) -> None:
    put_door(site, snapshot=False)
    test_a_file_that_is_damaged_fails_the_start(empty_page, site, watch, name)


def test_a_call_made_before_a_failed_start_is_answered_after_retry(empty_page: Page, site: Site, watch: Watch) -> None:
    watch.allowed += [".*"]
    good = site.instead.pop("pyodide/pyodide-lock.json")
    site.instead["pyodide/pyodide-lock.json"] = b"damaged"
    open_engine(empty_page, site)
    empty_page.evaluate("() => { window.outcome = settle(engine.call({ action: 'run', code: 'result = 1' })) }")
    wait_for(empty_page, "failed")
    site.instead["pyodide/pyodide-lock.json"] = good
    empty_page.evaluate("engine.retry()")
    assert empty_page.evaluate("outcome") == {"answer": {"ok": 1}}


def test_a_file_that_is_missing_is_named(empty_page: Page, tmp_path: Path, site: Site, watch: Watch) -> None:
    watch.allowed += [".*"]
    (site.folder / "pyodide" / "pyodide.asm.wasm").rename(tmp_path / "away")
    try:
        open_engine(empty_page, site)
        assert wait_for(empty_page, "failed")["detail"] == (
            f"{site.url}pyodide/pyodide.asm.wasm could not be loaded: the server answered 404"
        )
    finally:
        (tmp_path / "away").rename(site.folder / "pyodide" / "pyodide.asm.wasm")


def test_a_wheel_that_is_not_the_one_the_page_was_built_with_is_refused(
    empty_page: Page, site: Site, watch: Watch
) -> None:
    watch.allowed += [".*"]
    put_door(site, snapshot=False)
    (name,) = (name for name in site.instead if name.startswith("wheels/"))
    site.instead[name] = appended(site.folder / name, "rankproof/bridge.py", "\n# another\n")
    open_engine(empty_page, site)
    assert "rankproof" in wait_for(empty_page, "failed")["detail"]


def test_after_stop_the_next_score_needs_no_host(empty_page: Page, site: Site, watch: Watch) -> None:
    watch.allowed += ["ERR_INTERNET_DISCONNECTED", "^page error"]  # the next spare worker finds no host
    loaded: list[str] = []
    empty_page.context.on("requestfinished", lambda request: loaded.append(request.url))
    open_engine(empty_page, site)
    assert run(empty_page, "import wave; result = 'scored'") == "scored"  # every file is here
    code = ("pyodide.js", "pyodide.asm.js", "worker.js", "boot.js", "lockdown.js", "format.js")

    def loads() -> int:
        return min(sum(url.endswith(f"/{name}") for url in loaded) for name in code)

    wait_until(empty_page, lambda: loads() >= 2, "the spare worker's code")
    empty_page.context.set_offline(True)
    empty_page.evaluate("engine.stop()")
    assert run(empty_page, "import wave; result = 'scored'") == "scored"
