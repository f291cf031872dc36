"""Writes text into the cells of CSV, TSV, Markdown and LaTeX so that it stays text there, whatever it holds."""

from __future__ import annotations

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

Cell: TypeAlias = "str | float | None"
"""What stands in a cell; None where there is no value."""

FORMULA_STARTS = "=+-@＝＋－＠"  # spreadsheets take the wide ones for the others
"""What makes a spreadsheet calculate a cell (OWASP, CSV Injection)."""

SEPARATORS = ",;\t\r\n"
"""Where some spreadsheet or other begins a new cell, even inside quotes, if it takes another sign for the separator."""


class Tex(str):
    """Text that is LaTeX already."""

    __slots__ = ()


def one_line(text: str) -> str:
    """The text in one line: every break, tab and other sign that controls a terminal or a parser is a blank."""
    return "".join(char if char.isprintable() else " " for char in text)


def for_sheet(text: str) -> str:
    """The text with an apostrophe wherever a spreadsheet would begin to run it as a formula: `'=1+1`, `a;'=1`.

    That is at the start and after each of SEPARATORS, blanks and apostrophes aside; a tab or line break at the start
    gets one too. Numbers stay as they are. Nothing is lost: as_before() takes the apostrophes away again.
    """
    return _in_parts(text, lambda part: f"'{part}")


def as_before(cell: str) -> str:
    """The text that for_sheet() made this of."""
    return _in_parts(cell, lambda part: part.removeprefix("'"))


def _in_parts(text: str, change: Callable[[str], str]) -> str:
    """The text with those of its parts changed that a spreadsheet might run."""
    starts = [0, *(at + 1 for at, char in enumerate(text) if char in SEPARATORS), len(text) + 1]
    made = ""
    for start, end in pairwise(starts):
        part, separator = text[start : end - 1], text[end - 1 : end]
        bare = part.lstrip(" '")
        breaks = start == 0 and not part.strip("'") and separator in tuple("\t\r\n")
        runs = bare[:1] in tuple(FORMULA_STARTS) and not _is_number(bare)
        made += (change(part) if runs or breaks else part) + separator
    return made


def _is_number(text: str) -> bool:
    """Whether this is a plain number such as -5 or +1.5e-3, of which a spreadsheet makes nothing else."""
    if not text.isascii() or text != text.strip() or "_" in text or text.lstrip("+-")[:1].isalpha():
        return False
    try:
        float(text)
    except ValueError:
        return False
    return True


def sheet_row(cells: Sequence[Cell], separator: str) -> str:
    """One row (RFC 4180): numbers with all their digits, an empty cell for None, text never as a formula."""
    return separator.join(_sheet_cell(cell) for cell in cells) + "\n"


def _sheet_cell(cell: Cell) -> str:
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return repr(cell)
    text = for_sheet(cell)
    # Beside what has to be quoted: # starts a comment for pandas.
    if any(char in text for char in ('"', "#", *SEPARATORS)) or text != text.strip():
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text


def sheet_comment(text: str) -> str:
    """A comment line before the rows, of which no part runs or begins to quote where a spreadsheet cuts it."""
    line = f"# {one_line(text)}".replace('"', "'")
    return for_sheet(line) + "\n"


MARKDOWN_ESCAPES = {
    **{char: f"\\{char}" for char in "\\`*[]|~$"},
    "&": "&amp;", "<": "&lt;", ">": "&gt;",
}  # fmt: skip


def for_markdown(text: str) -> str:
    """The text as itself in a cell: no markup, no HTML, one line. An underscore inside a word is none."""
    made = "".join(MARKDOWN_ESCAPES.get(char, char) for char in one_line(text))
    return "".join(
        "\\_" if char == "_" and not (made[at - 1 : at].isalnum() and made[at + 1 : at + 2].isalnum()) else char
        for at, char in enumerate(made)
    )


LATEX_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}", "'": r"\textquotesingle{}",
    # After \\ and \midrule a bracket or star would be an argument.
    "[": "{[}", "]": "{]}", "*": "{*}",
    # What this package itself writes, as far as pdfLaTeX does not know it.
    "₂": "$_2$", "−": "$-$", "α": r"$\alpha$", "×": r"$\times$", "±": r"$\pm$", "→": r"$\to$", "·": r"$\cdot$",
    "Σ": r"$\Sigma$", "≤": r"$\le$", "⌊": r"$\lfloor$", "⌋": r"$\rfloor$", "√": r"$\surd$",
    "▲": r"$^\blacktriangle$", "▼": r"$^\blacktriangledown$",
}  # fmt: skip


def for_latex(text: str) -> str:
    """The text as itself in LaTeX; minus signs before digits are set as such."""
    if isinstance(text, Tex):
        return text
    text = one_line(text)
    return "".join(_latex_sign(char, text[at - 1 : at], text[at + 1 : at + 2]) for at, char in enumerate(text))


def _latex_sign(char: str, before: str, after: str) -> str:
    if char in "+-" and after.isdigit() and not (before.isalnum() or before in ("-", "_")):
        return f"${char}$"
    # Two hyphens running would become a dash.
    return "-{}" if char == after == "-" else LATEX_ESCAPES.get(char, char)
