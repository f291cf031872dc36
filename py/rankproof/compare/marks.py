"""The table of means for a paper: the best in bold, and marks where runs differ significantly."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from ..cells import Tex, for_latex
from ..evalresult import shown
from ..latextable import latex_table
from ..statement import made_by, statement
from .comparison import TESTS
from .comparisons import Comparisons, Measure
from .corrections import CORRECTIONS
from .outcome import Outcome

SIGNS = (r"\dagger", r"\ddagger", r"\S", r"\P", r"\ast", r"\star")
"""One for each test, in the order asked for."""

SAME = 1e-9
"""Means that differ by this share are equal."""


def latex_means(of: Comparisons, *, stated: bool = False) -> str:
    """Runs x measures in booktabs style, marked by every test against the baseline, each with its own sign.

    For all pairs each run has a letter, and stands with the letters of those that it is significantly higher than, by
    the first test. The note below says which tests, correction and alpha.
    """
    letters = _letters(len(of.runs)) if of.baseline is None else []
    head = ["run", *(one.name for one in of.asked)]
    rows = [_row(of, place, letters) for place in range(len(of.runs))]
    results = [one.result for one in of.scored]
    notes = [Tex(_note(of)), of.family, made_by(results)]
    comments = statement(results) if stated else [made_by(results)]
    return latex_table(head, rows, 1, caption="Mean scores, the best in bold.", notes=notes, comments=comments)


def _row(of: Comparisons, place: int, letters: Sequence[str]) -> list[str]:
    name = of.runs[place]
    own = f"$^{{{letters[place]}}}$ " if letters else ""
    baseline = " (baseline)" if name == of.baseline else ""
    cells: list[str] = [Tex(own + for_latex(name + baseline))]
    for measure in of.asked:
        column = of.columns[measure.name]
        value = column[name].shown
        text = for_latex(shown(value, measure.asked))
        if _is_best(value, [one.shown for one in column.values()]):
            text = rf"\textbf{{{text}}}"
        marks = _higher(of, measure, name, letters) if letters else _signs(of, measure, name)
        cells.append(Tex(text + (f"$^{{{marks}}}$" if marks else "")))
    return cells


def _is_best(value: float, others: Sequence[float]) -> bool:
    """Whether none is higher, and not all are the same."""
    best = max(others)
    return best - value <= SAME * abs(best) and best - min(others) > SAME * abs(best)


def _signs(of: Comparisons, measure: Measure, name: str) -> str:
    found = of.of(measure.name, of.baseline or "", name)
    if found is None:
        return ""
    return "".join(sign for sign, one in zip(SIGNS, found.outcomes, strict=False) if of.significant(one))


def _higher(of: Comparisons, measure: Measure, name: str, letters: Sequence[str]) -> str:
    made = []
    for letter, other in zip(letters, of.runs, strict=True):
        found, turned = of.of(measure.name, other, name), of.of(measure.name, name, other)
        outcome: Outcome | None = None
        if found is not None and found.difference > 0:
            outcome = found.outcomes[0]
        elif turned is not None and turned.difference < 0:
            outcome = turned.outcomes[0]
        if outcome is not None and of.significant(outcome):
            made.append(letter)
    return "".join(made)


def _letters(count: int) -> list[str]:
    """a to z, then with numbers: a2."""
    return [ascii_lowercase[at % 26] + (str(at // 26 + 1) if at >= 26 else "") for at in range(count)]


def _note(of: Comparisons) -> str:
    """What the marks mean, as LaTeX."""
    alpha = rf"$\alpha = {of.alpha:g}$"
    if of.baseline is None:
        test = of.plan.tests[0]
        return f"Letters: significantly higher than the run of that letter, {_tested(of, test)}, two-sided, {alpha}."
    tests = "; ".join(f"${sign}$ {_tested(of, test)}" for sign, test in zip(SIGNS, of.plan.tests, strict=False))
    return f"Marks: significantly different from {for_latex(of.baseline)}, two-sided, {alpha}: {tests}."


def _tested(of: Comparisons, test: str) -> str:
    correction = (
        "" if of.correction == "none" or test == "tukey" else f", p corrected ({CORRECTIONS[of.correction][0]})"
    )
    return for_latex(f"{TESTS[test][0]} test{correction}")
