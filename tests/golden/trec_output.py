"""Takes trec_eval's output apart into lines by measure and query, and prints ours the same way."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rankproof import EvalResult, evaluate

Lines = dict[tuple[str, str], str]
"""(measure, query or "all") -> the value as printed."""

WHOLE = ("num_q", "num_ret", "num_rel", "num_rel_ret")
AVERAGED = ("map", "Rprec", "recip_rank", "ndcg")
WITH_CUTOFF = ("P", "recall", "success", "map_cut", "ndcg_cut")
"""The measures of trec_eval's that are implemented, as they begin its lines."""


def is_ours(name: str) -> bool:
    """Whether a line of trec_eval's is about a measure that is implemented here."""
    family, _, cutoff = name.rpartition("_")
    return name in WHOLE or name in AVERAGED or (family in WITH_CUTOFF and cutoff.isdigit())


def lines_of(output: str) -> Lines:
    """The lines of trec_eval's output that are about our measures."""
    found: Lines = {}
    for line in output.splitlines():
        name, query, value = line.split("\t")
        if is_ours(name.strip()):
            found[name.strip(), query] = value
    return found


class Options(NamedTuple):
    """What a set of trec_eval's options is in settings, and whether it prints queries (-q) and means (no -n)."""

    settings: dict[str, object]
    queries: bool = True
    means: bool = True


def printed(result: EvalResult, options: Options) -> Lines:
    """Our numbers as trec_eval prints them; it gives num_q for all queries only."""
    found: Lines = {}
    if options.queries:
        for query, values in result.items():
            found.update({(name, query): shown(name, value) for name, value in values.items() if name != "num_q"})
    if options.means:
        found.update({(name, "all"): shown(name, value) for name, value in result.aggregate().items()})
    return found


def shown(name: str, value: float) -> str:
    """One value as C prints it: `%ld` for counts, `%6.4f` for all else."""
    return f"{value:d}" if name in WHOLE else f"{value:6.4f}"  # a count that is no int raises here


def scored_as(expected: Lines, qrels: str | Path, run: str | Path, options: Options) -> Lines:
    """What we print for the measures of these lines."""
    names = list(dict.fromkeys(name for name, _ in expected))
    return printed(evaluate(qrels, run, names, **options.settings), options)
