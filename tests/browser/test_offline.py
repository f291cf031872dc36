"""The page is kept on the reader's device: it works with the network cut, and a newer version waits for the reader."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

import build
from tests.browser.host import Host
from tests.browser.page_reader import JUDGEMENTS, box, example, k, mean_cells, means, queries
from tests.browser.site import CHROMIUM_ARGUMENTS, START_UP, wait_until, wait_until_ready
from tests.browser.test_engine_refusals import Elsewhere, elsewhere
from tests.browser.test_page_code import HEAD, WAYS_OUT, open_editor, run, write
from tests.browser.test_page_compare import BASE, GOOD, open_runs
from tests.browser.test_picture import take

__all__ = ["elsewhere"]

CHANGED = "app/widgets/help.js"


@pytest.fixture
def host(dist: Path, tmp_path: Path) -> Iterator[Host]:
    """A host of its own for each test."""
    hosting = Host(dist, tmp_path / "dist")
    yield hosting
    hosting.cut()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has never seen the page, with service workers."""
    context = browser.new_context(service_workers="allow")
    yield context
    context.close()


# Whether a service worker of that address is at this stage: being installed, or waiting for an older one to end.
IS_AT = "async ([stage, url]) => Boolean((await navigator.serviceWorker.getRegistration(url))?.[stage])"


def foot(page: Page) -> Locator:
    """What the foot of the page says of its files."""
    return page.locator(".kept")


def visit(context: BrowserContext, host: Host) -> Page:
    """Shows the page until all of it is kept."""
    page = context.new_page()
    page.goto(host.url)
    wait_until_kept(page)
    return page


def wait_until_kept(page: Page) -> None:
    expect(foot(page)).to_contain_text("Works offline.", timeout=START_UP)


def wait_until_tried(page: Page, host: Host) -> None:
    """Waits until a service worker has asked for what has changed, and is installed or cannot be."""
    # What it asks for is no request of the page's.
    wait_until(page, lambda: host.asked[CHANGED], f"{CHANGED} to be asked for")
    wait_until(page, lambda: not page.evaluate(IS_AT, ["installing", host.url]), "the end of the installation")


def build_of(page: Page) -> str:
    """The build that the page says it is of."""
    return page.locator("html").get_attribute("data-build") or ""


def listed(folder: Path) -> dict[str, str]:
    """The list of files that the service worker has."""
    text = (folder / "sw.js").read_text(encoding="utf-8")
    found = re.search(r"^const \{ build, files \} = (\{.*?\n\});$", text, re.MULTILINE | re.DOTALL)
    assert found
    files: dict[str, str] = json.loads(found[1])["files"]
    return files


def test_the_list_holds_every_file_but_licences_and_what_lists_them(dist: Path) -> None:
    there = {file.relative_to(dist).as_posix() for file in dist.rglob("*") if file.is_file()}
    wanted = {name for name in there if name not in {"sw.js", "SHA256SUMS"} and not name.endswith(".LICENSE")}
    files = listed(dist)
    assert set(files) == wanted
    assert [name for name in files if hashlib.sha256((dist / name).read_bytes()).hexdigest() != files[name]] == []


def test_after_one_visit_everything_works_with_the_network_cut(visitor: BrowserContext, host: Host) -> None:
    visit(visitor, host).close()
    host.cut()
    visitor.set_offline(True)
    page = visitor.new_page()
    page.goto(host.url)
    wait_until_ready(page)
    assert page.locator("html").get_attribute("data-started-from") == "snapshot"
    example(page, "Wikipedia")
    expect(mean_cells(page)).to_have_text(["0.7143", "0.8333", "1.0000", "0.7850"])

    page.get_by_role("button", name="Help").click()
    expect(page.get_by_role("dialog", name="Help").get_by_role("button", name="Try it: ").first).to_be_visible()
    page.keyboard.press("Escape")

    queries(page).get_by_role("button", name="nDCG@6 of query ndcg").click()
    arithmetic = page.get_by_role("dialog", name="nDCG@6 of query ndcg").get_by_role("list", name="Arithmetic")
    expect(arithmetic).to_contain_text("0.785")
    page.keyboard.press("Escape")

    page.get_by_role("button", name=re.compile("^Other tools")).click()
    expect(page.get_by_role("table", name="The same data under other conventions")).to_be_visible(timeout=START_UP)

    open_editor(page)
    write(page, f"import statistics\n{HEAD}    return statistics.mean([0, 0.5])\n")
    run(page)
    expect(mean_cells(page).last).to_have_text("0.2500", timeout=START_UP)

    open_runs(page, ("base", BASE), ("good", GOOD))
    page.get_by_role("button", name="Is the difference real?").click()
    expect(page.get_by_role("group", name="Picture", exact=True).get_by_role("img")).to_be_visible(timeout=START_UP)


def test_the_page_without_a_network_fits_the_readmes_picture(visitor: BrowserContext, host: Host) -> None:
    page = visit(visitor, host)
    host.cut()
    page.reload()
    page.set_viewport_size({"width": 1360, "height": 900})
    wait_until_ready(page)
    example(page, "TREC")
    expect(mean_cells(page)).to_have_text(["0.7500", "0.3000", "0.4583", "0.5289"])
    wait_until_kept(page)
    expect(foot(page)).to_be_in_viewport()
    for name in ("Share", "Export mean scores"):  # loaded a moment after the scores, without a network too
        expect(page.get_by_role("button", name=name, exact=True)).to_be_enabled()
    wait_until_ready(page)
    take(page, "offline.png")


def test_every_file_of_the_page_is_kept_as_it_was_built(visitor: BrowserContext, host: Host) -> None:
    page = visit(visitor, host)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    host.cut()
    found: dict[str, str] = page.evaluate(
        """async (names) => {
          const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
          const sum = async (name) => {
            const content = await (await fetch(name)).arrayBuffer();
            return [name, hex(await crypto.subtle.digest("SHA-256", content))];
          };
          return Object.fromEntries(await Promise.all(names.map(sum)));
        }""",
        list(listed(host.folder)),
    )
    assert found == listed(host.folder)


def test_a_first_visit_goes_on_when_the_network_is_cut_without_a_reload(visitor: BrowserContext, host: Host) -> None:
    page = visit(visitor, host)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    host.cut()
    open_runs(page, ("base", BASE), ("good", GOOD))
    page.get_by_role("button", name="Help").click()
    expect(page.get_by_role("dialog", name="Help").get_by_role("button", name="Try it: ").first).to_be_visible()


# Notes every moment at which Python became ready.
WHEN_READY = """
  globalThis.readyAt = [];
  const note = () => { if (document.documentElement.dataset.engine === "ready") readyAt.push(Date.now()); };
  new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["data-engine"] });
"""


def test_nothing_is_kept_before_python_is_there_and_little_is_fetched_twice(
    visitor: BrowserContext, host: Host
) -> None:
    page = visitor.new_page()
    page.add_init_script(WHEN_READY)
    page.goto(host.url)
    wait_until_ready(page)
    example(page, "Wikipedia")
    expect(mean_cells(page).last).to_have_text("0.7850")
    wait_until_kept(page)
    assert host.asked["sw.js"] == 1
    rest = host.first["sw.js"] - max(at for at in page.evaluate("readyAt") if at < host.first["sw.js"])
    assert rest > 2_900  # milliseconds after Python was last ready, of 3,000
    missed = [name for name in listed(host.folder) if not host.asked[name]]
    assert missed == []
    again = {name for name, times in host.sent.items() if times > 1}
    assert again <= {"pyodide/pyodide.asm.wasm"}  # too large for the cache of a private window


def test_nothing_is_kept_while_a_file_is_looked_for(visitor: BrowserContext, host: Host) -> None:
    """It would take a second of what then scores that file."""
    page = visitor.new_page()
    page.clock.install()
    page.goto(host.url)
    wait_until_ready(page)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open file: judgements").click()
    page.clock.run_for(20_000)
    assert host.asked["app/offline.js"] == 0
    chooser.value.set_files({"name": "q.txt", "mimeType": "text/plain", "buffer": b"q1 0 d1 1\n"})
    expect(box(page, JUDGEMENTS)).to_have_value("q1 0 d1 1\n")
    wait_until_ready(page)
    page.clock.run_for(5_000)
    wait_until_kept(page)


def test_an_update_waits_for_the_reader_and_fetches_only_what_has_changed(visitor: BrowserContext, host: Host) -> None:
    page = visit(visitor, host)
    first = host.build()
    host.update(CHANGED, "// new\n")
    host.asked.clear()
    page.reload()
    expect(foot(page)).to_contain_text("A new version is ready.", timeout=START_UP)
    assert set(host.asked) == {"sw.js", "index.html", "app/hosting.html", CHANGED}
    assert build_of(page) == first
    assert first != host.build()
    host.cut()  # the new version is here, and the old one still serves
    page.reload()
    wait_until_ready(page)
    assert build_of(page) == first
    host.start()

    box(page, JUDGEMENTS).fill("q1 d1 1")
    expect(foot(page)).to_contain_text("A new version is ready.", timeout=START_UP)
    foot(page).get_by_role("button", name="Reload into it").press("Enter")
    expect(foot(page)).to_contain_text("What you have put in will be gone.")
    expect(foot(page).get_by_role("button", name="Reload all the same")).to_be_focused()
    foot(page).get_by_role("button", name="Not now").click()
    expect(foot(page)).to_contain_text("The new version starts when Rankproof is next opened.")
    expect(box(page, JUDGEMENTS)).to_have_value("q1 d1 1")

    page.reload()
    foot(page).get_by_role("button", name="Reload into it").click(timeout=START_UP)
    page.wait_for_selector(f"html[data-build='{host.build()}']", timeout=START_UP)
    wait_until_kept(page)
    assert len(page.evaluate("() => caches.keys()")) == 1


def test_an_update_does_not_change_a_page_that_is_open_in_another_tab(visitor: BrowserContext, host: Host) -> None:
    other = visit(visitor, host)
    host.update(CHANGED, "// new\n")
    page = visitor.new_page()
    page.goto(host.url)
    foot(page).get_by_role("button", name="Reload into it").click(timeout=START_UP)
    expect(foot(page)).to_contain_text("Rankproof is open in another tab as well.")
    assert build_of(page) != host.build()
    other.close()
    many = "() => clients.matchAll({ type: 'window', includeUncontrolled: true }).then((all) => all.length)"
    # The browser finds out a moment late that a tab has been closed.
    wait_until(page, lambda: visitor.service_workers[0].evaluate(many) == 1, "the other tab's end")
    foot(page).get_by_role("button", name="Try again").click()
    page.wait_for_selector(f"html[data-build='{host.build()}']", timeout=START_UP)


def test_a_version_starts_by_itself_once_every_page_of_the_older_one_is_closed(
    visitor: BrowserContext, host: Host
) -> None:
    page = visit(visitor, host)
    host.update(CHANGED, "// new\n")
    page.reload()
    expect(foot(page)).to_contain_text("A new version is ready.", timeout=START_UP)
    page.close()
    fresh = visitor.new_page()
    fresh.goto(host.url.partition("/~")[0])  # of the same origin, and no page of ours
    # The browser finds out a moment late that a tab has been closed.
    wait_until(fresh, lambda: not fresh.evaluate(IS_AT, ["waiting", host.url]), "the newer version to take over")
    fresh.goto(host.url)
    wait_until_kept(fresh)
    assert build_of(fresh) == host.build()


def test_a_host_that_is_half_updated_mixes_no_versions(visitor: BrowserContext, host: Host) -> None:
    page = visit(visitor, host)
    first = host.build()
    before = (host.folder / CHANGED).read_bytes()
    host.update(CHANGED, "// new\n")
    host.instead[CHANGED] = before
    host.asked.clear()
    page.reload()
    wait_until_kept(page)
    wait_until_tried(page, host)
    expect(foot(page)).to_contain_text("Works offline.")
    assert build_of(page) == first
    host.instead.clear()
    page.reload()
    expect(foot(page)).to_contain_text("A new version is ready.", timeout=START_UP)


def test_a_page_that_cannot_be_kept_works_online(visitor: BrowserContext, host: Host) -> None:
    (host.folder / CHANGED).unlink()
    page = visitor.new_page()
    page.goto(host.url)
    wait_until_tried(page, host)
    assert page.evaluate("navigator.serviceWorker.getRegistration()") is None
    example(page, "Wikipedia")
    expect(mean_cells(page).last).to_have_text("0.7850")
    expect(foot(page)).to_have_text("")
    page.reload()
    wait_until_ready(page)


def test_a_page_without_its_service_worker_works_online(visitor: BrowserContext, host: Host) -> None:
    (host.folder / "sw.js").unlink()
    page = visitor.new_page()
    page.goto(host.url)
    with page.expect_event("console", lambda message: "404" in message.text, timeout=START_UP):
        wait_until_ready(page)
    example(page, "Wikipedia")
    expect(mean_cells(page).last).to_have_text("0.7850")


def test_the_service_worker_answers_for_the_files_of_its_list_and_nothing_else(
    visitor: BrowserContext, host: Host, elsewhere: Elsewhere
) -> None:
    page = visit(visitor, host)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    host.asked.clear()
    status = "([address, options]) => fetch(address, options).then(({ status }) => status, () => 'refused')"
    assert page.evaluate(status, ["app/main.js", {}]) == 200
    assert host.asked["app/main.js"] == 0
    assert page.evaluate(status, ["nothing/here.js", {}]) == 404
    assert page.evaluate(status, ["app/main.js?other", {}]) == 200
    assert page.evaluate(status, ["app/main.js", {"method": "POST"}]) == 501  # the host's word for it
    assert host.asked["nothing/here.js"] == 1
    assert host.asked["app/main.js"] == 1
    assert page.evaluate(status, [elsewhere.url, {}]) == "refused"
    assert elsewhere.seen == []

    host.cut()
    for name in ("?shown=1", "index.html", "app/hosting.html"):
        page.goto(f"{host.url}{name}")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Rankproof")
    with pytest.raises(Exception, match="ERR_"):
        page.goto(f"{host.url}nothing/here")


def test_python_code_reaches_nothing_by_way_of_the_service_worker(
    visitor: BrowserContext, host: Host, elsewhere: Elsewhere
) -> None:
    page = visit(visitor, host)
    page.reload()
    wait_until_ready(page)
    example(page, "Wikipedia")
    open_editor(page)
    tries = "\n".join(
        f"    try:\n        {code}\n    except BaseException:\n        pass" for code in WAYS_OUT.values()
    )
    page.get_by_role("spinbutton", name="Time limit").fill("300")  # for all it tries to import
    write(page, f"URL = {elsewhere.url!r}\n{HEAD}{tries}\n    return 0.25\n")
    run(page)
    expect(mean_cells(page).last).to_have_text("0.2500", timeout=START_UP)
    k(page).fill("1")
    expect(means(page).get_by_role("columnheader", name="MRR@1")).to_be_visible()
    page.wait_for_timeout(1000)
    assert elsewhere.seen == []


def test_the_page_can_be_installed(playwright: Playwright, host: Host, tmp_path: Path) -> None:
    context = playwright.chromium.launch_persistent_context(
        tmp_path / "profile", executable_path=build.ensure_chromium(), args=CHROMIUM_ARGUMENTS
    )
    page = visit(context, host)
    page.reload()
    wait_until_ready(page)
    devtools = context.new_cdp_session(page)
    answer: dict[str, Any] = devtools.send("Page.getAppManifest")
    assert answer["errors"] == []
    assert answer["url"] == f"{host.url}app/manifest.webmanifest"
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    assert devtools.send("Page.getAppId")["appId"] == host.url
    context.close()
