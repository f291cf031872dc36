"""pytrec_eval's interface: `from rankproof.compat import pytrec_eval` in the place of `import pytrec_eval`."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import exp, isfinite, isnan, nan
from operator import index
from warnings import warn

from ..formats import Ranking
from ..measures import Workings
from ..ranking import join, order
from ..settings import Settings
from .pytrec_names import asked_columns, supported_measures, supported_nicknames
from .trec_eval_9 import value

__version__ = "0.5.11"
"""The version of pytrec_eval-terrier whose interface this is."""

__all__ = [
    "RelevanceEvaluator",
    "compute_aggregated_measure",
    "parse_qrel",
    "parse_run",
    "supported_measures",
    "supported_nicknames",
]

LARGEST_LEVEL = 2**31 - 1


class RelevanceEvaluator:
    """Scores runs against one set of judgements, with the values that pytrec_eval gives.

    query_relevance: {query: {document: grade}}, grades whole numbers; one below 0 is in the pool but not judged.
    Queries without a judged document are left out. measures: names, each of supported_measures or supported_nicknames,
    or with parameters: `P_5`, `ndcg_cut.5,10`. relevance_level: the lowest relevant grade, from 1.
    judged_docs_only_flag: whether documents that are not judged are taken out of the ranking first. float32: whether
    scores are rounded to 32-bit floats before documents are ordered, as pytrec_eval does, which makes ties of scores
    that differ; unless asked they count in full. Raises TypeError or ValueError where pytrec_eval does.

    The values are those of trec_eval 9, which pytrec_eval wraps. For iprec_at_recall and 11pt_avg it looks for
    floor(x R + 0.9) of R relevant documents at recall level x, where trec_eval 10 and rankproof.evaluate look for x R
    rounded; both are nan for an empty ranking. gm_map and gm_bpref are logarithms, for compute_aggregated_measure.
    runid and relstring, text in trec_eval, are 0. Where pytrec_eval ends the program there is a value here (negative
    grades only) or a ValueError (`P_0`, `ndcg_5`).
    """

    def __init__(
        self,
        query_relevance: Mapping[str, Mapping[str, int]],
        measures: Iterable[str],
        relevance_level: int = 1,
        judged_docs_only_flag: bool = False,
        *,
        float32: bool = False,
    ) -> None:
        self._columns = asked_columns(measures)
        if not hasattr(query_relevance, "items"):
            raise AttributeError(
                f"query_relevance is {_kind(query_relevance)}; expected {{query: {{document: grade}}}}"
            )
        held = {query: judged for query, judged in query_relevance.items() if not _is_empty(judged)}
        _check(held, int, "query_relevance", "a grade, which is an int", "convert it with int()")
        # Copied, so that what happens to the mapping later changes no score.
        self._judged = {query: dict(judged) for query, judged in held.items()}
        level = _whole(relevance_level, "relevance_level")
        if not 1 <= level <= LARGEST_LEVEL:
            raise TypeError(f"relevance_level is {level}; expected a whole number from 1 to {LARGEST_LEVEL:,}")
        removed = _whole(judged_docs_only_flag, "judged_docs_only_flag") != 0
        self._settings = Settings(relevant_from=level, unjudged="removed" if removed else "nonrelevant")
        self._float32 = float32

    def evaluate(self, scores: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
        """{query: {measure: value}} of a run {query: {document: score}}, for the queries that are judged too.

        Higher scores come first, equal ones by document id descending. Raises TypeError for anything but text, ints and
        floats in dicts, ValueError for a score that is nan, OverflowError for an int that no float can hold.
        """
        if not scores:
            return {}
        if not isinstance(scores, dict):
            raise TypeError(f"the run is {_kind(scores)}; expected a dict {{query: {{document: score}}}}")
        _check(scores, (float, int), "the run", "a score, which is a float or an int", "convert it with float()")
        return {query: self._query(query, ranked) for query, ranked in scores.items() if query in self._judged}

    def _query(self, query: str, ranked: Mapping[str, float]) -> dict[str, float]:
        ordered = order(Ranking(list(ranked), self._scores(query, ranked)), self._settings.ties)
        work = Workings(join(query, ordered, self._judged[query], self._settings))
        return {one.key: value(one, work) for one in self._columns}

    def _scores(self, query: str, ranked: Mapping[str, float]) -> list[float]:
        try:
            scores = list(map(float, ranked.values()))
        except OverflowError:
            raise OverflowError(f"the run, query {query!r}: a score is an int too large for a float") from None
        if not isfinite(sum(scores)) and any(map(isnan, scores)):
            document = next(document for document, score in ranked.items() if isnan(score))
            raise ValueError(f"the run, query {query!r}, document {document!r}: the score is nan, which has no order")
        return array("f", scores).tolist() if self._float32 else scores


def _check(
    held: Mapping[str, Mapping[str, float]], numbers: type | tuple[type, ...], name: str, expected: str, hint: str
) -> None:
    """Raises TypeError unless it is dicts from text to numbers, in a dict from text."""
    for query, values in held.items():
        if not isinstance(query, str):
            raise TypeError(f"{name}: the query {query!r} is {_kind(query)}; expected text, convert it with str()")
        if not isinstance(values, dict):
            raise TypeError(f"{name}, query {query!r}: found {_kind(values)}; expected a dict with documents as keys")
        # The types first, all at once: documents are looked at one by one only when something is off.
        for kind in set(map(type, values)):
            if not issubclass(kind, str):
                odd = next(document for document in values if type(document) is kind)
                found = f"the document {odd!r} is {_kind(odd)}"
                raise TypeError(f"{name}, query {query!r}: {found}; expected text, convert it with str()")
        for kind in set(map(type, values.values())):
            if not issubclass(kind, numbers):
                document, odd = next(pair for pair in values.items() if type(pair[1]) is kind)
                found = f"{odd!r} is {_kind(odd)}"
                raise TypeError(f"{name}, query {query!r}, document {document!r}: {found}; expected {expected}; {hint}")


def _is_empty(judged: object) -> bool:
    return hasattr(judged, "__len__") and len(judged) == 0


def _kind(value: object) -> str:
    return f"of type {type(value).__name__}"


def _whole(value: object, name: str) -> int:
    try:
        return index(value)  # type: ignore[arg-type]  # it raises for what has no __index__
    except TypeError:
        raise TypeError(f"{name} is {value!r}, {_kind(value)}; expected an int or a bool") from None


def parse_run(f_run: Iterable[str]) -> dict[str, dict[str, float]]:
    """{query: {document: score}} from the lines of a TREC run: `query Q0 document rank score tag`.

    Raises ValueError for a line of another shape (blank lines too), AssertionError for a document listed twice.
    """
    run: dict[str, dict[str, float]] = defaultdict(dict)
    for number, line in enumerate(f_run, 1):
        try:
            query, _, document, _, score, _ = line.split()
            read = float(score)
        except ValueError:
            raise _malformed("run", number, line, "query Q0 document rank score tag", f_run) from None
        held = run[query]
        if document in held:
            raise AssertionError(f"run, line {number}: document {document} is listed twice for query {query}")
        held[document] = read
    return run


def parse_qrel(f_qrel: Iterable[str]) -> dict[str, dict[str, int]]:
    """{query: {document: grade}} from the lines of TREC qrels: `query 0 document grade`, grades whole numbers.

    Raises ValueError for a line of another shape (blank lines too), AssertionError for a document judged twice.
    """
    qrel: dict[str, dict[str, int]] = defaultdict(dict)
    for number, line in enumerate(f_qrel, 1):
        try:
            query, _, document, grade = line.split()
            read = int(grade)
        except ValueError:
            raise _malformed("qrel", number, line, "query 0 document grade", f_qrel) from None
        held = qrel[query]
        if document in held:
            raise AssertionError(f"qrel, line {number}: document {document} is judged twice for query {query}")
        held[document] = read
    return qrel


def _malformed(name: str, number: int, line: str, shape: str, lines: object) -> ValueError:
    if isinstance(lines, str):
        return ValueError(f"{name}: expected lines, found text; use an open file, or text.splitlines()")
    return ValueError(f"{name}, line {number}: found {line.strip()[:120]!r}; expected `{shape}`")


def compute_aggregated_measure(measure: str, values: Sequence[float]) -> float:
    """What stands for all queries: the sum where a name starts with num_, the geometric mean of logarithms where it
    starts with gm_, else the mean.

    The values are added in NumPy's order, as pytrec_eval adds them. Of no values the sum is 0, and a mean nan, with a
    RuntimeWarning.
    """
    total = _numpy_sum(list(values))
    if measure.startswith("num_"):
        return total
    if not len(values):
        warn(f"there are no values of {measure} to take the mean of", RuntimeWarning, stacklevel=2)
        return nan
    mean = total / len(values)
    return exp(mean) if measure.startswith("gm_") else mean


def _numpy_sum(values: Sequence[float]) -> float:
    """The sum in the order of numpy.sum: eight running sums over up to 128 values, halves of more."""
    count = len(values)
    if count > 128:
        half = count // 2
        half -= half % 8
        return _numpy_sum(values[:half]) + _numpy_sum(values[half:])
    eights = count - count % 8
    total = 0.0
    if eights:
        a, b, c, d, e, f, g, h = (_in_order(values[start:eights:8]) for start in range(8))
        total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for one in values[eights:]:
        total += one
    return total


def _in_order(values: Sequence[float]) -> float:
    total = 0.0
    for one in values:
        total += one
    return total
