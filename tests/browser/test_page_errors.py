"""What is wrong with an input or a setting is said where it is, and the last good scores stay."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_reader import JUDGEMENTS, RESULTS, alert, box, example, give, k, mean_cells, means, queries
from tests.browser.site import wait_until_ready

QRELS = "1 0 d1 1\n1 0 d2 0\n"
RUN = "1 Q0 d2 1 9 r\n1 Q0 d1 2 8 r\n"
OLDER = "Scores from before the error"


def test_an_error_names_box_and_line_and_shows_the_line_with_a_caret(ready_page: Page) -> None:
    give(ready_page, QRELS + "1 0 d3 maybe\n", RUN)
    error = alert(ready_page)
    expect(error).to_contain_text("Error in Relevance judgements, line 3")
    expect(error).to_contain_text("Expected: a whole number")
    expect(error).to_contain_text("To mend it: ")
    line, caret = error.locator("pre").inner_text().split("\n")
    assert line == "1 0 d3 maybe"
    assert caret == " " * line.index("maybe") + "^"
    expect(box(ready_page, JUDGEMENTS)).to_have_attribute("aria-invalid", "true")
    expect(box(ready_page, RESULTS)).not_to_have_attribute("aria-invalid", "true")


def test_the_caret_stands_under_its_column_after_tabs_and_wide_characters(ready_page: Page) -> None:
    box(ready_page, JUDGEMENTS).fill("問一\t0\tdé\tmaybe\n")
    line, caret = alert(ready_page).locator("pre").inner_text().split("\n")
    assert line == "問一\t0\tdé\tmaybe"
    assert caret == "\u3000\u3000\t \t  \t^"


def test_an_error_can_be_gone_to_and_its_line_is_marked(ready_page: Page) -> None:
    many = "".join(f"1 0 d{number} 1\n" for number in range(1, 501))
    give(ready_page, many + "1 0 last 1.5\n", RUN)
    ready_page.get_by_role("button", name="Go to line 501").click()
    textarea = box(ready_page, JUDGEMENTS)
    expect(textarea).to_be_focused()
    assert textarea.evaluate("(t) => t.value.slice(t.selectionStart, t.selectionEnd)") == "1 0 last 1.5"
    gutter = ready_page.locator("[data-box=judgements] .gutter")
    mark, number = gutter.locator(".mark").bounding_box(), gutter.locator(".numbers").bounding_box()
    assert mark
    assert number
    visible = gutter.locator(".numbers").inner_text().split("\n")
    assert round((mark["y"] - number["y"]) / mark["height"]) == visible.index("501")


def test_only_the_first_problems_are_listed_and_the_rest_are_counted(ready_page: Page) -> None:
    box(ready_page, JUDGEMENTS).fill("".join(f"1 0 d{number} x\n" for number in range(40)))
    expect(alert(ready_page).get_by_role("listitem")).to_have_count(5)
    expect(alert(ready_page)).to_contain_text("and 35 more")


def test_the_last_good_scores_stay_and_are_marked_as_older(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    expect(mean_cells(ready_page).last).to_have_text("0.7850")
    before = mean_cells(ready_page).last.evaluate("(cell) => getComputedStyle(cell).color")
    box(ready_page, RESULTS).fill('{"ndcg": ["D1", ')
    expect(ready_page.get_by_text(OLDER)).to_be_visible()
    expect(mean_cells(ready_page).last).to_have_text("0.7850")
    expect(queries(ready_page).get_by_role("cell").last).to_have_text("0.7850")
    expect(mean_cells(ready_page).last).not_to_have_css("color", before)
    box(ready_page, RESULTS).fill('{"ndcg": ["D1"]}')
    expect(mean_cells(ready_page).first).to_have_text("0.1429")
    expect(ready_page.get_by_text(OLDER)).to_be_hidden()
    expect(mean_cells(ready_page).last).to_have_css("color", before)
    expect(alert(ready_page)).to_have_count(0)


def test_an_error_in_one_run_leaves_the_others_their_scores(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    ready_page.get_by_role("button", name="Add a run").click()
    box(ready_page, RESULTS).fill("1 Q0 d1 1 9 r\n")
    expect(mean_cells(ready_page, 1).last).to_contain_text("1.0000")
    box(ready_page, RESULTS).fill("1 Q0 d1 1 high r\n")
    expect(means(ready_page).get_by_role("rowheader")).to_have_text(["run 1 baseline", "run 2 has an error"])
    expect(ready_page.get_by_role("tab")).to_have_text(["run 1", "run 2 has an error"])
    expect(mean_cells(ready_page, 0).last).to_contain_text("0.6309")
    expect(mean_cells(ready_page, 1).last).to_contain_text("1.0000")


def test_empty_boxes_get_a_hint_and_one_filled_box_is_told_what_is_missing(ready_page: Page) -> None:
    expect(ready_page.get_by_text("Paste or drop judgements and results, or choose an example")).to_be_visible()
    box(ready_page, JUDGEMENTS).fill(QRELS)
    expect(ready_page.get_by_text("Ranked results are still missing.")).to_be_visible()
    give(ready_page, "  \n", RUN)
    expect(ready_page.get_by_text("Relevance judgements are still missing.")).to_be_visible()
    expect(alert(ready_page)).to_have_count(0)


def test_a_bad_k_is_refused_at_its_field(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    expect(mean_cells(ready_page).last).to_have_text("0.7850")
    for value, found in {
        "0": "k is 0",
        "-1": "k is -1",
        "1000000000": "k is 1000000000",
        "2.5": "2.5",
        "": "k is empty",
    }.items():
        k(ready_page).fill(value)
        expect(alert(ready_page)).to_contain_text(found)
        expect(alert(ready_page)).to_contain_text("a whole number from 1 to 1,000,000")
        expect(k(ready_page)).to_have_attribute("aria-invalid", "true")
        expect(k(ready_page)).to_have_accessible_description(alert(ready_page).inner_text())
        expect(ready_page.get_by_text(OLDER)).to_be_visible()


def test_a_k_that_is_not_a_number_is_refused_and_a_good_one_mends_it(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    k(ready_page).fill("")
    k(ready_page).press_sequentially("ten-e")
    expect(alert(ready_page)).to_contain_text("k is not a number")
    k(ready_page).fill("6")
    expect(alert(ready_page)).to_have_count(0)
    expect(mean_cells(ready_page).last).to_have_text("0.7850")


def test_a_bad_gain_and_a_bad_depth_are_refused_at_their_fields(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    ready_page.get_by_role("radio", name="Custom").check()
    gain = ready_page.get_by_role("textbox", name="Gain of each grade")
    gain.fill("1=lots")
    expect(gain).to_have_attribute("aria-invalid", "true")
    expect(gain).to_have_accessible_description(alert(ready_page).inner_text())
    ready_page.get_by_role("radio", name="Linear").check()
    ready_page.get_by_role("button", name="Conventions").click()
    depth = ready_page.get_by_role("spinbutton", name="Depth")
    depth.fill("0")
    expect(depth).to_have_attribute("aria-invalid", "true")
    expect(alert(ready_page)).to_contain_text("the depth is 0")
    depth.fill("")
    expect(alert(ready_page)).to_have_count(0)


def test_a_grade_too_large_for_exponential_gain_is_an_error_that_goes_with_the_gain(ready_page: Page) -> None:
    give(ready_page, "1 0 d1 2000\n", RUN)
    expect(mean_cells(ready_page).last).to_have_text("0.6309")
    ready_page.get_by_role("radio", name="Exponential").check()
    expect(alert(ready_page)).to_contain_text("grade 2,000")
    ready_page.get_by_role("radio", name="Linear").check()
    expect(alert(ready_page)).to_have_count(0)


TYPE = """(text) => {
  const box = document.querySelector("#judgements");
  box.value = text;
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  return document.documentElement.dataset.engine;
}"""

# Types a mistake, and mends it as soon as Python has answered; gives how many alerts there were.
MEND_AT_ONCE = f"""async ([wrong, right]) => {{
  const type = {TYPE};
  let alerts = 0;
  const count = () => (alerts += document.querySelectorAll("#error-judgements").length);
  new MutationObserver(count).observe(document.body, {{ childList: true, subtree: true }});
  const answered = new Promise((resolve) => {{
    new MutationObserver(() => document.documentElement.dataset.engine === "ready" && resolve()).observe(
      document.documentElement, {{ attributeFilter: ["data-engine"] }});
  }});
  if (type(wrong) !== "busy") throw new Error("not asked at once");
  await answered;
  type(right);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return alerts;
}}"""


# Clocks by which every score is quick, or none is, however busy the host.
QUICK = "() => { performance.now = () => 0; }"
SLOW = "() => { let now = 0; performance.now = () => (now += 1000); }"


COUNT_ASKED = """() => {
  const { documentElement: root } = document;
  globalThis.asked = 0;
  const count = () => { if (root.dataset.engine === "busy") asked += 1; };
  new MutationObserver(count).observe(root, { attributeFilter: ["data-engine"] });
}"""


@pytest.mark.parametrize(("clock", "state"), [(QUICK, "busy"), (SLOW, "ready")], ids=["quick", "slow"])
def test_keystrokes_are_scored_at_once_where_scores_are_quick(ready_page: Page, clock: str, state: str) -> None:
    ready_page.evaluate(clock)
    give(ready_page, QRELS, RUN)
    expect(mean_cells(ready_page).last).to_have_text("0.6309")  # 1 / log2(3)
    ready_page.evaluate(COUNT_ASKED)
    for grade in range(1, 6):
        wait_until_ready(ready_page)
        assert ready_page.evaluate(TYPE, f"1 0 d1 {grade}\n") == state
        ready_page.wait_for_function("(grade) => asked >= grade", arg=grade)


def test_a_mistake_is_told_once_the_typing_rests(ready_page: Page) -> None:
    ready_page.evaluate(QUICK)
    give(ready_page, QRELS, RUN)
    expect(mean_cells(ready_page).last).to_have_text("0.6309")
    counts = []
    for _ in range(10):
        wait_until_ready(ready_page)
        counts.append(ready_page.evaluate(MEND_AT_ONCE, ["1 0 d1\n1 0 d2 1\n", QRELS]))
    assert counts == [0] * 10
    expect(mean_cells(ready_page).last).to_have_text("0.6309")
    wait_until_ready(ready_page)
    ready_page.evaluate(TYPE, "1 0 d1\n1 0 d2 1\n")
    expect(alert(ready_page)).to_have_count(1)
