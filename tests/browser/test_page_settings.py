"""Every choice under Conventions changes the numbers as it says, and the sentence beside them tells it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.page_reader import column, give, mean_cells, means, queries

# Query 1: x is not judged, and a and b have the same score; queries 2 and 3 are missing; no document is relevant to 3.
QRELS = "1 0 a 2\n1 0 b 0\n2 0 c 1\n3 0 d 0\n"
RUN = "1 Q0 x 1 3 r\n1 Q0 a 2 2 r\n1 Q0 b 3 2 r\n"


def mrr(page: Page) -> Locator:
    """The mean reciprocal rank."""
    expect(column(means(page), "MRR@10")).to_be_visible()
    return mean_cells(page).nth(2).get_by_role("button")  # the mark of ties comes beside it


@pytest.fixture
def scored_page(ready_page: Page) -> Page:
    """The problem scored, with the conventions open."""
    give(ready_page, QRELS, RUN)
    # Equal scores by id descending: x b a, so a is at rank 3; the mean is over queries 1 and 2.
    expect(mrr(ready_page)).to_have_text("0.1667")  # (1/3 + 0) / 2
    ready_page.get_by_role("button", name="Conventions").click()
    return ready_page


@pytest.mark.parametrize(
    ("group", "choice", "number", "sentence"),
    [
        ("Queries averaged", "All judged", "0.1111", "means over all judged queries"),  # (1/3 + 0 + 0) / 3
        ("Queries averaged", "Judged and retrieved", "0.3333", "means over queries both judged and retrieved"),
        ("Equal scores", "Document id, ascending", "0.2500", "equal scores by document id ascending"),  # x a b
        ("Equal scores", "Document number, ascending", "0.2500", "equal scores by document number ascending"),
        ("Equal scores", "As given", "0.2500", "equal scores as given"),  # by the rank column
        ("Unjudged documents", "Removed", "0.2500", "unjudged documents removed"),  # b a: (1/2 + 0) / 2
    ],
)
def test_a_choice_changes_the_numbers_and_the_sentence_beside_them(
    scored_page: Page, group: str, choice: str, number: str, sentence: str
) -> None:
    scored_page.get_by_role("group", name=group).get_by_role("radio", name=choice, exact=True).check()
    expect(mrr(scored_page)).to_have_text(number)
    for table in (means(scored_page), queries(scored_page)):
        expect(table).to_have_accessible_description(re.compile(sentence, re.IGNORECASE))


@pytest.mark.parametrize(
    ("name", "value", "number", "sentence"),
    [
        ("Relevant from grade", "2", "0.3333", "relevant from grade 2"),  # query 2 has no relevant document then
        ("Depth", "2", "0.0000", "the first 2 results of a query only"),
    ],
)
def test_a_number_changes_the_numbers_and_the_sentence_beside_them(
    scored_page: Page, name: str, value: str, number: str, sentence: str
) -> None:
    scored_page.get_by_role("spinbutton", name=name).fill(value)
    expect(mrr(scored_page)).to_have_text(number)
    for table in (means(scored_page), queries(scored_page)):
        expect(table).to_have_accessible_description(re.compile(sentence, re.IGNORECASE))


def test_a_preset_says_what_it_reproduces_and_what_differs_from_it_and_can_be_put_back(scored_page: Page) -> None:
    presets = scored_page.get_by_role("group", name="Preset")
    preset = presets.get_by_role("radio", name="trec_eval -c", exact=True)
    preset.check()
    expect(preset).to_have_accessible_description("Means over all judged queries, as trec_eval -c prints.")
    expect(mrr(scored_page)).to_have_text("0.1111")
    back = scored_page.get_by_role("button", name="Back to trec_eval -c")
    expect(back).to_be_hidden()
    scored_page.get_by_role("radio", name="Document id, ascending").check()
    scored_page.get_by_role("radio", name="Exponential").check()
    expect(presets).to_contain_text("except gain, equal scores")
    expect(scored_page.get_by_role("button", name="Conventions")).to_contain_text("trec_eval -c, 2 changes")
    expect(mrr(scored_page)).to_have_text("0.1667")  # (1/2 + 0 + 0) / 3
    back.click()
    expect(mrr(scored_page)).to_have_text("0.1111")
    expect(scored_page.get_by_role("radio", name="Linear")).to_be_checked()
    expect(preset).to_be_focused()
    expect(back).to_be_hidden()
