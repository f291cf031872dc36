"""dist/ works from any static host, and the page on hosting says what is so."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import build
from rankproof import __version__
from rankproof.reference import TREC_EVAL
from tests.browser.host import Host, PlainHandler, strict_handler
from tests.browser.page_reader import example, mean_cells
from tests.browser.site import START_UP, Site, Watch, wait_until_ready
from tests.browser.test_offline import foot, wait_until_kept
from tests.browser.test_page_code import HEAD, open_editor, run, write


def shown_code(dist: Path) -> list[str]:
    """What the page on hosting shows to be copied."""
    text = (dist / "app" / "hosting.html").read_text(encoding="utf-8")
    codes = re.findall(r"<pre><code>(.*?)</code>", text, re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]+>", "", code)) for code in codes]


def headers(dist: Path) -> dict[str, str]:
    """All headers that the page on hosting names, as one host would send them."""
    (netlify,) = (code for code in shown_code(dist) if code.startswith("/*\n"))
    found = dict(line.strip().split(": ", 1) for line in netlify.splitlines()[1:])
    text = (dist / "app" / "hosting.html").read_text(encoding="utf-8")
    named = re.findall(r"<code>([A-Z][\w-]+): ([^<]+)</code>", text)
    return {**{name: html.unescape(value) for name, value in named}, **found}


@pytest.fixture(params=["plain", "strict"])
def host(request: pytest.FixtureRequest, dist: Path, tmp_path: Path) -> Iterator[Host]:
    """A host that knows few types and forbids caches; and one that sends every header of the page on hosting."""
    handler = PlainHandler if request.param == "plain" else strict_handler(headers(dist))
    hosting = Host(dist, tmp_path / "dist", handler)
    yield hosting
    hosting.cut()


def test_the_page_works_from_a_plain_host_and_from_a_strict_one_and_is_kept(browser: Browser, host: Host) -> None:
    context = browser.new_context(service_workers="allow")
    said: list[str] = []
    context.on("console", lambda message: said.append(message.text))
    page = context.new_page()
    page.goto(host.url)
    wait_until_ready(page)
    example(page, "Wikipedia")
    expect(mean_cells(page).last).to_have_text("0.7850")
    wait_until_kept(page)
    host.cut()
    page.reload()
    wait_until_ready(page)
    example(page, "Wikipedia")
    open_editor(page)
    write(page, f"{HEAD}    return 0.25\n")
    run(page)
    expect(mean_cells(page).last).to_have_text("0.2500", timeout=START_UP)
    assert said == []
    context.close()


def test_a_kept_page_comes_with_the_headers_of_its_host(browser: Browser, dist: Path, tmp_path: Path) -> None:
    sent = headers(dist)
    assert sent["Content-Security-Policy"].endswith("; frame-ancestors 'none'")
    assert len(sent) == 8
    host = Host(dist, tmp_path / "dist", strict_handler(sent))
    context = browser.new_context(service_workers="allow")
    page = context.new_page()
    page.goto(host.url)
    wait_until_kept(page)
    host.cut()
    answer = page.goto(host.url)
    assert answer is not None
    kept = answer.headers
    assert {name: kept[name.lower()] for name in sent if name != "Cache-Control"} == {
        name: value for name, value in sent.items() if name != "Cache-Control"
    }
    context.close()


def test_the_foot_and_the_page_on_hosting_name_the_versions_that_are_in_them(ready_page: Page, site: Site) -> None:
    lock = json.loads((site.folder / "pyodide" / "pyodide-lock.json").read_bytes())
    wanted = json.loads((build.ROOT / "package.json").read_bytes())["devDependencies"]["pyodide"]
    identity = ready_page.locator("html").get_attribute("data-build") or ""
    assert re.fullmatch("[0-9a-f]{64}", identity)
    versions = [f"Rankproof {__version__}", f"build {identity[:8]}", f"Python {lock['info']['python']}"]
    versions += [f"Pyodide {wanted}", f"checked against trec_eval {TREC_EVAL}"]
    said = ready_page.get_by_role("contentinfo").inner_text()
    assert [text for text in versions if text not in said] == []
    with ready_page.context.expect_page() as opened:
        ready_page.get_by_role("contentinfo").get_by_role("link", name="Host it yourself").click()
    hosting = opened.value
    hosting.wait_for_load_state()
    expect(hosting.get_by_role("heading", level=1)).to_have_text("Host Rankproof yourself")
    text = " ".join(hosting.get_by_role("main").inner_text().split())
    assert f"Rankproof {__version__}, build {identity[:8]}, with Python {lock['info']['python']}" in text
    assert f"by Pyodide {wanted}, checked against trec_eval {TREC_EVAL}" in text
    hosting.get_by_role("link", name="Rankproof").click()
    wait_until_ready(hosting)


def test_the_python_of_the_page_is_the_version_that_its_foot_names(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    open_editor(ready_page)
    write(ready_page, f"import sys\nprint('Python', sys.version.split()[0])\n{HEAD}    return 1\n")
    run(ready_page)
    printed = ready_page.get_by_role("region", name="Printed")
    expect(printed).to_contain_text("Python 3.", timeout=START_UP)
    assert printed.inner_text().strip() in ready_page.get_by_role("contentinfo").inner_text()


def test_every_snippet_has_the_policy_of_the_page_and_the_page_on_hosting_is_under_it(dist: Path, site: Site) -> None:
    policy = site.policy()
    assert f'content="{policy}"' in (dist / "app" / "hosting.html").read_text(encoding="utf-8")
    with_policy = [code for code in shown_code(dist) if "default-src" in code]
    assert len(with_policy) == 5
    assert [code for code in with_policy if f"{policy}; frame-ancestors 'none'" not in code] == []


def test_axe_finds_nothing_on_the_page_on_hosting_which_fits_360_pixels(page: Page, site: Site, watch: Watch) -> None:
    page.goto(f"{site.url}app/hosting.html")
    for width in (1360, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found: list[dict[str, Any]] = Axe().run(page).response["violations"]
            assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == [], (width, scheme)


def test_axe_finds_nothing_in_the_offer_of_a_new_version_which_moves_nothing(
    browser: Browser, dist: Path, tmp_path: Path
) -> None:
    host = Host(dist, tmp_path / "dist")
    context = browser.new_context(service_workers="allow")
    page = context.new_page()
    page.goto(host.url)
    wait_until_kept(page)
    host.update("app/widgets/help.js", "// new\n")
    page.reload()
    wait_until_ready(page)
    example(page, "TREC")
    expect(mean_cells(page).last).to_have_text("0.5289")
    place = "() => document.querySelector('main').getBoundingClientRect().toJSON()"
    before = page.evaluate(place)
    expect(foot(page)).to_contain_text("A new version is ready.", timeout=START_UP)
    assert page.evaluate(place) == before
    for width, height in ((1360, 900), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        expect(foot(page).get_by_role("button", name="Reload into it")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found: list[dict[str, Any]] = Axe().run(page).response["violations"]
            assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == [], (width, scheme)
    context.close()
    host.cut()
