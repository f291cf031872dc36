"""Prints comparisons: as tables for people, Markdown and LaTeX, and as rows for programs."""

from __future__ import annotations

import sys

from ..evalresult import shown
from ..report import aligned
from ..statement import convention
from .advice import advice
from .comparison import TESTS, Comparison
from .comparisons import Comparisons, Measure
from .corrections import CORRECTIONS
from .outcome import Outcome
from .pairing import TIE_RULE

HIGHER, LOWER = "▲▼"

PLAIN = {"▲": "^", "▼": "v", "₂": "2", "−": "-", "“": '"', "”": '"', "–": "-"}
"""What stands for signs that standard output cannot show."""

Grid = tuple[list[str], list[list[str]], int]
"""Head, rows, and how many columns hold words."""


def printable(text: str, marks: str | None = None) -> str:
    """The text with these marks for higher and lower; without them, with plain signs if standard output needs them."""
    if marks is not None:
        return text.translate({ord(HIGHER): marks[0], ord(LOWER): marks[1]})
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        "".join(PLAIN).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return text.translate({ord(sign): plain for sign, plain in PLAIN.items()})
    return text


def mark(of: Comparisons, one: Comparison | None) -> str:
    """Higher, lower or nothing, by the first test."""
    if one is None or not of.significant(one.outcomes[0]) or not one.difference:
        return ""
    return HIGHER if one.difference > 0 else LOWER


def summary(of: Comparisons) -> list[str]:
    """Lines: runs x measures with marks; for all pairs runs x runs for each measure."""
    if of.baseline is not None:
        return aligned(*_means(of))
    lines: list[str] = []
    for measure in of.asked:
        lines += [*([""] if lines else []), *aligned(*_matrix(of, measure))]
    return lines


def _cutoffs(of: Comparisons) -> list[int]:
    """The cut-offs at which Judged@k is known of every run."""
    return sorted(set.intersection(*(set(one.beside.judged) for one in of.scored)))


def _means(of: Comparisons) -> Grid:
    cutoffs = _cutoffs(of)
    head = ["run", "", "queries", *(f"Judged@{k}" for k in cutoffs), *of.measures]
    rows = []
    for one in of.scored:
        cells = [one.name, "baseline" if one.name == of.baseline else "", f"{len(one.result):,}"]
        cells += [f"{one.beside.judged[k]:.3f}" for k in cutoffs]
        for measure in of.asked:
            value = shown(of.columns[measure.name][one.name].shown, measure.asked)
            sign = mark(of, of.of(measure.name, of.baseline or "", one.name))
            cells.append(value + (sign or " "))
        rows.append(cells)
    return head, rows, 2


def _matrix(of: Comparisons, measure: Measure) -> Grid:
    """Of each run (row) the mean, and the difference from each other run (column)."""
    head = [measure.name, "mean", *of.runs]
    rows = []
    for one in of.scored:
        cells = [one.name, shown(of.columns[measure.name][one.name].shown, measure.asked)]
        for other in of.runs:
            found = of.of(measure.name, other, one.name)
            turned = of.of(measure.name, one.name, other)
            if found:
                cells.append(f"{found.difference:+.4f}{mark(of, found) or ' '}")
            elif turned:
                sign = {HIGHER: LOWER, LOWER: HIGHER}.get(mark(of, turned), " ")
                cells.append(f"{0.0 - turned.difference:+.4f}{sign}")
            else:
                cells.append("· ")
        rows.append(cells)
    return head, rows, 1


def details(of: Comparisons, comparisons: list[Comparison], *, measure: bool) -> Grid:
    """A row for each comparison: difference, interval, effect size, wins and so on, then p test by test.

    measure: whether the first columns tell the measure, and the baseline.
    """
    against = measure or of.baseline is None
    words = [*(["measure"] if measure else []), "run", *(["against"] if against else [])]
    bca = ["BCa interval", "percentile interval"] if "bootstrap" in of.plan.tests else []
    head = [*words, "baseline", "mean", "difference", f"{1 - of.alpha:.4g} interval", *bca]
    head += ["d_z", "win/tie/loss", "queries"]
    for test in of.plan.tests:
        head += [f"p {test}", *([CORRECTIONS[of.correction][0]] if _corrected(of, test) else [])]
    rows = []
    for one in comparisons:
        named = [*([one.measure] if measure else []), one.run, *([one.baseline] if against else [])]
        rows.append([*named, *_numbers(of, one)])
    return head, rows, len(words)


def _numbers(of: Comparisons, one: Comparison) -> list[str]:
    difference = f"{one.difference:+.4f}{mark(of, one) or ' '}"
    return [
        f"{one.mean_baseline:.4f}",
        f"{one.mean_run:.4f}",
        difference,
        _interval(one.interval),
        *(
            _interval(interval)
            for outcome in one.outcomes
            if outcome.test == "bootstrap"
            for interval in (outcome.interval, outcome.percentile)
        ),
        "none" if one.effect_size is None else f"{one.effect_size:+.2f}",
        f"{one.wins}/{one.ties}/{one.losses}",
        f"{one.queries:,}",
        *(cell for outcome in one.outcomes for cell in _ps(of, outcome)),
    ]


def _corrected(of: Comparisons, test: str) -> bool:
    return of.correction != "none" and test != "tukey"


def _ps(of: Comparisons, outcome: Outcome) -> list[str]:
    return [_p(outcome.p), *([_p(outcome.p_adjusted)] if _corrected(of, outcome.test) else [])]


def _p(p: float | None) -> str:
    return "none" if p is None else "<0.0001" if p < 0.0001 else f"{p:.4f}"


def _interval(interval: tuple[float, float] | None) -> str:
    return "none" if interval is None else f"[{interval[0]:+.4f}, {interval[1]:+.4f}]"


def legend(of: Comparisons) -> list[str]:
    """What the marks and columns mean, how p was found and corrected, and over how many comparisons."""
    first = of.plan.tests[0]
    corrected = f"p corrected ({CORRECTIONS[of.correction][0]})" if _corrected(of, first) else "p"
    against = of.baseline or "the other run"
    lines = [
        f"{HIGHER} higher, {LOWER} lower than {against}: {corrected} of the {TESTS[first][0]} test below {of.alpha:g}.",
        f"Tests, two-sided and paired by query: {', '.join(TESTS[test][0] for test in of.plan.tests)}. {of.family}",
    ]
    if any(outcome.resamples for one in of.comparisons for outcome in one.outcomes):
        lines.append(f"Resampling: {of.plan.resamples:,} resamples, seed {of.plan.seed}.")
    if "tukey" in of.plan.tests:
        lines.append("Randomized Tukey HSD looks at all runs of a measure at once, so that its p needs no correction.")
    lines.append(f"Intervals of the mean difference at {1 - of.alpha:.4g}, by Student's t; {TIE_RULE}.")
    return lines


def bounds(of: Comparisons) -> list[str]:
    """A line for each RBP of each run: where it lies, whatever the unjudged documents are worth."""
    lines = []
    for measure in of.asked:
        for one in of.scored:
            found = of.bounds(measure, one)
            if found:
                low, high = found
                lines.append(f"{one.name}: {measure.name} lies in [{low:.4f}, {high:.4f}], unjudged documents unknown.")
    return lines


def _sentences(of: Comparisons) -> list[str]:
    """Which queries the means are taken over, once if that is the same for all runs."""
    told = {one.name: one.result.sentence for one in of.scored}
    if len(set(told.values())) == 1:
        return [of.scored[0].result.sentence]
    return [f"{name}: {text}" for name, text in told.items()]


def whole_table(of: Comparisons) -> str:
    """Everything for people: means with marks, the comparisons of each measure, family, settings, notes and advice."""
    lines = summary(of)
    for measure in of.measures:
        found = [one for one in of.comparisons if one.measure == measure]
        against = f", differences from {of.baseline}" if of.baseline else ", run less other run"
        lines += ["", measure + against, *aligned(*details(of, found, measure=False))]
    lines += ["", *legend(of), *bounds(of), convention([of.scored[0].result]), *_sentences(of)]
    lines += [f"{'Warning: ' if note.level == 'warning' else ''}{note.text}" for note in of.notes]
    lines += advice(of.plan.tests)
    return "\n".join(lines) + "\n"


def unpadded(grid: Grid) -> Grid:
    """The same without the blanks that stand in the place of marks."""
    head, rows, words = grid
    return head, [[cell.rstrip() for cell in row] for row in rows], words
