"""The page shows other tools' conventions, ties and unjudged results, as the command does, and copies sentences."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, expect

import build
from rankproof import evaluate
from tests.browser.engine_page import put_endless
from tests.browser.page_reader import drop, example, give, k, large_run, mean_cells, open_files
from tests.browser.site import START_UP, Site, Watch, wait_until_ready

# q1: a and b tie above c, a is relevant; q2: c of three ties; q3 has no relevant document; u is not judged.
QRELS = "q1 0 a 1\nq1 0 b 0\nq2 0 c 1\nq2 0 a 0\nq3 0 a 0\n"
RUN = "q1 Q0 a 1 2 r\nq1 Q0 b 2 2 r\nq1 Q0 u 3 1 r\nq2 Q0 a 1 1 r\nq2 Q0 b 2 1 r\nq2 Q0 c 3 1 r\nq3 Q0 a 1 1 r\n"


def opener(page: Page) -> Locator:
    """The button that opens the section."""
    return page.get_by_role("button", name=re.compile("^Other tools"))


def tools(page: Page) -> Locator:
    """The table of conventions."""
    return page.get_by_role("table", name="The same data under other conventions")


def ties(page: Page) -> Locator:
    """The table of what ties decide."""
    return page.get_by_role("table", name="How much ties decide")


def unjudged(page: Page) -> Locator:
    """The table of unjudged results."""
    return page.get_by_role("table", name="Unjudged documents")


def cells(table: Locator) -> list[list[str]]:
    """The numbers of every row, without the marks."""
    rows: list[list[str]] = table.locator("tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((cell) => {"
        " const copy = cell.cloneNode(true);"
        " for (const mark of copy.querySelectorAll('.hidden, .unlike-mark')) mark.remove();"
        " return copy.textContent.trim(); }))"
    )
    return rows


@pytest.fixture
def opened(ready_page: Page) -> Page:
    """The page with the section open and all its tables there."""
    give(ready_page, QRELS, RUN)
    expect(mean_cells(ready_page).first).not_to_have_text("–")
    opener(ready_page).click()
    expect(unjudged(ready_page).locator("tbody tr")).to_have_count(4, timeout=START_UP)
    return ready_page


def by_command(tmp_path: Path, qrels: str, run: str) -> Any:
    """What `rankproof conventions --format json` prints for the page's measures."""
    (tmp_path / "qrels").write_text(qrels)
    (tmp_path / "run").write_text(run)
    measures = [part for name in ("R@10", "P@10", "RR@10", "nDCG@10") for part in ("-m", name)]
    command = [sys.executable, "-m", "rankproof", "conventions", "qrels", "run", *measures, "--format", "json"]
    env = {"PYTHONPATH": str(build.ROOT / "py")}
    said = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    return json.loads(said.stdout)


def shown(value: float | None) -> str:
    """As the page writes it."""
    return "–" if value is None else f"{value:.4f}"


def test_the_tables_hold_what_the_command_prints(opened: Page, tmp_path: Path) -> None:
    made = by_command(tmp_path, QRELS, RUN)
    assert cells(tools(opened)) == [
        [row["label"], shown(row["value"]), *(shown(cell["value"]) for cell in row["cells"])]
        for row in made["conventions"]
    ]
    expect(tools(opened).locator(".unlike")).to_have_count(
        sum(cell["differs"] for row in made["conventions"] for cell in row["cells"])
    )
    assert cells(ties(opened)) == [
        [
            each["label"],
            *(shown(each["mean"][name]) for name in ("value", "lowest", "highest", "expected")),
            f"{each['mean']['tied']} of {each['mean']['ranks']}",
        ]
        for each in made["ties"]
    ]
    assert cells(unjudged(opened)) == [
        [
            each["label"],
            f"{each['unjudged']} of {each['results']}",
            *(shown(each[name]) for name in ("not_relevant", "relevant", "removed")),
        ]
        for each in made["unjudged"]
    ]


def test_a_value_that_differs_says_why_and_on_which_queries(opened: Page) -> None:
    # MRR@10: q1 b before a, 1/2; q2 c first, 1: 0.75. Ids ascending, all three queries: (1 + 1/3 + 0) / 3 = 0.4444.
    row = tools(opened).get_by_role("row", name=re.compile("^MRR@10"))
    article = row.get_by_role("button", name=re.compile("0.4444")).first
    expect(row.get_by_role("cell").first).to_have_text("0.7500")
    article.press("Enter")
    expect(article).to_have_attribute("aria-pressed", "true")
    why = opened.locator("#tools-why")
    expect(why).to_contain_text("MRR@10 by article preset is 0.4444 over 3 queries, yours 0.7500")
    expect(why).to_contain_text("puts documents with equal scores by id, ascending")
    expect(opened.get_by_role("list", name="Queries that differ").get_by_role("listitem")).to_have_text(
        ["q2 1.0000 → 0.3333", "q1 0.5000 → 1.0000"]
    )
    article.press("Enter")
    expect(why).to_be_empty()


def test_columns_say_what_they_rest_on(opened: Page) -> None:
    for name in ("trec_eval", "ranx", "gdeval, Burges", "scikit-learn", "MS MARCO"):
        head = tools(opened).get_by_role("columnheader", name=re.compile(f"^{name} .*tested against the tool"))
        expect(head.first).to_be_visible()
    expect(opened.get_by_text("✓ this project’s tests compare the column with the tool itself")).to_be_visible()


def test_queries_that_ties_move_are_listed_widest_first(opened: Page) -> None:
    opened.locator("summary", has_text="MRR@10: ties move 2 queries").click()
    items = opened.locator("details[open]").get_by_role("listitem")
    expect(items).to_have_text(["q2 0.3333 to 1.0000, yours 1.0000", "q1 0.5000 to 1.0000, yours 0.5000"])


def test_nothing_is_loaded_or_asked_before_the_section_is_open_and_the_tables_follow_the_input(
    ready_page: Page,
) -> None:
    names = (
        "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /elsewhere\\//.test(name))"
    )
    give(ready_page, QRELS, RUN)
    expect(mean_cells(ready_page).first).not_to_have_text("–")
    assert ready_page.evaluate(names) == []
    opener(ready_page).click()
    expect(tools(ready_page).locator("tbody tr")).to_have_count(4, timeout=START_UP)
    assert ready_page.evaluate(names) != []
    k(ready_page).fill("1")
    expect(tools(ready_page).get_by_role("rowheader").first).to_have_text("Recall@1", timeout=START_UP)
    opener(ready_page).click()
    expect(tools(ready_page)).to_be_hidden()
    k(ready_page).fill("2")
    expect(mean_cells(ready_page).first).to_have_text("1.0000")
    opener(ready_page).click()
    expect(tools(ready_page).get_by_role("rowheader").first).to_have_text("Recall@2", timeout=START_UP)


@pytest.fixture
def endless(context: BrowserContext, site: Site, watch: Watch) -> Page:
    """The page with an example, where the table of conventions never ends while k is 77."""
    put_endless(
        site,
        'request["action"] == "conventions" and request["settings"]["k"] == "77"',
        {"stage": "conventions", "done": 40, "total": 100},
    )
    page = context.new_page()
    page.goto(site.url)
    wait_until_ready(page)
    example(page, "Wikipedia")
    expect(mean_cells(page).last).to_have_text("0.7850")
    k(page).fill("77")
    expect(mean_cells(page).last).not_to_have_text("0.7850")
    opener(page).click()
    return page


def test_long_work_shows_progress_can_be_stopped_and_asked_for_again(endless: Page) -> None:
    work = endless.locator(".elsewhere-work")
    expect(work).to_contain_text("Scoring under other conventions, 40%")
    expect(endless.get_by_role("progressbar", name="Other conventions")).to_have_attribute("value", "40")
    work.get_by_role("button", name="Stop").click()
    expect(work).to_contain_text("Stopped")
    work.get_by_role("button", name="Work them out again").click()
    expect(work.get_by_role("button", name="Stop")).to_be_visible(timeout=START_UP)


def test_it_gives_way_to_scores_and_is_asked_for_anew(endless: Page) -> None:
    expect(endless.locator(".elsewhere-work")).to_contain_text("40%")
    k(endless).fill("6")
    expect(mean_cells(endless).last).to_have_text("0.7850", timeout=START_UP)
    expect(tools(endless).get_by_role("rowheader").first).to_have_text("Recall@6", timeout=START_UP)


def test_a_large_run_is_read_again_for_the_tables(ready_page: Page, tmp_path: Path) -> None:
    run = large_run(400, 1000)
    qrels = "".join(f"{query} 0 d{query % 7 + 1} 1\n" for query in range(1, 401))
    assert len(run) > 8_000_000
    open_files(ready_page, tmp_path, qrels, run)
    expect(mean_cells(ready_page).first).to_have_text("1.0000", timeout=START_UP)
    opener(ready_page).click()
    expect(unjudged(ready_page).locator("tbody tr")).to_have_count(4, timeout=START_UP)
    expected = evaluate(qrels, run, ["RR@10"]).mean_values[0]
    assert cells(tools(ready_page))[2][1:3] == [shown(expected)] * 2
    assert cells(unjudged(ready_page))[0][1] == f"{400 * 9:,} of {400 * 10:,}"


def test_the_sentence_and_its_citations_are_copied(ready_page: Page) -> None:
    ready_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    give(ready_page, QRELS, RUN)
    expect(mean_cells(ready_page).first).not_to_have_text("–")
    expected = evaluate(QRELS, RUN, ["R@10", "P@10", "RR@10", "nDCG@10"])
    copies = {
        "Copy methods sentence": ("The methods sentence has been copied.", expected.methods()),
        "Copy citations (BibTeX)": ("The citations have been copied.", expected.bibtex()),
    }
    for name, (said, text) in copies.items():
        ready_page.get_by_role("button", name=name).click()
        expect(ready_page.get_by_role("status").filter(has_text=said)).to_be_visible()
        assert ready_page.evaluate("navigator.clipboard.readText()") == text


def test_the_sentence_says_how_runs_were_compared(ready_page: Page) -> None:
    ready_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    files = {"qrels.txt": QRELS, "one.run": RUN, "two.run": RUN.replace(" r\n", " s\n")}
    drop(ready_page.locator("body"), {name: text.encode() for name, text in files.items()})
    expect(ready_page.get_by_role("table", name="Comparisons").locator("tbody tr")).to_have_count(2, timeout=START_UP)
    ready_page.get_by_role("button", name="Copy methods sentence").click()
    expect(ready_page.get_by_role("status").filter(has_text="copied")).to_be_visible()
    text = ready_page.evaluate("navigator.clipboard.readText()")
    assert "2 runs were scored with Rankproof" in text
    assert "Runs were compared with one.run by Student’s paired t test (Student 1908) and Fisher’s" in text
    assert text.endswith("corrected by Holm’s method (Holm 1979) over the 1 comparison of each measure; α = 0.05.")


def test_where_copying_is_refused_the_text_is_shown_selected(ready_page: Page) -> None:
    ready_page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    give(ready_page, QRELS, RUN)
    expect(mean_cells(ready_page).first).not_to_have_text("–")
    ready_page.get_by_role("button", name="Copy methods sentence").click()
    area = ready_page.get_by_role("dialog").get_by_role("textbox", name="The methods sentence")
    expect(area).to_have_value(evaluate(QRELS, RUN, ["R@10", "P@10", "RR@10", "nDCG@10"]).methods())
    expect(area).to_be_focused()
    selected = "document.activeElement.selectionEnd - document.activeElement.selectionStart"
    assert ready_page.evaluate(selected) == len(area.input_value())
    ready_page.keyboard.press("Escape")
    expect(ready_page.get_by_role("dialog")).to_have_count(0)


def test_axe_finds_nothing_and_nothing_is_wider_than_360_pixels(opened: Page) -> None:
    tools(opened).locator(".unlike").first.click()
    for width, height in ((1360, 900), (360, 740)):
        opened.set_viewport_size({"width": width, "height": height})
        assert opened.evaluate("document.documentElement.scrollWidth") == width
        for scheme in ("light", "dark"):
            opened.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found: list[dict[str, Any]] = Axe().run(opened).response["violations"]
            assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == [], (width, scheme)
