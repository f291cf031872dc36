"""Prints results: as a table, CSV, TSV, JSON, Markdown, LaTeX, or trec_eval's text."""

from __future__ import annotations

from . import __version__
from .cells import for_markdown, one_line, sheet_comment, sheet_row
from .evalresult import EvalResult, MaybeNone, shown
from .latextable import latex_table
from .names import Asked
from .problems import Note
from .settings import settings_json
from .statement import convention, made_by, statement, statement_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from .cells import Cell

    Write = Callable[[float | MaybeNone, Asked], Cell]

FACTS = ("judged", "relevant", "retrieved")
"""What is known of a query besides its scores."""


def _rows(results: Sequence[EvalResult], write: Write, *, queries: bool, facts: bool) -> list[list[Cell]]:
    """Rows: run (and query, and facts), then a value for each measure; a run's mean stands last."""
    rows: list[list[Cell]] = []
    for result in results:
        if queries:
            for position, row in enumerate(result.rows):
                cells = [write(column[position], one) for one, column in zip(result.asked, result.columns, strict=True)]
                rows.append([result.name, row.query, *(row[1:] if facts else ()), *cells])
        means = [write(mean, one) for one, mean in zip(result.asked, result.mean_values, strict=True)]
        if queries:
            rows.append([result.name, "all", *([None] * len(FACTS) if facts else ()), *means])
        else:
            rows.append([result.name, *([len(result)] if facts else ()), *means])
    return rows


def _head(results: Sequence[EvalResult], *, queries: bool, facts: bool) -> list[str]:
    known = (FACTS if queries else ("queries",)) if facts else ()
    return ["run", *(["query"] if queries else []), *known, *(one.name for one in results[0].asked)]


def _grid(results: Sequence[EvalResult], *, queries: bool, facts: bool) -> tuple[list[str], list[list[str]], int]:
    """Head, rows of text, and how many columns hold words."""
    rows = _rows(results, shown, queries=queries, facts=facts)
    texts = [[cell if isinstance(cell, str) else _count(cell) for cell in row] for row in rows]
    return _head(results, queries=queries, facts=facts), texts, 2 if queries else 1


def _count(value: float | None) -> str:
    return "" if value is None else f"{value:,}"


def table(results: list[EvalResult], *, queries: bool = False) -> str:
    """Aligned columns for people, with the settings and the queries that count below."""
    lines = [*aligned(*_grid(results, queries=queries, facts=False)), "", convention(results)]
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


def as_json(results: list[EvalResult], *, notes: list[Note], stated: bool = False) -> str:
    """What json_of gives, as text; stated: with the measures in full and what was counted."""
    made = json_of(results, notes=notes)
    return json_text({**statement_json(results), **made} if stated else made)


def json_text(made: Any) -> str:
    """Data as JSON for files and people."""
    import json

    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def json_of(results: list[EvalResult], *, notes: list[Note]) -> dict[str, Any]:
    """{"settings", "runs": [{"name", "measures", "mean", "queries", "notes"}]}, full precision, names as spelled.

    `notes` are those on the judgements.
    """
    return {
        "version": __version__,
        "settings": settings_json(results[0].settings),
        "notes": [note._asdict() for note in notes],
        "runs": [run_json(result) for result in results],
    }


def run_json(result: EvalResult) -> dict[str, Any]:
    """What json_of says of one run."""
    names = [one.name for one in result.asked]
    return {
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


def as_csv(results: list[EvalResult], *, queries: bool = False, facts: bool = False, stated: bool = False) -> str:
    """One row a run (and query), full precision; the command says the settings beside it.

    facts: beside the names stand the number of queries, or what is known of each. stated: the statement stands before
    the rows, in lines that start with #.
    """
    return _sheet(results, ",", queries=queries, facts=facts, stated=stated)


def as_tsv(results: list[EvalResult], *, queries: bool = False, facts: bool = False, stated: bool = False) -> str:
    """The same with tabs, as spreadsheets take it from the clipboard."""
    return _sheet(results, "\t", queries=queries, facts=facts, stated=stated)


def _sheet(results: list[EvalResult], separator: str, *, queries: bool, facts: bool, stated: bool) -> str:
    head = _head(results, queries=queries, facts=facts)
    rows = _rows(results, lambda value, _one: value, queries=queries, facts=facts)
    return sheet(head, rows, separator, statement(results) if stated else ())


def sheet(head: list[str], rows: Sequence[Sequence[Cell]], separator: str, comments: Sequence[str] = ()) -> str:
    """Comments, head and rows of CSV or TSV."""
    return "".join([*map(sheet_comment, comments), *(sheet_row(row, separator) for row in [head, *rows])])


def markdown(results: list[EvalResult], *, queries: bool = False, facts: bool = False, stated: bool = False) -> str:
    """A Markdown table with the settings below; stated: and the measures."""
    lines = [*markdown_lines(*_grid(results, queries=queries, facts=facts)), ""]
    return "\n".join([*lines, *markdown_statement(statement(results) if stated else [made_by(results)])]) + "\n"


def markdown_statement(lines: Sequence[str]) -> list[str]:
    """A list of what made a table, the first line as a paragraph below it."""
    first, *more = map(for_markdown, lines)
    return [*(f"- {line}" for line in more), *([""] if more else []), first]


def markdown_lines(head: list[str], rows: list[list[str]], words: int) -> list[str]:
    """A Markdown table, its first `words` columns to the left and the others to the right."""
    lines = [_pipes(map(for_markdown, head)), _pipes(["---" if at < words else "---:" for at in range(len(head))])]
    return lines + [_pipes(map(for_markdown, row)) for row in rows]


def _pipes(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def latex(results: list[EvalResult], *, queries: bool = False, facts: bool = False, stated: bool = False) -> str:
    """A LaTeX table in booktabs style, with what made it as comments, and the settings as a note below it."""
    head, rows, words = _grid(results, queries=queries, facts=facts)
    caption = f"{'Scores of each query' if queries else 'Mean scores'}."
    comments = statement(results) if stated else [made_by(results)]
    return latex_table(head, rows, words, caption=caption, notes=[made_by(results)], comments=comments)


def trec(results: list[EvalResult], *, queries: bool = False) -> str:
    """trec_eval's text: measure, query or `all`, value, under trec_eval's names.

    Of several runs, each one's means begin with its name as trec_eval prints it, in the line `runid`. A line holds no
    break or tab but its own: those in an id are blanks.
    """
    lines = []
    for result in results:
        if queries:
            for position, row in enumerate(result.rows):
                lines += [
                    _trec_line(one, row.query, column[position])
                    for one, column in zip(result.asked, result.columns, strict=True)
                ]
        if len(results) > 1:
            lines.append(f"{'runid':<22}\tall\t{one_line(result.name)}\n")
        lines += [_trec_line(one, "all", mean) for one, mean in zip(result.asked, result.mean_values, strict=True)]
    return "".join(lines)


def _trec_line(one: Asked, query: str, value: float | MaybeNone) -> str:
    """One line; none where there is no value, as programs expect a number."""
    return "" if value is None else f"{one.key:<22}\t{one_line(query)}\t{shown(value, one)}\n"


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
    "tsv": as_tsv,
    "markdown": markdown,
    "latex": latex,
    "trec": trec,
    "methods": methods,
    "bibtex": bibtex,
}
