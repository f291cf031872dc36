"""The working of models of a reader: ERR, and the chance of reading each rank in the C/W/L family."""

from __future__ import annotations

from collections.abc import Callable
from math import log2

from ..measures import Parameters
from ..ranking import NOT_JUDGED
from .expression import Expression, add, because, divide, log2_of, number, times
from .subject import Subject
from .working import Cell, Explainer, Line, Working

DEPTH = 1000
"""Ranks that a reader of the C/W/L family looks at."""

GoesOn = Callable[[Parameters, int, float, float], float]
"""The chance of going on after a rank, from the parameters, the rank, its gain and the gain so far."""


def expected_reciprocal_rank(subject: Subject, given: Parameters) -> Working:
    """The chance that each graded result contents the reader, and that the reader comes so far."""
    cells: dict[int, tuple[Cell, ...]] = {}
    terms: list[Expression] = []
    reads_on, running = 1.0, 0.0
    for rank, relevance in enumerate(subject.state.relevances[: given.k], 1):
        if relevance > 0:
            content = 2.0 ** (min(relevance, given.high) - given.high) - 2.0**-given.high
            terms.append(divide(times(number(content), number(reads_on)), number(rank)))
            running += terms[-1].value
            cells[rank] = (content, reads_on, terms[-1].value, running)
            reads_on *= 1.0 - content
    made = add(terms) if terms else because(0.0, "no result has a grade above 0")
    lines: list[Line] = [("max_rel", number(given.high)), (subject.label, made)]
    columns = ("r, content here", "Comes so far", "r · comes so far / rank", "Sum")
    return Working(lines, columns, cells, k=given.k)


def _gains(subject: Subject, given: Parameters) -> list[float]:
    """Gains in 0 to 1 at the ranks looked at, 0 after the last result."""
    low, high = given.low, given.high
    gains = [
        0.0 if grade == NOT_JUDGED else (min(max(grade, 0, low), high) - low) / (high - low)
        for grade in subject.state.relevances[:DEPTH]
    ]
    return gains + [0.0] * (DEPTH - len(gains))


def scaled_dcg(subject: Subject, given: Parameters) -> Working:
    """Discounted gain, and that of the highest grade at every rank."""
    cells: dict[int, tuple[Cell, ...]] = {}
    terms, best = [], []
    running = 0.0
    for rank, gain in enumerate(_gains(subject, given)[: given.k], 1):
        below = log2_of(number(rank + 1))
        terms.append(divide(number(gain), below))
        best.append(divide(number(1.0), below))
        running += terms[-1].value
        cells[rank] = (gain, log2(rank + 1), terms[-1].value, running)
    total, most = add(terms), add(best)
    lines: list[Line] = [("DCG", total), ("DCG of the highest grade", most), (subject.label, divide(total, most))]
    return Working(lines, ("g", "log₂(rank + 1)", "g / log₂(rank + 1)", "Sum"), _shown(subject, cells), k=given.k)


def _shown(subject: Subject, cells: dict[int, tuple[Cell, ...]]) -> dict[int, tuple[Cell, ...]]:
    """The cells of ranks that hold a result."""
    return {rank: found for rank, found in cells.items() if rank <= subject.retrieved}


def rate_of(goes_on: GoesOn) -> Explainer:
    """The working of a reader who goes on with this chance: weights, gains, and gain for each result read."""

    def explained(subject: Subject, given: Parameters) -> Working:
        cells: dict[int, tuple[Cell, ...]] = {}
        terms: list[Expression] = []
        weights: list[Expression] = []
        weight, so_far, running = 1.0, 0.0, 0.0
        for rank, gain in enumerate(_gains(subject, given), 1):
            so_far += gain
            terms.append(times(number(weight), number(gain)))
            weights.append(number(weight))
            running += terms[-1].value
            on = goes_on(given, rank, gain, so_far)
            cells[rank] = (gain, weight, terms[-1].value, running, on)
            weight *= on
            if weight == 0:
                break
        gaining = add([term for term in terms if term.value != 0])
        total, read = gaining._replace(value=add(terms).value), add(weights)
        lines: list[Line] = [("Gain", total), ("Results read", read), (subject.label, divide(total, read))]
        columns = ("g", "W, read", "W · g", "Sum", "C, goes on")
        return Working(lines, columns, _shown(subject, cells), k=given.k)

    return explained


def _squared(place: float) -> float:
    return ((place - 1.0) / place) ** 2


def bejeweled(given: Parameters, rank: int, _gain: float, so_far: float) -> float:
    """Goes on until the gain reaches T, or to rank k."""
    return float(so_far < given.t and rank < (given.k or DEPTH))


def insq(given: Parameters, rank: int, _gain: float, _so_far: float) -> float:
    """((i + 2T - 1) / (i + 2T))^2."""
    return _squared(rank + 2.0 * given.t)


def inst(given: Parameters, rank: int, _gain: float, so_far: float) -> float:
    """The same, with the gain so far taken off."""
    return _squared(rank + given.t + (given.t - so_far))


def nerr8(given: Parameters, rank: int, gain: float, _so_far: float) -> float:
    """1 - gain, down to rank k."""
    return 1.0 - gain if rank < (given.k or DEPTH) else 0.0


def nerr9(given: Parameters, rank: int, gain: float, _so_far: float) -> float:
    """i / (i + 1) x (1 - gain), down to rank k."""
    return rank / (rank + 1.0) * (1.0 - gain) if rank < (given.k or DEPTH) else 0.0


def nerr10(given: Parameters, _rank: int, gain: float, _so_far: float) -> float:
    """p (1 - gain)."""
    return given.p * (1.0 - gain)


def nerr11(given: Parameters, rank: int, gain: float, so_far: float) -> float:
    """That of INSQ x (1 - gain)."""
    return insq(given, rank, gain, so_far) * (1.0 - gain)
