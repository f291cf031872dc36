"""Decides which queries count, and says so: judged, relevant, missing from the results, never judged."""

from __future__ import annotations

from .formats import Judgements, Results
from .problems import InputError, Note, Problem, counted, listed
from .record import Record
from .settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass


class LeftOut(Record):
    """A judged query that the means leave out, and why."""

    query: str
    reason: str


class Coverage(Record):
    """Which queries count for one run; every list is in natural order (q2 before q10).

    averaged: the queries that the means are taken over. left_out: judged queries that they leave out. missing: judged
    queries without any result. unjudged: queries of the results that nobody judged. irrelevant: judged queries without
    a relevant document. judged: how many there are.
    """

    averaged: list[str]
    left_out: list[LeftOut]
    missing: list[str]
    unjudged: list[str]
    irrelevant: list[str]
    judged: int


NATURAL_DIGITS = 4000
"""Longer runs of digits are compared as text: Python refuses to turn them into numbers."""


def natural_key(text: str) -> list[tuple[int, int, str]]:
    """Sort key that reads runs of digits as numbers: q2 before q10."""
    parts: list[tuple[int, int, str]] = []
    start = 0
    while start < len(text):
        end = start + 1
        digit = "0" <= text[start] <= "9"
        while end < len(text) and ("0" <= text[end] <= "9") == digit:
            end += 1
        part = text[start:end]
        parts.append((0, int(part), part) if digit and len(part) < NATURAL_DIGITS else (1, 0, part))
        start = end
    return parts


def cover(judgements: Judgements, results: Results, settings: Settings) -> Coverage:
    """Which queries count under these settings.

    Raises InputError when judgements and results have no query in common: every number would be 0.
    """
    grades = judgements.grades
    retrieved = {query for query, size in results.sizes.items() if size}
    if grades.keys().isdisjoint(retrieved):
        raise _nothing_in_common(judgements, results)
    averaged: list[str] = []
    left_out: list[LeftOut] = []
    missing: list[str] = []
    irrelevant: list[str] = []
    for query in sorted(grades, key=natural_key):
        has_relevant = max(grades[query].values(), default=0) >= settings.relevant_from
        if query not in retrieved:
            missing.append(query)
        if not has_relevant:
            irrelevant.append(query)
        if settings.queries == "relevant" and not has_relevant:
            left_out.append(LeftOut(query, "no relevant document"))
        elif settings.queries == "both" and query not in retrieved:
            left_out.append(LeftOut(query, "not in the results"))
        else:
            averaged.append(query)
    unjudged = sorted((query for query in results.sizes if query not in grades), key=natural_key)
    return Coverage(averaged, left_out, missing, unjudged, irrelevant, len(grades))


def sentence(cover: Coverage, settings: Settings) -> str:
    """Which queries the means are taken over, spelled out."""
    relevant = cover.judged - len(cover.irrelevant)
    parts = [f"of {cover.judged:,} judged, {relevant:,} {'has' if relevant == 1 else 'have'} a relevant document"]
    averaged = set(cover.averaged)
    missing = len(cover.missing) if settings.queries == "both" else sum(query in averaged for query in cover.missing)
    if not missing:
        parts.append("none is missing from the results")
    elif settings.queries == "both":
        parts.append(f"{missing:,} missing from the results {'is' if missing == 1 else 'are'} left out")
    else:
        parts.append(f"{missing:,} missing from the results {'scores' if missing == 1 else 'score'} 0")
    unjudged = len(cover.unjudged)
    if unjudged:
        are = "is" if unjudged == 1 else "are"
        parts.append(
            f"{unjudged:,} in the results {'was' if unjudged == 1 else 'were'} never judged and {are} not scored"
        )
    else:
        parts.append("no query in the results is unjudged")
    return f"Means over {counted(len(cover.averaged), 'query')}: {'; '.join(parts)}."


def notes(cover: Coverage, settings: Settings) -> list[Note]:
    """A note for each kind of query that does not simply count."""
    found: list[Note] = []
    if cover.missing:
        many = len(cover.missing) != 1
        effect = "not averaged" if settings.queries == "both" else "score 0" if many else "scores 0"
        if settings.queries == "both":
            effect = f"{'are' if many else 'is'} {effect}"
        verb = "are missing from the results and" if many else "is missing from the results and"
        text = f"{counted(len(cover.missing), 'judged query')} {verb} {effect} ({listed(cover.missing)})."
        found.append(Note("warning", "queries-missing", text, len(cover.missing), examples=tuple(cover.missing[:3])))
    if cover.unjudged:
        many = len(cover.unjudged) != 1
        text = (
            f"{counted(len(cover.unjudged), 'query')} in the results {'were' if many else 'was'} never judged and "
            f"{'are' if many else 'is'} not scored ({listed(cover.unjudged)})."
        )
        found.append(Note("warning", "queries-unjudged", text, len(cover.unjudged), examples=tuple(cover.unjudged[:3])))
    if cover.irrelevant:
        many = len(cover.irrelevant) != 1
        have, are = ("have", "are") if many else ("has", "is")
        effect = f"{are} left out of the means"
        if settings.queries != "relevant":
            effect = f"{'score' if many else 'scores'} 0 on every measure, and {are} averaged"
        what = "no relevant document"
        if settings.relevant_from != 1:
            what = f"no document of grade {settings.relevant_from} or above"
        text = (
            f"{counted(len(cover.irrelevant), 'judged query')} {have} {what} and {effect} ({listed(cover.irrelevant)})."
        )
        found.append(
            Note("warning", "queries-irrelevant", text, len(cover.irrelevant), examples=tuple(cover.irrelevant[:3]))
        )
    return found


def _nothing_in_common(judgements: Judgements, results: Results) -> InputError:
    from .alike import SHARED_DIGITS, likely_cause, share_digits

    judged = sorted(judgements.grades, key=natural_key)
    retrieved = sorted((query for query, size in results.sizes.items() if size), key=natural_key)
    hint = likely_cause(set(judged), set(retrieved))
    crossed = set().union(*judgements.grades.values()) & set(retrieved)
    if crossed:
        hint = (
            f"judged documents ({listed(sorted(crossed))}) stand where queries should: check the order of the columns"
        )
    elif hint is None and share_digits(judged, retrieved):
        hint = SHARED_DIGITS
    hint = hint or "check that both are for the same set of queries"
    missing = (
        f"none of the {counted(len(judged), 'judged query')} ({listed(judged)}) is in the results"
        if len(judged) != 1
        else f"the judged query ({judged[0]}) is not in the results"
    )
    message = f"{missing}, which hold {listed(retrieved)}"
    return InputError(results.name, [Problem(message, expected="the same query ids in both", hint=hint)])
