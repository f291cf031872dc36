"""The inputs and scores of the page's last requests, kept so that what has not changed is not read or scored again."""

from __future__ import annotations

import json
from collections.abc import Callable

from .answers import Json, Outcome
from .bridgelarge import LargeRuns, Work, is_large
from .bridgelooks import Looks
from .evalresult import EvalResult
from .formats import Judgements, Results, Source, read_judgements, read_results
from .formats.source import path
from .names import Asked
from .problems import InputError, SettingError
from .scoring import check_gains, score
from .settings import Settings

BOX_NAMES = {"judgements": "Relevance judgements", "results": "Ranked results"}

Progress = Callable[[str], object] | None
MadeOf = tuple[Judgements, Results, list[Asked], Settings]


class Inputs:
    """What was read and scored, by the ids of the page's boxes; `looks` tells what looks wrong with a run."""

    def __init__(self) -> None:
        self._read: dict[tuple[str, str], tuple[object, Outcome]] = {}
        self._kept: dict[tuple[str, str], tuple[MadeOf, EvalResult]] = {}
        self._shown: dict[tuple[str, str], tuple[MadeOf, EvalResult]] = {}
        self._large = LargeRuns()
        self.looks = Looks()

    def run(
        self, given: Json | None, work: Work, progress: Progress, *, keep: bool
    ) -> tuple[Outcome | None, EvalResult | InputError | None]:
        """How a run was read, and its scores or what stands against them."""
        if given is not None and is_large(given):
            name = source_name(given, "results")
            return self._large.score(given, name, work, "compare" if keep else "score", progress)
        outcome = self.outcome("results", given, progress)
        if not isinstance(outcome, Results) or work.judgements is None:
            return outcome, None
        made_of = (work.judgements, outcome, work.asked, work.settings)
        try:
            result = self._known(_key("results", given), made_of) or score(*made_of)
        except InputError as error:
            return outcome, error
        (self._kept if keep else self._shown)[_key("results", given)] = made_of, result
        return outcome, result

    def scored_alone(self, run: Json, work: Work, progress: Progress) -> EvalResult:
        """The scores of one run on a measure that the page does not show. Raises InputError."""
        result: EvalResult | InputError | None = None
        if is_large(run):
            outcome, result = self._large.score(run, source_name(run, "results"), work, "explain", progress)
            if isinstance(outcome, InputError):
                raise outcome
        else:
            results = self.outcome("results", run, progress)
            if work.judgements is not None and isinstance(results, Results):
                result = score(work.judgements, results, work.asked, work.settings)
        if isinstance(result, InputError):
            raise result
        if result is None:
            raise SettingError("run", "judgements or results are missing", "give both")
        return result

    def keep_only(self, request: Json) -> None:
        """Keeps nothing of inputs that are not in the request."""
        runs = request.get("runs") or []
        wanted = {_key("judgements", request.get("judgements")), *(_key("results", given) for given in runs)}
        self._read = {key: kept for key, kept in self._read.items() if key in wanted}
        self._kept = {key: kept for key, kept in self._kept.items() if key in wanted}
        self._shown = {key: kept for key, kept in self._shown.items() if key in wanted}
        self._large.keep_only({name for _, name in wanted})
        self.looks.keep_only({name for _, name in wanted})

    def _known(self, key: tuple[str, str], made_of: MadeOf) -> EvalResult | None:
        """The scores of a run made of the same before."""
        if key not in self._kept:
            return None
        (judgements, outcome, asked, settings), result = self._kept[key]
        same = judgements is made_of[0] and outcome is made_of[1]
        return result if same and (asked, settings) == made_of[2:] else None

    def known_with(self, given: Json, work: Work) -> tuple[EvalResult, int] | None:
        """The last scores of a run that hold the one measure, and its position; None where they are of other inputs."""
        large = is_large(given)
        known = self._large.known(given) if large else self._shown.get(_key("results", given))
        if known is None:
            return None
        (judgements, outcome, asked, settings), result = known
        same = judgements is work.judgements and settings == work.settings
        same = same and (large or outcome is self._read[_key("results", given)][1])
        (one,) = work.asked
        return (result, asked.index(one)) if same and one in asked else None

    def outcome(self, role: str, given: Json | None, progress: Progress) -> Outcome | None:
        """The input as read, from memory if its content has not changed; None for an empty box."""
        if given is None:
            return None
        key, revision = _key(role, given), given.get("revision")
        known = self._read.get(key)
        if known is not None and revision is not None and known[0] == (revision, given.get("name")):
            return known[1]
        source = source_of(given, role, progress)
        outcome: Outcome
        try:
            outcome = read_judgements(source) if role == "judgements" else read_results(source)
        except InputError as error:
            outcome = error
        self._read[key] = ((revision, given.get("name")), outcome)
        return outcome


def _key(role: str, given: Json | None) -> tuple[str, str]:
    return role, str(given["id"]) if given else ""


def gain_error(judgements: Outcome | None, asked: list[Asked]) -> InputError | None:
    """The error of judgements that were read well but hold grades too large for the gain."""
    if isinstance(judgements, Judgements):
        try:
            check_gains(judgements, asked)
        except InputError as error:
            return error
    return None


def source_of(given: Json, role: str, progress: Progress = None) -> Source:
    """What an input of a request is read from."""

    def report(done: int, total: int | None) -> None:
        if progress is not None:
            progress(json.dumps({"input": given["id"], "done": done, "total": total}))

    data = path(given["path"]) if given.get("path") else given.get("text", "")
    return Source(data, source_name(given, role), report if progress else None, given.get("mends") or ())


def source_name(given: Json, role: str) -> str:
    """What messages call an input: its file, or its box."""
    return given.get("name") or BOX_NAMES.get(role, "the input")
