"""The command line: `rankproof QRELS RUN...`."""

from __future__ import annotations

import io
import sys

from . import __version__
from .arguments import (
    add_measures_from,
    add_mends,
    add_settings,
    check_standard_input,
    mends_by_run,
    mends_of_judgements,
    name_of_run,
    note_lines,
    own_measures,
    settings_given,
    source_named,
    tell_failures,
)
from .formats import Judgements, Results, Source, read_judgements
from .options import Options, read_plainly
from .problems import InputError, SettingError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .asked import Asked
    from .custom import Failures
    from .evalresult import EvalResult
    from .options import Add
    from .settings import Settings

    Work = Callable[[Options], tuple[str, int]]

HOMES = {
    "compare": ("compare.command", "comparison"),
    "check": ("diagnoses.command", "check"),
    "explain": ("proof.command", "explanation"),
    "conventions": ("proof.conventions_command", "conventions"),
}
"""The commands with options of their own: the module that has them, and the function in it that does the work."""

COMMANDS = ("score", *HOMES, "trec_eval")

MOST_JOBS = 256
USUAL_JOBS = 4

EPILOG = """\
rankproof compare QRELS RUN RUN... tests whether runs differ; rankproof compare -h shows its options.
rankproof check QRELS RUN... tells what looks wrong with the inputs, without scoring them.
rankproof explain QRELS RUN -m MEASURE --query Q prints the working behind one number.
rankproof conventions QRELS RUN prints what other tools would make of the same data, and how much ties decide.
rankproof trec_eval takes trec_eval's own options and prints the same bytes; rankproof trec_eval -h shows them.
QRELS and RUN may be TREC files, CSV, TSV, JSON or JSON Lines, plain or gzipped; - is standard input.
--measures-from runs FILE.py and takes what it registers, the instances of Measure that it names, and its subclasses of
Measure that need no arguments, but for those with an instance or a name that starts with _. What it prints goes to
standard error. Where such a measure fails, the others are printed all the same, and the exit status is 1.
Exit status: 0 done, 1 the input or a measure has errors, 2 usage."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    command = given.pop(0) if given and given[0] in COMMANDS else "score"
    if command == "trec_eval":
        from .trec import main as trec_eval

        return trec_eval(given)
    if command in HOMES:
        from importlib import import_module

        home, name = HOMES[command]
        module = import_module(f".{home}", __package__)
        program, work = f"rankproof {command}", getattr(module, name)
        options = module.make_parser().parse_args(given, Options())
    else:
        program, work = "rankproof", _score
        options = read_plainly(_declare, given) or _by_argparse(program, given)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Ids are UTF-8 in and UTF-8 out, whatever the terminal's language.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        text, status = _without_prints(work, options)
        sys.stdout.write(text)
        sys.stdout.flush()
    except InputError as error:
        for line in error.lines():
            print(line, file=sys.stderr)
        return 1
    except SettingError as error:
        print(f"{program}: error: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader went away, as `head` does: nothing is left to say.
        sys.stderr.close()
        return 0
    return status


def _without_prints(work: Work, options: Options) -> tuple[str, int]:
    """What the work gives; what measures of one's own print must not mix with that, and goes to standard error."""
    output, sys.stdout = sys.stdout, sys.stderr
    try:
        return work(options)
    finally:
        sys.stdout = output


def _by_argparse(program: str, given: list[str]) -> Options:
    """The options of any command line; ends the program where it is wrong, or asks for help."""
    import argparse

    parser = argparse.ArgumentParser(
        prog=program,
        description="Score ranked results against relevance judgements, exactly as trec_eval does.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _declare(parser.add_argument)
    return parser.parse_args(given, Options())


def _declare(add: Add) -> None:
    """Declares the options of the command that scores; `add` is a parser's add_argument."""
    add("qrels", metavar="QRELS", help="relevance judgements")
    add("runs", metavar="RUN", nargs="+", help="ranked results")
    add(
        "-m",
        "--measure",
        action="append",
        metavar="MEASURE",
        help="a measure such as nDCG@10, P.5,10 or map (repeat for more)",
    )
    add_measures_from(add, "; without -m all are scored after the usual ones")
    add("-q", "--per-query", action="store_true", help="print every query too")
    add(
        "--format",
        choices=["table", "json", "csv", "tsv", "markdown", "latex", "trec", "methods", "bibtex"],
        default="table",
        help="how to print (default: table); methods: the sentences for a paper, bibtex: the works that they cite",
    )
    add_settings(add)
    add_mends(add)
    add(
        "--jobs",
        type=_jobs,
        metavar="N",
        help=f"processes that share large runs (default: one for each processor, at most {USUAL_JOBS})",
    )
    add("--version", action="version", version=f"rankproof {__version__}")


def _jobs(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_JOBS:
        return int(text)
    from argparse import ArgumentTypeError

    raise ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MOST_JOBS}")


def _scored(
    judgements: Judgements, sources: list[Source], asked: list[Asked], settings: Settings, jobs: int | None
) -> Iterator[tuple[Results, EvalResult, Failures]]:
    """How each run was read, its scores, and what went wrong in measures of the user's own."""
    from .asked import collecting
    from .custom import Failures
    from .scoring import score_source

    # Measures of the user's own tell what goes wrong in them to this process.
    if (jobs is None or jobs > 1) and not any(one.definition.aggregate for one in asked):
        from .jobs import processors, score_sources

        many = min(processors(), USUAL_JOBS) if jobs is None else jobs
        for read, result in score_sources(judgements, sources, asked, settings, many):
            yield read, result, Failures()
        return
    for source in sources:
        failures = Failures()
        yield *score_source(judgements, source, collecting(asked, failures), settings), failures


def _score(options: Options) -> tuple[str, int]:
    """What to print, and the exit status."""
    from .diagnoses import as_note, diagnose_sample, notes_with
    from .names import parse_measures
    from .report import FORMATS, as_json
    from .statement import made_by

    settings = settings_given(options)
    asked = parse_measures(_measures(options, settings.k), settings)
    check_standard_input([options.qrels, *options.runs])
    mends = mends_by_run(options.mend, len(options.runs))
    judgements = read_judgements(source_named(options.qrels, mends_of_judgements(options.mend)))
    results = []
    status = 0
    sources = [source_named(run, own) for run, own in zip(options.runs, mends, strict=True)]
    for run, (read, result, failures) in zip(
        options.runs, _scored(judgements, sources, asked, settings, options.jobs), strict=True
    ):
        result.name = name_of_run(run, read.tag)
        looks_wrong = diagnose_sample(judgements, read, settings)
        of_scores = notes_with(looks_wrong, result.notes)
        result.notes = [*read.notes, *map(as_note, looks_wrong), *of_scores, *failures.notes()]
        status |= tell_failures(failures.errors, options.measures_from)
        results.append(result)
    notes = note_lines(judgements.name, judgements.notes)
    if options.format == "json":
        return as_json(results, notes=judgements.notes), status
    for result in results:
        notes += note_lines(result.name, result.notes)
    text = FORMATS[options.format](results, queries=options.per_query)
    if options.format == "table":
        return text + "".join(f"{line}\n" for line in notes), status
    # The other forms are for programs and papers: notes go where they do not mix with the data.
    if options.format in ("csv", "tsv", "trec"):
        notes.insert(0, made_by(results))
    sys.stderr.writelines(f"{line}\n" for line in notes)
    return text, status


def _measures(options: Options, k: int) -> list[str] | None:
    """The names of the measures to score: those asked for, else the usual ones, and then all of one's own."""
    own = own_measures(options.measures_from)
    if options.measure or not own:
        return options.measure  # type: ignore[no-any-return]  # as declared
    from .names import default_names

    return [*default_names(k), *own]
