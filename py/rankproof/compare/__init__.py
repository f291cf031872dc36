"""Compares runs: paired tests, intervals, effect sizes, and corrections for many comparisons.

Imports point one way: distributions, pairing -> moments -> one module a test -> comparison -> family.
"""

from __future__ import annotations

from .comparison import DEFAULT_TESTS, TESTS, Comparison, compare_pairs
from .corrections import CORRECTIONS, adjust_pvalues
from .family import Family, compare_runs
from .outcome import Outcome, Progress
from .pairing import TIE_RULE
from .tukey import randomized_tukey

__all__ = [
    "CORRECTIONS",
    "DEFAULT_TESTS",
    "TESTS",
    "TIE_RULE",
    "Comparison",
    "Family",
    "Outcome",
    "Progress",
    "adjust_pvalues",
    "compare_pairs",
    "compare_runs",
    "randomized_tukey",
]
