"""Makes the proof of one number: a query's value on one measure, from its ranking to its last line."""

from __future__ import annotations

from ..asked import Asked
from ..citations import sources_text
from ..formats import Judgements, Results
from ..problems import counted
from ..ranking import POOL_NOT_JUDGED
from ..settings import Settings, sentence
from .subject import Subject, check_judged, settings_of, subject
from .table import explainer_of
from .working import Cell, Proof, Table, Working

FIRST = 10
"""Ranks that are shown whatever they hold, where the measure has no cut-off."""
MOST_ROWS = 200
"""Rows of a ranking that are shown at most."""


def explain(judgements: Judgements, results: Results, query: str, one: Asked, settings: Settings) -> Proof:
    """The working behind the value of one query.

    The arithmetic is done anew, step by step; the value is that of its last line. Raises SettingError for a query that
    was not judged, EvaluationError where a measure of the user's own fails.
    """
    check_judged(judgements, query)
    of = subject(judgements, results, query, one, settings)
    working = explainer_of(one.definition)(of, one.parameters)
    row = one.definition
    return Proof(
        query=query,
        measure=one.name,
        label=one.label,
        written=row.written,
        source=sources_text(row.source),
        value=None if working.failed else working.lines[-1][1].value,
        tables=[ranking_table(of, working), *working.tables],
        lines=working.lines,
        notes=[*([working.failed] if working.failed else []), *_notes(of, query in results.rankings)],
        settings=sentence(settings_of(one, settings), graded=row.graded),
    )


def _notes(of: Subject, retrieved: bool) -> list[str]:
    notes = []
    if not retrieved:
        notes.append("The query is missing from the results: it is scored as an empty ranking.")
    elif not of.retrieved:
        notes.append("No result is left to score.")
    if not of.relevant:
        notes.append("No judged document is relevant.")
    return notes


def ranking_table(of: Subject, working: Working) -> Table:
    """The top k or, without a cut-off, the first ranks and those of judged documents; the others are counted."""
    shown = _ranks_shown(of, working)
    scored = ["Score"] if of.scores is not None else []
    columns = ["Rank", "Document", *scored, "Grade", "Relevant", *working.columns]
    rows: list[list[Cell]] = []
    empty: tuple[Cell, ...] = (None,) * len(working.columns)
    for rank in shown:
        score: list[Cell] = [] if of.scores is None else [of.scores[rank - 1]]
        grade = of.state.relevances[rank - 1]
        relevant = "yes" if grade >= of.state.relevance_level else "no" if grade >= 0 else ""
        worked = working.cells.get(rank, empty)
        rows.append([rank, of.documents[rank - 1], *score, shown_grade(grade), relevant, *worked])
    return Table("Ranking", columns, rows, _left_out(of, shown, working.k))


def shown_grade(grade: int) -> Cell:
    """A grade as a proof shows it."""
    if grade >= 0:
        return grade
    return "in the pool, not judged" if grade == POOL_NOT_JUDGED else "unjudged"


def _ranks_shown(of: Subject, working: Working) -> list[int]:
    """The top k; where there is no cut-off the ranks that matter, most telling first if there are too many."""
    relevances, level = of.state.relevances, of.state.relevance_level
    first = range(1, min(working.k or FIRST, of.retrieved, MOST_ROWS) + 1)
    if working.k is not None:
        return list(first)
    relevant = [rank for rank in working.cells if relevances[rank - 1] >= max(level, 0)]
    judged = [rank for rank, grade in enumerate(relevances, 1) if grade >= 0]
    found = dict.fromkeys([*first, *relevant, *working.cells, *judged])
    return sorted(list(found)[:MOST_ROWS])


def _left_out(of: Subject, shown: list[int], k: int | None) -> str:
    """How many results are not shown, and what they are."""
    more = of.retrieved - len(shown)
    if not more:
        return ""
    seen = set(shown)
    relevances, level = of.state.relevances, of.state.relevance_level
    rest = [grade for rank, grade in enumerate(relevances, 1) if rank not in seen]
    relevant, judged = sum(grade >= max(level, 0) for grade in rest), sum(grade >= 0 for grade in rest)
    what = f"{relevant:,} of them relevant, {judged:,} judged" if judged else "none of them judged"
    below = "" if k is None or len(shown) < k else f" below rank {k:,}"
    return f"{counted(more, 'more result')}{below} {'is' if more == 1 else 'are'} not shown, {what}."
