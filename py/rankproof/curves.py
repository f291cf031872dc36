"""What the curves of runs are drawn from: mean precision, recall and nDCG at rising k, and interpolated precision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .evalresult import EvalResult
from .measures.interpolated import LEVELS
from .names import Asked, parse_measures
from .settings import Settings

AT_K = (("P", "Precision"), ("R", "Recall"), ("nDCG", "nDCG"))
"""Name of each measure at k, and the words for it."""

SMALLEST = 20
"""The curves go at least this far, so that they are curves when k is 1."""

LARGEST = 1_000
"""They go no further, however large k is."""

Json = dict[str, Any]


def cutoffs(settings: Settings) -> list[int]:
    """Every k to 20, then rising by a tenth, to twice the main cut-off; that cut-off is among them."""
    end = min(max(SMALLEST, 2 * settings.k), LARGEST)
    found = {end, min(settings.k, end)}
    k = 0
    while (k := k + max(1, k // 10)) < end:
        found.add(k)
    return sorted(found)


def curves_asked(settings: Settings) -> list[Asked]:
    """The measures to score: each of AT_K at each cut-off, then interpolated precision at eleven levels of recall."""
    names = [f"{name}@{k}" for name, _ in AT_K for k in cutoffs(settings)]
    return parse_measures([*names, *(f"IPrec@{level}" for level in LEVELS)], settings)


def curves(results: Sequence[EvalResult], settings: Settings) -> Json:
    """The means of results scored on curves_asked.

    cutoffs and levels: the values along the axes. at_k: for each measure its name, label and `values`, a list for each
    run. interpolated: a list for each run.
    """
    at = cutoffs(settings)
    blocks = [list(_blocks(result.mean_values, len(at))) for result in results]
    return {
        "cutoffs": at,
        "levels": list(LEVELS),
        "at_k": [
            {"name": name, "label": label, "values": [own[number] for own in blocks]}
            for number, (name, label) in enumerate(AT_K)
        ],
        "interpolated": [own[len(AT_K)] for own in blocks],
    }


def _blocks(means: Sequence[float], size: int) -> Iterator[list[float]]:
    """The means of each measure at k, then those of interpolated precision."""
    for number in range(len(AT_K)):
        yield list(means[number * size : (number + 1) * size])
    yield list(means[len(AT_K) * size :])
