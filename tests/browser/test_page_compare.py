"""The page compares runs: mean scores, tests as the command line makes them, pictures, and two rankings."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, expect

import build
from tests.browser.engine_page import put_endless
from tests.browser.page_reader import (
    JUDGEMENTS,
    RESULTS,
    box,
    column,
    drop,
    k,
    means,
)
from tests.browser.site import START_UP, Site, Watch, wait_until_ready

ROBUST = build.ROOT.parent / "shared" / "data" / "robust03"
QUERIES = range(12)
QRELS = "".join(f"q{query} 0 r 1\nq{query} 0 s 0\n" for query in QUERIES)
SVG = "{http://www.w3.org/2000/svg}"


def run_text(ranks: list[int], tag: str) -> str:
    """A run whose relevant document r stands at the rank given for each query, after documents that are not judged."""
    rows = []
    for query, rank in enumerate(ranks):
        documents = [*(f"x{number}" for number in range(1, rank)), "r", "s"]
        rows += [f"q{query} Q0 {name} {at} {9 - at} {tag}" for at, name in enumerate(documents, 1)]
    return "\n".join(rows) + "\n"


# RR@10 of base is 1/2 everywhere. good is 1 on nine queries and 1/2 on three; poor is 1/4 but for one query.
BASE = run_text([2] * 12, "base")
GOOD = run_text([1] * 9 + [2] * 3, "good")
POOR = run_text([4] * 11 + [1], "poor")


def open_runs(page: Page, *runs: tuple[str, str]) -> None:
    """Drops judgements and runs, and waits for their comparison."""
    files = {"qrels.txt": QRELS.encode(), **{name: text.encode() for name, text in runs}}
    drop(page.locator("body"), files)
    expect(comparisons(page).locator("tbody tr")).to_have_count(len(runs), timeout=START_UP)
    expect(page.locator(".compare-results")).not_to_have_class(re.compile("is-older|is-waiting"), timeout=START_UP)


@pytest.fixture
def three(ready_page: Page) -> Page:
    """The page with three runs, compared."""
    open_runs(ready_page, ("base.run", BASE), ("good.run", GOOD), ("poor.run", POOR))
    return ready_page


def comparisons(page: Page) -> Locator:
    """The table of comparisons."""
    return page.get_by_role("table", name="Comparisons")


def mean_row(page: Page, name: str) -> Locator:
    """A run's row among the mean scores."""
    return means(page).get_by_role("row").filter(has=page.get_by_role("button", name=name, exact=True))


def picture(page: Page) -> Locator:
    """The picture shown."""
    return page.get_by_role("group", name="Picture", exact=True).get_by_role("img")


def choose_measure(page: Page, label: str) -> None:
    """Looks at the comparisons on one measure."""
    page.get_by_role("combobox", name="Measure", exact=True).select_option(label=label)


def settle(page: Page) -> None:
    """Waits until the comparison shown is the present one."""
    page.wait_for_timeout(100)
    wait_until_ready(page)
    expect(page.locator(".compare-results")).not_to_have_class(re.compile("is-older"), timeout=START_UP)


def test_the_mean_scores_of_several_runs_mark_the_best_and_show_differences_from_the_baseline(three: Page) -> None:
    heads = means(three).get_by_role("columnheader")
    expect(heads).to_contain_text(["Run", "Queries", "Recall@10", "Precision@10", "MRR@10", "nDCG@10"])
    assert mean_row(three, "good.run").get_by_role("cell").nth(0).inner_text() == "12"
    # MRR of good: (9 x 1 + 3 x 0.5) / 12 = 0.875; of poor: (11 x 0.25 + 1) / 12 = 0.3125.
    expect(mean_row(three, "base.run").get_by_role("cell").nth(3)).to_have_text("0.5000")
    expect(mean_row(three, "good.run").get_by_role("cell").nth(3)).to_have_text("★best 0.8750+0.3750")
    expect(mean_row(three, "poor.run").get_by_role("cell").nth(3)).to_have_text("0.3125−0.1875")
    # All find everything within the top 10, so that no run is best.
    expect(mean_row(three, "good.run").get_by_role("cell").nth(1)).to_have_text("1.0000±0.0000")
    expect(mean_row(three, "base.run")).to_contain_text("baseline")
    weight = "(cell) => getComputedStyle(cell.querySelector('.mean-number')).fontWeight"
    assert mean_row(three, "good.run").get_by_role("cell").nth(3).evaluate(weight) == "700"


def test_the_mean_scores_sort_by_queries_too_and_another_baseline_changes_the_differences(three: Page) -> None:
    head = column(means(three), "Queries")
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    three.get_by_role("combobox", name="Baseline").select_option(label="good.run")
    expect(mean_row(three, "base.run").get_by_role("cell").nth(3)).to_have_text("0.5000−0.3750")
    expect(mean_row(three, "good.run")).to_contain_text("baseline")
    expect(comparisons(three).locator("tbody tr").first).to_contain_text("good.run baseline")


def test_intervals_of_the_means_are_shown_on_demand(three: Page) -> None:
    three.get_by_role("checkbox", name="Intervals").check()
    # Nine of 1 and three of 0.5: s^2 = (9 x 0.125^2 + 3 x 0.375^2) / 11 = 0.0511, t(11) = 2.201: +-0.1437.
    expect(mean_row(three, "good.run").get_by_role("cell").nth(3)).to_contain_text("0.7313 to 1.0187")
    three.get_by_role("checkbox", name="Intervals").uncheck()
    expect(means(three)).not_to_contain_text(" to ")


def command_line(folder: Path, *more: str) -> list[dict[str, Any]]:
    """The comparisons of base, good and poor that the command line prints as JSON."""
    for name, text in (("qrels.txt", QRELS), ("base.run", BASE), ("good.run", GOOD), ("poor.run", POOR)):
        (folder / name).write_text(text)
    command = [sys.executable, "-m", "rankproof", "compare", "qrels.txt", "base.run", "good.run", "poor.run"]
    environment = {"PYTHONPATH": str(build.ROOT / "py")}
    printed = subprocess.run(
        [*command, "-m", "RR@10", "--format", "json", *more],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    found: list[dict[str, Any]] = json.loads(printed)["comparisons"]
    return found


def test_the_page_gives_the_p_values_of_the_command_line(three: Page, tmp_path: Path) -> None:
    choose_measure(three, "MRR@10")
    rows = comparisons(three).locator("tbody tr")
    expected = command_line(tmp_path)
    assert [(each["run"], each["test"]) for each in expected] == [
        ("good", "t"),
        ("good", "randomization"),
        ("poor", "t"),
        ("poor", "randomization"),
    ]
    assert expected[1]["p"] == 2 / 512  # nine differences of the same sign: 2 of 2^9 assignments are as extreme
    for place, each in enumerate(expected):
        title = rows.nth(1 + place // 2).get_by_role("cell").nth(4 + place % 2).get_attribute("title") or ""
        found = re.match(r"p = (\S+)\. corrected (\S+)\. ", title)
        assert found, title
        assert (float(found[1]), float(found[2])) == (each["p"], each["p_adjusted"])


def test_a_row_of_comparisons_has_all_that_a_claim_needs(three: Page) -> None:
    choose_measure(three, "MRR@10")
    heads = comparisons(three).get_by_role("columnheader")
    expect(heads).to_have_text(
        [
            "Run",
            "Mean, Judged@10",
            "Difference, 95% interval",
            "d_z",
            "Wins / ties / losses",
            "p, paired tcorrected",
            "p, randomizationcorrected",
        ]
    )
    good = comparisons(three).locator("tbody tr").nth(1)
    # Differences: nine of 0.5 and three of 0; mean 0.375, s = 0.2261, d_z = 1.658.
    expect(good).to_contain_text("0.8750")
    expect(good).to_contain_text("+0.3750")
    expect(good).to_contain_text("significantly higher")
    expect(good).to_contain_text("+1.658")
    expect(good).to_contain_text("9 / 3 / 0")
    expect(good).to_contain_text("0.003906corrected 0.007813")
    panel = three.get_by_role("region", name="Compare runs")
    expect(panel).to_contain_text("Holm over 2 comparisons of each measure, for each test.")
    expect(panel).to_contain_text("A query is a tie when its two values differ by at most 1e-12 of the larger.")
    said = panel.get_by_role("list", name="Before you believe it")
    expect(said).to_contain_text("Smucker et al. 2007")
    # Of poor's top 10, four to five results of which two are judged.
    expect(said).to_contain_text("Warning: Runs differ in how much of their top 10 is judged")


def test_choices_change_the_comparison(three: Page) -> None:
    panel = three.get_by_role("region", name="Compare runs")
    panel.get_by_role("checkbox", name="Wilcoxon").check()
    expect(comparisons(three).get_by_role("columnheader", name="p, Wilcoxon signed-rank")).to_be_visible()
    panel.get_by_role("combobox", name="Correction").select_option(label="Bonferroni")
    expect(panel).to_contain_text("Bonferroni over 2 comparisons of each measure")
    panel.get_by_role("combobox", name="within").select_option(label="all measures")
    expect(panel).to_contain_text("Bonferroni over 8 comparisons of 4 measures")
    panel.get_by_role("spinbutton", name="Alpha").fill("0.1")
    expect(comparisons(three).get_by_role("columnheader", name="90% interval")).to_be_visible()
    panel.get_by_role("spinbutton", name="Seed").fill("7")
    expect(panel).to_contain_text("10,000 resamples, seed 7.")
    panel.get_by_role("spinbutton", name="Resamples").fill("0")
    expect(panel.get_by_role("alert")).to_contain_text("resamples")
    panel.get_by_role("spinbutton", name="Resamples").fill("200")
    expect(panel).to_contain_text("200 resamples, seed 7.")
    expect(panel.get_by_role("alert")).to_have_count(0)


def test_all_pairs_are_compared_with_tukeys_test(three: Page) -> None:
    three.get_by_role("radio", name="All pairs").check()
    expect(comparisons(three).get_by_role("rowheader")).to_have_text(
        ["good.run less base.run", "poor.run less base.run", "poor.run less good.run"]
    )
    expect(comparisons(three).get_by_role("columnheader", name="p, randomized Tukey HSD")).to_be_visible()
    expect(three.get_by_role("checkbox", name="randomized Tukey HSD")).to_be_checked()


def test_rbp_comes_with_the_interval_of_its_residual(three: Page) -> None:
    three.get_by_role("group", name="Measures", exact=True).get_by_role("button", name="Measures").click()
    picker = three.get_by_role("dialog", name="Measures")
    picker.get_by_role("textbox", name="Name it yourself").fill("RBP")
    picker.get_by_role("button", name="Add", exact=True).click()
    picker.get_by_role("button", name="Done").click()
    choose_measure(three, "RBP(p=0.8)")
    # base: x1, r, s: 0.2 x 0.8 = 0.16; unknown are rank 1 (0.2) and all after rank 3 (0.8^3 = 0.512).
    expect(comparisons(three).locator("tbody tr").first).to_contain_text("true mean 0.1600 to 0.8720")


PICTURES = {
    "Differences, query by query": "Differences in Recall@10, query by query: good.run less base.run",
    "Two runs, query by query": "Recall@10, query by query: good.run against base.run",
    "Means with intervals": "Recall@10 of each run with its 95% interval",
    "Precision at levels of recall": "Interpolated precision at eleven levels of recall",
    "Precision at k": "Precision at each cut-off k",
    "Recall at k": "Recall at each cut-off k",
    "nDCG at k": "nDCG at each cut-off k",
}


def test_every_picture_has_a_title_and_its_data_as_a_table(three: Page) -> None:
    three.get_by_role("button", name="Show the data").click()
    for label, title in PICTURES.items():
        three.get_by_role("combobox", name="Picture").select_option(label=label)
        expect(picture(three)).to_have_accessible_name(title)
        expect(three.get_by_role("table", name=title)).to_be_visible()
    # nDCG of base at k = 1, 2: 0, then 1 / log2(3) = 0.6309.
    second = three.get_by_role("table", name="nDCG at each cut-off k").get_by_role("row").nth(2)
    expect(second.get_by_role("cell").first).to_have_text("0.6309")
    three.get_by_role("button", name="Hide the data").click()
    expect(three.get_by_role("table", name="nDCG at each cut-off k")).to_have_count(0)


def test_a_bar_opens_its_querys_two_rankings_side_by_side(three: Page) -> None:
    choose_measure(three, "MRR@10")
    bounds = picture(three).bounding_box()
    assert bounds
    picture(three).click(position={"x": 60, "y": bounds["height"] / 2})
    rankings = three.get_by_role("region", name=re.compile("^Query q0: RR@10 0.5000 and 1.0000, difference .0.5000"))
    first = rankings.get_by_role("table", name="Ranking of base.run").locator("tbody tr")
    second = rankings.get_by_role("table", name="Ranking of good.run").locator("tbody tr")
    expect(first).to_have_count(3)
    expect(first.nth(0)).to_have_text("1x1not judgednot retrieved")
    expect(first.nth(1)).to_have_text("2r1 relevant1 ▼11 rank lower here")
    expect(first.nth(2)).to_have_text("3s02 ▼11 rank lower here")
    expect(second.nth(0)).to_have_text("1r1 relevant2 ▲11 rank higher here")
    rankings.get_by_role("button", name="Close").click()
    expect(rankings).to_be_hidden()


def test_a_query_is_chosen_and_its_rankings_opened_by_keyboard_alone(three: Page) -> None:
    choose_measure(three, "MRR@10")
    three.get_by_role("combobox", name="Run", exact=True).select_option(label="poor.run")
    place = three.get_by_role("group", name="Picture", exact=True)
    place.focus()
    three.keyboard.press("ArrowRight")  # the largest gain: q11, from 0.5 to 1
    expect(three.get_by_text("Query q11, base.run 0.5000, poor.run 1.0000, Difference +0.5000")).to_be_visible()
    three.keyboard.press("End")
    expect(three.get_by_text("base.run 0.5000, poor.run 0.2500, Difference −0.2500")).to_be_visible()
    three.keyboard.press("Home")
    three.keyboard.press("Enter")
    heading = three.get_by_role("heading", name="Query q11: RR@10 0.5000 and 1.0000")
    expect(heading).to_be_focused()
    three.keyboard.press("Tab")
    three.keyboard.press("Enter")
    expect(heading).to_be_hidden()
    expect(place).to_be_focused()


def test_a_picture_is_saved_as_svg_that_needs_no_style_sheet_and_as_png(three: Page, tmp_path: Path) -> None:
    with three.expect_download() as saving:
        three.get_by_role("button", name="Save SVG").click()
    assert (
        saving.value.suggested_filename
        == "rankproof-differences-in-recall-10-query-by-query-good.run-less-base.run.svg"
    )
    saving.value.save_as(tmp_path / "picture.svg")
    root = ElementTree.parse(tmp_path / "picture.svg").getroot()
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == PICTURES["Differences, query by query"]
    texts = list(root.iter(f"{SVG}text"))
    assert texts
    # What made the picture stands below it in smaller type.
    assert {text.get("font-size") for text in texts} == {"12px", "11px"}
    assert all(text.get("fill", "").startswith("rgb") for text in texts)
    assert not [each for each in root.iter() if each.get("class") or each.get("style")]
    with three.expect_download() as saving:
        three.get_by_role("button", name="Save PNG").click()
    saving.value.save_as(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


@pytest.fixture
def endless(context: BrowserContext, site: Site, watch: Watch) -> Page:
    """The page with three runs, in the midst of a comparison that never ends."""
    put_endless(
        site,
        'request["action"] == "compare" and request["seed"] == 77',
        {"stage": "resampling", "done": 43, "total": 100},
    )
    page = context.new_page()
    page.goto(site.url)
    wait_until_ready(page)
    open_runs(page, ("base.run", BASE), ("good.run", GOOD), ("poor.run", POOR))
    page.get_by_role("spinbutton", name="Seed").fill("77")
    expect(page.get_by_text("Resampling, 43%")).to_be_visible()
    return page


def test_resampling_shows_progress_and_can_be_stopped_and_asked_for_again(endless: Page) -> None:
    panel = endless.get_by_role("region", name="Compare runs")
    expect(endless.get_by_role("progressbar", name="Comparing")).to_have_attribute("value", "43")
    expect(endless.locator(".compare-results")).to_have_class(re.compile("is-older"))
    expect(comparisons(endless).locator("tbody tr")).to_have_count(3)
    endless.get_by_role("button", name="Stop").click()
    expect(panel).to_contain_text("Stopped")
    expect(endless.get_by_role("button", name="Stop")).to_have_count(0)
    endless.get_by_role("button", name="Compare again").click()
    expect(endless.get_by_text("Resampling, 43%")).to_be_visible(timeout=START_UP)
    endless.get_by_role("button", name="Stop").click()
    endless.get_by_role("spinbutton", name="Seed").fill("1")
    expect(panel).to_contain_text("seed 1.", timeout=START_UP)


def test_stop_also_ends_scores_that_wait_for_the_comparison(endless: Page) -> None:
    endless.evaluate(
        """async () => {
          const k = document.querySelector("#k");
          k.value = "1";
          k.dispatchEvent(new Event("input", { bubbles: true }));
          await new Promise((resolve) => setTimeout(resolve));
          document.querySelector("#stop").click();
        }"""
    )
    expect(endless.get_by_text("Stopped; older scores")).to_be_visible()
    endless.wait_for_timeout(1000)  # as long as scores would have waited, and more
    expect(means(endless).get_by_role("columnheader").last).to_contain_text("nDCG@10")
    endless.get_by_role("button", name="Score again").click()
    expect(means(endless).get_by_role("columnheader").last).to_contain_text("nDCG@1", timeout=START_UP)


def test_numbers_typed_one_after_the_other_all_count(three: Page) -> None:
    for name, value in {"Alpha": "0.01", "Resamples": "500", "Seed": "5"}.items():
        three.get_by_role("spinbutton", name=name).fill(value)
    three.get_by_role("button", name="Save SVG").focus()
    said = three.locator(".compare-body")
    expect(said).to_contain_text("500 resamples, seed 5.", timeout=START_UP)
    expect(three.get_by_role("spinbutton", name="Alpha")).to_have_value("0.01")
    expect(said).to_contain_text("99% interval")


def test_scores_do_not_wait_for_a_comparison(endless: Page) -> None:
    k(endless).fill("1")
    # Nine of twelve relevant documents stand at rank 1 of good.
    expect(mean_row(endless, "good.run").get_by_role("cell").nth(3)).to_contain_text("0.7500", timeout=START_UP)
    expect(endless.get_by_text("Resampling, 43%")).to_be_visible(timeout=START_UP)


def test_runs_that_are_pasted_go_by_their_tags_where_these_differ(ready_page: Page) -> None:
    box(ready_page, JUDGEMENTS).fill(QRELS)
    box(ready_page, RESULTS).fill(BASE)
    ready_page.get_by_role("button", name="Add a run").click()
    box(ready_page, RESULTS).fill(GOOD)
    expect(means(ready_page).get_by_role("rowheader")).to_have_text(["base baseline", "good"])
    expect(ready_page.get_by_role("tab")).to_have_text(["base", "good"])
    box(ready_page, RESULTS).fill(GOOD.replace("good", "base"))
    expect(ready_page.get_by_role("tab")).to_have_text(["run 1", "run 2"], timeout=START_UP)


def test_one_run_is_not_compared_and_a_run_in_error_leaves_the_others_compared(three: Page) -> None:
    three.get_by_role("tab", name="poor.run").click()
    box(three, RESULTS).fill("q1 Q0 r 1 x t\n")
    expect(comparisons(three).locator("tbody tr")).to_have_count(2)
    for name in ("poor.run", "good.run"):
        three.get_by_role("tab", name=name).click()
        three.get_by_role("button", name="Remove run").click()
    expect(three.get_by_role("region", name="Compare runs")).to_be_hidden()
    expect(three.get_by_role("combobox", name="Baseline")).to_be_hidden()


def test_axe_finds_nothing_in_a_comparison_and_it_fits_360_pixels(three: Page) -> None:
    three.get_by_role("checkbox", name="Intervals").check()
    three.get_by_role("button", name="Show the data").click()
    three.get_by_role("table", name=re.compile("^Differences")).get_by_role("button").first.click()
    expect(three.get_by_role("table", name="Ranking of good.run")).to_be_visible()
    for width, height in ((1360, 900), (360, 740)):
        three.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            three.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found: list[dict[str, Any]] = Axe().run(three).response["violations"]
            assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == [], (width, scheme)
    assert three.evaluate("document.documentElement.scrollWidth") == 360


def test_nothing_moves_when_a_comparison_arrives(three: Page) -> None:
    three.evaluate(
        """() => {
          window.moved = [];
          new PerformanceObserver((list) => {
            for (const { value, sources, hadRecentInput } of list.getEntries()) {
              const nodes = sources.map(({ node }) => node).filter(Boolean);
              if (nodes.length && !hadRecentInput) window.moved.push([value, nodes.map((node) => node.outerHTML)]);
            }
          }).observe({ type: "layout-shift" });
        }"""
    )
    three.get_by_role("combobox", name="Baseline").select_option(label="good.run")
    settle(three)
    k(three).fill("20")  # as wide as the k before
    expect(column(means(three), "MRR@20")).to_be_visible()
    settle(three)
    assert three.evaluate("window.moved") == []


def test_eight_runs_of_a_real_collection_are_compared(ready_page: Page) -> None:
    if not ROBUST.is_dir():
        pytest.skip(f"the robust03 runs are not at {ROBUST}")
    runs = sorted(ROBUST.glob("*.run.gz"))
    drop(ready_page.locator("body"), {file.name: file.read_bytes() for file in [ROBUST / "qrels.txt.gz", *runs]})
    expect(ready_page.get_by_role("tab")).to_have_count(8, timeout=START_UP)
    expect(comparisons(ready_page).locator("tbody tr")).to_have_count(8, timeout=START_UP)
    ready_page.get_by_role("combobox", name="Baseline").select_option(label="aplrob03a.run.gz")
    settle(ready_page)
    expect(ready_page.get_by_role("region", name="Compare runs")).to_contain_text("Holm over 7 comparisons")
    expect(mean_row(ready_page, "pircRBa1.run.gz").get_by_role("cell").last).to_have_text("★best 0.4572+0.0163")
