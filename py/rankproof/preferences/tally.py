"""Counts preferences by what was retrieved.

Judged documents are known by their place: 0, 1, ... for those retrieved, in rank order, then come those that are not
retrieved, by id. A preference is fulfilled where the preferred document has the lower place and is retrieved.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from ..record import Record


class Ratio(Record):
    """Preferences fulfilled, and those that could have been."""

    fulfilled: int
    possible: int


class Tally(Record):
    """Preferences A > B by what was retrieved: both documents, exactly one of them, or neither."""

    both: Ratio
    one: Ratio
    neither: int

    @property
    def all(self) -> Ratio:
        """All preferences; those about two documents that are not retrieved count as failed."""
        return Ratio(self.both.fulfilled + self.one.fulfilled, self.both.possible + self.one.possible + self.neither)

    @property
    def any_retrieved(self) -> Ratio:
        """Preferences about at least one retrieved document."""
        return Ratio(self.both.fulfilled + self.one.fulfilled, self.both.possible + self.one.possible)


Rows = Sequence[tuple[int, Sequence[int]]]
"""(place of a document, places of those it is preferred to, ascending), a repeated judgement repeated."""


def tally(rows: Rows, retrieved: int) -> Tally:
    """Counts preferences by what was retrieved; a document is never better than itself."""
    both_fulfilled = both = one_fulfilled = one = neither = 0
    for place, lower in rows:
        seen = bisect_left(lower, retrieved)
        if place < retrieved:
            both += seen
            both_fulfilled += seen - bisect_right(lower, place, 0, seen)
            one += len(lower) - seen
            one_fulfilled += len(lower) - seen
        else:
            one += seen
            neither += len(lower) - seen
    return Tally(Ratio(both_fulfilled, both), Ratio(one_fulfilled, one), neither)
