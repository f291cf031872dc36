"""Measures written on the page: typed, run, mended, stopped; and what such code cannot do."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.page_reader import drop, example, give, k, mean_cells, means, queries
from tests.browser.site import START_UP, Site, Watch, wait_until_ready
from tests.browser.test_engine_refusals import Elsewhere, elsewhere

__all__ = ["elsewhere"]

# The Wikipedia example retrieves six documents, five of them relevant; the mean nDCG@6 is 0.7850.
HEAD = 'from rankproof import register_measure\n\n@register_measure(name="own")\ndef own(query):\n'
HALF = f"{HEAD}    print('seen', query.qid)\n    return query.num_rel_ret / 10\n"
FAILING = f"{HEAD}    none = 0\n    return 1 / none\n"
ENDLESS = f"{HEAD}    while True:\n        pass\n"


def section(page: Page) -> Locator:
    return page.get_by_role("region", name="Own measures", exact=True)


def editor(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Python code of your measures")


def opener(page: Page) -> Locator:
    return page.get_by_role("button", name="Own measures")


def status(page: Page) -> Locator:
    return section(page).get_by_role("status")


def errors(page: Page) -> Locator:
    return section(page).get_by_role("alert")


def open_editor(page: Page) -> None:
    """Opens the section and waits for the editor that is to stay."""
    opener(page).click()
    expect(editor(page)).to_have_attribute("aria-description", re.compile("Escape"))


def write(page: Page, code: str) -> None:
    """Types code in the place of what is there, line by line, without what an editor adds by itself."""
    editor(page).focus()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(code)


def run(page: Page) -> None:
    section(page).get_by_role("button", name="Run the code").click()


def text(page: Page) -> str:
    """What the editor holds, without the messages in it."""
    return "\n".join(editor(page).locator(".cm-line").all_text_contents())


@pytest.fixture
def open_page(ready_page: Page) -> Page:
    """The page with the Wikipedia example scored and the editor open."""
    example(ready_page, "Wikipedia")
    expect(mean_cells(ready_page)).to_have_count(4)
    expect(mean_cells(ready_page).last).to_have_text("0.7850")
    open_editor(ready_page)
    return ready_page


def test_a_measure_that_is_typed_and_run_stands_in_both_tables(open_page: Page) -> None:
    write(open_page, HALF)
    expect(opener(open_page)).to_contain_text("not run yet")
    expect(mean_cells(open_page)).to_have_count(4)
    open_page.keyboard.press("ControlOrMeta+Enter")
    expect(mean_cells(open_page)).to_have_text(["0.7143", "0.8333", "1.0000", "0.7850", "0.5000"], timeout=START_UP)
    expect(means(open_page).get_by_role("columnheader").last).to_have_text(re.compile("^own"))
    expect(queries(open_page).get_by_role("row").nth(1).get_by_role("cell").last).to_have_text("0.5000")
    expect(status(open_page)).to_have_text("Scored: own.")
    expect(section(open_page).get_by_role("region", name="Printed")).to_have_text("seen ndcg\n")


def test_code_that_was_run_follows_the_input_and_what_is_typed_waits(open_page: Page) -> None:
    write(open_page, HALF)
    run(open_page)
    expect(mean_cells(open_page)).to_have_count(5, timeout=START_UP)
    give(open_page, "q1 a 1\n", "q1 a\n")
    expect(mean_cells(open_page).last).to_have_text("0.1000")
    write(open_page, HALF.replace("/ 10", "/ 5"))
    expect(status(open_page)).to_have_text("Changed since it was run.")
    k(open_page).fill("1")
    expect(means(open_page).get_by_role("columnheader", name="MRR@1")).to_be_visible()
    expect(mean_cells(open_page).last).to_have_text("0.1000")
    section(open_page).get_by_role("button", name="Score without it").click()
    expect(mean_cells(open_page)).to_have_count(4)
    assert "/ 5" in text(open_page)


def test_an_error_stands_at_its_line_with_the_query_and_the_others_keep_their_scores(open_page: Page) -> None:
    write(open_page, FAILING)
    run(open_page)
    expect(errors(open_page)).to_have_text(
        re.compile(r"Line 6 in own, query ndcg: ZeroDivisionError: division by zero\.\s*return 1 / none"),
        timeout=START_UP,
    )
    expect(editor(open_page).locator(".cm-wrong")).to_have_text("    return 1 / none")
    expect(editor(open_page).locator(".cm-message")).to_have_text("ZeroDivisionError: division by zero (query ndcg).")
    expect(mean_cells(open_page)).to_have_text(["0.7143", "0.8333", "1.0000", "0.7850", "–"])
    expect(opener(open_page)).to_contain_text("error in line 6")
    open_page.get_by_role("button", name="Go to line 6 of the code").click()
    expect(editor(open_page)).to_be_focused()
    for name in ("rankproof/", "bridge", "Traceback"):
        expect(section(open_page)).not_to_contain_text(name)


def test_a_syntax_error_is_shown_as_one_types_and_goes_when_it_is_mended(open_page: Page) -> None:
    write(open_page, "def f(:\n    pass\n")
    expect(status(open_page)).to_have_text("Line 1: SyntaxError: invalid syntax.", timeout=START_UP)
    expect(editor(open_page).locator(".cm-wrong")).to_have_text("def f(:")
    write(open_page, "def f():\n    pass\n")
    expect(status(open_page)).to_have_text("Not run yet.")
    expect(editor(open_page).locator(".cm-wrong")).to_have_count(0)


def test_what_code_prints_and_names_is_shown_as_text(open_page: Page) -> None:
    evil = "<img src=x onerror=alert(1)>"
    write(open_page, HALF.replace('"own"', f'"{evil}"').replace("'seen'", f"'{evil}'"))
    run(open_page)
    expect(section(open_page).get_by_role("region", name="Printed")).to_contain_text(evil, timeout=START_UP)
    expect(means(open_page).get_by_role("columnheader").last).to_contain_text(evil)
    assert open_page.locator("img").count() == 0


def test_code_without_end_is_stopped_at_the_limit_and_the_page_scores_again_by_itself(open_page: Page) -> None:
    section(open_page).get_by_role("spinbutton", name="Time limit").fill("1")
    write(open_page, ENDLESS)
    run(open_page)
    expect(status(open_page)).to_contain_text("Stopped at the time limit", timeout=START_UP)
    expect(opener(open_page)).to_contain_text("stopped")
    k(open_page).fill("1")
    expect(mean_cells(open_page)).to_have_text(["0.1429", "1.0000", "1.0000", "1.0000"], timeout=START_UP)
    assert text(open_page).strip() == ENDLESS.strip()
    section(open_page).get_by_role("spinbutton", name="Time limit").fill("60")  # the next code ends by itself
    write(open_page, HALF)
    run(open_page)
    expect(mean_cells(open_page).last).to_have_text("0.5000", timeout=START_UP)


# Changes k as soon as the page says that the code runs, which it may not say for long.
K_ONCE_RUNNING = """() => {
  const status = document.querySelector(".code-status");
  const observer = new MutationObserver(() => {
    if (status.textContent !== "Running") return;
    observer.disconnect();
    const k = document.querySelector("#k");
    k.value = "1";
    k.dispatchEvent(new Event("input", { bubbles: true }));
  });
  observer.observe(status, { childList: true, characterData: true, subtree: true });
}"""


def test_code_without_end_is_stopped_at_the_limit_while_newer_input_waits(open_page: Page) -> None:
    section(open_page).get_by_role("spinbutton", name="Time limit").fill("3")
    write(open_page, ENDLESS)
    open_page.evaluate(K_ONCE_RUNNING)
    run(open_page)
    expect(mean_cells(open_page)).to_have_text(["0.1429", "1.0000", "1.0000", "1.0000"], timeout=START_UP)
    expect(status(open_page)).to_contain_text("Stopped at the time limit")


def test_code_without_end_can_be_stopped_by_hand(open_page: Page) -> None:
    section(open_page).get_by_role("spinbutton", name="Time limit").fill("3600")
    write(open_page, ENDLESS)
    run(open_page)
    section(open_page).get_by_role("button", name="Stop the code").click(timeout=START_UP)
    expect(status(open_page)).to_have_text(re.compile("^Stopped. The other scores"))
    wait_until_ready(open_page)
    expect(mean_cells(open_page)).to_have_text(["0.7143", "0.8333", "1.0000", "0.7850"])
    expect(open_page.get_by_text("Older scores; new ones are on their way")).to_be_hidden()
    assert text(open_page).strip() == ENDLESS.strip()


def test_a_list_that_fills_the_memory_is_an_error_at_its_line(open_page: Page) -> None:
    write(open_page, f"{HEAD}    return len([query] * 10**9)\n")
    run(open_page)
    expect(errors(open_page)).to_contain_text("Line 5 in own, query ndcg: MemoryError.", timeout=START_UP)
    expect(mean_cells(open_page)).to_have_text(["0.7143", "0.8333", "1.0000", "0.7850", "–"])


def test_recursion_without_end_leaves_a_page_that_scores(open_page: Page) -> None:
    write(open_page, f"{HEAD}    return own(query) + 1\n")
    run(open_page)
    expect(section(open_page)).to_contain_text(re.compile("RecursionError|Python ended"), timeout=START_UP)
    wait_until_ready(open_page)
    expect(mean_cells(open_page).nth(3)).to_have_text("0.7850")


def test_a_module_of_the_standard_library_is_there_at_the_first_run_which_prints_once(open_page: Page) -> None:
    code = (
        "print('once')\nimport statistics, decimal\ntry:\n    import colorsys\nexcept BaseException:\n    print('no')\n"
    )
    section(open_page).get_by_role("spinbutton", name="Time limit").fill("300")
    write(open_page, code + HEAD + "    return float(decimal.Decimal(statistics.median([1, 2])))\n")
    run(open_page)
    expect(mean_cells(open_page).last).to_have_text("1.5000", timeout=START_UP)
    expect(section(open_page).get_by_role("region", name="Printed")).to_have_text("once\n")


def wheel(name: str, needs: str = "") -> bytes:
    """A wheel with one module, whose VALUE is 0.25."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(f"{name}.py", "VALUE = 0.25\n")
        archive.writestr(f"{name}-1.0.dist-info/METADATA", f"Name: {name}\nVersion: 1.0\n{needs}")
    return content.getvalue()


def test_code_imports_a_wheel_that_was_dropped_on_it(open_page: Page) -> None:
    write(open_page, f"import own_words\n{HEAD}    return own_words.VALUE\n")
    run(open_page)
    expect(errors(open_page)).to_contain_text("drop the wheel of own_words", timeout=START_UP)
    drop(section(open_page), {"own_words-1.0-py3-none-any.whl": wheel("own_words", "Requires-Dist: numpy\n")})
    expect(mean_cells(open_page).last).to_have_text("0.2500", timeout=START_UP)
    packages = section(open_page).get_by_role("list", name="Packages")
    expect(packages).to_contain_text("own_words 1.0")
    expect(packages).to_contain_text("needs numpy, which is not here")
    drop(section(open_page), {"fast-1-cp314-cp314-manylinux_2_28_x86_64.whl": b""})
    expect(packages).to_contain_text("built for one kind of machine")
    section(open_page).get_by_role("button", name="Remove own_words-1.0-py3-none-any.whl").click()
    expect(errors(open_page)).to_contain_text("No module named 'own_words'", timeout=START_UP)


def test_code_survives_a_reload_and_waits_for_run(open_page: Page, watch: Watch) -> None:
    write(open_page, HALF)
    run(open_page)
    expect(mean_cells(open_page)).to_have_count(5, timeout=START_UP)
    expect(status(open_page)).to_have_text("Scored: own.")
    open_page.wait_for_function("() => history.state?.code?.includes('seen')")
    open_page.reload()
    wait_until_ready(open_page)
    example(open_page, "Wikipedia")
    expect(mean_cells(open_page).last).to_have_text("0.7850")
    expect(opener(open_page)).to_contain_text("not run yet")
    open_editor(open_page)
    run(open_page)
    expect(mean_cells(open_page).last).to_have_text("0.5000", timeout=START_UP)


def test_the_editor_is_entered_and_left_by_keyboard_alone(open_page: Page) -> None:
    editor(open_page).focus()
    open_page.keyboard.type("if 1:\nx = 1\n")  # indented by itself
    open_page.keyboard.press("Tab")
    open_page.keyboard.type("y")
    assert text(open_page).rstrip() == "if 1:\n    x = 1\n        y"
    open_page.evaluate("() => { const now = Date.now(); Date.now = () => now; }")  # Escape frees the Tab key for 2 s
    open_page.keyboard.press("Escape")
    open_page.keyboard.press("Tab")
    expect(section(open_page).get_by_role("region", name="Reference")).to_be_focused()
    open_page.keyboard.press("Shift+Tab")
    expect(editor(open_page)).to_be_focused()
    open_page.keyboard.press("Escape")
    open_page.keyboard.press("Shift+Tab")
    expect(section(open_page).get_by_role("button", name="One with its own mean")).to_be_focused()


@pytest.mark.parametrize("name", ["A class with a parameter", "A function", "One with its own mean"])
def test_every_example_runs_once_run_is_pressed_and_can_be_undone(open_page: Page, name: str) -> None:
    write(open_page, "# mine")
    section(open_page).get_by_role("button", name=name).click()
    expect(status(open_page)).to_have_text("Not run yet.")
    open_page.keyboard.press("ControlOrMeta+Enter")
    expect(status(open_page)).to_have_text(re.compile("^Scored: "), timeout=START_UP)
    open_page.keyboard.press("ControlOrMeta+Z")
    assert text(open_page) == "# mine"


def test_the_reference_names_what_a_query_has(open_page: Page) -> None:
    reference = section(open_page).get_by_role("region", name="Reference")
    for name in ("relevances", "rel_levels[grade]", "num_unjudged_in_pool", "complete_set_average"):
        expect(reference.get_by_role("term").get_by_text(name, exact=True)).to_be_visible()


def test_the_picker_leads_to_the_editor(ready_page: Page) -> None:
    ready_page.get_by_role("button", name=re.compile("^Measures")).click()
    ready_page.get_by_role("button", name="Write one in Python").click()
    expect(editor(ready_page)).to_be_focused()


def test_a_plain_textarea_does_it_all_where_the_editor_cannot_be_loaded(
    ready_page: Page, site: Site, watch: Watch
) -> None:
    watch.allowed += ["Failed to load resource", "vendor"]
    ready_page.route("**/vendor/codemirror-view.js", lambda route: route.abort())
    example(ready_page, "Wikipedia")
    opener(ready_page).click()
    plain_textarea_works(ready_page)


def test_a_phone_gets_a_plain_textarea(browser: Browser, site: Site) -> None:
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(site.url)
    wait_until_ready(page)
    example(page, "Wikipedia")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opener(page).click()
    plain_textarea_works(page)
    assert [url for url in asked if "vendor" in url] == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.close()


def plain_textarea_works(page: Page) -> None:
    editor(page).fill(FAILING)
    editor(page).press("ControlOrMeta+Enter")
    expect(errors(page)).to_contain_text("Line 6 in own, query ndcg: ZeroDivisionError", timeout=START_UP)
    page.get_by_role("button", name="Go to line 6 of the code").click()
    selected = "(area) => area.value.slice(area.selectionStart, area.selectionEnd)"
    assert editor(page).evaluate(selected) == "    return 1 / none"
    editor(page).fill(HALF)
    editor(page).press("ControlOrMeta+Enter")
    expect(mean_cells(page).last).to_have_text("0.5000", timeout=START_UP)


def test_axe_finds_nothing_in_the_editor_in_light_and_dark_wide_and_narrow(open_page: Page) -> None:
    write(open_page, HALF + FAILING.replace("own", "other"))
    run(open_page)
    expect(errors(open_page)).to_be_visible(timeout=START_UP)
    drop(section(open_page), {"fast-1-cp314-cp314-manylinux_2_28_x86_64.whl": b""})
    expect(section(open_page).get_by_role("list", name="Packages")).to_contain_text("built for one kind of machine")
    for width, height in ((1360, 900), (360, 740)):
        open_page.set_viewport_size({"width": width, "height": height})
        assert open_page.evaluate("document.documentElement.scrollWidth") == width
        for scheme in ("light", "dark"):
            open_page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found: list[dict[str, Any]] = Axe().run(open_page).response["violations"]
            assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == [], (width, scheme)


# What a measure might try; all of it is awaited nowhere, so that what starts at once or when the worker rests counts.
WAYS_OUT = {
    "urllib": "import urllib.request; urllib.request.urlopen(URL, timeout=2)",
    "js.fetch": "import js; js.fetch(URL)",
    "js.XMLHttpRequest": "import js; x = js.XMLHttpRequest.new(); x.open('GET', URL, False); x.send()",
    "pyodide.http": "import pyodide.http; pyodide.http.open_url(URL)",
    "pyfetch": "import asyncio, pyodide.http; asyncio.ensure_future(pyodide.http.pyfetch(URL))",
    "run_js": "import pyodide.code; pyodide.code.run_js(f'fetch({URL!r})')",
    "micropip": "import asyncio, micropip; asyncio.ensure_future(micropip.install(URL + '/x-1-py3-none-any.whl'))",
}


def test_a_measure_reaches_nothing_outside(open_page: Page, elsewhere: Elsewhere, watch: Watch) -> None:
    watch.allowed += ["^console ", "^page error"]
    tries = "\n".join(
        f"    try:\n        {code}\n        print('{name}: began')\n    except BaseException as error:\n"
        f"        print('{name}:', type(error).__name__)"
        for name, code in WAYS_OUT.items()
    )
    section(open_page).get_by_role("spinbutton", name="Time limit").fill("300")  # for all it tries to import
    write(open_page, f"URL = {elsewhere.url!r}\n{HEAD}{tries}\n    return 0.25\n")
    run(open_page)
    expect(mean_cells(open_page).last).to_have_text("0.2500", timeout=START_UP)
    printed = section(open_page).get_by_role("region", name="Printed").inner_text()
    assert [line.partition(":")[0] for line in printed.splitlines()] == list(WAYS_OUT)
    began = [line for line in printed.splitlines() if line.endswith("began")]
    assert began == ["pyfetch: began", "micropip: began"]  # they fail once they are awaited
    k(open_page).fill("1")
    expect(means(open_page).get_by_role("columnheader", name="MRR@1")).to_be_visible()
    open_page.wait_for_timeout(1000)
    assert elsewhere.seen == []


def test_a_package_stays_where_it_is_while_code_is_typed(open_page: Page) -> None:
    drop(section(open_page), {"own_words-1.0-py3-none-any.whl": wheel("own_words")})
    expect(section(open_page).get_by_role("list", name="Packages")).to_contain_text("own_words 1.0", timeout=START_UP)
    remove = section(open_page).get_by_role("button", name="Remove own_words-1.0-py3-none-any.whl").element_handle()
    write(open_page, "1 +\n")
    expect(editor(open_page).locator(".cm-wrong")).to_have_text("1 +", timeout=START_UP)
    assert remove.evaluate("(button) => button.isConnected")


def test_a_package_is_one_wherever_it_is_dropped(ready_page: Page) -> None:
    drop(ready_page.locator("main"), {"own_words-1.0-py3-none-any.whl": wheel("own_words")})
    expect(ready_page.locator(".message")).to_contain_text("own_words-1.0-py3-none-any.whl: kept as a package")
    expect(ready_page.locator(".attached-name")).to_have_count(0)
    ready_page.get_by_role("button", name="Own measures").click()
    expect(section(ready_page).get_by_role("list", name="Packages")).to_contain_text("own_words 1.0")
