"""The bootstrap's p and intervals are those of a slow direct version, and of scipy on the same resamples."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from rankproof.compare import compare_pairs
from rankproof.compare.bootstrap import CHUNK, ONE_SIDED, bca_levels, bootstrap, draws, quantile

Sample = tuple[float, ...]


def sample(n: int, seed: int = 5) -> Sample:
    """Skewed differences with a mean near 0.3."""
    draw = Random(seed)
    return tuple(draw.expovariate(1.0) - 0.7 for _ in range(n))


def resamples_of(differences: Sample, count: int, seed: int) -> list[list[float]]:
    """The resamples as documented: bytes below the largest multiple of n, or pairs of bytes, the lower one first."""
    n, width = len(differences), 1 if len(differences) <= 256 else 2
    limit = 256**width - 256**width % n
    draw, drawn = Random(seed), list[float]()
    while len(drawn) < n * count:
        raw = draw.randbytes(CHUNK)
        numbers = (int.from_bytes(raw[i : i + width], "little") for i in range(0, len(raw), width))
        drawn += [differences[number % n] for number in numbers if number < limit]
    return [drawn[i * n : (i + 1) * n] for i in range(count)]


def direct_p(differences: Sample, resampled: list[list[float]]) -> float:
    """The studentized p-value, straight from its definition."""
    mean, n = fmean(differences), len(differences)
    observed = abs(mean / (stdev(differences) / sqrt(n)))
    reached = sum(
        max(one) == min(one) or abs((fmean(one) - mean) / (stdev(one) / sqrt(n))) >= observed for one in resampled
    )
    return (reached + 1) / (len(resampled) + 1)


@pytest.mark.parametrize("n", [2, 3, 7, 40, 256, 300])
def test_p_and_intervals_are_those_of_the_direct_way(n: int) -> None:
    differences = sample(n)
    resampled = resamples_of(differences, 1_500, seed=9)
    outcome = bootstrap(differences, 1_500, seed=9)
    assert outcome.p == direct_p(differences, resampled)
    means = sorted(map(fmean, resampled))
    assert outcome.percentile == pytest.approx((quantile(means, 0.025), quantile(means, 0.975)), rel=1e-9)


@pytest.mark.parametrize("n", [5, 12, 40, 300])
def test_intervals_are_scipys_on_the_same_resamples(n: int) -> None:
    differences = sample(n)
    means = [fmean(one) for one in resamples_of(differences, 2_000, seed=4)]
    outcome = bootstrap(differences, 2_000, seed=4)
    given = SimpleNamespace(bootstrap_distribution=np.asarray(means))
    for method, found in (("BCa", outcome.interval), ("percentile", outcome.percentile)):
        theirs = stats.bootstrap((differences,), np.mean, n_resamples=0, bootstrap_result=given, method=method)
        assert found == pytest.approx(tuple(theirs.confidence_interval), rel=1e-8)


@pytest.mark.parametrize(("seed", "p"), [(0, 232 / 1000), (1, 185 / 1000)])
def test_a_seed_gives_the_same_p_everywhere(seed: int, p: float) -> None:
    differences = (0.5, -0.1, 0.3, 0.4, -0.2, 0.2, 0.7, -0.4, 0.1, 0.1, -0.3, 0.2)
    outcome = bootstrap(differences, 999, seed)
    assert outcome.p == direct_p(differences, resamples_of(differences, 999, seed))
    assert outcome.p == p


def test_every_value_is_drawn_alike_often() -> None:
    for n in (3, 200, 300, 70_000):
        limit, lists = draws(n, Random(1))
        assert limit % n == 0
        one = next(lists)
        assert len(one) == n
        assert min(one) >= 0
        assert max(one) < limit
    limit, lists = draws(3, Random(1))
    counts = [0, 0, 0]
    for _ in range(10_000):
        for number in next(lists):
            counts[number % 3] += 1
    # 30,000 draws: 10,000 each, four standard deviations are 4 sqrt(30000 x 1/3 x 2/3) = 327.
    assert all(abs(count - 10_000) < 327 for count in counts)


def test_p_is_near_that_of_t_for_many_well_behaved_queries() -> None:
    draw = Random(8)
    values = {str(n): draw.gauss(0.1, 1) for n in range(200)}
    comparison = compare_pairs(dict.fromkeys(values, 0.0), values, ["t", "bootstrap"])
    t, boot = comparison.outcomes
    assert t.p is not None
    assert boot.p == pytest.approx(t.p, abs=0.03)
    assert boot.interval == pytest.approx(comparison.interval, abs=0.02)


def test_too_few_resamples_for_bca_are_said_so() -> None:
    outcome = bootstrap(sample(20), 1)
    assert (outcome.interval, outcome.note) == (None, ONE_SIDED)
    assert outcome.percentile is not None


def test_bca_levels_are_the_percentiles_when_nothing_is_skewed() -> None:
    # Half of the means below 0 makes z0 = 0; symmetric differences make a = 0.
    assert bca_levels([-1.0, 0.0, 1.0], [-1.0, 1.0], 0.1) == pytest.approx((0.05, 0.95), rel=1e-12)


def test_quantiles_are_interpolated() -> None:
    # Place 0.25 x 3 = 0.75 between 10 and 20.
    assert quantile([10.0, 20.0, 30.0, 40.0], 0.25) == 17.5
    assert (quantile([1.0, 2.0], 0.0), quantile([1.0, 2.0], 1.0)) == (1.0, 2.0)
    assert quantile([3.0], 0.4) == 3.0


def test_progress_rises_to_one() -> None:
    told: list[float] = []
    bootstrap(sample(20), 1_250, progress=told.append)
    assert told == [500 / 1250, 1000 / 1250, 1.0]
