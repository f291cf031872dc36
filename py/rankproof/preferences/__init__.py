"""Preference judgements ("A rather than B") and the measures that count how many of them a ranking fulfils."""

from __future__ import annotations

from .counts import PreferenceCounts, count
from .groups import Group
from .judged import Preference, PreferenceError, from_grades
from .measures import PREFERENCE_MEASURES, PreferenceMeasure
from .pairs import PairSums
from .tally import Ratio, Tally

__all__ = [
    "PREFERENCE_MEASURES",
    "Group",
    "PairSums",
    "Preference",
    "PreferenceCounts",
    "PreferenceError",
    "PreferenceMeasure",
    "Ratio",
    "Tally",
    "count",
    "from_grades",
]
