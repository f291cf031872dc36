"""What one significance test found."""

from __future__ import annotations

from collections.abc import Callable

from ..record import Record

Progress = Callable[[float], None]
"""Is told now and then which share of the resampling is done, up to 1. To stop the work, raise from it."""


class Outcome(Record):
    """One two-sided test of one pair of runs.

    test: its name in TESTS. statistic and p: None where they are not defined, and `note` says why. method: how p was
    found, as a phrase. df: degrees of freedom of t. interval: the test's own interval of the mean difference, for the
    bootstrap (BCa); percentile: the bootstrap's simpler one. resamples and seed: of tests that draw at random.
    p_adjusted: p corrected for the family of comparisons, once that is known.
    """

    test: str
    statistic: float | None
    p: float | None
    method: str
    df: int | None = None
    interval: tuple[float, float] | None = None
    percentile: tuple[float, float] | None = None
    resamples: int | None = None
    seed: int | None = None
    note: str | None = None
    p_adjusted: float | None = None


ALL_TIED = "The two runs have the same value for every query, so there is no difference to test: p is 1."
ONE_QUERY = "One query has no variance to judge a difference by, so this test gives no p-value."
NO_VARIANCE = (
    "Every query differs by the same amount, so the differences have no variance and t and d_z are not defined; "
    "the randomization and sign tests still are."
)
