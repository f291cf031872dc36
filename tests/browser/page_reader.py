"""What a reader sees and does on the page, in the words of the tests."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Locator, Page

JUDGEMENTS = "Relevance judgements"
RESULTS = "Ranked results"

DROP = """(target, [names, contents, event]) => {
  const dataTransfer = new DataTransfer();
  names.forEach((name, index) => {
    const bytes = Uint8Array.from(atob(contents[index]), (letter) => letter.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], name));
  });
  target.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }));
}"""


def box(page: Page, name: str) -> Locator:
    """The textarea of a box."""
    return page.get_by_role("textbox", name=name, exact=True)


def give(page: Page, judgements: str, results: str) -> None:
    """Fills both boxes."""
    box(page, JUDGEMENTS).fill(judgements)
    box(page, RESULTS).fill(results)


def example(page: Page, name: str) -> None:
    """Presses an example's button."""
    page.get_by_role("group", name="Examples").get_by_role("button", name=name).click()


def k(page: Page) -> Locator:
    """The field for k."""
    return page.get_by_role("spinbutton", name="k", exact=True)


def means(page: Page) -> Locator:
    """The table of mean scores."""
    return page.get_by_role("table", name="Mean scores")


def queries(page: Page) -> Locator:
    """The table of scores per query."""
    return page.get_by_role("table", name="Per query")


def mean_cells(page: Page, row: int = 0) -> Locator:
    """The four numbers of a run."""
    return means(page).locator("tbody tr").nth(row).get_by_role("cell")


def query_names(page: Page) -> Locator:
    """The first column of the table per query, as far as it is drawn."""
    return queries(page).get_by_role("rowheader")


def notes(page: Page) -> Locator:
    """How the input was read."""
    return page.get_by_role("list", name="How the input was read")


def alert(page: Page) -> Locator:
    """What is wrong, if anything is."""
    return page.get_by_role("alert")


def message(page: Page) -> Locator:
    """The line at the foot of the page that tells what happened."""
    return page.locator(".message")


def column(table: Locator, name: str) -> Locator:
    """The head of a column."""
    return table.get_by_role("columnheader", name=name)


def drop(target: Locator, files: Mapping[str, bytes], event: str = "drop") -> None:
    """Drops files there, or with "dragover" only moves them there."""
    # As lists of numbers, a few megabytes take the driver a minute.
    contents = [base64.b64encode(content).decode() for content in files.values()]
    target.evaluate(DROP, [list(files), contents, event])


def paste(page: Page, name: str, text: str) -> None:
    """Puts text on the clipboard, then pastes it into a box as a keyboard does."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    box(page, name).focus()
    page.keyboard.press("ControlOrMeta+V")


def open_files(page: Page, folder: Path, qrels: str, run: str) -> None:
    """Opens both as files from the folder."""
    for place, name, text in (("judgements", "large.qrels", qrels), ("results", "large.run", run)):
        (folder / name).write_text(text)
        page.locator(f"[data-box={place}] input[type=file]").set_input_files(folder / name)


def large_run(queries: int, results: int, tag: str = "large", prefix: str = "") -> str:
    """A TREC run of so many queries, named by their numbers after the prefix, with so many results each, best first."""
    return "".join(
        f"{prefix}{query} Q0 d{rank} {rank} {results - rank} {tag}\n"
        for query in range(1, queries + 1)
        for rank in range(1, results + 1)
    )
