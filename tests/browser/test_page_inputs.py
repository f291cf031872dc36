"""Text and files reach the boxes by typing, pasting, dropping and opening, and nothing is lost on the way."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_reader import (
    JUDGEMENTS,
    RESULTS,
    alert,
    box,
    drop,
    example,
    give,
    large_run,
    mean_cells,
    means,
    notes,
    paste,
)
from tests.browser.site import START_UP, wait_until_ready

QRELS = "1 0 d1 1\n1 0 d2 0\n2 0 d3 2\n"
RUN = "1 Q0 d2 1 9 first\n1 Q0 d1 2 8 first\n2 Q0 d3 1 7 first\n"
OTHER_RUN = "1 Q0 d1 1 9 second\n1 Q0 d2 2 8 second\n2 Q0 d9 1 7 second\n"
FIRST = ["1.0000", "0.1000", "0.7500", "0.8155"]  # nDCG (1/log2(3) + 1) / 2
SECOND = ["0.5000", "0.0500", "0.5000", "0.5000"]


def test_pasted_text_is_scored(ready_page: Page) -> None:
    paste(ready_page, JUDGEMENTS, QRELS)
    paste(ready_page, RESULTS, RUN)
    expect(box(ready_page, RESULTS)).to_have_value(RUN)
    expect(mean_cells(ready_page)).to_have_text(FIRST)


def test_text_given_before_python_is_there_is_scored_once_it_is(page: Page) -> None:
    give(page, QRELS, RUN)
    wait_until_ready(page)
    expect(mean_cells(page)).to_have_text(FIRST)


def test_a_large_paste_becomes_an_attached_file_that_can_be_removed(ready_page: Page) -> None:
    give(ready_page, "1 0 d1 1\n", "")
    text = large_run(60, 1000)
    assert len(text) > 1_000_000
    ready_page.evaluate(
        """() => {
          window.longest = 0;
          const watch = ({ target }) => (window.longest = Math.max(window.longest, target.value.length));
          addEventListener("input", watch, true);
        }"""
    )
    paste(ready_page, RESULTS, text)
    attached = ready_page.get_by_role("group", name=RESULTS, exact=True)
    expect(attached).to_contain_text("pasted text")
    expect(attached).to_contain_text(f"{len(text) / 1e6:.1f} MB")
    expect(attached).to_contain_text("1 Q0 d1 1 999 large")
    expect(box(ready_page, RESULTS)).to_have_count(0)
    assert ready_page.locator("textarea").evaluate_all("(all) => all.map(({ value }) => value.length)") == [9, 0]
    assert ready_page.evaluate("window.longest") == 0  # it never was a textarea's text, not even for a moment
    expect(mean_cells(ready_page)).to_have_text(["1.0000", "0.1000", "1.0000", "1.0000"], timeout=START_UP)
    attached.get_by_role("button", name="Remove").click()
    expect(box(ready_page, RESULTS)).to_be_focused()
    expect(mean_cells(ready_page).first).to_have_text("–")
    ready_page.get_by_role("button", name="Undo").click()
    expect(mean_cells(ready_page).first).to_have_text("1.0000")


def test_a_small_file_dropped_on_a_box_becomes_its_text(ready_page: Page) -> None:
    drop(box(ready_page, JUDGEMENTS), {"qrels.txt": QRELS.encode()})
    drop(box(ready_page, RESULTS), {"first.run": RUN.replace("\n", "\r\n").encode()})
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)
    expect(box(ready_page, RESULTS)).to_have_value(RUN)
    expect(mean_cells(ready_page)).to_have_text(FIRST)
    expect(means(ready_page).get_by_role("rowheader")).to_have_text("first.run")


@pytest.mark.parametrize(("size", "as_text"), [(100_000, True), (100_001, False)])
def test_a_file_that_would_take_long_to_lay_out_is_kept_as_a_file(
    ready_page: Page, tmp_path: Path, size: int, as_text: bool
) -> None:
    file = tmp_path / "qrels.txt"
    file.write_text("q1 0 d1 1\n" + "#" * (size - 11) + "\n")
    ready_page.get_by_label("File of judgements").set_input_files(file)
    expect(notes(ready_page)).to_contain_text("Read as TREC qrels: 1 query, 1 judged document")
    if as_text:
        expect(box(ready_page, JUDGEMENTS)).to_have_value(file.read_text())
    else:
        expect(ready_page.get_by_role("group", name=JUDGEMENTS, exact=True)).to_contain_text("q1 0 d1 1")


def test_a_gzipped_file_is_attached_and_read(ready_page: Page) -> None:
    drop(box(ready_page, JUDGEMENTS), {"qrels.txt.gz": gzip.compress(QRELS.encode())})
    box(ready_page, RESULTS).fill(RUN)
    expect(mean_cells(ready_page)).to_have_text(FIRST, timeout=START_UP)
    expect(ready_page.get_by_role("group", name=JUDGEMENTS)).to_contain_text("2 0 d3 2")
    expect(notes(ready_page)).to_contain_text("Read as TREC qrels, gzipped")


def test_files_dropped_together_are_told_apart_by_what_they_hold(ready_page: Page) -> None:
    example(ready_page, "CSV")
    expect(mean_cells(ready_page).first).to_have_text("0.5000")
    ready_page.get_by_role("spinbutton", name="k", exact=True).fill("10")
    files = {"b.run": OTHER_RUN.encode(), "truth": QRELS.encode(), "a.run": RUN.encode()}
    drop(ready_page.get_by_role("heading", name="Mean scores"), files)
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)
    expect(means(ready_page).get_by_role("rowheader")).to_have_text(["b.run baseline", "a.run"])
    expect(mean_cells(ready_page, 0)).to_contain_text(["2", *SECOND])
    expect(mean_cells(ready_page, 1)).to_contain_text(["2", *FIRST])
    expect(ready_page.get_by_role("tab")).to_have_text(["b.run", "a.run"])


def test_results_dropped_later_are_added_as_a_run(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    drop(ready_page.get_by_role("heading", name="Per query"), {"second.run": OTHER_RUN.encode()})
    expect(mean_cells(ready_page, 1)).to_contain_text(["2", *SECOND])
    expect(means(ready_page).get_by_role("rowheader")).to_have_text(["first baseline", "second.run"])
    expect(ready_page.get_by_role("tab", name="second.run")).to_have_attribute("aria-selected", "true")


# Makes the reading of these files take longer than that of others.
READ_LATE = """(names) => {
  const own = Blob.prototype.arrayBuffer;
  Blob.prototype.arrayBuffer = async function () {
    if (names.includes(this.name)) await new Promise((resolve) => setTimeout(resolve, 500));
    return own.call(this);
  };
}"""


def test_files_dropped_one_after_the_other_take_their_places_in_that_order(ready_page: Page) -> None:
    ready_page.evaluate(READ_LATE, ["first.run", "older.qrels"])
    for name, text in (("first.run", RUN), ("second.run", OTHER_RUN)):
        drop(box(ready_page, RESULTS), {name: text.encode()})
    expect(ready_page.get_by_role("tab")).to_have_text(["first.run", "second.run"])
    for name, text in (("older.qrels", "1 0 d1 0\n"), ("newer.qrels", QRELS)):
        drop(box(ready_page, JUDGEMENTS), {name: text.encode()})
    expect(mean_cells(ready_page, 0)).to_contain_text(["2", *FIRST])
    ready_page.wait_for_timeout(1000)
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)


def test_a_second_file_of_judgements_is_named_as_not_opened(ready_page: Page) -> None:
    files = {"one.qrels": QRELS.encode(), "two.qrels": QRELS.encode()}
    drop(ready_page.get_by_role("heading", name="Per query"), files)
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)
    expect(ready_page.get_by_text("two.qrels was not opened")).to_be_visible()


def test_moving_files_over_the_page_says_where_they_will_go(ready_page: Page) -> None:
    drop(box(ready_page, RESULTS), {"a": b""}, "dragover")
    expect(ready_page.get_by_text("Drop to open as ranked results")).to_be_visible()
    drop(box(ready_page, RESULTS), {"a": b"", "b": b""}, "dragover")
    expect(ready_page.get_by_text("each file goes where it belongs")).to_be_visible()
    drop(box(ready_page, RESULTS), {"a": b""})
    expect(ready_page.locator(".drop-veil")).to_be_hidden()


def test_files_can_be_opened_with_a_button(ready_page: Page, tmp_path: Path) -> None:
    paths = {name: tmp_path / name for name in ("qrels.txt", "first.run", "second.run")}
    for path, text in zip(paths.values(), (QRELS, RUN, OTHER_RUN), strict=True):
        path.write_text(text)
    with ready_page.expect_file_chooser() as chooser:
        ready_page.get_by_role("button", name="Open file: judgements").click()
    chooser.value.set_files(paths["qrels.txt"])
    with ready_page.expect_file_chooser() as chooser:
        ready_page.get_by_role("button", name="Open files: results").click()
    chooser.value.set_files([paths["first.run"], paths["second.run"]])
    expect(mean_cells(ready_page, 0)).to_contain_text(["2", *FIRST])
    expect(mean_cells(ready_page, 1)).to_contain_text(["2", *SECOND])


def test_a_file_that_is_not_text_is_kept_and_its_error_shown(ready_page: Page) -> None:
    drop(box(ready_page, JUDGEMENTS), {"photo.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" * 50})
    expect(ready_page.get_by_role("group", name=JUDGEMENTS)).to_contain_text("photo.png")
    expect(alert(ready_page)).to_contain_text("Error in photo.png")


def test_a_file_with_a_wrong_byte_is_kept_as_it_is_so_that_the_error_names_the_byte(ready_page: Page) -> None:
    drop(box(ready_page, JUDGEMENTS), {"latin1.txt": QRELS.encode() + "2 0 café 1\n".encode("latin-1")})
    expect(alert(ready_page)).to_contain_text("Error in latin1.txt, line 4")


def test_swapped_inputs_can_be_swapped_back(ready_page: Page) -> None:
    give(ready_page, RUN, QRELS)
    ready_page.get_by_role("button", name="Swap judgements and results").first.click()
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)
    expect(mean_cells(ready_page)).to_have_text(FIRST)
    expect(alert(ready_page)).to_have_count(0)


def test_what_an_example_replaced_comes_back_with_undo(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    example(ready_page, "CSV")
    expect(box(ready_page, JUDGEMENTS)).not_to_have_value(QRELS)
    ready_page.get_by_role("button", name="Undo").click()
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS)
    expect(mean_cells(ready_page)).to_have_text(FIRST)


def test_markup_in_ids_and_names_stays_text(ready_page: Page) -> None:
    markup = "<img/src=x/onerror=document.title='broken'>"
    drop(box(ready_page, JUDGEMENTS), {f"{markup.replace('/', '_')}.txt": f"{markup} 0 d1 1\n".encode()})
    box(ready_page, RESULTS).fill(f"{markup} Q0 d1 1 1 t\n")
    expect(ready_page.get_by_role("rowheader", name=markup)).to_be_visible()
    assert ready_page.locator("img").count() == 0
    assert ready_page.title() == "Rankproof: score search rankings"


@pytest.mark.parametrize(
    ("run", "numbers"),
    [
        # trec_eval 10.0 with -c, and -M 10 for the reciprocal rank
        ("uic0301", ["0.1319", "0.3900", "0.6405", "0.3914"]),
        ("rutcor03100", ["0.0600", "0.1580", "0.3275", "0.1531"]),
    ],
)
def test_real_runs_dropped_with_their_judgements_have_trec_eval_s_numbers(
    ready_page: Page, shared: Path, run: str, numbers: list[str]
) -> None:
    folder = shared / "data" / "robust03"
    paths = [folder / f"{run}.run.gz", folder / "qrels.txt.gz"]
    drop(ready_page.get_by_role("heading", name="Mean scores"), {path.name: path.read_bytes() for path in paths})
    expect(mean_cells(ready_page)).to_have_text(numbers, timeout=START_UP)
