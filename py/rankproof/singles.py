"""Looks at scores as 32-bit floats, all at once: what is equal as doubles is equal so too, and a little more."""

from __future__ import annotations

import struct
import sys


def packed(scores: list[float]) -> bytes:
    """The scores rounded to 32-bit floats, one after the other."""
    try:
        return struct.pack(f"{len(scores)}f", *scores)
    except OverflowError:
        from array import array

        return array("f", scores).tobytes()


def neighbours_equal(words: bytes, count: int) -> bool:
    """Whether some two neighbours among so many 32-bit words are equal.

    All words are looked at together, as one long number: its exclusive or with itself, moved on by one word, is 0 in a
    word there. (w - 1) & ~w has its highest bit set only for a word of 0, and only such a word borrows from the next.
    """
    if count < 2:
        return False
    ones, highest = _masks(count - 1)
    number = int.from_bytes(words, sys.byteorder)
    changed = number ^ (number >> 32)
    return bool((changed - ones) & ~changed & highest)


MOST_MASKS = 64
_MASKS: dict[int, tuple[int, int]] = {}


def _masks(count: int) -> tuple[int, int]:
    """So many 32-bit words with the lowest bit of each set, and with the highest; kept, as lengths come again."""
    if count not in _MASKS:
        if len(_MASKS) >= MOST_MASKS:
            _MASKS.clear()
        ones = int.from_bytes(b"\1\0\0\0" * count, "little")
        _MASKS[count] = ones, ones << 31
    return _MASKS[count]


def may_tie(falling: list[float]) -> bool:
    """Whether some of these falling scores may be equal, as doubles or as 32-bit floats; true whenever some are."""
    # 0 and -0 are equal, and look different.
    return len(falling) > 1 and (falling[-1] <= 0 <= falling[0] or neighbours_equal(packed(falling), len(falling)))
