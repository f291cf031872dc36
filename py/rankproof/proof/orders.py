"""The orders that ties allow: a query's results in groups of equal scores, within which any order would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, product
from math import factorial, prod
from random import Random
from typing import NamedTuple

from ..asked import Asked
from ..measures import Workings
from ..ranking import QueryState
from ..settings import Settings
from .retied import Retied

Worth = Callable[[int], float]
"""How much better a result is placed early, from its entry in QueryState.relevances."""


class Tied(NamedTuple):
    """A query's results by falling score, in groups of equal scores.

    groups: the relevances (as in QueryState) of each group. depth: where the ranking is cut, if that is inside a group
    of equal scores, else None; removed: whether unjudged results are then taken out.
    """

    query: str
    groups: list[list[int]]
    rel_levels: dict[int, int]
    level: int
    depth: int | None = None
    removed: bool = False

    @property
    def any(self) -> bool:
        """Whether there is a tie between results that are not alike."""
        return any(len(set(group)) > 1 for group in self.groups)

    @property
    def relevant(self) -> int:
        """All relevant documents: R."""
        return sum(many for grade, many in self.rel_levels.items() if grade >= self.level)

    def is_relevant(self, relevance: int) -> bool:
        """Whether a result is."""
        return relevance >= max(self.level, 0)

    def state(self, order: list[int]) -> QueryState:
        """The query with its results in this order."""
        order = order[: self.depth]
        if self.removed:
            order = [relevance for relevance in order if relevance >= 0]
        return QueryState(self.query, order, self.rel_levels, self.level)

    def value(self, one: Asked, order: list[int]) -> float:
        """The measure of the query in this order."""
        return one.definition.formula(Workings(self.state(order)), one.parameters)

    def ordered(self, worth: Worth, *, best: bool) -> list[int]:
        """The best or worst of each group first."""
        key = {relevance: worth(relevance) for relevance in set().union(*self.groups)}.__getitem__
        order: list[int] = []
        for group in self.groups:
            order += sorted(group, key=key, reverse=best) if len(group) > 1 else group
        return order


def tied(of: Retied, own: Settings) -> Tied:
    """The query's results in groups of equal scores, under the measure's own settings."""
    relevances, groups, done = of.relevances, [], 0
    for first, last in of.ties:
        groups += [[relevance] for relevance in relevances[done : first - 1]]
        groups.append(relevances[first - 1 : last])
        done = last
    groups += [[relevance] for relevance in relevances[done:]]
    made = Tied(of.query, groups, dict(of.state.rel_levels), own.relevant_from)
    return _cut(made, own.depth, removed=own.unjudged == "removed")


def _cut(tied: Tied, depth: int | None, *, removed: bool) -> Tied:
    """Cut to depth, then freed of unjudged results, unless the cut is inside a group and both hang on its order."""
    groups = tied.groups
    if depth is not None:
        kept, places = [], 0
        for group in groups:
            if places >= depth:
                break
            kept.append(group)
            places += len(group)
        groups = kept
        if places > depth and len(set(groups[-1])) > 1:
            return tied._replace(groups=groups, depth=depth, removed=removed)
        if places > depth:
            groups = [*groups[:-1], groups[-1][: depth - places]]
    if removed:
        groups = [left for group in groups if (left := [relevance for relevance in group if relevance >= 0])]
    return tied._replace(groups=groups)


def how_many_orders(groups: list[list[int]]) -> int:
    """How many orders there are that differ: results that are alike may change places."""
    return prod(factorial(len(group)) // prod(map(factorial, Counter(group).values())) for group in groups)


def all_orders(groups: list[list[int]]) -> Iterator[list[int]]:
    """Each order that differs, once; all are equally likely when documents are drawn at random."""
    for chosen in product(*(list(_arrangements(group)) for group in groups)):
        yield list(chain.from_iterable(chosen))


def _arrangements(group: list[int]) -> Iterator[list[int]]:
    """The orders of a group that differ, rising: each is the next in the order of lists."""
    order = sorted(group)
    while True:
        yield list(order)
        falls = next((at for at in range(len(order) - 2, -1, -1) if order[at] < order[at + 1]), None)
        if falls is None:
            return
        higher = next(at for at in range(len(order) - 1, -1, -1) if order[at] > order[falls])
        order[falls], order[higher] = order[higher], order[falls]
        order[falls + 1 :] = reversed(order[falls + 1 :])


def random_orders(groups: list[list[int]], count: int, seed: str) -> Iterator[list[int]]:
    """So many orders drawn at random, the same ones for the same seed."""
    draw = Random(seed)  # noqa: S311  # nothing secret
    parted = [_parted(group) for group in groups]
    for _ in range(count):
        order: list[int] = []
        for usual, others, size in parted:
            start = len(order)
            order += [usual] * size
            # Places for the few that differ are all that has to be drawn.
            for place, one in zip(draw.sample(range(size), len(others)), others, strict=True):
                order[start + place] = one
        yield order


def _parted(group: list[int]) -> tuple[int, list[int], int]:
    """What most results of a group are, those that are something else, and how many there are in all."""
    usual = Counter(group).most_common(1)[0][0]
    return usual, [one for one in group if one != usual], len(group)
