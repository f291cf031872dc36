"""Choosing a score shows its proof, whose last line is the score; means that ties could move say so unasked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.page_reader import column, drop, example, give, large_run, mean_cells, means, queries
from tests.browser.site import START_UP, wait_until_ready
from tests.browser.test_page_code import open_editor, run, write

# Two tied documents, c relevant and x not judged: RR@10 of q2 is 1/2 or 1, of q1 always 1.
TIED_QRELS = "q1 0 a 1\nq1 0 b 0\nq1 0 c 1\nq2 0 a 1\n"
TIED_RUN = "q1 Q0 a 1 3 r\nq1 Q0 b 2 2 r\nq1 Q0 c 3 2 r\nq2 Q0 a 1 1 r\nq2 Q0 b 2 1 r\n"
OWN = """from rankproof import register_measure

register_measure(name="<img src=x onerror=alert(1)>")(lambda query: query.num_rel_ret / query.num_ret)
register_measure(name="fails")(lambda query: 1 / (query.num_ret - 5))
"""


def sheet(page: Page) -> Locator:
    """The proof that is shown."""
    return page.get_by_role("dialog")


def heading(page: Page) -> Locator:
    """What it is the proof of."""
    return sheet(page).get_by_role("heading", level=2)


def score(table: Locator, what: str) -> Locator:
    """The button of a score, by what it is the score of."""
    return table.get_by_role("button", name=re.compile(rf", {re.escape(what)}: show the working$"))


def last_line(page: Page) -> Locator:
    """The line of arithmetic that ends in the score."""
    return sheet(page).get_by_role("list", name="Arithmetic").get_by_role("listitem").last


def test_a_score_opens_its_proof_by_mouse_and_its_last_line_is_the_score(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    button = score(queries(ready_page), "nDCG@6 of query ndcg")
    expect(button).to_have_accessible_name("0.7850, nDCG@6 of query ndcg: show the working")
    button.click()
    expect(heading(ready_page)).to_have_text("nDCG@6 of query ndcg")
    expect(last_line(ready_page)).to_have_text(re.compile(r"^nDCG@6=.*=0\.7850$"))
    # 3/1 + 2/log2(3) + 3/2 + 0 + 1/log2(6) + 2/log2(7) = 3 + 1.2619 + 1.5 + 0.3869 + 0.7124
    lines = sheet(ready_page).get_by_role("list", name="Arithmetic").get_by_role("listitem")
    expect(lines.first).to_have_text(re.compile(r"^DCG@6=.*=6\.8611$"))
    for name in ("Ranking", "Ideal ranking"):
        expect(sheet(ready_page).get_by_role("table", name=name, exact=True).locator("tbody tr")).to_have_count(6)
    expect(lines.locator("math")).to_have_count(3)
    sheet(ready_page).get_by_role("button", name="Close").click()
    expect(sheet(ready_page)).to_have_count(0)
    expect(button).to_be_focused()


def test_every_score_of_an_example_is_the_last_line_of_its_proof(ready_page: Page) -> None:
    example(ready_page, "TREC")
    expect(mean_cells(ready_page).last).to_have_text("0.5289")
    for table, which in ((means(ready_page), "over all queries"), (queries(ready_page), " of query ")):
        for button in table.locator(".score").all():
            shown = button.inner_text()
            button.click()
            expect(heading(ready_page)).to_contain_text(which)
            expect(sheet(ready_page).locator(".proof-value")).to_have_text(shown)
            value = re.compile(rf"=({re.escape(shown)}|{float(shown):g})( \(.*\))?$")
            expect(last_line(ready_page)).to_have_text(value)
            ready_page.keyboard.press("Escape")


def test_by_keyboard_each_table_is_one_stop_arrows_lead_on_and_escape_comes_back(ready_page: Page) -> None:
    example(ready_page, "TREC")
    expect(mean_cells(ready_page).last).to_have_text("0.5289")
    assert queries(ready_page).locator('.score[tabindex="0"]').count() == 1
    assert means(ready_page).locator('.score[tabindex="0"]').count() == 1
    column(queries(ready_page), "nDCG@5").get_by_role("button").focus()
    ready_page.keyboard.press("Tab")
    first = queries(ready_page).locator(".score").first
    expect(first).to_be_focused()
    ready_page.keyboard.press("ArrowRight")
    ready_page.keyboard.press("ArrowDown")
    second = queries(ready_page).locator("tbody tr:not(.spacer)").nth(1).locator(".score").nth(1)
    expect(second).to_be_focused()
    assert queries(ready_page).locator('.score[tabindex="0"]').count() == 1
    ready_page.keyboard.press("End")
    last = queries(ready_page).locator("tbody tr:not(.spacer)").nth(1).locator(".score").last
    expect(last).to_be_focused()
    ready_page.keyboard.press("Enter")
    expect(last_line(ready_page)).to_be_visible()
    ready_page.keyboard.press("Escape")
    expect(sheet(ready_page)).to_have_count(0)
    expect(last).to_be_focused()


def test_keys_reach_the_ends_of_a_long_table_and_scrolling_away_keeps_a_stop(ready_page: Page) -> None:
    rows = "".join(f"{query} Q0 d{query % 7} 1 1 r\n" for query in range(1, 801))
    give(ready_page, "".join(f"{query} 0 d1 1\n" for query in range(1, 801)), rows)
    table = queries(ready_page)
    expect(table.locator(".score").first).to_have_text("1.0000")
    table.locator(".score").first.focus()
    ready_page.keyboard.press("Control+End")
    expect(score(table, "Recall@10 of query 800")).to_be_focused()
    ready_page.keyboard.press("ArrowUp")
    expect(score(table, "Recall@10 of query 799")).to_be_focused()
    ready_page.keyboard.press("Control+Home")
    expect(score(table, "Recall@10 of query 1")).to_be_focused()
    table.locator("xpath=..").evaluate("(scroller) => { scroller.scrollTop = 12000; }")
    expect(ready_page.get_by_role("region", name="Scores of each query")).to_be_focused()
    expect(table.locator('.score[tabindex="0"]')).to_have_count(1)


def test_the_next_proof_begins_at_its_top(ready_page: Page) -> None:
    ready_page.set_viewport_size({"width": 800, "height": 500})
    give(ready_page, "1 0 d1 1\n2 0 d2 1\n", large_run(2, 100))
    score(queries(ready_page), "nDCG@10 of query 1").click()
    expect(sheet(ready_page).locator(".proof-value")).to_have_text("1.0000")
    working = sheet(ready_page).get_by_role("region", name="Working", exact=True)
    working.evaluate("(region) => region.scrollTo(0, region.scrollHeight)")
    assert working.evaluate("(region) => region.scrollTop") > 100
    sheet(ready_page).get_by_role("button", name="Next query").click()
    # d2 is at rank 2: 1 / log2(3), of 1 at best.
    expect(sheet(ready_page).locator(".proof-value")).to_have_text("0.6309")
    assert working.evaluate("(region) => region.scrollTop") == 0


def test_a_means_proof_lists_the_queries_and_leads_to_theirs_and_back(ready_page: Page) -> None:
    give(ready_page, TIED_QRELS, TIED_RUN)
    score(means(ready_page), "MRR@10 over all queries").click()
    # b stands before a by trec_eval's rule, so RR is 1/2 for q2: (1 + 0.5) / 2.
    expect(last_line(ready_page)).to_have_text("MRR@10=1+0.50002=0.7500")
    table = sheet(ready_page).get_by_role("table", name="Queries", exact=True)
    expect(table.locator("tbody tr")).to_have_count(2)
    score(table, "RR@10 of query q2").click()
    expect(heading(ready_page)).to_have_text("RR@10 of query q2")
    expect(last_line(ready_page)).to_have_text("RR@10=12=0.5000")
    tools = sheet(ready_page).get_by_role("button", name=re.compile("query|queries"))
    expect(tools.nth(1)).to_be_disabled()  # there is no next query
    tools.nth(0).click()
    expect(heading(ready_page)).to_have_text("RR@10 of query q1")
    tools.nth(2).click()
    expect(heading(ready_page)).to_have_text("MRR@10 over all queries")
    ready_page.keyboard.press("Escape")
    expect(score(means(ready_page), "MRR@10 over all queries")).to_be_focused()


def test_a_mean_that_ties_could_move_says_so_and_no_other(ready_page: Page) -> None:
    give(ready_page, TIED_QRELS, TIED_RUN)
    cells = mean_cells(ready_page)
    # MRR: (1 + 1/2) / 2 to (1 + 1) / 2. nDCG of q1: c is second, or third: (1 + 0.5) / 1.6309; q2 0.6309 or 1.
    expect(cells.nth(2)).to_have_text("0.7500ties: 0.7500 to 1.0000", timeout=START_UP)
    expect(cells.nth(3)).to_have_text(re.compile(r"ties: 0\.7753 to 1\.0000$"))
    expect(cells.nth(0)).to_have_text("1.0000")
    expect(cells.nth(1)).to_have_text("0.1500")


def test_the_focus_comes_back_to_the_score_unless_the_reader_has_gone_on(ready_page: Page) -> None:
    give(ready_page, TIED_QRELS, TIED_RUN)
    score(means(ready_page), "MRR@10 over all queries").click()
    expect(sheet(ready_page)).to_be_visible()
    # A dialog tells of its end a frame later, when the focus may be somewhere else, or another score chosen.
    focus_in = """async (selector) => {
      document.querySelector("dialog.proof").close();
      document.querySelector(selector).focus();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return document.activeElement.matches(selector);
    }"""
    assert ready_page.evaluate(focus_in, ".filter input")
    # Where a press gives no focus, as in Safari, the dialog gives it back to what had it.
    ready_page.evaluate("() => document.querySelector(\".mean-table .score[value='2']\").click()")
    expect(sheet(ready_page)).to_be_visible()
    ready_page.keyboard.press("Escape")
    expect(score(means(ready_page), "MRR@10 over all queries")).to_be_focused()
    score(means(ready_page), "MRR@10 over all queries").click()
    expect(sheet(ready_page)).to_be_visible()
    ready_page.evaluate(
        """() => {
          document.querySelector("dialog.proof").close();
          document.querySelector(".query-table .score[value='2']").click();
        }"""
    )
    expect(heading(ready_page)).to_have_text("RR@10 of query q1")
    expect(last_line(ready_page)).to_have_text("RR@10=11=1")


def test_the_mark_moves_nothing_when_it_comes(ready_page: Page) -> None:
    give(ready_page, TIED_QRELS, TIED_RUN)
    expect(mean_cells(ready_page).nth(2)).to_contain_text("0.7500")
    pressed = ready_page.locator(".mean-table .score >> nth=2").element_handle()
    boxes = [ready_page.locator(place).bounding_box() for place in (".mean-table .score >> nth=2", "#queries-title")]
    expect(mean_cells(ready_page).nth(2)).to_contain_text("ties", timeout=START_UP)
    later = [ready_page.locator(place).bounding_box() for place in (".mean-table .score >> nth=2", "#queries-title")]
    assert later == boxes
    assert pressed.evaluate("(button) => button.isConnected")  # a press on it is not lost


def test_a_button_stands_where_the_bare_number_would(ready_page: Page) -> None:
    example(ready_page, "TREC")
    moved = """(buttons) => buttons.map((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      const [before] = range.getClientRects();
      const text = document.createTextNode(button.textContent);
      button.replaceWith(text);
      range.selectNodeContents(text);
      const [after] = range.getClientRects();
      text.replaceWith(button);
      return [before.x - after.x, before.y - after.y, before.width - after.width];
    })"""
    expect(mean_cells(ready_page).last).to_have_text("0.5289")
    found = ready_page.locator(".score").evaluate_all(moved)
    assert found
    assert {tuple(differences) for differences in found} == {(0, 0, 0)}


def test_the_proof_says_what_ties_and_unjudged_documents_leave_open(ready_page: Page) -> None:
    give(ready_page, TIED_QRELS, TIED_RUN)
    score(queries(ready_page), "RR@10 of query q2").click()
    expect(sheet(ready_page)).to_contain_text("2 of 2 ranks within the top 10 sit in a tie on score.")
    ties = sheet(ready_page).get_by_label("Ties").locator("div")
    expect(ties).to_have_text(
        [
            "By the tie rule chosen0.5000",
            "Lowest over all orders0.5000",
            "Highest over all orders1.0000",
            "Expected of a random order0.7500",
        ]
    )
    # b is not judged and comes first: were it relevant RR would be 1, and without it a comes first.
    expect(sheet(ready_page)).to_contain_text("1 of the 2 results in the top 10 is unjudged.")
    expect(sheet(ready_page).get_by_label("Unjudged documents").locator("dd")).to_have_text(
        ["0.5000", "1.0000", "1.0000"]
    )


def test_a_measure_of_ones_own_is_proved_and_its_name_stays_text(ready_page: Page) -> None:
    give(ready_page, TIED_QRELS, TIED_RUN)
    expect(mean_cells(ready_page).first).to_contain_text("1.0000")
    open_editor(ready_page)
    write(ready_page, OWN)
    run(ready_page)
    name = "<img src=x onerror=alert(1)>"
    button = score(queries(ready_page), f"{name} of query q1")
    button.click(timeout=START_UP)
    expect(heading(ready_page)).to_have_text(f"{name} of query q1")
    # 2 of 3 results are relevant.
    expect(last_line(ready_page)).to_have_text(f"{name}=0.6667 (what this measure of your own returned)")
    given = sheet(ready_page).get_by_role("table", name="What the measure was given", exact=True)
    expect(given.get_by_role("row", name="num_rel_ret 2")).to_be_visible()
    assert ready_page.locator("img").count() == 0
    ready_page.keyboard.press("Escape")
    give(ready_page, TIED_QRELS, TIED_RUN + "q1 Q0 y 4 1 r\nq1 Q0 z 5 0 r\n")
    score(queries(ready_page), "fails of query q1").click(timeout=START_UP)
    expect(sheet(ready_page)).to_contain_text("The measure failed on this query and has no value here.")
    expect(sheet(ready_page).get_by_role("alert")).to_contain_text("ZeroDivisionError")


def test_a_proof_is_copied_as_text_and_as_markdown(ready_page: Page) -> None:
    ready_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    example(ready_page, "Wikipedia")
    score(queries(ready_page), "nDCG@6 of query ndcg").click()
    for form, start in (("text", "nDCG@6 of query ndcg\n"), ("Markdown", "## nDCG@6 of query ndcg\n")):
        said = sheet(ready_page).get_by_role("status")
        said.evaluate("(said) => { said.textContent = ''; }")
        sheet(ready_page).get_by_role("button", name=f"Copy as {form}").click()
        expect(said).to_have_text("Copied.")
        copied = ready_page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith(start)
        assert "nDCG@6 = 6.8611 / 8.7403 = 0.7850" in copied


def test_a_proof_follows_the_input(ready_page: Page) -> None:
    give(ready_page, TIED_QRELS, TIED_RUN)
    score(queries(ready_page), "RR@10 of query q2").click()
    expect(last_line(ready_page)).to_have_text("RR@10=12=0.5000")
    # What is typed before the sheet opens arrives behind it.
    ready_page.locator("[data-box=judgements] textarea").evaluate(
        """(box, text) => { box.value = text; box.dispatchEvent(new Event("input", { bubbles: true })); }""",
        TIED_QRELS.replace("q2 0 a 1", "q2 0 b 1"),
    )
    expect(last_line(ready_page)).to_have_text("RR@10=11=1")


def test_a_score_from_before_an_error_opens_what_is_wrong(ready_page: Page) -> None:
    give(ready_page, TIED_QRELS, TIED_RUN)
    expect(mean_cells(ready_page).first).to_contain_text("1.0000")
    give(ready_page, TIED_QRELS, "q1 Q0 a 1 high r\n")
    expect(ready_page.get_by_role("alert")).to_have_count(1, timeout=START_UP)
    score(queries(ready_page), "RR@10 of query q1").click()
    expect(sheet(ready_page).get_by_role("alert")).to_contain_text("Ranked results, line 1: ")
    expect(sheet(ready_page).get_by_role("list", name="Arithmetic")).to_have_count(0)


def test_one_query_of_a_run_too_large_to_keep_is_proved_from_its_file(ready_page: Page, tmp_path: Path) -> None:
    large = tmp_path / "large.run"
    large.write_text(large_run(400, 1000))
    assert large.stat().st_size > 8_000_000
    qrels = "".join(f"{query} 0 d2 1\n" for query in range(1, 401))
    drop(ready_page.locator("body"), {"qrels.txt": qrels.encode()})
    ready_page.get_by_label("Files of results").set_input_files(large)
    expect(mean_cells(ready_page).nth(2)).to_have_text("0.5000", timeout=START_UP)
    score(queries(ready_page), "RR@10 of query 7").click()
    expect(last_line(ready_page)).to_have_text("RR@10=12=0.5000", timeout=START_UP)
    expect(sheet(ready_page)).to_contain_text("None of the 10 ranks within the top 10 sits in a tie on score.")
    sheet(ready_page).get_by_role("button", name="Mean of all queries").click()
    expect(heading(ready_page)).to_contain_text("over all queries")
    # Empty until the new one is there.
    expect(sheet(ready_page).locator(".proof-value")).to_have_text("0.5000", timeout=START_UP)
    expect(last_line(ready_page)).to_have_text(re.compile(r"=0\.5000$"))
    expect(sheet(ready_page)).to_contain_text("For the mean of a run this large it is not worked out", timeout=START_UP)
    table = sheet(ready_page).get_by_role("table", name="Queries", exact=True)
    assert table.locator("tbody tr").count() < 100  # only those in view are drawn


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_proof_wide_and_narrow(ready_page: Page, scheme: str) -> None:
    ready_page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    give(ready_page, TIED_QRELS, TIED_RUN)
    expect(mean_cells(ready_page).nth(2)).to_contain_text("ties", timeout=START_UP)
    for what in ("nDCG@10 of query q1", None):
        for width, height in ((1360, 900), (360, 740)):
            ready_page.set_viewport_size({"width": width, "height": height})
            check_axe(ready_page)
            opened = score(queries(ready_page), what) if what else means(ready_page).locator(".score").last
            opened.click()
            expect(last_line(ready_page)).to_be_visible()
            expect(sheet(ready_page).get_by_label("Ties")).to_be_visible()
            check_axe(ready_page)
            assert ready_page.evaluate("document.documentElement.scrollWidth") <= width
            assert sheet(ready_page).evaluate("(sheet) => sheet.scrollWidth - sheet.clientWidth") == 0
            ready_page.keyboard.press("Escape")


def check_axe(page: Page) -> None:
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_nothing_of_the_proof_is_loaded_before_the_first_score(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    wait_until_ready(page)
    assert not [url for url in asked if "/app/proof/" in url]
    example(page, "Wikipedia")
    score(queries(page), "nDCG@6 of query ndcg").click()
    expect(last_line(page)).to_be_visible()
    assert [url for url in asked if url.endswith("/app/proof/sheet.js")]


def test_a_real_run_full_of_ties_shows_the_range_of_its_map_and_one_without_shows_none(
    ready_page: Page, shared: Path
) -> None:
    folder = shared / "data" / "robust03"
    if not folder.is_dir():
        pytest.skip(f"the robust03 runs are not at {folder}")
    names = ["qrels.txt.gz", "rutcor03100.run.gz", "uic0301.run.gz"]
    drop(ready_page.locator("body"), {name: (folder / name).read_bytes() for name in names})
    expect(mean_cells(ready_page, 1).last).to_have_text(re.compile(r"^\D*0\.\d{4}"), timeout=START_UP)
    ready_page.get_by_role("group", name="Measures", exact=True).get_by_role("button", name="Measures").click()
    picker = ready_page.get_by_role("dialog", name="Measures")
    picker.get_by_role("textbox", name="Name it yourself").fill("AP")
    picker.get_by_role("button", name="Add", exact=True).click()
    picker.get_by_role("button", name="Done").click()
    # As trec_eval prints; of all orders, as given with the data.
    expect(mean_cells(ready_page).last).to_contain_text("0.0737", timeout=START_UP)
    expect(mean_cells(ready_page).last).to_contain_text("ties: 0.0416 to 0.1372", timeout=START_UP)
    expect(mean_cells(ready_page, 1).last).to_contain_text("0.2404")
    expect(mean_cells(ready_page, 1).last).not_to_contain_text("ties")
