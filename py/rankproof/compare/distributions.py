"""Tail probabilities and quantiles of Student's t, the normal and the fair-coin binomial distribution."""

from __future__ import annotations

from math import erfc, exp, gamma, hypot, inf, log, log1p, pi, sqrt

LARGEST_GAMMA = 100.0
"""Up to here the ratio of two gamma functions is divided out; above, its series is exact to the last digits."""

ENOUGH = 2.0**-53
"""Iterations end when a step changes the value by less than this share."""

STEPS = 10_000
"""More steps than any fraction needs: about the square root of the degrees of freedom."""

RATIO_SERIES = (1.0, -1 / 8, 1 / 128, 5 / 1024, -21 / 32768, -399 / 262144, 869 / 4194304, 39325 / 33554432)
"""Coefficients of a^0, a^-1, ... of gamma(a + 1/2) / (gamma(a) sqrt(a)) (Tricomi and Erdelyi 1951)."""


def gamma_ratio(a: float) -> float:
    """gamma(a + 1/2) / gamma(a) for a > 0, without the digits that a difference of logarithms loses."""
    if a < LARGEST_GAMMA:
        return gamma(a + 0.5) / gamma(a)
    total = 0.0
    for coefficient in reversed(RATIO_SERIES):
        total = total / a + coefficient
    return sqrt(a) * total


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1.0)
    d = 1.0 / (d or tiny)
    value = d
    for m in range(1, STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1.0 / ((1.0 + term * d) or tiny)
            c = (1.0 + term / c) or tiny
            value *= c * d
        if abs(c * d - 1.0) <= 2 * ENOUGH:
            break
    return value


def t_two_sided(t: float, df: int) -> float:
    """P(|T| >= |t|) for Student's t with df >= 1 degrees of freedom. In [0, 1]; right to 12 digits and more.

    It is the regularised incomplete beta function I_x(df/2, 1/2) at x = df / (df + t^2) (DLMF 8.17).
    """
    ratio = abs(t) / sqrt(df)
    if ratio == 0:
        return 1.0
    if ratio == inf:
        return 0.0
    length = hypot(1.0, ratio)
    x, y = (1.0 / length) ** 2, (ratio / length) ** 2  # y = 1 - x without loss
    a, b = df / 2.0, 0.5
    common = exp(-a * 2.0 * _log_hypot(ratio)) * (ratio / length) * gamma_ratio(a) / sqrt(pi)
    if x < (a + 1.0) / (a + b + 2.0):
        return min(1.0, common * _fraction(a, b, x) / a)
    return max(0.0, 1.0 - common * _fraction(b, a, y) / b)


def _log_hypot(ratio: float) -> float:
    """The natural logarithm of sqrt(1 + ratio^2), where the square may be too large or too small for a float."""
    if ratio > 1.0:
        return log(ratio) + 0.5 * log1p((1.0 / ratio) ** 2)
    return 0.5 * log1p(ratio * ratio)


def t_quantile(alpha: float, df: int) -> float:
    """The t > 0 that P(|T| >= t) = alpha, for 0 < alpha < 1: 2.262 for alpha = 0.05 and df = 9.

    Newton's method on the logarithms of both, where the curve falls and bends down, so that it cannot run away.
    """
    a = df / 2.0
    log_density = log(2.0 * gamma_ratio(a) / sqrt(df * pi))
    u = log(-normal_quantile(alpha / 2.0) or ENOUGH)
    for _ in range(STEPS):
        t = exp(u)
        p = t_two_sided(t, df)
        slope = -exp(log_density - (df + 1) * _log_hypot(t / sqrt(df)) + u) / p
        step = log(p / alpha) / slope
        u -= step
        if abs(step) <= 8 * ENOUGH:
            break
    return exp(u)


def normal_two_sided(z: float) -> float:
    """P(|Z| >= |z|) for the standard normal distribution. In [0, 1]."""
    return erfc(abs(z) / sqrt(2.0))


def normal_cdf(z: float) -> float:
    """P(Z <= z) for the standard normal distribution. In [0, 1]."""
    return 0.5 * erfc(-z / sqrt(2.0))


def normal_quantile(p: float) -> float:
    """The z that P(Z <= z) = p for the standard normal distribution; minus infinity at 0 and infinity at 1."""
    if p <= 0 or p >= 1:
        return -inf if p <= 0 else inf
    from statistics import NormalDist  # loads much, so only where it is wanted

    return NormalDist().inv_cdf(p)


def coin_two_sided(heads: int, throws: int) -> float:
    """The chance that a fair coin gives a count at least as far from the middle as `heads`, in whole numbers.

    In (0, 1]; 1 for no throw.
    """
    fewer = min(heads, throws - heads)
    ways, total = 1, 1
    for number in range(fewer):
        ways = ways * (throws - number) // (number + 1)
        total += ways
    return min(1.0, (2 * total) / (1 << throws))
