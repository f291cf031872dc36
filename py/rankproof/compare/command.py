"""The command `rankproof compare QRELS RUN RUN...`."""

from __future__ import annotations

import json
import sys
from textwrap import fill

from ..arguments import (
    add_measures_from,
    add_settings,
    check_standard_input,
    command_parser,
    mends_by_run,
    mends_of_judgements,
    name_of_run,
    note_lines,
    own_measures,
    settings_given,
    source_named,
    tell_failures,
)
from ..asked import collecting
from ..custom import EvaluationError, Failures
from ..formats import Judgements, read_judgements
from ..names import Asked, parse_measures
from ..options import Options
from ..problems import Note, SettingError
from ..report import json_of
from ..runnames import distinct
from ..scoring import score_source
from ..settings import Settings
from ..statement import made_by
from .beside import MUCH, asked_beside, set_aside
from .comparison import DEFAULT_TESTS, TESTS
from .comparisons import Comparisons, Measure, compare_scored
from .corrections import CORRECTIONS
from .family import ACROSS
from .forms import FORMATS
from .guidance import REFERENCES
from .outcome import Progress
from .plan import How, check_baseline, plan_of
from .scored import Scored, lacks
from .tables import legend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser


DEFAULT_MEASURES = ("map", "nDCG@{k}")
"""What is compared when nothing is asked for: the whole ranking of two grades, and the top of it with all grades."""

EPILOG = f"""\
The runs are compared query by query, in two-sided tests. Marks stand where the corrected p of the first test is below
alpha. Beside each run stands Judged@k, the share of its top k that is judged, with a warning where runs differ by more
than {MUCH} in it. Measures of --measures-from that fail on a run are left out. Exit status: 0 done, 1 the input or a
measure has errors, 2 usage.

References
{chr(10).join(fill(text + ".", 120, subsequent_indent="  ") for text in REFERENCES.values())}"""


def make_parser() -> ArgumentParser:
    """The command's options."""
    parser = command_parser(
        "compare",
        "Compare runs with a baseline, and say whether the differences are more than chance.",
        EPILOG,
        several=True,
        results="ranked results; the first is the baseline",
    )
    add = parser.add_argument
    names = " and ".join(name.format(k="k") for name in DEFAULT_MEASURES)
    add("-m", "--measure", action="append", metavar="MEASURE", help=f"repeat for more (default: {names})")
    add_measures_from(add, f"; without -m all are compared after {names}")
    add("--baseline", metavar="NAME", help="the run that the others are compared with, by its name or file")
    add("--all-pairs", action="store_true", help="compare every run with every other, without a baseline")
    default = " and ".join(DEFAULT_TESTS)
    known = ", ".join(TESTS)
    add("--test", action="append", metavar="TEST", help=f"{known}; repeat for more (default: {default})")
    add("--correction", metavar="NAME", default="holm", help=f"bh or one of {', '.join(CORRECTIONS)} (default: holm)")
    add("--across", metavar="FAMILY", default="measure", help=f"correct over each {ACROSS[0]}, or over {ACROSS[1]}")
    add("--resamples", metavar="N", default="10000", help="of the tests that draw at random (default: 10000)")
    add("--seed", metavar="N", default="0", help="of the tests that draw at random (default: 0)")
    add("--alpha", metavar="P", default="0.05", help="intervals hold 1 - alpha; marks need p below it (default: 0.05)")
    add("--format", choices=[*FORMATS, "json"], default="table", help="how to print (default: table)")
    add_settings(add)
    return parser


def comparison(options: Options) -> tuple[str, int]:
    """What the command prints, and the exit status. Raises InputError or SettingError."""
    settings = settings_given(options)
    own = own_measures(options.measures_from)
    names = options.measure or [*(name.format(k=settings.k) for name in DEFAULT_MEASURES), *own]
    asked = parse_measures(names, settings)
    how = How(
        options.test or DEFAULT_TESTS,
        options.correction,
        options.across,
        _whole("resamples", options.resamples),
        _whole("seed", options.seed),
        _number("alpha", options.alpha),
        _progress(),
    )
    plan_of(how)  # refuse a bad choice before the runs are read
    check_standard_input([options.qrels, *options.runs])
    if len(options.runs) < 2:
        raise SettingError("runs", "one run is given", "a comparison takes two or more")
    mends = mends_by_run(options.mend, len(options.runs))
    judgements = read_judgements(source_named(options.qrels, mends_of_judgements(options.mend)))
    scored, errors = _scored(judgements, options, asked, settings, mends)
    baseline = _baseline(options, scored)
    status = tell_failures(errors, options.measures_from)
    kept = [one for at, one in enumerate(asked) if not any(lacks(run.result, at) for run in scored)]
    if not kept:
        sys.stderr.write("rankproof compare: there is nothing to compare: each measure failed on a run\n")
        return "", status
    made = compare_scored(scored, [Measure(one.name, one) for one in kept], baseline, how)
    made.notes += [_not_compared(one) for one in asked if one not in kept]
    return _printed(options.format, made, judgements), status


def _not_compared(one: Asked) -> Note:
    return Note("warning", "measure-failed", f"{one.name} is not compared: it failed on a run.")


def _printed(form: str, made: Comparisons, judgements: Judgements) -> str:
    results = [one.result for one in made.scored]
    if form == "json":
        of_scores = json_of(results, notes=judgements.notes)
        of_comparisons = made.to_dict()
        runs = zip(of_scores["runs"], of_comparisons["runs"], strict=True)
        both = {**of_comparisons, **of_scores, "runs": [{**run, **more} for run, more in runs]}
        return json.dumps(both, ensure_ascii=False, indent=1) + "\n"
    notes = note_lines(judgements.name, judgements.notes)
    for result in results:
        notes += note_lines(result.name, result.notes)
    text = FORMATS[form](made)
    if form == "table":
        return text + "".join(f"{line}\n" for line in notes)
    # The other forms are for programs and papers: notes go where they do not mix with the data.
    said = [made_by(results), *legend(made)] if form in ("csv", "tsv") else []
    sys.stderr.writelines(f"{line}\n" for line in [*said, *note_lines("comparison", made.notes), *notes])
    return text


def _scored(
    judgements: Judgements, options: Options, asked: list[Asked], settings: Settings, mends: list[list[str]]
) -> tuple[list[Scored], list[EvaluationError]]:
    """The runs with their scores, and what went wrong in measures of the user's own."""
    beside = asked_beside(asked, settings)
    found: list[Scored] = []
    tags: list[str | None] = []
    errors: list[EvaluationError] = []
    for file, own in zip(options.runs, mends, strict=True):
        failures = Failures()
        measures = [*collecting(asked, failures), *beside]
        read, result = score_source(judgements, source_named(file, own), measures, settings)
        errors += failures.errors
        result.name = name_of_run(file, read.tag)
        result.notes = [*read.notes, *result.notes, *failures.notes()]
        found.append(Scored(*set_aside(result, beside)))
        tags.append(read.tag)
    for one, name in zip(found, distinct([one.name for one in found], tags), strict=True):
        one.result.name = name
    return found, errors


def _baseline(options: Options, scored: list[Scored]) -> str | None:
    """The name of the baseline; None for all pairs."""
    if options.all_pairs:
        if options.baseline is not None:
            raise SettingError("baseline", "--baseline and --all-pairs contradict each other", "give one of the two")
        return None
    baseline: str | None = options.baseline
    if baseline is None:
        return scored[0].name
    files: list[str] = options.runs
    if files.count(baseline) == 1:
        return scored[files.index(baseline)].name
    return check_baseline(baseline, [one.name for one in scored])


def _whole(name: str, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 20:
        return int(text)
    raise SettingError(name, f"{name} is {text!r}, which is not a whole number from 0 on", "give one such as 10000")


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise SettingError(name, f"{name} is {text!r}, which is not a number", "give one such as 0.05") from None


def _progress() -> Progress | None:
    """Tells of the resampling on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return None

    def tell(share: float) -> None:
        sys.stderr.write("\r\x1b[K" if share >= 1 else f"\rresampling: {share:.0%}")
        sys.stderr.flush()

    return tell
