"""A query's values as trec_eval 9 gives them, where it differs from trec_eval 10."""

from __future__ import annotations

from math import nan

from ..measures import Workings
from ..measures.interpolated import at_count
from ..trec.oddities import odd_value
from ..trec.rows import ROWS, Column

TEXTS = ("runid", "relstring")
"""Measures that are text in trec_eval."""


def value(one: Column, work: Workings) -> float:
    """The value of a measure for one query: that of trec_eval 10 but for recall levels.

    trec_eval 9 rounds up: at recall level x of R relevant documents it looks for floor(x R + 0.9) of them, trec_eval 10
    for x R rounded. Of a ranking without results both divide 0 by 0: nan. A measure that is text is 0.
    """
    if one.name in TEXTS:
        return 0.0
    given = one.parameters
    if one.name == "iprec_at_recall":
        return _interpolated_precision(work, given.at)
    if one.name == "11pt_avg":
        total = 0.0
        for level in reversed(given.numbers):
            total += _interpolated_precision(work, level)
        return total / len(given.numbers)
    odd = odd_value(one.name, work.query, given, work)
    return float(ROWS[one.name].formula(work, given)) if odd is None else odd


def _interpolated_precision(work: Workings, level: float) -> float:
    count = int(level * work.query.num_rel + 0.9)
    if not work.query.num_ret and not count:
        return nan
    return at_count(work, count)
