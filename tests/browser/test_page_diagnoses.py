"""The page says what looks wrong with the inputs, mends it at a press, and puts everything back with Undo."""

from __future__ import annotations

import gzip

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.page_reader import (
    JUDGEMENTS,
    RESULTS,
    alert,
    box,
    drop,
    example,
    give,
    mean_cells,
    means,
    message,
    notes,
    query_names,
)
from tests.browser.site import START_UP

QUERIES = range(301, 304)
# Relevant are the first and the fourth of six results: P@10 is 2 / 10.
JUDGED = "".join(f"{query} 0 doc{query}{sign} {int(sign in 'AD')}\n" for query in QUERIES for sign in "ABCDEF")
RANKED = "".join(
    f"{query} Q0 doc{query}{sign} {rank} {10 - rank} bm25\n"
    for query in QUERIES
    for rank, sign in enumerate("ABCDEF", 1)
)
# nDCG: (1 + 1 / log2(5)) / (1 + 1 / log2(3)) = 1.43068 / 1.63093.
RIGHT = ["1.0000", "0.2000", "1.0000", "0.8772"]


def with_suffix(run: str, suffix: str = ".txt") -> str:
    """The run with an ending on every document."""
    cells = [line.split() for line in run.splitlines()]
    return "".join(f"{q} {zero} {d}{suffix} {more}\n" for q, zero, d, *rest in cells for more in [" ".join(rest)])


def wrong(page: Page) -> Locator:
    """What looks wrong, or was mended."""
    return page.get_by_role("region", name="What looks wrong")


def mended(page: Page) -> Locator:
    """The same once nothing looks wrong any more."""
    return page.get_by_role("region", name="What was mended")


def undo(page: Page) -> Locator:
    """The button that puts things back."""
    return message(page).get_by_role("button", name="Undo")


@pytest.mark.parametrize("name", ["Wikipedia", "CSV", "TREC"])
def test_nothing_looks_wrong_with_an_example(ready_page: Page, name: str) -> None:
    example(ready_page, name)
    expect(mean_cells(ready_page).last).not_to_have_text("–")
    expect(wrong(ready_page)).to_have_count(0)


def test_what_draws_diagnoses_is_loaded_when_there_is_one(ready_page: Page) -> None:
    asked: list[str] = []
    ready_page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    give(ready_page, JUDGED, RANKED)
    expect(mean_cells(ready_page)).to_have_text(RIGHT)
    assert "diagnoses.js" not in asked
    give(ready_page, JUDGED, with_suffix(RANKED))
    expect(wrong(ready_page)).to_be_visible()
    assert "diagnoses.js" in asked


def test_an_ending_is_told_with_evidence_effect_and_mend_then_mended_and_undone(ready_page: Page) -> None:
    faulty = with_suffix(RANKED)
    give(ready_page, JUDGED, faulty)
    found = wrong(ready_page).get_by_role("listitem")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("Looks wrong: 18 retrieved documents without a judgement")
    expect(found).to_contain_text("doc301A in the judgements, doc301A.txt in the results")
    expect(found).to_contain_text("Such a result counts as not relevant")
    expect(found).to_contain_text("To mend it: ids on one side end in “.txt”")
    expect(mean_cells(ready_page)).to_have_text(["0.0000"] * 4)
    # What it says already, no note says again.
    expect(notes(ready_page)).not_to_contain_text("None of the retrieved documents is judged")

    found.get_by_role("button", name="Remove “.txt” from document ids in the results").click()
    expect(mean_cells(ready_page)).to_have_text(RIGHT)
    expect(wrong(ready_page)).to_have_count(0)
    expect(mended(ready_page)).to_contain_text("The results are read with 1 mend")
    expect(notes(ready_page)).to_contain_text("Mended: “.txt” at the end is removed from document ids (18 rows).")
    expect(message(ready_page)).to_contain_text("Done: remove “.txt” from document ids in the results.")
    expect(undo(ready_page)).to_be_focused()
    # The box itself stands as it was.
    expect(box(ready_page, RESULTS)).to_have_value(faulty)

    undo(ready_page).press("Enter")
    expect(mean_cells(ready_page)).to_have_text(["0.0000"] * 4)
    expect(wrong(ready_page).get_by_role("listitem")).to_have_count(1)
    expect(notes(ready_page)).not_to_contain_text("Mended")
    expect(box(ready_page, RESULTS)).to_have_value(faulty)
    expect(box(ready_page, JUDGEMENTS)).to_have_value(JUDGED)


def test_a_mend_can_be_taken_back_later_and_typing_keeps_it(ready_page: Page) -> None:
    give(ready_page, JUDGED, with_suffix(RANKED))
    wrong(ready_page).get_by_role("button", name="Remove “.txt”").click()
    expect(mean_cells(ready_page)).to_have_text(RIGHT)
    ready_page.get_by_role("button", name="Dismiss").click()
    results = box(ready_page, RESULTS)
    results.press("ControlOrMeta+End")
    results.press_sequentially("303 Q0 doc303G.txt 7 1 bm25\n")
    expect(notes(ready_page)).to_contain_text("(19 rows)")
    expect(mean_cells(ready_page)).to_have_text(RIGHT)
    mended(ready_page).get_by_role("button", name="Read as it stands").click()
    expect(mean_cells(ready_page)).to_have_text(["0.0000"] * 4)
    undo(ready_page).click()
    expect(mean_cells(ready_page)).to_have_text(RIGHT)


def test_new_content_is_read_as_it_stands(ready_page: Page) -> None:
    give(ready_page, JUDGED, with_suffix(RANKED))
    wrong(ready_page).get_by_role("button", name="Remove “.txt”").click()
    expect(mended(ready_page)).to_be_visible()
    drop(box(ready_page, RESULTS), {"other.run": RANKED.encode()})
    ready_page.get_by_role("tab", name="other.run").click()
    expect(mended(ready_page)).to_have_count(0)
    expect(notes(ready_page)).not_to_contain_text("Mended")


def test_an_error_for_want_of_a_common_query_can_be_mended_too(ready_page: Page) -> None:
    give(ready_page, JUDGED, RANKED.replace(" Q0", ".0 Q0"))
    expect(alert(ready_page)).to_contain_text("none of the 3 judged queries")
    wrong(ready_page).get_by_role("button", name="Remove “.0” from query ids in the results").click()
    expect(mean_cells(ready_page)).to_have_text(RIGHT)
    expect(alert(ready_page)).to_have_count(0)
    expect(query_names(ready_page)).to_have_text(["301", "302", "303"])


def test_distances_can_be_negated_or_ordered_by_their_ranks(ready_page: Page) -> None:
    run = "".join(
        f"{query} Q0 doc{query}{sign} {rank} 0.{rank} knn\n"
        for query in QUERIES
        for rank, sign in enumerate("ABCDEF", 1)
    )
    for name in ("Negate the scores", "Read the rank column instead of the score"):
        give(ready_page, JUDGED, run)
        found = wrong(ready_page).get_by_role("listitem")
        expect(found).to_contain_text("The scores rise as the rank column goes down, in 3 of 3 queries")
        found.get_by_role("button", name=name).click()
        expect(mean_cells(ready_page)).to_have_text(RIGHT)
        undo(ready_page).click()
        expect(found).to_have_count(1)


def test_chunks_count_at_the_rank_of_the_best(ready_page: Page) -> None:
    run = "".join(
        f"{query} Q0 doc{query}{sign}#{part} 0 {20 - 2 * rank - part} rag\n"
        for query in QUERIES
        for rank, sign in enumerate("ABCDEF", 1)
        for part in (0, 1)
    )
    give(ready_page, JUDGED, run)
    wrong(ready_page).get_by_role("button", name="Take each document’s best part").click()
    expect(mean_cells(ready_page)).to_have_text(RIGHT)
    expect(notes(ready_page)).to_contain_text("18 rows in 3 queries hold further parts of documents")


def test_judgements_and_results_that_changed_places_are_swapped(ready_page: Page) -> None:
    judged = '{"q1": {"a": 0, "b": 1, "c": 0, "d": 1}}'
    ranked = '{"q1": {"b": 9, "a": 7, "c": 6, "d": 4}}'
    give(ready_page, ranked, judged)
    wrong(ready_page).get_by_role("button", name="Swap judgements and results").click()
    expect(box(ready_page, JUDGEMENTS)).to_have_value(judged)
    expect(box(ready_page, RESULTS)).to_have_value(ranked)
    # Relevant at ranks 1 and 4.
    expect(mean_cells(ready_page)).to_have_text(RIGHT)
    expect(wrong(ready_page)).to_have_count(0)
    undo(ready_page).click()
    expect(box(ready_page, JUDGEMENTS)).to_have_value(ranked)


@pytest.mark.parametrize("form", ["attached", "large", "gzipped"])
def test_a_run_that_is_kept_as_a_file_is_mended_as_it_is_read(ready_page: Page, form: str) -> None:
    # 8 MB and more are scored while they are read.
    more = {"attached": 13_000, "large": 90_000, "gzipped": 13_000}[form] * 3
    rows = "".join(
        f"{query} Q0 more{query}x{at}y.txt {at + 7} {-at} bm25\n" for query in QUERIES for at in range(more // 3)
    )
    lines = sorted((with_suffix(RANKED) + rows).splitlines(keepends=True), key=lambda line: line[:3])
    text = "".join(lines).encode()
    box(ready_page, JUDGEMENTS).fill(JUDGED)
    name = "dense.run.gz" if form == "gzipped" else "dense.run"
    content = gzip.compress(text, 1) if form == "gzipped" else text
    assert form != "large" or len(content) > 8_000_000
    ready_page.locator("[data-box=results] input[type=file]").set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": content}
    )
    found = wrong(ready_page).get_by_role("listitem")
    expect(found).to_contain_text("doc301A in the judgements, doc301A.txt in the results", timeout=START_UP)
    found.get_by_role("button", name="Remove “.txt”").click()
    expect(mean_cells(ready_page)).to_have_text(RIGHT, timeout=START_UP)
    expect(notes(ready_page)).to_contain_text(
        f"Mended: “.txt” at the end is removed from document ids ({more + 18:,} rows)."
    )
    undo(ready_page).click()
    expect(mean_cells(ready_page)).to_have_text(["0.0000"] * 4, timeout=START_UP)


def test_each_run_has_its_own_and_comparisons_take_mended_runs(ready_page: Page) -> None:
    box(ready_page, JUDGEMENTS).fill(JUDGED)
    files = {"good.run": RANKED.encode(), "bad.run": with_suffix(RANKED).encode()}
    for name, content in files.items():
        drop(box(ready_page, RESULTS), {name: content})
        expect(ready_page.get_by_role("tab", name=name, selected=True)).to_be_visible()
    expect(wrong(ready_page)).to_be_visible()
    ready_page.get_by_role("tab", name="good.run").click()
    expect(wrong(ready_page)).to_have_count(0)
    ready_page.get_by_role("tab", name="bad.run").click()
    wrong(ready_page).get_by_role("button", name="Remove “.txt”").click()
    expect(mended(ready_page)).to_contain_text("bad.run is read with 1 mend")
    expect(means(ready_page).get_by_role("row", name="bad.run")).to_contain_text("±0.00000.8772±0.0000")


def test_what_is_sparse_or_may_well_be_right_is_a_note_and_looks_wrong_to_nobody(ready_page: Page) -> None:
    # One judgement for a query, and a query whose id is a document's.
    give(ready_page, "3 0 b 1\n", "3 Q0 a 1 3 t\n3 Q0 b 2 2 t\n3 Q0 3 3 1 t\n")
    expect(notes(ready_page)).to_contain_text("1 query has a document with its own id among the results (3)")
    expect(notes(ready_page)).to_contain_text("2 of the 3 results in the top 10 are unjudged (3).")
    expect(wrong(ready_page)).to_have_count(0)


def test_diagnoses_can_be_used_by_keyboard_alone(ready_page: Page) -> None:
    give(ready_page, JUDGED, with_suffix(RANKED))
    found = wrong(ready_page).get_by_role("button", name="Remove “.txt”")
    expect(found).to_be_visible()
    box(ready_page, RESULTS).focus()
    for _ in range(6):
        ready_page.keyboard.press("Tab")
        if found.evaluate("(button) => button === document.activeElement"):
            break
    expect(found).to_be_focused()
    ready_page.keyboard.press("Enter")
    expect(mean_cells(ready_page)).to_have_text(RIGHT)
    expect(undo(ready_page)).to_be_focused()
    ready_page.keyboard.press("Enter")
    expect(found).to_be_visible()


def test_axe_finds_nothing_in_light_and_dark_wide_and_narrow(ready_page: Page) -> None:
    give(ready_page, JUDGED, with_suffix(RANKED, ".0"))
    expect(wrong(ready_page)).to_be_visible()
    for then in ("found", "mended"):
        if then == "mended":
            wrong(ready_page).get_by_role("button").first.click()
            expect(mended(ready_page)).to_be_visible()
        for width, height in ((1360, 900), (360, 740)):
            ready_page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                ready_page.emulate_media(color_scheme=scheme)
                found = Axe().run(ready_page)
                assert found.violations_count == 0, found.generate_report()
                wide = ready_page.evaluate(
                    "document.documentElement.scrollWidth > document.documentElement.clientWidth"
                )
                assert not wide
