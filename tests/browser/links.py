"""Links of version 1 of every kind, which must keep opening, and what the page must show for each."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.page_reader import JUDGEMENTS, RESULTS, box, k, mean_cells, means, notes, query_names

LATE = 40_000  # milliseconds: a comparison may be under way, and the machine busy

LINKS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("links.json").read_text())

OPENERS = {"conventions": "Conventions", "code": "Own measures", "other-tools": "Other tools"}


def link(name: str) -> dict[str, Any]:
    """The link of this name."""
    return next(one for one in LINKS if one["name"] == name)


def checked(text: str) -> str:
    """A document's JSON as a link holds it: with the checksum, which zlib computes too."""
    return f'{{"check":"{zlib.crc32(text.encode()):08x}"{"," if text != "{}" else ""}{text[1:]}'


def fragment(text: str, *, check: bool = True) -> str:
    """The link of any text, made without the page's code."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress((checked(text) if check else text).encode()) + packer.flush()
    return "v1." + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def arrival(page: Page) -> Locator:
    """What the page says of a link or session that it has opened."""
    return page.locator(".arrival")


def code(page: Page) -> Locator:
    """The editor of measures."""
    return page.get_by_role("textbox", name="Python code of your measures")


def expect_shown(page: Page, expected: dict[str, Any]) -> None:
    """Waits until the page shows all that is expected of it; what is not named may be anything."""
    for name, value in expected.items():
        LOOKS[name](page, value)


def _means(page: Page, rows: list[list[str]]) -> None:
    expect(means(page).locator("tbody tr")).to_have_count(len(rows), timeout=LATE)
    for index, row in enumerate(rows):
        cells = mean_cells(page, index)
        start = 1 if len(rows) > 1 else 0  # how many queries each run's means are over
        expect(cells).to_have_count(start + len(row), timeout=LATE)
        for place, value in enumerate(row, start):
            expect(cells.nth(place)).to_contain_text(value, timeout=LATE)


def _heads(page: Page, labels: list[str]) -> None:
    expect(means(page).get_by_role("columnheader")).to_contain_text(["Run", *labels], timeout=LATE)


def _compare(page: Page, expected: dict[str, Any]) -> None:
    choices = page.get_by_role("group", name="How to compare")
    for name, value in expected.items():
        if name == "tests":
            expect(choices.locator("input[name=test]")).not_to_have_count(0, timeout=LATE)
            for test in choices.locator("input[name=test]").all():
                chosen = test.get_attribute("value") in value
                expect(test).to_be_checked(checked=chosen, timeout=LATE)
        elif name == "pairs":
            expect(choices.get_by_label("All pairs")).to_be_checked(timeout=LATE)
        else:
            expect(choices.locator(f"#{name}")).to_have_value(value, timeout=LATE)


def _code(page: Page, text: str) -> None:
    expect(page.get_by_role("button", name="Own measures")).to_contain_text("not run yet", timeout=LATE)
    expect(code(page)).to_have_attribute("aria-description", re.compile("Escape"), timeout=LATE)
    assert "\n".join(code(page).locator(".cm-line").all_text_contents()) == text


def _open(page: Page, parts: list[str]) -> None:
    for part in parts:
        button = page.get_by_role("button", name=re.compile(f"^{OPENERS[part]}"))
        expect(button).to_have_attribute("aria-expanded", "true", timeout=LATE)


def _problem(page: Page, text: str) -> None:
    expect(arrival(page).get_by_role("alert")).to_contain_text(text, timeout=LATE)


def _text(locate: Callable[[Page], Locator]) -> Callable[[Page, str], None]:
    return lambda page, value: expect(locate(page)).to_contain_text(value, timeout=LATE)


def _value(locate: Callable[[Page], Locator]) -> Callable[[Page, str], None]:
    return lambda page, value: expect(locate(page)).to_have_value(value, timeout=LATE)


LOOKS: dict[str, Callable[[Page, Any], None]] = {
    "k": _value(k),
    "gain": _value(lambda page: page.locator("#gain input:checked")),
    "gain_map": _value(lambda page: page.get_by_role("textbox", name="Gain of each grade")),
    "conventions": _text(lambda page: page.get_by_role("button", name="Conventions")),
    "measures": _text(lambda page: page.locator("#measures-button")),
    "judgements": _value(lambda page: box(page, JUDGEMENTS)),
    "results": _value(lambda page: box(page, RESULTS)),
    "runs": lambda page, names: expect(page.get_by_role("tab")).to_have_text(names, timeout=LATE),
    "chosen": _text(lambda page: page.get_by_role("tab", selected=True)),
    "means": _means,
    "heads": _heads,
    "filter": _value(lambda page: page.get_by_role("searchbox", name="Filter queries")),
    "queries": lambda page, names: expect(query_names(page)).to_have_text(names, timeout=LATE),
    "baseline": _text(lambda page: page.locator("#baseline option:checked")),
    "compare": _compare,
    "picture": _value(lambda page: page.get_by_role("combobox", name="Picture")),
    "compare_measure": _value(lambda page: page.locator("#compare-measure")),
    "side_by_side": _text(lambda page: page.locator("#rankings-title")),
    "read": _text(notes),
    "code": _code,
    "limit": _value(lambda page: page.get_by_role("spinbutton", name="Time limit")),
    "notice": _text(lambda page: arrival(page).get_by_role("status")),
    "open": _open,
    "problem": _problem,
}
