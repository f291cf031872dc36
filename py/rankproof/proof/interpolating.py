"""The working of interpolated precision: which relevant result a level of recall means, and the best from there on."""

from __future__ import annotations

from ..measures import Parameters
from ..measures.interpolated import LEVELS
from .expression import Expression, add, because, divide, floor_of, most, number, subtract, times
from .subject import Subject
from .working import Cell, Line, Table, Working, count_line

COLUMNS = ("Relevant so far", "Recall", "Precision", "Highest from here on")


def _best_from(subject: Subject, count: int) -> Expression:
    """The highest precision from the relevant result of this number on."""
    hits = subject.hits
    if count > len(hits):
        return because(0.0, f"only {len(hits)} relevant documents are among the results")
    if not hits:
        return because(0.0, "no relevant document among the results")
    first = max(count, 1)
    terms = [divide(number(found), number(rank)) for found, rank in enumerate(hits, 1) if found >= first]
    return most(terms)


def _cells(subject: Subject) -> dict[int, tuple[Cell, ...]]:
    cells: dict[int, tuple[Cell, ...]] = {}
    highest = 0.0
    for found in range(len(subject.hits), 0, -1):
        rank = subject.hits[found - 1]
        highest = max(highest, found / rank)
        cells[rank] = (found, found / subject.relevant, found / rank, highest)
    return cells


def _counted(level: float, relevant: int) -> Expression:
    return floor_of(add([times(number(level), number(relevant)), number(0.5)]))


def _needed(level: float, relevant: int) -> int:
    """The level times R, rounded up, but for binary fractions: 0.3 x 10 counts as 3, as in the measure."""
    return int(-(-(level * relevant - 1e-9) // 1))


BOTH = "Both forms of interpolated precision"


def both_forms(subject: Subject) -> Table:
    """Interpolated precision at the eleven levels and its mean: the level times R rounded up, and to the nearest."""
    rows: list[list[Cell]] = []
    sums = [0.0, 0.0]
    for level in LEVELS:
        counts = (_needed(level, subject.relevant), int(_counted(level, subject.relevant).value))
        values = [_best_from(subject, count).value for count in counts]
        rows.append([f"{level:.1f}", *values])
        sums = [total + value for total, value in zip(sums, values, strict=True)]
    rows.append(["mean", *(total / len(LEVELS) for total in sums)])
    return Table(BOTH, ["Recall", "Textbook", "trec_eval"], rows)


def interpolated(subject: Subject, given: Parameters) -> Working:
    """The level times R, rounded, is the number of a relevant result."""
    count = _counted(given.at, subject.relevant)
    made = _best_from(subject, int(count.value))
    lines = [count_line("R", subject.relevant), ("Relevant result number", count), (subject.label, made)]
    return Working(lines, COLUMNS, _cells(subject), [both_forms(subject)])


def textbook(subject: Subject, given: Parameters) -> Working:
    """The level times R, rounded up, is the number of a relevant result."""
    # As in the measure: 0.3 x 10 counts as 3 in spite of binary fractions.
    needed = subtract(times(number(given.at), number(subject.relevant)), number(1e-9))
    value = -(-needed.value // 1)
    plain = times(number(given.at), number(subject.relevant))
    count = Expression(value, f"⌈{plain.text}⌉", f"<mrow><mo>⌈</mo>{plain.mathml}<mo>⌉</mo></mrow>")
    made = _best_from(subject, int(value))
    lines = [count_line("R", subject.relevant), ("Relevant result number", count), (subject.label, made)]
    return Working(lines, COLUMNS, _cells(subject), [both_forms(subject)])


def eleven_points(subject: Subject, given: Parameters) -> Working:
    """Interpolated precision at each level, then the mean."""
    lines: list[Line] = [count_line("R", subject.relevant)]
    terms: list[Expression] = []
    # From the highest level to the lowest, the order in which the measure adds.
    for level in reversed(given.numbers):
        count = int(_counted(level, subject.relevant).value)
        made = _best_from(subject, count)
        lines.append((f"IPrec@{level:g} (from relevant result {max(count, 1)} on)", made))
        terms.append(number(made.value))
    lines.append((subject.label, divide(add(terms), number(len(given.numbers)))))
    return Working(lines, COLUMNS, _cells(subject), [both_forms(subject)])
