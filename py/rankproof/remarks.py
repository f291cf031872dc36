"""Remarks on a run's numbers: ties, repeated ranks, unjudged documents and other facts that decide what they mean."""

from __future__ import annotations

from .formats import Ranking, Results
from .names import Asked
from .nearties import NearTies
from .problems import SHOWN_EXAMPLES, Note, counted, listed
from .ranking import Ordered, QueryState
from .rules import Rules
from .settings import Settings

TIE_RULES = {
    "docno-desc": "by document id, descending, as trec_eval does",
    "docno-asc": "by document id, ascending",
    "number-asc": "by document number, ascending",
    "given": "as given",
}


class Tally:
    """Watches the queries of one run as they are scored, and says afterwards what was remarkable."""

    def __init__(self, results: Results, asked: list[Asked], settings: Settings) -> None:
        self.results = results
        self.settings = settings
        self.k = settings.k
        self.cutoffs = {one.parameters.k for one in asked if one.parameters.k is not None}
        self.graded = any(one.definition.graded for one in asked)
        self.recall_k = [k for one in asked if one.definition.name == "recall" and (k := one.parameters.k)]
        self.near_ties = NearTies(settings.depth)
        self.rules = Rules(asked)
        self.tied_queries: list[str] = []
        self.tied_results = 0
        self.crossing: list[tuple[str, int, int, float, str]] = []
        self.scored_rows = 0
        self.all_tied = True
        self.one_score: float | None = None
        self.judged_results = 0
        self.retrieved = 0
        self.unjudged_top = 0
        self.top = 0
        self.same_grade: list[str] = []
        self.capped: list[tuple[str, int]] = []
        self.short: list[str] = []
        self.not_retrieved = 0
        self.not_retrieved_queries: list[str] = []

    def add(self, ranking: Ranking, ordered: Ordered, state: QueryState) -> None:
        """Takes note of one query that is averaged."""
        query, relevances = state.qid, state.relevances
        self._add_ties(query, ranking, ordered)
        if not self.results.by_rank:
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
                self.same_grade.append(f"{query}: {sum(state.rel_levels.values())} judged")
        if self.recall_k and state.num_rel > min(self.recall_k):
            self.capped.append((query, state.num_rel))
        if 0 < len(relevances) < self.k:
            self.short.append(query)
        if state.num_rel > state.num_rel_ret and relevances:
            self.not_retrieved += state.num_rel - state.num_rel_ret
            self.not_retrieved_queries.append(query)

    def _add_ties(self, query: str, ranking: Ranking, ordered: Ordered) -> None:
        scores = ranking.scores
        if scores is None or self.results.by_rank:
            self.all_tied = False
        elif scores:
            self.scored_rows += len(scores)
            self.one_score = scores[0] if self.one_score is None else self.one_score
            whole = len(scores) == 1 or ordered.ties == [(1, len(scores))]
            self.all_tied = self.all_tied and whole and scores[0] == self.one_score
        depth = self.settings.depth
        ties = [tie for tie in ordered.ties if depth is None or tie[0] <= depth]
        if not ties:
            return
        self.tied_queries.append(query)
        self.tied_results += sum(last - first + 1 for first, last in ties)
        if len(self.crossing) < SHOWN_EXAMPLES:
            for first, last in ties:
                if first <= self.k < last:
                    falling = sorted(scores or [], reverse=True)
                    at_k = "" if ranking.repeated else ordered.documents[self.k - 1]
                    self.crossing.append((query, first, last, falling[first - 1], at_k))

    def notes(self) -> list[Note]:
        """The remarks, in a fixed order."""
        found = [
            self._none_judged(),
            self._ties(),
            self._crossing(),
            self.near_ties.note(),
            self._unjudged(),
            self._not_retrieved(),
            self._short(),
            self._capped(),
            self._same_grade(),
            *self.rules.notes(),
        ]
        return [note for note in found if note is not None]

    def _none_judged(self) -> Note | None:
        if self.judged_results or not self.retrieved:
            return None
        text = (
            "None of the retrieved documents is judged, so every measure is 0. "
            "Check that document ids are written alike in both inputs."
        )
        return Note("warning", "none-judged", text)

    def _ties(self) -> Note | None:
        if not self.tied_queries:
            return None
        rule = TIE_RULES[self.settings.ties]
        if self.results.by_rank:
            text = (
                f"{counted(self.tied_results, 'result')} share a rank with others ({listed(self.tied_queries)}); "
                f"they are ordered {rule}."
            )
            return Note("info", "ties", text, self.tied_results, examples=tuple(self.tied_queries[:3]))
        unused = "; the rank column is not used" if self.results.has_ranks and self.settings.ties != "given" else ""
        if self.all_tied and self.scored_rows > 1:
            text = (
                f"All {self.scored_rows:,} scores are equal ({self.one_score:g}): "
                f"the ranking evaluated is the order of the documents {rule}{unused}."
            )
            return Note("warning", "all-scores-equal", text, self.scored_rows, examples=tuple(self.tied_queries[:3]))
        queries = counted(len(self.tied_queries), "query")
        text = (
            f"{counted(self.tied_results, 'result')} in {queries} ({listed(self.tied_queries)}) are tied on score; "
            f"tied documents are ordered {rule}{unused}."
        )
        return Note("info", "ties", text, self.tied_results, examples=tuple(self.tied_queries[:3]))

    def _crossing(self) -> Note | None:
        if not self.crossing or self.k not in self.cutoffs:
            return None
        query, first, last, score, at_k = self.crossing[0]
        kind = "share a rank" if self.results.by_rank else f"share score {score:g}"
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
            f"({counted(len(self.not_retrieved_queries), 'query')}: {listed(self.not_retrieved_queries)}); "
            f"{'they count' if many else 'it counts'} in recall{ideal}."
        )
        return Note("info", "not-retrieved", text, self.not_retrieved, examples=tuple(self.not_retrieved_queries[:3]))

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
        text = (
            f"In {counted(len(self.same_grade), 'query')} ({listed(self.same_grade)}) all judged documents and all "
            "results have the same grade, so nDCG cannot tell one order from another."
        )
        queries = tuple(entry.rsplit(":", 1)[0] for entry in self.same_grade[:3])
        return Note("info", "one-grade", text, len(self.same_grade), examples=queries)
