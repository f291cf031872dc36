"""Mean, standard deviation and t statistic of per-query differences, from the smallest floats to the largest."""

from __future__ import annotations

from math import frexp, fsum, ldexp, sqrt

from ..record import Record
from .pairing import same_differences


class Moments(Record):
    """Of n differences: their mean, their standard deviation (dividing by n - 1), and t = mean / (sd / sqrt(n)).

    sd is None for a single difference, t and d_z = mean / sd also where all differences are equal and not 0. Where all
    are 0, t and d_z are 0.
    """

    n: int
    mean: float
    sd: float | None
    t: float | None
    d_z: float | None


def moments(differences: tuple[float, ...]) -> Moments:
    """The moments of at least one difference; exact sums, so that no order of the queries changes a digit."""
    n = len(differences)
    top = max(map(abs, differences))
    if top == 0:
        zero = None if n == 1 else 0.0
        return Moments(n, 0.0, zero, zero, zero)
    power = frexp(top)[1]
    scaled = [ldexp(value, -power) for value in differences]  # squares neither overflow nor vanish
    mean = fsum(scaled) / n
    if n == 1 or same_differences(differences):
        return Moments(n, ldexp(mean, power), None if n == 1 else 0.0, None, None)
    off = [value - mean for value in scaled]
    sd = sqrt((fsum(value * value for value in off) - fsum(off) ** 2 / n) / (n - 1))
    return Moments(n, ldexp(mean, power), ldexp(sd, power), mean / (sd / sqrt(n)), mean / sd)
