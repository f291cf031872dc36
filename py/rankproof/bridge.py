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
from .bridgeinputs import Inputs, Progress, gain_error, source_name, source_of
from .bridgelarge import Work, is_large, one_query, part_of
from .bridgemade import Made, identity
from .evalresult import EvalResult
from .formats import Judgements, Results
from .formats.classify import classify
from .names import Asked, parse_measures
from .problems import InputError, SettingError
from .runnames import distinct
from .settings import Settings, make_settings, settings_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .bridgeexplain import Questions
    from .compare.comparisons import Comparisons


class Bridge:
    """Answers requests; remembers the inputs of the last one, so that changing a setting does not read them again."""

    def __init__(self) -> None:
        self._inputs = Inputs()
        self._questions: Questions | None = None
        self._made: dict[str, Made] = {}

    def handle(self, request: str, progress: Progress = None) -> str:
        """Answers `{"action": ...}` with `{"ok": ...}` or `{"error": {kind, message, source, line, column, hint}}`.

        Actions: score, compare, methods (with measures of the user's own under "code": see bridgecode), curves,
        rankings, explain, bounds, tie_marks, conventions, ranges, export, part (of a large run), and those of PLAIN.
        `progress` is called with JSON `{"input", "done", "total"}` while reading, with `rows` and `queries` for a large
        run, with `{"stage", "done", "total"}`, the stage being resampling, conventions or ranges, and with `{"stage":
        "code", "running"}` when a user's own code begins and ends.
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

    def _answer(self, request: Json, progress: Progress) -> Any:
        action = request.get("action")
        scoring = {"score": self._score, "compare": self._compare, "methods": self._methods}
        reading = {
            **dict.fromkeys(("explain", "bounds", "tie_marks"), self._explained),
            **dict.fromkeys(("conventions", "ranges"), self._tabled),
            "curves": self._curves,
            "rankings": self._rankings,
            "part": self._part,
            "export": self._export,
        }
        if action in scoring:
            return _with_code(request, progress, scoring[action])
        if action in reading:
            return reading[action](request, progress)
        if action in PLAIN:
            return PLAIN[action](request)
        raise ValueError(f"there is no action {action!r}")

    def _score(self, request: Json, asked: list[Asked], settings: Settings, progress: Progress) -> Json:
        answer, results = self._scored(request, asked, settings, progress)
        self._keep(request, answer, [(str(given["id"]), result) for _, given, result in results])
        scored = [{"id": given["id"], "name": result.name, **result_json(result)} for _, given, result in results]
        return {**answer, "scores": scores_json(scored, asked, settings) if scored else None}

    def _compare(self, request: Json, asked: list[Asked], settings: Settings, progress: Progress) -> Json:
        """`comparison` is that of the runs that could be scored, under the ids and in the order of the request.

        baseline: the id of a run, or null for all pairs; the first run where it is not given. Values by query are in
        the answer to `score`.
        """
        from .compare.answer import answered, baseline_asked, how_asked
        from .compare.beside import asked_beside, set_aside
        from .compare.comparisons import Measure, compare_scored
        from .compare.plan import plan_of
        from .compare.scored import Scored, lacks

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
        asked = [one for place, one in enumerate(asked) if not any(lacks(result, place) for *_, result in results)]
        baseline = None if place is None else scored[place].name
        found = compare_scored(scored, [Measure(one.name, one) for one in asked], baseline, how)
        self._keep(request, answer, list(zip(ids, [one.result for one in scored], strict=True)), found)
        made = answered(found, place)
        runs = [{"id": own, **run} for own, run in zip(ids, made["runs"], strict=True)]
        made = {
            **made,
            "measures": [asked_json(one) for one in asked],
            "runs": runs,
            "settings": settings_json(settings),
        }
        return {**answer, "comparison": {**made, "convention": convention(asked, settings)}}

    def _methods(self, request: Json, asked: list[Asked], settings: Settings, progress: Progress) -> Json:
        """The sentences for a paper and the works they cite; `compared` says how runs were compared, or is null."""
        from .methods import Compared, citations, methods

        _, results = self._scored(request, asked, settings, progress)
        if not results:
            raise SettingError("runs", "no run could be scored", "mend the judgements or the runs")
        how = request.get("compared")
        compared = how and Compared(**{**how, "tests": tuple(how["tests"])})
        found = [result for _, _, result in results]
        return {"text": methods(found, compared), "bibtex": citations(found, compared)}

    def _keep(
        self, request: Json, answer: Json, by_id: list[tuple[str, EvalResult]], found: Comparisons | None = None
    ) -> None:
        """Keeps what an answer held, for it to be exported; a comparison until there are other scores."""
        own = identity(request)
        if request["action"] == "score" and "score" in self._made and self._made["score"].identity != own:
            self._made.clear()
        self._made[request["action"]] = Made(own, (answer["judgements"] or {}).get("notes", []), by_id, found)

    def _export(self, request: Json, progress: Progress) -> Json:
        """One table of what the request `of` is answered with, as bridgeexport writes it; scored anew where needed."""
        from .bridgeexport import export

        of = request["of"]
        made = self._made.get(of["action"])
        if made is None or made.identity is None or made.identity != identity(of):
            _with_code(of, progress, {"score": self._score, "compare": self._compare}[of["action"]])
        return export(request, self._made[of["action"]])

    def _tabled(self, request: Json, progress: Progress) -> Json:
        """What bridgetables answers of the one run in `run`, large or not. Raises InputError or SettingError."""
        from .bridgetables import ACTIONS, Run

        settings = make_settings(request.get("settings") or {})
        asked = parse_measures(request.get("measures"), settings)
        judgements = self._inputs.outcome("judgements", request.get("judgements"), progress)
        given = request.get("run")
        results = None if is_large(given) else self._inputs.outcome("results", given, progress)
        for read in (judgements, results):
            if isinstance(read, InputError):
                raise read
        if not isinstance(judgements, Judgements) or given is None:
            raise SettingError("run", "judgements or results are missing", "give both")
        run = Run(results if isinstance(results, Results) else None, given, source_name(given, "results"))
        return ACTIONS[request["action"]](judgements, run, asked, settings, progress)

    def _explained(self, request: Json, progress: Progress) -> Json:
        """What bridgeexplain answers of the one run in `run`. Raises InputError or SettingError."""
        from .bridgeexplain import Given, Questions

        if self._questions is None:
            self._questions = Questions()
        settings = make_settings(request.get("settings") or {})
        judgements = self._inputs.outcome("judgements", request.get("judgements"), progress)
        run, query = request.get("run"), request.get("query")
        results: Outcome | None = None
        if run is None or not is_large(run):
            results = self._inputs.outcome("results", run, progress)
        elif query is not None:
            results = self._questions.query_of_large(run, source_name(run, "results"), str(query), progress)
        for read in (judgements, results):
            if isinstance(read, InputError):
                raise read
        if run is None or not isinstance(judgements, Judgements):
            raise SettingError("run", "judgements or results are missing", "give both")
        kept = results if isinstance(results, Results) else None

        def scored(one: Asked) -> tuple[EvalResult, int]:
            known = self._inputs.known_with(run, Work(judgements, [one], settings))
            return known or (self._inputs.scored_alone(run, Work(judgements, [one], settings), progress), 0)

        return self._questions.answer(request["action"], request, Given(judgements, kept, settings, scored, progress))

    def _curves(self, request: Json, progress: Progress) -> Json:
        """The curves of the runs that could be scored, and their ids in that order."""
        from .curves import curves, curves_asked

        settings = make_settings(request.get("settings") or {})
        _, results = self._scored(request, curves_asked(settings), settings, progress)
        ids = [given["id"] for _, given, _ in results]
        return {"runs": ids, **curves([result for _, _, result in results], settings)}

    def _rankings(self, request: Json, progress: Progress) -> Json:
        """The rankings of one `query` by the runs given, to a `depth`."""
        from .sidebyside import side_by_side

        judgements = self._inputs.outcome("judgements", request.get("judgements"), progress)
        query = str(request["query"])
        runs = [
            one_query(given, source_name(given, "results"), query, progress)
            if is_large(given)
            else self._inputs.outcome("results", given, progress)
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
        progress: Progress,
        *,
        keep: bool = False,
    ) -> tuple[Json, list[tuple[Results, Json, EvalResult]]]:
        """How the inputs were read, and each run that could be scored with what was given for it.

        keep: whether scores are remembered, so that another test of the same runs need not score them again.
        """
        given_runs = request.get("runs") or []
        self._inputs.keep_only(request)
        self._questions = None
        judgements = self._inputs.outcome("judgements", request.get("judgements"), progress)
        too_large = gain_error(judgements, asked)
        usable = judgements if isinstance(judgements, Judgements) and too_large is None else None
        scored: list[tuple[Results, Json, EvalResult]] = []
        readings: list[Json | None] = []
        for given in given_runs:
            outcome, result = self._inputs.run(given, Work(usable, asked, settings), progress, keep=keep)
            if isinstance(outcome, Results) and isinstance(result, EvalResult):
                result.name = _run_name(given, outcome)
                scored.append((outcome, given, result))
            error = result if isinstance(result, InputError) else outcome
            reading = reading_json(given, error, outcome)
            if request.get("action") == "score":
                reading = self._inputs.looks.tell(reading, usable, outcome, result, settings)
            readings.append(reading)
        read = reading_json(request.get("judgements"), too_large or judgements, judgements)
        return {"judgements": read, "runs": readings}, scored

    def _part(self, request: Json, progress: Progress) -> Json | None:
        """The part of `run` between the two bytes of `place`, or all of it; null where it has to be scored whole.

        Parts go back as `parts` of a run in a request like this one, each as the path of a file that holds the answer;
        `of` is that request's action.
        """
        settings = make_settings(request.get("settings") or {})
        asked = parse_measures(request.get("measures"), settings)
        if request.get("of") == "compare":
            from .compare.beside import asked_beside

            asked = [*asked, *asked_beside(asked, settings)]
        judgements = self._inputs.outcome("judgements", request.get("judgements"), None)
        if not isinstance(judgements, Judgements) or gain_error(judgements, asked):
            return None
        run = request["run"]
        work = Work(judgements, asked, settings)
        return part_of(run, source_name(run, "results"), request.get("place"), work, progress)


def _with_code(request: Json, progress: Progress, go: Callable[[Json, list[Asked], Settings, Progress], Json]) -> Json:
    """What `go` answers for the measures asked for and, if the request has code, for those that it defines."""
    settings = make_settings(request.get("settings") or {})
    asked = parse_measures(request.get("measures"), settings)
    if not request.get("code"):
        return go(request, asked, settings, progress)
    from .bridgecode import with_code

    return with_code(request["code"], asked, progress, lambda asked: go(request, asked, settings, progress))


def _run_name(given: Json, results: Results) -> str:
    return given.get("name") or results.tag or str(given["id"]).replace("-", " ")


def _classified(given: Json) -> Json:
    try:
        role = classify(source_of(given, "unknown"))
    except InputError as error:
        return {"id": given["id"], "role": "unknown", "form": None, "why": error.message}
    return {"id": given["id"], **role._asdict()}


def _classify(request: Json) -> list[Json]:
    return [_classified(given) for given in request["inputs"]]


def _measures(request: Json) -> list[Json]:
    return [asked_json(one) for one in parse_measures(request["names"], make_settings({}))]


def _check_code(request: Json) -> Json:
    from .bridgecode import check_code

    return check_code(request["text"], request.get("wheels") or [])


def _warm_up(_request: Json) -> None:
    from .bridgewarm import warm_up

    warm_up()


def _describe(_request: Json) -> Json:
    from .catalog import describe

    return describe()


PLAIN: dict[str, Callable[[Json], Any]] = {
    "classify": _classify,
    "measures": _measures,
    "check_code": _check_code,
    "warm_up": _warm_up,
    "describe": _describe,
}
"""The actions that need nothing of what was read before."""

handle = Bridge().handle
"""The one function that the page calls."""
