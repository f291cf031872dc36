"""The bootstrap: a studentized test, and percentile and BCa intervals of the mean difference."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from itertools import islice, repeat
from math import fsum, inf, ldexp, sqrt
from random import Random

from ..record import Record
from .distributions import normal_cdf, normal_quantile
from .moments import moments
from .outcome import ALL_TIED, NO_VARIANCE, ONE_QUERY, Outcome, Progress
from .wholes import whole_numbers

CHUNK = 1 << 16
"""Random bytes fetched at a time."""

SMALL_VARIANCE = 1e-6
"""Below this, as a share of the largest square, a resample's variance is computed anew from its own mean."""

ONE_SIDED = "All resampled means lie on one side of the observed one, so there is no BCa interval: draw more resamples."

TOLD = 500
"""Progress is told after so many resamples."""


class Draws(Record):
    """Lists of n random whole numbers below `limit`, a multiple of n, without end: i stands for value i mod n."""

    limit: int
    lists: Iterator[list[int]]


def draws(n: int, draw: Random) -> Draws:
    """Draws n of n with replacement: from single bytes up to 256, from pairs of bytes up to 65,536, and else slower.

    Numbers past the limit are left out, so that none of the n is likelier than another.
    """
    if n > 1 << 16:
        return Draws(n, ([int(draw.random() * n) for _ in range(n)] for _ in repeat(None)))
    size = 1 << (8 if n <= 1 << 8 else 16)
    limit = size - size % n
    return Draws(limit, _lists(n, limit, size, draw))


def _lists(n: int, limit: int, size: int, draw: Random) -> Iterator[list[int]]:
    beyond = bytes(range(limit, size)) if size == 1 << 8 else b""
    kept: list[int] = []
    while True:
        while len(kept) < n:
            raw = draw.randbytes(CHUNK)
            if size == 1 << 8:
                kept += raw.translate(None, beyond)
            else:
                kept += [one for one in _pairs_of(raw) if one < limit]
        end = len(kept) - len(kept) % n
        for start in range(0, end, n):
            yield kept[start : start + n]
        del kept[:end]


def _pairs_of(raw: bytes) -> array[int]:
    """Numbers of two bytes each, the lower byte first on every machine."""
    pairs = array("H", raw)
    if sys.byteorder == "big":
        pairs.byteswap()
    return pairs


def bootstrap(
    differences: tuple[float, ...],
    resamples: int = 10_000,
    seed: int = 0,
    alpha: float = 0.05,
    progress: Progress | None = None,
) -> Outcome:
    """The studentized bootstrap test and two 1 - alpha intervals (Efron and Tibshirani 1993; Sakai, SIGIR 2006).

    Differences less their mean are drawn with replacement; t* = mean* / (sd* / sqrt(n)) of each of B resamples. p is
    (k + 1) / (B + 1), k the number of |t*| >= |t|; a resample of one value repeated has an infinite t*. `interval` is
    BCa, `percentile` the percentile interval, both of the means of the same resamples, quantiles interpolated
    linearly. Identical runs: p = 1. One query, or equal differences other than 0: no p.
    """
    found = moments(differences)
    method = f"{resamples:,} resamples, seed {seed}"
    if found.n == 1:
        return Outcome("bootstrap", None, None, method, note=ONE_QUERY)
    if found.t is None:
        return Outcome("bootstrap", None, None, method, note=NO_VARIANCE)
    if found.sd == 0:
        return Outcome("bootstrap", 0.0, 1.0, method, interval=(0.0, 0.0), percentile=(0.0, 0.0), note=ALL_TIED)
    off = [value - found.mean for value in differences]
    means, ts = _resampled(off, resamples, seed, progress)
    reached = sum(abs(t) >= abs(found.t) * (1 - 1e-12) for t in ts)
    means.sort()
    levels = bca_levels(off, means, alpha)

    def interval(low: float, high: float) -> tuple[float, float]:
        return found.mean + quantile(means, low), found.mean + quantile(means, high)

    return Outcome(
        "bootstrap",
        found.t,
        (reached + 1) / (resamples + 1),
        method,
        interval=interval(*levels) if levels else None,
        percentile=interval(alpha / 2, 1 - alpha / 2),
        resamples=resamples,
        seed=seed,
        note=None if levels else ONE_SIDED,
    )


def _resampled(
    off: list[float], resamples: int, seed: int, progress: Progress | None
) -> tuple[list[float], list[float]]:
    """The mean and the t statistic of each resample of these centred differences."""
    n = len(off)
    limit, lists = draws(n, Random(seed))  # noqa: S311  # statistics, no secrets
    top = max(map(abs, off))
    whole, power = whole_numbers((value / top for value in off), n)
    squares, shift = whole_numbers(((value / top) ** 2 for value in off), n)
    values, squared = whole * (limit // n), squares * (limit // n)
    means: list[float] = []
    ts: list[float] = []
    for number, drawn in enumerate(islice(lists, resamples), 1):
        # Lists, not map() or generators, which take twice as long, and in Pyodide four times.
        mean = ldexp(sum([values[one] for one in drawn]), -power) / n
        variance = (ldexp(sum([squared[one] for one in drawn]), -shift) - n * mean * mean) / (n - 1)
        if variance < SMALL_VARIANCE:
            variance = _variance([values[one] for one in drawn]) / 4.0**power
        ts.append(mean / sqrt(variance / n) if variance else inf)
        means.append(mean * top)
        if progress is not None and (number % TOLD == 0 or number == resamples):
            progress(number / resamples)
    return means, ts


def _variance(drawn: list[float]) -> float:
    """The variance of a resample; exactly 0 for one value repeated."""
    if min(drawn) == max(drawn):
        return 0.0
    mean = sum(drawn) / len(drawn)
    return fsum((value - mean) ** 2 for value in drawn) / (len(drawn) - 1)


def quantile(ordered: list[float], level: float) -> float:
    """The value below which a share `level` of these ascending values lies, interpolated linearly."""
    place = level * (len(ordered) - 1)
    below = min(int(place), len(ordered) - 1)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def bca_levels(off: list[float], means: list[float], alpha: float) -> tuple[float, float] | None:
    """The two levels of the BCa interval: Phi(z0 + (z0 + z) / (1 - a (z0 + z))) for z = -+z_(alpha/2).

    off: the differences less their mean. means: of their resamples. z0 = Phi^-1(the share of resampled means below 0,
    equal ones counting half); a = sum(u^3) / (6 sum(u^2)^(3/2)) over u = off, which the jackknife of a mean comes to.
    None when that share is 0 or 1.
    """
    below = sum(mean < 0 for mean in means) + sum(mean == 0 for mean in means) / 2
    if not 0 < below < len(means):
        return None
    z0 = normal_quantile(below / len(means))
    top = max(map(abs, off))
    scaled = [value / top for value in off]
    a = fsum(value**3 for value in scaled) / (6 * fsum(value**2 for value in scaled) ** 1.5)

    def level(z: float) -> float:
        bend = 1 - a * (z0 + z)
        if bend <= 0:  # past the pole, where the level has reached its end
            return float(z > 0)
        return normal_cdf(z0 + (z0 + z) / bend)

    z = normal_quantile(alpha / 2)
    return level(z), level(-z)
