"""Prints what ranx makes of problems, as JSON, in a Python of its own: `order` or `means` of standard input."""

from __future__ import annotations

import functools
import json
import sys
from typing import Any

import numpy as np

Judged = dict[str, dict[str, int]]
Ranked = dict[str, dict[str, float]]


def order(scores: list[list[float]]) -> list[list[int]]:
    """The order into which ranx's compiled code brings each list of scores, as places from 0."""
    from numba.typed import List
    from ranx.data_structures.common import typed_list_argosrt

    return [typed_list_argosrt(List([-score for score in each])).tolist() for each in scores]


def means(problems: list[tuple[Judged, Ranked, list[str]]]) -> list[dict[str, float]]:
    """The mean of each measure over all judged queries.

    Compiling takes minutes, so this is meant for NUMBA_DISABLE_JIT=1. numpy's sort then stands in for numba's, which
    keeps the order of equal scores in short lists (see order) where numpy's usual one does not.
    """
    np.argsort = functools.partial(np.argsort, kind="stable")
    import ranx

    found = []
    for qrels, run, names in problems:
        values: Any = ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), names, make_comparable=True)
        found.append({name: float(values[name]) for name in names})
    return found


if __name__ == "__main__":
    json.dump({"order": order, "means": means}[sys.argv[1]](json.load(sys.stdin)), sys.stdout)  # type: ignore[operator]
