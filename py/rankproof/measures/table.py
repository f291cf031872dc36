"""The shape of a measure's row: one formula, its names, its parameters, and what the value means."""

from __future__ import annotations

from ..record import Record
from .workings import Parameters, Workings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

Formula: TypeAlias = "Callable[[Workings, Parameters], float]"
"""A measure of one query."""

Aggregate: TypeAlias = "Callable[[list[float], int, int, bool], float]"
"""One number of the queries' values, for how many there are, how many were judged, and whether all those count."""

TREC_CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
"""Cut-offs that trec_eval uses when none are named."""

UNIT: tuple[float | None, float | None] = (0.0, 1.0)
COUNT: tuple[float | None, float | None] = (0.0, None)
BINARY = ("rel", "judged_only")
"""Options of measures that only ask whether a document is relevant."""

ANY: tuple[float | None, float | None] = (None, None)


class Definition(Record):
    """One measure.

    name: trec_eval's, or in its style where trec_eval has none. ir_name: as ir_measures writes it or would, or None.
    label, mean_label: on the page, for one query and for the mean, without parameters. help: what it says.
    source: where it comes from, as keys of citations.WORKS with blanks between. formula: the value for one query.
    range: lowest and highest value, None for no bound. written:
    the formula in signs; what they stand for, SIGNS says.

    parameters: "none"; "cutoffs" (whole numbers, one value each: P_5); "levels" (numbers, one value each:
    iprec_at_recall_0.10); "numbers" (one value from several numbers: utility.1,-1,0,0); "pairs" (one value,
    name=number: ndcg.1=3.5, rbp.p=0.9). defaults: what is taken when none are given. allowed: the lowest and
    highest such number.

    average: "mean"; "sum" (counts); "geometric" (the formula gives logarithms); "none" (shown for queries only); "own"
    (what a user's own aggregate makes of the values). aggregate: what takes the mean of a user's own measure, None for
    the others.
    shown: "both", "mean" or "queries": where trec_eval prints it. whole: a count. graded: the gain setting matters.
    trec: trec_eval has it, under this name.

    options: what may stand in brackets after the name, as in AP(rel=2); needs: what must. becomes: pairs of an option,
    or of an option and its value, and the row that is meant where it is given: NumRet(rel=2). start: the parameters
    that count where nothing is given. aliases: other names that people use; those of X count for X_cut too.
    deepest: the last rank that the formula looks at, whatever the cut-off; None for no such rank.
    """

    name: str
    ir_name: str | None
    label: str
    mean_label: str
    help: str
    source: str
    formula: Formula
    range: tuple[float | None, float | None] = UNIT
    parameters: str = "none"
    defaults: tuple[float, ...] = ()
    average: str = "mean"
    shown: str = "both"
    whole: bool = False
    graded: bool = False
    trec: bool = True
    options: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    allowed: tuple[float, float] = (-1e100, 1e100)
    becomes: tuple[tuple[str, str], ...] = ()
    start: Parameters = Parameters()
    aliases: tuple[str, ...] = ()
    deepest: int | None = None
    aggregate: Aggregate | None = None
    written: str = ""


class Family(Record):
    """Measures that belong together, under the title that a list of measures gives them."""

    title: str
    rows: tuple[Definition, ...]


SIGNS = (
    ("R", "the relevant documents of the query, retrieved or not"),
    ("n", "its results"),
    ("rel(i)", "1 if the result at rank i is relevant, else 0"),
    ("gain(i)", "the gain of that result’s grade"),
    ("best(i)", "the gain at rank i of the best order of all judged documents"),
    ("g(i)", "the grade or gain at rank i, brought into 0 to 1"),
    ("Σ", "a sum over all ranks i from 1, unless it names others"),
)
"""What the signs of the written formulas stand for."""
