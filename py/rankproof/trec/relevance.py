"""What a topic is scored against in each of trec_eval's formats, and the measures that fit it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count as counting
from itertools import pairwise
from math import isfinite
from typing import Protocol

from ..formats import Ranking
from ..judges import join_judges
from ..measures import Parameters
from ..preferences import Preference, PreferenceError, count
from ..ranking import NOT_JUDGED, Ordered, QueryState, join, order
from ..settings import Settings
from .files import FileError, Warnings, read_qrels, read_text
from .judgements import TrecFormatError, read_prefs, read_qrels_jg, read_qrels_prefs
from .oddities import TrecWorkings, merge_sorted, odd_value
from .options import Options
from .rows import JUDGES_ROWS, PREFERENCE_ROWS, ROWS, Column, columns

Shown = tuple[Column, str, str, bool]
"""A column, how topics are put together ("mean", "sum", "geometric", "none"), where it is shown, whether it counts."""


class TopicError(Exception):
    """A topic or measure that trec_eval cannot score: it ends there."""


class Evidence(Protocol):
    """What the topics are scored against."""

    @property
    def topics(self) -> Mapping[str, object]:
        """The topics, each with what was judged."""

    def columns(self, name: str, text: str | None, collection: int) -> list[Shown]:
        """The columns of a measure with these parameters."""

    def values(self, topic: str, ranking: Ranking, asked: list[Column]) -> list[float | str]:
        """A topic's values."""

    def all_relevant(self) -> int:
        """Documents graded above 0 in all topics, whatever -l says."""


EVERYWHERE: dict[str, Shown] = {
    "runid": (Column("runid", "runid", Parameters()), "none", "mean", False),
    "num_q": (Column("num_q", "num_q", Parameters()), "sum", "mean", True),
}
"""What trec_eval prints for every format."""


def read_evidence(options: Options, warnings: Warnings) -> Evidence:
    """The relevance file of the options. Raises FileError."""
    name = options.rel_file
    text = read_text(name, "qrels")
    if options.rel_format == "qrels":
        return QrelsEvidence(read_qrels(text, name, warnings), options)
    try:
        if options.rel_format == "qrels_jg":
            judged = read_qrels_jg(text, name)
            warnings.add_all(name, judged.warnings)
            return JudgesEvidence(judged.topics, options)
        preferred = read_prefs(text, name) if options.rel_format == "prefs" else read_qrels_prefs(text, name)
        warnings.add_all(name, preferred.warnings)
        return PreferenceEvidence(preferred.topics, options)
    except TrecFormatError as error:
        raise FileError(f"Malformed line {error.line} of '{name}': {error.message}") from None


class QrelsEvidence:
    """Topics scored against grades."""

    def __init__(self, qrels: dict[str, list[tuple[str, int]]], options: Options) -> None:
        self.topics: Mapping[str, list[tuple[str, int]]] = qrels
        self.settings = Settings(
            relevant_from=options.level,
            depth=options.depth,
            unjudged="removed" if options.judged_only else "nonrelevant",
        )

    def columns(self, name: str, text: str | None, collection: int) -> list[Shown]:
        if name in EVERYWHERE:
            return [EVERYWHERE[name]]
        if name == "relstring":
            return [(one, "none", "queries", False) for one in columns(name, "numbers", (10.0,), text, collection)]
        row = ROWS.get(name)
        if row is None:
            raise TopicError(f"measure '{name}' cannot be calculated from qrels")
        found = columns(name, row.parameters, row.defaults, text, collection)
        return [(one, row.average, row.shown, row.whole) for one in found]

    def values(self, topic: str, ranking: Ranking, asked: list[Column]) -> list[float | str]:
        judged = dict(self.topics[topic])
        if len(judged) < len(self.topics[topic]):
            check_doubles([document for document, _ in self.topics[topic]])
        documents = ordered_as_trec_eval(ranking, "docno-desc").documents[: self.settings.depth]
        places = dict(zip(documents, counting(1), strict=False))
        if len(places) < len(documents):
            check_doubles(documents)
        state = join(topic, Ordered(documents, [], places=places), judged, self.settings)
        work = TrecWorkings(state)
        return [self._value(one, state, work) for one in asked]

    def _value(self, one: Column, state: QueryState, work: TrecWorkings) -> float | str:
        if one.name in EVERYWHERE:
            return 1.0
        if one.name == "relstring":
            return relevance_string(state, int(one.parameters.numbers[0]))
        if one.name == "utility" and len(one.parameters.numbers) != 4:
            raise TopicError("measure 'utility' needs four coefficients")
        odd = odd_value(one.name, state, one.parameters, work)
        return ROWS[one.name].formula(work, one.parameters) if odd is None else odd

    def all_relevant(self) -> int:
        return sum(grade > 0 for graded in self.topics.values() for _, grade in graded)


class PreferenceEvidence:
    """Topics scored against preferences."""

    def __init__(self, topics: Mapping[str, Sequence[Preference]], options: Options) -> None:
        self.topics = topics
        self.depth = options.depth

    def columns(self, name: str, _text: str | None, _collection: int) -> list[Shown]:
        if name in EVERYWHERE:
            return [EVERYWHERE[name]]
        if name not in PREFERENCE_ROWS:
            raise TopicError(f"measure '{name}' cannot be calculated from preferences")
        whole = PREFERENCE_ROWS[name].whole
        return [(Column(name, name, Parameters()), "sum" if whole else "mean", "both", whole)]

    def values(self, topic: str, ranking: Ranking, asked: list[Column]) -> list[float | str]:
        # Here trec_eval breaks ties the other way round.
        documents = ordered_as_trec_eval(ranking, "docno-asc").documents
        check_doubles(ranking.documents)
        try:
            counts = count(documents[: self.depth], self.topics[topic])
        except PreferenceError as error:
            raise TopicError(f"judgement group {error.judgement_group}: {error}") from None
        return [1.0 if one.name in EVERYWHERE else PREFERENCE_ROWS[one.name].formula(counts) for one in asked]

    def all_relevant(self) -> int:
        return 0


class JudgesEvidence:
    """Topics scored against the grades of several judges."""

    def __init__(self, topics: Mapping[str, Mapping[str, Mapping[str, int]]], options: Options) -> None:
        self.topics = topics
        self.options = options

    def columns(self, name: str, text: str | None, collection: int) -> list[Shown]:
        if name in EVERYWHERE:
            return [EVERYWHERE[name]]
        row = JUDGES_ROWS.get(name)
        if row is None:
            raise TopicError(f"measure '{name}' cannot be calculated from the judgements of several judges")
        kind = {"cutoff": "cutoffs", "multiple": "levels"}.get(row.parameter, row.parameter)
        return [(one, "mean", "both", False) for one in columns(name, kind, row.defaults, text, collection)]

    def values(self, topic: str, ranking: Ranking, asked: list[Column]) -> list[float | str]:
        documents = ordered_as_trec_eval(ranking, "docno-desc").documents[: self.options.depth]
        check_doubles(documents)
        level, judged_only = self.options.level, self.options.judged_only
        judges = join_judges(topic, documents, self.topics[topic], level, judged_only=judged_only)
        return [self._value(one, judges) for one in asked]

    def _value(self, one: Column, judges: tuple[QueryState, ...]) -> float:
        if one.name in EVERYWHERE:
            return 1.0
        given = one.parameters
        return JUDGES_ROWS[one.name].formula(judges, given.at if given.k is None else given.k)

    def all_relevant(self) -> int:
        graded = [grades.values() for judges in self.topics.values() for grades in judges.values()]
        return sum(grade > 0 for grades in graded for grade in grades)


def check_doubles(documents: list[str]) -> None:
    """Raises TopicError for a document listed twice, as trec_eval does."""
    if len(set(documents)) < len(documents):
        rising = sorted(documents)
        double = next(one for one, other in pairwise(rising) if one == other)
        raise TopicError(f"duplicate docs {double}")


def ordered_as_trec_eval(ranking: Ranking, ties: str) -> Ordered:
    """By falling score, then by document id; with scores that are no numbers, as C's sorting leaves them."""
    if all(map(isfinite, ranking.scores or ())):
        return order(ranking, ties)
    pairs = sorted(zip(ranking.documents, ranking.scores or (), strict=True))
    sign = -1 if ties == "docno-desc" else 1
    left = merge_sorted(pairs, lambda one, other: _compare(one, other, sign))
    return Ordered([document for document, _ in left], [])


def _compare(one: tuple[str, float], other: tuple[str, float], sign: int) -> int:
    if one[1] > other[1]:
        return -1
    if one[1] < other[1]:
        return 1
    return sign * ((one[0] > other[0]) - (one[0] < other[0]))


def relevance_string(state: QueryState, length: int) -> str:
    """A character for the grade of each of the first results: digits, > above 9, - not judged, . pooled only."""
    characters = []
    for relevance in state.relevances[: max(length, 0)]:
        if relevance > 9:
            characters.append(">")
        elif relevance >= 0:
            characters.append(str(relevance))
        else:
            characters.append("-" if relevance == NOT_JUDGED else ".")
    return "".join(characters)
