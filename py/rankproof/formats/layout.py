"""Finds out how the rows of a text are laid out: the separator, the columns, and what each column holds."""

from __future__ import annotations

from ..problems import InputError, Problem, excerpt
from ..record import Record
from .source import Source
from .words import find_columns, fold, is_header, meaning_of

BLANK = " "
"""Stands for any run of blanks and tabs, as in TREC files."""

TAKEN_APART = ""
"""Stands for no separator: rows that a program holds as cells already."""

SEPARATOR_NAMES = {BLANK: "blanks", "\t": "tabs", ",": "commas", ";": "semicolons"}
FORM_NAMES = {
    BLANK: "blank-separated rows",
    "\t": "TSV",
    ",": "CSV",
    ";": "semicolon-separated CSV",
    TAKEN_APART: "rows",
}

JUDGEMENTS = "judgements"
RESULTS = "results"

TREC_COLUMNS = {
    JUDGEMENTS: "query 0 document grade",
    RESULTS: "query Q0 document rank score tag",
}


class Layout(Record):
    """How to take the rows of a text apart.

    `width` cells a row, separated by `separator`; `query`, `document`, `grade`, `rank`, `score` and `tag` are positions
    of columns, None where there is none. `third` is the position of a column that holds ranks or scores, to be told by
    its values. `tail` allows more cells after the last (TREC runs). `header` is the line of the header, if there is
    one.
    """

    form: str
    separator: str
    width: int
    columns: str
    query: int = 0
    document: int = 1
    grade: int | None = None
    rank: int | None = None
    score: int | None = None
    third: int | None = None
    tag: int | None = None
    tail: bool = False
    header: int | None = None
    unused: tuple[str, ...] = ()


def split_row(line: str, separator: str) -> list[str]:
    """The cells of one row, taken apart slowly and surely; CSV quotes are not looked at."""
    if separator == BLANK:
        return [cell.decode("utf-8", "surrogatepass") for cell in line.encode("utf-8", "surrogatepass").split()]
    return [cell.strip(" \t\r") for cell in line.split(separator)]


def split_first(line: str, separator: str) -> list[str]:
    """The cells of a first row; CSV quotes are looked at."""
    if separator in (",", ";") and '"' in line:
        import csv

        try:
            return [
                cell.strip(" \t\r") for cell in next(csv.reader([line], delimiter=separator, skipinitialspace=True))
            ]
        except (csv.Error, StopIteration):
            pass
    return split_row(line, separator)


def is_number(cell: str) -> bool:
    """Whether a cell is a number, decimal comma allowed."""
    try:
        float(cell.replace(",", ".", 1))
    except ValueError:
        return False
    return "_" not in cell


def is_whole(cell: str) -> bool:
    """Whether a cell is a whole number in plain digits."""
    digits = cell[1:] if cell[:1] in ("-", "+") else cell
    return digits.isascii() and digits.isdigit()


def find_layout(source: Source, role: str, lines: list[tuple[int, str]]) -> Layout:
    """The layout that the first rows (number and text, no blanks or comments) show.

    Raises InputError with what was found and what was expected when they show none.
    """
    number, line = lines[0]
    if header := _header_separator(line):
        return _header_layout(source, role, number, line, header)
    for separator in _likely_separators(role, [line for _, line in lines]):
        layout = layout_of(role, split_first(line, separator), separator)
        if layout is not None:
            return layout
    raise _no_layout(source, role, lines)


def _header_separator(line: str) -> str | None:
    found = [separator for separator in ("\t", ";", ",", BLANK) if is_header(split_first(line, separator))]
    if not found:
        return None
    return max(found, key=lambda separator: len(split_first(line, separator)))


def _header_layout(source: Source, role: str, number: int, line: str, separator: str) -> Layout:
    names = split_first(line, separator)
    columns = _header_columns(source, role, number, line, names)
    if problem := other_role(role, number, line, names, columns):
        raise InputError(source.name, [problem], swap=True)
    wanted = ("grade",) if role == JUDGEMENTS else ("rank", "score", "tag")
    kept = {meaning: columns[meaning] for meaning in wanted if meaning in columns}
    used = {columns["query"], columns["document"], *kept.values()}
    used.update(position for position, name in enumerate(names) if meaning_of(name) == "iteration")
    return Layout(
        form=f"{FORM_NAMES[separator]} with a header",
        separator=separator,
        width=len(names),
        columns=", ".join(name or "(no name)" for name in names),
        query=columns["query"],
        document=columns["document"],
        grade=kept.get("grade"),
        rank=kept.get("rank"),
        score=kept.get("score"),
        tag=kept.get("tag"),
        header=number,
        unused=tuple(name or "(no name)" for position, name in enumerate(names) if position not in used),
    )


def _header_columns(source: Source, role: str, number: int, line: str, names: list[str]) -> dict[str, int]:
    """Meaning -> position, query and document among them, from the names in a header."""
    columns = named_columns(role, names)
    if "query" not in columns or "document" not in columns:
        raise _header_unclear(source, role, number, line, columns)
    return columns


def named_columns(role: str, names: list[str]) -> dict[str, int]:
    """Meaning -> position for columns of these names; query and document may be missing where names do not tell."""
    columns = find_columns(names, "grade" if role == JUDGEMENTS else "score")
    if "query" in columns and "document" in columns:
        return columns
    return _guess_named(role, names, columns) or columns


def other_role(role: str, number: int, line: str, names: list[str], columns: dict[str, int]) -> Problem | None:
    """The problem with a header that belongs in the other box, None for one that does not."""
    text = excerpt(line)[0]
    if role == RESULTS and "grade" in columns and "score" not in columns and "rank" not in columns:
        named = f"the header names a column of grades ({names[columns['grade']]})"
        return Problem(
            f"{named}: these are judgements, not ranked results",
            number,
            text=text,
            expected="a header such as query,document,rank,score",
            hint="judgements belong in the other box",
        )
    if role == JUDGEMENTS and "rank" in columns and meaning_of(names[columns.get("grade", 0)]) != "grade":
        named = f"the header names a column of ranks ({names[columns['rank']]})"
        return Problem(
            f"{named}: these are ranked results, not judgements",
            number,
            text=text,
            expected="a header such as query,document,grade",
            hint="ranked results belong in the other box",
        )
    return None


def _guess_named(role: str, names: list[str], columns: dict[str, int]) -> dict[str, int] | None:
    """The usual order for two or three columns whose header names the query and leaves others unknown."""
    if len(names) not in (2, 3) or fold(names[0]) not in ("query", "query-id", "qid", "topic"):
        return None
    if "document" not in columns and meaning_of(names[1]) is not None:
        return None
    guessed = {"query": 0, "document": 1}
    if len(names) == 3:
        if role == JUDGEMENTS:
            guessed["grade"] = 2
        else:
            guessed[meaning_of(names[2]) or "score"] = 2
    return guessed


def _header_unclear(source: Source, role: str, number: int, line: str, columns: dict[str, int]) -> InputError:
    missing = "document" if "query" in columns else "query"
    wanted = "query,document,grade" if role == JUDGEMENTS else "query,document,rank or query,document,score"
    return InputError(
        source.name,
        [
            Problem(
                f"line {number} is a header, but names no {missing} column",
                number,
                text=excerpt(line)[0],
                expected=f"column names such as {wanted}",
                hint=f"name the {missing} column {'docno' if missing == 'document' else 'qid'}",
            )
        ],
    )


def _likely_separators(role: str, lines: list[str]) -> list[str]:
    """Separators in the order in which to try them on the first of these rows.

    Blanks come first for rows that are plainly TREC's, since ids may hold commas; tabs, semicolons and commas come
    first otherwise, since ids in such files may hold blanks.
    """
    line = lines[0]
    words = split_row(line, BLANK)
    order = [separator for separator in ("\t", ";", ",") if separator in line]
    # Where several stand in a row, some of them belong to ids: the likelier cuts leave numbers last, and rows alike.
    order.sort(key=lambda separator: _likelihood(role, lines, separator), reverse=True)
    if _is_trec(role, words) and words[1].strip("+-").lower().removeprefix("q").isdigit():
        cells = split_first(line, "\t")
        tabbed = "\t" in line and len(cells) >= 3 and layout_of(role, cells, "\t") is not None
        return ["\t", BLANK] if tabbed else [BLANK, *order]
    return [*order, BLANK]


def _likelihood(role: str, lines: list[str], separator: str) -> tuple[bool, bool, bool]:
    rows = [split_first(line, separator) for line in lines]
    fits = layout_of(role, rows[0], separator) is not None
    alike = all(len(row) == len(rows[0]) for row in rows)
    return fits, alike, fits and len(rows[0]) > 2 and is_number(rows[0][-1])


def _is_trec(role: str, cells: list[str]) -> bool:
    if role == JUDGEMENTS:
        return len(cells) == 4 and is_number(cells[3])
    return len(cells) >= 6 and is_number(cells[3]) and is_number(cells[4])


def layout_of(role: str, cells: list[str], separator: str) -> Layout | None:
    """The layout of rows without a header whose first holds these cells; None if it has no known shape."""
    width = len(cells)
    if "" in cells[:3]:
        return None
    if role == JUDGEMENTS:
        return _judgement_layout(cells, separator, width)
    return _result_layout(cells, separator, width)


def _judgement_layout(cells: list[str], separator: str, width: int) -> Layout | None:
    rows = FORM_NAMES[separator]
    if width == 4 and (is_number(cells[3]) or cells[1] in ("0", "Q0")):
        return Layout("TREC qrels", separator, 4, TREC_COLUMNS[JUDGEMENTS], document=2, grade=3)
    if width == 3:
        return Layout(f"{rows} (query, document, grade)", separator, 3, "query, document, grade", grade=2)
    if width == 2:
        return Layout(f"{rows} (query, document)", separator, 2, "query, document")
    return None


def _result_layout(cells: list[str], separator: str, width: int) -> Layout | None:
    rows = FORM_NAMES[separator]
    if width >= 6 and (cells[1] == "Q0" or (is_number(cells[3]) and _could_be_score(cells[4]))):
        trec = TREC_COLUMNS[RESULTS]
        return Layout("TREC run", separator, 6, trec, document=2, rank=3, score=4, tag=5, tail=True)
    if width == 3:
        return Layout(
            f"{rows} (query, document, rank or score)", separator, 3, "query, document, rank or score", third=2
        )
    if width == 2:
        return Layout(f"{rows} (query, document, best first)", separator, 2, "query, document")
    return None


def _could_be_score(cell: str) -> bool:
    """A number, or what a failed computation writes in its place: the reader of scores says what is wrong with that."""
    return is_number(cell) or cell.lower() in ("nan", "inf", "-inf", "null", "none", "na", "-")


def _no_layout(source: Source, role: str, lines: list[tuple[int, str]]) -> InputError:
    """The error for a first row that has no known shape, with the likeliest reason."""
    number, line = lines[0]
    words = split_row(line, BLANK)
    cells = max((split_first(line, separator) for separator in ("\t", ";", ",", BLANK)), key=len)
    separator = next(s for s in (BLANK, "\t", ";", ",") if len(split_first(line, s)) == len(cells))
    width = len(cells)
    expected = expected_in(role)
    message = f"line {number} has {width} column{'' if width == 1 else 's'}"
    if width > 1:
        message += f" separated by {SEPARATOR_NAMES[separator]}"
    hint, swap = _reason(role, words, cells)
    text, _ = excerpt(line)
    return InputError(source.name, [Problem(message, number, 1, text, expected, hint)], swap=swap)


def expected_in(role: str) -> str:
    """What a text in this role may be."""
    if role == JUDGEMENTS:
        return "TREC qrels (query 0 document grade), rows of query, document, grade or query, document, or JSON"
    return "a TREC run (query Q0 document rank score tag), rows of query, document or query, document, rank, or JSON"


def _reason(role: str, words: list[str], cells: list[str]) -> tuple[str | None, bool]:
    """What is probably wrong with a first row, as a mend, and whether the boxes seem swapped."""
    other = RESULTS if role == JUDGEMENTS else JUDGEMENTS
    if _is_trec(other, words) and words[1].lower().removeprefix("q").isdigit():
        if role == JUDGEMENTS:
            return "this looks like a TREC run: ranked results belong in the other box", True
        return "this looks like TREC qrels: relevance judgements belong in the other box", True
    if role == JUDGEMENTS:
        return _judgement_reason(words, cells), False
    return _result_reason(words, cells), False


def _judgement_reason(words: list[str], cells: list[str]) -> str | None:
    if len(words) == 5 and is_whole(words[2]) and is_whole(words[3]) and is_number(words[4]):
        return "this looks like a prels file (query, document, grade, method, probability): keep columns 1 to 3"
    if len(words) > 4 and words[-3] in ("0", "Q0") and is_number(words[-1]):
        query = " ".join(words[:-3])
        return (
            f"the query looks like text with a blank (“{query}”): ids cannot hold blanks here, "
            "so number the queries or use CSV"
        )
    if len(words) > 4 and words[1] in ("0", "Q0") and is_number(words[-1]):
        return "the document id looks like text with a blank: ids cannot hold blanks here, so use CSV or tabs"
    if len(cells) > 3:
        return "name the columns in a header row, such as query,document,grade"
    return None


def _result_reason(words: list[str], cells: list[str]) -> str | None:
    if len(words) == 5 and words[1].lower() == "q0":
        return "a column is missing: a TREC run has a rank, a score and a tag after the document"
    if len(words) > 6 and is_number(words[-2]) and is_number(words[-3]):
        return "the document id looks like text with a blank: ids cannot hold blanks here, so use CSV or tabs"
    if len(cells) > 3:
        return "name the columns in a header row, such as query,document,rank,score"
    return None
