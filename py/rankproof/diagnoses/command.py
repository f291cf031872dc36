"""The command `rankproof check QRELS RUN...`."""

from __future__ import annotations

import json
from typing import Any

from ..arguments import check_standard_input, command_parser, name_of_run, note_lines, source_named
from ..coverage import cover
from ..coverage import notes as coverage_notes
from ..formats import read_judgements, read_results
from ..options import Options
from ..problems import Note
from ..settings import Settings
from . import Diagnosis, diagnose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser


EPILOG = """\
Nothing is scored or changed. First comes how each input was read, then what looks wrong, with ids as evidence and a
mend. Exit status: 0 done, whether or not anything looks wrong, 1 the input has errors, 2 usage."""


def make_parser() -> ArgumentParser:
    """The command's options."""
    description = "Tell what looks wrong with judgements and runs, without scoring them."
    parser = command_parser("check", description, EPILOG, several=True)
    parser.add_argument("--format", choices=["table", "json", "markdown"], default="table", help="how to print")
    return parser


def check(options: Options) -> tuple[str, int]:
    """What the command prints, and the exit status. Raises InputError."""
    check_standard_input([options.qrels, *options.runs])
    judgements = read_judgements(source_named(options.qrels))
    found: list[tuple[str, list[Note], list[Diagnosis]]] = []
    for run in options.runs:
        results = read_results(source_named(run))
        covering = coverage_notes(cover(judgements, results, Settings()), Settings())
        name = name_of_run(run, results.tag)
        found.append((name, [*results.notes, *covering], diagnose(judgements, results)))
    if options.format == "json":
        return _json(judgements.notes, found), 0
    lines = note_lines(judgements.name, judgements.notes)
    for name, notes, diagnoses in found:
        lines += [*note_lines(name, notes), *_lines(name, diagnoses)]
    if options.format == "markdown":
        lines = [f"- {line}" for line in lines]
    return "".join(f"{line}\n" for line in lines), 0


def _lines(name: str, diagnoses: list[Diagnosis]) -> list[str]:
    if not diagnoses:
        return [f"{name}: nothing looks wrong."]
    return [f"{name}: looks wrong: {one.text} Mend: {one.mend}." for one in diagnoses]


def _json(notes: list[Note], found: list[tuple[str, list[Note], list[Diagnosis]]]) -> str:
    runs: list[dict[str, Any]] = [
        {
            "name": name,
            "notes": [note._asdict() for note in run_notes],
            "diagnoses": [one._asdict() for one in diagnoses],
        }
        for name, run_notes, diagnoses in found
    ]
    made = {"notes": [note._asdict() for note in notes], "runs": runs}
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"
