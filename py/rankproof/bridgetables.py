"""The page's questions about all measures of one run, large or not: other conventions, and what is left open."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from .asked import Asked
from .bridgelarge import Report, file_source
from .formats import Judgements, Ranking, Results
from .proof import tieranges, unjudged
from .proof.conventions import Table, as_json
from .proof.growing import of_run, of_source
from .settings import Settings, settings_json

Json = dict[str, Any]
Tell = Callable[[str], object]

MOST_QUERIES = 10
"""Queries whose range is sent, for each measure."""


class Run(NamedTuple):
    """A run in memory, or what a large one is read from: the request's input and its name."""

    results: Results | None
    given: Json
    name: str


class Left:
    """What ties and unjudged results leave open, found in one go."""

    def __init__(self, judgements: Judgements, asked: list[Asked], settings: Settings) -> None:
        self.ties = tieranges.Ranges(judgements, asked, settings)
        self.unjudged = unjudged.Open(judgements, asked, settings)

    def add(self, query: str, ranking: Ranking) -> None:
        """Takes one query."""
        self.ties.add(query, ranking)
        self.unjudged.add(query, ranking)


def conventions(judgements: Judgements, run: Run, asked: list[Asked], settings: Settings, tell: Tell | None) -> Json:
    """{"settings", "rows": [...]}: the measures under every tool's conventions.

    Progress is told as `{"stage": "conventions", "done", "total"}`, in percents; of a large run as it is read.
    """
    table, results = _of(lambda: Table(judgements, asked, settings), judgements, run, "conventions", tell)
    return {"settings": settings_json(settings), "rows": [as_json(row) for row in table.rows(results)]}


def ranges(judgements: Judgements, run: Run, asked: list[Asked], settings: Settings, tell: Tell | None) -> Json:
    """{"ties": [...], "unjudged": [...]}: what ties and unjudged results leave open, with the widest queries only.

    Progress is told as for conventions, as the stage "ranges".
    """
    left, results = _of(lambda: Left(judgements, asked, settings), judgements, run, "ranges", tell)
    return {
        "ties": [tieranges.as_json(found, MOST_QUERIES) for found in left.ties.found(results)],
        "unjudged": [unjudged.as_json(found) for found in left.unjudged.found(results)],
    }


def _of(
    make: Callable[[], Any], judgements: Judgements, run: Run, stage: str, tell: Tell | None
) -> tuple[Any, Results]:
    if run.results is not None:
        return of_run(make(), judgements, run.results, _percents(stage, tell) if tell else None), run.results
    report = Report(run.given, tell)
    return of_source(make, file_source(run.given, run.name, report), report.watch)


def _percents(stage: str, tell: Tell) -> Callable[[int, int], None]:
    last = -1

    def told(done: int, total: int) -> None:
        nonlocal last
        percent = 100 * done // total if total else 100
        if percent != last:
            last = percent
            tell(json.dumps({"stage": stage, "done": percent, "total": 100}))

    return told


ACTIONS = {"conventions": conventions, "ranges": ranges}
"""The page's name for each, with the function that answers it."""
