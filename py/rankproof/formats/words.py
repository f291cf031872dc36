"""The words that name columns and fields, in tables with a header and in JSON records."""

from __future__ import annotations

FIELD_WORDS = {
    "query": ("query", "query-id", "qid", "topic", "topic-id", "queryid", "q-id", "query-no", "qno"),
    "document": (
        "doc", "docno", "docid", "doc-id", "document", "document-id", "documentid", "corpus-id", "cid", "pid",
        "passage-id", "did", "doc-no",
    ),
    "grade": (
        "grade", "rel", "relevance", "label", "relevance-grade", "relevance-label", "judgement", "judgment", "qrel",
    ),
    "rank": ("rank", "position", "pos"),
    "score": ("score", "sim", "similarity"),
    "tag": ("tag", "run", "run-id", "runid", "system", "run-tag", "name"),
    "iteration": ("iter", "iteration", "q0", "subtopic"),
}  # fmt: skip
"""Each column's meaning with its names, in lower case and with `-` for `_` and blanks."""

HEADER_STARTS = ("query", "query-id", "qid", "topic")
"""A row whose first cell is one of these is a header (so are rows that name both a query and a document column)."""

PREFERRED = ("qid", "docno")
"""PyTerrier's tables hold the text of the query and an internal number, docid, beside these ids."""

MEANINGS = {word: meaning for meaning, words in FIELD_WORDS.items() for word in words}


def fold(word: str) -> str:
    """A column's name as it is looked up: lower case, `-` for `_` and blanks."""
    return word.strip().strip("\"'").lower().replace("_", "-").replace(" ", "-")


def meaning_of(word: str) -> str | None:
    """What a column of this name holds, or None."""
    return MEANINGS.get(fold(word))


def find_columns(names: list[str], value: str) -> dict[str, int]:
    """Meaning -> position for the columns whose names are known; of a kind, one of PREFERRED counts, else the first.

    `value` is what a column called score holds where no column is named for it: BEIR's qrels call the grade score.
    """
    found: dict[str, int] = {}
    for position, name in enumerate(names):
        if fold(name) in PREFERRED:
            found.setdefault(MEANINGS[fold(name)], position)
    for position, name in enumerate(names):
        meaning = meaning_of(name)
        if meaning and meaning not in found:
            found[meaning] = position
    if value == "grade" and "grade" not in found and "score" in found:
        found["grade"] = found.pop("score")
    return found


def is_header(cells: list[str]) -> bool:
    """Whether a first row names columns rather than holding data."""
    if len(cells) < 2:
        return False
    if fold(cells[0]) in HEADER_STARTS:
        return True
    meanings = {meaning_of(cell) for cell in cells}
    return "query" in meanings and "document" in meanings
