"""Tells judgements from ranked results by what an input holds, and by its name where the content fits both."""

from __future__ import annotations

import re

from ..problems import InputError
from ..record import Record
from .jsontext import JsonInput
from .layout import JUDGEMENTS, RESULTS, find_layout
from .numbers import float_of
from .rows import blocks, first_rows
from .skipped import Skipped
from .source import Source
from .words import find_columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

UNKNOWN = "unknown"
LOOKED_AT = 2000
"""Rows or JSON values that are looked at."""

NAME_HINTS = (
    (JUDGEMENTS, re.compile(r"qrel|judg|gold|truth|relevan|labels?\b", re.IGNORECASE)),
    (RESULTS, re.compile(r"\brun|\.run\b|run\d|result|ranking|retriev|\.res\b|predict", re.IGNORECASE)),
)


class Role(Record):
    """What an input seems to be ("judgements", "results" or "unknown"), in which form, and how that was told."""

    role: str
    form: str | None
    why: str


def classify(source: Source) -> Role:
    """Whether a source holds judgements or ranked results. Raises InputError when it is not even text."""
    first = first_rows(source, 3)
    if not first:
        return Role(UNKNOWN, None, "it is empty")
    told = _classify_json(source) if first[0][1].lstrip()[:1] in ("{", "[") else _classify_rows(source, first)
    if told.role != UNKNOWN:
        return told
    for role, pattern in NAME_HINTS:
        if pattern.search(source.name):
            return Role(role, told.form, "its name says so, its content fits both")
    return told


def _classify_rows(source: Source, first: list[tuple[int, str]]) -> Role:
    layouts = {}
    for role in (JUDGEMENTS, RESULTS):
        try:
            layouts[role] = find_layout(source, role, first)
        except InputError:
            continue
    if not layouts:
        return Role(UNKNOWN, None, "its rows have no known shape")
    if len(layouts) == 1:
        role, layout = layouts.popitem()
        return Role(role, layout.form, "its columns fit nothing else")
    layout = layouts[RESULTS]
    if layout.header is not None:
        names = find_columns(layout.columns.split(", "), "score")
        if "rank" in names or "tag" in names:
            return Role(RESULTS, layout.form, "its header names ranks")
        if "grade" in names:
            return Role(JUDGEMENTS, layouts[JUDGEMENTS].form, "its header names grades")
    column = layout.third if layout.third is not None else layout.score
    if column is None:
        return Role(UNKNOWN, layout.form, "two columns fit both")
    block = next(iter(blocks(source, layout, Skipped())), None)
    cells = [] if block is None else list(map(str, (block.thirds or block.scores or [])[:LOOKED_AT]))
    queries = [] if block is None else list(block.queries)[:LOOKED_AT]
    return _by_numbers(queries, _floats(cells), layouts[JUDGEMENTS].form, layout.form)


def _floats(cells: list[str]) -> list[float | None]:
    """Cells as numbers, decimal commas too."""
    return [float_of(cell.replace(",", ".")) for cell in cells]


def _by_numbers(queries: list[str], numbers: list[float | None], judged_form: str, ranked_form: str) -> Role:
    known = [number for number in numbers if number is not None]
    if any(not number.is_integer() for number in known if number - number == 0):
        return Role(RESULTS, ranked_form, "its numbers are not whole, as scores are")
    if len(known) < len(numbers):
        return Role(UNKNOWN, judged_form, "some of its numbers are none")
    ranks: dict[str, int] = {}
    counting = True
    for query, number in zip(queries, known, strict=True):
        ranks[query] = ranks.get(query, 0) + 1
        counting = counting and number == ranks[query]
    if counting and max(ranks.values(), default=0) > 1:
        return Role(RESULTS, ranked_form, "its numbers count up from 1, as ranks do")
    return Role(JUDGEMENTS, judged_form, "its numbers are small and whole, as grades are")


def _classify_json(source: Source) -> Role:
    try:
        ranked = JsonInput(source, RESULTS, Skipped())
    except InputError:
        return Role(UNKNOWN, None, "it is JSON with a mistake")
    if ranked.lines or isinstance(ranked.value, list):
        return _classify_records(ranked, source)
    values = [held for held in ranked.value.values() if held]
    numbers: list[Any] = []
    for held in values:
        if isinstance(held, dict):
            numbers += held.values()
        if len(numbers) > LOOKED_AT:
            break
    if not numbers:
        return Role(UNKNOWN, "JSON", "lists of documents fit both")
    known = [number for number in numbers[:LOOKED_AT] if isinstance(number, (int, float))]
    if any(isinstance(number, float) and not number.is_integer() for number in known):
        return Role(RESULTS, "JSON with scores", "its numbers are not whole, as scores are")
    if any(number > 100 for number in known):
        return Role(RESULTS, "JSON with scores", "its numbers are large, as scores are")
    return Role(JUDGEMENTS, "JSON, graded", "its numbers are small and whole, as grades are")


def _classify_records(ranked: JsonInput, source: Source) -> Role:
    roles = []
    for role in (JUDGEMENTS, RESULTS):
        try:
            block = next(iter(JsonInput(source, role, Skipped()).blocks()), None)
        except InputError:
            continue
        if block is not None:
            roles.append((role, block))
    if len(roles) == 1:
        return Role(roles[0][0], ranked.form, "its fields fit nothing else")
    for role, block in roles:
        if role == RESULTS and block.ranks is not None:
            return Role(RESULTS, ranked.form, "its records hold ranks")
        if role == RESULTS and block.scores is not None:
            cells = list(map(str, block.scores[:LOOKED_AT]))
            return _by_numbers(
                list(block.queries)[:LOOKED_AT],
                _floats(cells),
                ranked.form,
                ranked.form,
            )
    return Role(UNKNOWN, ranked.form, "its fields fit both")
