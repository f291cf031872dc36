"""Compares two results on one measure with one test, as EvalResult.compare gives it."""

from __future__ import annotations

from ..evalresult import EvalResult
from ..inputs.values import kind_of
from ..problems import SettingError, counted
from ..record import Record
from .beside import found_beside
from .comparison import TESTS
from .comparisons import Measure, compare_scored
from .pairing import TIE_RULE
from .plan import How
from .scored import Scored, check_alike, one_measure


class PairedComparison(Record):
    """Result a against result b on one measure, over the n queries that both have; two-sided, paired by query id.

    mean_a and mean_b: as the results show them, where these are means over the same queries. mean_diff: a less b.
    interval: of mean_diff, at `confidence`: the t interval, or the bootstrap's BCa interval. percentile: the simpler
    interval of the bootstrap, None for other tests. effect_size: d_z, the mean difference over the standard deviation
    of the differences. wins: queries where a is higher; ties within 1e-12 of the larger value. statistic, pvalue,
    interval and effect_size are None where they are not defined, and `note` says why.
    """

    measure: str
    name_a: str
    name_b: str
    test: str
    method: str
    statistic: float | None
    pvalue: float | None
    mean_a: float
    mean_b: float
    mean_diff: float
    interval: tuple[float, float] | None
    confidence: float
    effect_size: float | None
    wins: int
    ties: int
    losses: int
    n: int
    note: str
    percentile: tuple[float, float] | None = None

    def significant(self, alpha: float = 0.05) -> bool:
        """Whether the p-value is below alpha. Raises SettingError for an alpha that is not between 0 and 1."""
        if not 0 < alpha < 1:
            raise SettingError("alpha", f"alpha is {alpha}", "use a number between 0 and 1, such as 0.05")
        return self.pvalue is not None and self.pvalue < alpha

    @property
    def d_z(self) -> float | None:
        """The effect size."""
        return self.effect_size

    def __str__(self) -> str:
        interval = "none" if self.interval is None else f"[{self.interval[0]:+.4f}, {self.interval[1]:+.4f}]"
        effect = "none" if self.effect_size is None else f"{self.effect_size:+.2f}"
        p = "none" if self.pvalue is None else f"{self.pvalue:.4g}"
        means = f"{self.mean_a:.4f} and {self.mean_b:.4f}, difference {self.mean_diff:+.4f}"
        found = f"{means}, {self.confidence:.4g} interval {interval}, d_z {effect}"
        counts = f"{self.wins} wins, {self.ties} ties, {self.losses} losses ({TIE_RULE})"
        test = f"{TESTS[self.test][0]} test ({self.method}): p = {p} over {counted(self.n, 'query')}; {counts}"
        lines = [f"{self.measure}, {self.name_a} against {self.name_b}: {found}", test]
        return "\n".join([*lines, *([self.note] if self.note else [])])


def compare_two(
    first: EvalResult,
    other: object,
    measure: str | None,
    how: How,
) -> PairedComparison:
    """Compares `first` (a) with `other` (b); see EvalResult.compare."""
    if not isinstance(other, EvalResult):
        message = f"the other result is {kind_of(other)}, not an EvalResult"
        raise SettingError("other", message, "give what evaluate() returned")
    key = _measure(first, other, measure)
    names = (first.name, other.name) if first.name != other.name else (f"{first.name} (a)", f"{other.name} (b)")
    asked = one_measure(first, key)
    pairs = zip((other, first), reversed(names), strict=True)
    scored = [Scored(result.renamed(name), found_beside(result)) for result, name in pairs]
    check_alike([one.result for one in reversed(scored)])
    made = compare_scored(scored, [Measure(key, asked)], names[1], how)
    (one,) = made.comparisons
    (outcome,) = one.outcomes
    return PairedComparison(
        key,
        *names,
        outcome.test,
        outcome.method,
        outcome.statistic,
        outcome.p,
        one.mean_run,
        one.mean_baseline,
        one.difference,
        outcome.interval or one.interval,
        1 - how.alpha,
        one.effect_size,
        one.wins,
        one.ties,
        one.losses,
        one.queries,
        " ".join(note.text for note in made.notes),
        outcome.percentile,
    )


def _measure(first: EvalResult, other: EvalResult, measure: str | None) -> str:
    """The key of the measure to compare; the first that both results have for None."""
    if measure is not None:
        return one_measure(first, measure).key
    shared = [one.key for one in first.asked if one.key in other.measures]
    if not shared:
        message = f"{first.name} and {other.name} have no measure in common"
        raise SettingError("measure", message, "score both with the same measures")
    return shared[0]
