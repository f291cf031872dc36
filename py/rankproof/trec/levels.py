"""What trec_eval prints for a -l below 0, where results that nobody judged pass for relevant in some counts only.

Such results have the grades -1 and -2 there. Measures that look at single results take them for relevant when the level
is that low; the counts of relevant results and of relevant documents never hold them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from math import floor, inf, log, nan

from ..measures import Parameters, Workings
from ..measures.ranked import LEAST_FOR_GEOMETRIC_MEAN, binary_g
from ..measures.sets import f_of


def _average_precision(work: Workings, given: Parameters) -> float:
    """As it is elsewhere, but infinite for results that pass for relevant where no document is."""
    hits = work.hits_within(given.k)
    if not hits:
        return 0.0
    return work.precision_sum(hits) / work.query.num_rel if work.query.num_rel else inf


def _average_precision_cut(work: Workings, given: Parameters) -> float:
    return _average_precision(work, given) if work.query.num_rel else 0.0


def _log_average_precision(work: Workings, given: Parameters) -> float:
    return log(max(_average_precision(work, given), LEAST_FOR_GEOMETRIC_MEAN))


def _interpolated(work: Workings, levels: Sequence[float]) -> list[float]:
    """The precision at each level of recall, from the last level to the first.

    Relevant results are counted down from the end, where more may pass for relevant than were counted; a level that is
    passed by gets the highest precision of all.
    """
    query = work.query
    found = query.num_rel_ret
    wanted = [floor(level * query.num_rel + 0.5) for level in reversed(levels)]
    values = [0.0 for _ in takewhile(lambda count: count > found, wanted)]
    highest = found / query.num_ret if query.num_ret else nan
    for rank in range(query.num_ret, 0, -1):
        if found <= 0:
            break
        highest = max(highest, found / rank)
        if query.relevances[rank - 1] >= query.relevance_level:
            while len(values) < len(wanted) and wanted[len(values)] == found:
                values.append(highest)
            found -= 1
    return values + [highest] * (len(wanted) - len(values))


def _interpolated_precision(work: Workings, given: Parameters) -> float:
    return _interpolated(work, (given.at,))[0]


def eleven_point_average(work: Workings, given: Parameters) -> float:
    """The mean over the levels, which trec_eval takes in the order given: it means them to rise."""
    total = 0.0
    for value in _interpolated(work, given.numbers):
        total += value
    return total / len(given.numbers)


def _r_precision_multiple(work: Workings, given: Parameters) -> float:
    """Counted down from the end too."""
    query = work.query
    cutoff = int(given.at * query.num_rel + 0.9)
    after = len(work.hits) - work.hits_within(cutoff)
    return max(query.num_rel_ret - after, 0) / cutoff if cutoff > 0 else 0.0


def _binary_g(work: Workings, given: Parameters) -> float:
    return inf if work.hits and not work.query.num_rel else binary_g(work, given)


def _yaap(work: Workings, _given: Parameters) -> float:
    total = work.precision_sum(len(work.hits))
    odds = 1.0 + work.query.num_rel - total
    if odds == 0:
        return inf
    return log((1.0 + total) / odds) if odds > 0 else nan


def _set_precision(work: Workings, _given: Parameters) -> float:
    query = work.query
    return query.num_rel_ret / query.num_ret if query.num_ret else 0.0


def _set_recall(work: Workings, _given: Parameters) -> float:
    query = work.query
    return query.num_rel_ret / query.num_rel if query.num_rel else 0.0


def _set_relative_precision(work: Workings, _given: Parameters) -> float:
    query = work.query
    most = min(query.num_ret, query.num_rel)
    return query.num_rel_ret / most if most else 0.0


def _set_f(work: Workings, given: Parameters) -> float:
    return f_of(_set_precision(work, given), _set_recall(work, given), given)


BELOW_0: Mapping[str, Callable[[Workings, Parameters], float]] = {
    "map": _average_precision,
    "map_cut": _average_precision_cut,
    "gm_map": _log_average_precision,
    "iprec_at_recall": _interpolated_precision,
    "11pt_avg": eleven_point_average,
    "Rprec_mult": _r_precision_multiple,
    "binG": _binary_g,
    "yaap": _yaap,
    "set_P": _set_precision,
    "set_recall": _set_recall,
    "set_relative_P": _set_relative_precision,
    "set_F": _set_f,
}
"""The measures that differ there, by trec_eval's names."""
