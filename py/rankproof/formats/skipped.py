"""Counts what was read and set aside."""

from __future__ import annotations


class Skipped:
    """Counts of what was read and set aside."""

    def __init__(self) -> None:
        self.comments = 0
        self.blank = 0
        self.tails = 0
        self.first_tail: int | None = None
