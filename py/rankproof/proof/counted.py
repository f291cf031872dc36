"""The working of measures that count: precision, recall, sets, utility and the counts themselves."""

from __future__ import annotations

from collections.abc import Callable

from ..measures import Parameters
from .expression import Expression, add, because, divide, floor_of, number, times
from .relevant import NONE_RELEVANT, running_hits
from .subject import Subject
from .working import Explainer, Line, Working, count_line

SO_FAR = ("Relevant so far",)


def _working(subject: Subject, k: int | None, lines: list[Line]) -> Working:
    return Working(lines, SO_FAR, running_hits(subject.hits_within(k)), k=k)


def _found(subject: Subject, k: int | None) -> tuple[int, Line]:
    many = len(subject.hits_within(k))
    return many, count_line("Relevant results" if k is None else f"Relevant in the top {k}", many)


def _precision(subject: Subject, given: Parameters) -> Expression:
    below = given.k or subject.retrieved
    many, _ = _found(subject, given.k)
    return divide(number(many), number(below)) if below else because(0.0, "no results")


def _recall(subject: Subject, given: Parameters) -> Expression:
    many, _ = _found(subject, given.k)
    return divide(number(many), number(subject.relevant)) if subject.relevant else because(0.0, NONE_RELEVANT)


def precision(subject: Subject, given: Parameters) -> Working:
    """Relevant in the top k, and k."""
    lines = [_found(subject, given.k)[1], (subject.label, _precision(subject, given))]
    return _working(subject, given.k, lines)


def recall(subject: Subject, given: Parameters) -> Working:
    """Relevant in the top k, and all relevant documents."""
    lines = [_found(subject, given.k)[1], count_line("R", subject.relevant), (subject.label, _recall(subject, given))]
    return _working(subject, given.k, lines)


def relative_precision(subject: Subject, given: Parameters) -> Working:
    """Relevant in the top k, and the most there could be."""
    many, line = _found(subject, given.k)
    below = min(given.k or subject.retrieved, subject.relevant)
    made = divide(number(many), number(below)) if below else because(0.0, "there could be none")
    most = count_line("The most there could be", below)
    return _working(subject, given.k, [line, count_line("R", subject.relevant), most, (subject.label, made)])


def r_precision(subject: Subject, _given: Parameters) -> Working:
    """Relevant in the top R, and R."""
    relevant = subject.relevant
    if not relevant:
        return Working([(subject.label, because(0.0, NONE_RELEVANT))])
    many, line = _found(subject, relevant)
    made = divide(number(many), number(relevant))
    return _working(subject, relevant, [count_line("R", relevant), line, (subject.label, made)])


def r_precision_multiple(subject: Subject, given: Parameters) -> Working:
    """The cut-off from R, then relevant results within."""
    cut = floor_of(add([times(number(given.at), number(subject.relevant)), number(0.9)]))
    k = int(cut.value)
    lines: list[Line] = [count_line("R", subject.relevant), ("k", cut)]
    if k <= 0:
        return Working([*lines, (subject.label, because(0.0, NONE_RELEVANT))])
    many, line = _found(subject, k)
    return _working(subject, k, [*lines, line, (subject.label, divide(number(many), number(k)))])


def set_average_precision(subject: Subject, _given: Parameters) -> Working:
    """Set precision times set recall."""
    many, line = _found(subject, None)
    lines = [line, count_line("n", subject.retrieved), count_line("R", subject.relevant)]
    if subject.retrieved and subject.relevant:
        made = divide(times(number(many), number(many)), times(number(subject.retrieved), number(subject.relevant)))
    else:
        made = because(0.0, "no results, or no document is relevant")
    return _working(subject, None, [*lines, (subject.label, made)])


def f_measure(subject: Subject, given: Parameters) -> Working:
    """Precision, recall, and their weighted harmonic mean."""
    p, r = _precision(subject, given), _recall(subject, given)
    x = number(given.numbers[0] if given.numbers else 1.0)
    if p.value and r.value:
        plain_p, plain_r = number(p.value), number(r.value)
        above = times(times(add([x, number(1.0)]), plain_p), plain_r)
        made = divide(above, add([times(x, plain_p), plain_r]))
    else:
        made = because(0.0, "precision or recall is 0")
    lines = [_found(subject, given.k)[1], ("Precision", p), ("Recall", r), (subject.label, made)]
    return _working(subject, given.k, lines)


def utility(subject: Subject, given: Parameters) -> Working:
    """Four counts, each with its coefficient."""
    found, n, relevant = len(subject.hits), subject.retrieved, subject.relevant
    counts = [found, n - found, relevant - found, given.collection + found - n - relevant]
    titles = ("Relevant retrieved", "Others retrieved", "Relevant missed", "Others not retrieved")
    terms = [times(number(a), number(count)) for a, count in zip(given.numbers, counts, strict=True)]
    lines = [count_line(title, count) for title, count in zip(titles, counts, strict=True)]
    return _working(subject, None, [*lines, (subject.label, add(terms))])


def count_of(count: Callable[[Subject], int], reason: str) -> Explainer:
    """The working of a measure that is a count: the count and what was counted."""

    def explained(subject: Subject, _given: Parameters) -> Working:
        return _working(subject, None, [(subject.label, because(count(subject), reason))])

    return explained


def judged_not_relevant(subject: Subject) -> int:
    """Results with a grade that is not a relevant one."""
    return sum(0 <= relevance < subject.state.relevance_level for relevance in subject.state.relevances)


def hits(subject: Subject, given: Parameters) -> Working:
    """Relevant results in the top k, counted."""
    many, _ = _found(subject, given.k)
    return _working(subject, given.k, [(subject.label, because(many, "relevant results in the top k"))])
