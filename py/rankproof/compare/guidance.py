"""What a reader should know before believing a comparison: texts, the limits at which they apply, and their sources."""

from __future__ import annotations

from ..citations import WORKS
from ..problems import Note, counted

FEW = 10
"""Fewer queries than this allow no conclusion."""

MANY = 1_000
"""With more queries than this, nearly every difference is significant."""

REFERENCES = {key: WORKS[key].short for key in ("smucker-2007", "urbano-2019", "carterette-2012", "sakai-2018")}
"""Key -> the work that a text rests on."""

SIDE_BY_SIDE = (
    "The t test and the randomization test ask the same question, whether the mean difference could be chance; on "
    "fifty queries they nearly always agree (Smucker et al. 2007; Urbano et al. 2019). Where they do not, look at the "
    "differences query by query."
)
WILCOXON_AND_SIGN = (
    "The Wilcoxon and sign tests ask about ranks and signs of differences, not about the mean, and may contradict the "
    "difference that is reported (Smucker et al. 2007)."
)
STATE_IN_FULL = (
    "Give the difference with its interval, the effect size and the p-value itself, one p-value for each claim: "
    "“p < .05” alone says neither how large nor how sure (Sakai 2018)."
)


def few_queries(queries: int) -> Note | None:
    """A warning below FEW queries: what cannot be concluded."""
    if queries >= FEW:
        return None
    smallest = f"{2 / 2**queries:.2g}"
    text = (
        f"{counted(queries, 'query')}: too few to conclude which run is better on other queries. The randomization and "
        f"sign tests cannot give a p below {smallest} here, and a large p does not show that the runs are equal."
    )
    return Note("warning", "few-queries", text, queries)


def many_queries(queries: int) -> Note | None:
    """Advice above MANY queries: effect size and interval first."""
    if queries <= MANY:
        return None
    text = (
        f"With {counted(queries, 'query')} even a difference too small to matter has a small p. Lead with the mean "
        "difference, its interval and d_z, and ask whether the whole interval would matter to a user (Sakai 2018)."
    )
    return Note("info", "many-queries", text, queries)


def many_comparisons(comparisons: int, correction: str, label: str) -> Note | None:
    """What a family of comparisons does to p: advice when corrected, a warning when not. None for a single one."""
    if comparisons < 2:
        return None
    if correction == "none":
        chance = 1 - 0.95**comparisons
        text = (
            f"{counted(comparisons, 'comparison')} without correction: if no run differed from another and the tests "
            f"were independent, some p would be below 0.05 in {chance:.0%} of experiments (Carterette 2012)."
        )
        return Note("warning", "p-uncorrected", text, comparisons)
    text = (
        f"{counted(comparisons, 'comparison')} belong together, so p is corrected for their number ({label}); claim "
        "only what holds after correction (Carterette 2012)."
    )
    return Note("info", "p-together", text, comparisons)
