"""The working of measures that ask what was judged: bpref, inferred AP, judged and unjudged shares."""

from __future__ import annotations

from ..measures import Parameters
from ..ranking import POOL_NOT_JUDGED
from .expression import Expression, add, because, divide, least, number, subtract, times
from .relevant import NONE_RELEVANT, floored
from .subject import Subject
from .working import Cell, Working, count_line

SMOOTHING = 0.00001
"""The epsilon of infAP."""


def _judged_not_relevant(subject: Subject) -> int:
    """Documents judged not relevant, retrieved or not: N."""
    state = subject.state
    return sum(many for grade, many in state.rel_levels.items() if grade < state.relevance_level)


def bpref(subject: Subject, _given: Parameters) -> Working:
    """Judged documents that are not relevant above each relevant one."""
    relevant, others = subject.relevant, _judged_not_relevant(subject)
    cells: dict[int, tuple[Cell, ...]] = {}
    terms: list[Expression] = []
    above = 0
    running = 0.0
    for rank, relevance in enumerate(subject.state.relevances, 1):
        if relevance >= subject.state.relevance_level:
            terms.append(_kept(above, others, relevant))
            running += terms[-1].value
            cells[rank] = (above, terms[-1].value, running)
        elif relevance >= 0:
            above += 1
            cells[rank] = (above, None, None)
    made = divide(add(terms), number(relevant)) if relevant else because(0.0, NONE_RELEVANT)
    lines = [count_line("R", relevant), count_line("N, judged not relevant", others), (subject.label, made)]
    return Working(lines, ("Judged not relevant so far", "1 − min(above, R) / min(N, R)", "Sum"), cells)


def _kept(above: int, others: int, relevant: int) -> Expression:
    if not above:
        return number(1.0)
    of = [least([number(count), number(relevant)]) for count in (above, others)]
    return subtract(number(1.0), divide(*of))


def log_bpref(subject: Subject, given: Parameters) -> Working:
    """bpref, then the logarithm whose mean gives the geometric mean."""
    made = bpref(subject, given)
    return made._replace(lines=floored(subject, "bpref", made.lines))


def inferred_ap(subject: Subject, _given: Parameters) -> Working:
    """The expected precision at each relevant rank, from the counts above it."""
    state = subject.state
    cells: dict[int, tuple[Cell, ...]] = {}
    terms: list[Expression] = []
    relevant = others = pooled = 0
    for rank, relevance in enumerate(state.relevances, 1):
        if relevance >= state.relevance_level:
            terms.append(_expected_precision(rank - 1, relevant, others, pooled))
            cells[rank] = (relevant, relevant + others, relevant + others + pooled, terms[-1].value)
            relevant += 1
        elif relevance >= 0:
            others += 1
        elif relevance == POOL_NOT_JUDGED:
            pooled += 1
    total = add(terms)
    made = divide(total, number(subject.relevant)) if subject.relevant else because(total.value, NONE_RELEVANT)
    columns = ("Relevant above", "Judged above", "In the pool above", "Expected precision")
    return Working([count_line("R", subject.relevant), (subject.label, made)], columns, cells)


def _expected_precision(above: int, relevant: int, others: int, pooled: int) -> Expression:
    if not above:
        return number(1.0)
    small = Expression(SMOOTHING, "ε", "<mi>ε</mi>")
    below = add([number(above), number(1.0)])
    share = divide(number(relevant + others + pooled), number(above))
    # The two epsilons are doubled before they are added, as the measure does.
    twice = Expression(2 * SMOOTHING, "2ε", "<mrow><mn>2</mn><mi>ε</mi></mrow>")
    rate = divide(add([number(relevant), small]), add([number(relevant + others), twice]))
    return add([divide(number(1.0), below), times(times(divide(number(above), below), share), rate)])


def _judged_within(subject: Subject, k: int | None) -> tuple[int, int, dict[int, tuple[Cell, ...]]]:
    """Results in the top k, how many of them are judged, and the count so far at each of those."""
    top = subject.state.relevances[:k]
    judged = 0
    cells: dict[int, tuple[Cell, ...]] = {}
    for rank, relevance in enumerate(top, 1):
        if relevance >= 0:
            judged += 1
            cells[rank] = (judged,)
    return len(top), judged, cells


def judged(subject: Subject, given: Parameters) -> Working:
    """Judged results in the top k, and results there."""
    many, found, cells = _judged_within(subject, given.k)
    made = divide(number(found), number(many)) if many else because(0.0, "no results")
    lines = [count_line("Judged results", found), count_line("Results", many), (subject.label, made)]
    return Working(lines, ("Judged so far",), cells, k=given.k)


def unjudged(subject: Subject, given: Parameters) -> Working:
    """Unjudged results in the top k, and k."""
    many, found, cells = _judged_within(subject, given.k)
    below = given.k or many
    made = divide(number(many - found), number(below)) if below else because(0.0, "no results")
    lines = [count_line("Unjudged results", many - found), (subject.label, made)]
    return Working(lines, ("Judged so far",), cells, k=given.k)
