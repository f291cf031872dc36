"""Whatever takes something of the reader's away can be undone, exactly, and leaves alone what it had no part in."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.page_reader import (
    JUDGEMENTS,
    RESULTS,
    box,
    drop,
    example,
    give,
    k,
    large_run,
    mean_cells,
    means,
    paste,
)
from tests.browser.site import START_UP, Watch, wait_until

QRELS = "q1 0 d1 1\nq2 0 d2 1\n"
RUN = "q1 Q0 d1 1 2 one\nq2 Q0 d1 1 2 one\n"  # P@1 is 0.5
OTHER = "q1 Q0 d1 1 2 two\nq2 Q0 d2 1 2 two\n"  # and here 1


def message(page: Page) -> Locator:
    return page.locator(".message")


def undo(page: Page) -> Locator:
    return page.get_by_role("button", name="Undo", exact=True)


def second_run(page: Page, text: str) -> None:
    page.get_by_role("button", name="Add a run").click()
    box(page, RESULTS).fill(text)


def test_a_box_that_was_cleared_comes_back_and_can_be_cleared_again(ready_page: Page) -> None:
    clear = ready_page.get_by_role("button", name="Clear: judgements")
    expect(clear).to_be_hidden()
    give(ready_page, QRELS, RUN)
    clear.click()
    expect(box(ready_page, JUDGEMENTS)).to_have_value("")
    expect(box(ready_page, JUDGEMENTS)).to_be_focused()
    expect(clear).to_be_hidden()
    expect(message(ready_page)).to_contain_text("The box has been cleared.")
    box(ready_page, RESULTS).fill(OTHER)  # what was typed since stays
    undo(ready_page).click()
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)
    expect(box(ready_page, RESULTS)).to_have_value(OTHER)
    expect(message(ready_page)).to_contain_text("What was there before is back.")
    undo(ready_page).press("Enter")
    expect(box(ready_page, JUDGEMENTS)).to_have_value("")
    expect(undo(ready_page)).to_be_focused()
    ready_page.get_by_role("button", name="Clear: results").click()
    expect(box(ready_page, RESULTS)).to_have_value("")
    undo(ready_page).click()
    expect(box(ready_page, RESULTS)).to_have_value(OTHER)


def test_a_removed_run_comes_back_in_its_place_beside_one_added_since(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    second_run(ready_page, OTHER)
    expect(ready_page.get_by_role("tab")).to_have_text(["one", "two"])
    ready_page.get_by_role("tab", name="one").click()
    ready_page.get_by_role("button", name="Remove run one").click()
    expect(ready_page.get_by_role("tab")).to_have_count(1)
    second_run(ready_page, RUN.replace("one", "three"))
    undo(ready_page).click()
    expect(ready_page.get_by_role("tab")).to_have_text(["one", "two", "three"], timeout=START_UP)
    expect(ready_page.get_by_role("tab", name="one")).to_have_attribute("aria-selected", "true")
    expect(box(ready_page, RESULTS)).to_have_value(RUN)
    # The last run's number was given to another one since.
    ready_page.get_by_role("tab", name="three").click()
    ready_page.get_by_role("button", name="Remove run three").click()
    second_run(ready_page, RUN.replace("one", "four"))
    undo(ready_page).click()
    expect(ready_page.get_by_role("tab")).to_have_text(["one", "two", "three", "four"], timeout=START_UP)
    expect(mean_cells(ready_page, 3).last).not_to_have_text("–")


def test_a_removed_file_comes_back_with_its_mends(ready_page: Page) -> None:
    run = large_run(60, 1000).replace(" Q0 d", " Q0 d.txt-").replace("d.txt-", "d")
    named = re.sub(r" d(\d+) ", r" d\1.txt ", run)
    box(ready_page, JUDGEMENTS).fill("1 0 d1 1\n2 0 d2 1\n")
    drop(box(ready_page, RESULTS), {"named.run": named.encode()})
    mend = ready_page.get_by_role("button", name="Remove “.txt” from document ids in the results")
    mend.click(timeout=START_UP)
    expect(mean_cells(ready_page).last).to_have_text("0.8155", timeout=START_UP)  # (1 + 1 / log2(3)) / 2
    ready_page.get_by_role("group", name="Ranked results").get_by_role("button", name="Remove").click()
    expect(box(ready_page, RESULTS)).to_be_visible()
    undo(ready_page).click()
    expect(ready_page.get_by_role("group", name="Ranked results")).to_contain_text("named.run")
    expect(mean_cells(ready_page).last).to_have_text("0.8155", timeout=START_UP)


def test_a_run_that_is_added_shows_nothing_of_one_that_was_removed(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    second_run(ready_page, OTHER)
    expect(mean_cells(ready_page, 1).last).to_contain_text("1.0000")
    # Both before the scores that follow.
    ready_page.evaluate(
        """() => {
          document.querySelector(".tabs [role=tab][aria-selected=true]").dispatchEvent(
            new KeyboardEvent("keydown", { key: "Delete", bubbles: true }));
          document.querySelector("#add-run").click();
        }"""
    )
    expect(ready_page.get_by_role("tab")).to_have_count(2)
    assert all(text in ("–", "") for text in mean_cells(ready_page, 1).all_text_contents())


def test_undo_takes_back_what_it_was_pressed_for_however_late_it_is_loaded(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ready_page.route("**/app/undo.js", hold)
    ready_page.get_by_role("button", name="Clear: judgements").click()
    undo(ready_page).click()
    wait_until(ready_page, lambda: held, "undo.js to be asked for")
    ready_page.get_by_role("button", name="Clear: results").click()
    expect(box(ready_page, RESULTS)).to_have_value("")
    held[0].continue_()
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)
    expect(box(ready_page, RESULTS)).to_have_value("")


def test_swapping_opening_and_pasting_can_be_undone(ready_page: Page) -> None:
    give(ready_page, RUN, QRELS)
    ready_page.get_by_role("button", name="Swap judgements and results").first.click()
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)
    expect(message(ready_page)).to_contain_text("changed places")
    undo(ready_page).click()
    expect(box(ready_page, JUDGEMENTS)).to_have_value(RUN)
    undo(ready_page).click()
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)
    drop(box(ready_page, JUDGEMENTS), {"new.qrels": b"q1 0 d9 1\n"})
    expect(box(ready_page, JUDGEMENTS)).to_have_value("q1 0 d9 1\n")
    undo(ready_page).click()
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)
    expect(ready_page.locator(".box-name")).to_have_text("")
    paste(ready_page, JUDGEMENTS, "q1 0 d1 1\n" * 100_001)
    expect(ready_page.get_by_role("group", name=JUDGEMENTS)).to_be_visible()
    undo(ready_page).click()
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)


def test_an_example_gives_back_text_and_settings(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    expect(mean_cells(ready_page).last).to_have_text("0.7850")
    example(ready_page, "CSV")
    expect(k(ready_page)).to_have_value("3")
    expect(undo(ready_page)).to_be_hidden()  # nothing was the reader's own
    k(ready_page).fill("4")
    example(ready_page, "Wikipedia")
    expect(message(ready_page)).to_contain_text("The example has replaced your settings.")
    undo(ready_page).click()
    expect(k(ready_page)).to_have_value("4")
    box(ready_page, RESULTS).fill(RUN)
    example(ready_page, "TREC")
    expect(message(ready_page)).to_contain_text("The example has replaced your input.")
    undo(ready_page).click()
    expect(box(ready_page, RESULTS)).to_have_value(RUN)
    expect(k(ready_page)).to_have_value("4")


def test_conventions_that_a_preset_replaced_come_back(ready_page: Page) -> None:
    ready_page.get_by_role("button", name="Conventions").click()
    ready_page.get_by_role("radio", name="All judged", exact=True).check()
    ready_page.get_by_role("radio", name=re.compile("^trec_eval")).first.check()
    expect(message(ready_page)).to_contain_text("The preset has replaced your own conventions.")
    undo(ready_page).click()
    expect(ready_page.get_by_role("button", name="Conventions")).to_contain_text("1 change")
    expect(ready_page.get_by_role("radio", name="All judged", exact=True)).to_be_checked()


def test_measures_come_back_while_the_dialog_is_open(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    ready_page.get_by_role("button", name=re.compile("^Measures")).click()
    dialog = ready_page.get_by_role("dialog")
    chips = dialog.get_by_role("list", name="Columns").get_by_role("listitem")
    dialog.get_by_role("button", name="Remove P@k").click()
    expect(chips).to_have_count(3)
    dialog.get_by_role("button", name="Default measures").click()
    expect(chips).to_have_count(4)
    undo(ready_page).click()
    expect(chips).to_have_count(3)
    undo(ready_page).click()
    expect(chips).to_have_count(4)
    dialog.get_by_role("button", name="Done").click()
    expect(undo(ready_page)).to_be_visible()
    undo(ready_page).click()
    expect(means(ready_page).get_by_role("columnheader")).to_have_count(4)


def test_code_and_packages_come_back(ready_page: Page) -> None:
    ready_page.get_by_role("button", name="Own measures").click()
    section = ready_page.get_by_role("region", name="Own measures", exact=True)
    editor = section.get_by_role("textbox", name="Python code of your measures")
    expect(editor).to_have_attribute("aria-description", re.compile("Escape"))
    editor.focus()
    ready_page.keyboard.insert_text("# mine")
    section.get_by_role("button", name="A function").click()
    expect(message(ready_page)).to_contain_text("The example has replaced your code.")
    undo(ready_page).click()
    expect(editor).to_have_text("# mine")
    drop(section, {"some-1-py3-none-any.whl": b"no wheel"})
    packages = section.get_by_role("list", name="Packages").get_by_role("listitem")
    expect(packages).to_contain_text("cannot be read as a wheel", timeout=START_UP)
    section.get_by_role("button", name="Remove some-1-py3-none-any.whl").click()
    expect(packages).to_have_count(0)
    undo(ready_page).click()
    expect(packages).to_have_count(1)
    expect(packages).to_contain_text("cannot be read as a wheel", timeout=START_UP)


def test_an_undo_that_cannot_be_loaded_stays_and_says_so(ready_page: Page, watch: Watch) -> None:
    watch.allowed += ["Failed to load resource"]
    give(ready_page, QRELS, RUN)
    ready_page.route("**/app/undo.js", lambda route: route.abort())
    ready_page.get_by_role("button", name="Clear: judgements").click()
    undo(ready_page).click()
    expect(message(ready_page)).to_contain_text("This could not be undone")
    expect(undo(ready_page)).to_be_visible()
