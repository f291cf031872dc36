"""The page's only door: JSON text in, JSON text out."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from . import __version__
from .catalog import describe_measures
from .evalresult import EvalResult
from .formats import Judgements, Results, Source, classify, read_judgements, read_results
from .formats.source import path
from .names import Asked, parse_measures
from .problems import InputError, Note, SettingError
from .runnames import distinct
from .scoring import check_gains, score
from .settings import (
    LARGEST_K,
    PRESETS,
    SETTINGS,
    Settings,
    make_settings,
    preset_values,
    sentence,
    settings_json,
)

BOX_NAMES = {"judgements": "Relevance judgements", "results": "Ranked results"}

Json = dict[str, Any]
Outcome = Judgements | Results | InputError
MadeOf = tuple[Judgements, Results, list[Asked], Settings]


class Bridge:
    """Answers requests; remembers the inputs of the last one, so that changing a setting does not read them again."""

    def __init__(self) -> None:
        self._read: dict[tuple[str, str], tuple[object, Outcome]] = {}
        self._kept: dict[tuple[str, str], tuple[MadeOf, EvalResult]] = {}

    def handle(self, request: str, progress: Callable[[str], object] | None = None) -> str:
        """Answers `{"action": ...}` with `{"ok": ...}` or `{"error": {kind, message, source, line, column, hint}}`.

        Actions: score, compare, curves, rankings, classify, measures (what names stand for), describe. `progress` is
        called with JSON `{"input", "done", "total"}` while reading, and `{"stage": "resampling", "done", "total"}`
        while comparing.
        Never raises: what goes wrong inside becomes an error of kind "internal".
        """
        try:
            answer = {"ok": self._answer(json.loads(request), progress)}
        except SettingError as error:
            answer = {"error": _setting_error(error)}
        except InputError as error:
            answer = {"error": _input_error(error)}
        except MemoryError:
            answer = {
                "error": _plain_error(
                    "memory", "there is not enough memory for these inputs", "close other tabs, or use the command line"
                )
            }
        except Exception as error:  # noqa: BLE001 - the page must hear of any mistake of ours in words
            message = f"something went wrong inside Rankproof ({type(error).__name__}: {error})"
            answer = {"error": _plain_error("internal", message, "please report it with the input that caused it")}
        return json.dumps(answer, ensure_ascii=False)

    def _answer(self, request: Json, progress: Callable[[str], object] | None) -> Any:
        action = request.get("action")
        if action == "score":
            return self._score(request, progress)
        if action == "compare":
            return self._compare(request, progress)
        if action == "curves":
            return self._curves(request, progress)
        if action == "rankings":
            return self._rankings(request, progress)
        if action == "classify":
            return [_classified(given) for given in request["inputs"]]
        if action == "measures":
            return [_asked(one) for one in parse_measures(request["names"], make_settings({}))]
        if action == "describe":
            return describe()
        raise ValueError(f"there is no action {action!r}")

    def _score(self, request: Json, progress: Callable[[str], object] | None) -> Json:
        settings = make_settings(request.get("settings") or {})
        asked = parse_measures(request.get("measures"), settings)
        answer, results = self._scored(request, asked, settings, progress)
        scored = [{"id": given["id"], "name": result.name, **_result(result)} for _, given, result in results]
        return {**answer, "scores": _scores(scored, asked, settings) if scored else None}

    def _compare(self, request: Json, progress: Callable[[str], object] | None) -> Json:
        """`comparison` is that of the runs that could be scored, under the ids and in the order of the request.

        baseline: the id of a run, or null for all pairs; the first run where it is not given. Values by query are in
        the answer to `score`.
        """
        from .compare.answer import answered, baseline_asked, how_asked
        from .compare.beside import asked_beside, set_aside
        from .compare.comparisons import Measure
        from .compare.plan import plan_of
        from .compare.scored import Scored

        settings = make_settings(request.get("settings") or {})
        asked = parse_measures(request.get("measures"), settings)
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
        made = answered(scored, [Measure(one.name, one) for one in asked], place, how)
        runs = [{"id": own, **run} for own, run in zip(ids, made["runs"], strict=True)]
        made = {**made, "measures": [_asked(one) for one in asked], "runs": runs, "settings": settings_json(settings)}
        return {**answer, "comparison": {**made, "convention": _convention(asked, settings)}}

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

        judgements = self._reading("judgements", request.get("judgements"), progress)
        runs = [self._reading("results", given, progress) for given in request.get("runs") or []]
        for outcome in (judgements, *runs):
            if isinstance(outcome, InputError):
                raise outcome
        if not isinstance(judgements, Judgements):
            raise SettingError("judgements", "there are no judgements", "give some")
        settings = make_settings(request.get("settings") or {})
        results = [run for run in runs if isinstance(run, Results)]
        return side_by_side(judgements, results, request["query"], settings, request.get("depth", 20))

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
        judgements = self._reading("judgements", request.get("judgements"), progress)
        too_large = _gain_error(judgements, asked)
        runs = [self._reading("results", given, progress) for given in given_runs]
        wanted = {_key("judgements", request.get("judgements")), *(_key("results", given) for given in given_runs)}
        self._read = {key: kept for key, kept in self._read.items() if key in wanted}
        self._kept = {key: kept for key, kept in self._kept.items() if key in wanted}
        scored: list[tuple[Results, Json, EvalResult]] = []
        readings: list[Json | None] = []
        for given, outcome in zip(given_runs, runs, strict=True):
            if isinstance(outcome, Results) and isinstance(judgements, Judgements) and too_large is None:
                try:
                    made_of = (judgements, outcome, asked, settings)
                    result = self._known(_key("results", given), made_of) or score(*made_of)
                    if keep:
                        self._kept[_key("results", given)] = made_of, result
                    result.name = _run_name(given, outcome)
                    scored.append((outcome, given, result))
                except InputError as error:
                    readings.append(_reading(given, error, outcome))
                    continue
            readings.append(_reading(given, outcome))
        read = _reading(request.get("judgements"), too_large or judgements, judgements)
        return {"judgements": read, "runs": readings}, scored

    def _known(self, key: tuple[str, str], made_of: MadeOf) -> EvalResult | None:
        """The scores of a run made of the same before."""
        if key not in self._kept:
            return None
        (judgements, outcome, asked, settings), result = self._kept[key]
        same = judgements is made_of[0] and outcome is made_of[1]
        return result if same and (asked, settings) == made_of[2:] else None

    def _reading(self, role: str, given: Json | None, progress: Callable[[str], object] | None) -> Outcome | None:
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

    name = given.get("name") or BOX_NAMES.get(role, "the input")
    data = path(given["path"]) if given.get("path") else given.get("text", "")
    return Source(data, name, report if progress else None)


def _run_name(given: Json, results: Results) -> str:
    return given.get("name") or results.tag or str(given["id"]).replace("-", " ")


def _classified(given: Json) -> Json:
    try:
        role = classify(_source(given, "unknown"))
    except InputError as error:
        return {"id": given["id"], "role": "unknown", "form": None, "why": error.message}
    return {"id": given["id"], **role._asdict()}


def _reading(given: Json | None, outcome: Outcome | None, read: Outcome | None = None) -> Json | None:
    """How an input was read; `read` is what was read well before an error arose from it."""
    if given is None or outcome is None:
        return None
    error = _input_error(outcome) if isinstance(outcome, InputError) else None
    found = next((one for one in (outcome, read) if isinstance(one, (Judgements, Results))), None)
    return {
        "id": given["id"],
        "name": given.get("name") or "",
        "form": found.form if found else None,
        "summary": found.summary if found else None,
        "notes": [_note(note) for note in found.notes] if found else [],
        "error": error,
    }


def _note(note: Note) -> Json:
    return {**note._asdict(), "examples": list(note.examples)}


def _input_error(error: InputError) -> Json:
    return {
        "kind": "input",
        "message": error.message,
        "source": error.source,
        "line": error.line,
        "column": error.column,
        "hint": error.hint,
        "expected": error.expected,
        "problems": [problem._asdict() for problem in error.problems],
        "more": error.more,
        "swap": error.swap,
    }


def _setting_error(error: SettingError) -> Json:
    return {**_plain_error("setting", error.message, error.hint), "source": error.name}


def _plain_error(kind: str, message: str, hint: str | None) -> Json:
    return {"kind": kind, "message": message, "source": None, "line": None, "column": None, "hint": hint}


def _scores(runs: list[Json], asked: list[Asked], settings: Settings) -> Json:
    return {
        "measures": [_asked(one) for one in asked],
        "settings": settings_json(settings),
        "convention": _convention(asked, settings),
        "runs": runs,
    }


def _convention(asked: list[Asked], settings: Settings) -> str:
    return sentence(settings, graded=any(one.definition.graded for one in asked))


def _asked(one: Asked) -> Json:
    return {
        "name": one.name,
        "row": one.definition.name,
        "label": one.label,
        "mean_label": one.mean_label,
        "whole": one.definition.whole,
    }


def _result(result: EvalResult) -> Json:
    return {
        "mean": result.mean_values,
        "averaged": len(result),
        "sentence": result.sentence,
        "notes": [_note(note) for note in result.notes],
        "queries": {
            "id": [row.query for row in result.rows],
            "judged": [row.judged for row in result.rows],
            "relevant": [row.relevant for row in result.rows],
            "retrieved": [row.retrieved for row in result.rows],
            "values": result.columns,
        },
        "left_out": [left._asdict() for left in result.left_out],
    }


def describe() -> Json:
    """What the page needs to draw its settings before Python is there; build.py writes it into the page's folder."""
    return {
        "version": __version__,
        "settings": [
            {
                "name": setting.name,
                "label": setting.label,
                "help": setting.help,
                "values": [choice._asdict() for choice in setting.choices],
            }
            for setting in SETTINGS
        ],
        "presets": [
            {"name": preset.name, "label": preset.label, "help": preset.help, "values": preset_values(preset.name)}
            for preset in PRESETS
        ],
        "limits": {"k": [1, LARGEST_K]},
        **describe_measures(),
    }


handle = Bridge().handle
"""The one function that the page calls."""
