"""Adds up values looked up in tables, for many resamples at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Number = TypeVar("Number", int, float)

EIGHT = 8


def plus_looked_up(
    sums: list[Number], tables: Sequence[Sequence[Number]], places: Sequence[Sequence[int]]
) -> list[Number]:
    """For each resample its sum plus, of each table, the value at the table's place for this resample.

    places: for each table one place in it for each resample. Numbers are added from left to right. Eight tables a
    pass: Python does this in half the time of map(), which calls a function for each number, and in Pyodide in a third.
    """
    whole = len(tables) // EIGHT * EIGHT
    for start in range(0, whole, EIGHT):
        a, b, c, d, e, f, g, h = tables[start : start + EIGHT]
        sums = [
            total + a[i] + b[j] + c[k] + d[m] + e[n] + f[o] + g[p] + h[q]
            for total, i, j, k, m, n, o, p, q in zip(sums, *places[start : start + EIGHT], strict=True)
        ]
    for table, found in zip(tables[whole:], places[whole:], strict=True):
        sums = [total + table[place] for total, place in zip(sums, found, strict=True)]
    return sums
