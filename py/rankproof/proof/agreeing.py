"""The working of agreement with the judged order: pairs in the wrong order, and overlap with the ideal ranking."""

from __future__ import annotations

from ..measures import Parameters
from .expression import Expression, add, because, divide, number, subtract, times
from .subject import Subject
from .working import Cell, Line, Table, Working, count_line

MOST_DEPTHS = 50


def accuracy(subject: Subject, given: Parameters) -> Working:
    """Others above each relevant result, over all pairs."""
    retrieved = len(subject.state.relevances[: given.k])
    hits = subject.hits_within(given.k)
    others = retrieved - len(hits)
    lines = [count_line("Relevant results", len(hits)), count_line("Other results", others)]
    cells: dict[int, tuple[Cell, ...]] = {}
    wrong = 0
    for found, rank in enumerate(hits, 1):
        wrong += rank - found
        cells[rank] = (rank - found, wrong)
    if not hits or not others:
        reason = "no pair: all results are relevant" if hits else "no pair: no result is relevant"
        made = because(1.0 if hits else 0.0, reason)
    else:
        lines.append(count_line("Pairs in the wrong order", wrong))
        made = subtract(number(1.0), divide(number(wrong), times(number(others), number(len(hits)))))
    return Working([*lines, (subject.label, made)], ("Others above", "Wrong pairs so far"), cells, k=given.k)


def _shared_by_depth(subject: Subject) -> list[int]:
    """How many documents the ranking and the ideal one share in their top d, for each d."""
    state = subject.state
    levels = sorted(((grade, many) for grade, many in state.rel_levels.items() if grade > 0), reverse=True)
    ideal = sum(many for _, many in levels)
    place, above = {}, 0
    for grade, many in levels:
        place[grade] = above
        above += many
    shared = [0] * (max(ideal, state.num_ret) + 1)
    for rank, grade in enumerate(state.relevances, 1):
        if grade > 0:
            place[grade] += 1
            shared[max(rank, place[grade])] += 1
    for depth in range(1, len(shared)):
        shared[depth] += shared[depth - 1]
    return shared[1:]


def _overlap(shared: list[int], p: float) -> Expression:
    """Rank-biased overlap: the weighted mean of the shared share at each depth."""
    weights, terms = [], []
    weight = 1.0
    for depth, count in enumerate(shared, 1):
        terms.append(divide(times(number(weight), number(count)), number(depth)))
        weights.append(number(weight))
        weight *= p
    return divide(add(terms), add(weights))


def compatibility(subject: Subject, given: Parameters) -> Working:
    """Overlap with the ideal ranking by depth, and that of the ideal ranking with itself."""
    ideal = sum(many for grade, many in subject.state.rel_levels.items() if grade > 0)
    if not ideal:
        return Working([(subject.label, because(0.0, "no document has a grade above 0"))])
    shared = _shared_by_depth(subject)
    own = [min(depth, ideal) for depth in range(1, len(shared) + 1)]
    overlap, best = _overlap(shared, given.p), _overlap(own, given.p)
    rows: list[list[Cell]] = [
        [depth, count, most, count / depth]
        for depth, (count, most) in enumerate(zip(shared, own, strict=True), 1)
        if depth <= MOST_DEPTHS
    ]
    more = len(shared) - len(rows)
    left_out = f"{more:,} deeper depths are not shown" if more else ""
    columns = ["Depth d", "Shared in the top d", "Most there could be", "Shared / d"]
    lines: list[Line] = [("p", number(given.p)), ("RBO(ranking, ideal)", overlap)]
    if given.normalize:
        lines.append(("RBO(ideal, ideal)", best))
        overlap = divide(number(overlap.value), number(best.value))
    return Working([*lines, (subject.label, overlap)], tables=[Table("Overlap by depth", columns, rows, left_out)])
