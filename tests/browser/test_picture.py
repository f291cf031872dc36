"""The README's picture of the page is made here."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.page_reader import example, mean_cells

PICTURE = Path(__file__).parent / "screenshots" / "page.png"
README = Path(__file__).parents[2] / "README.md"

PNG = b"\x89PNG\r\n\x1a\n"


def test_the_page_fits_the_readmes_picture_with_all_parts_in_view(ready_page: Page) -> None:
    ready_page.set_viewport_size({"width": 1360, "height": 900})
    example(ready_page, "TREC")
    expect(mean_cells(ready_page)).to_have_text(["0.7500", "0.3000", "0.4583", "0.5289"])
    expect(ready_page.get_by_role("heading", name="Per query")).to_be_in_viewport()
    ready_page.mouse.move(0, 0)
    picture = ready_page.screenshot(animations="disabled")
    assert picture.startswith(PNG)
    if os.environ.get("UPDATE_PICTURES"):
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_bytes(picture)
    assert PICTURE.read_bytes().startswith(PNG), "UPDATE_PICTURES=1 python3 build.py test tests/browser/test_picture.py"
    assert "](tests/browser/screenshots/page.png)" in README.read_text(encoding="utf-8")
