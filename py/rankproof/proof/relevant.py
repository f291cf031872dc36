"""The working of measures of relevant and other documents: AP and its kin, reciprocal rank, binG."""

from __future__ import annotations

from ..measures import Parameters
from .expression import Expression, add, because, divide, ln_of, log2_of, most, number, subtract
from .subject import Subject
from .working import Cell, Line, Working, count_line

LEAST = 0.00001
"""trec_eval's floor of geometric means."""

NONE_FOUND = "no relevant document among the results"
NONE_RELEVANT = "no document is relevant"


def _precisions(subject: Subject, k: int | None) -> tuple[list[Expression], dict[int, tuple[Cell, ...]]]:
    hits = subject.hits_within(k)
    terms = [divide(number(found), number(rank)) for found, rank in enumerate(hits, 1)]
    cells: dict[int, tuple[Cell, ...]] = {}
    running = 0.0
    for found, (rank, term) in enumerate(zip(hits, terms, strict=True), 1):
        running += term.value
        cells[rank] = (found, term.value, running)
    return terms, cells


PRECISIONS = ("Relevant so far", "Precision", "Sum of precisions")


def average_precision(subject: Subject, given: Parameters) -> Working:
    """The precision at each relevant rank, their sum, and the division by R."""
    terms, cells = _precisions(subject, given.k)
    total = add(terms)
    made = divide(total, number(subject.relevant)) if terms else because(0.0, NONE_FOUND)
    lines = [count_line("R", subject.relevant), ("Sum of precisions", total), (subject.label, made)]
    return Working(lines, PRECISIONS, cells, k=given.k)


def log_average_precision(subject: Subject, given: Parameters) -> Working:
    """AP, then the logarithm whose mean gives the geometric mean."""
    made = average_precision(subject, given)
    return made._replace(lines=floored(subject, "AP", made.lines))


def floored(subject: Subject, name: str, lines: list[Line]) -> list[Line]:
    """The lines of a value, and one for its logarithm, 0.00001 at least."""
    least = Expression(LEAST, "0.00001", "<mn>0.00001</mn>")
    last = lines[-1][1]
    return [*lines[:-1], (name, last), (subject.label, ln_of(most([number(last.value), least])))]


def yaap(subject: Subject, _given: Parameters) -> Working:
    """The sum of precisions S, then the log odds."""
    terms, cells = _precisions(subject, None)
    total = add(terms)
    above = add([number(1.0), number(total.value)])
    below = subtract(add([number(1.0), number(subject.relevant)]), number(total.value))
    lines = [count_line("R", subject.relevant), ("S", total), (subject.label, ln_of(divide(above, below)))]
    return Working(lines, PRECISIONS, cells)


def reciprocal_rank(subject: Subject, given: Parameters) -> Working:
    """The first relevant rank."""
    hits = subject.hits_within(given.k)
    where = "among the results" if given.k is None else f"in the top {given.k}"
    if not hits:
        return Working([(subject.label, because(0.0, f"no relevant document {where}"))], k=given.k)
    first = hits[0]
    lines = [count_line("First relevant rank", first), (subject.label, divide(number(1.0), number(first)))]
    return Working(lines, ("1 / rank",), {first: (1.0 / first,)}, k=given.k)


def binary_g(subject: Subject, _given: Parameters) -> Working:
    """1 / log2(2 + others above) at each relevant rank."""
    terms = []
    cells: dict[int, tuple[Cell, ...]] = {}
    running = 0.0
    for found, rank in enumerate(subject.hits, 1):
        above = rank - found
        terms.append(divide(number(1.0), log2_of(number(2 + above))))
        running += terms[-1].value
        cells[rank] = (above, terms[-1].value, running)
    made = divide(add(terms), number(subject.relevant)) if terms else because(0.0, NONE_FOUND)
    columns = ("Not relevant above", "1 / log₂(2 + above)", "Sum")
    return Working([count_line("R", subject.relevant), (subject.label, made)], columns, cells)


def success(subject: Subject, given: Parameters) -> Working:
    """Whether there is a relevant document in the top k."""
    hits = subject.hits_within(given.k)
    reason = f"the first at rank {hits[0]}" if hits else "none in the top k"
    lines = [count_line("Relevant in the top k", len(hits)), (subject.label, because(float(bool(hits)), reason))]
    return Working(lines, ("Relevant so far",), running_hits(hits), k=given.k)


def running_hits(hits: list[int]) -> dict[int, tuple[Cell, ...]]:
    """The number of relevant results so far, at each relevant rank."""
    return {rank: (found,) for found, rank in enumerate(hits, 1)}
