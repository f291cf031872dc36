"""The README's pictures of the page, of each of its larger parts, are made here."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import build
from tests.browser.page_reader import RESULTS, box, drop, example, mean_cells, queries
from tests.browser.site import START_UP
from tests.browser.test_page_code import FAILING, editor, open_editor, run, section, write

PICTURES = Path(__file__).parent / "screenshots"
README = Path(__file__).parents[2] / "README.md"

PNG = b"\x89PNG\r\n\x1a\n"


def test_the_page_fits_the_readmes_picture_with_all_parts_in_view(ready_page: Page) -> None:
    ready_page.set_viewport_size({"width": 1360, "height": 900})
    example(ready_page, "TREC")
    expect(mean_cells(ready_page)).to_have_text(["0.7500", "0.3000", "0.4583", "0.5289"])
    expect(ready_page.get_by_role("heading", name="Per query")).to_be_in_viewport()
    take(ready_page, "page.png")


def test_the_picker_fits_the_readmes_picture_with_chosen_measures_and_formulas_in_view(ready_page: Page) -> None:
    ready_page.set_viewport_size({"width": 1360, "height": 900})
    example(ready_page, "TREC")
    ready_page.get_by_role("group", name="Measures", exact=True).get_by_role("button", name="Measures").click()
    picker = ready_page.get_by_role("dialog", name="Measures")
    picker.get_by_role("textbox", name="Cut-offs of nDCG@k").fill("5, 20, k")
    picker.get_by_role("checkbox", name="AP", exact=True).check()
    picker.get_by_role("button", name="Graded relevance").click()
    expect(picker.get_by_role("checkbox", name="nDCG@k")).to_be_in_viewport()
    expect(picker.get_by_role("button", name="Remove AP")).to_be_in_viewport()
    take(ready_page, "picker.png")


def test_a_comparison_of_eight_runs_fits_the_readmes_picture_with_table_and_chart_in_view(ready_page: Page) -> None:
    folder = build.ROOT.parent / "shared" / "data" / "robust03"
    if not folder.is_dir():
        pytest.skip(f"the robust03 runs are not at {folder}")
    runs = [folder / "aplrob03a.run.gz", *(file for file in sorted(folder.glob("*.run.gz")) if file.name[:3] != "apl")]
    files = [folder / "qrels.txt.gz", *runs]
    drop(ready_page.locator("body"), {file.name: file.read_bytes() for file in files})
    ready_page.set_viewport_size({"width": 1360, "height": 1180})
    table = ready_page.get_by_role("table", name="Comparisons")
    expect(table.locator("tbody tr")).to_have_count(8, timeout=START_UP)
    ready_page.get_by_role("combobox", name="Measure", exact=True).select_option(label="nDCG@10")
    ready_page.get_by_role("combobox", name="Run", exact=True).select_option(label="pircRBa1.run.gz")
    ready_page.get_by_role("button", name="Is the difference real?").click()
    expect(table).to_be_in_viewport()
    expect(ready_page.get_by_role("group", name="Picture", exact=True).get_by_role("img")).to_be_in_viewport()
    take(ready_page, "compare.png")


def test_a_diagnosis_fits_the_readmes_picture_with_its_evidence_and_mend_in_view(ready_page: Page) -> None:
    ready_page.set_viewport_size({"width": 1360, "height": 900})
    example(ready_page, "TREC")
    results = box(ready_page, RESULTS)
    cells = [line.split() for line in results.input_value().splitlines()]
    results.fill("".join(f"{q} {zero} {d}.txt {' '.join(rest)}\n" for q, zero, d, *rest in cells))
    found = ready_page.get_by_role("region", name="What looks wrong")
    found.get_by_role("button", name="Remove “.txt” from document ids in the results").scroll_into_view_if_needed()
    expect(found.get_by_text("Looks wrong:")).to_be_in_viewport()
    expect(mean_cells(ready_page).last).to_have_text("0.0000")
    take(ready_page, "diagnosis.png")


def test_other_conventions_fit_the_readmes_picture_with_a_reason_and_ties_in_view(ready_page: Page) -> None:
    folder = build.ROOT.parent / "shared" / "data" / "robust03"
    if not folder.is_dir():
        pytest.skip(f"the robust03 runs are not at {folder}")
    files = [folder / "qrels.txt.gz", folder / "rutcor03100.run.gz"]
    drop(ready_page.locator("body"), {file.name: file.read_bytes() for file in files})
    ready_page.set_viewport_size({"width": 1900, "height": 1000})
    expect(mean_cells(ready_page).first).not_to_have_text("–", timeout=START_UP)
    ready_page.get_by_role("button", name=re.compile("^Other tools")).click()
    ties = ready_page.get_by_role("table", name="How much ties decide")
    expect(ties.locator("tbody tr")).to_have_count(4, timeout=START_UP)
    table = ready_page.get_by_role("table", name="The same data under other conventions")
    table.get_by_role("row", name="nDCG@10").get_by_role("button").first.click()
    ready_page.locator(".elsewhere").evaluate("(section) => section.scrollIntoView({ block: 'start' })")
    expect(table).to_be_in_viewport()
    expect(ties).to_be_in_viewport()
    take(ready_page, "conventions.png")


def test_a_proof_fits_the_readmes_picture_with_both_rankings_and_the_score_in_view(ready_page: Page) -> None:
    ready_page.set_viewport_size({"width": 1360, "height": 900})
    example(ready_page, "TREC")
    queries(ready_page).get_by_role("button", name="nDCG@5 of query 301").click()
    sheet = ready_page.get_by_role("dialog", name="nDCG@5 of query 301")
    expect(sheet.get_by_role("list", name="Arithmetic").get_by_role("listitem").last).to_be_in_viewport()
    expect(sheet.get_by_role("table", name="Ideal ranking", exact=True)).to_be_in_viewport()
    expect(sheet.get_by_label("Unjudged documents")).to_be_in_viewport()
    ready_page.evaluate("document.activeElement.blur()")
    take(ready_page, "proof.png")


def test_the_editor_fits_the_readmes_picture_with_an_error_at_its_line(ready_page: Page) -> None:
    ready_page.set_viewport_size({"width": 1360, "height": 900})
    example(ready_page, "TREC")
    expect(mean_cells(ready_page)).to_have_count(4)
    open_editor(ready_page)
    write(ready_page, FAILING)
    run(ready_page)
    error = section(ready_page).get_by_role("alert").filter(has_text="ZeroDivisionError")
    expect(error).to_be_in_viewport(timeout=START_UP)
    expect(editor(ready_page)).to_be_in_viewport()
    expect(mean_cells(ready_page).first).to_have_text("0.7500")
    take(ready_page, "code.png")


def take(page: Page, name: str) -> None:
    """Takes the picture, keeps it if asked to, and looks for it in the README."""
    page.mouse.move(0, 0)
    picture = page.screenshot(animations="disabled")
    assert picture.startswith(PNG)
    kept = PICTURES / name
    if os.environ.get("UPDATE_PICTURES"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(picture)
    assert kept.read_bytes().startswith(PNG), "UPDATE_PICTURES=1 python3 build.py test tests/browser -k readmes_picture"
    assert f"](tests/browser/screenshots/{name})" in README.read_text(encoding="utf-8")
