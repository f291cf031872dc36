"""The page can be used by everyone: by keyboard alone, on a narrow screen, in light and dark, and nothing jumps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.page_reader import (
    JUDGEMENTS,
    RESULTS,
    alert,
    box,
    drop,
    example,
    give,
    k,
    large_run,
    mean_cells,
    means,
    query_names,
)
from tests.browser.site import wait_until_ready


def show_nothing(page: Page) -> None:
    """The page as it opens."""


def show_an_example(page: Page) -> None:
    """Scores, notes and a warning."""
    example(page, "TREC")
    expect(mean_cells(page).last).to_have_text("0.5289")


def show_errors(page: Page) -> None:
    """An error in each input, older scores, and a bad setting."""
    show_an_example(page)
    give(page, "301 0 FT-101 one\n", "301 Q0 FT-101 1 2\n" * 8)
    expect(alert(page)).to_have_count(2)
    k(page).fill("0")
    expect(alert(page)).to_have_count(3)


def show_runs(page: Page) -> None:
    """Three runs: one attached, one in error, one empty; and the message that something was replaced."""
    give(page, "1 0 d1 1\n2 0 d2 0\n", "1 Q0 d1 1 1 r\n")
    drop(box(page, RESULTS), {"large.run": large_run(60, 1000).encode()})
    expect(page.get_by_role("tab", name="large.run")).to_be_visible()
    page.get_by_role("button", name="Add a run").click()
    box(page, RESULTS).fill("1 Q0 d1 1 x r\n")
    page.get_by_role("button", name="Add a run").click()
    page.get_by_role("tab", name="large.run").click()
    drop(box(page, JUDGEMENTS), {"new.qrels": b"1 0 d1 1\n"})
    expect(mean_cells(page, 1).last).to_contain_text("1.0000")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def show_conventions(page: Page) -> None:
    """Every setting, one of them changed."""
    show_an_example(page)
    page.get_by_role("button", name="Conventions").click()
    page.get_by_role("radio", name="All judged", exact=True).check()
    page.get_by_role("radio", name="Custom").check()


def show_help(page: Page) -> None:
    """The help."""
    page.get_by_role("button", name="Help").click()


STATES = [show_nothing, show_an_example, show_errors, show_runs, show_conventions, show_help]


@pytest.mark.parametrize("show", STATES, ids=lambda show: show.__name__)
def test_axe_finds_nothing_in_light_and_dark_wide_and_narrow(ready_page: Page, show: Callable[[Page], None]) -> None:
    show(ready_page)
    for width, height in ((1360, 900), (360, 740)):
        ready_page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            ready_page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found: list[dict[str, Any]] = Axe().run(ready_page).response["violations"]
            assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == [], (width, scheme)


@pytest.mark.parametrize("show", STATES, ids=lambda show: show.__name__)
def test_nothing_is_wider_than_a_screen_of_360_pixels(ready_page: Page, show: Callable[[Page], None]) -> None:
    ready_page.set_viewport_size({"width": 360, "height": 740})
    show(ready_page)
    assert ready_page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_mean_scores_stay_in_reach_on_a_narrow_screen(ready_page: Page) -> None:
    ready_page.set_viewport_size({"width": 360, "height": 740})
    example(ready_page, "Wikipedia")
    brief = ready_page.get_by_role("button", name="nDCG@6 0.7850")
    expect(brief).to_be_in_viewport()
    expect(means(ready_page)).not_to_be_in_viewport()
    brief.click()
    expect(means(ready_page)).to_be_in_viewport()


@pytest.mark.parametrize("width", [1360, 360])
def test_nothing_moves_when_python_is_there_or_results_arrive(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.add_init_script(
        """window.moved = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries()) {
            const nodes = sources.map(({ node }) => node).filter(Boolean);  // not what is inside a field
            const shown = nodes.map((node) => node.outerHTML?.slice(0, 99) ?? node.data);
            if (shown.length) window.moved.push([value, shown]);
          }
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    page.reload()
    k(page).fill("5")  # as wide as the k of the examples
    give(page, "1 0 d1 1\n2 0 d2 0\n", "1 Q0 d1 1 1 r\n1 Q0 d1 2 1 r\n3 Q0 d1 2 1 r\n")
    wait_until_ready(page)
    expect(mean_cells(page).last).to_have_text("1.0000")
    for text in ("1 0 d1 x\n", "1 0 d1 1\n"):
        box(page, JUDGEMENTS).fill(text)
        expect(alert(page)).to_have_count(int("x" in text))
        expect(mean_cells(page).last).to_have_text("1.0000")
    for name in ("TREC", "CSV"):
        example(page, name)
        expect(query_names(page).first).to_have_text({"TREC": "301", "CSV": "bread"}[name])
    assert page.evaluate("window.moved") == []


def test_the_run_tabs_follow_the_arrow_keys_home_end_and_delete(ready_page: Page) -> None:
    for _ in range(2):
        ready_page.get_by_role("button", name="Add a run").click()
        expect(box(ready_page, RESULTS)).to_be_focused()
    tabs = ready_page.get_by_role("tab")
    expect(tabs).to_have_text(["run 1", "run 2", "run 3"])
    tabs.nth(2).focus()
    for key, chosen in (("ArrowRight", 0), ("ArrowLeft", 2), ("ArrowLeft", 1), ("Home", 0), ("End", 2)):
        ready_page.keyboard.press(key)
        expect(tabs.nth(chosen)).to_be_focused()
        expect(tabs.nth(chosen)).to_have_attribute("aria-selected", "true")
        assert tabs.evaluate_all("(all) => all.map(({ tabIndex }) => tabIndex)").count(0) == 1
        expect(ready_page.get_by_role("tabpanel", name=f"run {chosen + 1}")).to_be_visible()
    ready_page.keyboard.press("Delete")
    expect(tabs).to_have_text(["run 1", "run 2"])
    expect(tabs.nth(1)).to_be_focused()


def test_an_example_can_be_scored_sorted_and_its_conventions_changed_by_keyboard_alone(ready_page: Page) -> None:
    def tab_to(role: Any, name: str) -> None:
        wanted = ready_page.get_by_role(role, name=name, exact=not name.startswith("Conventions"))
        for _ in range(60):
            ready_page.keyboard.press("Tab")
            if wanted.evaluate("(element) => element === document.activeElement"):
                return
        raise AssertionError(f"Tab does not reach the {role} {name}")

    tab_to("button", "TREC")
    ready_page.keyboard.press("Enter")
    expect(mean_cells(ready_page).last).to_have_text("0.5289")
    tab_to("radio", "Linear")
    ready_page.keyboard.press("ArrowRight")
    expect(ready_page.get_by_role("radio", name="Exponential")).to_be_checked()
    tab_to("button", "Conventions")
    ready_page.keyboard.press("Enter")
    tab_to("radio", "This calculator")
    ready_page.keyboard.press("ArrowDown")
    expect(ready_page.get_by_role("radio", name="Judged and retrieved")).to_be_checked()
    expect(mean_cells(ready_page).first).to_have_text("0.7500")  # 301, 302 and 303 have 1, and 304 has 0
    tab_to("button", "RR@5")
    ready_page.keyboard.press("Enter")
    expect(query_names(ready_page)).to_have_text(["304", "303", "302", "301", "305"])


def test_the_help_opens_and_closes_by_keyboard_and_gives_the_focus_back(ready_page: Page) -> None:
    ready_page.get_by_role("button", name="Help").press("Enter")
    dialog = ready_page.get_by_role("dialog", name="Help")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="Try it: ").first).to_be_visible()  # what comes later, above the heading
    dialog.get_by_role("button", name="Which queries count").press("Enter")
    expect(dialog.get_by_role("heading", name="Which queries count")).to_be_in_viewport()
    ready_page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(ready_page.get_by_role("button", name="Help")).to_be_focused()


def test_every_target_is_at_least_24_pixels_high(ready_page: Page) -> None:
    show_conventions(ready_page)
    small = ready_page.evaluate(
        """() => [...document.querySelectorAll("button, input:not([type=radio]), label:has(> [type=radio])")]
          .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 24)
          .map((each) => each.outerHTML.slice(0, 99))"""
    )
    assert small == []
