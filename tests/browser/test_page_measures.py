"""Measures are chosen in a picker: searched, ticked with cut-offs, named in any dialect, moved, removed; and scored."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, expect

from rankproof.cli import main
from rankproof.measures import FAMILIES, MEASURES
from tests.browser.page_reader import column, example, give, k, mean_cells, means, queries
from tests.browser.site import Site, Watch, wait_until_ready

QRELS = "1 0 a 2\n1 0 b 0\n1 0 c 1\n2 0 d 1\n2 0 e 3\n2 0 f 0\n"
RUN = "1 Q0 b 1 3 r\n1 Q0 a 2 2 r\n1 Q0 x 3 1 r\n2 Q0 e 1 3 r\n2 Q0 f 2 2 r\n2 Q0 d 3 1 r\n"

GROUPS = 3  # official, set and all_trec


def measures_group(page: Page) -> Locator:
    """The group in the settings that names the measures."""
    return page.get_by_role("group", name="Measures", exact=True)


def picker(page: Page) -> Locator:
    """The open picker."""
    return page.get_by_role("dialog", name="Measures")


def open_picker(page: Page) -> Locator:
    """Presses the button; gives the picker."""
    measures_group(page).get_by_role("button", name="Measures").click()
    expect(picker(page)).to_be_visible()
    return picker(page)


def tick(page: Page, name: str) -> Locator:
    """The box of a measure."""
    return picker(page).get_by_role("checkbox", name=name, exact=True)


def field(page: Page, name: str) -> Locator:
    """A field of a measure, such as "Cut-offs of nDCG@k"."""
    return picker(page).get_by_role("textbox", name=name, exact=True)


def chips(page: Page) -> Locator:
    """The names of the chosen measures."""
    return picker(page).get_by_role("list", name="Columns").locator(".chip-name")


def search(page: Page) -> Locator:
    """The search."""
    return picker(page).get_by_role("searchbox", name="Search measures")


def found(page: Page) -> list[str]:
    """The measures that the search leaves."""
    boxes = picker(page).get_by_role("checkbox")
    names: list[str] = boxes.evaluate_all("(all) => all.map((box) => box.parentElement.innerText.trim())")
    return names


def name_it(page: Page, text: str) -> None:
    """Types a name of one's own and presses Enter."""
    own = picker(page).get_by_role("textbox", name="Name it yourself")
    own.fill(text)
    own.press("Enter")


def heads(page: Page) -> Locator:
    """The names of the columns of mean scores, the run's first."""
    return means(page).get_by_role("columnheader")


def scored_on_the_command_line(tmp_path: Path, names: list[str]) -> list[float]:
    """The means that the command line gives, in the order of the names."""
    (tmp_path / "qrels").write_text(QRELS)
    (tmp_path / "run").write_text(RUN)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        named = [part for name in names for part in ("-m", name)]
        assert main([str(tmp_path / "qrels"), str(tmp_path / "run"), *named, "--format", "json"]) == 0
    (run,) = json.loads(printed.getvalue())["runs"]
    return list(run["mean"].values())


def test_the_picker_shows_every_measure_by_family_without_python(
    context: BrowserContext, site: Site, watch: Watch
) -> None:
    watch.allowed += ["^console ", "page error"]  # whatever a start says that is meant to fail
    site.instead["pyodide/pyodide-lock.json"] = b"not JSON"  # so that Python never comes
    page = context.new_page()
    page.goto(site.url)
    open_picker(page)
    headings = picker(page).get_by_role("heading", level=3)
    expect(headings).to_have_text([*(family.title for family in FAMILIES), "Groups of trec_eval"])
    expect(picker(page).get_by_role("checkbox")).to_have_count(len(MEASURES) + GROUPS)
    expect(chips(page)).to_have_text(["R@k", "P@k", "RR@k", "nDCG@k"])
    about = tick(page, "nDCG@k")
    expect(about).to_be_checked()
    expect(about).to_have_accessible_description(
        "nDCG@k = DCG@k / IDCG@k Discounted gain of the top k / that of the best k of all judged documents. "
        "From 0 to 1. Järvelin and Kekäläinen, Cumulated Gain-based Evaluation of IR Techniques, "
        "ACM TOIS 20(4), 2002."
    )


def test_a_measure_with_several_cut_offs_gives_as_many_columns_and_k_follows_the_page(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    open_picker(ready_page)
    for name in ("Recall@k", "Precision@k", "RR@k"):
        tick(ready_page, name).uncheck()
    field(ready_page, "Cut-offs of nDCG@k").fill("1, 2, k")
    tick(ready_page, "AP").check()
    expect(chips(ready_page)).to_have_text(["nDCG@1", "nDCG@2", "nDCG@k", "AP"])
    picker(ready_page).get_by_role("button", name="Done").click()
    expect(heads(ready_page)).to_contain_text(["Run", "nDCG@1", "nDCG@2", "nDCG@10", "MAP"])
    # query 1: grades 0 2 -, ideal 2 1: AP (1/2) / 2; query 2: grades 3 0 1, ideal 3 1: AP (1 + 2/3) / 2
    expect(mean_cells(ready_page).first).to_have_text("0.5000")
    expect(mean_cells(ready_page).last).to_have_text("0.5417")
    k(ready_page).fill("3")
    expect(heads(ready_page)).to_contain_text(["Run", "nDCG@1", "nDCG@2", "nDCG@3", "MAP"])
    expect(measures_group(ready_page)).to_contain_text("nDCG@1, nDCG@2, nDCG@k, AP")


def test_the_scores_are_those_of_the_command_line_for_the_same_measures(ready_page: Page, tmp_path: Path) -> None:
    give(ready_page, QRELS, RUN)
    open_picker(ready_page)
    picker(ready_page).get_by_role("button", name="Remove R@k").click()
    field(ready_page, "p of RBP (rbp)").fill("0.5, 0.8")
    field(ready_page, "Weights of Set F").fill("2")
    field(ready_page, "Levels of Interpolated precision at recall").fill("0.1, 0.5")
    field(ready_page, "Highest grade of SDCG@k").fill("3")
    field(ready_page, "T of INST").fill("2")
    field(ready_page, "Highest grade of INST").fill("3")
    for name in ("nDCG(dcg='exp-log2')@5", "utility.1,-1,0,0", "ndcg_cut.5,20", "set"):
        name_it(ready_page, name)
        expect(chips(ready_page).last).to_have_text(name)
    names = [
        *("P@10", "RR@10", "nDCG@10", "rbp.p=0.5", "rbp.p=0.8", "set_F.2", "IPrec@0.1", "IPrec@0.5"),
        *("SDCG(max_rel=3)@10", "INST(T=2,max_rel=3)", "nDCG(dcg='exp-log2')@5", "utility.1,-1,0,0", "ndcg_cut.5,20"),
        "set",
    ]
    expected = scored_on_the_command_line(tmp_path, names)
    cells = mean_cells(ready_page)
    expect(cells).to_have_count(len(expected))
    shown = cells.evaluate_all("(all) => all.map((cell) => cell.title || cell.textContent)")
    assert [float(text) for text in shown] == expected


def test_every_measure_can_be_ticked_and_the_tables_take_them_all(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    open_picker(ready_page)
    for _ in range(4):
        picker(ready_page).get_by_role("button", name="Remove ").first.click()
    expect(picker(ready_page).get_by_text("None: choose below.")).to_be_visible()
    for name in found(ready_page)[:-GROUPS]:
        needed = field(ready_page, f"Highest grade of {name}")
        if needed.count() and not needed.input_value():
            needed.fill("3")  # which ticks it
        if "Interpolated" in name or "multiples" in name:
            field(ready_page, f"Levels of {name}").fill("0.5")
        tick(ready_page, name).check()
    expect(chips(ready_page)).to_have_count(len(MEASURES))
    ready_page.keyboard.press("Escape")
    expect(heads(ready_page)).to_have_count(1 + len(MEASURES))
    expect(queries(ready_page).get_by_role("columnheader")).to_have_count(4 + len(MEASURES))
    for name, table in (("Mean scores", means(ready_page)), ("Per query", queries(ready_page))):
        first, last = table.get_by_role("columnheader").first, table.get_by_role("columnheader").last
        last.scroll_into_view_if_needed()
        expect(last, name).to_be_in_viewport(ratio=0.9)
        expect(first, name).to_be_in_viewport(ratio=0.9)
        cut = table.locator("thead .sort span:first-child").evaluate_all(
            """(all) => all
              .filter((label) => label.scrollWidth > label.closest("th").clientWidth ||
                (label.offsetHeight > 24 && !label.innerText.includes(" ")))  // a word is not broken
              .map((label) => label.innerText)"""
        )
        assert cut == [], name
    assert ready_page.evaluate("document.documentElement.scrollWidth") == ready_page.viewport_size["width"]  # type: ignore[index]


def test_a_column_says_its_measure_and_range_to_those_who_ask(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    expect(mean_cells(ready_page).last).to_have_text("0.7850")
    head = column(queries(ready_page), "Precision@6").get_by_role("button")
    expect(head).to_have_accessible_description(
        "Relevant documents in the top k / k, even when fewer than k came back. From 0 to 1 (Buckley and Voorhees, "
        "Retrieval System Evaluation, in TREC: Experiment and Evaluation in Information Retrieval, 2005)."
    )


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("ndcg_cut", ["nDCG@k", "all_trec"]),
        ("NDCG@10", ["nDCG@k", "nDCG", "nDCG at relevant ranks", "R-nDCG", "all_trec"]),
        ("ndcg_cut_10", ["nDCG@k", "all_trec"]),
        ("hit rate", ["Success@k"]),
        ("MRR", ["RR@k", "RR"]),
        ("  capped   RECALL ", ["Relative precision@k"]),
        ("bejeweled", ["BPM@k"]),
        ("P_5", None),
        ("counts hits", ["Relevant retrieved", "Hits@k"]),
    ],
)
def test_the_search_finds_names_of_both_dialects_and_words(page: Page, words: str, names: list[str] | None) -> None:
    open_picker(page)
    search(page).fill(words)
    expect(picker(page).get_by_role("status").first).to_contain_text(f" of {len(MEASURES) + GROUPS} measures")
    assert names is None or found(page) == names
    assert names is not None or "Precision@k" in found(page)


def test_a_search_for_what_is_not_there_says_so_and_how_to_name_it(page: Page) -> None:
    open_picker(page)
    search(page).fill("alpha diversity")
    expect(picker(page).get_by_role("checkbox")).to_have_count(0)
    expect(picker(page).get_by_text("No measure has these words.")).to_be_visible()
    picker(page).get_by_role("button", name="Graded relevance").click()
    expect(search(page)).to_have_value("")
    expect(picker(page).get_by_role("heading", name="Graded relevance")).to_be_in_viewport()


def test_an_unknown_name_is_told_the_nearest_at_its_field_and_the_scores_stay(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    open_picker(ready_page)
    name_it(ready_page, "nDGC@10")
    own = picker(ready_page).get_by_role("textbox", name="Name it yourself")
    expect(own).to_have_attribute("aria-invalid", "true")
    expect(own).to_have_accessible_description("there is no measure 'nDGC@10': did you mean nDCG, Rndcg?")
    expect(chips(ready_page)).to_have_text(["R@k", "P@k", "RR@k", "nDCG@k"])
    own.fill("MAP")
    expect(own).to_have_accessible_description("")
    own.press("Enter")
    expect(own).to_have_value("")
    expect(chips(ready_page).last).to_have_text("MAP")
    ready_page.keyboard.press("Escape")
    expect(ready_page.get_by_text("Scores from before the error")).to_have_count(0)
    expect(mean_cells(ready_page)).to_have_count(5)


def test_a_name_in_the_pages_own_dialect_ticks_its_measure_and_k_may_stand_in_it(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    open_picker(ready_page)
    name_it(ready_page, "nDCG@3")
    expect(field(ready_page, "Cut-offs of nDCG@k")).to_have_value("k, 3")
    name_it(ready_page, "ERR@k")
    expect(tick(ready_page, "ERR@k")).to_be_checked()
    ready_page.keyboard.press("Escape")
    expect(heads(ready_page).last).to_contain_text("ERR@6")


def test_a_group_of_trec_eval_is_all_its_measures(ready_page: Page) -> None:
    example(ready_page, "TREC")
    open_picker(ready_page)
    name_it(ready_page, "official")
    expect(tick(ready_page, "official")).to_be_checked()
    ready_page.keyboard.press("Escape")
    # 9 measures of one value, 11 levels of recall, 9 cut-offs of precision
    expect(heads(ready_page)).to_have_count(1 + 4 + 9 + 11 + 9)


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("Cut-offs of nDCG@k", "5, 0", "Give whole numbers from 1, or k, such as 5, 10, k."),
        ("Cut-offs of nDCG@k", "", "Give whole numbers from 1, or k, such as 5, 10, k."),
        ("Levels of Interpolated precision at recall", "0.5, 2", "Give numbers from 0 to 1, such as 0, 0.1, 0.2, 0.3."),
        ("p of RBP", "1", "Give numbers from 0 to below 1, such as 0.8."),
        ("Highest grade of SDCG@k", "x", "Give the highest grade there can be, such as 3."),
    ],
)
def test_a_parameter_that_cannot_be_is_told_at_its_field_and_chooses_nothing(
    page: Page, name: str, typed: str, said: str
) -> None:
    open_picker(page)
    field(page, name).fill(typed)
    expect(field(page, name)).to_have_attribute("aria-invalid", "true")
    expect(field(page, name)).to_have_accessible_description(said)
    expect(chips(page)).to_have_text(["R@k", "P@k", "RR@k", "nDCG@k"])


def test_a_measure_that_needs_a_grade_asks_for_it_when_ticked(page: Page) -> None:
    open_picker(page)
    tick(page, "INSQ").click()
    expect(field(page, "Highest grade of INSQ")).to_be_focused()
    expect(tick(page, "INSQ")).not_to_be_checked()
    page.keyboard.type("3")
    expect(tick(page, "INSQ")).to_be_checked()
    expect(chips(page).last).to_have_text("INSQ(max_rel=3)")


def test_chips_are_removed_moved_and_put_back_to_the_default_measures(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    open_picker(ready_page)
    picker(ready_page).get_by_role("button", name="Remove P@k").click()
    expect(chips(ready_page)).to_have_text(["R@k", "RR@k", "nDCG@k"])
    expect(picker(ready_page).get_by_role("button", name="Remove RR@k")).to_be_focused()
    expect(tick(ready_page, "Precision@k")).not_to_be_checked()
    chips(ready_page).last.click()
    earlier = picker(ready_page).get_by_role("button", name="Move earlier")
    earlier.click()
    earlier.click()
    expect(earlier).to_have_attribute("aria-disabled", "true")
    earlier.click(force=True)  # it is the first already
    expect(chips(ready_page)).to_have_text(["nDCG@k", "R@k", "RR@k"])
    picker(ready_page).get_by_role("button", name="Move later").click()
    expect(chips(ready_page)).to_have_text(["R@k", "nDCG@k", "RR@k"])
    expect(heads(ready_page)).to_contain_text(["Run", "Recall@6", "nDCG@6", "MRR@6"])
    picker(ready_page).get_by_role("button", name="Default measures").click()
    expect(chips(ready_page)).to_have_text(["R@k", "P@k", "RR@k", "nDCG@k"])
    expect(heads(ready_page)).to_contain_text(["Run", "Recall@6", "Precision@6", "MRR@6", "nDCG@6"])


def test_measures_are_chosen_by_keyboard_alone(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    button = measures_group(ready_page).get_by_role("button", name="Measures")
    button.focus()
    press = ready_page.keyboard.press
    press("Enter")
    expect(search(ready_page)).to_be_focused()
    ready_page.keyboard.type("average precision")
    press("ArrowDown")
    expect(tick(ready_page, "AP@k")).to_be_focused()
    press("ArrowDown")
    expect(tick(ready_page, "AP")).to_be_focused()
    press("Space")
    expect(chips(ready_page).last).to_have_text("AP")
    press("ArrowUp")
    press("Tab")
    expect(field(ready_page, "Cut-offs of AP@k")).to_be_focused()
    ready_page.keyboard.type("3")
    expect(chips(ready_page).last).to_have_text("AP@3")
    press("Shift+Tab")
    press("ArrowUp")
    expect(search(ready_page)).to_be_focused()
    press("Tab")  # Done
    press("Tab")
    expect(chips(ready_page).first).to_be_focused()
    press("Tab")
    press("Enter")
    expect(chips(ready_page)).to_have_text(["P@k", "RR@k", "nDCG@k", "AP", "AP@3"])
    press("Escape")
    expect(picker(ready_page)).to_be_hidden()
    expect(button).to_be_focused()
    expect(heads(ready_page).last).to_contain_text("MAP@3")


def show_many(page: Page) -> None:
    """The picker with chosen measures, one in the act of being moved, and both kinds of errors."""
    example(page, "Wikipedia")
    open_picker(page)
    name_it(page, "official")
    expect(chips(page)).to_have_count(5)
    chips(page).nth(1).click()
    name_it(page, "nDGC")
    expect(picker(page).get_by_role("alert")).to_have_count(1)
    field(page, "Cut-offs of Precision@k").fill("x")
    expect(picker(page).get_by_role("alert")).to_have_count(2)


@pytest.mark.parametrize("is_open", [True, False])
def test_axe_finds_nothing_with_the_picker_open_or_many_columns(ready_page: Page, is_open: bool) -> None:
    show_many(ready_page)
    if not is_open:
        ready_page.keyboard.press("Escape")
        expect(heads(ready_page)).to_have_count(34)
    for width, height in ((1360, 900), (360, 740)):
        ready_page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            ready_page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            results: list[dict[str, Any]] = Axe().run(ready_page).response["violations"]
            assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in results] == [], (width, scheme)


def test_the_picker_fits_a_screen_of_360_pixels(ready_page: Page) -> None:
    ready_page.set_viewport_size({"width": 360, "height": 740})
    show_many(ready_page)
    dialog = picker(ready_page)
    assert dialog.evaluate("(dialog) => [dialog.offsetWidth, dialog.scrollWidth]") == [360, 360]
    expect(search(ready_page)).to_be_in_viewport()
    search(ready_page).fill("bpref")
    expect(tick(ready_page, "bpref")).to_be_in_viewport()
    expect(search(ready_page)).to_be_in_viewport()
    small = dialog.evaluate(
        """(dialog) => [...dialog.querySelectorAll("button, input:not([type=checkbox]), label:has(> [type=checkbox])")]
          .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 24)
          .map((each) => each.outerHTML.slice(0, 99))"""
    )
    assert small == []
    dialog.get_by_role("button", name="Done").click()
    assert ready_page.evaluate("document.documentElement.scrollWidth") == 360


def test_measures_chosen_before_python_is_there_are_scored_once_it_is(page: Page) -> None:
    give(page, QRELS, RUN)
    open_picker(page)
    for name in ("Recall@k", "Precision@k", "RR@k"):
        tick(page, name).uncheck()
    page.keyboard.press("Escape")
    wait_until_ready(page)
    expect(mean_cells(page)).to_have_count(1)
    expect(heads(page)).to_contain_text(["Run", "nDCG@10"])


def test_a_measure_that_cannot_be_scored_is_told_beside_the_settings_too(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    open_picker(ready_page)
    field(ready_page, "Weights of Utility").fill("1, -1")
    message = "measure 'utility.1,-1' needs 4 numbers: write for example utility.1,-1,0,0."
    expect(picker(ready_page).get_by_role("textbox", name="Name it yourself")).to_have_accessible_description(message)
    ready_page.keyboard.press("Escape")
    expect(ready_page.get_by_role("alert")).to_have_text(message)


def test_a_picker_that_cannot_be_loaded_says_so_and_the_page_goes_on(
    ready_page: Page, site: Site, watch: Watch
) -> None:
    watch.allowed += ["Failed to load", "error"]
    site.instead["app/widgets/picker.js"] = b"not a module"
    measures_group(ready_page).get_by_role("button", name="Measures").click()
    expect(ready_page.get_by_role("alert")).to_contain_text("The list of measures could not be loaded")
    give(ready_page, QRELS, RUN)
    expect(mean_cells(ready_page).first).not_to_have_text("–")
    expect(ready_page.get_by_role("alert")).to_contain_text("The list of measures could not be loaded")


def test_the_picker_is_loaded_when_it_is_first_opened(page: Page) -> None:
    names = "performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))"
    wait_until_ready(page)
    assert "picker.js" not in page.evaluate(names)
    open_picker(page)
    assert "picker.js" in page.evaluate(names)
