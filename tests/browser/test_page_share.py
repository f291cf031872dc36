"""Links restore what was seen, whatever the page showed before, and a link that cannot be opened harms nothing."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.links import LATE, LINKS, arrival, code, expect_shown, fragment, link
from tests.browser.page_reader import (
    JUDGEMENTS,
    RESULTS,
    box,
    column,
    drop,
    example,
    give,
    k,
    large_run,
    mean_cells,
    queries,
)
from tests.browser.site import START_UP, Site, Watch, wait_until_ready

QRELS = "q1 a 1\nq1 b 0\nq2 c 1\n"
RUN = "q1 a\nq1 b\nq2 d\nq2 c\n"
OTHER = "q1 b\nq1 a\nq2 d\n"


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Share and save")


def share(page: Page) -> str:
    """Opens the dialog, and gives the link in it."""
    page.get_by_role("button", name="Share", exact=True).click()
    expect(dialog(page).get_by_role("button", name="Copy link")).to_be_enabled(timeout=LATE)
    return dialog(page).get_by_role("textbox", name="Link").input_value()


def open_link(page: Page, fragment: str) -> None:
    """Pastes a link's last part into the address of the page that is open."""
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)


def opened(context: BrowserContext, address: str) -> Page:
    """A page of its own at this address, once Python is there."""
    page = context.new_page()
    page.goto(address)
    wait_until_ready(page)
    return page


def test_every_link_of_version_1_opens_in_a_page_that_shows_something_else(ready_page: Page) -> None:
    for one in LINKS:
        if "problem" in one["expect"]:
            continue
        open_link(ready_page, one["fragment"])
        expect_shown(ready_page, one["expect"])
    assert ready_page.locator("img").count() == 0


def test_of_two_links_pasted_in_a_row_the_newer_one_is_shown(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    expect(mean_cells(ready_page).last).to_have_text("0.7850")
    share(ready_page)  # all that opens links is loaded
    dialog(ready_page).get_by_role("button", name="Close").click()
    ready_page.evaluate(
        """async (links) => {
          const { prototype } = ReadableStreamDefaultReader;
          const { read } = prototype;
          prototype.read = function () { // the first link takes its time
            prototype.read = read;
            return new Promise((resolve) => setTimeout(resolve, 500)).then(() => read.call(this));
          };
          for (const link of links) {
            const heard = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
            location.hash = link;
            await heard;
          }
        }""",
        [link("that unpacks without end")["fragment"], link("settings")["fragment"]],
    )
    expect(k(ready_page)).to_have_value("5")
    ready_page.wait_for_timeout(1_000)  # twice what the older one takes
    expect(arrival(ready_page)).to_be_hidden()
    expect(k(ready_page)).to_have_value("5")


def test_a_link_that_cannot_be_opened_says_why_and_leaves_a_working_page(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    for one in LINKS:
        if "problem" not in one["expect"]:
            continue
        open_link(ready_page, one["fragment"])
        expect_shown(ready_page, one["expect"])
        expect(arrival(ready_page)).to_contain_text("To mend it: ")
    k(ready_page).fill("1")
    expect(mean_cells(ready_page)).to_have_text(["0.5000", "0.5000", "0.5000", "0.5000"], timeout=LATE)
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)
    arrival(ready_page).get_by_role("button", name="Dismiss").click()
    expect(arrival(ready_page)).not_to_contain_text("link")


@pytest.mark.parametrize(
    "name",
    ["several runs, one of them chosen, sorted and filtered", "a comparison", "code with inputs and a package", "cut"],
)
def test_a_link_opens_in_a_fresh_page(context: BrowserContext, site: Site, watch: Watch, name: str) -> None:
    one = link(name)
    page = opened(context, f"{site.url}#{one['fragment']}")
    expect_shown(page, one["expect"])


def test_what_the_page_shows_is_what_its_link_opens(context: BrowserContext, ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    drop(box(ready_page, RESULTS), {"dense.run": OTHER.encode()})
    expect(mean_cells(ready_page, 1).last).to_contain_text("0.3155", timeout=LATE)
    k(ready_page).fill("2")
    ready_page.get_by_role("searchbox", name="Filter queries").fill("q")
    column(queries(ready_page), "nDCG@2").get_by_role("button").click()
    column(queries(ready_page), "nDCG@2").get_by_role("button").click()
    ready_page.get_by_role("button", name="Conventions").click()
    ready_page.get_by_role("radio", name="trec_eval -c").check()
    ready_page.get_by_role("radio", name="Exponential").check()
    ready_page.get_by_role("combobox", name="Baseline").select_option(label="dense.run")
    ready_page.get_by_role("combobox", name="Correction").select_option("bonferroni")
    ready_page.get_by_role("combobox", name="Picture").select_option("scatter")
    expect(mean_cells(ready_page, 1).last).to_contain_text("0.3155", timeout=LATE)
    address = share(ready_page)
    page = opened(context, address)
    expect_shown(
        page,
        {
            "k": "2",
            "gain": "exponential",
            "judgements": QRELS,
            "results": OTHER,
            "runs": ["run 1", "dense.run"],
            "chosen": "dense.run",
            "means": [["1.0000", "0.5000", "0.7500", "0.8155"], ["0.5000", "0.2500", "0.2500", "0.3155"]],
            "filter": "q",
            "queries": ["q1", "q2"],
            "open": ["conventions"],
            "conventions": "trec_eval -c, 1 change",
            "baseline": "dense.run",
            "compare": {"correction": "bonferroni"},
            "picture": "scatter",
        },
    )
    assert (
        share(page).split("#")[1] == dialog(ready_page).get_by_role("textbox", name="Link").input_value().split("#")[1]
    )


def test_code_of_a_link_waits_for_run_and_the_page_says_so(context: BrowserContext, site: Site, watch: Watch) -> None:
    page = opened(context, f"{site.url}#{link('code with inputs and a package')['fragment']}")
    expect(mean_cells(page)).to_have_text(["1.0000", "0.1000", "0.7500", "0.8155"], timeout=LATE)
    status = arrival(page).get_by_role("status")
    expect(status).to_contain_text("Code came with the link and has not run: scores are without its measures")
    expect(status).to_contain_text("own_words-1.0-py3-none-any.whl")
    expect(code(page)).to_be_visible()
    page.get_by_role("button", name="Own measures").click()
    expect(code(page)).to_be_hidden()
    page.get_by_role("button", name="Show the code").click()
    expect(page.get_by_role("button", name="Run the code")).to_be_focused()
    page.keyboard.press("Enter")
    expect(mean_cells(page)).to_have_text(["1.0000", "0.1000", "0.7500", "0.8155", "0.1000"], timeout=START_UP)
    expect(status).not_to_contain_text("has not run")


def test_inputs_that_do_not_fit_are_left_out_by_name_and_wanted_by_the_page_that_opens_the_link(
    context: BrowserContext, ready_page: Page
) -> None:
    give(ready_page, QRELS, RUN)
    drop(box(ready_page, RESULTS), {"large.run": large_run(60, 1000, prefix="q").encode()})
    noise = "".join(f"q{index * 7919 % 10_007} d{index * 104_729 % 999_983}\n" for index in range(5000))
    drop(ready_page.locator("[data-box=results]"), {"noise.run": noise.encode()})
    expect(ready_page.get_by_role("tab")).to_have_text(["run 1", "large.run", "noise.run"])
    address = share(ready_page)
    assert len(address) < 16_000
    about = dialog(ready_page)
    expect(about).to_contain_text(f"{len(address):,} characters. It holds judgements and one run.")
    expect(about).to_contain_text("large.run (run 2) and noise.run (run 3). A session file holds everything.")
    page = opened(context, address)
    expect(page.get_by_role("tab")).to_have_text(["run 1", "large.run", "noise.run"])
    expect(arrival(page)).to_contain_text(
        "Left out of the link, to be opened here: large.run (run 2), noise.run (run 3)."
    )
    drop(page.locator("[data-box=results]"), {"noise.run": noise.encode()})
    drop(page.locator("[data-box=results]"), {"large.run": large_run(60, 1000, prefix="q").encode()})
    expect(arrival(page).get_by_role("status")).to_be_hidden()


def test_the_dialog_copies_the_link_and_is_used_by_keyboard(ready_page: Page) -> None:
    example(ready_page, "TREC")
    expect(mean_cells(ready_page).last).to_have_text("0.5289", timeout=LATE)
    ready_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = ready_page.get_by_role("button", name="Share", exact=True)
    expect(button).to_be_enabled(timeout=LATE)  # a moment after the scores; it takes no focus before
    button.focus()
    ready_page.keyboard.press("Enter")
    expect(dialog(ready_page).get_by_role("button", name="Copy link")).to_be_enabled(timeout=LATE)
    for _ in range(3):  # Close, the link, Copy link
        ready_page.keyboard.press("Tab")
    expect(dialog(ready_page).get_by_role("button", name="Copy link")).to_be_focused()
    ready_page.keyboard.press("Enter")
    expect(dialog(ready_page).locator(".share-said")).to_have_text("The link has been copied.")
    copied = ready_page.evaluate("() => navigator.clipboard.readText()")
    assert copied == dialog(ready_page).get_by_role("textbox", name="Link").input_value()
    assert Axe().run(ready_page).response["violations"] == []
    ready_page.keyboard.press("Escape")
    expect(button).to_be_focused()


def test_the_address_follows_settings_without_new_entries_and_a_reload_finds_them(ready_page: Page, site: Site) -> None:
    before = ready_page.evaluate("() => history.length")
    give(ready_page, QRELS, RUN)
    expect(mean_cells(ready_page).last).to_have_text("0.8155", timeout=LATE)
    k(ready_page).fill("1")
    expect(ready_page).to_have_url(re.compile(r"#v1\.[\w-]+$"), timeout=LATE)
    first = ready_page.url
    ready_page.get_by_role("radio", name="Exponential").check()
    expect(ready_page).not_to_have_url(first, timeout=LATE)
    assert ready_page.evaluate("() => history.length") == before
    ready_page.reload()
    wait_until_ready(ready_page)
    expect_shown(ready_page, {"k": "1", "gain": "exponential", "judgements": "", "results": ""})
    k(ready_page).fill("10")
    ready_page.get_by_role("radio", name="Linear").check()
    expect(ready_page).to_have_url(site.url, timeout=LATE)


def test_a_link_pasted_right_after_a_change_stays_in_the_address(ready_page: Page) -> None:
    give(ready_page, QRELS, OTHER)
    expect(mean_cells(ready_page).last).to_have_text("0.3155", timeout=LATE)
    expect(ready_page.get_by_role("button", name="Share", exact=True)).to_be_enabled()
    k(ready_page).fill("1")
    expect(ready_page).to_have_url(re.compile(r"#v1\."), timeout=LATE)
    one = link("inputs with names")
    ready_page.evaluate(
        """(fragment) => {
          // Unpacking takes longer than the pause before an address follows.
          const { prototype } = ReadableStreamDefaultReader;
          const { read } = prototype;
          prototype.read = async function () {
            await new Promise((resolve) => setTimeout(resolve, 800));
            return read.call(this);
          };
          const k = document.querySelector("#k");
          k.value = "7";
          k.dispatchEvent(new Event("input", { bubbles: true }));
          location.hash = fragment;
        }""",
        one["fragment"].lstrip("#"),
    )
    expect_shown(ready_page, {**one["expect"], "k": "10"})
    ready_page.wait_for_timeout(1000)
    assert ready_page.url.endswith(one["fragment"])


def test_a_link_pasted_over_work_can_be_undone_and_back_returns_to_it(ready_page: Page) -> None:
    give(ready_page, QRELS, OTHER)
    k(ready_page).fill("1")
    expect(ready_page).to_have_url(re.compile(r"#v1\."), timeout=LATE)
    one = link("inputs with names")
    open_link(ready_page, one["fragment"])
    expect_shown(ready_page, {**one["expect"], "k": "10"})
    expect(ready_page.locator(".message")).to_contain_text("The link has replaced what was there before.", timeout=LATE)
    ready_page.get_by_role("button", name="Undo").click()
    expect_shown(ready_page, {"judgements": QRELS, "results": OTHER, "k": "1", "means": [["0.0000"] * 4]})
    open_link(ready_page, link("an example")["fragment"])
    expect_shown(ready_page, link("an example")["expect"])
    ready_page.go_back()
    expect_shown(ready_page, {"judgements": QRELS, "results": OTHER, "k": "1", "means": [["0.0000"] * 4]})
    ready_page.go_forward()
    expect_shown(ready_page, link("an example")["expect"])


def test_a_link_with_half_a_character_in_its_inputs_leaves_a_working_page(
    ready_page: Page, context: BrowserContext
) -> None:
    give(ready_page, "q1 \ud83d\ude00 1\n", "q1 \ud83d\ude00\n")
    box(ready_page, RESULTS).evaluate(
        "(box) => { box.value = 'q1 \\ud83d\\n'; box.dispatchEvent(new Event('input')); }"
    )
    page = opened(context, share(ready_page))
    expect(box(page, RESULTS)).not_to_have_value("", timeout=LATE)
    assert box(page, RESULTS).evaluate("(box) => box.value === 'q1 \\ud83d\\n'")
    box(page, RESULTS).fill("q1 \ud83d\ude00\n".encode("utf-16", "surrogatepass").decode("utf-16"))
    expect(mean_cells(page).last).to_have_text("1.0000", timeout=LATE)


def test_share_that_cannot_be_loaded_says_so_and_can_be_tried_again(ready_page: Page, watch: Watch) -> None:
    watch.allowed.append("ERR_FAILED")
    for part in ("share", "dialog"):
        ready_page.route(f"**/app/share/{part}.js", lambda route: route.abort())
        ready_page.get_by_role("button", name="Share", exact=True).click()
        expect(ready_page.locator(".message")).to_contain_text("Share could not be loaded: check the connection")
        ready_page.get_by_role("button", name="Dismiss").click()
        ready_page.unroute(f"**/app/share/{part}.js")
    assert "#v1." in share(ready_page)


def test_a_setting_of_a_link_that_cannot_be_used_is_shown_where_it_is_mended(ready_page: Page) -> None:
    open_link(ready_page, fragment('{"settings":{"depth":-5},"judgements":{"text":"q a 1"},"runs":[{"text":"q a"}]}'))
    expect(ready_page.get_by_role("alert")).to_contain_text("the depth is -5: give a whole number from 1", timeout=LATE)
    ready_page.get_by_role("spinbutton", name="Depth").fill("5")
    expect(mean_cells(ready_page).last).to_have_text("1.0000", timeout=LATE)
