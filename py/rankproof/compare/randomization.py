"""Fisher's paired randomization test: flips the signs of the differences."""

from __future__ import annotations

from itertools import islice
from math import fsum
from random import Random

from .lookedup import plus_looked_up
from .outcome import ALL_TIED, Outcome, Progress
from .wholes import slack, whole_numbers

MOST_EXACT = 16
"""Differences other than 0 up to which all 2^n assignments of signs are looked at."""

BLOCK = 5_000
"""Resamples at a time: they fit a processor's cache, and progress is told after each group of tables."""

TABLES = 16
"""Tables whose values are added up in one go."""


def randomization(
    differences: tuple[float, ...], resamples: int = 10_000, seed: int = 0, progress: Progress | None = None
) -> Outcome:
    """The two-sided randomization test on the mean difference (Fisher 1935; Smucker, Allan and Carterette, CIKM 2007).

    Under the null hypothesis each difference might as well have had the other sign. p is the share of assignments of
    signs whose sum is, in magnitude, at least the observed one. With at most 16 differences other than 0 all 2^n
    assignments are counted; flipping a 0 changes nothing. Else (k + 1) / (B + 1), k of B = `resamples` random ones.
    Sums count as equal to the observed one within `slack`: 10^-12 of the sum of magnitudes. The signs depend on the
    seed and the number of queries only, so that measures of the same queries share them.
    """
    whole, _ = whole_numbers(differences, len(differences))
    observed = abs(sum(whole))
    least = observed - slack(map(abs, whole), len(whole))
    mean = fsum(differences) / len(differences)
    kept = [value for value in whole if value]
    if not kept:
        return Outcome("randomization", 0.0, 1.0, "no signs to flip", note=ALL_TIED)
    if len(kept) <= MOST_EXACT:
        sums = _all_sums(kept)
        method = f"exact, all {len(sums):,} assignments of signs"
        return Outcome("randomization", mean, _reaching(sums, least) / len(sums), method)
    p = (_count(whole, least, resamples, seed, progress) + 1) / (resamples + 1)
    method = f"{resamples:,} random assignments of signs, seed {seed}"
    return Outcome("randomization", mean, p, method, resamples=resamples, seed=seed)


def _all_sums(whole: list[float]) -> list[float]:
    sums = [0.0]
    for value in whole:
        sums = [total + value for total in sums] + [total - value for total in sums]
    return sums


def _reaching(sums: list[float], least: float) -> int:
    """How many sums are, in magnitude, at least this large."""
    return sum(map(least.__le__, map(abs, sums)))


def _byte_tables(whole: list[float]) -> list[list[float]]:
    """For each eight differences the sum under each of the 256 assignments of signs that a byte can stand for."""
    tables = []
    for start in range(0, len(whole), 8):
        sums = _all_sums(whole[start : start + 8])
        tables.append(sums * (256 // len(sums)))
    return tables


def _count(whole: list[float], least: float, resamples: int, seed: int, progress: Progress | None) -> int:
    """How many of these random assignments give a sum of at least this magnitude."""
    draw = Random(seed)  # noqa: S311  # statistics, no secrets
    tables = _byte_tables(whole)
    steps = len(range(0, len(tables), TABLES)) * len(range(0, resamples, BLOCK))
    reached = done = 0
    for start in range(0, resamples, BLOCK):
        size = min(BLOCK, resamples - start)
        sums = [0.0] * size
        rest = iter(tables)
        while group := list(islice(rest, TABLES)):
            sums = plus_looked_up(sums, group, [draw.randbytes(size) for _ in group])
            done += 1
            if progress is not None:
                progress(done / steps)
        reached += _reaching(sums, least)
    return reached
