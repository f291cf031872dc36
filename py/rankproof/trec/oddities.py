"""What trec_eval prints against its own manual without crashing: kept, so that the same bytes come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import floor, nan
from typing import TypeVar

from ..gains import GainMap
from ..measures import Parameters, Workings
from ..ranking import QueryState
from .levels import BELOW_0, eleven_point_average

T = TypeVar("T")


class TrecWorkings(Workings):
    """Workings whose ideal ranking is in the order that trec_eval's comparison of gains leaves.

    trec_eval turns the difference of two gains into a whole number before it compares, so gains less than 1 apart count
    as equal, and what sorting leaves then depends on the way of sorting: the C library's merge sort.
    """

    def falling(self, gain: str | GainMap, of: Mapping[int, float]) -> list[tuple[float, int]]:
        if isinstance(gain, str):
            return super().falling(gain, of)
        highest = max((grade for grade, count in self.query.rel_levels.items() if count), default=-1)
        named = dict(gain)
        levels = [(value, grade) for grade, value in gain]
        levels += [(float(grade), grade) for grade in range(highest + 1) if grade not in named]
        rising = merge_sorted(levels, lambda one, other: int(one[0] - other[0]))
        found = []
        for value, grade in reversed(rising):
            if not self.query.rel_levels.get(grade):
                continue
            if value <= 0:
                break
            found.append((value, grade))
        return found


def merge_sorted(items: list[T], compare: Callable[[T, T], float]) -> list[T]:
    """Items as glibc's merge sort leaves them, whatever the comparison: halves are sorted, then merged, left first."""
    if len(items) < 2:
        return items
    middle = len(items) // 2
    left, right = merge_sorted(items[:middle], compare), merge_sorted(items[middle:], compare)
    merged: list[T] = []
    at = 0
    for item in left:
        while at < len(right) and compare(item, right[at]) > 0:
            merged.append(right[at])
            at += 1
        merged.append(item)
    return merged + right[at:]


def odd_value(name: str, state: QueryState, given: Parameters, work: Workings) -> float | None:
    """The value that trec_eval prints in place of a measure's: for a -l below 0, or by dividing 0 by 0; else None."""
    if name == "iprec_at_recall" and not state.num_ret and floor(given.at * state.num_rel + 0.5) <= 0:
        return nan
    if name == "11pt_avg" and not state.num_ret:
        return nan if any(floor(level * state.num_rel + 0.5) <= 0 for level in given.numbers) else None
    if name == "Rndcg" and state.num_rel and not work.gains(given.gain).best:
        return nan
    if state.relevance_level < 0 and name in BELOW_0:
        return BELOW_0[name](work, given)
    if name == "11pt_avg" and list(given.numbers) != sorted(given.numbers):
        return eleven_point_average(work, given)
    return None
