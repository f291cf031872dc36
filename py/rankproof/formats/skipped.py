"""Counts what was read and set aside."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias


Counts: TypeAlias = "tuple[int, int, int, int | None, dict[str, int]]"


class Skipped:
    """Counts of what was read and set aside; `mended` has the rows that each mend changed."""

    def __init__(self) -> None:
        self.comments = 0
        self.blank = 0
        self.tails = 0
        self.first_tail: int | None = None
        self.mended: dict[str, int] = {}

    def state(self) -> Counts:
        """The counts as plain data."""
        return self.comments, self.blank, self.tails, self.first_tail, self.mended

    def add_state(self, state: Counts, lines: int) -> None:
        """Adds the counts of a part of the input that follows so many lines."""
        comments, blank, tails, first, mended = state
        self.comments += comments
        self.blank += blank
        self.tails += tails
        for mend, rows in mended.items():
            self.mended[mend] = self.mended.get(mend, 0) + rows
        if self.first_tail is None and first is not None:
            self.first_tail = lines + first
