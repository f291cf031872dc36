"""The command line: `rankproof QRELS RUN...`."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence

from . import __version__
from .arguments import add_settings, check_standard_input, name_of_run, note_lines, settings_given, source_named
from .formats import read_judgements
from .problems import InputError, SettingError

COMMANDS = ("score", "compare", "trec_eval")

EPILOG = """\
rankproof compare QRELS RUN RUN... tests whether runs differ; rankproof compare -h shows its options.
rankproof trec_eval takes trec_eval's own options and prints the same bytes; rankproof trec_eval -h shows them.
QRELS and RUN may be TREC files, CSV, TSV, JSON or JSON Lines, plain or gzipped; - is standard input.
Exit status: 0 done, 1 the input has errors, 2 usage."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    command = given.pop(0) if given and given[0] in COMMANDS else "score"
    if command == "trec_eval":
        from .trec import main as trec_eval

        return trec_eval(given)
    parser, work = _parser(), _score
    if command == "compare":
        from .compare.command import comparison, make_parser

        parser, work = make_parser(), comparison
    options = parser.parse_args(given)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Ids are UTF-8 in and UTF-8 out, whatever the terminal's language.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        sys.stdout.write(work(options))
        sys.stdout.flush()
    except InputError as error:
        for line in error.lines():
            print(line, file=sys.stderr)
        return 1
    except SettingError as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader went away, as `head` does: nothing is left to say.
        sys.stderr.close()
        return 0
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rankproof",
        description="Score ranked results against relevance judgements, exactly as trec_eval does.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("qrels", metavar="QRELS", help="relevance judgements")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="ranked results")
    parser.add_argument(
        "-m",
        "--measure",
        action="append",
        metavar="MEASURE",
        help="a measure such as nDCG@10, P.5,10 or map (repeat for more)",
    )
    parser.add_argument("-q", "--per-query", action="store_true", help="print every query too")
    parser.add_argument(
        "--format",
        choices=["table", "json", "csv", "markdown", "latex", "trec"],
        default="table",
        help="how to print (default: table)",
    )
    add_settings(parser)
    parser.add_argument("--version", action="version", version=f"rankproof {__version__}")
    return parser


def _score(options: argparse.Namespace) -> str:
    from .names import parse_measures
    from .report import FORMATS, as_json
    from .scoring import score_source

    settings = settings_given(options)
    asked = parse_measures(options.measure, settings)
    check_standard_input([options.qrels, *options.runs])
    judgements = read_judgements(source_named(options.qrels))
    results = []
    for run in options.runs:
        read, result = score_source(judgements, source_named(run), asked, settings)
        result.name = name_of_run(run, read.tag)
        result.notes = [*read.notes, *result.notes]
        results.append(result)
    notes = note_lines(judgements.name, judgements.notes)
    if options.format == "json":
        return as_json(results, notes=judgements.notes)
    for result in results:
        notes += note_lines(result.name, result.notes)
    text = FORMATS[options.format](results, queries=options.per_query)
    if options.format == "table":
        return text + "".join(f"{line}\n" for line in notes)
    # The other forms are for programs and papers: notes go where they do not mix with the data.
    sys.stderr.writelines(f"{line}\n" for line in notes)
    return text
