"""The parts that measure how the page answers small changes, draws long tables, and what it loads."""

from __future__ import annotations

import gzip
import urllib.parse
from pathlib import Path

from playwright.sync_api import Page

import build
from tests.bench import data
from tests.bench.bench import Bench
from tests.bench.page import arm as arm_probe
from tests.bench.page import attach_judgements, open_run, rig, took
from tests.browser.page_reader import JUDGEMENTS, box, example, give
from tests.browser.site import wait_until_ready


def page_typing(bench: Bench) -> dict[str, list[float]]:
    """A key in the judgements of 100 rows, until the scores are new; a grade goes from 1 to 12 and back."""
    values: dict[str, list[float]] = {}
    with rig() as browser, browser.ready() as page:
        arm_probe(page)
        give(page, *typed_example())
        took(page)
        wait_until_ready(page)
        box(page, JUDGEMENTS).focus()
        page.keyboard.press("ControlOrMeta+End")
        for at in range(bench.short_rounds + 2):
            bench.log.say(f"page-typing, key {at}")
            arm_probe(page)
            page.keyboard.press("Backspace" if at % 2 else "2")
            measured = took(page)
            for name in ("scored", "gap") if at > 1 else ():
                values.setdefault(f"page-typing.{name}.ms", []).append(getattr(measured, name))
            wait_until_ready(page)
    return values


def typed_example() -> tuple[str, str]:
    """100 rows of results, and judgements of two documents a query, so that one grade moves the mean nDCG."""
    results = data.pair(data.TYPED).run.read_text()
    judged = [line.split() for line in results.splitlines() if line.split()[3] in {"1", "4"}]
    return "\n".join(f"{cells[0]} 0 {cells[2]} 1" for cells in judged), results


def page_tables(bench: Bench) -> dict[str, list[float]]:
    """The table of 7,000 queries, from the worker's answer to the frame in which it can be seen."""
    pair = data.pair(bench.sizes.table)
    values: list[float] = []
    with rig() as browser:
        for at in range(bench.rounds + 1):
            bench.log.say(f"page-tables, {f'round {at} of {bench.rounds}' if at else 'warm-up'}")
            with browser.ready() as page:
                attach_judgements(page, pair.qrels)
                measured = open_run(page, pair.run)
            values += [measured.drawn] if at else []
    return {"page-tables.drawn.ms": values}


NOT_WAITED_FOR = ("/pyodide/python_stdlib.zip", "/wheels/")  # a start from the snapshot asks for them, and goes on


def js_size(bench: Bench) -> dict[str, list[float]]:
    """What the page has been sent when the Wikipedia example has scores, each file gzipped by itself.

    The standard library and the wheels are never sent: that there are scores shows that these do not wait for them.
    """
    bench.log.say("js-size")
    with rig(withheld=NOT_WAITED_FOR) as browser, browser.opened() as page:
        score_wikipedia(page)
        sent = {urllib.parse.urlsplit(path).path.lstrip("/") or "index.html" for path in browser.asked}
    files = [build.DIST / name for name in sorted(sent) if (build.DIST / name).is_file()]
    ours = [file for file in files if file.suffix in {".js", ".mjs"} and "pyodide" not in file.parts]
    rest = [file for file in build.DIST.rglob("*") if f"/{file.relative_to(build.DIST)}".startswith(NOT_WAITED_FOR)]
    return {
        "js-size.scripts.kB": [gzipped(ours)],
        "js-size.all.kB": [gzipped(files)],
        "js-size.rest.kB": [gzipped([file for file in rest if file.is_file()])],
    }


def score_wikipedia(page: Page) -> None:
    """Presses the example's button as soon as it is there, and waits for the scores."""
    arm_probe(page)
    example(page, "Wikipedia")
    took(page)


def gzipped(files: list[Path]) -> float:
    """The sizes of the files, each compressed by itself as hosts do, in kB (1,000 bytes)."""
    return sum(len(gzip.compress(file.read_bytes(), 9, mtime=0)) for file in files) / 1000
