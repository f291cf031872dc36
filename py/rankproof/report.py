"""Prints results: as a table, CSV, JSON, Markdown, LaTeX, or trec_eval's text."""

from __future__ import annotations

from . import __version__
from .evalresult import EvalResult, MaybeNone, shown
from .names import Asked
from .problems import Note
from .settings import sentence, settings_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def convention(results: list[EvalResult]) -> str:
    """The settings behind the numbers, in words."""
    first = results[0]
    return sentence(first.settings, graded=any(one.definition.graded for one in first.asked))


def _rows(results: list[EvalResult], *, queries: bool) -> list[list[str]]:
    """Rows of text: run (and query), then a value for each measure; a run's mean stands last."""
    rows: list[list[str]] = []
    for result in results:
        if queries:
            for position, row in enumerate(result.rows):
                cells = [shown(column[position], one) for one, column in zip(result.asked, result.columns, strict=True)]
                rows.append([result.name, row.query, *cells])
        means = [shown(mean, one) for one, mean in zip(result.asked, result.mean_values, strict=True)]
        rows.append([result.name, "all", *means] if queries else [result.name, *means])
    return rows


def _head(results: list[EvalResult], *, queries: bool) -> list[str]:
    return ["run", *(["query"] if queries else []), *(one.name for one in results[0].asked)]


def table(results: list[EvalResult], *, queries: bool = False) -> str:
    """Aligned columns for people, with the settings and the queries that count below."""
    head, rows = _head(results, queries=queries), _rows(results, queries=queries)
    lines = [*aligned(head, rows, 2 if queries else 1), "", convention(results)]
    for result in results:
        prefix = f"{result.name}: " if len(results) > 1 else ""
        lines.append(prefix + result.sentence)
    return "\n".join(lines) + "\n"


def aligned(head: list[str], rows: list[list[str]], words: int) -> list[str]:
    """Lines of aligned columns, the first `words` of them to the left and the others to the right."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = []
    for row in [head, *rows]:
        cells = [
            cell.ljust(width) if at < words else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def as_json(results: list[EvalResult], *, notes: list[Note]) -> str:
    """What json_of gives, as text."""
    import json

    return json.dumps(json_of(results, notes=notes), ensure_ascii=False, indent=1) + "\n"


def json_of(results: list[EvalResult], *, notes: list[Note]) -> dict[str, Any]:
    """{"settings", "runs": [{"name", "measures", "mean", "queries", "notes"}]}, full precision, names as spelled.

    `notes` are those on the judgements.
    """
    runs = []
    for result in results:
        names = [one.name for one in result.asked]
        runs.append(
            {
                "name": result.name,
                "measures": names,
                "mean": dict(zip(names, result.mean_values, strict=True)),
                "queries": {
                    row.query: {name: column[position] for name, column in zip(names, result.columns, strict=True)}
                    for position, row in enumerate(result.rows)
                },
                "left_out": {left.query: left.reason for left in result.left_out},
                "notes": [note._asdict() for note in result.notes],
            }
        )
    return {
        "version": __version__,
        "settings": settings_json(results[0].settings),
        "notes": [note._asdict() for note in notes],
        "runs": runs,
    }


def as_csv(results: list[EvalResult], *, queries: bool = False) -> str:
    """One row a run (and query), full precision; the command says the settings beside it."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_head(results, queries=queries))
    for result in results:
        if queries:
            for position, row in enumerate(result.rows):
                writer.writerow([result.name, row.query, *(column[position] for column in result.columns)])
        writer.writerow([result.name, *(["all"] if queries else []), *result.mean_values])
    return out.getvalue()


def markdown(results: list[EvalResult], *, queries: bool = False) -> str:
    """A Markdown table with the settings below."""
    head, rows = _head(results, queries=queries), _rows(results, queries=queries)
    lines = [*markdown_lines(head, rows, 2 if queries else 1), "", made_by(results)]
    return "\n".join(lines) + "\n"


def markdown_lines(head: list[str], rows: list[list[str]], words: int) -> list[str]:
    """A Markdown table, its first `words` columns to the left and the others to the right."""
    lines = [_pipes(head), _pipes(["---" if at < words else "---:" for at in range(len(head))])]
    return lines + [_pipes([cell.replace("|", "\\|") for cell in row]) for row in rows]


def _pipes(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def latex(results: list[EvalResult], *, queries: bool = False) -> str:
    """A LaTeX table in booktabs style with the settings as a comment."""
    head, rows = _head(results, queries=queries), _rows(results, queries=queries)
    lines = [f"% {made_by(results)}", *latex_lines(head, rows, 2 if queries else 1)]
    return "\n".join(lines) + "\n"


def latex_lines(head: list[str], rows: list[list[str]], words: int) -> list[str]:
    """A LaTeX table in booktabs style, its first `words` columns to the left and the others to the right."""
    lines = [f"\\begin{{tabular}}{{{'l' * words}{'r' * (len(head) - words)}}}", "\\toprule"]
    return [*lines, _latex_row(head), "\\midrule", *map(_latex_row, rows), "\\bottomrule", "\\end{tabular}"]


LATEX_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip


def _latex_row(cells: list[str]) -> str:
    return " & ".join("".join(LATEX_ESCAPES.get(char, char) for char in cell) for cell in cells) + r" \\"


def made_by(results: list[EvalResult]) -> str:
    """What made the numbers: the version, the settings, and the queries of the first run."""
    return f"Rankproof {__version__}. {convention(results)} {' '.join(result.sentence for result in results[:1])}"


def trec(results: list[EvalResult], *, queries: bool = False) -> str:
    """trec_eval's text: measure, query or `all`, value, under trec_eval's names."""
    lines = []
    for result in results:
        if queries:
            for position, row in enumerate(result.rows):
                lines += [
                    _trec_line(one, row.query, column[position])
                    for one, column in zip(result.asked, result.columns, strict=True)
                ]
        lines += [_trec_line(one, "all", mean) for one, mean in zip(result.asked, result.mean_values, strict=True)]
    return "".join(lines)


def _trec_line(one: Asked, query: str, value: float | MaybeNone) -> str:
    """One line; none where there is no value, as programs expect a number."""
    return "" if value is None else f"{one.key:<22}\t{query}\t{shown(value, one)}\n"


def methods(results: list[EvalResult], *, queries: bool = False) -> str:  # noqa: ARG001  # as all formats
    """The sentences for a paper."""
    from .methods import methods as sentences

    return sentences(results) + "\n"


def bibtex(results: list[EvalResult], *, queries: bool = False) -> str:  # noqa: ARG001  # as all formats
    """The works that the sentences cite."""
    from .methods import citations

    return citations(results)


FORMATS: dict[str, Callable[..., str]] = {
    "table": table,
    "csv": as_csv,
    "markdown": markdown,
    "latex": latex,
    "trec": trec,
    "methods": methods,
    "bibtex": bibtex,
}
