"""Where a part of the page cannot be loaded, the page says so, and scores all the same."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.page_reader import JUDGEMENTS, alert, box, drop, give, mean_cells, means, message
from tests.browser.site import START_UP, Site, Watch, wait_until_ready

QRELS = "1 0 d1 1\n1 0 d2 0\n"
RUN = "1 Q0 d2 1 9 r\n1 Q0 d1 2 8 r\n"
# Of one relevant document, at rank 2 of 2, at k = 10: 1/1, 1/10, 1/2, and 1/log2(3).
SCORES = ["1.0000", "0.1000", "0.5000", "0.6309"]


def lose(page: Page, watch: Watch, path: str) -> None:
    """Lets the page load all but one file."""
    watch.allowed += [path.rpartition("/")[2], "Failed to load"]
    page.route(f"**/{path}", lambda route: route.abort())
    wait_until_ready(page)


def test_without_what_draws_diagnoses(page: Page, watch: Watch) -> None:
    lose(page, watch, "panels/diagnoses.js")
    give(page, QRELS, RUN.replace(" d", " other"))
    expect(message(page)).to_contain_text("What looks wrong with the input could not be loaded")
    expect(mean_cells(page)).to_have_text(["0.0000"] * 4)


def test_without_what_draws_errors_they_are_told_in_plain_words(page: Page, watch: Watch) -> None:
    lose(page, watch, "widgets/error.js")
    box(page, JUDGEMENTS).fill(QRELS + "1 0 d3 maybe\n")
    expect(alert(page)).to_contain_text("Error in Relevance judgements: line 3: ")
    expect(alert(page)).to_contain_text("maybe")
    give(page, QRELS, RUN)
    expect(alert(page)).to_have_count(0)
    expect(mean_cells(page)).to_have_text(SCORES)


def test_without_what_shows_a_kept_file_it_is_scored(page: Page, watch: Watch) -> None:
    lose(page, watch, "widgets/attached.js")
    long = QRELS + "# more\n" * 20_000
    drop(page.locator("body"), {"qrels.txt": long.encode(), "a.run": RUN.encode()})
    expect(message(page)).to_contain_text("The file is kept, but cannot be shown here")
    expect(mean_cells(page)).to_have_text(SCORES)


def test_without_what_compares_both_runs_have_their_scores(page: Page, watch: Watch) -> None:
    lose(page, watch, "compare/asking.js")
    page.route("**/widgets/compared.js", lambda route: route.abort())
    watch.allowed.append("compared.js")
    drop(page.locator("body"), {"qrels.txt": QRELS.encode(), "a.run": RUN.encode(), "b.run": RUN.encode()})
    expect(means(page).get_by_role("row")).to_have_count(3)
    for row in (0, 1):
        expect(mean_cells(page, row)).to_contain_text(SCORES)
    expect(message(page)).to_contain_text("check the connection and load the page again")


def test_without_what_asks_python_about_a_name_it_is_said_beside_it(page: Page, watch: Watch) -> None:
    lose(page, watch, "app/checking.js")
    page.get_by_role("button", name="Measures").first.click()
    picker = page.get_by_role("dialog", name="Measures")
    name = picker.locator(".picker-named input")
    name.fill("P@7")
    name.press("Enter")
    expect(picker.locator(".picker-named .field-error")).to_have_text(
        "It could not be looked up: check the connection and try again."
    )
    expect(name).to_have_value("P@7")
    page.keyboard.press("Escape")
    give(page, QRELS, RUN)
    expect(mean_cells(page)).to_have_text(SCORES)


def test_without_what_draws_its_examples_the_help_can_be_read_and_left(page: Page, watch: Watch) -> None:
    lose(page, watch, "widgets/help.js")
    page.get_by_role("button", name="Help").click()
    dialog = page.get_by_role("dialog", name="Help")
    dialog.get_by_role("button", name="Which queries count").click()
    expect(dialog.get_by_role("heading", name="Which queries count")).to_be_in_viewport()
    expect(dialog.get_by_role("heading", name="Which queries count")).to_be_focused()
    expect(message(page)).to_contain_text("The examples of the help could not be loaded")
    page.mouse.click(2, 2)  # beside it
    expect(dialog).to_be_hidden()
    give(page, QRELS, RUN)
    expect(mean_cells(page)).to_have_text(SCORES)


def test_without_python_a_damaged_session_is_told_and_leaving_asks(page: Page, watch: Watch, site: Site) -> None:
    watch.allowed += [".*"]
    site.instead["pyodide/pyodide-lock.json"] = b"not JSON"
    page.reload()
    page.wait_for_selector("html[data-engine=failed]", timeout=START_UP)
    drop(page.locator("main"), {"session.json": b'{"format": "rankproof-session", "version": 1'})
    expect(page.get_by_role("alert").filter(has_text="damaged")).to_be_visible()
    box(page, JUDGEMENTS).fill(QRELS)
    leaving = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    page.wait_for_function(leaving)
