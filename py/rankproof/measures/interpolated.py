"""Interpolated precision at levels of recall, as trec_eval counts the levels and as the textbooks do."""

from __future__ import annotations

from math import ceil, floor

from .table import BINARY, Definition
from .workings import Parameters, Workings

LEVELS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
BOOK = "manning-2008"


def at_count(work: Workings, count: int) -> float:
    """The highest precision at or after the rank where so many relevant documents are found; 0 if they are not."""
    if count > len(work.hits):
        return 0.0
    if count <= 0:
        return work.interpolated[0] if work.hits else 0.0
    return work.interpolated[count - 1]


def interpolated_precision(work: Workings, given: Parameters) -> float:
    """The highest precision at or after the rank where round(level x R) relevant documents are found. In [0, 1].

    0 if so many are not found. trec_eval 10 rounds half away from zero.
    """
    return at_count(work, floor(given.at * work.query.num_rel + 0.5))


def textbook_interpolated_precision(work: Workings, given: Parameters) -> float:
    """The highest precision at any recall of at least the level. 0 if that recall is not reached. In [0, 1]."""
    # A level such as 0.3 x 10 must count as 3 in spite of binary fractions.
    return at_count(work, ceil(given.at * work.query.num_rel - 1e-9))


def eleven_point_average(work: Workings, given: Parameters) -> float:
    """The mean of interpolated precision (as trec_eval counts) over the given levels of recall. In [0, 1]."""
    total = 0.0
    # From the highest level to the lowest, as trec_eval adds.
    for level in reversed(given.numbers):
        total += interpolated_precision(work, Parameters(at=level))
    return total / len(given.numbers)


ROWS = (
    Definition("iprec_at_recall", "IPrec", "Interpolated precision at recall", "Interpolated precision at recall",
               "Highest precision from the point on where x × R, rounded, of the R relevant documents are found.",
               "trec_eval", interpolated_precision, parameters="levels", defaults=LEVELS, allowed=(0.0, 1.0),
               options=BINARY,
               written="IPrec@x = max P@j, j from the rank of relevant result ⌊x · R + ½⌋ on"),
    Definition("11pt_avg", None, "11-point average", "11-point average",
               "Mean of interpolated precision over eleven levels of recall (or those given).", "trec_eval",
               eleven_point_average, parameters="numbers", defaults=LEVELS, allowed=(0.0, 1.0),
               written="1/11 · Σ IPrec@x, x = 0, 0.1, …, 1"),
    Definition("iprec_textbook", None, "Interpolated precision, textbook", "Interpolated precision, textbook",
               "Highest precision at any recall of at least x.",
               BOOK, textbook_interpolated_precision,
               parameters="levels", defaults=LEVELS, trec=False, allowed=(0.0, 1.0), options=BINARY,
               written="max P@j over the ranks j with Recall@j ≥ x"),
)  # fmt: skip
