"""The generated files that are measured with: made once, kept in a folder that Git ignores."""

from __future__ import annotations

import gzip
import hashlib
import os
import random
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from tests.bench import generate

KEPT = Path(__file__).parent / ".data"
# Files of another version of the generator are never taken for this one's.
FOLDER = KEPT / hashlib.sha256(Path(generate.__file__).read_bytes()).hexdigest()[:12]
NON_TEXT_BYTES = 2_000_000_000


class Shape(NamedTuple):
    """A run's size, and what its judgements are like: "graded" or "sparse"."""

    queries: int
    depth: int
    judged: str = "graded"

    @property
    def rows(self) -> int:
        """Rows of the run."""
        return self.queries * self.depth

    def __str__(self) -> str:
        return f"{self.queries}x{self.depth}"


class Pair(NamedTuple):
    """Paths of judgements and of a run."""

    qrels: Path
    run: Path


class Sizes(NamedTuple):
    """What is measured: the million and MS MARCO's dev set, or a tenth of each; sizes to see the growth in."""

    large: Shape
    largest: Shape
    rows: tuple[Shape, ...]
    queries: tuple[Shape, ...]
    forms: Shape
    table: Shape


FULL = Sizes(
    large=Shape(1_000, 1_000),
    largest=Shape(6_980, 1_000, "sparse"),
    rows=tuple(Shape(queries, 1_000, "sparse") for queries in (10, 100, 1_000, 6_980)),
    queries=tuple(Shape(10**power, 10 ** (6 - power), "sparse") for power in range(1, 6)),
    forms=Shape(1_000, 1_000),
    table=Shape(7_000, 10),
)
QUICK = Sizes(
    large=Shape(100, 1_000),
    largest=Shape(698, 1_000, "sparse"),
    rows=tuple(Shape(queries, 1_000, "sparse") for queries in (10, 100, 698)),
    queries=tuple(Shape(10**power, 10 ** (5 - power), "sparse") for power in range(1, 5)),
    forms=Shape(100, 1_000),
    table=Shape(7_000, 10),
)

SMALLEST = Shape(1, 10)
TYPED = Shape(10, 10)

FORMS: dict[str, Callable[[generate.Query], list[str]]] = {
    "trec": generate.trec_rows,
    "gz": generate.trec_rows,
    "csv": generate.csv_rows,
    "tsv": generate.tsv_rows,
    "jsonl": generate.jsonl_rows,
    "ranks": generate.ranked_rows,
}
# What each form is called in the tables.
FORM_NAMES = {
    "trec": "TREC",
    "interleaved": "TREC, interleaved queries",
    "tied": "TREC, no order, ties",
    "gz": "TREC, gzipped",
    "csv": "CSV",
    "tsv": "TSV",
    "jsonl": "JSON Lines",
    "ranks": "three columns",
}


def pair(shape: Shape, form: str = "trec") -> Pair:
    """Judgements and a run of that shape, the run in a form of FORM_NAMES, or TREC's with a "wrong" last line."""
    qrels, run = FOLDER / f"{shape}.{shape.judged}.qrels", FOLDER / f"{shape}.{form}"
    made(qrels, lambda: judgement_lines(shape))
    made(run, lambda: result_lines(shape, form))
    return Pair(qrels, run)


def non_text() -> Path:
    """A file of 2 GB that is not text; it is sparse, and so takes no room."""
    file = FOLDER / "not-text.run"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        opened.truncate(NON_TEXT_BYTES)
    return file


def made(file: Path, lines: Callable[[], Iterable[str]]) -> None:
    """Makes the file unless it is there; it has another name at first, so that one that is there is whole."""
    if file.exists():
        return
    remove_old_folders()
    FOLDER.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    with gzip.open(new, "wt", 6) if file.suffix == ".gz" else new.open("w", newline="\n") as opened:
        opened.writelines(lines())
    os.replace(new, file)


def remove_old_folders() -> None:
    """Removes what another version of the generator has made."""
    for folder in KEPT.glob("*/"):
        if folder != FOLDER:
            shutil.rmtree(folder)


def judgement_lines(shape: Shape) -> Iterable[str]:
    """One text of judgements a query."""
    judge = {"sparse": generate.sparse_judgements, "graded": generate.graded_judgements}[shape.judged]
    draw = random.Random(generate.SEED + 1)
    return (judge(query, draw) for query in generate.run(shape.queries, shape.depth))


def result_lines(shape: Shape, form: str) -> Iterable[str]:
    """The texts that a run of this form is made of."""
    queries = generate.run(shape.queries, shape.depth)
    if form == "interleaved":
        return ("".join(rows) for rows in zip(*map(generate.trec_rows, queries), strict=True))
    if form == "tied":
        draw = random.Random(generate.SEED + 2)
        return ("".join(generate.tied_rows(query, draw)) for query in queries)
    if form == "wrong":
        return with_wrong_end("".join(generate.trec_rows(query)) for query in queries)
    rows = FORMS[form]
    lines = ("".join(rows(query)) for query in queries)
    return (text for part in ([generate.HEADERS.get(form, "")], lines) for text in part)


def with_wrong_end(texts: Iterable[str]) -> Iterable[str]:
    """The texts, but the score of the very last row is a word."""
    last = ""
    for text in texts:
        yield last
        last = text
    head, _, row = last.rstrip("\n").rpartition("\n")
    cells = row.split(" ")
    yield f"{head}\n{' '.join([*cells[:4], 'high', *cells[5:]])}\n"
