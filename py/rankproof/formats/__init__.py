"""Reads judgements and results of every accepted form; formats.classify tells which of the two an input is."""

from __future__ import annotations

from .judgements import Judgements, read_judgements
from .ranking import Ranking, Results, TooEarlyError
from .results import RunReader, read_results
from .source import Progress, Source

__all__ = [
    "Judgements",
    "Progress",
    "Ranking",
    "Results",
    "RunReader",
    "Source",
    "TooEarlyError",
    "read_judgements",
    "read_results",
]
