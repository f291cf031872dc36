"""Calculates measures: the providers of ir_measures as the conventions that each brings to the one engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product
from math import isnan

from ...alike import likely_cause
from ...formats import Judgements, Ranking
from ...names import Asked
from ...ranking import join, order
from ...scoring import check_gains, measure
from .inputs import judgements_of, require_text, scores_of
from .measure import NOT_PROVIDED, Measure
from .measures import BY_SUBTOPIC
from .notice import warn
from .parsing import parse_measure
from .records import CalcResults, Metric
from .scoring import SETTINGS, asked_of

Measures = Measure | str | Iterable[Measure | str]
"""One measure or several, as objects or names."""


class Provider:
    """A tool that ir_measures asks for measures, as what it does with a run; its sums are this package's.

    ties: the order of documents with equal scores (see Settings). takes: the measures it has, each with a condition.
    text_ids: it refuses ids that are no text. every_query: judged queries without a value count with the measure's
    DEFAULT, else they are left out.
    """

    def __init__(
        self,
        name: str,
        ties: str,
        takes: Mapping[str, Callable[[Measure], bool]],
        *,
        text_ids: bool = False,
        every_query: bool = True,
    ) -> None:
        self.NAME = name
        self.ties = ties
        self.takes = takes
        self.text_ids = text_ids
        self.every_query = every_query

    def is_available(self) -> bool:
        """True: nothing needs to be installed."""
        return True

    def supports(self, measure: Measure) -> bool:
        """Whether it calculates a measure. Raises BadMeasure for one with wrong parameters."""
        measure.validate_params()
        return measure.NAME in self.takes and self.takes[measure.NAME](measure)

    def run_inputs(self, measures: Iterable[Measure]) -> list[str]:  # noqa: ARG002 - the same for all measures
        """The fields of a run that measures need."""
        return ["query_id", "doc_id", "score"]

    def qrel_inputs(self, measures: Iterable[Measure]) -> list[str]:  # noqa: ARG002 - the same for all measures
        """The fields of judgements that measures need."""
        return ["query_id", "doc_id", "relevance"]

    def evaluator(self, measures: Measures, qrels: object) -> Evaluator:
        """What scores any number of runs against these judgements.

        Raises ValueError for a measure that this provider does not calculate, and whatever the judgements call for (see
        judgements_of).
        """
        return Evaluator(self._assigned(_listed(measures)), judgements_of(qrels))

    def _assigned(self, measures: list[Measure]) -> dict[Measure, Provider]:
        for one in measures:
            if not self.supports(one):
                raise ValueError(f"unsupported measure {one}: {self.NAME} does not calculate it")
        return dict.fromkeys(measures, self)

    def iter_calc(self, measures: Measures, qrels: object, run: object) -> Iterator[Metric]:
        """The value of each measure for each judged query: those of the run in its order, then the missing ones."""
        return self.evaluator(measures, qrels).iter_calc(run)

    def calc_aggregate(self, measures: Measures, qrels: object, run: object) -> dict[Measure, float]:
        """{measure: mean over the judged queries}, of counts the sum; a query missing from the run counts as 0."""
        return self.evaluator(measures, qrels).calc_aggregate(run)

    def calc(self, measures: Measures, qrels: object, run: object) -> CalcResults:
        """Both: calc_aggregate as `aggregated` and the list of iter_calc as `per_query`."""
        return self.evaluator(measures, qrels).calc(run)


class FallbackProvider(Provider):
    """Asks, for each measure, the first of several providers that calculates it."""

    def __init__(self, providers: Iterable[Provider]) -> None:
        super().__init__("fallback", "docno-desc", {})
        self.providers = list(providers)

    def supports(self, measure: Measure) -> bool:
        """Whether any of the providers calculates a measure."""
        return any(provider.supports(measure) for provider in self.providers)

    def _assigned(self, measures: list[Measure]) -> dict[Measure, Provider]:
        return {one: self._first(one) for one in measures}

    def _first(self, measure: Measure) -> Provider:
        for provider in self.providers:
            if provider.supports(measure):
                return provider
        why = "it needs judgements by subtopic, which are not read" if measure.NAME in BY_SUBTOPIC else "no provider"
        raise ValueError(f"Unsupported measure {measure}: {why}")


class Evaluator:
    """Scores runs by some measures against some judgements, which are read once."""

    def __init__(self, providers: Mapping[Measure, Provider], judged: dict[str, dict[str, int]]) -> None:
        self.measures = list(providers)
        self.qrel_qids = set(judged)
        self._judged = judged
        self._groups: dict[Provider, dict[Measure, Asked]] = {}
        for one, provider in providers.items():
            self._groups.setdefault(provider, {})[one] = asked_of(one)
        # ir_measures fills in for providers that leave queries out when it has asked several.
        self._every_query = len(self._groups) != 1 or all(provider.every_query for provider in self._groups)
        self._check()

    def _check(self) -> None:
        if self._text_ids:
            require_text(self._judged, "qrels")
        judgements = Judgements("qrels", "")
        judgements.grades = self._judged
        check_gains(judgements, [one for group in self._groups.values() for one in group.values()])

    @property
    def _text_ids(self) -> bool:
        return any(provider.text_ids for provider in self._groups)

    def iter_calc(self, run: object) -> Iterator[Metric]:
        """The value of each measure for each judged query: those of the run in its order, then the missing ones.

        Raises what the run calls for, see scores_of.
        """
        scores = scores_of(run)
        if self._text_ids:
            require_text(scores, "run")
        self._warn_of_nothing_in_common(scores)
        return self._metrics(scores)

    def _metrics(self, scores: dict[str, dict[str, float]]) -> Iterator[Metric]:
        missing = set(product(self.measures, self.qrel_qids))
        for query, scored in scores.items():
            if not self._judged.get(query):
                continue
            values = self._values(query, scored)
            for one in self.measures:
                if not isnan(values[one]):
                    missing.discard((one, query))
                    yield Metric(query, one, values[one])
        if self._every_query:
            for one, query in sorted(missing, key=lambda pair: (str(pair[0]), pair[1])):
                yield Metric(query, one, one.DEFAULT)

    def _values(self, query: str, scored: Mapping[str, float]) -> dict[Measure, float]:
        ranking = Ranking(list(scored), list(scored.values()))
        judged = self._judged[query]
        found: dict[Measure, float] = {}
        for provider, group in self._groups.items():
            settings = SETTINGS._replace(ties=provider.ties)
            ordered = order(ranking, provider.ties)
            state = join(query, ordered, judged, settings)
            values = measure(state, list(group.values()), settings, partial(join, query, ordered, judged))
            found.update(zip(group, map(float, values), strict=True))
        return found

    def _warn_of_nothing_in_common(self, scores: Mapping[str, object]) -> None:
        if scores and self.qrel_qids and self.qrel_qids.isdisjoint(scores):
            ids = {str(one) for one in self.qrel_qids}, {str(one) for one in scores}
            cause = f": {found}" if (found := likely_cause(*ids)) else ""
            warn(f"none of the judged queries is in the run, so all values are 0{cause}")

    def calc_aggregate(self, run: object) -> dict[Measure, float]:
        """{measure: mean over the judged queries}, of counts the sum; a query missing from the run counts as 0."""
        aggregated: dict[Measure, float] = self.calc(run).aggregated
        return aggregated

    def calc(self, run: object) -> CalcResults:
        """Both: calc_aggregate as `aggregated` and the list of iter_calc as `per_query`."""
        aggregators = {one: one.aggregator() for one in self.measures}
        metrics = list(self.iter_calc(run))
        for metric in metrics:
            aggregators[metric.measure].add(metric.value)
        return CalcResults({one: aggregator.result() for one, aggregator in aggregators.items()}, metrics)


def _listed(measures: Measures) -> list[Measure]:
    """The measures, each once, in the order given."""
    several = [measures] if isinstance(measures, (Measure, str)) else measures
    return list(dict.fromkeys(map(parse_measure, several)))


def _any(_measure: Measure) -> bool:
    return True


def _whole(measure: Measure) -> bool:
    return measure["cutoff"] is NOT_PROVIDED


def _linear(measure: Measure) -> bool:
    return bool(measure["dcg"] == "log2")


def _all_of(*names: str) -> dict[str, Callable[[Measure], bool]]:
    return dict.fromkeys(names, _any)


TREC_EVAL = ("P", "Rprec", "AP", "R", "Bpref", "NumRet", "NumQ", "NumRel", "SetAP", "SetF", "SetP", "SetR", "Success")
# Not AP: what cwl-eval calls so is over the relevant documents that were retrieved.
CWL = ("P", "RBP", "BPM", "SDCG", "NERR8", "NERR9", "NERR10", "NERR11", "INST", "INSQ")

pytrec_eval = Provider(
    "pytrec_eval",
    "docno-desc",
    {**_all_of(*TREC_EVAL, "IPrec", "infAP"), "RR": _whole, "nDCG": _linear},
    text_ids=True,
)
cwl_eval = Provider("cwl_eval", "given", {**_all_of(*CWL), "RR": _whole})
compat = Provider("compat", "docno-asc", _all_of("Compat"))
judged = Provider("judged", "docno-asc", _all_of("Judged"))
msmarco = Provider("msmarco", "docno-asc", _all_of("RR"))
gdeval = Provider("gdeval", "docno-desc", {**_all_of("ERR"), "nDCG": lambda one: not _linear(one)}, text_ids=True)
accuracy = Provider("accuracy", "given", _all_of("Accuracy"), every_query=False)

PROVIDERS = (pytrec_eval, cwl_eval, compat, judged, msmarco, gdeval, accuracy)
"""In the order in which ir_measures asks them."""

registry = {provider.NAME: provider for provider in PROVIDERS}

DefaultPipeline = FallbackProvider(PROVIDERS)
