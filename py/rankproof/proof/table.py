"""Which working belongs to which measure: an explainer for each row of the table of measures."""

from __future__ import annotations

from ..measures import Definition, Parameters, Workings
from . import agreeing, counted, gained, incomplete, interpolating, persistence, reading, relevant
from .expression import because
from .subject import Subject
from .working import Cell, Explainer, Table, Working

EXPLAINERS: dict[str, Explainer] = {
    "P": counted.precision,
    "recall": counted.recall,
    "relative_P": counted.relative_precision,
    "success": relevant.success,
    "Rprec": counted.r_precision,
    "Rprec_mult": counted.r_precision_multiple,
    "recip_rank_cut": relevant.reciprocal_rank,
    "recip_rank": relevant.reciprocal_rank,
    "map_cut": relevant.average_precision,
    "map": relevant.average_precision,
    "gm_map": relevant.log_average_precision,
    "yaap": relevant.yaap,
    "binG": relevant.binary_g,
    "ndcg_cut": gained.ndcg,
    "ndcg": gained.ndcg,
    "dcg_cut": gained.dcg,
    "dcg": gained.dcg,
    "ideal_dcg": gained.ideal_dcg,
    "ndcg_rel": gained.ndcg_at_relevant,
    "Rndcg": gained.ndcg_at_levels,
    "G": gained.g_measure,
    "iprec_at_recall": interpolating.interpolated,
    "11pt_avg": interpolating.eleven_points,
    "iprec_textbook": interpolating.textbook,
    "rbp": persistence.rbp,
    "rbp_resid": persistence.residual,
    "RBP": persistence.rbp,
    "RBP_cut": persistence.rbp,
    "err": reading.expected_reciprocal_rank,
    "err_cut": reading.expected_reciprocal_rank,
    "sdcg": reading.scaled_dcg,
    "bpm": reading.rate_of(reading.bejeweled),
    "insq": reading.rate_of(reading.insq),
    "inst": reading.rate_of(reading.inst),
    "nerr8": reading.rate_of(reading.nerr8),
    "nerr9": reading.rate_of(reading.nerr9),
    "nerr10": reading.rate_of(reading.nerr10),
    "nerr11": reading.rate_of(reading.nerr11),
    "bpref": incomplete.bpref,
    "gm_bpref": incomplete.log_bpref,
    "infAP": incomplete.inferred_ap,
    "judged_cut": incomplete.judged,
    "judged": incomplete.judged,
    "unj": incomplete.unjudged,
    "utility": counted.utility,
    "set_P": counted.precision,
    "set_relative_P": counted.relative_precision,
    "set_recall": counted.recall,
    "set_map": counted.set_average_precision,
    "set_F": counted.f_measure,
    "F1_cut": counted.f_measure,
    "accuracy": agreeing.accuracy,
    "accuracy_cut": agreeing.accuracy,
    "compat": agreeing.compatibility,
    "num_q": counted.count_of(lambda _: 1, "one for each query"),
    "num_ret": counted.count_of(lambda subject: subject.retrieved, "results"),
    "num_rel": counted.count_of(lambda subject: subject.relevant, "relevant documents"),
    "num_rel_ret": counted.count_of(lambda subject: len(subject.hits), "relevant results"),
    "num_nonrel_judged_ret": counted.count_of(counted.judged_not_relevant, "judged results that are not relevant"),
    "hits_cut": counted.hits,
}


RETURNED = "what this measure of your own returned"
NOT_CALLED = "a query without results scores 0, without a call"
FAILED = "The measure failed on this query and has no value here."
MOST_GIVEN = 20
"""Relevances that are shown of those that a measure of a user's own was given."""


def given_to(subject: Subject) -> Table:
    """What a measure of a user's own was given: the attributes of its QueryState."""
    state = subject.state
    shown = ", ".join(map(str, state.relevances[:MOST_GIVEN]))
    more = state.num_ret - MOST_GIVEN
    levels = ", ".join(f"{grade}: {many}" for grade, many in sorted(state.rel_levels.items()))
    rows: list[list[Cell]] = [
        ["qid", state.qid],
        ["relevances", f"[{shown}{f', … ({more:,} more)' if more > 0 else ''}]"],
        ["rel_levels", f"{{{levels}}}"],
        ["relevance_level", str(state.relevance_level)],
    ]
    rows[2:2] = [[name, str(getattr(state, name))] for name in COUNTED]
    return Table("What the measure was given", ["QueryState", "Value"], rows)


COUNTED = ("num_rel", "num_ret", "num_rel_ret", "num_nonpool", "num_unjudged_in_pool")


def explainer_of(row: Definition) -> Explainer:
    """The row's own explainer; for a measure of a user's own, what it was given and what it returned."""

    def returned(subject: Subject, given: Parameters) -> Working:
        # None where errors are collected, as on the page.
        value: float | None = row.formula(Workings(subject.state), given)
        lines = (
            [] if value is None else [(subject.label, because(value, RETURNED if subject.retrieved else NOT_CALLED))]
        )
        failed = FAILED if value is None else ""
        cells = relevant.running_hits(subject.hits)
        return Working(lines, counted.SO_FAR, cells, [given_to(subject)], failed=failed)

    own = row.aggregate is None and row.name in EXPLAINERS
    return EXPLAINERS[row.name] if own else returned
