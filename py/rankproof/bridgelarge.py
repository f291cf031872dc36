"""Scores runs that are too large to be kept in memory, for the page's door: while they are read, or from parts."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .evalresult import EvalResult
from .formats import Judgements, Progress, Results, RunReader, Source, TooEarlyError
from .formats.source import path
from .names import Asked
from .parts import Part, join_scoring, score_part
from .problems import InputError
from .scoring import Scoring, score_while_read
from .settings import Settings

LARGE_BYTES = 8_000_000
"""A smaller file is kept once it was read: that takes some 80 MB at most."""

Json = dict[str, Any]
Tell = Callable[[str], object]


class Work(NamedTuple):
    """What a run is scored with; `judgements` is None where there are none that it could be scored with."""

    judgements: Judgements | None
    asked: list[Asked]
    settings: Settings

    def same(self, other: Work) -> bool:
        """Whether the other gives the same scores."""
        return self.judgements is other.judgements and self[1:] == other[1:]


class Scored(NamedTuple):
    """How a large run was read, and its scores or what stands against them; None for scores nobody could work out."""

    outcome: Results | InputError
    result: EvalResult | InputError | None


class Report:
    """Tells the page how far the reading of a large run has come, in bytes, rows and queries."""

    def __init__(self, given: Json, tell: Tell | None) -> None:
        self.given = given
        self.tell = tell
        self.reader: RunReader | None = None

    def watch(self, reader: RunReader) -> None:
        """Reports of this reader from now on."""
        self.reader = reader

    def __call__(self, done: int, total: int | None) -> None:
        rows, queries = self.reader.found if self.reader else (0, 0)
        progress = {"input": self.given["id"], "done": done, "total": total, "rows": rows, "queries": queries}
        if self.tell is not None:
            self.tell(json.dumps(progress))


class LargeRuns:
    """Scores large runs; remembers the scores, so that a run is read again only when something bears on it."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[object, Work, Scored]] = {}

    def score(self, given: Json, name: str, work: Work, purpose: str, tell: Tell | None) -> Scored:
        """How the run was read, and its scores, from memory if nothing has changed; from its parts if it has some.

        purpose: what the scores are for; those for one are remembered apart from those for another.
        """
        key, content = (str(given["id"]), purpose), (given.get("revision"), given.get("name"))
        known = self._known.get(key)
        if known is not None and content[0] is not None and known[0] == content and known[1].same(work):
            return known[2]
        self._known.pop(key, None)
        scored = _score(given, name, work, tell)
        self._known[key] = content, work, scored
        return scored

    def known(self, given: Json) -> tuple[tuple[Any, ...], EvalResult] | None:
        """What the scores that the page shows of the run were made of, and they, if its content is still the same."""
        known = self._known.get((str(given["id"]), "score"))
        if known is None or known[0] != (given.get("revision"), given.get("name")):
            return None
        result = known[2].result
        return ((known[1].judgements, None, *known[1][1:]), result) if isinstance(result, EvalResult) else None

    def keep_only(self, ids: set[str]) -> None:
        """Forgets all other runs."""
        self._known = {key: known for key, known in self._known.items() if key[0] in ids}


def is_large(given: Json | None) -> bool:
    """Whether an input is a file that is too large to be kept in memory."""
    return bool(given and given.get("path")) and os.path.getsize((given or {})["path"]) >= LARGE_BYTES


def file_source(given: Json, name: str, progress: Progress | None = None) -> Source:
    """The file that an input names, read with the mends that it asks for."""
    return Source(path(given["path"]), name, progress, given.get("mends") or ())


def one_query(given: Json, name: str, query: str, tell: Tell | None) -> Results | InputError:
    """The run as read, with the ranking of this query only; or why it could not be read."""
    try:
        return _without_scores(given, name, tell, {query})
    except InputError as error:
        return error


def part_of(given: Json, name: str, place: list[int] | None, work: Work, tell: Tell | None) -> Part | None:
    """One part of a run, as parts.score_part makes it; None where the run has to be scored whole."""
    if work.judgements is None:
        return None
    report = Report(given, tell)
    source = file_source(given, name, report)
    between = None if place is None else (place[0], place[1])
    try:
        return score_part(work.judgements, source, between, work.asked, work.settings, watch=report.watch)
    except (TooEarlyError, InputError):
        return None


def _score(given: Json, name: str, work: Work, tell: Tell | None) -> Scored:
    try:
        results, scoring = _joined(given, name, work) or _read(given, name, work, tell)
    except InputError as error:
        return Scored(error, None)
    # Interleaved, they all had to be there; now they are scored.
    results.rankings = {}
    if scoring is None:
        return Scored(results, None)
    try:
        return Scored(results, scoring.finish(results))
    except InputError as error:
        return Scored(results, error)


def _joined(given: Json, name: str, work: Work) -> tuple[Results, Scoring] | None:
    """The run from the parts that came with it; None where there are none, or where they do not make a whole."""
    if work.judgements is None or not given.get("parts"):
        return None
    source = file_source(given, name)
    try:
        return join_scoring(work.judgements, source, _parts(given["parts"]), work.asked, work.settings)
    except TooEarlyError:
        return None


def _parts(paths: list[str]) -> Iterator[Part]:
    """The parts in these files, each of which is an answer of the door's."""
    for name in paths:
        with open(name, encoding="utf-8") as file:
            yield json.load(file)["ok"]


def _read(given: Json, name: str, work: Work, tell: Tell | None) -> tuple[Results, Scoring | None]:
    if work.judgements is None:
        return _without_scores(given, name, tell, set()), None
    report = Report(given, tell)
    source = file_source(given, name, report)
    return score_while_read(work.judgements, source, work.asked, work.settings, watch=report.watch)


def _without_scores(given: Json, name: str, tell: Tell | None, kept: set[str]) -> Results:
    """The run as read, with the rankings of these queries only. Raises InputError."""
    report = Report(given, tell)
    source = file_source(given, name, report)
    reader = RunReader(source)
    report.watch(reader)
    try:
        rankings = {query: ranking for query, ranking in reader.rankings() if query in kept}
    except TooEarlyError:
        reader = RunReader(source)
        report.watch(reader)
        rankings = {query: ranking for query, ranking in reader.whole().rankings.items() if query in kept}
    reader.results.rankings = rankings
    return reader.results
