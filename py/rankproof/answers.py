"""What the page's door says of inputs, errors, measures and scores, as plain data for JSON."""

from __future__ import annotations

from typing import Any

from .evalresult import EvalResult
from .formats import Judgements, Results
from .names import Asked
from .problems import InputError, Note, SettingError
from .settings import Settings, sentence, settings_json

Json = dict[str, Any]

Outcome = Judgements | Results | InputError
"""How an input was read, or why it was not."""


def reading_json(given: Json | None, outcome: Outcome | None, read: Outcome | None = None) -> Json | None:
    """How an input was read; `read` is what was read well before an error arose from it."""
    if given is None or outcome is None:
        return None
    error = input_error(outcome) if isinstance(outcome, InputError) else None
    found = next((one for one in (outcome, read) if isinstance(one, (Judgements, Results))), None)
    return {
        "id": given["id"],
        "name": given.get("name") or "",
        "form": found.form if found else None,
        "summary": found.summary if found else None,
        "notes": [note_json(note) for note in found.notes] if found else [],
        "error": error,
    }


def note_json(note: Note) -> Json:
    """A note."""
    return {**note._asdict(), "examples": list(note.examples)}


def input_error(error: InputError) -> Json:
    """An error in an input: its first problem, and all that are kept."""
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


def setting_error(error: SettingError) -> Json:
    """An error in a setting, whose name is the source."""
    return {**plain_error("setting", error.message, error.hint), "source": error.name}


def plain_error(kind: str, message: str, hint: str | None) -> Json:
    """An error that stands nowhere in an input."""
    return {"kind": kind, "message": message, "source": None, "line": None, "column": None, "hint": hint}


def scores_json(runs: list[Json], asked: list[Asked], settings: Settings) -> Json:
    """The scores of runs, with the measures and settings that made them."""
    return {
        "measures": [asked_json(one) for one in asked],
        "settings": settings_json(settings),
        "convention": convention(asked, settings),
        "runs": runs,
    }


def convention(asked: list[Asked], settings: Settings) -> str:
    """The settings in words, as far as these measures need them."""
    return sentence(settings, graded=any(one.definition.graded for one in asked))


def asked_json(one: Asked) -> Json:
    """A measure that was asked for; `own` is what a user's own says of itself."""
    return {
        "name": one.name,
        "row": one.definition.name,
        "label": one.label,
        "mean_label": one.mean_label,
        "whole": one.definition.whole,
        **({} if one.definition.aggregate is None else {"own": one.definition.help}),
    }


def result_json(result: EvalResult) -> Json:
    """One run's scores: means, and a column for each measure and fact of the queries."""
    return {
        "mean": result.mean_values,
        "averaged": len(result),
        "sentence": result.sentence,
        "notes": [note_json(note) for note in result.notes],
        "queries": {
            "id": [row.query for row in result.rows],
            "judged": [row.judged for row in result.rows],
            "relevant": [row.relevant for row in result.rows],
            "retrieved": [row.retrieved for row in result.rows],
            "values": result.columns,
        },
        "left_out": [left._asdict() for left in result.left_out],
    }
