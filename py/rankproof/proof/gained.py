"""The working of graded measures: gain, discount and running sums, with the ideal ranking beside them."""

from __future__ import annotations

from itertools import groupby
from math import log2
from typing import NamedTuple

from ..gains import gain_of
from ..measures import Parameters
from .expression import Expression, add, because, divide, log2_of, number, shown_number, subtract, times
from .subject import Subject
from .working import Cell, Line, Table, Working

COLUMNS = ("Gain", "log₂(rank + 1)", "Gain / log₂(rank + 1)", "DCG so far")
MOST_IDEAL_ROWS = 100
NO_GAIN = "no judged document gains anything"


class Gained(NamedTuple):
    """Gains by rank of results that gain something, and the positive gains of all judged documents, falling."""

    at: dict[int, float]
    best: list[float]


def gained(subject: Subject, given: Parameters) -> Gained:
    """What each result gains, and what the judged documents would in the best order."""
    value = gain_of(given.gain)
    state = subject.state
    of = {grade: value(grade) for grade in state.rel_levels}
    at = {rank: of.get(relevance, 0.0) for rank, relevance in enumerate(state.relevances, 1) if relevance >= 0}
    best = [of[grade] for grade, many in state.rel_levels.items() for _ in range(many) if of[grade] > 0]
    return Gained({rank: gain for rank, gain in at.items() if gain != 0}, sorted(best, reverse=True))


def _term(gain: float, rank: int) -> Expression:
    return divide(number(gain), log2_of(number(rank + 1)))


def dcg_sum(gains: dict[int, float], k: int | None) -> Expression:
    """Gain / log2(rank + 1) over the top k."""
    return add([_term(gain, rank) for rank, gain in gains.items() if k is None or rank <= k])


def ideal_sum(best: list[float], k: int | None) -> Expression:
    """The same over the best order of all judged documents."""
    return dcg_sum(dict(enumerate(best[:k], 1)), None)


def _cells(gains: dict[int, float], k: int | None) -> dict[int, tuple[Cell, ...]]:
    cells: dict[int, tuple[Cell, ...]] = {}
    running = 0.0
    for rank, gain in gains.items():
        if k is None or rank <= k:
            running += gain / log2(rank + 1)
            cells[rank] = (gain, log2(rank + 1), gain / log2(rank + 1), running)
    return cells


def ideal_table(best: list[float], k: int | None) -> Table:
    """The ideal ranking: gains falling, all judged documents, retrieved or not."""
    cells = _cells(dict(enumerate(best[:k], 1)), None)
    rows: list[list[Cell]] = [[rank, *found] for rank, found in list(cells.items())[:MOST_IDEAL_ROWS]]
    more = len(cells) - len(rows)
    columns = ["Rank", *COLUMNS[:-1], "Ideal DCG so far"]
    return Table("Ideal ranking", columns, rows, f"{more:,} more ranks are not shown" if more else "")


def dcg(subject: Subject, given: Parameters) -> Working:
    """Gain, discount, contribution and running sum."""
    gains = gained(subject, given)
    lines: list[Line] = [(subject.label, dcg_sum(gains.at, given.k))]
    return Working(lines, COLUMNS, _cells(gains.at, given.k), k=given.k)


def ideal_dcg(subject: Subject, given: Parameters) -> Working:
    """The ideal ranking alone."""
    best = gained(subject, given).best
    return Working([(subject.label, ideal_sum(best, given.k))], tables=[ideal_table(best, given.k)], k=given.k)


def ndcg(subject: Subject, given: Parameters) -> Working:
    """DCG, the ideal DCG, and the quotient."""
    gains = gained(subject, given)
    at = "" if given.k is None else f"@{given.k}"
    top, ideal = dcg_sum(gains.at, given.k), ideal_sum(gains.best, given.k)
    made = divide(_plain(top), _plain(ideal)) if ideal.value > 0 else because(0.0, NO_GAIN)
    lines: list[Line] = [(f"DCG{at}", top), (f"IDCG{at}", ideal), (subject.label, made)]
    return Working(lines, COLUMNS, _cells(gains.at, given.k), [ideal_table(gains.best, given.k)], given.k)


def _ndcg_at(gains: Gained, rank: int) -> Expression:
    return divide(dcg_sum(gains.at, rank), ideal_sum(gains.best, rank))


def _plain(made: Expression) -> Expression:
    return number(made.value)


def ndcg_at_relevant(subject: Subject, given: Parameters) -> Working:
    """nDCG at each rank that gains, and that of the whole ranking for documents that are missing."""
    gains = gained(subject, given)
    if not gains.best or not gains.at:
        return Working([(subject.label, because(0.0, "no result gains anything"))])
    cells: dict[int, tuple[Cell, ...]] = {}
    terms = []
    for rank, gain in gains.at.items():
        if gain > 0:
            here = _ndcg_at(gains, rank)
            terms.append(_plain(here))
            cells[rank] = (gain, dcg_sum(gains.at, rank).value, ideal_sum(gains.best, rank).value, here.value)
    many, missed = len(gains.best), len(gains.best) - len(terms)
    top, ideal = _plain(dcg_sum(gains.at, None)), _plain(ideal_sum(gains.best, None))
    # The missed ones times DCG first, then divided, as the measure does: the last digits depend on it.
    terms.append(divide(times(number(missed), top), ideal))
    total = add(terms)
    made = divide(total, number(many)) if total.value > 0 else because(0.0, "the sum is not above 0")
    lines: list[Line] = [
        ("Documents that gain", number(many)),
        ("Missed", number(missed)),
        ("DCG", dcg_sum(gains.at, None)),
        ("IDCG", ideal_sum(gains.best, None)),
        (subject.label, made),
    ]
    columns = ("Gain", "DCG@rank", "IDCG@rank", "nDCG@rank")
    return Working(lines, columns, cells, [ideal_table(gains.best, None)])


def ndcg_at_levels(subject: Subject, given: Parameters) -> Working:
    """nDCG where the ideal gain falls, and at the end of the results."""
    gains = gained(subject, given)
    if not subject.relevant or not gains.best:
        return Working([(subject.label, because(0.0, NO_GAIN))])
    lines: list[Line] = []
    terms = []
    count = 0
    for level, same in groupby(gains.best):
        count += len(list(same))
        here = _ndcg_at(gains, count)
        lines.append((f"nDCG@{count} (gain {shown_number(level)} or more)", here))
        terms.append(_plain(here))
    if subject.retrieved > count + 1:
        whole = divide(dcg_sum(gains.at, None), ideal_sum(gains.best, None))
        lines.append(("nDCG", whole))
        terms.append(_plain(whole))
    lines.append((subject.label, divide(add(terms), number(len(terms)))))
    return Working(lines, COLUMNS, _cells(gains.at, None), [ideal_table(gains.best, None)])


def g_measure(subject: Subject, given: Parameters) -> Working:
    """Gain over the logarithm of cost so far less gain so far."""
    gains = gained(subject, given)
    best = gains.best
    if not best:
        return Working([(subject.label, because(0.0, NO_GAIN))])
    cells: dict[int, tuple[Cell, ...]] = {}
    terms = []
    cost = got = running = 0.0
    for rank in range(1, subject.retrieved + 1):
        cost += max(best[rank - 1], 1.0) if rank <= len(best) else 1.0
        gain = gains.at.get(rank)
        if gain is not None:
            got += gain
            below = log2_of(subtract(add([number(2), number(cost)]), number(got)))
            terms.append(divide(number(gain), below))
            running += terms[-1].value
            cells[rank] = (gain, cost, got, terms[-1].value, running)
    total = add([number(gain) for gain in best])
    lines: list[Line] = [("Sum of all gains", total), (subject.label, divide(add(terms), _plain(total)))]
    columns = ("Gain", "Cost so far", "Gain so far", "Gain / log₂(2 + cost − gain)", "Sum")
    return Working(lines, columns, cells)
