"""How ties bear on each measure: which order of tied documents is best and worst, and the expected value of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from math import log2
from typing import NamedTuple

from ..asked import Asked
from ..measures import Definition, Workings
from ..measures.readers import DEPTH, scaled_gains
from ..ranking import NOT_JUDGED, QueryState
from . import expected
from .expected import Expectation, gain_for, weighted
from .orders import Tied, Worth


class Family(NamedTuple):
    """What is known of a measure under ties.

    worth: makes the measure highest where results stand by it, falling, within each tie, and lowest where rising; None
    where no such order is known, so that orders have to be tried. expectation: the closed form, None where there is
    none. cut: whether the closed form stands a ranking cut inside a tie.
    """

    worth: Callable[[Tied, Asked], Worth] | None = None
    expectation: Expectation | None = None
    cut: bool = True


def _relevance(tied: Tied, _one: Asked) -> Worth:
    return lambda relevance: float(tied.is_relevant(relevance))


def _judged(_tied: Tied, _one: Asked) -> Worth:
    return lambda relevance: float(relevance >= 0)


def _unjudged(_tied: Tied, _one: Asked) -> Worth:
    return lambda relevance: float(relevance < 0)


def _preference(tied: Tied, _one: Asked) -> Worth:
    """Relevant ones, then unjudged ones, then those judged not relevant."""
    return lambda relevance: 2.0 if tied.is_relevant(relevance) else float(relevance < 0)


def _content(_tied: Tied, one: Asked) -> Worth:
    return lambda relevance: float(min(max(relevance, 0), one.parameters.high))


def _scaled(tied: Tied, one: Asked) -> Worth:
    """The gain in 0 to 1 that models of a reader see."""
    seen = sorted({relevance for group in tied.groups for relevance in group})
    state = QueryState(tied.query, seen, tied.rel_levels, tied.level)
    of = dict(zip(seen, scaled_gains(Workings(state), one.parameters), strict=False))
    return lambda relevance: of.get(relevance, 0.0)


def _persistent(tied: Tied, one: Asked) -> Worth:
    """The gain in 0 to 1 of rank-biased precision: its value at p = 0 where the result stands alone."""
    of = {NOT_JUDGED: 0.0}
    for relevance in {relevance for group in tied.groups for relevance in group}:
        state = QueryState(tied.query, [relevance], tied.rel_levels, tied.level)
        of[relevance] = one.definition.formula(Workings(state), one.parameters._replace(p=0.0, k=1))
    return of.__getitem__


def _rbp(tied: Tied, one: Asked) -> float:
    p = one.parameters.p
    return (1.0 - p) * weighted(tied, _persistent(tied, one), lambda rank: p ** (rank - 1), one.parameters.k)


def _residual(tied: Tied, one: Asked) -> float:
    if not any(relevance < 0 for group in tied.groups for relevance in group):
        return 0.0
    p, n = one.parameters.p, expected.last_rank(tied, None)
    return float(p**n) + (1.0 - p) * weighted(tied, _unjudged(tied, one), lambda rank: p ** (rank - 1), None)


def _dcg(tied: Tied, one: Asked) -> float:
    return expected.discounted(tied, gain_for(tied, one), one.parameters.k)[-1]


def _ideal(tied: Tied, one: Asked) -> list[float]:
    """The ideal DCG after each rank (0 first)."""
    return Workings(tied.state([])).gains(one.parameters.gain).ideal


def _ndcg(tied: Tied, one: Asked) -> float:
    ideal = _ideal(tied, one)[: None if one.parameters.k is None else one.parameters.k + 1][-1]
    return _dcg(tied, one) / ideal if ideal > 0 else 0.0


def _ndcg_at_levels(tied: Tied, one: Asked) -> float:
    best, ideal = Workings(tied.state([])).gains(one.parameters.gain).best, _ideal(tied, one)
    if not best or not tied.relevant:
        return 0.0
    sums = expected.discounted(tied, gain_for(tied, one), None)
    points, count = [], 0
    for _, same in groupby(best):
        count += len(list(same))
        points.append(sums[min(count, len(sums) - 1)] / ideal[min(count, len(ideal) - 1)])
    if len(sums) - 1 > count + 1:
        points.append(sums[-1] / ideal[-1])
    return sum(points) / len(points)


def _scaled_dcg(tied: Tied, one: Asked) -> float:
    k = min(one.parameters.k or DEPTH, DEPTH)
    best = sum(1.0 / log2(rank + 1) for rank in range(1, k + 1))
    return weighted(tied, _scaled(tied, one), lambda rank: 1.0 / log2(rank + 1), k) / best


def _insq(tied: Tied, one: Asked) -> float:
    weights = [1.0]
    for rank in range(1, DEPTH):
        place = rank + 2.0 * one.parameters.t
        weights.append(weights[-1] * ((place - 1.0) / place) ** 2)
    return weighted(tied, _scaled(tied, one), lambda rank: weights[rank - 1], DEPTH) / sum(weights)


def _bpref_kept(above: int, tied: Tied) -> float:
    others = sum(many for grade, many in tied.rel_levels.items() if grade < tied.level)
    return 1.0 - min(above, tied.relevant) / min(others, tied.relevant) if above else 1.0


def _over_relevant(total: float, tied: Tied) -> float:
    return total / tied.relevant if tied.relevant else 0.0


def _right_pairs(total: float, tied: Tied) -> float:
    results = [relevance for group in tied.groups for relevance in group]
    relevant = sum(map(tied.is_relevant, results))
    others = len(results) - relevant
    return 1.0 - total / (others * relevant) if relevant and others else float(relevant > 0)


_bpref = expected.by_others_above(
    _bpref_kept, lambda relevance, tied: relevance >= 0 and not tied.is_relevant(relevance), _over_relevant
)
_binary_g = expected.by_others_above(
    lambda above, _: 1.0 / log2(2 + above), lambda relevance, tied: not tied.is_relevant(relevance), _over_relevant
)
_accuracy = expected.by_others_above(
    lambda above, _: float(above), lambda relevance, tied: not tied.is_relevant(relevance), _right_pairs
)


def _given_k(_tied: Tied, one: Asked) -> int | None:
    return one.parameters.k


def _relevant_in(cutoff: Callable[[Tied, Asked], int | None]) -> Family:
    """A measure of how many relevant results are in the top k."""
    return Family(_relevance, expected.by_count(lambda tied: tied.is_relevant, cutoff))


IN_TOP_K = _relevant_in(_given_k)
JUDGED_IN_TOP_K = expected.by_count(lambda _: lambda relevance: relevance >= 0, _given_k)
AP = Family(_relevance, expected.average_precision)
RR = Family(_relevance, expected.reciprocal_rank)
ERR = Family(_content, expected.expected_reciprocal_rank)
NDCG, DCG = Family(gain_for, _ndcg), Family(gain_for, _dcg)
RBP = Family(_persistent, _rbp)
BY_RELEVANCE = Family(_relevance)
"""The earlier relevant results stand, the higher; nothing closed is known of the mean."""

FAMILIES: Mapping[str, Family] = {
    **dict.fromkeys(("P", "recall", "relative_P", "success", "F1_cut", "hits_cut"), IN_TOP_K),
    **dict.fromkeys(("set_P", "set_relative_P", "set_recall", "set_map", "set_F"), IN_TOP_K),
    **dict.fromkeys(("num_q", "num_ret", "num_rel", "num_rel_ret", "ideal_dcg"), IN_TOP_K),
    "Rprec": _relevant_in(lambda tied, _: tied.relevant),
    "Rprec_mult": _relevant_in(lambda tied, one: int(one.parameters.at * tied.relevant + 0.9)),
    "judged": Family(_judged, JUDGED_IN_TOP_K),
    "judged_cut": Family(_judged, JUDGED_IN_TOP_K),
    "unj": Family(_unjudged, JUDGED_IN_TOP_K),
    "map": AP,
    "map_cut": AP,
    "recip_rank": RR,
    "recip_rank_cut": RR,
    "err": ERR,
    "err_cut": ERR,
    "dcg": DCG,
    "dcg_cut": DCG,
    "ndcg": NDCG,
    "ndcg_cut": NDCG,
    "Rndcg": Family(gain_for, _ndcg_at_levels),
    "rbp": RBP,
    "RBP": RBP,
    "RBP_cut": RBP,
    "rbp_resid": Family(_unjudged, _residual, cut=False),
    "sdcg": Family(_scaled, _scaled_dcg),
    "insq": Family(_scaled, _insq),
    "bpref": Family(_preference, _bpref, cut=False),
    "gm_bpref": Family(_preference),
    "binG": Family(_relevance, _binary_g, cut=False),
    "accuracy": Family(_relevance, _accuracy, cut=False),
    **dict.fromkeys(("gm_map", "yaap", "iprec_at_recall", "iprec_textbook", "11pt_avg"), BY_RELEVANCE),
}
"""Rows of the table of measures that are known here; for all others orders are tried."""


def family_of(row: Definition) -> Family:
    """What is known of a row; nothing of a measure of a user's own."""
    return FAMILIES.get(row.name, Family()) if row.aggregate is None else Family()
