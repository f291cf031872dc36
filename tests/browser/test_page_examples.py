"""The examples, the settings and the help give the numbers they promise."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_reader import (
    JUDGEMENTS,
    RESULTS,
    box,
    column,
    example,
    give,
    k,
    mean_cells,
    means,
    notes,
)

# Wikipedia: nDCG@6 of its article, with the two more judged documents; the others worked by hand.
EXAMPLES = {
    "Wikipedia": (["Recall@6", "Precision@6", "MRR@6", "nDCG@6"], ["0.7143", "0.8333", "1.0000", "0.7850"]),
    "CSV": (["Recall@3", "Precision@3", "MRR@3", "nDCG@3"], ["0.5000", "0.4444", "0.6111", "0.4282"]),
    "TREC": (["Recall@5", "Precision@5", "MRR@5", "nDCG@5"], ["0.7500", "0.3000", "0.4583", "0.5289"]),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_shows_its_known_numbers(ready_page: Page, name: str) -> None:
    labels, numbers = EXAMPLES[name]
    example(ready_page, name)
    expect(mean_cells(ready_page)).to_have_text(numbers)
    for label in labels:
        expect(column(means(ready_page), label)).to_be_visible()


def test_how_an_example_was_read_stands_under_each_box(ready_page: Page) -> None:
    example(ready_page, "TREC")
    expect(notes(ready_page)).to_contain_text("Read as TREC qrels: 5 queries, 13 judged documents, grades 0 to 2")
    expect(notes(ready_page)).to_contain_text("Read as a TREC run: 5 queries, 13 rows")
    expect(notes(ready_page)).to_contain_text("Warning: ")


def test_exponential_gain_changes_ndcg_and_nothing_else(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    expect(mean_cells(ready_page)).to_have_text(EXAMPLES["Wikipedia"][1])
    ready_page.get_by_role("group", name="Gain").get_by_role("radio", name="Exponential").check()
    # (7 + 3/log2(3) + 7/2 + 1/log2(6) + 3/log2(7)) / (7 + 7/log2(3) + 7/2 + 3/log2(5) + 3/log2(6) + 3/log2(7))
    expect(mean_cells(ready_page)).to_have_text(["0.7143", "0.8333", "1.0000", "0.7511"])


def test_a_gain_can_be_given_for_each_grade(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    ready_page.get_by_role("radio", name="Custom").check()
    expect(mean_cells(ready_page).last).to_have_text("0.7850")
    ready_page.get_by_role("textbox", name="Gain of each grade").fill("1=1,2=3,3=7")
    expect(mean_cells(ready_page).last).to_have_text("0.7511")


def test_k_changes_every_measure_and_its_name(ready_page: Page) -> None:
    example(ready_page, "Wikipedia")
    k(ready_page).fill("1")
    expect(column(means(ready_page), "nDCG@1")).to_be_visible()
    expect(mean_cells(ready_page)).to_have_text(["0.1429", "1.0000", "1.0000", "1.0000"])


def test_a_convention_changes_the_numbers_and_shows_that_it_differs_from_the_preset(ready_page: Page) -> None:
    example(ready_page, "TREC")
    conventions = ready_page.get_by_role("button", name="Conventions")
    expect(conventions).to_have_text("Conventions This calculator")
    conventions.click()
    ready_page.get_by_role("radio", name="All judged", exact=True).check()
    expect(mean_cells(ready_page)).to_have_text(["0.6000", "0.2400", "0.3667", "0.4231"])  # 4/5 of the example's
    expect(conventions).to_have_text("Conventions This calculator, 1 change")
    expect(ready_page.get_by_role("group", name="Queries averaged changed")).to_be_visible()


def test_a_preset_sets_the_other_choices(ready_page: Page) -> None:
    example(ready_page, "TREC")
    ready_page.get_by_role("button", name="Conventions").click()
    ready_page.get_by_role("radio", name="trec_eval -c", exact=True).check()
    expect(ready_page.get_by_role("radio", name="All judged", exact=True)).to_be_checked()
    expect(mean_cells(ready_page)).to_have_text(["0.6000", "0.2400", "0.3667", "0.4231"])
    expect(ready_page.get_by_role("button", name="Conventions")).to_have_text("Conventions trec_eval -c")


def test_every_form_in_the_help_can_be_tried(ready_page: Page) -> None:
    ready_page.get_by_role("button", name="Help").click()
    dialog = ready_page.get_by_role("dialog", name="Help")
    expect(dialog.get_by_role("heading", level=4).nth(7)).to_be_visible()
    titles = dialog.get_by_role("heading", level=4).all_text_contents()
    for title in titles:
        give(ready_page, "", "")
        expect(mean_cells(ready_page).first).to_have_text("–")
        if not dialog.is_visible():
            ready_page.get_by_role("button", name="Help").click()
        dialog.get_by_role("button", name=f"Try it: {title}", exact=True).click()
        expect(dialog).to_be_hidden()
        expect(mean_cells(ready_page).first).to_have_text(re.compile(r"^[01]\.\d{4}$"))


def test_the_help_says_what_each_formula_means_in_the_package_s_words(ready_page: Page) -> None:
    ready_page.get_by_role("button", name="Help").click()
    for formula in ready_page.locator("[data-measure]").all():
        expect(formula.locator(".measure-help")).to_contain_text("From 0 to 1")
        expect(formula.locator("math").first).to_be_visible()


def test_scores_appear_as_one_types(ready_page: Page) -> None:
    box(ready_page, JUDGEMENTS).press_sequentially("q1 a 1")
    expect(notes(ready_page)).to_contain_text("1 judged document")
    expect(ready_page.get_by_text("Ranked results are still missing.")).to_be_visible()
    box(ready_page, RESULTS).press_sequentially("q1 b\nq1 a")
    expect(mean_cells(ready_page)).to_have_text(["1.0000", "0.1000", "0.5000", "0.6309"])
