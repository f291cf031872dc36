"""Tells where a measure's own rules decide a number: grades that it clips, ranks that it leaves out, what is judged."""

from __future__ import annotations

from .names import Asked
from .problems import Note, counted, listed
from .ranking import POOL_NOT_JUDGED, QueryState


class Rules:
    """Watches the queries of one run for what the measures asked for treat by rules of their own."""

    def __init__(self, asked: list[Asked]) -> None:
        self.clipping = [one for one in asked if "max_rel" in one.definition.options]
        self.lowest_top = min((one.parameters.high for one in self.clipping), default=0)
        self.clipped: list[tuple[str, int, int]] = []
        self.stopping = [one for one in asked if _stops(one)]
        self.deepest = min((one.definition.deepest or 0 for one in self.stopping), default=0)
        self.long: list[str] = []
        self.judged = [one for one in asked if one.definition.name in ("judged", "judged_cut")]
        self.pooled: list[tuple[str, int]] = []

    def add(self, state: QueryState) -> None:
        """Takes note of one query."""
        if self.clipping:
            above = {grade: count for grade, count in state.rel_levels.items() if grade > self.lowest_top and count}
            if above:
                self.clipped.append((state.qid, sum(above.values()), max(above)))
        if self.stopping and state.num_ret > self.deepest:
            self.long.append(state.qid)
        if self.judged and state.num_unjudged_in_pool:
            pooled = max(state.relevances[: one.parameters.k].count(POOL_NOT_JUDGED) for one in self.judged)
            if pooled:
                self.pooled.append((state.qid, pooled))

    def notes(self) -> list[Note]:
        """What is to be said, in a fixed order."""
        return [note for note in (self._clipped(), self._stopped(), self._pooled()) if note is not None]

    def _clipped(self) -> Note | None:
        if not self.clipped:
            return None
        queries, counts, grades = zip(*self.clipped, strict=True)
        count, highest = sum(counts), max(grades)
        clipping = [one for one in self.clipping if one.parameters.high < highest]
        tops = sorted({one.parameters.high for one in clipping})
        text = (
            f"{_names(clipping)} {_verb(clipping, 'count')} a grade above max_rel ({listed(list(map(str, tops)))}) as "
            f"max_rel: {counted(count, 'judgement')} above {tops[0]}, the highest {highest} ({listed(queries)})."
        )
        return Note("info", "grades-clipped", text, count, examples=queries[:3])

    def _stopped(self) -> Note | None:
        if not self.long:
            return None
        have = "have" if len(self.long) != 1 else "has"
        text = (
            f"{_names(self.stopping)} {_verb(self.stopping, 'look')} at the first {self.deepest:,} results only, as in "
            f"ir_measures; {counted(len(self.long), 'query')} {have} more ({listed(self.long)})."
        )
        return Note("info", "ranks-left-out", text, len(self.long), examples=tuple(self.long[:3]))

    def _pooled(self) -> Note | None:
        if not self.pooled:
            return None
        queries, counts = zip(*self.pooled, strict=True)
        count = sum(counts)
        have = "have" if count != 1 else "has"
        text = (
            f"{counted(count, 'result')} in {counted(len(queries), 'query')} ({listed(queries)}) "
            f"{have} a grade below 0, in the pool but not judged: "
            f"{_names(self.judged)} {_verb(self.judged, 'count')} such results as not judged, ir_measures as judged."
        )
        return Note("info", "pooled-not-judged", text, count, examples=queries[:3])


def _stops(one: Asked) -> bool:
    """Whether a measure's last rank lies above its cut-off."""
    deepest, k = one.definition.deepest, one.parameters.k
    return deepest is not None and (k is None or k > deepest)


def _names(asked: list[Asked]) -> str:
    return listed([one.label for one in asked])


def _verb(asked: list[Asked], verb: str) -> str:
    return verb if len(asked) != 1 else f"{verb}s"
