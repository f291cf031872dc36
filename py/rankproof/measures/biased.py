"""Rank-biased precision and its residual."""

from __future__ import annotations

from ..gains import GainMap
from .table import Definition
from .workings import Parameters, Workings

MOFFAT_ZOBEL = "moffat-2008"

PERSISTENT = ("p", "rel", "gains", "judged_only")


def _scaled(work: Workings, gain: str | GainMap) -> tuple[float, float]:
    """What is taken from each gain, and what it is then divided by, to bring all gains of the query into [0, 1]."""
    of = [*work.gains(gain).of.values(), *(value for _, value in (gain if isinstance(gain, tuple) else ()))]
    low, high = min(of, default=0.0), max(of, default=0.0)
    low, high = min(low, 0.0), max(high, 0.0)
    return (low, high - low) if low < 0 or high > 1 else (0.0, 1.0)


def rbp(work: Workings, given: Parameters) -> float:
    """RBP@k = (1 - p) x the sum of gain x p^(rank - 1) over the top k. In [0, 1].

    Gains outside [0, 1] are scaled by the query's lowest and highest, each at least 0, as trec_eval means to do; or
    every relevant document gains 1.
    """
    total, weight = 0.0, 1.0
    scaled = _binary(work) if given.binary else _graded(work, given.gain)
    for relevance in work.query.relevances[: given.k]:
        gain = scaled.get(relevance, 0.0)
        if gain != 0:
            total += gain * weight
        weight = weight * given.p
    return (1.0 - given.p) * total


def _graded(work: Workings, gain: str | GainMap) -> dict[int, float]:
    low, width = _scaled(work, gain)
    return {grade: (got - low) / width for grade, got in work.gains(gain).of.items()}


def _binary(work: Workings) -> dict[int, float]:
    return {grade: 1.0 for grade in work.query.rel_levels if grade >= work.query.relevance_level}


def rbp_residual(work: Workings, given: Parameters) -> float:
    """How much RBP could rise if all unjudged documents had gain 1. 0 if no result is unjudged. In [0, 1].

    (1 - p) x the sum of p^(rank - 1) over unjudged results, and p^n for the ranks after the n results.
    """
    total, weight = 0.0, 1.0
    unjudged = False
    for relevance in work.query.relevances:
        if relevance < 0:
            unjudged = True
            total += weight
        weight = weight * given.p
    return weight + (1.0 - given.p) * total if unjudged else 0.0


ROWS = (
    Definition("rbp", None, "RBP", "RBP",
               "Expected gain of a reader who goes on to the next rank with probability p. Gains outside 0 to 1 "
               "are scaled by the query's lowest and highest.",
               MOFFAT_ZOBEL, rbp,
               parameters="pairs", graded=True, start=Parameters(p=0.9),
               written="RBP = (1 − p) · Σ g(i) · p^(i − 1)"),
    Definition("rbp_resid", None, "RBP residual", "RBP residual",
               "How much RBP could rise if all unjudged documents had gain 1; 0 if no result is unjudged.",
               MOFFAT_ZOBEL, rbp_residual,
               parameters="pairs", start=Parameters(p=0.9),
               written="(1 − p) · Σ p^(i − 1) over unjudged results + p^n; 0 if no result is unjudged"),
    Definition("RBP", "RBP", "RBP", "RBP",
               "Expected gain of a reader who goes on with probability p, 0.8 as in ir_measures, gains scaled as "
               "in rbp; every relevant document gains 1 where rel is given.",
               MOFFAT_ZOBEL,
               rbp, graded=True, trec=False, options=PERSISTENT, start=Parameters(p=0.8),
               written="RBP = (1 − p) · Σ g(i) · p^(i − 1)"),
    Definition("RBP_cut", "RBP", "RBP", "RBP",
               "RBP over the top k, gains scaled as in rbp; every relevant document gains 1 where rel is given.",
               MOFFAT_ZOBEL, rbp,
               parameters="cutoffs", graded=True, trec=False, options=PERSISTENT, start=Parameters(p=0.8),
               written="RBP@k = (1 − p) · Σ g(i) · p^(i − 1), i ≤ k"),
)  # fmt: skip
