"""Every panel can be used at any width and zoom, in forced colours, without motion, and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.page_reader import JUDGEMENTS, RESULTS, box, drop, example, give, mean_cells, means, queries
from tests.browser.site import START_UP, Site, Watch, wait_until_ready

QRELS = "".join(f"q{query} 0 r 1\nq{query} 0 s 0\n" for query in range(6))
BEST = "".join(f"q{query} Q0 {doc} {rank} {9 - rank} best\n" for query in range(6) for rank, doc in enumerate("rs", 1))
NEXT = "".join(f"q{query} Q0 {doc} {rank} {9 - rank} next\n" for query in range(6) for rank, doc in enumerate("sr", 1))

# A reader's 1360 pixels at 200 % and 400 %, the narrowest phone, and a screen of 4K at 100 %.
SIZES = ((680, 450), (360, 740), (320, 640), (3840, 2160))

# What is wider than the screen, unless it is in something that scrolls by itself.
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def show_runs(page: Page) -> None:
    """Two runs compared."""
    drop(page.locator("body"), {"qrels.txt": QRELS.encode(), "best.run": BEST.encode(), "next.run": NEXT.encode()})
    expect(page.get_by_role("table", name="Comparisons").locator("tbody tr")).to_have_count(2, timeout=START_UP)


def show_proof(page: Page) -> None:
    """The working behind a score."""
    example(page, "Wikipedia")
    queries(page).get_by_role("button", name=re.compile("^0.7850, nDCG@6 of query")).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def show_tools(page: Page) -> None:
    """The tables of other tools."""
    give(page, QRELS, NEXT)
    page.get_by_role("button", name=re.compile("^Other tools")).click()
    table = page.get_by_role("table", name="The same data under other conventions")
    expect(table.locator("tbody tr").first).to_be_visible(timeout=START_UP)


def show_diagnoses(page: Page) -> None:
    """Something that looks wrong, and its mend."""
    give(page, QRELS, NEXT.replace("q", "0q"))
    expect(page.get_by_role("region", name="What looks wrong")).to_be_visible()


def show_code(page: Page) -> None:
    """The editor of measures."""
    page.get_by_role("button", name=re.compile("^Own measures")).click()
    expect(page.locator(".code-host textarea, .code-host .cm-content").first).to_be_visible()


def show_picker(page: Page) -> None:
    """The picker of measures."""
    page.get_by_role("group", name="Measures", exact=True).get_by_role("button", name="Measures").click()
    expect(page.get_by_role("dialog", name="Measures")).to_be_visible()


STATES = [show_runs, show_proof, show_tools, show_diagnoses, show_code, show_picker]


# Forced colours are the system's, and axe takes the style sheet's for them where text has a colour of its own.
FORCED = {"rules": {"color-contrast": {"enabled": False}}}


def violations(page: Page, options: dict[str, Any] | None = None) -> list[Any]:
    """What axe finds, in short."""
    found: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [(each["id"], [node["target"] for node in each["nodes"]]) for each in found]


@pytest.mark.parametrize("show", STATES, ids=lambda show: show.__name__)
def test_every_panel_fits_any_screen_and_axe_finds_nothing_at_200_percent_or_in_forced_colours(
    ready_page: Page, show: Callable[[Page], None]
) -> None:
    show(ready_page)
    for width, height in SIZES:
        ready_page.set_viewport_size({"width": width, "height": height})
        assert ready_page.evaluate(TOO_WIDE) == 0, width
    ready_page.set_viewport_size({"width": 680, "height": 450})
    assert violations(ready_page) == []
    ready_page.emulate_media(forced_colors="active", color_scheme="dark")
    assert violations(ready_page, FORCED) == []


def test_nothing_moves_by_itself_for_a_reader_who_wants_less_motion(ready_page: Page) -> None:
    ready_page.emulate_media(reduced_motion="reduce")
    show_runs(ready_page)
    moving = """() => [...document.querySelectorAll("*")].filter((element) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
      return /[1-9]/.test(transitionDuration) || animationName !== "none" || scrollBehavior === "smooth";
    }).map((element) => element.outerHTML.slice(0, 80))"""
    box(ready_page, JUDGEMENTS).fill("q1 0 r x\n")  # scores that are older than what is typed would fade
    expect(means(ready_page)).to_have_class(re.compile("is-older"))
    assert ready_page.evaluate(moving) == []


def test_what_is_chosen_shows_in_forced_colours_too(ready_page: Page) -> None:
    show_runs(ready_page)
    ready_page.emulate_media(forced_colors="active")
    shown = """(element) => {
      const { backgroundColor, borderTopColor, borderBottomColor, outlineStyle, outlineColor, fontWeight } =
        getComputedStyle(element);
      return [backgroundColor, borderTopColor, borderBottomColor, outlineStyle, outlineColor, fontWeight].join();
    }"""
    chosen = ready_page.get_by_role("tab", name="best.run", exact=True)
    assert chosen.evaluate(shown) != ready_page.get_by_role("tab", name="next.run", exact=True).evaluate(shown)
    segments = ready_page.locator("#gain label span")
    assert segments.nth(0).evaluate(shown) != segments.nth(1).evaluate(shown)
    expect(ready_page.get_by_role("button", name="Share", exact=True)).to_be_enabled()  # where the Tab key stops too
    button = ready_page.get_by_role("button", name="Help", exact=True)
    before = button.evaluate(shown)
    button.focus()
    ready_page.keyboard.press("Shift+Tab")
    ready_page.keyboard.press("Tab")
    expect(button).to_be_focused()
    assert button.evaluate(shown) != before


def test_a_picture_of_many_runs_tells_them_apart_without_colour(ready_page: Page) -> None:
    runs = {f"run-{letter}.run": (BEST if letter in "aceg" else NEXT).encode() for letter in "abcdefghi"}
    drop(ready_page.locator("body"), {"qrels.txt": QRELS.encode(), **runs})
    expect(ready_page.get_by_role("table", name="Comparisons").locator("tbody tr")).to_have_count(9, timeout=START_UP)
    ready_page.get_by_role("combobox", name="Picture", exact=True).select_option(label="Precision at levels of recall")
    picture = ready_page.get_by_role("group", name="Picture", exact=True).get_by_role("img")
    lines = picture.locator("g:has(> path.line):has(> path.point)")
    expect(lines).to_have_count(18, timeout=START_UP)  # nine in the chart, and again in its legend
    looks = lines.evaluate_all(
        """(lines) => lines.map((line) => [
          getComputedStyle(line.querySelector(".line")).strokeDasharray,
          line.querySelector(".point").getAttribute("d"),
        ].join())"""
    )
    assert looks[:9] == looks[9:]
    assert len(set(looks[:9])) == 9


LISTEN = """() => {
  window.said = [];
  const kind = "[role=status], [role=alert], [aria-live]";
  const live = document.querySelectorAll(kind);
  const note = (records) => {
    for (const { target } of records) {
      const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(kind);
      const text = region?.textContent.trim();
      if (text && !region.closest("[hidden]") && window.said.at(-1) !== text) window.said.push(text);
    }
  };
  for (const region of live) {
    new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
  }
}"""


@pytest.mark.parametrize("width", [320, 360, 640, 960, 1024, 1280, 1920])
def test_buttons_above_the_boxes_stay_within_them(ready_page: Page, width: int) -> None:
    ready_page.set_viewport_size({"width": width, "height": 900})
    show_runs(ready_page)
    beyond = """(heads) => heads.map((head) => {
      const text = document.createRange();  // a button's padding may reach beyond what is below it
      text.selectNodeContents([...head.querySelectorAll("button:not([hidden])")].at(-1));
      return text.getBoundingClientRect().right - head.getBoundingClientRect().right;
    })"""
    assert max(ready_page.locator(".box-head").evaluate_all(beyond)) < 1  # of a pixel


@pytest.mark.parametrize("width", [320, 360, 640, 960, 1280, 1920])
def test_what_is_told_of_long_work_moves_nothing(ready_page: Page, width: int) -> None:
    ready_page.set_viewport_size({"width": width, "height": 900})
    show_runs(ready_page)
    told = """([part, stop, past, text]) => {
      const head = document.querySelector(`${part} .section-head`);
      const before = head.offsetHeight;
      const working = (is) => {
        head.classList.toggle("is-working", is);
        head.querySelector("progress").hidden = head.querySelector(stop).hidden = !is;
      };
      head.querySelector(".older").textContent = past;
      const heights = [head.offsetHeight];
      head.querySelector(".work-text").textContent = text;
      working(true);
      heights.push(head.offsetHeight);
      const { right } = head.querySelector(stop).getBoundingClientRect();
      const reach = [right <= innerWidth, head.scrollWidth <= head.clientWidth];
      working(false);
      return [heights.every((height) => height === before), ...reach];
    }"""
    older = """() => {
      const head = document.querySelector(".query-head");
      const filter = head.querySelector(".filter");
      const places = () => [head.offsetHeight, filter.offsetLeft, filter.offsetTop].join();
      const before = places();
      head.querySelector(".older").textContent = "Older scores";
      return places() === before && head.scrollWidth <= head.clientWidth;
    }"""
    assert ready_page.evaluate(older)
    reading = "Reading a-rather-long-name-of-a-file.run: 6,980,000 rows, 6,980 queries, 50 %"
    means_told = [".means", "#stop", "Older scores; new ones are on their way", reading]
    assert ready_page.evaluate(told, means_told) == [True, True, True]
    compare_told = [".compare", "#stop-comparing", "Older comparison; a new one is on its way", "Resampling, 43%"]
    assert ready_page.evaluate(told, compare_told) == [True, True, True]


# Makes every pause of the page so much longer that a busy host is a quick one by it.
SLOWER = "() => { const wait = setTimeout; window.setTimeout = (go, after = 0) => wait(go, 20 * after); }"


def test_typing_is_not_talked_into(ready_page: Page) -> None:
    give(ready_page, QRELS, BEST)
    expect(mean_cells(ready_page).first).to_have_text("1.0000")
    wait_until_ready(ready_page)
    ready_page.evaluate(SLOWER)
    ready_page.evaluate(LISTEN)
    box(ready_page, RESULTS).focus()
    ready_page.keyboard.press("ControlOrMeta+End")
    ready_page.keyboard.type("q5 Q0 t 3 1 best\n", delay=20)
    expect(queries(ready_page).get_by_role("row").last.get_by_role("cell").nth(2)).to_have_text("3")
    assert ready_page.evaluate("window.said") == []


def tab_to(page: Page, wanted: Locator, back: bool = False) -> None:
    """Presses Tab until the element has the focus."""
    for _ in range(80):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if wanted.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {wanted}")


def test_two_runs_are_typed_compared_and_proved_by_keyboard_alone(ready_page: Page) -> None:
    page = ready_page
    tab_to(page, box(page, JUDGEMENTS))
    page.keyboard.insert_text(QRELS)
    tab_to(page, box(page, RESULTS))
    page.keyboard.insert_text(BEST)
    expect(mean_cells(page).first).to_have_text("1.0000")
    tab_to(page, page.get_by_role("button", name="Add a run"), back=True)
    page.keyboard.press("Enter")
    expect(box(page, RESULTS)).to_be_focused()
    page.keyboard.insert_text(NEXT)
    expect(mean_cells(page, 1).nth(3)).to_contain_text("0.5000")  # the relevant document at rank 2
    baseline = page.get_by_role("combobox", name="Baseline")
    tab_to(page, baseline)
    page.keyboard.press("ArrowDown")
    expect(baseline).to_have_value("run-2")
    tab_to(page, page.get_by_role("button", name="Is the difference real?"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Compare runs")).to_be_focused()
    comparisons = page.get_by_role("table", name="Comparisons")
    expect(comparisons.locator(".baseline-row")).to_contain_text("next", timeout=START_UP)
    expect(comparisons.locator("tbody tr")).to_have_count(2)
    score = means(page).get_by_role("button", name=re.compile("^0.5000, MRR@10 of .* show the working$"))
    tab_to(page, page.get_by_role("button", name="Is the difference real?"), back=True)
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.classList.contains('score')"):
            break
    for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight"):
        if score.evaluate("(element) => element === document.activeElement"):
            break
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".score:focus")).to_have_count(1)


def test_nothing_but_the_reader_moves_a_small_page(context: BrowserContext, site: Site, watch: Watch) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 400})
    page.goto(site.url)
    wait_until_ready(page)
    assert page.evaluate("scrollY") == 0
    heights = page.evaluate(
        """["Starting Python", "Ready", "Working"].map((text) => {
          document.querySelector(".status-text").textContent = text;
          return document.querySelector("header.top").offsetHeight;
        })"""
    )
    assert len(set(heights)) == 1
    names = [f"number-{number}.run" for number in range(6)]
    drop(page.locator("body"), {"qrels.txt": QRELS.encode(), **{name: NEXT.encode() for name in names}})
    expect(page.get_by_role("table", name="Comparisons").locator("tbody tr")).to_have_count(6, timeout=START_UP)
    wait_until_ready(page)
    for name in (names[-1], names[0], names[-1]):
        run = means(page).get_by_role("button", name=name, exact=True)
        run.scroll_into_view_if_needed(timeout=START_UP)
        before = page.evaluate("scrollY")
        run.click()
        tab = page.get_by_role("tab", name=name)
        expect(tab).to_have_attribute("aria-selected", "true")
        assert page.evaluate("scrollY") == before
        assert tab.evaluate(
            """(tab) => {
              const [one, all] = [tab, tab.parentElement].map((each) => each.getBoundingClientRect());
              return one.left >= all.left - 1 && one.right <= all.right + 1;
            }"""
        )
