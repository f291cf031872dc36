"""Measures of the retrieved documents as a set."""

from __future__ import annotations

from .ranked import precision, recall, relative_precision
from .table import ANY, BINARY, Definition
from .workings import Parameters, Workings

VAN_RIJSBERGEN = "rijsbergen-1979"


def set_average_precision(work: Workings, _given: Parameters) -> float:
    """Set precision x set recall. In [0, 1]."""
    query = work.query
    if not query.num_ret or not query.num_rel:
        return 0.0
    return query.num_rel_ret * query.num_rel_ret / (query.num_ret * query.num_rel)


def f_measure(work: Workings, given: Parameters) -> float:
    """F = (x + 1) P R / (x P + R), P and R over the top k, x how much recall counts. 0 if P or R is 0. In [0, 1]."""
    return f_of(precision(work, given), recall(work, given), given)


def f_of(p: float, r: float, given: Parameters) -> float:
    """F of this precision and recall, the first of the numbers given being the importance of recall. 0 if p or r is."""
    x = given.numbers[0] if given.numbers else 1.0
    return (x + 1.0) * p * r / (x * p + r) if p and r else 0.0


def utility(work: Workings, given: Parameters) -> float:
    """a x relevant retrieved + b x not relevant retrieved + c x relevant missed + d x not relevant not retrieved."""
    query = work.query
    a, b, c, d = given.numbers
    return (
        a * query.num_rel_ret
        + b * (query.num_ret - query.num_rel_ret)
        + c * (query.num_rel - query.num_rel_ret)
        + d * (given.collection + query.num_rel_ret - query.num_ret - query.num_rel)
    )


ROWS = (
    Definition("utility", None, "Utility", "Utility",
               "Worth of relevant and other documents, retrieved and not, by four coefficients; the last may need "
               "the size of the collection (-N).",
               "trec_eval", utility, ANY,
               parameters="numbers", defaults=(1.0, -1.0, 0.0, 0.0),
               written="a · relevant retrieved + b · others retrieved + c · relevant missed + d · others not "
               "retrieved"),
    Definition("set_P", "SetP", "Set precision", "Set precision",
               "Relevant results / results.", "trec_eval", precision, options=("relative", *BINARY),
               becomes=(("relative=True", "set_relative_P"),),
               written="SetP = Σ rel(i) / n"),
    Definition("set_relative_P", "SetRelP", "Relative set precision", "Relative set precision",
               "Relevant results / the most there could be, the smaller of results and relevant documents.",
               "trec_eval", relative_precision, options=("relative", *BINARY), becomes=(("relative=False", "set_P"),),
               written="SetRelP = Σ rel(i) / min(n, R)"),
    Definition("set_recall", "SetR", "Set recall", "Set recall",
               "Relevant results / relevant documents.", "trec_eval", recall, options=BINARY,
               written="SetR = Σ rel(i) / R"),
    Definition("set_map", "SetAP", "Set AP", "Set MAP",
               "Set precision × set recall.",
               "trec_eval", set_average_precision, options=BINARY,
               written="SetAP = SetP · SetR"),
    Definition("set_F", "SetF", "Set F", "Set F",
               "Weighted harmonic mean of set precision and set recall; x is the importance of recall.",
               VAN_RIJSBERGEN, f_measure, parameters="numbers", defaults=(1.0,), allowed=(0.0, 1e9),
               options=("beta", *BINARY), aliases=("F1",),
               written="SetF = (x + 1) · SetP · SetR / (x · SetP + SetR)"),
    Definition("F1_cut", "F1", "F1", "F1",
               "2 P R / (P + R), P and R being precision and recall at k.",
               VAN_RIJSBERGEN, f_measure,
               parameters="cutoffs", trec=False, options=BINARY,
               written="F1@k = 2 · P@k · Recall@k / (P@k + Recall@k)"),
)  # fmt: skip
