"""Comparisons of scored runs: the statistics of every pair, with the runs' own means, what to note, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..names import Asked
from ..problems import Note, SettingError
from ..record import Record
from ..settings import settings_json
from .advice import advice, notes_on
from .comparison import Comparison, Plan
from .family import Family, compare_runs
from .guidance import REFERENCES
from .moments import moments
from .outcome import Outcome
from .plan import How, check_baseline, plan_of
from .scored import Column, Scored, check_alike, check_shared, column, plain_mean
from .ttest import t_interval

if TYPE_CHECKING:
    from ..methods import Compared


class Measure(Record):
    """A measure compared: the name that comparisons give it, and what was asked for."""

    name: str
    asked: Asked


class Comparisons:
    """Runs compared with a baseline, or each with each: print() it, or take its rows.

    `runs` are the names, `baseline` one of them or None for all pairs, `measures` the names of the measures.
    `comparisons` holds a Comparison for each pair and measure, with an Outcome for each test; `len()` counts them and
    iterating gives them. `family` says in words how p was corrected and `family_sizes` over how many comparisons;
    `notes` tell what a reader should know. A run is higher or lower than another (▲, ▼) where the first test's
    corrected p is below `alpha`.
    """

    def __init__(
        self,
        scored: Sequence[Scored],
        measures: Sequence[Measure],
        columns: dict[str, dict[str, Column]],
        family: Family,
        *,
        baseline: str | None,
        plan: Plan,
    ) -> None:
        self.scored = list(scored)
        self.asked = list(measures)
        self.columns = columns
        self.baseline = baseline
        self.plan = plan
        self.correction, self.across = family.correction, family.across
        self.family, self.family_sizes = family.text, family.sizes
        self.comparisons = [_with_means(one, columns[one.measure]) for one in family.comparisons]
        self._places = {(one.measure, one.baseline, one.run): one for one in self.comparisons}
        self.notes: list[Note] = notes_on(self.comparisons, columns, family, plan, self.scored)

    @property
    def runs(self) -> list[str]:
        return [one.name for one in self.scored]

    @property
    def measures(self) -> list[str]:
        return [one.name for one in self.asked]

    @property
    def alpha(self) -> float:
        return self.plan.alpha

    def __len__(self) -> int:
        return len(self.comparisons)

    def __iter__(self) -> Iterator[Comparison]:
        return iter(self.comparisons)

    def __str__(self) -> str:
        from .tables import printable, whole_table

        return printable(whole_table(self))

    def __repr__(self) -> str:
        against = f"against {self.baseline}" if self.baseline else "in pairs"
        return f"<Comparisons: {', '.join(self.runs)} {against}; {', '.join(self.measures)}; {len(self)} comparisons>"

    def of(self, measure: str, baseline: str, run: str) -> Comparison | None:
        """The comparison of a run with a baseline on a measure, None if it was not made in this direction."""
        return self._places.get((measure, baseline, run))

    def summary_table(self, marks: str | None = None) -> str:
        """Means of runs x measures with a mark where a run is significantly higher or lower than the baseline.

        Without a baseline: for each measure the differences of every run (row) from every other (column). marks: the
        characters for higher and lower; by default ▲▼, or ^v where standard output cannot show these.
        """
        from .tables import printable, summary

        if marks is not None and len(marks) != 2:
            raise SettingError("marks", f"the marks are {marks!r}", "give two characters, for higher and for lower")
        return printable("\n".join(summary(self)), marks)

    def rows(self) -> list[dict[str, object]]:
        """One mapping for each comparison and test, as `compare --format json` prints them."""
        return [row for one in self.comparisons for row in one.rows()]

    def significant(self, outcome: Outcome) -> bool:
        """Whether the corrected p is below alpha."""
        return outcome.p_adjusted is not None and outcome.p_adjusted < self.alpha

    def methods(self) -> str:
        """Three sentences for a paper: those of EvalResult.methods(), and how the runs were compared."""
        from ..methods import methods

        return methods([one.result for one in self.scored], self._how())

    def bibtex(self) -> str:
        """The works that methods() cites, as BibTeX."""
        from ..methods import citations

        return citations([one.result for one in self.scored], self._how())

    def _how(self) -> Compared:
        from ..methods import Compared

        plan, pairs = self.plan, len(self.comparisons) // len(self.asked) if self.asked else 0
        how = (tuple(plan.tests), self.correction, self.across, plan.alpha, plan.resamples, plan.seed)
        return Compared(*how, self.baseline, pairs)

    def to_dict(self) -> dict[str, Any]:
        """Everything, of types that JSON has.

        runs: name, mean, interval (t interval of each mean, at 1 - alpha), judged (Judged@k by cut-off) and, for RBP,
        residual: the interval in which the mean lies whatever the relevance of the unjudged documents. comparisons:
        rows(). tests, correction, across, alpha, resamples, seed, family, notes, advice and references.
        """
        return {
            "version": __version__,
            "settings": settings_json(self.scored[0].result.settings),
            "measures": self.measures,
            "baseline": self.baseline,
            "tests": list(self.plan.tests),
            "correction": self.correction,
            "across": self.across,
            "alpha": self.alpha,
            "resamples": self.plan.resamples,
            "seed": self.plan.seed,
            "family": {"text": self.family, "sizes": self.family_sizes},
            "runs": [self.run_dict(one) for one in self.scored],
            "comparisons": self.rows(),
            "comparison_notes": [{**note._asdict(), "examples": list(note.examples)} for note in self.notes],
            "advice": advice(self.plan.tests),
            "references": REFERENCES,
        }

    def run_dict(self, one: Scored) -> dict[str, Any]:
        """What to_dict() says of one run."""
        return {
            "name": one.name,
            "mean": {name: self.columns[name][one.name].shown for name in self.measures},
            "interval": {name: self.mean_interval(name, one.name) for name in self.measures},
            "judged": {f"Judged@{k}": share for k, share in one.beside.judged.items()},
            "residual": {measure.name: found for measure in self.asked if (found := self.bounds(measure, one))},
        }

    def mean_interval(self, measure: str, run: str) -> tuple[float, float] | None:
        """The 1 - alpha t interval of a run's mean over its queries; None where there is none, as for counts."""
        found = self.columns[measure][run]
        return t_interval(moments(tuple(found.values.values())), self.alpha) if found.is_mean else None

    def bounds(self, measure: Measure, one: Scored) -> tuple[float, float] | None:
        """RBP and RBP with its residual, between which the true mean lies; None for other measures."""
        residual = one.beside.residuals.get(measure.asked.key)
        shown = self.columns[measure.name][one.name].shown
        return None if residual is None else (shown, shown + residual)

    def to_dataframe(self, library: str | None = None) -> Any:
        """A DataFrame of pandas or polars with a row for each comparison and test.

        Its columns are those of rows(), with interval_low and interval_high for the interval (and percentile_low and
        percentile_high for the bootstrap's percentile interval), and significant. Raises ImportError when neither
        library is installed, SettingError for another one.
        """
        from ..dataframes import frame_maker
        from .forms import flat_rows

        rows = flat_rows(self)
        return frame_maker(library)({name: [row[name] for row in rows] for name in rows[0]} if rows else {})


def compare_scored(
    scored: Sequence[Scored], measures: Sequence[Measure], baseline: str | None, how: How
) -> Comparisons:
    """Compares scored runs, whose names differ, on these measures.

    Raises SettingError for fewer than two runs, results that are not alike and settings that mean nothing; InputError
    for runs without a query in common.
    """
    if len(scored) < 2:
        given = f"one run is given ({scored[0].name})" if scored else "no run is given"
        raise SettingError("runs", given, "a comparison takes two or more")
    plan = plan_of(how)
    results = [one.result for one in scored]
    check_alike(results)
    if baseline is not None:
        baseline = check_baseline(baseline, [one.name for one in results])
    check_shared(results, baseline)
    columns = {one.name: {result.name: column(result, one.asked.key) for result in results} for one in measures}
    family = compare_runs(
        {name: {run: found.values for run, found in runs.items()} for name, runs in columns.items()},
        baseline,
        tests=plan.tests,
        correction=how.correction,
        across=how.across,
        resamples=plan.resamples,
        seed=plan.seed,
        alpha=plan.alpha,
        progress=how.progress,
    )
    return Comparisons(scored, measures, columns, family, baseline=baseline, plan=plan)


def _with_means(one: Comparison, runs: dict[str, Column]) -> Comparison:
    """The comparison with the means that the results show, where both are means over the queries compared."""
    before, after = runs[one.baseline], runs[one.run]
    if before.is_mean and after.is_mean and not one.only_baseline and not one.only_run:
        first, second = before.shown, after.shown
    else:
        shared = sorted(before.values.keys() & after.values.keys())
        first, second = (plain_mean(run.values[query] for query in shared) for run in (before, after))
    # Where the exact difference is 0, that of two rounded means would only be noise.
    return one._replace(mean_baseline=first, mean_run=second, difference=second - first if one.difference else 0.0)
