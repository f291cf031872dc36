"""The tables sort, filter, show the chosen run, and draw only what is in view."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_reader import (
    JUDGEMENTS,
    RESULTS,
    box,
    column,
    drop,
    example,
    give,
    mean_cells,
    means,
    queries,
    query_names,
)
from tests.browser.site import START_UP

QRELS = "q2 0 a 1\nq10 0 a 1\nq1 0 a 1\nq3 0 a 0\n"
RUN = "q2 Q0 a 1 1 r\nq10 Q0 b 1 2 r\nq10 Q0 a 2 1 r\nq1 Q0 c 1 1 r\n"


def test_queries_stand_in_natural_order_and_those_left_out_at_the_end_with_the_reason(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    expect(query_names(ready_page)).to_have_text(["q1", "q2", "q10", "q3"])
    expect(queries(ready_page).get_by_role("row").last).to_contain_text("Left out: no relevant document")
    expect(ready_page.get_by_text("3 queries, 1 left out")).to_be_visible()


def test_the_table_per_query_sorts_by_any_column_and_says_how(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    table = queries(ready_page)
    expect(column(table, "Query")).to_have_attribute("aria-sort", "ascending")
    for name in ("Judged", "Relevant", "Retrieved", "Recall@10", "Precision@10", "RR@10", "nDCG@10"):
        head = column(table, name)
        head.get_by_role("button").click()
        expect(head).to_have_attribute("aria-sort", "ascending")
    expect(query_names(ready_page)).to_have_text(["q1", "q10", "q2", "q3"])
    column(table, "nDCG@10").get_by_role("button").press("Enter")
    expect(column(table, "nDCG@10")).to_have_attribute("aria-sort", "descending")
    expect(query_names(ready_page)).to_have_text(["q2", "q10", "q1", "q3"])
    column(table, "Query").get_by_role("button").click()
    expect(query_names(ready_page)).to_have_text(["q1", "q2", "q10", "q3"])
    column(table, "Query").get_by_role("button").click()
    expect(query_names(ready_page)).to_have_text(["q10", "q2", "q1", "q3"])


def test_the_order_follows_a_measure_to_another_cut_off(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    column(queries(ready_page), "nDCG@10").get_by_role("button").click()
    ready_page.get_by_role("spinbutton", name="k", exact=True).fill("1")
    expect(column(queries(ready_page), "nDCG@10")).to_have_count(0)
    expect(column(queries(ready_page), "nDCG@1")).to_have_attribute("aria-sort", "ascending")


def test_the_filter_keeps_the_queries_that_contain_its_text(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    ready_page.get_by_label("Filter queries").fill("Q1")
    expect(query_names(ready_page)).to_have_text(["q1", "q10"])
    expect(ready_page.get_by_text("2 of 4 queries")).to_be_visible()
    ready_page.get_by_label("Filter queries").fill("none")
    expect(query_names(ready_page)).to_have_count(0)


def test_the_mean_scores_sort_by_any_column(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    for text in ("q1 Q0 a 1 1 r\nq2 Q0 a 1 1 r\nq10 Q0 a 1 1 r\n", "q1 Q0 c 1 1 r\n"):
        ready_page.get_by_role("button", name="Add a run").click()
        box(ready_page, RESULTS).fill(text)
    names = means(ready_page).get_by_role("rowheader")
    expect(mean_cells(ready_page, 2).last).to_contain_text("0.0000", timeout=START_UP)
    expect(names).to_have_text(["run 1 baseline", "run 2", "run 3"])
    column(means(ready_page), "nDCG@10").get_by_role("button").click()
    expect(names).to_have_text(["run 3", "run 1 baseline", "run 2"])
    column(means(ready_page), "nDCG@10").get_by_role("button").click()
    expect(names).to_have_text(["run 2", "run 1 baseline", "run 3"])


def test_choosing_a_run_in_the_mean_scores_shows_its_queries(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    ready_page.get_by_role("button", name="Add a run").click()
    box(ready_page, RESULTS).fill("q1 Q0 a 1 1 r\n")
    expect(mean_cells(ready_page, 1).last).to_contain_text("0.3333")
    expect(ready_page.get_by_text("run 2: 3 queries")).to_be_visible()
    means(ready_page).get_by_role("button", name="run 1", exact=True).click()
    expect(means(ready_page).get_by_role("button", name="run 1", exact=True)).to_be_focused()
    expect(ready_page.get_by_text("run 1: 3 queries")).to_be_visible()
    expect(ready_page.get_by_role("tab", name="run 1")).to_have_attribute("aria-selected", "true")
    expect(box(ready_page, RESULTS)).to_have_value(RUN)


def test_7000_queries_are_all_there_but_only_those_in_view_are_drawn(ready_page: Page) -> None:
    qrels = "".join(f"q{number} 0 d 1\n" for number in range(7000))
    run = "".join(f"q{number} Q0 {'d' if number % 7 else 'x'} 1 1 r\n" for number in range(7000))
    drop(box(ready_page, JUDGEMENTS), {"qrels.txt": qrels.encode()})
    drop(box(ready_page, RESULTS), {"run.txt": run.encode()})
    table = queries(ready_page)
    expect(table).to_have_attribute("aria-rowcount", "7001", timeout=START_UP)
    drawn = query_names(ready_page)
    assert drawn.count() < 100
    scroller = ready_page.get_by_role("region", name="Scores of each query")
    scroller.evaluate("(region) => region.scrollTo(0, region.scrollHeight)")
    expect(drawn.last).to_have_text("q6999")
    assert drawn.count() < 100
    expect(table.get_by_role("row", name="q6999")).to_have_attribute("aria-rowindex", "7001")
    scroller.evaluate("(region) => region.scrollTo(0, region.scrollHeight / 2)")
    expect(table.get_by_role("row", name="q3500")).to_be_in_viewport()
    column(table, "nDCG@10").get_by_role("button").click()
    scroller.evaluate("(region) => region.scrollTo(0, 0)")
    expect(drawn.first).to_have_text("q0")
    expect(drawn.nth(1)).to_have_text("q7")


def test_numbers_have_four_decimals_and_every_digit_on_pointing_at_them(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    expect(mean_cells(ready_page).last).to_have_text("0.7850")
    expect(mean_cells(ready_page).last).to_have_attribute("title", "0.785002371969948")  # 6.86113 / 8.74026


LONG = """async (total) => {
  const { createRows } = await import(new URL("app/widgets/rows.js", document.baseURI));
  const scroller = document.createElement("div");
  scroller.className = "scroller";
  scroller.style.height = "400px";
  scroller.innerHTML = "<table><thead><tr><th>Number</th></tr></thead><tbody></tbody></table>";
  document.body.replaceChildren(scroller);
  const draw = (row, index) => row.replaceChildren(Object.assign(document.createElement("td"), { textContent: index }));
  createRows(scroller, scroller.querySelector("tbody"), draw).show(total);
}"""

SCROLLED = """async (share) => {
  const scroller = document.querySelector(".scroller");
  scroller.scrollTop = share * scroller.scrollHeight;
  for (const _ of "two") await new Promise(requestAnimationFrame);
  const { top, bottom } = scroller.getBoundingClientRect();
  return [...scroller.querySelectorAll("tr:not(.spacer, thead tr)")]
    .map((row) => [Number(row.textContent), row.getBoundingClientRect().top - top, row.getBoundingClientRect().bottom])
    .filter(([, from, to]) => from < bottom - top && to > top)
    .map(([number, from, to]) => [number, from, bottom - to]);
}"""


@pytest.mark.parametrize("total", [1000, 2_000_000])
def test_every_row_of_a_long_table_can_be_scrolled_to(ready_page: Page, total: int) -> None:
    """Two million rows are higher than what any browser can lay out."""
    ready_page.evaluate(LONG, total)
    for share in (0, 0.0001, 0.25, 0.5, 0.9999, 1):
        rows = ready_page.evaluate(SCROLLED, share)
        numbers = [number for number, _, _ in rows]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        assert numbers[0] == 0 if share == 0 else abs(numbers[0] - share * total) < 20 + 0.01 * total
        assert rows[0][1] <= (40 if numbers[0] == 0 else 0)  # right below the head, or cut by the upper edge
        assert rows[-1][2] <= 0.5  # at or beyond the lower edge
    assert rows[-1][0] == total - 1
    assert rows[-1][2] > -0.5
