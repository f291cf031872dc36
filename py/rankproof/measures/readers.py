"""Measures that follow a reader down the ranking: ERR, and the models of the C/W/L family."""

from __future__ import annotations

from itertools import chain, islice, repeat
from math import log2

from ..ranking import NOT_JUDGED
from .table import Definition
from .workings import Parameters, Workings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

CHAPELLE = "chapelle-2009"
NEARLY = "azzopardi-2021"
DEPTH = 1000
"""How many ranks a reader of the C/W/L family looks at at most: cwl-eval's value, which ir_measures keeps."""

SCALED = ("min_rel", "max_rel")
EXPECTING = ("T", *SCALED)

GoesOn: TypeAlias = "Callable[[int, float, float], float]"
"""The chance of going on after a rank, given the rank, the gain there and the gain so far."""


def expected_reciprocal_rank(work: Workings, given: Parameters) -> float:
    """ERR@k = the sum over i = 1..k of 1/i x r_i x the product over j < i of (1 - r_j). In [0, 1].

    r_i = (2^g - 1) / 2^m is the chance that the result at rank i, of grade g, contents the reader. m is the highest
    grade there can be (max_rel): 4 where none is given, as in the TREC Web Track's gdeval. A higher grade counts as m.
    """
    total, reads_on = 0.0, 1.0
    for rank, relevance in enumerate(work.query.relevances[: given.k], 1):
        if relevance > 0:
            content = 2.0 ** (min(relevance, given.high) - given.high) - 2.0**-given.high
            total += content * reads_on / rank
            reads_on *= 1.0 - content
    return total


def scaled_gains(work: Workings, given: Parameters) -> list[float]:
    """The gain at each of the first DEPTH ranks, from 0 at the grade min_rel to 1 at max_rel.

    A grade outside counts as the nearer of the two, one below 0 as 0. No result and an unjudged one gain 0.
    """
    low, high = given.low, given.high

    def gain(relevance: int) -> float:
        return (min(max(relevance, 0, low), high) - low) / (high - low)

    top = work.query.relevances[:DEPTH]
    of = {relevance: 0.0 if relevance == NOT_JUDGED else gain(relevance) for relevance in set(top)}
    return list(islice(chain(map(of.__getitem__, top), repeat(0.0)), DEPTH))


def rate_of_gain(work: Workings, given: Parameters, goes_on: GoesOn) -> float:
    """What a reader gains for each result read: the sum of W_i g_i over the sum of W_i, i = 1..1000. In [0, 1].

    W_i, the chance that the result at rank i is read, is the product of the chances C_j of going on after the ranks j
    above it (Moffat, Bailey, Scholer and Thomas, Incorporating User Expectations and Behavior into the Measurement of
    Search Effectiveness, ACM TOIS 35(3), 2017).
    """
    total = read = so_far = 0.0
    weight = 1.0
    for rank, gain in enumerate(scaled_gains(work, given), 1):
        so_far += gain
        total += weight * gain
        read += weight
        weight *= goes_on(rank, gain, so_far)
        if weight == 0:
            break
    return total / read


def scaled_dcg(work: Workings, given: Parameters) -> float:
    """SDCG@k = the sum of g_i / log2(i + 1) over that of 1 / log2(i + 1), i = 1..k. In [0, 1]; k at most 1000.

    DCG over that of k results of the highest grade, whether the collection has so many or not.
    """
    total = best = 0.0
    for rank, gain in enumerate(scaled_gains(work, given)[: given.k], 1):
        total += gain / log2(rank + 1)
        best += 1.0 / log2(rank + 1)
    return total / best


def bejeweled_player(work: Workings, given: Parameters) -> float:
    """BPM@k: the mean gain of the results up to the first where the gains add up to T, or up to rank k. In [0, 1].

    The static form. A ranking that ends before is filled up with results of no gain; k at most 1000.
    """
    k = given.k or DEPTH
    return rate_of_gain(work, given, lambda rank, _gain, so_far: float(so_far < given.t and rank < k))


def _squared(place: float) -> float:
    return ((place - 1.0) / place) ** 2


def insq(work: Workings, given: Parameters) -> float:
    """INSQ: the rate of gain where C_i = ((i + 2T - 1) / (i + 2T))^2, T being the gain a reader expects. In [0, 1]."""
    return rate_of_gain(work, given, lambda rank, _gain, _so: _squared(rank + 2.0 * given.t))


def inst(work: Workings, given: Parameters) -> float:
    """INST: the rate of gain where C_i = ((i + T + T_i - 1) / (i + T + T_i))^2. In [0, 1].

    T is the gain a reader expects, T_i = T - the gain so far what is then still missing.
    """
    return rate_of_gain(work, given, lambda rank, _gain, so_far: _squared(rank + given.t + (given.t - so_far)))


def nearly_err_8(work: Workings, given: Parameters) -> float:
    """NERR8@k: the rate of gain where C_i = 1 - g_i, but 0 at k. In [0, 1]; k at most 1000."""
    k = given.k or DEPTH
    return rate_of_gain(work, given, lambda rank, gain, _so: 1.0 - gain if rank < k else 0.0)


def nearly_err_9(work: Workings, given: Parameters) -> float:
    """NERR9@k: the rate of gain where C_i = i / (i + 1) x (1 - g_i), but 0 at k. In [0, 1]; k at most 1000."""
    k = given.k or DEPTH
    return rate_of_gain(work, given, lambda rank, gain, _so: rank / (rank + 1.0) * (1.0 - gain) if rank < k else 0.0)


def nearly_err_10(work: Workings, given: Parameters) -> float:
    """NERR10: the rate of gain where C_i = p (1 - g_i). In [0, 1]."""
    return rate_of_gain(work, given, lambda _rank, gain, _so: given.p * (1.0 - gain))


def nearly_err_11(work: Workings, given: Parameters) -> float:
    """NERR11: the rate of gain where C_i = ((i + 2T - 1) / (i + 2T))^2 (1 - g_i). In [0, 1]."""
    return rate_of_gain(work, given, lambda rank, gain, _so: _squared(rank + 2.0 * given.t) * (1.0 - gain))


ROWS = (
    Definition("err", "ERR", "ERR", "ERR",
               "Expected 1 / rank at which a reader is content; grade g contents one with probability "
               "(2^g − 1) / 2^max_rel, max_rel being 4 where it is not given. A grade above max_rel counts as max_rel.",
               CHAPELLE, expected_reciprocal_rank, trec=False, options=("max_rel", "judged_only"),
               start=Parameters(high=4),
               written="ERR = Σ 1/i · r(i) · Π (1 − r(j)), j < i; r = (2^grade − 1) / 2^max_rel"),
    Definition("err_cut", "ERR", "ERR", "ERR",
               "As ERR, over the top k: a reader who is not content there counts 0.",
               CHAPELLE, expected_reciprocal_rank, parameters="cutoffs", trec=False,
               options=("max_rel", "judged_only"), start=Parameters(high=4),
               written="ERR@k = Σ 1/i · r(i) · Π (1 − r(j)), j < i ≤ k; r = (2^grade − 1) / 2^max_rel"),
    Definition("sdcg", "SDCG", "SDCG", "SDCG",
               "DCG of the top k / that of k documents of grade max_rel. Looks at 1,000 results at most.",
               "macavaney-2022 azzopardi-2019", scaled_dcg, parameters="cutoffs", trec=False, options=("dcg", *SCALED),
               needs=("max_rel",),
               deepest=DEPTH,
               written="SDCG@k = Σ g(i) / log₂(i + 1), over Σ 1 / log₂(i + 1), i ≤ k"),
    Definition("bpm", "BPM", "BPM", "BPM",
               "Mean gain of the results read by one who stops at rank k or at a gain of T. "
               "Looks at 1,000 results at most.",
               "zhang-2017", bejeweled_player,
               parameters="cutoffs", trec=False, options=EXPECTING, needs=("max_rel",),
               deepest=DEPTH,
               written="BPM@k = 1/s · Σ g(i), i ≤ s; s the first rank where the g(i) add up to T, at most k"),
    Definition("insq", "INSQ", "INSQ", "INSQ",
               "Gain for each result read by one who expects a gain of T and goes on after rank i with probability "
               "((i + 2T − 1) / (i + 2T))². Looks at 1,000 results at most.",
               "moffat-2012", insq,
               trec=False, options=EXPECTING, needs=("max_rel",),
               deepest=DEPTH,
               written="INSQ = Σ W(i) · g(i) / Σ W(i), W(i + 1) = W(i) · ((i + 2T − 1) / (i + 2T))²"),
    Definition("inst", "INST", "INST", "INST",
               "As INSQ, by one who minds what is still missing: 2T − the gain so far stands for 2T. "
               "Looks at 1,000 results at most.",
               "bailey-2015", inst,
               trec=False, options=EXPECTING, needs=("max_rel",),
               deepest=DEPTH,
               written="INST = Σ W(i) · g(i) / Σ W(i), W(i + 1) = W(i) · ((c − 1) / c)², c = i + 2T − Σ g(j), j ≤ i"),
    Definition("nerr8", "NERR8", "NERR8", "NERR8",
               "Gain for each result read of the top k by one who goes on after rank i with probability 1 − gain. "
               "Looks at 1,000 results at most.",
               NEARLY, nearly_err_8, parameters="cutoffs", trec=False, options=SCALED, needs=("max_rel",),
               deepest=DEPTH,
               written="NERR8@k = Σ W(i) · g(i) / Σ W(i), i ≤ k, W(i + 1) = W(i) · (1 − g(i))"),
    Definition("nerr9", "NERR9", "NERR9", "NERR9",
               "As NERR8, with probability i / (i + 1) × (1 − gain). Looks at 1,000 results at most.",
               NEARLY, nearly_err_9, parameters="cutoffs", trec=False, options=SCALED, needs=("max_rel",),
               deepest=DEPTH,
               written="NERR9@k = Σ W(i) · g(i) / Σ W(i), i ≤ k, W(i + 1) = W(i) · i/(i + 1) · (1 − g(i))"),
    Definition("nerr10", "NERR10", "NERR10", "NERR10",
               "As NERR8 without k, with probability p × (1 − gain). Looks at 1,000 results at most.",
               NEARLY, nearly_err_10, trec=False, options=("p", *SCALED), needs=("max_rel",), start=Parameters(p=0.9),
               deepest=DEPTH,
               written="NERR10 = Σ W(i) · g(i) / Σ W(i), W(i + 1) = W(i) · p · (1 − g(i))"),
    Definition("nerr11", "NERR11", "NERR11", "NERR11",
               "As NERR8 without k, with probability that of INSQ × (1 − gain). Looks at 1,000 results at most.",
               NEARLY, nearly_err_11, trec=False, options=EXPECTING, needs=("max_rel",),
               deepest=DEPTH,
               written="NERR11 = Σ W(i) · g(i) / Σ W(i), W(i + 1) = W(i) · ((i + 2T − 1) / (i + 2T))² · (1 − g(i))"),
)  # fmt: skip
