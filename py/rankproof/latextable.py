"""Sets a table in LaTeX with booktabs: caption above, notes below, what made it in comments."""

from __future__ import annotations

from .cells import for_latex, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 40
"""Rows of a table that fits on a page."""

WIDEST = 8
"""Columns of a table that fits between the margins."""


def latex_table(
    head: list[str],
    rows: list[list[str]],
    words: int,
    *,
    caption: str,
    notes: Sequence[str],
    comments: Sequence[str],
    signs: str = "",
) -> str:
    """A table, its first `words` columns to the left and the others to the right.

    One that is too long for a page goes on over several, one that is too wide is made smaller. signs: the package of
    the signs in it. Cells of the type Tex are LaTeX already.
    """
    long, wide = len(rows) > LONGEST, len(head) > WIDEST
    packages = ["booktabs", signs, "longtable" if long else "graphicx" if wide else ""]
    lines = [f"% {one_line(line)}" for line in [*comments, f"Packages: {', '.join(filter(None, packages))}."]]
    said = rf"\caption{{{for_latex(caption)}}}"
    below = [rf"\par\smallskip{{\footnotesize\raggedright {' '.join(map(for_latex, notes))}\par}}"]
    body = ["\\toprule", _row(head), "\\midrule", *([r"\endhead"] if long else []), *map(_row, rows), "\\bottomrule"]
    columns = "l" * words + "r" * (len(head) - words)
    if long:
        small = [r"\begingroup\footnotesize\setlength{\tabcolsep}{3pt}", r"\endgroup"] if wide else []
        table = [rf"\begin{{longtable}}{{{columns}}}", rf"{said}\\", *body, r"\end{longtable}"]
        lines += [*small[:1], *table, *below, *small[1:]]
    else:
        table = [rf"\begin{{tabular}}{{{columns}}}", *body, r"\end{tabular}"]
        table = [r"\resizebox{\linewidth}{!}{%", *table, "}"] if wide else table
        lines += [r"\begin{table}", r"\centering", said, *table, *below, r"\end{table}"]
    return "\n".join(lines) + "\n"


def _row(cells: list[str]) -> str:
    return " & ".join(map(for_latex, cells)) + r" \\"
