"""How far a packed input may unpack: further than rows ever do, and not so far that it fills the memory."""

from __future__ import annotations

MOST_TIMES = 200
MOST_UNPACKED = 100_000_000
"""Rows that differ in ids and scores pack to a tenth or so; gzip's best is a thousandth. What unpacks to over so many
bytes and over so many times its size is no run, and would fill any memory: a file of 1 MB that of 12 GB."""


def most_unpacked(packed: int) -> int:
    """The bytes that a file of so many bytes may unpack to."""
    return max(MOST_UNPACKED, MOST_TIMES * packed)


def too_far(packed: int) -> str:
    """What is wrong with a file of so many bytes that unpacks to more than that."""
    return f"{packed:,} bytes unpack to more than {most_unpacked(packed):,}: no rows pack so well"


MEND = "check where it comes from; if it is what you want, unpack it and use that"
