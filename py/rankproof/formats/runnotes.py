"""Notes on how a run was read: its third column, decimal commas, empty queries, documents listed twice, tags."""

from __future__ import annotations

from ..problems import Note, counted, listed
from .collector import Collector
from .layout import RESULTS
from .reader import Reader
from .source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LINES_NAMED = 5
"""Lines that a note names for one document that is listed again and again."""


def run_notes(source: Source, collector: Collector, empty: list[str]) -> list[Note]:
    """The notes, in a fixed order; `empty` lists the queries without any document."""
    found: list[Note] = []
    if collector.thirds and not collector.thirds_are_scores:
        found.append(_third_note(fractions=collector.fractions))
    if collector.commas:
        text = f"{counted(collector.commas, 'score')} written with a decimal comma, read as decimal points."
        found.append(Note("info", "decimal-commas", text, collector.commas))
    if empty:
        text = f"{counted(len(empty), 'query')} in the results without any document ({listed(empty)})."
        found.append(Note("warning", "empty-queries", text, len(empty), examples=tuple(empty[:3])))
    if collector.repeated:
        merged = any(":parts=" in mend for mend in source.mends)
        found.append(_merged_note(collector) if merged else _repeat_note(source, collector))
    tags = collector.tags
    if len(tags) > 1:
        each = [f"{tag} in {counted(rows, 'row')}" for tag, rows in tags.items()]
        text = (
            f"{len(tags)} run tags in one input ({listed(each)}); they are read as one run. If they are several runs, "
            "their results are mixed, by score: give each run an input of its own."
        )
        found.append(Note("warning", "several-tags", text, len(tags), examples=tuple(tags)[:3]))
    return found


def _third_note(*, fractions: bool) -> Note:
    if fractions:
        text = "The third column holds numbers that are not whole, so it was read as a score, highest first."
        return Note("info", "third-is-score", text)
    text = "The third column holds whole numbers only, so it was read as a rank, lowest first."
    return Note("info", "third-is-rank", text)


def _repeat_note(source: Source, collector: Collector) -> Note:
    lines = _repeat_lines(source, collector.repeats)
    named = [
        f"{document} ({times} times) for query {query}{_in_lines(lines[query, document], source.unit)}"
        for query, document, times in collector.repeats
    ]
    verb = "lists" if collector.repeated == 1 else "list"
    text = (
        f"{counted(collector.repeated, 'row')} in {counted(collector.repeated_queries, 'query')} {verb} a document "
        f"again: {'; '.join(named)}. Each document counts at its first rank only; trec_eval refuses such a run. "
        "If these are chunks of documents, keep each document's best chunk, or judge chunks."
    )
    first = next(iter(lines.values()))
    documents = tuple(document for _, document, _ in collector.repeats)
    return Note("warning", "listed-twice", text, collector.repeated, first[1] if len(first) > 1 else None, documents)


def _merged_note(collector: Collector) -> Note:
    text = (
        f"{counted(collector.repeated, 'row')} in {counted(collector.repeated_queries, 'query')} hold further parts of "
        "documents: each document counts at the rank of its best part."
    )
    return Note("info", "parts-merged", text, collector.repeated)


def _repeat_lines(source: Source, repeats: Iterable[tuple[str, str, int]]) -> dict[tuple[str, str], list[int]]:
    """The lines of the documents that are named as examples, where lines are known; reads the input again."""
    lines: dict[tuple[str, str], list[int]] = {(query, document): [] for query, document, _ in repeats}
    wanted = sum(times for _, _, times in repeats)
    documents = {document for _, document in lines}
    for block in Reader(source, RESULTS).blocks():
        if documents.isdisjoint(block.documents):
            continue
        for position, pair in enumerate(zip(block.queries, block.documents, strict=True)):
            if pair in lines and (line := block.rows.line(position)) is not None:
                lines[pair].append(line)
                wanted -= 1
        if not wanted:
            break
    return lines


def _in_lines(lines: list[int], unit: str) -> str:
    if not lines:
        return ""
    return f" ({unit}s {listed([str(line) for line in lines], most=LINES_NAMED)})"
