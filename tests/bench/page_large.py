"""The part that opens runs of a million rows and more on the page, beside trec_eval on the same files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Error, Page

from tests.bench import data, heaps, tools
from tests.bench.bench import Bench
from tests.bench.page import Rig, Took, attach_judgements, open_run, open_run_in_dialog, rig
from tests.bench.timing import FailedError, Task, in_rounds, timed


def page_large(bench: Bench) -> dict[str, list[float]]:
    """From the file's opening to its scores, with the page ready and the judgements there.

    A person looks for the file in a dialog, or drags it there, and the page makes use of that time; a script gives it
    at once.
    """
    figures: dict[str, list[float]] = {}
    with rig(heaps.watched()) as browser:
        for size in ("large", "largest"):
            pair = data.pair(getattr(bench.sizes, size))
            tasks = {
                "page": on_page(browser, pair, open_run_in_dialog),
                "page, at once": on_page(browser, pair, open_run),
                **{name: timed(command) for name, command in tools.trec_eval(pair).items()},
            }
            figures |= in_rounds(tasks, bench.rounds, bench.log, f"page-large.{size}")
            if "trec_eval" in tools.absent():
                bench.log.missing[f"page-large.{size}.trec_eval"] = tools.absent()["trec_eval"]
    return figures


def on_page(browser: Rig, pair: data.Pair, opened: Callable[[Page, Path], Took]) -> Task:
    """A task that opens the pair on a fresh page: seconds to the scores, and MB of the heaps once they are there."""

    def task() -> dict[str, float]:
        try:
            with browser.ready() as page:
                attach_judgements(page, pair.qrels)
                scored = opened(page, pair.run).scored
                return {"s": scored / 1000, "MB": heaps.megabytes(page)}
        except (Error, AssertionError, TimeoutError) as problem:
            raise FailedError(str(problem).partition("\n")[0][:90]) from problem

    return task
