"""Reads an input as mends want it: changes ids, or takes the rank column for the score, block by block."""

from __future__ import annotations

from operator import ne

from ..problems import Note, counted
from .block import Block, Same
from .skipped import Skipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..mends import Mend


def mended(blocks: Iterator[Block], mends: Sequence[Mend], skipped: Skipped) -> Iterator[Block]:
    """The blocks with the mends made, in their order; the rows that a mend changed are counted in `skipped`."""
    for mend in mends:
        skipped.mended.setdefault(mend.spelled(), 0)
    for read in blocks:
        block = read
        for mend in mends:
            block, changed = _changed(block, mend)
            skipped.mended[mend.spelled()] += changed
        yield block


def _changed(block: Block, mend: Mend) -> tuple[Block, int]:
    """The block with one mend made, and how many of its rows that changed."""
    change = mend.on_ids()
    if change is not None and mend.column == "queries":
        queries, changed = _queries(block.queries, change)
        return block._replace(queries=queries), changed
    if change is not None:
        documents = list(map(change, block.documents))
        return block._replace(documents=documents), sum(map(ne, documents, block.documents))
    rows = len(block.documents)
    if mend.how == "rank":
        # Without the score the rank column is what the results are ordered by.
        return (block._replace(scores=None), rows) if block.ranks is not None and block.scores else (block, 0)
    # Numbers are negated, and told to be scores, once they are read as numbers: see Collector.
    return block, rows if block.scores or block.thirds else 0


def _queries(queries: list[str] | Same, change: Callable[[str], str]) -> tuple[list[str] | Same, int]:
    if isinstance(queries, Same):
        text = change(queries.text)
        return Same(text, queries.rows), queries.rows if text != queries.text else 0
    made = list(map(change, queries))
    return made, sum(map(ne, made, queries))


def mended_notes(mends: Sequence[Mend], skipped: Skipped) -> list[Note]:
    """A note for each mend that was made, with how many rows it changed."""
    found = []
    for mend in mends:
        rows = skipped.mended.get(mend.spelled(), 0)
        effect = counted(rows, "row") if rows else "which changes nothing here"
        found.append(Note("info", "mended", f"Mended: {mend.done()} ({effect}).", rows, examples=(mend.spelled(),)))
    return found
