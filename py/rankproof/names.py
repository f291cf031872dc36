"""Understands the names of measures, in trec_eval's style and in ir_measures' style."""

from __future__ import annotations

from typing import NamedTuple

from .measures import MEASURES, Definition, Parameters
from .problems import SettingError
from .settings import Settings

LARGEST_CUTOFF = 10**18


class Asked(NamedTuple):
    """A measure as someone asked for it: its row in the table, its parameters, and the name as spelled."""

    definition: Definition
    parameters: Parameters
    name: str

    @property
    def key(self) -> str:
        """trec_eval's name: `ndcg_cut_10`, `map`."""
        k = self.parameters.k
        return self.definition.name if k is None else f"{self.definition.name}_{k}"

    @property
    def label(self) -> str:
        """What a table calls one query's value: `nDCG@10`, `RR@10`."""
        return self._with_k(self.definition.label)

    @property
    def mean_label(self) -> str:
        """What a table calls the mean: `MRR@10`."""
        return self._with_k(self.definition.mean_label)

    def _with_k(self, label: str) -> str:
        return label if self.parameters.k is None else f"{label}@{self.parameters.k}"


DEFAULTS = ("R@{k}", "P@{k}", "RR@{k}", "nDCG@{k}")
"""What is scored when nothing is asked for."""


def default_names(k: int) -> list[str]:
    """The names of the default measures at k."""
    return [name.format(k=k) for name in DEFAULTS]


def parse_measures(names: list[str] | None, settings: Settings) -> list[Asked]:
    """All measures that these names stand for, in order; the defaults at k for None.

    Raises SettingError for a name that means nothing, with the nearest that do.
    """
    asked: list[Asked] = []
    for name in default_names(settings.k) if names is None else names:
        for one in parse_measure(name, settings):
            if one.name not in [known.name for known in asked]:
                asked.append(one)
    return asked


def parse_measure(name: str, settings: Settings) -> list[Asked]:
    """The measures one name stands for: several for `ndcg_cut.5,10` or a bare `P`.

    Accepted: `nDCG@10`, `AP`, `RR@10` (ir_measures); `ndcg_cut_10`, `ndcg_cut.5,10`, `map`, `P` (trec_eval); `ndcg@10`.
    """
    text = name.strip()
    base, mark, rest = _split(text)
    rows = _rows_called(base)
    if not rows:
        raise _unknown(text)
    wants_cutoff = bool(mark)
    fitting = [row for row in rows if (row.cutoff == "required") == wants_cutoff]
    if not fitting:
        row = rows[0]
        if wants_cutoff:
            raise SettingError("measures", f"measure {text!r} takes no cut-off", f"write {_spell(row, base)}")
        if not row.default_cutoffs:
            raise SettingError("measures", f"measure {text!r} needs a cut-off", f"write {_spell(row, base)}@10")
        return [_asked(row, k, f"{row.name}_{k}", settings) for k in row.default_cutoffs]
    row = fitting[0]
    if not wants_cutoff:
        return [_asked(row, None, text, settings)]
    cutoffs = [_cutoff(text, part) for part in rest.split(",")]
    if len(cutoffs) == 1:
        return [_asked(row, cutoffs[0], text, settings)]
    return [_asked(row, k, f"{row.name}_{k}", settings) for k in sorted(set(cutoffs))]


def _split(text: str) -> tuple[str, str, str]:
    """Name, mark (`@`, `.` or `_`) and cut-offs; mark and cut-offs are empty where there are none."""
    for mark in ("@", "."):
        base, found, rest = text.partition(mark)
        if found:
            return base, mark, rest
    base, found, rest = text.rpartition("_")
    if found and rest.isdigit():
        return base, "_", rest
    return text, "", ""


def _rows_called(base: str) -> list[Definition]:
    """Rows with this name in either style: case counts first, then it does not. `ndcg` also finds `ndcg_cut`."""
    exact = [row for row in MEASURES if base in (row.name, row.ir_name, row.name.removesuffix("_cut"))]
    if exact:
        return exact
    folded = base.lower()
    aliases = {
        "mrr": "recip_rank",
        "precision": "P",
        "recall": "recall",
        "hit": "success",
        "rprec": "Rprec",
        "r": "recall",
    }
    wanted = aliases.get(folded, folded).lower()
    return [
        row
        for row in MEASURES
        if wanted in (row.name.lower(), (row.ir_name or "").lower(), row.name.removesuffix("_cut").lower())
    ]


def _spell(row: Definition, base: str) -> str:
    return row.ir_name if base != row.name and row.ir_name else row.name


def _cutoff(name: str, part: str) -> int:
    digits = part.strip()
    if digits.isascii() and digits.isdigit() and len(digits) < 100 and 0 < int(digits) <= LARGEST_CUTOFF:
        return int(digits)
    raise SettingError(
        "measures", f"the cut-off {part!r} of measure {name!r} is not a whole number from 1", "write for example P@10"
    )


def _asked(row: Definition, k: int | None, name: str, settings: Settings) -> Asked:
    return Asked(row, Parameters(k, settings.gain if row.graded else "linear"), name)


def _unknown(name: str) -> SettingError:
    from difflib import get_close_matches

    known = sorted({row.name for row in MEASURES} | {row.ir_name for row in MEASURES if row.ir_name})
    base = _split(name)[0]
    folded = {spelling.lower(): spelling for spelling in known}
    near = [folded[match] for match in get_close_matches(base.lower(), folded, 3, 0.4)]
    hint = f"did you mean {', '.join(near)}?" if near else f"the measures are {', '.join(known)}"
    return SettingError("measures", f"there is no measure {name!r}", hint)
