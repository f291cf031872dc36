"""The part that opens runs of a million rows and more on the page, beside trec_eval on the same files."""

from __future__ import annotations

from playwright.sync_api import Error

from tests.bench import data, heaps, tools
from tests.bench.bench import Bench
from tests.bench.page import Rig, attach_judgements, open_run, rig
from tests.bench.timing import FailedError, Task, in_rounds, timed


def page_large(bench: Bench) -> dict[str, list[float]]:
    """From the file's opening to its scores, with the page ready and the judgements there."""
    figures: dict[str, list[float]] = {}
    with rig(heaps.watched()) as browser:
        for size in ("large", "largest"):
            pair = data.pair(getattr(bench.sizes, size))
            task = on_page(browser, pair)
            tasks = {"page": task, **{name: timed(command) for name, command in tools.trec_eval(pair).items()}}
            figures |= in_rounds(tasks, bench.rounds, bench.log, f"page-large.{size}")
            if "trec_eval" in tools.absent():
                bench.log.missing[f"page-large.{size}.trec_eval"] = tools.absent()["trec_eval"]
    return figures


def on_page(browser: Rig, pair: data.Pair) -> Task:
    """A task that opens the pair on a fresh page: seconds to the scores, and MB of the heaps once they are there."""

    def task() -> dict[str, float]:
        try:
            with browser.ready() as page:
                attach_judgements(page, pair.qrels)
                scored = open_run(page, pair.run).scored
                return {"s": scored / 1000, "MB": heaps.megabytes(page)}
        except (Error, AssertionError, TimeoutError) as problem:
            raise FailedError(str(problem).partition("\n")[0][:90]) from problem

    return task
