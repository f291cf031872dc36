"""Remarks on a run's numbers: ties, repeated ranks, unjudged documents and other facts that decide what they mean."""

from __future__ import annotations

from .formats import Ranking, Results
from .names import Asked
from .nearties import NearTies
from .problems import Note, counted, listed
from .ranking import Ordered, QueryState
from .rules import Rules
from .settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

TIE_RULES = {
    "docno-desc": "by document id, descending, as trec_eval does",
    "docno-asc": "by document id, ascending",
    "number-asc": "by document number, ascending",
    "given": "as given",
}


COUNTS = ("tied_results", "scored_rows", "judged_results", "retrieved", "unjudged_top", "top", "not_retrieved")
LISTS = ("tied", "crossing", "same_grade", "capped", "short", "incomplete")
"""The fields of a tally, which add up."""


class Tally:
    """Watches the queries of one run as they are scored, and says afterwards what was remarkable.

    Tallies of parts of a run add up to that of the whole, in whatever order the queries came.
    """

    def __init__(self, asked: list[Asked], settings: Settings) -> None:
        self.settings = settings
        self.k = settings.k
        self.cutoffs = {one.parameters.k for one in asked if one.parameters.k is not None}
        self.graded = any(one.definition.graded for one in asked)
        self.recall_k = [k for one in asked if one.definition.name == "recall" and (k := one.parameters.k)]
        self.near_ties = NearTies(settings.depth)
        self.rules = Rules(asked)
        self.tied_results = 0
        self.scored_rows = 0
        self.judged_results = 0
        self.retrieved = 0
        self.unjudged_top = 0
        self.top = 0
        self.not_retrieved = 0
        self.tied: list[str] = []
        self.crossing: list[tuple[str, int, int, float, str]] = []
        self.scores: list[float | None] = []
        self.same_grade: list[tuple[str, int]] = []
        self.capped: list[tuple[str, int]] = []
        self.short: list[str] = []
        self.incomplete: list[str] = []

    def _by_query(self) -> dict[str, list[Any]]:
        """The lists that hold an entry for each remarkable query: its id, or what begins with its id."""
        return {
            **{name: getattr(self, name) for name in LISTS},
            "near": self.near_ties.found,
            "clipped": self.rules.clipped,
            "long": self.rules.long,
            "pooled": self.rules.pooled,
        }

    def state(self) -> dict[str, Any]:
        """What was counted and listed, as plain data."""
        return {**{name: getattr(self, name) for name in COUNTS}, **self._by_query(), "scores": self.scores}

    def add_state(self, state: Mapping[str, Any]) -> None:
        """Adds what another tally, of another part of the run, counted and listed."""
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + state[name])
        for name, entries in self._by_query().items():
            entries.extend(state[name])
        self.scores = list(dict.fromkeys([*self.scores, *state["scores"]]))

    def add(self, query: str, ranking: Ranking, ordered: Ordered, state: QueryState) -> None:
        """Takes note of one query that is averaged."""
        relevances = state.relevances
        self._add_ties(query, ranking, ordered)
        self.near_ties.add(query, ranking, ordered)
        self.rules.add(state)
        self.judged_results += state.num_ret - state.num_nonpool - state.num_unjudged_in_pool
        self.retrieved += len(ordered.documents)
        top = relevances[: self.k]
        self.top += len(top)
        self.unjudged_top += top.count(-1) + top.count(-2)
        if len(relevances) > 1 and relevances[0] > 0 and relevances.count(relevances[0]) == len(relevances):
            levels = {grade for grade, count in state.rel_levels.items() if count}
            if levels == {relevances[0]}:
                self.same_grade.append((query, sum(state.rel_levels.values())))
        if self.recall_k and state.num_rel > min(self.recall_k):
            self.capped.append((query, state.num_rel))
        if 0 < len(relevances) < self.k:
            self.short.append(query)
        if state.num_rel > state.num_rel_ret and relevances:
            self.not_retrieved += state.num_rel - state.num_rel_ret
            self.incomplete.append(query)

    def _add_ties(self, query: str, ranking: Ranking, ordered: Ordered) -> None:
        scores = ranking.scores
        if scores is None and ranking.documents:
            self._note_score(None)
        elif scores:
            self.scored_rows += len(scores)
            whole = len(scores) == 1 or (len(ordered.ties) == 1 and ordered.ties[0][:2] == (1, len(scores)))
            self._note_score(scores[0] if whole else None)
        depth = self.settings.depth
        ties = [tie for tie in ordered.ties if depth is None or tie[0] <= depth]
        if not ties:
            return
        self.tied.append(query)
        for first, last, score in ties:
            self.tied_results += last - first + 1
            if first <= self.k < last:
                at_k = "" if ranking.repeated else ordered.documents[self.k - 1]
                self.crossing.append((query, first, last, score, at_k))

    def _note_score(self, score: float | None) -> None:
        """Keeps apart a query whose scores are all `score`; None for one with several."""
        if len(self.scores) < 2 and score not in self.scores:
            self.scores.append(score)

    def notes(self, results: Results, queries: list[str]) -> list[Note]:
        """The remarks, in a fixed order; `queries` are those averaged, in the order in which examples are given."""
        self._sort(queries)
        found = [
            self._none_judged(),
            self._ties(results),
            self._crossing(results),
            None if results.by_rank else self.near_ties.note(),
            self._unjudged(),
            self._not_retrieved(),
            self._short(),
            self._capped(),
            self._same_grade(),
            *self.rules.notes(),
        ]
        return [note for note in found if note is not None]

    def _sort(self, queries: list[str]) -> None:
        place = {query: position for position, query in enumerate(queries)}
        for entries in self._by_query().values():
            entries.sort(key=lambda entry: place[entry if isinstance(entry, str) else entry[0]])

    def _none_judged(self) -> Note | None:
        if self.judged_results or not self.retrieved:
            return None
        text = (
            "None of the retrieved documents is judged, so every measure is 0. "
            "Check that document ids are written alike in both inputs."
        )
        return Note("warning", "none-judged", text)

    def _ties(self, results: Results) -> Note | None:
        if not self.tied:
            return None
        rule = TIE_RULES[self.settings.ties]
        tied, rows = self.tied_results, self.scored_rows
        if results.by_rank:
            text = f"{counted(tied, 'result')} share a rank with others ({listed(self.tied)}); they are ordered {rule}."
            return Note("info", "ties", text, tied, examples=tuple(self.tied[:3]))
        unused = "; the rank column is not used" if results.has_ranks and self.settings.ties != "given" else ""
        if len(self.scores) == 1 and (score := self.scores[0]) is not None and rows > 1:
            text = (
                f"All {rows:,} scores are equal ({score:g}): "
                f"the ranking evaluated is the order of the documents {rule}{unused}."
            )
            return Note("warning", "all-scores-equal", text, rows, examples=tuple(self.tied[:3]))
        queries = counted(len(self.tied), "query")
        text = (
            f"{counted(tied, 'result')} in {queries} ({listed(self.tied)}) are tied on score; "
            f"tied documents are ordered {rule}{unused}."
        )
        return Note("info", "ties", text, tied, examples=tuple(self.tied[:3]))

    def _crossing(self, results: Results) -> Note | None:
        if not self.crossing or self.k not in self.cutoffs:
            return None
        query, first, last, score, at_k = self.crossing[0]
        kind = "share a rank" if results.by_rank else f"share score {score:g}"
        which = f" ({at_k} comes at rank {self.k})" if at_k else ""
        text = (
            f"A tie crosses rank k = {self.k}: in query {query}, ranks {first} to {last} {kind}, "
            f"so the tie rule decides which of them count in the top k{which}."
        )
        return Note("info", "tie-at-k", text, examples=(query,))

    def _unjudged(self) -> Note | None:
        if not self.unjudged_top or not self.judged_results or self.settings.unjudged == "removed":
            return None
        verb = "is" if self.unjudged_top == 1 else "are"
        text = (
            f"{self.unjudged_top:,} of the {self.top:,} results in the top {self.k} {verb} unjudged, "
            "counted as not relevant."
        )
        return Note("info", "unjudged-in-top-k", text, self.unjudged_top)

    def _not_retrieved(self) -> Note | None:
        if not self.not_retrieved:
            return None
        many = self.not_retrieved != 1
        ideal = " and in the ideal ranking of nDCG" if self.graded else ""
        text = (
            f"{counted(self.not_retrieved, 'relevant document')} {'were' if many else 'was'} not retrieved "
            f"({counted(len(self.incomplete), 'query')}: {listed(self.incomplete)}); "
            f"{'they count' if many else 'it counts'} in recall{ideal}."
        )
        return Note("info", "not-retrieved", text, self.not_retrieved, examples=tuple(self.incomplete[:3]))

    def _short(self) -> Note | None:
        if not self.short or self.k not in self.cutoffs:
            return None
        have = "have" if len(self.short) != 1 else "has"
        text = (
            f"{counted(len(self.short), 'query')} {have} fewer than {self.k} results ({listed(self.short)}); "
            f"precision still divides by {self.k}."
        )
        return Note("info", "fewer-than-k", text, len(self.short), examples=tuple(self.short[:3]))

    def _capped(self) -> Note | None:
        if not self.capped:
            return None
        k = min(self.recall_k)
        query, relevant = self.capped[0]
        have = "have" if len(self.capped) != 1 else "has"
        text = (
            f"{counted(len(self.capped), 'query')} {have} more than {counted(k, 'relevant document')}, "
            f"so Recall@{k} cannot reach 1 there ({query}: {relevant:,} relevant, at most {k / relevant:.4g})."
        )
        return Note(
            "info", "recall-capped", text, len(self.capped), examples=tuple(query for query, _ in self.capped[:3])
        )

    def _same_grade(self) -> Note | None:
        if not self.same_grade or not self.graded:
            return None
        judged = [f"{query}: {count} judged" for query, count in self.same_grade]
        text = (
            f"In {counted(len(self.same_grade), 'query')} ({listed(judged)}) all judged documents and all "
            "results have the same grade, so nDCG cannot tell one order from another."
        )
        queries = tuple(query for query, _ in self.same_grade[:3])
        return Note("info", "one-grade", text, len(self.same_grade), examples=queries)
