"""Counts what was read and set aside."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Skipped:
    """Counts of what was read and set aside."""

    def __init__(self) -> None:
        self.comments = 0
        self.blank = 0
        self.tails = 0
        self.first_tail: int | None = None

    def state(self) -> tuple[int, int, int, int | None]:
        """The counts as plain data."""
        return self.comments, self.blank, self.tails, self.first_tail

    def add_state(self, state: Sequence[int | None], lines: int) -> None:
        """Adds the counts of a part of the input that follows so many lines."""
        comments, blank, tails, first = state
        self.comments += comments or 0
        self.blank += blank or 0
        self.tails += tails or 0
        if self.first_tail is None and first is not None:
            self.first_tail = lines + first
