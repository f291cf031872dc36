"""Student's paired t test, and the interval of the mean difference that goes with it."""

from __future__ import annotations

from math import sqrt

from .distributions import t_quantile, t_two_sided
from .moments import Moments, moments
from .outcome import ALL_TIED, NO_VARIANCE, ONE_QUERY, Outcome


def t_interval(found: Moments, alpha: float) -> tuple[float, float] | None:
    """The 1 - alpha confidence interval of the mean difference: mean -+ t_(alpha/2, n-1) x sd / sqrt(n).

    None for one query, and where all differences are equal but not 0. (0, 0) for identical runs.
    """
    if found.t is None or found.sd is None:
        return None
    if found.sd == 0:
        return 0.0, 0.0
    half = t_quantile(alpha, found.n - 1) * (found.sd / sqrt(found.n))
    return found.mean - half, found.mean + half


def paired_t(differences: tuple[float, ...]) -> Outcome:
    """Student's paired t test: t = mean / (sd / sqrt(n)) on n - 1 degrees of freedom (Student, Biometrika 1908).

    Identical runs: t = 0 and p = 1. One query, or equal differences other than 0: neither is defined.
    """
    found = moments(differences)
    method = "Student's t distribution"
    if found.n == 1:
        return Outcome("t", None, None, method, note=ONE_QUERY)
    df = found.n - 1
    if found.t is None:
        return Outcome("t", None, None, method, df, note=NO_VARIANCE)
    note = ALL_TIED if found.sd == 0 else None
    return Outcome("t", found.t, t_two_sided(found.t, df), method, df, note=note)
