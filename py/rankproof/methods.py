"""The sentences for a paper: what was scored, averaged and tested, with the works to cite."""

from __future__ import annotations

from collections.abc import Sequence

from . import __version__
from .citations import WORKS, bibtex
from .evalresult import EvalResult
from .names import Asked
from .problems import counted
from .record import Record
from .settings import Settings

TESTS = {
    "t": ("Student’s paired t test", "student-1908"),
    "randomization": ("Fisher’s randomization test", "fisher-1935 smucker-2007"),
    "wilcoxon": ("Wilcoxon’s signed-rank test", "wilcoxon-1945"),
    "sign": ("the sign test", "dixon-1946"),
    "bootstrap": ("the studentized bootstrap test", "efron-1993"),
    "tukey": ("the randomized Tukey HSD test", "carterette-2012"),
}
"""Test -> what a sentence calls it, and its sources."""

DRAWING = ("randomization", "bootstrap", "tukey")
"""Tests that draw at random."""

CORRECTIONS = {
    "holm": ("Holm’s method", "holm-1979"),
    "fdr_bh": ("the method of Benjamini and Hochberg", "benjamini-1995"),
    "bonferroni": ("Bonferroni’s method", "dunn-1961"),
    "none": ("", ""),
}
"""Correction -> the same."""

DISCOUNTED = ("ndcg", "ndcg_cut", "dcg", "dcg_cut", "ideal_dcg", "Rndcg", "ndcg_rel")
"""Rows with the discount log₂(rank + 1)."""


class Compared(Record):
    """How runs were compared. baseline: a run's name, None for all pairs. pairs: comparisons on each measure."""

    tests: tuple[str, ...]
    correction: str
    across: str
    alpha: float
    resamples: int
    seed: int
    baseline: str | None
    pairs: int


def methods(results: Sequence[EvalResult], compared: Compared | None = None) -> str:
    """Two sentences on how these results of the same measures and settings were made; a third on their comparison."""
    sentences = [_scored(results), _averaged(results)]
    if compared is not None:
        sentences.append(_compared(compared, len(results[0].asked)))
    return " ".join(sentences)


def citations(results: Sequence[EvalResult], compared: Compared | None = None) -> str:
    """The works that the sentences cite, as BibTeX, each once."""
    keys = [key for one in results[0].asked for key in _sources(one).split()]
    if compared is not None:
        keys += [key for test in compared.tests for key in TESTS[test][1].split()]
        keys += CORRECTIONS[_correction(compared)][1].split()
    return "\n".join(map(bibtex, dict.fromkeys(keys)))


def _and(parts: list[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _cited(keys: str) -> str:
    return "; ".join(WORKS[key].cited for key in keys.split())


def _sources(one: Asked) -> str:
    burges = " burges-2005" if one.definition.graded and one.parameters.gain == "exponential" else ""
    return one.definition.source + burges


def _scored(results: Sequence[EvalResult]) -> str:
    about: dict[str, list[str]] = {}
    for one in results[0].asked:
        about.setdefault(_about(one), []).append(one.mean_label)
    names = _and([f"{_and(labels)} ({text})" for text, labels in about.items()])
    was = "was" if len(results) == 1 else "were"
    return f"{_number(len(results))} {was} scored with Rankproof {__version__} by {names}."


def _number(runs: int) -> str:
    return "One run" if runs == 1 else counted(runs, "run")


def _about(one: Asked) -> str:
    """Where a measure comes from, and what of it is open otherwise."""
    if one.definition.aggregate is not None:
        return "a measure of our own"
    parts = [_cited(one.definition.source)]
    if one.definition.graded:
        parts.append(_gain(one))
    if one.definition.name in DISCOUNTED:
        parts.append("log₂(rank + 1) discount")
    if one.definition.name in DISCOUNTED and "dcg" in one.definition.name[1:]:
        parts.append("ideal ranking over all judged documents")
    return "; ".join(parts)


def _gain(one: Asked) -> str:
    gain = one.parameters.gain
    if gain == "linear":
        return "the grade as gain"
    if gain == "exponential":
        return f"gain 2^grade − 1, {_cited('burges-2005')}"
    return "gain " + ", ".join(f"{worth:g} for grade {grade}" for grade, worth in dict(gain).items())  # type: ignore[arg-type]


def _averaged(results: Sequence[EvalResult]) -> str:
    settings = results[0].settings
    parts = [f"Means are over {_queries(results, settings)}", _ties(settings), _unjudged(settings)]
    parts.append(f"documents of grade {settings.relevant_from} or above counted as relevant")
    if settings.depth is not None:
        parts.append(f"only the first {counted(settings.depth, 'result')} of a query were looked at")
    return "; ".join(parts) + "."


def _queries(results: Sequence[EvalResult], settings: Settings) -> str:
    number = _span([len(result) for result in results])
    text = {
        "relevant": f"the {number} judged queries with a relevant document",
        "all": f"all {number} judged queries",
        "both": f"the {number} queries that were both judged and retrieved",
    }[settings.queries]
    if number == "1":
        text = {
            "relevant": "the one judged query with a relevant document",
            "all": "the one judged query",
            "both": "the one query that was both judged and retrieved",
        }[settings.queries]
    asides = []
    left = _span([len(result.left_out) for result in results])
    if left != "0":
        asides.append(f"{left} {'was' if left == '1' else 'were'} left out")
    empty = _span([sum(row.retrieved == 0 for row in result.rows) for result in results])
    if empty != "0":
        asides.append(f"{empty} without results {'scores' if empty == '1' else 'score'} 0")
    return f"{text} ({', '.join(asides)})" if asides else text


def _span(numbers: list[int]) -> str:
    """`50`, or `48 to 50` where runs differ."""
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _ties(settings: Settings) -> str:
    return {
        "docno-desc": "documents with equal scores stood by id, descending",
        "docno-asc": "documents with equal scores stood by id, ascending",
        "number-asc": "documents with equal scores stood by number, ascending",
        "given": "documents with equal scores stood in the order given",
    }[settings.ties]


def _unjudged(settings: Settings) -> str:
    removed = settings.unjudged == "removed"
    return "unjudged documents were removed" if removed else "unjudged documents counted as not relevant"


def _correction(compared: Compared) -> str:
    """Tukey's test alone needs none."""
    return "none" if compared.tests == ("tukey",) else compared.correction


def _compared(how: Compared, measures: int) -> str:
    which = "All pairs of runs were compared" if how.baseline is None else f"Runs were compared with {how.baseline}"
    tests = _and([f"{TESTS[test][0]} ({_cited(TESTS[test][1])})" for test in how.tests])
    parts = [f"{which} by {tests}, two-sided and paired by query"]
    if any(test in DRAWING for test in how.tests):
        parts.append(f"{how.resamples:,} resamples were drawn from seed {how.seed}")
    if how.tests != ("tukey",):
        parts.append(_corrected(how, measures))
    return "; ".join(parts) + f"; α = {how.alpha:g}."


def _corrected(how: Compared, measures: int) -> str:
    many = how.pairs if how.across == "measure" else how.pairs * measures
    family = f"{counted(many, 'comparison')} {'of each measure' if how.across == 'measure' else 'of all measures'}"
    if how.correction == "none":
        return f"p-values are not corrected for the {family}"
    name, keys = CORRECTIONS[how.correction]
    return f"p-values are corrected by {name} ({_cited(keys)}) over the {family}"
