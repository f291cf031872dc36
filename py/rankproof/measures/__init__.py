"""The measures: each a formula beside its row, gathered in one table from which names, help and tests derive."""

from __future__ import annotations

from . import agreement, biased, counts, gained, interpolated, judged, ranked, readers, sets
from .table import SIGNS, TREC_CUTOFFS, Definition, Family, Formula
from .workings import Gains, Parameters, Workings

TREC_ORDER = (
    "num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank", "iprec_at_recall",
    "P", "recall", "infAP", "gm_bpref", "Rprec_mult", "utility", "11pt_avg", "binG", "G", "dcg", "ideal_dcg", "ndcg",
    "ndcg_rel", "Rndcg", "ndcg_cut", "map_cut", "relative_P", "success", "set_P", "set_relative_P", "set_recall",
    "set_map", "set_F", "num_nonrel_judged_ret", "yaap", "rbp", "rbp_resid", "unj",
)  # fmt: skip
"""trec_eval's order of display; measures of our own come after, by family."""

FAMILIES = (
    Family("Relevant or not", ranked.ROWS),
    Family("Graded relevance", gained.ROWS),
    Family("Interpolated precision", interpolated.ROWS),
    Family("Rank-biased precision", biased.ROWS),
    Family("Models of a reader", readers.ROWS),
    Family("Incomplete judgements", judged.ROWS),
    Family("The results as a set", sets.ROWS),
    Family("Agreement with the judged order", agreement.ROWS),
    Family("Counts", counts.ROWS),
)
"""All measures, in the order in which a list shows them to someone who chooses."""

_ROWS = [row for family in FAMILIES for row in family.rows]
_BY_NAME = {row.name: row for row in _ROWS}

MEASURES: tuple[Definition, ...] = (
    *(_BY_NAME[name] for name in TREC_ORDER),
    *(row for row in _ROWS if not row.trec),
)

GROUPS: dict[str, tuple[str, ...]] = {
    "official": (
        "runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank",
        "iprec_at_recall", "P",
    ),
    "set": (
        "runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "utility", "set_P", "set_recall", "set_relative_P",
        "set_map", "set_F",
    ),
    "all_trec": (
        "runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank",
        "iprec_at_recall", "P", "relstring", "recall", "unj", "rbp", "rbp_resid", "infAP", "gm_bpref", "utility",
        "11pt_avg", "ndcg", "relative_P", "Rprec_mult", "success", "map_cut", "ndcg_cut", "ndcg_rel", "Rndcg", "binG",
        "G", "set_P", "set_recall", "set_relative_P", "set_map", "set_F", "num_nonrel_judged_ret",
    ),
    "all_prefs": (
        "runid", "num_q", "prefs_num_prefs_poss", "prefs_num_prefs_ful", "prefs_num_prefs_ful_ret", "prefs_simp",
        "prefs_pair", "prefs_avgjg", "prefs_avgjg_Rnonrel", "prefs_simp_ret", "prefs_pair_ret", "prefs_avgjg_ret",
        "prefs_avgjg_Rnonrel_ret", "prefs_simp_imp", "prefs_pair_imp", "prefs_avgjg_imp",
    ),
    "prefs": (
        "runid", "num_q", "prefs_num_prefs_poss", "prefs_num_prefs_ful", "prefs_num_prefs_ful_ret", "prefs_simp",
        "prefs_pair", "prefs_avgjg",
    ),
    "qrels_jg": ("runid", "num_q", "map_avgjg", "P_avgjg", "Rprec_mult_avgjg"),
}  # fmt: skip
"""trec_eval's names for several measures at once, in its order."""

__all__ = [
    "FAMILIES",
    "GROUPS",
    "MEASURES",
    "SIGNS",
    "TREC_CUTOFFS",
    "TREC_ORDER",
    "Definition",
    "Family",
    "Formula",
    "Gains",
    "Parameters",
    "Workings",
]
