"""Comparisons in the forms that files and programs take: CSV, TSV, Markdown and LaTeX, with what made them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..cells import for_markdown
from ..latextable import latex_table
from ..report import markdown_lines, markdown_statement, sheet
from ..statement import made_by, statement
from .comparisons import Comparisons
from .tables import bounds, details, legend, unpadded, whole_table


def stated(of: Comparisons) -> list[str]:
    """What an export of a comparison states: version, measures, settings and counts, then how runs were compared."""
    return statement([one.result for one in of.scored], [*legend(of), *bounds(of)])


def markdown(of: Comparisons) -> str:
    """A Markdown table of all comparisons, with what made them below."""
    made = for_markdown(made_by([of.scored[0].result]))
    return "\n".join([*_markdown_table(of), "", " ".join(map(for_markdown, legend(of))), "", made]) + "\n"


def markdown_stated(of: Comparisons) -> str:
    """The same with all that an export states."""
    return "\n".join([*_markdown_table(of), "", *markdown_statement(stated(of))]) + "\n"


def _markdown_table(of: Comparisons) -> list[str]:
    return markdown_lines(*unpadded(details(of, of.comparisons, measure=True)))


def latex(of: Comparisons) -> str:
    """Two LaTeX tables: means with marks, and all comparisons with the signs of the package amssymb."""
    return latex_of(of, full=False)


def latex_of(of: Comparisons, *, full: bool) -> str:
    """The same; full: with the measures in full and what was counted, in comments."""
    from .marks import latex_means

    results = [one.result for one in of.scored]
    comparisons = latex_table(
        *unpadded(details(of, of.comparisons, measure=True)),
        caption="Comparisons of runs.",
        notes=[*legend(of), made_by(results)],
        comments=[made_by(results)],
        signs="amssymb",
    )
    return f"{latex_means(of, stated=full)}\n{comparisons}"


def flat_rows(of: Comparisons) -> list[dict[str, Any]]:
    """rows() with the two ends of each interval apart, and whether the corrected p is below alpha.

    With the bootstrap among the tests every row has percentile_low and percentile_high, None for other tests.
    """
    found = []
    drawn = "bootstrap" in of.plan.tests
    for one in of.comparisons:
        for row, outcome in zip(one.rows(), one.outcomes, strict=True):
            low, high = outcome.interval or one.interval or (None, None)
            flat = {name: value for name, value in row.items() if name not in ("interval", "percentile")}
            flat |= {"interval_low": low, "interval_high": high}
            if drawn:
                flat["percentile_low"], flat["percentile_high"] = outcome.percentile or (None, None)
            found.append({**flat, "significant": of.significant(outcome)})
    return found


def as_csv(of: Comparisons) -> str:
    """A row for each comparison and test, full precision."""
    return as_sheet(of, ",")


def as_tsv(of: Comparisons) -> str:
    """The same with tabs."""
    return as_sheet(of, "\t")


def as_sheet(of: Comparisons, separator: str, comments: Sequence[str] = ()) -> str:
    """The same with any separator, after comment lines."""
    rows = flat_rows(of)
    return sheet(list(rows[0]), [list(row.values()) for row in rows], separator, comments)


FORMATS: dict[str, Callable[[Comparisons], str]] = {
    "table": whole_table,
    "csv": as_csv,
    "tsv": as_tsv,
    "markdown": markdown,
    "latex": latex,
    "methods": lambda of: of.methods() + "\n",
    "bibtex": lambda of: of.bibtex(),
}
