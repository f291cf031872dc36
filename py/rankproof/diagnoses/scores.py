"""Looks for scores that run the wrong way, or hardly tell results apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..coverage import natural_key
from ..formats import Judgements, Ranking, Results
from ..problems import SHOWN_EXAMPLES, counted, listed
from .diagnosis import Diagnosis

MOSTLY = 0.9
"""The share of queries from which on a direction is no accident."""

FEW_VALUES = 0.05
"""The share of distinct scores among a query's results up to which ties decide the ranking."""


def direction(_judgements: Judgements, results: Results) -> Iterator[Diagnosis]:
    """Scores that rise where ranks or rows go down: distances, or scores read as ranks."""
    looked_at = [(query, one) for query, one in results.rankings.items() if _tells(one)]
    rising = sorted((query for query, one in looked_at if _rises(one)), key=natural_key)
    if not looked_at or len(rising) < MOSTLY * len(looked_at):
        return
    of = f"{len(rising):,} of {counted(len(looked_at), 'query')} with two or more results ({listed(rising)})"
    examples = tuple(rising[:SHOWN_EXAMPLES])
    if results.by_rank:
        text = f"The column read as ranks falls as the rows go down, in {of}: it may hold scores."
        mend = "if it holds scores, name the column score in a header row"
        yield Diagnosis("ranks-fall", text, mend, len(rising), examples)
        return
    against = "as the rank column goes down" if results.has_ranks else "as the rows go down"
    text = f"The scores rise {against}, in {of}: they may be distances, of which the lowest is best."
    mend = "give distances with a minus sign, or leave the scores out and give the documents best first"
    yield Diagnosis("scores-rise", text, mend, len(rising), examples)


def _tells(ranking: Ranking) -> bool:
    scores = ranking.scores
    return scores is not None and len(scores) > 1 and min(scores) < max(scores)


def _rises(ranking: Ranking) -> bool:
    """Whether scores never fall from rank to rank, or from row to row where ranks say no more than the rows."""
    scores = ranking.scores or []
    if ranking.ranks is not None:
        try:
            ranks = list(map(float, ranking.ranks))
        except ValueError:
            return False
        scores = [score for _, score in sorted(zip(ranks, scores, strict=True))]
    return all(before <= after for before, after in pairwise(scores))


def distinct(_judgements: Judgements, results: Results) -> Iterator[Diagnosis]:
    """Scores that are all equal, or have so few values that the rule for ties makes the ranking."""
    if results.by_rank:
        return
    tied = []
    for query, ranking in results.rankings.items():
        scores = ranking.scores
        if scores is not None and len(scores) > 1:
            values = len(set(scores))
            if values == 1 or values <= FEW_VALUES * len(scores):
                tied.append((query, values))
    scored = sum(one.scores is not None and len(one.scores) > 1 for one in results.rankings.values())
    if not tied or len(tied) < scored / 2:
        return
    tied.sort(key=lambda pair: natural_key(pair[0]))
    most = max(values for _, values in tied)
    queries = [query for query, _ in tied]
    what = "all scores are equal" if most == 1 else f"the scores have {most} values at most"
    text = (
        f"In {len(tied):,} of {counted(scored, 'query')} ({listed(queries)}) {what}, so that the order of equal "
        "scores, by document id, makes the ranking."
    )
    mend = "write the scores with all their digits, or give ranks and score with equal scores as given"
    yield Diagnosis("scores-tied", text, mend, len(tied), tuple(queries[:SHOWN_EXAMPLES]))
