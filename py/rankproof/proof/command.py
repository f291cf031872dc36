"""The command `rankproof explain QRELS RUN --measure NAME [--query Q]`."""

from __future__ import annotations

import sys

from ..arguments import (
    add_measures_from,
    add_settings,
    check_standard_input,
    command_parser,
    name_of_run,
    note_lines,
    own_measures,
    settings_given,
    source_named,
    tell_failures,
)
from ..custom import EvaluationError
from ..formats import read_judgements, read_results
from ..names import parse_single
from ..scoring import score
from .explain import explain
from .means import explain_mean
from .printed import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser

    from ..options import Options


EPILOG = """\
Each line of the arithmetic is worked anew from the ranking above it, and the last one is the score. Without --query the
working of the mean is printed: which queries count, the value of each, and the division. Exit status: 0 done, 1 the
input or a measure has errors, 2 usage."""


def make_parser() -> ArgumentParser:
    """The command's options."""
    parser = command_parser("explain", "Show the working behind one number.", EPILOG, several=False)
    add = parser.add_argument
    add("-m", "--measure", metavar="NAME", required=True, help="the measure, such as nDCG@10 or map")
    add_measures_from(add)
    add("--query", metavar="Q", help="the query; without it, the working of the mean")
    add("--format", choices=list(FORMATS), default="text", help="how to print (default: text)")
    add_settings(parser.add_argument)
    return parser


def explanation(options: Options) -> tuple[str, int]:
    """What the command prints, and the exit status. Raises InputError or SettingError."""
    settings = settings_given(options)
    own_measures(options.measures_from)
    one = parse_single(options.measure, settings)
    check_standard_input([options.qrels, options.run])
    judgements = read_judgements(source_named(options.qrels, options.mend))
    results = read_results(source_named(options.run, options.mend))
    name = name_of_run(options.run, results.tag)
    try:
        if options.query is None:
            proof = explain_mean(score(judgements, results, [one], settings), 0)
        else:
            proof = explain(judgements, results, options.query, one, settings)
    except EvaluationError as error:
        return "", tell_failures([error], options.measures_from)
    notes = [*note_lines(judgements.name, judgements.notes), *note_lines(name, results.notes)]
    sys.stderr.writelines(f"{line}\n" for line in notes)
    return FORMATS[options.format](proof), 0
