"""The budgets of speed, memory and size: which two figures each compares, and where its limit lies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tests.bench.data import FORM_NAMES
from tests.bench.timing import median

Figures = Mapping[str, list[float]]


class Budget(NamedTuple):
    """Compares two figures' medians, or shows one figure alone; without a limit it is only shown.

    `text` may name the sizes {large} and {largest}; the figures are named without their part. `more` asks for the
    difference and not for the ratio.
    """

    part: str
    text: str
    numerator: str
    denominator: str | None = None
    limit: float | None = None
    more: bool = False

    @property
    def unit(self) -> str:
        """The unit of the value; a ratio has none."""
        return "" if self.denominator and not self.more else unit_of(self.numerator)

    @property
    def needed(self) -> list[str]:
        """The full names of the figures that are compared."""
        return [f"{self.part}.{name}" for name in (self.numerator, self.denominator) if name]

    def value(self, figures: Figures) -> float | None:
        """The ratio, difference or value; None when a figure was not measured."""
        if not all(name in figures for name in self.needed):
            return None
        upper, *lower = (median(figures[name]) for name in self.needed)
        if not lower:
            return upper
        return upper - lower[0] if self.more else upper / lower[0]


def unit_of(name: str) -> str:
    """A figure's unit; an exponent has none."""
    unit = name.rpartition(".")[2]
    return "" if unit.endswith("exponent") else unit


def _cli(size: str) -> list[Budget]:
    """The command line on one size of run, end to end."""
    ours, two, peer = f"{size}.rankproof", f"{size}.rankproof --jobs 2", f"{size}.trec_eval"
    rows = f"{{{size}}} rows, command line"
    return [
        Budget("cli", f"{rows} / trec_eval", f"{ours}.s", f"{peer}.s", 0.6),
        Budget("cli", f"{rows} / pytrec_eval", f"{ours}.s", f"{size}.pytrec_eval.s", 0.55),
        Budget("cli", f"{rows}, --jobs 2 / trec_eval", f"{two}.s", f"{peer}.s", 0.35),
        Budget("cli", f"{rows}, --jobs 1 / trec_eval", f"{size}.rankproof --jobs 1.s", f"{peer}.s"),
        Budget("cli", f"{rows} / ir_measures", f"{ours}.s", f"{size}.ir_measures.s"),
        Budget("cli", f"{rows} / ranx", f"{ours}.s", f"{size}.ranx.s"),
        Budget("cli", f"{rows}, as rankproof trec_eval / trec_eval", f"{ours} trec_eval.s", f"{peer}.s"),
        Budget("cli", f"{rows}, memory / trec_eval", f"{ours}.MB", f"{peer}.MB"),
    ]


def _page(size: str, limit: float) -> list[Budget]:
    """One size of run on the page, as a person opens it and as a script does."""
    rows, peer = f"{{{size}}} rows, page", f"{size}.trec_eval.s"
    return [
        Budget("page-large", f"{rows} / trec_eval", f"{size}.page.s", peer, limit),
        Budget("page-large", f"{rows}, opened without a dialog / trec_eval", f"{size}.page, at once.s", peer, limit),
    ]


MANY = "comparing 17 runs x 100 queries x 5 measures, 10,000 resamples"
LONG = "comparing 2 runs x 7,000 queries, 10,000 resamples"

BUDGETS = (
    Budget("page-start", "first score, cold / bare loadPyodide()", "cold.s", "bare.s", 0.4),
    Budget("page-start", "first score, repeat visit / bare loadPyodide()", "repeat.s", "bare.s", 0.3),
    Budget("page-start", "first score, plain load / bare loadPyodide()", "plain.s", "bare.s", 1.15),
    *_page("large", 0.8),
    *_page("largest", 0.6),
    Budget("page-large", "{largest} rows, page, heaps / trec_eval", "largest.page.MB", "largest.trec_eval.MB", 0.5),
    *_cli("large"),
    *_cli("largest"),
    Budget("cli", "{largest} rows, command line, memory", "largest.rankproof.MB", None, 250),
    Budget("cli", "{largest} rows, --jobs 2, memory of a process", "largest.rankproof --jobs 2.MB", None, 250),
    Budget("start", "import rankproof, over bare python3", "import.ms", "bare.ms", 40, more=True),
    Budget("start", "10 rows, command line / bare python3", "pair.ms", "bare.ms", 1.5),
    Budget("page-typing", "typing in 100 rows, until the scores are new", "scored.ms", None, 50),
    Budget("page-typing", "typing in 100 rows, longest time between frames", "gap.ms", None, 33),
    Budget("page-tables", "table of 7,000 queries, after the scores came", "drawn.ms", None, 200),
    Budget("page-compare", f"{MANY}, t and randomization", "many.usual.s", None, 5),
    Budget("page-compare", f"{MANY}, randomized Tukey HSD", "many.tukey.s", None, 5),
    Budget("page-compare", f"{LONG}, t and randomization", "long.usual.s", None, 3),
    Budget("page-compare", f"{LONG}, randomized Tukey HSD", "long.tukey.s", None, 3),
    Budget("page-proof", "proof of one number of 100,000 rows, from the click until it is drawn", "query.ms", None, 50),
    Budget("page-proof", "proof of one mean of 100,000 rows, from the click until it is drawn", "mean.ms", None, 50),
    Budget("js-size", "JavaScript before the first score, gzipped", "scripts.kB", None, 60),
    Budget("js-size", "everything before the first score, gzipped", "all.kB", None, 9_000),
    Budget("js-size", "what comes after it: standard library and wheels, gzipped", "rest.kB"),
    Budget("growth", "exponent of time over rows (1 is linear)", "rows.time exponent", None, 1.1),
    Budget("growth", "exponent of memory over rows", "rows.memory exponent", None, 1.1),
    Budget("growth", "exponent of time over queries, rows the same", "queries.time exponent", None, 1.1),
    Budget("growth", "exponent of memory over queries, rows the same", "queries.memory exponent", None, 1.1),
    Budget("formats", f"{FORM_NAMES['interleaved']} / trec_eval", "interleaved.s", "interleaved, trec_eval.s"),
    Budget("formats", f"{FORM_NAMES['tied']} / trec_eval", "tied.s", "tied, trec_eval.s"),
    *(
        Budget("formats", f"{name} / TREC", f"{form}.s", "trec.s")
        for form, name in FORM_NAMES.items()
        if form != "trec"
    ),
    Budget("bad", "{largest} rows, the last one wrong / all right", "wrong end.s", "right.s"),
    Budget("bad", "2 GB that are not text / 10 right rows", "not text.s", "pair.s", 2),
)
