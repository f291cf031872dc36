"""The Python API: an Evaluator keeps judgements and scores runs against them; evaluate() does it once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .aliases import settings_of
from .asked import collecting
from .custom import Failures, Measure
from .evalresult import EvalResult
from .formats import Results, read_results
from .inputs import Data, from_arrays, read_qrels, read_run
from .inputs.reading import read_source
from .inputs.values import kind_of
from .names import Asked, parse_measures
from .problems import Note, SettingError
from .registry import Function, measure_of
from .scoring import score
from .settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .compare.comparisons import Comparisons

Measures = str | Measure | Function | Iterable[object] | None
"""Names of measures in either style, Measures and registered functions, several or one; None for recall, precision, RR
and nDCG at k."""

ON_ERROR = ("raise", "collect")
"""What an error in a user's own measure does: it ends the evaluation, or is kept and leaves a value out."""


class Evaluator:
    """Judgements, measures and settings, to score any number of runs with; the judgements are read once.

    The defaults are trec_eval's. Settings have two names each where trec_eval has a word for them.

    qrels: judgements of any kind (see inputs). measures: names in either style, instances of Measure and registered
    functions, mixed freely; recall, precision, RR and nDCG at k if None. relevance_level (relevant_from; 1): the lowest
    grade that counts as relevant. complete_set_average (False): whether means are taken over all judged queries
    (queries="all") rather than those that are also retrieved ("both"). judged_docs_only (False): whether unjudged
    documents are removed before scoring (unjudged="removed"). max_docs_per_topic (depth): how many results of each
    query are looked at; None is all. preset: settings that are set together, "trec-eval" by default; settings given one
    by one override it. mends: ways to read judgements and runs otherwise than they stand, as --mend takes them.
    settings: k, gain, ties and the others of Settings. Where a choice is None here, the preset
    decides. on_error: what an error in a Measure or function of your own does: "raise" ends the evaluation with
    EvaluationError; "collect" keeps it in the result's `errors`, leaves that value and that measure's mean None, and
    scores all else.

    Raises InputError for judgements that cannot be read, SettingError for a setting or measure that means nothing, and
    for a setting given under two names with different values.
    """

    def __init__(
        self,
        qrels: Data,
        measures: Measures = None,
        *,
        relevance_level: int | None = None,
        complete_set_average: bool | None = None,
        judged_docs_only: bool | None = None,
        max_docs_per_topic: int | None = None,
        preset: str | None = None,
        on_error: str = "raise",
        mends: Sequence[str] = (),
        **settings: object,
    ) -> None:
        if on_error not in ON_ERROR:
            raise SettingError("on_error", f"on_error is {on_error!r}", f"choose {' or '.join(ON_ERROR)}")
        self.on_error = on_error
        named = {
            "relevance_level": relevance_level,
            "complete_set_average": complete_set_average,
            "judged_docs_only": judged_docs_only,
            "max_docs_per_topic": max_docs_per_topic,
        }
        given = {**settings, **{name: value for name, value in named.items() if value is not None}, "preset": preset}
        self.settings: Settings = settings_of(given, "trec-eval")
        self._asked = measures_of(measures, self.settings)
        self.mends = mends_of(mends)
        self.judgements = read_qrels(qrels, mends=self.mends)

    def __repr__(self) -> str:
        return f"<Evaluator: {self.judgements.summary}; {', '.join(self.measures)}>"

    @property
    def measures(self) -> list[str]:
        """The measures by trec_eval's names, in the order asked for."""
        return list(dict.fromkeys(one.key for one in self._asked))

    def evaluate(self, run: Data, name: str | None = None, mends: Sequence[str] = ()) -> EvalResult:
        """Scores a run of any kind (see inputs); `name` is what the result and messages call it.

        mends: those of this run, beside those of all.
        Raises InputError for a run that cannot be read or has no query in common with the judgements, EvaluationError
        for a measure of your own that fails unless such errors are collected.
        """
        return self._scored(read_run(run, name or "run", [*self.mends, *mends_of(mends)]), name)

    def compare_against_baseline(  # noqa: PLR0917  # in the order in which one thinks of them
        self,
        baseline: Data | EvalResult,
        candidates: object,
        measures: Measures = None,
        test: str | Iterable[str] | None = None,
        correction: str = "holm",
        alpha: float = 0.05,
        *,
        across: str = "measure",
        num_resamples: int = 10_000,
        seed: int = 0,
        progress: Callable[[float], None] | None = None,
    ) -> Comparisons:
        """Compares runs with a baseline, query by query, and corrects p for their number; print() the answer.

        baseline: a run as evaluate() takes it, an EvalResult, or the name of one of the candidates. candidates: a
        mapping from name to such runs, a list of them, or one path, text or EvalResult. measures: as for Evaluator,
        whose own count for None. test: one or several of t (or paired_t), randomization, wilcoxon, sign, bootstrap and
        tukey; the first two for None. correction: holm, fdr_bh (or bh), bonferroni or none, over the comparisons of
        each measure, or of all with across="all". alpha: of the intervals (0.95 for 0.05), and the limit below which a
        corrected p is marked. progress is told the share of the resampling that is done. Raises SettingError or
        InputError.
        """
        from .compare.evaluated import Scorer, against_baseline
        from .compare.plan import How

        how = How(test, correction, across, num_resamples, seed, alpha, progress)
        asked = self._asked if measures is None else measures_of(measures, self.settings)
        return against_baseline(Scorer(self._scored_as, self.settings, asked), baseline, candidates, how)

    def compare_all(
        self,
        runs: object,
        measure: Measures = None,
        test: str | Iterable[str] | None = None,
        correction: str = "holm",
        alpha: float = 0.05,
        *,
        across: str = "measure",
        num_resamples: int = 10_000,
        seed: int = 0,
        progress: Callable[[float], None] | None = None,
    ) -> Comparisons:
        """Compares every run with every other; the rest is as for compare_against_baseline.

        measure: one name or several. Where there are many runs, test="tukey" (randomized Tukey HSD) is made for this.
        """
        from .compare.evaluated import Scorer, all_pairs
        from .compare.plan import How

        how = How(test, correction, across, num_resamples, seed, alpha, progress)
        asked = self._asked if measure is None else measures_of(measure, self.settings)
        return all_pairs(Scorer(self._scored_as, self.settings, asked), runs, how)

    def evaluate_arrays(
        self,
        query_ids: Iterable[object],
        doc_ids: Iterable[object],
        scores: Iterable[object] | None = None,
        name: str | None = None,
    ) -> EvalResult:
        """Scores a run held in arrays, lists or NumPy's.

        Either three flat ones of equal length, an element for each result; or one query id for each row of doc_ids,
        which holds that query's documents, and a row of scores as long. Higher scores are better: give distances with
        a minus sign. Without scores, documents stand best first. Raises InputError as evaluate() does, and for lengths
        that differ.
        """
        results = read_source(lambda: from_arrays(query_ids, doc_ids, scores, name or "run"), read_results)
        return self._scored(results, name)

    def _scored_as(self, run: Data, name: str | None, asked: list[Asked]) -> EvalResult:
        return self._scored(read_run(run, name or "run", self.mends), name, asked)

    def _scored(self, results: Results, name: str | None, asked: list[Asked] | None = None) -> EvalResult:
        failures = Failures()
        if asked is None:
            asked = self._asked
        if self.on_error == "collect":
            asked = collecting(asked, failures)
        result = score(self.judgements, results, asked, self.settings)
        result.errors = failures.errors
        result.name = name or (results.tag if results.name == "run" else None) or results.name
        read = [*_named(self.judgements.name, self.judgements.notes), *_named(results.name, results.notes)]
        result.notes = [*read, *result.notes, *failures.notes()]
        return result


def evaluate(qrels: Data, run: Data, measures: Measures = None, **settings: object) -> EvalResult:
    """Scores `run` against `qrels`, once: Evaluator(qrels, measures, ...).evaluate(run), but for the preset.

    `settings` are those of Evaluator, on_error among them. The preset is `calculator` unless another is given: means
    over the judged queries that have a relevant document.
    Raises InputError, SettingError or EvaluationError.
    """
    if settings.get("preset") is None:
        settings["preset"] = "calculator"
    return Evaluator(qrels, measures, **settings).evaluate(run)  # type: ignore[arg-type]  # settings_of checks them


def measures_of(measures: Measures, settings: Settings) -> list[Asked]:
    """The measures asked for.

    Raises SettingError for an entry that is neither name nor measure, and for a name that means nothing.
    """
    if measures is None:
        return parse_measures(None, settings)
    one = isinstance(measures, (str, Measure)) or callable(measures)
    names: list[str | Measure] = []
    for given in [measures] if one or not isinstance(measures, Iterable) else measures:
        measure = given if isinstance(given, str) else measure_of(given)
        if measure is None:
            message = f"measure {len(names) + 1} is {kind_of(given)}, neither a name nor a measure"
            raise SettingError("measures", message, "give names such as 'map' or 'nDCG@10', or measures of your own")
        names.append(measure)
    if not names:
        raise SettingError("measures", "no measure is asked for", "give names such as 'map', or None for the usual")
    return parse_measures(names, settings)


def mends_of(mends: Sequence[str]) -> list[str]:
    """The mends given, one by itself too. Raises SettingError for one that means nothing."""
    from .mends import parse_mend

    return [parse_mend(mend).spelled() for mend in ([mends] if isinstance(mends, str) else mends)]


def _named(name: str, notes: list[Note]) -> list[Note]:
    """Notes that say which input they are about."""
    return [note._replace(text=f"{name}: {note.text}") for note in notes]
