"""The command `rankproof conventions QRELS RUN`."""

from __future__ import annotations

import json
import sys
from typing import Any

from ..arguments import (
    add_settings,
    check_standard_input,
    command_parser,
    name_of_run,
    note_lines,
    settings_given,
    source_named,
)
from ..evalresult import NO_VALUE, shown
from ..formats import Judgements, Results, read_judgements, read_results
from ..names import Asked, parse_measures
from ..report import aligned, markdown_lines
from ..settings import Settings, sentence, settings_json
from . import conventions as table
from . import tieranges, unjudged
from .tools import CONVENTIONS, OURS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser

    from ..options import Options


DEFAULT_MEASURES = ("map", "RR@{k}", "nDCG@{k}", "P@{k}", "R@{k}")

EPILOG = """\
Each column is named for whose convention it is. Columns marked + are compared with the tool by this project's tests;
those marked ? follow its documentation. The ranges are over all orders of documents with equal scores.
Exit status: 0 done, 1 the input has errors, 2 usage."""

Lines = list[tuple[str, list[str], list[list[str]], list[str]]]
"""Sections: a title, the head and rows of a table, and lines below it."""


def make_parser() -> ArgumentParser:
    """The command's options."""
    description = "Score the same data under every tool's conventions, and say how much ties decide."
    parser = command_parser("conventions", description, EPILOG, several=False)
    add = parser.add_argument
    names = ", ".join(name.format(k="k") for name in DEFAULT_MEASURES)
    add("-m", "--measure", action="append", metavar="MEASURE", help=f"repeat for more (default: {names})")
    add("--interpolated", action="store_true", help="add interpolated precision, textbook beside trec_eval")
    add("--format", choices=["text", "markdown", "json"], default="text", help="how to print (default: text)")
    add_settings(parser.add_argument)
    return parser


def conventions(options: Options) -> tuple[str, int]:
    """What the command prints, and the exit status. Raises InputError or SettingError."""
    settings = settings_given(options)
    names = options.measure or [name.format(k=settings.k) for name in DEFAULT_MEASURES]
    asked = parse_measures(names, settings)
    check_standard_input([options.qrels, options.run])
    judgements = read_judgements(source_named(options.qrels, options.mend))
    results = read_results(source_named(options.run, options.mend))
    notes = note_lines(judgements.name, judgements.notes)
    notes += note_lines(name_of_run(options.run, results.tag), results.notes)
    sys.stderr.writelines(f"{line}\n" for line in notes)
    if options.format == "json":
        made = as_json(judgements, results, asked, settings)
        return json.dumps(made, ensure_ascii=False, indent=1) + "\n", 0
    sections = _sections(judgements, results, asked, settings)
    if options.interpolated:
        sections.append(_interpolated(judgements, results, settings))
    return _printed(sections, settings, markdown=options.format == "markdown"), 0


def as_json(judgements: Judgements, results: Results, asked: list[Asked], settings: Settings) -> dict[str, Any]:
    """{"settings", "conventions", "ties", "unjudged"}, with one entry for each measure in the last three."""
    data = (judgements, results, asked, settings)
    return {
        "settings": settings_json(settings),
        "conventions": [table.as_json(row) for row in table.conventions(*data)],
        "ties": [tieranges.as_json(found) for found in tieranges.tie_ranges(*data)],
        "unjudged": [unjudged.as_json(found) for found in unjudged.unjudged(*data)],
    }


def _mark(status: str) -> str:
    return "" if status == OURS else "+" if status == "tested" else "?"


def _sections(judgements: Judgements, results: Results, asked: list[Asked], settings: Settings) -> Lines:
    data = (judgements, results, asked, settings)
    rows = table.conventions(*data)
    head = ["measure", "yours", *(f"{one.title}{_mark(one.status)}" for one in CONVENTIONS)]
    texts = [
        [row.one.name, shown(row.value, row.one), *(_cell_text(cell, row.one) for cell in row.cells)] for row in rows
    ]
    reasons = [line for row in rows for line in _reason_lines(row)]
    return [
        ("Conventions", head, texts, reasons),
        ("Ties", *_ties(tieranges.tie_ranges(*data))),
        ("Unjudged", *_unjudged(unjudged.unjudged(*data))),
    ]


def _cell_text(cell: table.Cell, one: Asked) -> str:
    if cell.value is None:
        return NO_VALUE
    return shown(cell.value, one) + ("*" if cell.differs else "")


def _reason_lines(row: table.Row) -> list[str]:
    """Why a cell differs and on which queries; cells that differ for the same reasons share a line."""
    found: dict[str, list[str]] = {}
    for cell in row.cells:
        if cell.differs:
            some = [f"{one.query} {one.yours:.4f} → {one.theirs:.4f}" for one in cell.differences[:3]]
            more = len(cell.differences) + cell.more - len(some)
            queries = f" ({', '.join(some)}{f' and {more:,} more' if more else ''})" if some else ""
            found.setdefault(f"{'; '.join(cell.reasons)}{queries}", []).append(cell.convention.title)
    return [f"* {row.one.name}, {' and '.join(titles)}: {why}." for why, titles in found.items()]


def _ties(found: list[tieranges.TieRanges]) -> tuple[list[str], list[list[str]], list[str]]:
    rows, below = [], []
    for each in found:
        one, mean = each.one, each.mean
        middle = NO_VALUE if mean.expected is None else f"{mean.expected:.4f}"
        if mean.error:
            middle += f" ± {mean.error:.4f}"
        ends = [shown(end, one) + ("" if mean.exact else "~") for end in (mean.lowest, mean.highest)]
        rows.append([one.name, shown(mean.value, one), *ends, middle, f"{mean.tied:,} of {mean.ranks:,}"])
        if not mean.exact:
            below.append(f"~ {one.name}: the most extreme of the orders tried; there may be others beyond.")
    return ["measure", "yours", "lowest", "highest", "expected", "ranks in a tie"], rows, below


def _unjudged(found: list[unjudged.Unjudged]) -> tuple[list[str], list[list[str]], list[str]]:
    head = ["measure", "unjudged in the top k", "if not relevant", "if all relevant", "removed"]
    rows = [
        [each.one.name, f"{each.unjudged:,} of {each.results:,}", *(shown(value, each.one) for value in each[3:])]
        for each in found
    ]
    return head, rows, []


def _interpolated(
    judgements: Judgements, results: Results, settings: Settings
) -> tuple[str, list[str], list[list[str]], list[str]]:
    """Interpolated precision at the eleven levels, and its mean, by both rules."""
    from ..scoring import score

    forms = [parse_measures([name], settings) for name in ("iprec_textbook", "iprec_at_recall")]
    means = [score(judgements, results, form, settings).mean_values for form in forms]
    rows = [[f"{one.parameters.at:.1f}", *(f"{column[at]:.4f}" for column in means)] for at, one in enumerate(forms[0])]
    rows.append(["mean", *(f"{sum(column) / len(column):.4f}" for column in means)])
    return "Interpolated precision", ["recall", "textbook", "trec_eval"], rows, []


def _printed(sections: Lines, settings: Settings, *, markdown: bool) -> str:
    lines: list[str] = []
    for title, head, rows, below in sections:
        lines += [f"## {title}", "", *markdown_lines(head, rows, 1)] if markdown else [title, *aligned(head, rows, 1)]
        lines += ["", *(f"- {line}" if markdown else line for line in below)] if below else []
        lines.append("")
    return "\n".join([*lines, f"Yours: {sentence(settings)}"]) + "\n"
