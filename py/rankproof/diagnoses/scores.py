"""Looks for scores that run the wrong way, or hardly tell results apart."""

from __future__ import annotations

from itertools import pairwise
from math import factorial

from ..coverage import natural_key
from ..mends import Mend
from ..problems import SHOWN_EXAMPLES, counted, listed
from ..remarks import TIE_RULES
from .diagnosis import Diagnosis, Mending, Subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..formats import Ranking

MOSTLY = 0.9
"""The share of queries from which on a direction is no accident."""

SURE = 1000
"""One order in so many: rows that may stand in any order rise so far by accident only as seldom."""

TELLING = 3
"""Ranks of so many rows of a query are seldom written last one first."""

FEW_VALUES = 0.05
"""The share of distinct scores among a query's results up to which ties decide the ranking."""

MOST_COUNTED = 20
"""Results that are counted for that: more of them make no accident likelier."""


def direction(subject: Subject) -> Iterator[Diagnosis]:
    """Scores that rise where ranks or rows go down: distances, or scores read as ranks."""
    looked_at = [(query, one) for query, one in subject.rankings.items() if _tells(one)]
    rising = [(query, one) for query, one in looked_at if _rises(one)]
    if not rising or len(rising) < MOSTLY * len(looked_at) or not _is_sure(subject, [one for _, one in rising]):
        return
    queries = sorted((query for query, _ in rising), key=natural_key)
    of = f"{len(rising):,} of {counted(len(looked_at), 'query')} with two or more results ({listed(queries)})"
    examples = tuple(queries[:SHOWN_EXAMPLES])
    turned = "The results that stand first count as the worst, so that every measure of the ranking’s top is wrong."
    if subject.results.by_rank:
        text = f"The column read as ranks falls as the rows go down, in {of}: it may hold scores."
        mend = "if it holds scores, name the column score in a header row"
        yield Diagnosis("ranks-fall", text, turned, mend, len(rising), examples, _mendings("score"))
        return
    against = "as the rank column goes down" if subject.results.has_ranks else "as the rows go down"
    text = f"The scores rise {against}, in {of}: they may be distances, of which the lowest is best."
    mend = "give distances with a minus sign, or leave the scores out and give the documents best first"
    mendings = _mendings("negate", *(["rank"] if subject.results.has_ranks else []))
    yield Diagnosis("scores-rise", text, turned, mend, len(rising), examples, mendings)


def _mendings(*how: str) -> tuple[Mending, ...]:
    mends = [Mend("results", "scores", one) for one in how]
    return tuple(Mending(mend.label(), (mend.spelled(),)) for mend in mends)


def _tells(ranking: Ranking) -> bool:
    scores = ranking.scores
    return scores is not None and len(scores) > 1 and min(scores) < max(scores)


def _rises(ranking: Ranking) -> bool:
    """Whether scores never fall from rank to rank, or from row to row where ranks say no more than the rows."""
    scores: Sequence[float] = ranking.scores or []
    if ranking.ranks is not None:
        try:
            ranks = list(map(float, ranking.ranks))
        except ValueError:
            return False
        if len(set(ranks)) < len(ranks):
            # Some tools write 0 in every row: such ranks say nothing against the scores.
            return False
        scores = [score for _, score in sorted(zip(ranks, scores, strict=True))]
    return all(before <= after for before, after in pairwise(scores))


def _counts(ranking: Ranking) -> bool:
    """Whether its ranks, which are kept negated, are 1, 2 and so on in some order."""
    return sorted(-score for score in ranking.scores or []) == list(range(1, len(ranking.documents) + 1))


def _is_sure(subject: Subject, rising: Sequence[Ranking]) -> bool:
    """Whether it is more than an accident: ranks contradict the scores, or many rows rise that could stand anyhow."""
    if subject.results.has_ranks:
        return True
    if subject.results.by_rank and any(len(one.documents) >= TELLING or not _counts(one) for one in rising):
        return True
    orders = 1
    for ranking in rising:
        orders *= factorial(min(len(set(ranking.scores or [])), MOST_COUNTED))
        if orders >= SURE:
            return True
    return False


def distinct(subject: Subject) -> Iterator[Diagnosis]:
    """Scores that are all equal, or have so few values that the rule for ties makes the ranking."""
    results, settings = subject.results, subject.settings
    if results.by_rank or (settings.ties == "given" and results.has_ranks):
        return
    # A document listed twice ties with itself, which decides nothing.
    scored = {q: one.scores for q, one in subject.rankings.items() if one.scores and len(set(one.documents)) > 1}
    tied = []
    for query, scores in scored.items():
        values = len(set(scores))
        if values == 1 or values <= FEW_VALUES * len(scores):
            tied.append((query, values))
    if not tied or len(tied) < len(scored) / 2:
        return
    tied.sort(key=lambda pair: natural_key(pair[0]))
    most = max(values for _, values in tied)
    queries = [query for query, _ in tied]
    what = "all scores are equal" if most == 1 else f"the scores have {most} values at most"
    text = f"In {len(tied):,} of {counted(len(scored), 'query')} ({listed(queries)}) {what}."
    unused = "; the rank column is not used" if results.has_ranks else ""
    effect = f"Equal scores are ordered {TIE_RULES[settings.ties]}, and that makes the ranking{unused}."
    mend = "write the scores with all their digits, or give ranks and score with equal scores as given"
    mendings = _mendings("rank") if results.has_ranks and all(map(_ranked, subject.rankings.values())) else ()
    # The note speaks of the whole run, this one of the rankings that were looked at.
    replaces = ("all-scores-equal",) if subject.whole and len(tied) == len(scored) else ()
    examples = tuple(queries[:SHOWN_EXAMPLES])
    yield Diagnosis("scores-tied", text, effect, mend, len(tied), examples, mendings, replaces=replaces)


def _ranked(ranking: Ranking) -> bool:
    """Whether its rank column gives each row a rank of its own."""
    return ranking.ranks is None or len(set(ranking.ranks)) == len(ranking.ranks)
