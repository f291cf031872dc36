"""Turns values into z-scores by a file of means and standard deviations (trec_eval -Z)."""

from __future__ import annotations

from .files import FileError, read_text
from .numbers import leading_number

NOT_KNOWN = -1000000.0
"""What is printed where the file names no mean."""


class ZScores:
    """(topic, measure) -> mean and standard deviation."""

    def __init__(self, known: dict[tuple[str, str], tuple[float, float]]) -> None:
        self.known = known

    def convert(self, topic: str, measure: str, value: float | str) -> float | str:
        """How many standard deviations a value lies above the mean."""
        if isinstance(value, str):
            return value
        if (topic, measure) not in self.known:
            return NOT_KNOWN
        mean, deviation = self.known[topic, measure]
        if deviation:
            return (value - mean) / deviation
        return 0.0 if value == mean else NOT_KNOWN


def read_zscores(name: str) -> ZScores:
    """Rows of topic, measure, mean, standard deviation. Raises FileError."""
    known = {}
    for number, line in enumerate(read_text(name, "zscores").split("\n"), 1):
        row = line.split()
        if not row:
            continue
        if len(row) != 4:
            raise FileError(f"Malformed line {number} of '{name}': {len(row)} columns instead of 4")
        known[row[0], row[1]] = leading_number(row[2]), leading_number(row[3])
    return ZScores(known)
