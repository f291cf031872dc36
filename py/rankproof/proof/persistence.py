"""The working of rank-biased precision and its residual: the weight of each rank, and what it carries."""

from __future__ import annotations

from ..gains import gain_of
from ..measures import Parameters
from .expression import Expression, add, because, number, subtract, times
from .subject import Subject
from .working import Cell, Line, Working


def _scaled(subject: Subject, given: Parameters) -> tuple[dict[int, float], str]:
    """The gain of each grade, brought into 0 to 1 where it lies outside, and how that was done."""
    levels = subject.state.rel_levels
    if given.binary:
        return {grade: 1.0 for grade in levels if grade >= subject.state.relevance_level}, ""
    value = gain_of(given.gain)
    of = {grade: value(grade) for grade in levels}
    known = [*of.values(), *(gain for _, gain in (given.gain if isinstance(given.gain, tuple) else ()))]
    low, high = min([*known, 0.0]), max([*known, 0.0])
    if low >= 0 and high <= 1:
        return {grade: gain / 1.0 for grade, gain in of.items()}, ""
    return {grade: (gain - low) / (high - low) for grade, gain in of.items()}, f"(gain − {low:g}) / {high - low:g}"


def rbp(subject: Subject, given: Parameters) -> Working:
    """Gain times weight at each rank that gains, the weights falling by p."""
    scaled, how = _scaled(subject, given)
    cells: dict[int, tuple[Cell, ...]] = {}
    terms: list[Expression] = []
    weight, running = 1.0, 0.0
    for rank, relevance in enumerate(subject.state.relevances[: given.k], 1):
        gain = scaled.get(relevance, 0.0)
        if gain != 0:
            terms.append(times(number(gain), number(weight)))
            running += terms[-1].value
            cells[rank] = (gain, weight, terms[-1].value, running)
        weight *= given.p
    made = times(subtract(number(1.0), number(given.p)), add(terms)) if terms else because(0.0, "no result gains")
    lines: list[Line] = [("p", number(given.p))]
    if how:
        highest = max(scaled.values(), default=0.0)
        lines.append(("Highest g", because(highest, f"g = {how}, so that all lie in 0 to 1")))
    return Working([*lines, (subject.label, made)], ("g", "p^(rank − 1)", "g · p^(rank − 1)", "Sum"), cells, k=given.k)


def residual(subject: Subject, given: Parameters) -> Working:
    """The weights of unjudged ranks, and of all ranks after the last result."""
    cells: dict[int, tuple[Cell, ...]] = {}
    terms: list[Expression] = []
    weight, running = 1.0, 0.0
    for rank, relevance in enumerate(subject.state.relevances, 1):
        if relevance < 0:
            terms.append(number(weight))
            running += weight
            cells[rank] = (weight, running)
        weight *= given.p
    lines: list[Line] = [("p", number(given.p))]
    if not terms:
        return Working([*lines, (subject.label, because(0.0, "no result is unjudged"))])
    rest = times(subtract(number(1.0), number(given.p)), add(terms))
    lines += [("p^n, after the results", number(weight)), (subject.label, add([number(weight), rest]))]
    return Working(lines, ("p^(rank − 1)", "Sum over unjudged"), cells)
