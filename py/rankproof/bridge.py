"""The page's only door: JSON text in, JSON text out."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .answers import (
    Json,
    Outcome,
    asked_json,
    convention,
    input_error,
    plain_error,
    reading_json,
    result_json,
    scores_json,
    setting_error,
)
from .bridgelarge import LargeRuns, Work, is_large, one_query, part_of
from .evalresult import EvalResult
from .formats import Judgements, Results, Source, read_judgements, read_results
from .formats.classify import classify
from .formats.source import path
from .names import Asked, parse_measures
from .problems import InputError, SettingError
from .runnames import distinct
from .scoring import check_gains, score
from .settings import Settings, make_settings, settings_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .bridgeexplain import Questions

BOX_NAMES = {"judgements": "Relevance judgements", "results": "Ranked results"}

Progress = Callable[[str], object] | None
MadeOf = tuple[Judgements, Results, list[Asked], Settings]


class Bridge:
    """Answers requests; remembers the inputs of the last one, so that changing a setting does not read them again."""

    def __init__(self) -> None:
        self._read: dict[tuple[str, str], tuple[object, Outcome]] = {}
        self._kept: dict[tuple[str, str], tuple[MadeOf, EvalResult]] = {}
        self._shown: dict[tuple[str, str], tuple[MadeOf, EvalResult]] = {}
        self._large = LargeRuns()
        self._questions: Questions | None = None

    def handle(self, request: str, progress: Callable[[str], object] | None = None) -> str:
        """Answers `{"action": ...}` with `{"ok": ...}` or `{"error": {kind, message, source, line, column, hint}}`.

        Actions: score, compare (both with measures of the user's own under "code": see bridgecode), check_code, curves,
        rankings, explain, bounds, tie_marks, conventions, ties, part (of a large run), classify, measures (what names
        stand for), describe. `progress` is called with JSON `{"input", "done", "total"}` while reading, with `rows` and
        `queries` for a large run, with `{"stage": "resampling", "done", "total"}` while comparing, and with
        `{"stage": "code", "running"}` when a user's own code begins and ends.
        Never raises: what goes wrong inside becomes an error of kind "internal".
        """
        try:
            answer = {"ok": self._answer(json.loads(request), progress)}
        except SettingError as error:
            answer = {"error": setting_error(error)}
        except InputError as error:
            answer = {"error": input_error(error)}
        except MemoryError:
            answer = {
                "error": plain_error(
                    "memory", "there is not enough memory for these inputs", "close other tabs, or use the command line"
                )
            }
        except Exception as error:  # noqa: BLE001 - the page must hear of any mistake of ours in words
            message = f"something went wrong inside Rankproof ({type(error).__name__}: {error})"
            answer = {"error": plain_error("internal", message, "please report it with the input that caused it")}
        return json.dumps(answer, ensure_ascii=False)

    def _answer(self, request: Json, progress: Callable[[str], object] | None) -> Any:
        action = request.get("action")
        if action == "score":
            return _with_code(request, progress, self._score)
        if action == "compare":
            return _with_code(request, progress, self._compare)
        reading = {"curves": self._curves, "rankings": self._rankings, "part": self._part}
        if action in reading:
            return reading[action](request, progress)
        if action in ("explain", "bounds", "tie_marks"):
            return self._explained(action, request, progress)
        if action in ("conventions", "ties"):
            return self._proved(action, request, progress)
        if action == "check_code":
            from .bridgecode import check_code

            return check_code(request["text"], request.get("wheels") or [])
        if action == "classify":
            return [_classified(given) for given in request["inputs"]]
        if action == "measures":
            return [asked_json(one) for one in parse_measures(request["names"], make_settings({}))]
        if action == "describe":
            from .catalog import describe

            return describe()
        raise ValueError(f"there is no action {action!r}")

    def _score(self, request: Json, asked: list[Asked], settings: Settings, progress: Progress) -> Json:
        answer, results = self._scored(request, asked, settings, progress)
        scored = [{"id": given["id"], "name": result.name, **result_json(result)} for _, given, result in results]
        return {**answer, "scores": scores_json(scored, asked, settings) if scored else None}

    def _compare(self, request: Json, asked: list[Asked], settings: Settings, progress: Progress) -> Json:
        """`comparison` is that of the runs that could be scored, under the ids and in the order of the request.

        baseline: the id of a run, or null for all pairs; the first run where it is not given. Values by query are in
        the answer to `score`.
        """
        from .compare.answer import answered, baseline_asked, how_asked
        from .compare.beside import asked_beside, set_aside
        from .compare.comparisons import Measure
        from .compare.plan import plan_of
        from .compare.scored import Scored

        how = how_asked(request, progress)
        plan_of(how)  # refuse a bad choice before the runs are read
        beside = asked_beside(asked, settings)
        answer, results = self._scored(request, [*asked, *beside], settings, progress, keep=True)
        ids = [str(given["id"]) for _, given, _ in results]
        place = baseline_asked(request, ids)
        names = distinct([result.name for _, _, result in results], [read.tag for read, _, _ in results])
        scored = []
        for name, (_, _, result) in zip(names, results, strict=True):
            own, more = set_aside(result, beside)
            scored.append(Scored(own.renamed(name), more))
        asked = [one for place, one in enumerate(asked) if not any(_lacks(result, place) for *_, result in results)]
        made = answered(scored, [Measure(one.name, one) for one in asked], place, how)
        runs = [{"id": own, **run} for own, run in zip(ids, made["runs"], strict=True)]
        made = {
            **made,
            "measures": [asked_json(one) for one in asked],
            "runs": runs,
            "settings": settings_json(settings),
        }
        return {**answer, "comparison": {**made, "convention": convention(asked, settings)}}

    def _proved(self, action: str, request: Json, progress: Callable[[str], object] | None) -> Json:
        """What bridgeproof answers of the one run in `run`. Raises InputError or SettingError."""
        from .bridgeproof import ACTIONS

        settings = make_settings(request.get("settings") or {})
        judgements = self._outcome("judgements", request.get("judgements"), progress)
        results = self._outcome("results", request.get("run"), progress)
        for read in (judgements, results):
            if isinstance(read, InputError):
                raise read
        if not isinstance(judgements, Judgements) or not isinstance(results, Results):
            raise SettingError("run", "judgements or results are missing", "give both")
        return ACTIONS[action](judgements, results, request, settings)

    def _explained(self, action: str, request: Json, progress: Progress) -> Json:
        """What bridgeexplain answers of the one run in `run`. Raises InputError or SettingError."""
        from .bridgeexplain import Given, Questions

        if self._questions is None:
            self._questions = Questions()
        settings = make_settings(request.get("settings") or {})
        judgements = self._outcome("judgements", request.get("judgements"), progress)
        run, query = request.get("run"), request.get("query")
        results: Outcome | None = None
        if run is None or not is_large(run):
            results = self._outcome("results", run, progress)
        elif query is not None:
            results = self._questions.query_of_large(run, _source_name(run, "results"), str(query), progress)
        for read in (judgements, results):
            if isinstance(read, InputError):
                raise read
        if run is None or not isinstance(judgements, Judgements):
            raise SettingError("run", "judgements or results are missing", "give both")
        kept = results if isinstance(results, Results) else None

        def scored(one: Asked) -> tuple[EvalResult, int]:
            known = self._known_with(run, Work(judgements, [one], settings))
            return known or (self._scored_alone(run, Work(judgements, [one], settings), progress), 0)

        return self._questions.answer(action, request, Given(judgements, kept, settings, scored, progress))

    def _scored_alone(self, run: Json, work: Work, progress: Progress) -> EvalResult:
        """The scores of one run on a measure that the page does not show. Raises InputError."""
        result: EvalResult | InputError | None = None
        if is_large(run):
            outcome, result = self._large.score(run, _source_name(run, "results"), work, "explain", progress)
            if isinstance(outcome, InputError):
                raise outcome
        else:
            results = self._outcome("results", run, progress)
            if work.judgements is not None and isinstance(results, Results):
                result = score(work.judgements, results, work.asked, work.settings)
        if isinstance(result, InputError):
            raise result
        if result is None:
            raise SettingError("run", "judgements or results are missing", "give both")
        return result

    def _curves(self, request: Json, progress: Callable[[str], object] | None) -> Json:
        """The curves of the runs that could be scored, and their ids in that order."""
        from .curves import curves, curves_asked

        settings = make_settings(request.get("settings") or {})
        _, results = self._scored(request, curves_asked(settings), settings, progress)
        ids = [given["id"] for _, given, _ in results]
        return {"runs": ids, **curves([result for _, _, result in results], settings)}

    def _rankings(self, request: Json, progress: Callable[[str], object] | None) -> Json:
        """The rankings of one `query` by the runs given, to a `depth`."""
        from .sidebyside import side_by_side

        judgements = self._outcome("judgements", request.get("judgements"), progress)
        query = str(request["query"])
        runs = [
            one_query(given, _source_name(given, "results"), query, progress)
            if is_large(given)
            else self._outcome("results", given, progress)
            for given in request.get("runs") or []
        ]
        for outcome in (judgements, *runs):
            if isinstance(outcome, InputError):
                raise outcome
        if not isinstance(judgements, Judgements):
            raise SettingError("judgements", "there are no judgements", "give some")
        settings = make_settings(request.get("settings") or {})
        results = [run for run in runs if isinstance(run, Results)]
        return side_by_side(judgements, results, query, settings, request.get("depth", 20))

    def _scored(
        self,
        request: Json,
        asked: list[Asked],
        settings: Settings,
        progress: Callable[[str], object] | None,
        *,
        keep: bool = False,
    ) -> tuple[Json, list[tuple[Results, Json, EvalResult]]]:
        """How the inputs were read, and each run that could be scored with what was given for it.

        keep: whether scores are remembered, so that another test of the same runs need not score them again.
        """
        given_runs = request.get("runs") or []
        self._forget(request)
        judgements = self._outcome("judgements", request.get("judgements"), progress)
        too_large = _gain_error(judgements, asked)
        usable = judgements if isinstance(judgements, Judgements) and too_large is None else None
        scored: list[tuple[Results, Json, EvalResult]] = []
        readings: list[Json | None] = []
        for given in given_runs:
            outcome, result = self._run(given, Work(usable, asked, settings), progress, keep=keep)
            if isinstance(outcome, Results) and isinstance(result, EvalResult):
                result.name = _run_name(given, outcome)
                scored.append((outcome, given, result))
            error = result if isinstance(result, InputError) else outcome
            readings.append(reading_json(given, error, outcome))
        read = reading_json(request.get("judgements"), too_large or judgements, judgements)
        return {"judgements": read, "runs": readings}, scored

    def _run(
        self, given: Json | None, work: Work, progress: Callable[[str], object] | None, *, keep: bool
    ) -> tuple[Outcome | None, EvalResult | InputError | None]:
        """How a run was read, and its scores or what stands against them."""
        if given is not None and is_large(given):
            name = _source_name(given, "results")
            return self._large.score(given, name, work, "compare" if keep else "score", progress)
        outcome = self._outcome("results", given, progress)
        if not isinstance(outcome, Results) or work.judgements is None:
            return outcome, None
        made_of = (work.judgements, outcome, work.asked, work.settings)
        try:
            result = self._known(_key("results", given), made_of) or score(*made_of)
        except InputError as error:
            return outcome, error
        (self._kept if keep else self._shown)[_key("results", given)] = made_of, result
        return outcome, result

    def _part(self, request: Json, progress: Callable[[str], object] | None) -> Json | None:
        """The part of `run` between the two bytes of `place`, or all of it; null where it has to be scored whole.

        Parts go back as `parts` of a run in a request like this one, each as the path of a file that holds the answer;
        `of` is that request's action.
        """
        settings = make_settings(request.get("settings") or {})
        asked = parse_measures(request.get("measures"), settings)
        if request.get("of") == "compare":
            from .compare.beside import asked_beside

            asked = [*asked, *asked_beside(asked, settings)]
        judgements = self._outcome("judgements", request.get("judgements"), None)
        if not isinstance(judgements, Judgements) or _gain_error(judgements, asked):
            return None
        run = request["run"]
        work = Work(judgements, asked, settings)
        return part_of(run, _source_name(run, "results"), request.get("place"), work, progress)

    def _forget(self, request: Json) -> None:
        """Keeps nothing of inputs that are not in the request."""
        runs = request.get("runs") or []
        wanted = {_key("judgements", request.get("judgements")), *(_key("results", given) for given in runs)}
        self._read = {key: kept for key, kept in self._read.items() if key in wanted}
        self._kept = {key: kept for key, kept in self._kept.items() if key in wanted}
        self._shown = {key: kept for key, kept in self._shown.items() if key in wanted}
        self._questions = None
        self._large.keep_only({name for _, name in wanted})

    def _known(self, key: tuple[str, str], made_of: MadeOf) -> EvalResult | None:
        """The scores of a run made of the same before."""
        if key not in self._kept:
            return None
        (judgements, outcome, asked, settings), result = self._kept[key]
        same = judgements is made_of[0] and outcome is made_of[1]
        return result if same and (asked, settings) == made_of[2:] else None

    def _known_with(self, given: Json, work: Work) -> tuple[EvalResult, int] | None:
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

    def _outcome(self, role: str, given: Json | None, progress: Callable[[str], object] | None) -> Outcome | None:
        """The input as read, from memory if its content has not changed; None for an empty box."""
        if given is None:
            return None
        key, revision = _key(role, given), given.get("revision")
        known = self._read.get(key)
        if known is not None and revision is not None and known[0] == (revision, given.get("name")):
            return known[1]
        source = _source(given, role, progress)
        outcome: Outcome
        try:
            outcome = read_judgements(source) if role == "judgements" else read_results(source)
        except InputError as error:
            outcome = error
        self._read[key] = ((revision, given.get("name")), outcome)
        return outcome


def _with_code(request: Json, progress: Progress, go: Callable[[Json, list[Asked], Settings, Progress], Json]) -> Json:
    """What `go` answers for the measures asked for and, if the request has code, for those that it defines."""
    settings = make_settings(request.get("settings") or {})
    asked = parse_measures(request.get("measures"), settings)
    if not request.get("code"):
        return go(request, asked, settings, progress)
    from .bridgecode import with_code

    return with_code(request["code"], asked, progress, lambda asked: go(request, asked, settings, progress))


def _lacks(result: EvalResult, place: int) -> bool:
    """Whether the measure at this place failed, which only a user's own can."""
    return result.mean_values[place] is None or None in result.columns[place]


def _key(role: str, given: Json | None) -> tuple[str, str]:
    return role, str(given["id"]) if given else ""


def _gain_error(judgements: Outcome | None, asked: list[Asked]) -> InputError | None:
    """The error of judgements that were read well but hold grades too large for the gain."""
    if isinstance(judgements, Judgements):
        try:
            check_gains(judgements, asked)
        except InputError as error:
            return error
    return None


def _source(given: Json, role: str, progress: Callable[[str], object] | None = None) -> Source:
    def report(done: int, total: int | None) -> None:
        if progress is not None:
            progress(json.dumps({"input": given["id"], "done": done, "total": total}))

    data = path(given["path"]) if given.get("path") else given.get("text", "")
    return Source(data, _source_name(given, role), report if progress else None)


def _source_name(given: Json, role: str) -> str:
    return given.get("name") or BOX_NAMES.get(role, "the input")


def _run_name(given: Json, results: Results) -> str:
    return given.get("name") or results.tag or str(given["id"]).replace("-", " ")


def _classified(given: Json) -> Json:
    try:
        role = classify(_source(given, "unknown"))
    except InputError as error:
        return {"id": given["id"], "role": "unknown", "form": None, "why": error.message}
    return {"id": given["id"], **role._asdict()}


handle = Bridge().handle
"""The one function that the page calls."""
