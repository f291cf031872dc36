"""The part that shows how time and memory grow with the rows, and with the queries."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tests.bench import data, tools
from tests.bench.bench import Bench
from tests.bench.data import Shape
from tests.bench.timing import in_rounds, median, timed


def growth(bench: Bench) -> dict[str, list[float]]:
    """Time and memory for rising rows, then for rising queries over the same rows, and the exponents of both."""
    by_rows = {shape.rows: shape for shape in bench.sizes.rows}
    by_queries = {shape.queries: shape for shape in bench.sizes.queries}
    return measured(bench, "growth.rows", by_rows) | measured(bench, "growth.queries", by_queries)


def measured(bench: Bench, prefix: str, shapes: Mapping[int, Shape]) -> dict[str, list[float]]:
    """Figures of every size, and of ten rows, which are what has to be paid at any size."""
    tasks = {f"{size:,}": timed(tools.rankproof(data.pair(shape))) for size, shape in shapes.items()}
    tasks["base"] = timed(tools.rankproof(data.pair(data.SMALLEST)))
    figures = in_rounds(tasks, bench.rounds, bench.log, prefix)
    for word, unit in (("time", "s"), ("memory", "MB")):
        names = [f"{prefix}.{size}.{unit}" for size in ("base", *(f"{size:,}" for size in shapes))]
        if all(name in figures for name in names):
            base, *others = (median(figures[name]) for name in names)
            figures[f"{prefix}.{word} exponent"] = [exponent(list(shapes), [value - base for value in others])]
    return figures


def exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The b of value = a * size^b through the last two points; 1 is linear growth.

    Only the largest sizes tell: in smaller ones the start of Python is nearly all. A value below a thousandth of
    the last, which noise can make, counts as that.
    """
    *_, before, last = values
    if last <= 0:
        return 0.0
    return math.log(last / max(before, last / 1000)) / math.log(sizes[-1] / sizes[-2])
