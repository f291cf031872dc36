"""On real runs of TREC 2003 Robust, scored by trec_eval 10.0, t and p are scipy's; the data are read from ../shared."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from scipy import stats

from rankproof.compare import compare_runs

BASELINE = "aplrob03a"
RUNS = ("MU03rob01", "NLPR03vb10", "SABIR03BASE", "humR03dc", "pircRBa1", "rutcor03100", "uic0301")
MEASURES = ("map", "ndcg_cut_10")


def per_query(shared: Path, run: str, measure: str) -> dict[str, float]:
    """The values of `trec_eval -q`, four decimals each, for 100 queries."""
    text = gzip.decompress((shared / "golden" / "robust03" / f"{run}.out.gz").read_bytes()).decode()
    rows = (line.split("\t") for line in text.splitlines())
    return {query: float(value) for name, query, value in rows if name.strip() == measure and query != "all"}


def test_t_statistics_and_p_values_are_scipys(shared: Path) -> None:
    scores = {measure: {run: per_query(shared, run, measure) for run in (BASELINE, *RUNS)} for measure in MEASURES}
    family = compare_runs(scores, BASELINE, tests=["t", "wilcoxon", "sign"])
    assert len(family.comparisons) == 14
    for one in family.comparisons:
        before, after = scores[one.measure][BASELINE], scores[one.measure][one.run]
        assert one.queries == len(before) == 100
        t, wilcoxon, sign = one.outcomes
        expected = stats.ttest_rel(list(after.values()), [before[query] for query in after])
        assert t.statistic == pytest.approx(expected.statistic, rel=1e-10)
        assert t.p == pytest.approx(expected.pvalue, rel=1e-10)
        assert one.interval == pytest.approx(tuple(expected.confidence_interval(0.95)), rel=1e-10)
        # In ten-thousandths, so that equal differences are equal to scipy, too.
        whole = [round(after[query] * 10_000) - round(before[query] * 10_000) for query in after]
        assert wilcoxon.p == pytest.approx(stats.wilcoxon(whole).pvalue, rel=1e-10)
        wins, losses = sum(value > 0 for value in whole), sum(value < 0 for value in whole)
        assert (one.wins, one.losses) == (wins, losses)
        assert sign.p == pytest.approx(stats.binomtest(wins, wins + losses).pvalue, rel=1e-10)


def test_randomization_and_bootstrap_are_near_t(shared: Path) -> None:
    scores = {"map": {run: per_query(shared, run, "map") for run in (BASELINE, *RUNS)}}
    for one in compare_runs(scores, BASELINE, tests=["t", "randomization", "bootstrap"]).comparisons:
        t, flips, boot = one.outcomes
        # Smucker et al. 2007: for 50 queries the three agree closely; 0.03 is six standard deviations of the draws.
        assert flips.p == pytest.approx(t.p, abs=0.03)
        assert boot.p == pytest.approx(t.p, abs=0.03)
