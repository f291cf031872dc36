"""Python starts from the page's own files, and says which one is at fault when it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

import build
from rankproof import __version__
from tests.browser.engine_page import appended, open_engine, put_door, run, wait_for
from tests.browser.site import Site, Watch


@pytest.fixture
def empty_page(context: BrowserContext, site: Site, watch: Watch) -> Page:
    """A page on which no engine has been made yet."""
    put_door(site)
    return context.new_page()


def test_the_wheel_is_installed_by_micropip_from_the_files_of_the_page(empty_page: Page, site: Site) -> None:
    open_engine(empty_page, site)
    code = "import micropip; found = micropip.list()['rankproof']; result = [found.version, found.source]"
    assert run(empty_page, code) == [__version__, "pyodide"]  # its lock file, which build.py made


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
        "pyodide/python_stdlib.zip",
        "pyodide/pyodide-lock.json",
        "wheels/micropip",
        "wheels/rankproof",
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


def test_a_call_made_before_a_failed_start_is_answered_after_retry(empty_page: Page, site: Site, watch: Watch) -> None:
    watch.allowed += [".*"]
    site.instead["pyodide/python_stdlib.zip"] = b"damaged"
    open_engine(empty_page, site)
    empty_page.evaluate("() => { window.outcome = settle(engine.call({ action: 'run', code: 'result = 1' })) }")
    wait_for(empty_page, "failed")
    del site.instead["pyodide/python_stdlib.zip"]
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
    (name,) = (name for name in site.instead if name.startswith("wheels/"))
    site.instead[name] = appended(site.folder / name, "rankproof/bridge.py", "\n# another\n")
    open_engine(empty_page, site)
    assert "rankproof" in wait_for(empty_page, "failed")["detail"]
