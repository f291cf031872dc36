"""The command `rankproof check QRELS RUN...`."""

from __future__ import annotations

import json
import sys
from typing import Any

from ..arguments import check_standard_input, command_parser, name_of_run, note_lines, source_named
from ..coverage import cover
from ..coverage import notes as coverage_notes
from ..formats import Judgements, Results, read_judgements, read_results
from ..options import Options
from ..problems import InputError, Note
from ..record import Record
from ..settings import Settings
from . import Diagnosis, as_json, diagnose, in_words, notes_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser


EPILOG = """\
Nothing is scored or changed. First comes how each input was read, then what looks wrong, with ids as evidence, what it
does to the numbers, and a mend. Where an input can be mended while it is read, the options that do so are given: every
command takes them. Exit status: 0 done, whether or not anything looks wrong, 1 the input has errors, 2 usage."""


class Checked(Record):
    """One run: how it was read, what looks wrong, and the error that keeps it from being scored."""

    name: str
    notes: list[Note]
    diagnoses: list[Diagnosis]
    error: InputError | None


def make_parser() -> ArgumentParser:
    """The command's options."""
    description = "Tell what looks wrong with judgements and runs, without scoring them."
    parser = command_parser("check", description, EPILOG, several=True)
    parser.add_argument("--format", choices=["table", "json", "markdown"], default="table", help="how to print")
    return parser


def check(options: Options) -> tuple[str, int]:
    """What the command prints, and the exit status. Raises InputError."""
    check_standard_input([options.qrels, *options.runs])
    judgements = read_judgements(source_named(options.qrels, options.mend))
    found = [_checked(judgements, run, read_results(source_named(run, options.mend))) for run in options.runs]
    for one in found:
        if one.error is not None:
            sys.stderr.writelines(f"{line}\n" for line in one.error.lines())
    status = int(any(one.error is not None for one in found))
    if options.format == "json":
        return _json(judgements.notes, found), status
    lines = note_lines(judgements.name, judgements.notes)
    for one in found:
        lines += [*note_lines(one.name, one.notes), *_lines(one)]
    if options.format == "markdown":
        lines = [f"- {line}" for line in lines]
    return "".join(f"{line}\n" for line in lines), status


def _checked(judgements: Judgements, run: str, results: Results) -> Checked:
    diagnoses = diagnose(judgements, results)
    covering: list[Note] = []
    error = None
    try:
        covering = coverage_notes(cover(judgements, results, Settings()), Settings())
    except InputError as caught:
        error = caught
    notes = notes_with(diagnoses, [*results.notes, *covering])
    return Checked(name_of_run(run, results.tag), notes, diagnoses, error)


def _lines(checked: Checked) -> list[str]:
    if not checked.diagnoses and checked.error is None:
        return [f"{checked.name}: nothing looks wrong."]
    says = {"warning": "looks wrong", "info": "worth a look"}
    return [f"{checked.name}: {says[one.level]}: {in_words(one)}" for one in checked.diagnoses]


def _json(notes: list[Note], found: list[Checked]) -> str:
    runs: list[dict[str, Any]] = [
        {
            "name": one.name,
            "notes": [note._asdict() for note in one.notes],
            "diagnoses": [as_json(diagnosis) for diagnosis in one.diagnoses],
            "error": one.error and one.error.message,
        }
        for one in found
    ]
    made = {"notes": [note._asdict() for note in notes], "runs": runs}
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"
