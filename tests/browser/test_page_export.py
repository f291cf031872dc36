"""Tables are exported from the page in every form, pictures with what made them, and programs that give the numbers."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Download, Locator, Page, expect

import build
from rankproof import __version__, evaluate
from rankproof.cells import as_before
from tests.browser.page_reader import drop, give, large_run, mean_cells, means, open_files, queries
from tests.browser.site import START_UP

QRELS = "".join(f"q{number} 0 r 2\nq{number} 0 a 0\nq{number} 0 s 1\n" for number in range(1, 13))


def run_text(ranks: str, tag: str) -> str:
    """A run of the twelve queries with the most relevant document at these ranks."""
    rows = []
    for number, rank in enumerate(map(int, ranks), 1):
        documents = ["a", "s", "b"]
        documents.insert(rank - 1, "r")
        rows += [f"q{number} Q0 {name} {at} {9 - at} {tag}\n" for at, name in enumerate(documents, 1)]
    return "".join(rows)


FIRST, SECOND = run_text("213231232123", "one"), run_text("112121121112", "two")
MEASURES = ["R@10", "P@10", "RR@10", "nDCG@10"]


def opener(page: Page, name: str) -> Locator:
    """The button beside a table that exports it."""
    return page.get_by_role("button", name=f"Export {name}", exact=True)


def opened(page: Page, name: str) -> Locator:
    """The dialog that exports a table."""
    opener(page, name).click()
    return page.get_by_role("dialog", name=f"Export {name}", exact=True)


def saved(page: Page, dialog: Locator, form: str) -> tuple[str, str]:
    """The name and the text of a file that a button saves; the page says that it has been saved."""
    with page.expect_download() as waiting:
        dialog.get_by_role("button", name=f"Save {form}", exact=True).click()
    name, text = content(waiting.value)
    expect(page.get_by_role("status").filter(has_text=f"{name} has been saved.")).to_be_visible()
    return name, text


def content(download: Download) -> tuple[str, str]:
    """A file's name and text."""
    return download.suggested_filename, Path(download.path()).read_text(encoding="utf-8")


# What is on the clipboard, as soon as there is something.
CLIPBOARD = """async () => {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const text = await navigator.clipboard.readText();
    if (text) return text;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("nothing was copied");
}"""


def copied(page: Page, dialog: Locator, form: str) -> str:
    """What a button puts on the clipboard; the page says so."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    said = page.get_by_role("status").filter(has_text=re.compile(f"{form}.* has been copied", re.IGNORECASE))
    page.evaluate("navigator.clipboard.writeText('')")
    dialog.get_by_role("button", name=f"Copy {form}", exact=True).click()
    text: str = page.evaluate(CLIPBOARD)
    expect(said).to_be_visible()
    return text


def records(text: str, separator: str = ",") -> list[dict[str, str]]:
    """The rows of a table after its comments."""
    lines = [line for line in text.split("\n") if not line.startswith("#")]
    return list(csv.DictReader(io.StringIO("\n".join(lines), newline=""), delimiter=separator))


@pytest.fixture
def one_run(ready_page: Page) -> Page:
    """The page with one pasted run."""
    give(ready_page, QRELS, FIRST)
    expect(mean_cells(ready_page).first).to_have_text("1.0000")
    return ready_page


@pytest.fixture
def two_runs(ready_page: Page) -> Page:
    """The page with two runs from files, compared."""
    files = {"qrels.txt": QRELS, "=one.run": FIRST, "two.run": SECOND}
    drop(ready_page.locator("body"), {name: text.encode() for name, text in files.items()})
    expect(ready_page.get_by_role("table", name="Comparisons").locator("tbody tr")).to_have_count(2, timeout=START_UP)
    return ready_page


def test_nothing_of_it_is_loaded_before_it_is_wanted_and_nothing_can_be_exported_without_scores(
    ready_page: Page,
) -> None:
    loaded = "performance.getEntriesByType('resource').filter(({ name }) => /app\\/export\\//.test(name)).length"
    for name in ("mean scores", "scores per query", "tables of other tools"):
        expect(opener(ready_page, name)).to_be_disabled()
    give(ready_page, QRELS, FIRST)
    expect(opener(ready_page, "mean scores")).to_be_enabled()
    expect(opener(ready_page, "tables of other tools")).to_be_disabled()
    assert ready_page.evaluate(loaded) == 0
    expect(opened(ready_page, "mean scores")).to_be_visible()
    assert ready_page.evaluate(loaded) > 0


def test_a_table_is_saved_and_copied_in_every_form_with_what_made_it(one_run: Page) -> None:
    expected = evaluate(QRELS, FIRST, MEASURES)
    name, text = saved(one_run, opened(one_run, "mean scores"), "CSV")
    assert name == "rankproof-means.csv"
    assert text.startswith(f"# Rankproof {__version__}. Linear gain")
    assert "12 queries with 36 judged documents (24 relevant) and 48 results" in text
    (row,) = records(text)
    assert [float(row[measure]) for measure in MEASURES] == expected.mean_values
    # The dialog is closed and the focus is back where it came from.
    expect(one_run.get_by_role("dialog")).to_have_count(0)
    expect(opener(one_run, "mean scores")).to_be_focused()

    (row,) = records(copied(one_run, opened(one_run, "mean scores"), "TSV"), "\t")
    assert row["nDCG@10"] == repr(expected.mean_values[3])
    name, text = saved(one_run, opened(one_run, "scores per query"), "JSON")
    assert name == "rankproof-queries-run-1.json"
    (run,) = json.loads(text)["runs"]
    assert {query: list(values.values()) for query, values in run["queries"].items()} == {
        query: list(values.values()) for query, values in expected.items()
    }
    text = copied(one_run, opened(one_run, "scores per query"), "Markdown")
    assert f"| q1 | 3 | 2 | 4 | 1.0000 | 0.2000 | 0.5000 | {expected['q1']['ndcg_cut_10']:.4f} |" in text
    _, text = saved(one_run, opened(one_run, "mean scores"), "LaTeX")
    assert r"\begin{tabular}{lrrrrr}" in text
    name, text = saved(one_run, opened(one_run, "scores per query"), "trec_eval")
    assert name.endswith(".trec_eval.txt")
    assert text.splitlines()[0] == "recall_10             \tq1\t1.0000"
    assert len(text.splitlines()) == 4 * 13


def test_the_filter_of_the_table_leaves_nothing_out(one_run: Page) -> None:
    one_run.get_by_role("searchbox", name="Filter queries").fill("q7")
    expect(queries(one_run).get_by_role("rowheader")).to_have_count(1)
    dialog = opened(one_run, "scores per query")
    expect(dialog).to_contain_text("All queries, whatever the filter shows.")
    _, text = saved(one_run, dialog, "CSV")
    assert len(records(text)) == 13


def test_several_runs_are_exported_together_or_one_by_one(two_runs: Page) -> None:
    dialog = opened(two_runs, "scores per query")
    choice = dialog.get_by_role("combobox", name="Run")
    expect(choice.locator("option")).to_have_text(["=one.run", "two.run", "All runs"])
    choice.select_option("two.run")
    name, text = saved(two_runs, dialog, "CSV")
    assert name == "rankproof-queries-two.run.csv"
    assert {row["run"] for row in records(text)} == {"two.run"}
    dialog = opened(two_runs, "scores per query")
    dialog.get_by_role("combobox", name="Run").select_option("All runs")
    _, text = saved(two_runs, dialog, "CSV")
    # A name that a spreadsheet would run has an apostrophe.
    assert [row["run"] for row in records(text)] == ["'=one.run"] * 13 + ["two.run"] * 13


def test_compared_runs_have_marks_of_significance_in_latex_and_their_tests_in_csv(two_runs: Page) -> None:
    text = copied(two_runs, opened(two_runs, "mean scores"), "LaTeX")
    # In 9 queries r stands one rank higher, in 3 where it stood, so that nDCG@10 is higher by both tests.
    assert re.search(r"two.run & .*\\textbf\{0\.\d{4}\}\$\^\{\\dagger\\ddagger\}\$ \\\\", text)
    assert "significantly different from =one.run" in text
    name, text = saved(two_runs, opened(two_runs, "comparisons"), "CSV")
    assert name == "rankproof-comparisons.csv"
    assert "# Tests, two-sided and paired by query: paired t, randomization." in text
    rows = records(text)
    assert [row["test"] for row in rows] == ["t", "randomization"] * 4
    by_measure = {row["measure"]: float(row["p"]) for row in rows if row["test"] == "randomization"}
    assert by_measure["nDCG@10"] == 2 / 2**9


def test_tables_of_other_tools_are_exported_as_shown(one_run: Page) -> None:
    one_run.get_by_role("button", name=re.compile("^Other tools")).click()
    expect(opener(one_run, "tables of other tools")).to_be_enabled(timeout=START_UP)
    dialog = opened(one_run, "tables of other tools")
    dialog.get_by_role("combobox", name="Table").select_option("Unjudged documents")
    name, text = saved(one_run, dialog, "CSV")
    assert name.startswith("rankproof-unjudged")
    # Of 48 results the 12 b are not judged.
    assert [(row["unjudged in the top k"], row["results"]) for row in records(text)] == [("12", "48")] * 4
    text = copied(one_run, opened(one_run, "tables of other tools"), "Command line")
    assert text.startswith("rankproof conventions qrels.txt run.txt -k 10 ")


def again(folder: Path, command: str, program: str) -> tuple[Any, str]:
    """What the copied command prints as JSON, and the copied program as it is, each in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(build.ROOT / "py")}
    words = [sys.executable, "-m", *shlex.split(command), "--format", "json"]
    by_command = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=True).stdout
    words = [sys.executable, "-c", program]
    by_python = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=True).stdout
    return json.loads(by_command), by_python


def test_the_copied_command_and_program_give_the_numbers_shown(one_run: Page, tmp_path: Path) -> None:
    one_run.get_by_role("spinbutton", name="k", exact=True).fill("3")
    one_run.get_by_role("radio", name="Exponential").check()
    expect(means(one_run).get_by_role("columnheader").last).to_contain_text("nDCG@3")
    expect(one_run.locator("#convention")).to_contain_text("2^grade")
    shown = mean_cells(one_run).all_inner_texts()
    dialog = opened(one_run, "mean scores")
    for name, text in {"qrels.txt": QRELS, "run.txt": FIRST}.items():
        with one_run.expect_download() as waiting:
            dialog.get_by_role("button", name=f"Save {name}").click()
        assert content(waiting.value) == (name, text)
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = copied(one_run, dialog, "Command line")
    expect(one_run.get_by_role("status").filter(has_text="has to be saved as qrels.txt and run.txt")).to_be_visible()
    program = copied(one_run, opened(one_run, "mean scores"), "Python")
    (row,) = records(saved(one_run, opened(one_run, "mean scores"), "CSV")[1])
    digits = [row[name] for name in ("R@3", "P@3", "RR@3", "nDCG@3")]
    made, printed = again(tmp_path, command, program)
    values = list(made["runs"][0]["mean"].values())
    assert [repr(value) for value in values] == digits
    assert [f"{value:.4f}" for value in values] == [text.split()[0] for text in shown]
    assert all(text in printed for text in digits)


def test_the_copied_comparison_gives_every_digit(two_runs: Page, tmp_path: Path) -> None:
    for name, text in {"qrels.txt": QRELS, "=one.run": FIRST, "two.run": SECOND}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = copied(two_runs, opened(two_runs, "comparisons"), "Command line")
    program = copied(two_runs, opened(two_runs, "comparisons"), "Python")
    rows = records(saved(two_runs, opened(two_runs, "comparisons"), "CSV")[1])
    made, printed = again(tmp_path, command, program)
    assert [[repr(one[name]) for name in ("difference", "statistic", "p")] for one in made["comparisons"]] == [
        [row[name] or "None" for name in ("difference", "statistic", "p")] for row in rows
    ]
    assert "paired t, randomization" in printed


def test_a_picture_states_what_made_it(two_runs: Page) -> None:
    two_runs.locator("#picture").select_option("P")
    expect(two_runs.locator(".chart-place svg title")).to_contain_text("each cut-off k")
    height = 0
    for ending in ("svg", "png"):
        with two_runs.expect_download() as waiting:
            two_runs.get_by_role("button", name=f"Save {ending.upper()}").click()
        assert waiting.value.suggested_filename.startswith("rankproof-")
        data = Path(waiting.value.path()).read_bytes()
        if ending == "png":
            # Its height is the second number of the header; a PNG has two pixels for each of the page's.
            assert (data[:4], int.from_bytes(data[20:24])) == (b"\x89PNG", 2 * height)
            continue
        text = data.decode()
        words = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", text))
        assert f"Rankproof {__version__}. Precision at k: Relevant documents in the top k / k" in words
        assert "equal scores by document id descending" in words
        assert "Means over 12 queries: of 12 judged" in words
        height = int(re.search(r'viewBox="0 0 \d+ (\d+)"', text)[1])  # type: ignore[index]
        shown = two_runs.locator(".chart-place svg").get_attribute("viewBox") or ""
        assert height > int(shown.split()[3])


def test_seven_thousand_queries_of_a_file_are_exported_from_what_was_scored(ready_page: Page, tmp_path: Path) -> None:
    run = large_run(7000, 60)
    qrels = "".join(f"{query} 0 d{query % 7 + 1} 1\n" for query in range(1, 7001))
    assert len(run) > 8_000_000
    open_files(ready_page, tmp_path, qrels, run)
    expect(mean_cells(ready_page).first).to_have_text("1.0000", timeout=START_UP)
    reads = "window.seenProgress = 0; new MutationObserver(() => { window.seenProgress += 1; })"
    ready_page.evaluate(f"{reads}.observe(document.querySelector('.means .work-text'), {{ childList: true }})")
    _, text = saved(ready_page, opened(ready_page, "scores per query"), "CSV")
    rows = records(text)
    assert len(rows) == 7001
    assert rows[6]["query"] == "7"
    assert ready_page.evaluate("window.seenProgress") == 0


HOSTILE = ["__proto__", "constructor", "<img src=x onerror=alert(1)>", "=1+1", 'a,"b"', "two\nlines", "a|b"]


def test_hostile_ids_go_through_every_export_as_text(ready_page: Page) -> None:
    judged = {query: {"r": 1, "a": 0} for query in HOSTILE}
    tied = {query: {"a": 1.5, "r": 1.5} for query in HOSTILE}
    give(ready_page, json.dumps(judged), json.dumps(tied))
    expect(mean_cells(ready_page).first).to_have_text("1.0000")
    _, text = saved(ready_page, opened(ready_page, "scores per query"), "CSV")
    assert {as_before(row["query"]) for row in records(text)} == {*HOSTILE, "all"}
    assert "'=1+1" in text
    _, text = saved(ready_page, opened(ready_page, "scores per query"), "JSON")
    assert set(json.loads(text)["runs"][0]["queries"]) == set(HOSTILE)
    assert "<img" not in copied(ready_page, opened(ready_page, "scores per query"), "Markdown")
    assert r"\textless{}img" in copied(ready_page, opened(ready_page, "scores per query"), "LaTeX")
    ready_page.get_by_role("button", name=re.compile("^Other tools")).click()
    expect(opener(ready_page, "tables of other tools")).to_be_enabled(timeout=START_UP)
    dialog = opened(ready_page, "tables of other tools")
    dialog.get_by_role("combobox", name="Table").select_option("How much ties decide")
    _, text = saved(ready_page, dialog, "JSON")
    assert set(json.loads(text)["ties"][2]["queries"]) == set(HOSTILE)


def test_a_failed_load_is_told_and_can_be_tried_again(one_run: Page, watch: Any) -> None:
    watch.allowed += ["Failed to load resource", "net::ERR"]
    one_run.route("**/app/export/dialog.js", lambda route: route.abort())
    opener(one_run, "mean scores").click()
    expect(one_run.get_by_role("status").filter(has_text="The export could not be loaded")).to_be_visible()


def test_it_is_used_by_keyboard_alone_and_escape_gives_the_focus_back(one_run: Page) -> None:
    expect(opener(one_run, "mean scores")).to_be_enabled()  # it is a moment after the scores, and takes no focus before
    opener(one_run, "mean scores").focus()
    one_run.keyboard.press("Enter")
    dialog = one_run.get_by_role("dialog", name="Export mean scores")
    expect(dialog.get_by_role("button", name="Close")).to_be_focused()
    one_run.keyboard.press("Tab")
    expect(dialog.get_by_role("button", name="Save CSV")).to_be_focused()
    one_run.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener(one_run, "mean scores")).to_be_focused()
    one_run.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Close")).to_be_focused()
    one_run.keyboard.press("Tab")
    with one_run.expect_download():
        one_run.keyboard.press("Enter")


def test_axe_finds_nothing_and_nothing_is_wider_than_360_pixels(two_runs: Page) -> None:
    opened(two_runs, "scores per query")
    for width, height in ((1360, 900), (360, 740)):
        two_runs.set_viewport_size({"width": width, "height": height})
        assert two_runs.evaluate("document.documentElement.scrollWidth") == width
        dialog = two_runs.locator("dialog.export")
        assert dialog.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth")
        for scheme in ("light", "dark"):
            two_runs.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found: list[dict[str, Any]] = Axe().run(two_runs).response["violations"]
            assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == [], (width, scheme)
