"""The measures under ir_measures' names, with the parameters that the table of measures gives them."""

from __future__ import annotations

from ...brackets import DCG_GAINS, OPTIONS
from ...measures import MEASURES, Definition
from ...spellings import VALUED
from .measure import NOT_PROVIDED, Kind, MeanAgg, Measure, ParamInfo, SumAgg

BaseMeasure = Measure

TYPES: dict[str, type] = {
    "rel": int, "judged_only": bool, "dcg": str, "gains": dict, "p": float, "T": float, "beta": float,
    "min_rel": int, "max_rel": int, "relative": bool, "normalize": bool, "alpha": float,
}  # fmt: skip

USUAL: dict[str, object] = {
    "rel": 1, "judged_only": False, "dcg": "log2", "beta": 1.0, "min_rel": 0, "relative": False, "normalize": True,
    "alpha": 0.5,
}  # fmt: skip
"""Defaults that are those of every measure."""

BY_SUBTOPIC = {
    **dict.fromkeys(("ERR_IA", "nERR_IA", "P_IA"), ("cutoff", "rel", "judged_only")),
    **dict.fromkeys(("alpha_DCG", "alpha_nDCG"), ("cutoff", "rel", "alpha", "judged_only")),
    **dict.fromkeys(("NRBP", "nNRBP"), ("rel", "alpha", "beta")),
    "AP_IA": ("rel", "judged_only"),
    "StRecall": ("cutoff", "rel"),
}
"""Measures of diversity: they have names and parameters, and cannot be calculated."""

registry: dict[str, Measure] = {}
"""Every name that parse_measure knows."""


def _at(rows: list[Definition]) -> dict[str, ParamInfo]:
    """The parameter that `@` sets, where there is one; it must be given where no row is that of the whole ranking."""
    valued = [row for row in rows if row.parameters in VALUED]
    if not valued:
        return {}
    required = len(valued) == len(rows)
    if valued[0].parameters == "levels":
        return {"recall": ParamInfo(float, required, desc="a level of recall from 0.0 to 1.0")}
    return {"cutoff": ParamInfo(int, required, desc="a whole number from 1")}


def _option(row: Definition, option: str) -> ParamInfo:
    default = USUAL.get(option, NOT_PROVIDED)
    if option == "p":
        default = row.start.p
    elif option == "T":
        default = row.start.t
    elif option == "max_rel" and option not in row.needs:
        default = row.start.high
    elif option == "rel" and (row.graded or any(name == "rel" for name, _ in row.becomes)):
        # Giving rel makes another measure of these: RBP of grades, NumRet of all results.
        default = NOT_PROVIDED
    choices = NOT_PROVIDED
    if option == "dcg":
        choices = list(DCG_GAINS) if row.graded else ["log2"]
    return ParamInfo(TYPES[option], option in row.needs, choices, default, OPTIONS[option].allowed)


def _kind(name: str) -> Kind:
    rows = [row for row in MEASURES if row.ir_name == name]
    params = _at(rows)
    for row in rows:
        params.update({option: _option(row, option) for option in row.options})
    first = rows[0]
    at = "recall" if "recall" in params else "cutoff"
    return Kind(name, params, at, first.average == "sum", first.mean_label, first.help)


def _subtopic_option(option: str) -> ParamInfo:
    if option == "cutoff":
        return ParamInfo(int, desc="a whole number from 1")
    # NRBP's beta is a chance, and no weight of recall as that of SetF is.
    return ParamInfo(TYPES[option], default=0.5 if option == "beta" else USUAL[option])


def _subtopic_kind(name: str) -> Kind:
    params = {option: _subtopic_option(option) for option in BY_SUBTOPIC[name]}
    return Kind(name, params, pretty=name, help="A measure of diversity, over judgements by subtopic.")


def _named(name: str, *aliases: str) -> Measure:
    measure = Measure(_subtopic_kind(name) if name in BY_SUBTOPIC else _kind(name))
    registry.update(dict.fromkeys((name, *aliases), measure))
    return measure


Accuracy = _named("Accuracy")
AP = MAP = _named("AP", "MAP")
BPM = _named("BPM")
Bpref = BPref = _named("Bpref", "BPref")
Compat = _named("Compat")
ERR = _named("ERR")
infAP = _named("infAP")
INSQ = _named("INSQ")
INST = _named("INST")
IPrec = _named("IPrec")
Judged = _named("Judged")
nDCG = NDCG = _named("nDCG", "NDCG")
NERR8 = _named("NERR8")
NERR9 = _named("NERR9")
NERR10 = _named("NERR10")
NERR11 = _named("NERR11")
NumQ = _named("NumQ")
NumRel = _named("NumRel")
NumRet = _named("NumRet")
P = Precision = _named("P", "Precision")
R = Recall = _named("R", "Recall")
RBP = _named("RBP")
Rprec = RPrec = _named("Rprec", "RPrec")
RR = MRR = _named("RR", "MRR")
SDCG = _named("SDCG")
SetAP = _named("SetAP")
SetF = _named("SetF")
SetP = _named("SetP")
SetR = _named("SetR")
Success = _named("Success")
NumRelRet = registry["NumRelRet"] = NumRet(rel=1)
SetRelP = registry["SetRelP"] = SetP(relative=True)

alpha_DCG = α_DCG = _named("alpha_DCG", "α_DCG")
alpha_nDCG = α_nDCG = _named("alpha_nDCG", "α_nDCG")
AP_IA = MAP_IA = _named("AP_IA", "MAP_IA")
ERR_IA = _named("ERR_IA")
nERR_IA = _named("nERR_IA")
nNRBP = _named("nNRBP")
NRBP = _named("NRBP")
P_IA = _named("P_IA")
StRecall = _named("StRecall")

__all__ = [
    "AP",
    "AP_IA",
    "BPM",
    "ERR",
    "ERR_IA",
    "INSQ",
    "INST",
    "MAP",
    "MAP_IA",
    "MRR",
    "NDCG",
    "NERR8",
    "NERR9",
    "NERR10",
    "NERR11",
    "NRBP",
    "P_IA",
    "RBP",
    "RR",
    "SDCG",
    "Accuracy",
    "BPref",
    "BaseMeasure",
    "Bpref",
    "Compat",
    "IPrec",
    "Judged",
    "MeanAgg",
    "Measure",
    "NumQ",
    "NumRel",
    "NumRelRet",
    "NumRet",
    "P",
    "ParamInfo",
    "Precision",
    "R",
    "RPrec",
    "Recall",
    "Rprec",
    "SetAP",
    "SetF",
    "SetP",
    "SetR",
    "SetRelP",
    "StRecall",
    "Success",
    "SumAgg",
    "alpha_DCG",
    "alpha_nDCG",
    "infAP",
    "nDCG",
    "nERR_IA",
    "nNRBP",
    "registry",
    "α_DCG",
    "α_nDCG",
]  # fmt: skip
