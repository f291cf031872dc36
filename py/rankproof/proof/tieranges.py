"""How much ties decide: a measure's lowest, highest and expected value over all orders of tied documents."""

from __future__ import annotations

from collections.abc import Callable
from heapq import nlargest
from itertools import chain
from math import sqrt
from typing import Any, NamedTuple

from ..asked import Asked
from ..coverage import cover
from ..formats import Judgements, Ranking, Results
from ..scoring import mean
from ..settings import Settings
from .families import Family, family_of
from .growing import of_run
from .orders import Tied, Worth, all_orders, how_many_orders, random_orders
from .orders import tied as in_groups
from .retied import Retied
from .subject import settings_of

MOST_ORDERS = 1_000
"""Orders of one query that are all tried; where there are more, some are drawn."""
DRAWN = 100
"""Orders of one query that are drawn then."""
SEED = 0
DECIMALS = 4
"""A range matters where its ends differ when shown with so many."""


class TieRange(NamedTuple):
    """What ties leave open of one value.

    value: by the settings' rule. lowest, highest: over all orders of tied documents; exact is False where they are only
    the most extreme of the orders tried, so that the true ones may lie further out. expected: the mean over all orders,
    None where there is none; error: its standard error, 0 where it is exact. tied: ranks that count (within k) whose
    document shares its score with another; ranks: all that count.
    """

    value: float
    lowest: float
    highest: float
    expected: float | None
    error: float
    exact: bool
    tied: int
    ranks: int

    @property
    def matters(self) -> bool:
        """Whether the range can be seen at the digits shown."""
        return round(self.lowest, DECIMALS) != round(self.highest, DECIMALS)


class TieRanges(NamedTuple):
    """The ranges of one measure: of the mean, and of each averaged query."""

    one: Asked
    mean: TieRange
    queries: dict[str, TieRange]


def tie_ranges(
    judgements: Judgements,
    results: Results,
    asked: list[Asked],
    settings: Settings,
    tell: Callable[[int, int], object] | None = None,
) -> list[TieRanges]:
    """The ranges of all these measures, over the queries that the settings average. `tell`: queries done, and all.

    Raises InputError where judgements and results have no query in common.
    """
    return of_run(Ranges(judgements, asked, settings), judgements, results, tell).found(results)


class Ranges:
    """The ranges while they grow, query by query."""

    def __init__(self, judgements: Judgements, asked: list[Asked], settings: Settings) -> None:
        self.judgements = judgements
        self.asked = asked
        self.settings = settings
        self.own = [settings_of(one, settings) for one in asked]
        self._ranges: dict[str, list[TieRange]] = {}

    def add(self, query: str, ranking: Ranking) -> None:
        """Finds the ranges of one judged query; others are left alone."""
        judged = self.judgements.grades.get(query)
        if judged is None:
            return
        of = Retied(query, ranking, judged, self.settings)
        values = of.values(self.asked)
        if not of.unlike(float32=False):
            known: dict[int | None, tuple[int, int]] = {}
            self._ranges[query] = [_fixed(of, *each, known) for each in zip(self.asked, self.own, values, strict=True)]
            return
        groups = {own: in_groups(of, own) for own in set(self.own)}
        each = zip(self.asked, self.own, values, strict=True)
        self._ranges[query] = [_query_range(groups[own], one, value) for one, own, value in each]

    def of_query(self, query: str) -> list[TieRange]:
        """The range of each measure of one query that was added."""
        return self._ranges[query]

    def found(self, results: Results) -> list[TieRanges]:
        """The ranges, once every query of the run was added. Raises InputError where no query is in both."""
        queries = cover(self.judgements, results, self.settings).averaged
        for query in queries:
            if query not in self._ranges:
                self.add(query, Ranking([], None))
        made = []
        for at, one in enumerate(self.asked):
            ranges = {query: self._ranges[query][at] for query in queries if self._ranges[query][at].value is not None}
            whole = mean([ranges[query].value for query in sorted(ranges)], one)
            made.append(TieRanges(one, _of_mean(one, whole, ranges), ranges))
        return made


def _fixed(of: Retied, one: Asked, own: Settings, value: float, known: dict[int | None, tuple[int, int]]) -> TieRange:
    """The range of a query whose ties are all between results that are alike."""
    if own.unjudged == "removed":
        places, ranks = _places(in_groups(of, own), one)
    else:
        limit = min((end for end in (one.parameters.k, own.depth) if end is not None), default=None)
        if limit not in known:
            ranks = len(of.relevances) if limit is None else min(limit, len(of.relevances))
            known[limit] = sum(max(0, min(last, ranks) - first + 1) for first, last in of.ties), ranks
        places, ranks = known[limit]
    return TieRange(value, value, value, value, 0.0, exact=True, tied=places, ranks=ranks)


def _of_mean(one: Asked, value: float, ranges: dict[str, TieRange]) -> TieRange:
    """Ties of one query know nothing of another's: the extremes and the expectation of a mean are means of theirs."""
    held = [ranges[query] for query in sorted(ranges)]
    known = [found.expected for found in held if found.expected is not None]
    geometric = one.definition.average == "geometric"
    middle = mean(known, one) if len(known) == len(held) and not geometric else None
    spread = sqrt(sum(found.error**2 for found in held))
    return TieRange(
        value,
        mean([found.lowest for found in held], one),
        mean([found.highest for found in held], one),
        middle,
        spread if one.definition.average == "sum" or not held else spread / len(held),
        all(found.exact for found in held),
        sum(found.tied for found in held),
        sum(found.ranks for found in held),
    )


def _query_range(tied: Tied, one: Asked, value: float) -> TieRange:
    """The range of one query whose value under the settings' rule is this."""
    places, ranks = _places(tied, one)
    if not tied.any:
        return TieRange(value, value, value, value, 0.0, exact=True, tied=places, ranks=ranks)
    family = family_of(one.definition)
    if tied.removed:
        family = Family()
    if tied.depth is not None and not family.cut:
        family = family._replace(expectation=None)
    low, high = _extremes(tied, one, family)
    if family.expectation is not None and low is not None and high is not None:
        middle = min(max(family.expectation(tied, one), low), high)
        return TieRange(value, low, high, middle, 0.0, exact=True, tied=places, ranks=ranks)
    values, every = _tried(_classes(tied, family, one), one)
    middle = sum(values) / len(values)
    error = 0.0 if every else sqrt(sum((each - middle) ** 2 for each in values) / (len(values) - 1) / len(values))
    if low is not None and high is not None:
        return TieRange(value, low, high, middle, error, exact=True, tied=places, ranks=ranks)
    more = [*values, *_likely(tied, one), value]
    return TieRange(value, min(more), max(more), middle, error, exact=every, tied=places, ranks=ranks)


def _places(tied: Tied, one: Asked) -> tuple[int, int]:
    """How many ranks within the cut-off sit in a tie, and how many there are."""
    limits = [limit for limit in (one.parameters.k, tied.depth) if limit is not None]
    sizes = list(chain.from_iterable([len(group)] * len(group) for group in tied.groups))[: min(limits, default=None)]
    return sum(size > 1 for size in sizes), len(sizes)


def _extremes(tied: Tied, one: Asked, family: Family) -> tuple[float | None, float | None]:
    if family.worth is None:
        return None, None
    worth = family.worth(tied, one)
    # Where a measure falls as the early results get better (Unjudged does not), the two would be the other way round.
    ends = [tied.value(one, tied.ordered(worth, best=best)) for best in (False, True)]
    return min(ends), max(ends)


def extremes(of: Retied, asked: list[Asked]) -> list[tuple[float, float]]:
    """The lowest and highest value of each measure of one query, as Ranges finds them, without the expected one."""
    values = of.values(asked)
    if not of.unlike(float32=False):
        return [(value, value) for value in values]
    own = [settings_of(one, of.settings) for one in asked]
    groups = {each: in_groups(of, each) for each in set(own)}
    return [_ends(groups[each], one, value) for each, one, value in zip(own, asked, values, strict=True)]


def _ends(tied: Tied, one: Asked, value: float) -> tuple[float, float]:
    if not tied.any:
        return value, value
    low, high = _extremes(tied, one, Family() if tied.removed else family_of(one.definition))
    if low is not None and high is not None:
        return low, high
    found = _query_range(tied, one, value)
    return found.lowest, found.highest


def _classes(tied: Tied, family: Family, one: Asked) -> Tied:
    """Results that are worth the same to the measure made alike, so that fewer orders differ."""
    if family.worth is None or tied.removed:
        return tied
    worth = family.worth(tied, one)
    alike: dict[float, int] = {}
    groups = [[alike.setdefault(worth(relevance), relevance) for relevance in group] for group in tied.groups]
    return tied._replace(groups=groups)


def _tried(tied: Tied, one: Asked) -> tuple[list[float], bool]:
    """The values of all orders, or of some drawn at random, and whether they are all."""
    every = how_many_orders(tied.groups) <= MOST_ORDERS
    orders = all_orders(tied.groups) if every else random_orders(tied.groups, DRAWN, f"{SEED} {tied.query}")
    return [tied.value(one, order) for order in orders], every


def _likely(tied: Tied, one: Asked) -> list[float]:
    """The values of orders that are likely to be extreme."""
    worths: list[Worth] = [
        lambda relevance: float(max(relevance, 0)),
        lambda relevance: float(relevance) if relevance > 0 else -2.0 - relevance,
    ]
    return [tied.value(one, tied.ordered(worth, best=best)) for worth in worths for best in (False, True)]


def range_json(found: TieRange) -> dict[str, Any]:
    """One range as JSON holds it."""
    return {**found._asdict(), "matters": found.matters}


def as_json(found: TieRanges, most: int | None = None) -> dict[str, Any]:
    """The ranges as JSON holds them.

    most: how many queries at most; then they are those whose range can be seen, widest first, and `open` is how many
    there are.
    """
    made = {"measure": found.one.name, "label": found.one.mean_label, "mean": range_json(found.mean)}
    if most is None:
        return {**made, "queries": {query: range_json(one) for query, one in found.queries.items()}}
    wide = [(query, one) for query, one in found.queries.items() if one.matters]
    widest = nlargest(most, wide, key=lambda pair: pair[1].highest - pair[1].lowest)
    return {**made, "queries": {query: range_json(one) for query, one in widest}, "open": len(wide)}
