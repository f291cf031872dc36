"""Prints a proof as text, Markdown or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from .. import __version__
from ..cells import for_markdown
from ..report import aligned, markdown_lines
from .expression import shown_number
from .working import Cell, Proof, Table, as_json, as_line


def cell_text(cell: Cell) -> str:
    """A cell as people read it: numbers with up to four decimals, nothing for None."""
    if cell is None:
        return ""
    return cell if isinstance(cell, str) else shown_number(cell)


def _is_words(table: Table, column: int) -> bool:
    return bool(table.rows) and any(isinstance(row[column], str) for row in table.rows)


def table_lines(table: Table) -> list[str]:
    """Aligned columns: words to the left, numbers to the right."""
    rows = [table.columns, *column_texts(table)]
    columns = []
    for at in range(len(table.columns)):
        cells = [row[at] for row in rows]
        width = max(map(len, cells))
        columns.append([cell.ljust(width) for cell in cells] if _is_words(table, at) else cells)
    padded = [list(cells) for cells in zip(*columns, strict=True)]
    return aligned(padded[0], padded[1:], 0)


def table_markdown(table: Table) -> list[str]:
    """A Markdown table: words to the left, numbers to the right."""
    lines = markdown_lines(table.columns, column_texts(table), 0)
    marks = " | ".join("---" if _is_words(table, at) else "---:" for at in range(len(table.columns)))
    return [lines[0], f"| {marks} |", *lines[2:]]


def column_texts(table: Table) -> list[list[str]]:
    """The rows as text, the fractions of a column with as many decimals as one another."""
    columns = [_aligned_numbers([row[at] for row in table.rows]) for at in range(len(table.columns))]
    return [list(cells) for cells in zip(*columns, strict=True)] if table.rows else []


def _aligned_numbers(cells: Sequence[Cell]) -> list[str]:
    fractions = any(isinstance(cell, float) and cell != int(cell) for cell in cells)
    return [
        f"{cell:.4f}" if fractions and isinstance(cell, float) and abs(cell) >= 0.001 else cell_text(cell)
        for cell in cells
    ]


def heading(proof: Proof) -> str:
    """`AP@10 of query 301`, `MAP over all queries`."""
    return f"{proof.label} of query {proof.query}" if proof.query is not None else f"{proof.label} over all queries"


def _made_by(proof: Proof) -> str:
    """The version and the settings behind the number."""
    return f"Rankproof {__version__}. {proof.settings}"


def _text(proof: Proof) -> str:
    lines = [heading(proof), ""]
    if proof.written:
        lines += [f"  {proof.written}", ""]
    for table in proof.tables:
        lines += [table.title, *table_lines(table)]
        lines += [table.left_out] if table.left_out else []
        lines.append("")
    lines += [as_line(name, made) for name, made in proof.lines]
    lines += ["", *proof.notes, _made_by(proof)]
    if proof.source:
        lines.append(f"Source: {proof.source}.")
    return "\n".join(lines) + "\n"


def _markdown(proof: Proof) -> str:
    lines = [f"## {for_markdown(heading(proof))}", ""]
    if proof.written:
        lines += [f"`{proof.written}`", ""]
    for table in proof.tables:
        lines += [f"### {for_markdown(table.title)}", "", *table_markdown(table), ""]
        lines += [for_markdown(table.left_out), ""] if table.left_out else []
    lines += ["### Arithmetic", "", *(f"- {as_line(name, made)}" for name, made in proof.lines), ""]
    lines += [*map(for_markdown, proof.notes), for_markdown(_made_by(proof))]
    if proof.source:
        lines.append(f"Source: {proof.source}.")
    return "\n".join(lines) + "\n"


def _json(proof: Proof) -> str:
    return json.dumps(as_json(proof), ensure_ascii=False, indent=1) + "\n"


FORMATS: dict[str, Callable[[Proof], str]] = {"text": _text, "markdown": _markdown, "json": _json}
