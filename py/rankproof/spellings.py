"""Finds the row of the table that a spelled name means."""

from __future__ import annotations

from .custom import REGISTERED
from .measures import GROUPS, MEASURES, Definition
from .problems import SettingError
from .record import Record

ROWS = {row.name: row for row in MEASURES}

VALUED = ("cutoffs", "levels")
"""The kinds of parameters that make one measure each: P@5, IPrec@0.1."""

BY_SUBTOPIC = (
    *("alpha_DCG", "alpha_nDCG", "α_DCG", "α_nDCG", "AP_IA", "MAP_IA", "ERR_IA", "nERR_IA", "NRBP", "nNRBP", "P_IA"),
    *("StRecall",),
)
"""ir_measures' measures of diversity."""


class Spelled(Record):
    """A name taken apart: `P@5` is base P, mark @, rest 5. mark and rest are empty where there are no parameters."""

    text: str
    base: str
    mark: str = ""
    rest: str = ""


def spellings(row: Definition) -> list[str]:
    """Every name of a row without parameters: `map_cut` is AP, map_cut, map and MAP."""
    own = [row.ir_name or row.name, row.name, *row.aliases]
    if row.parameters == "cutoffs" and row.name.endswith("_cut"):
        whole = row.name.removesuffix("_cut")
        own += [whole, *(ROWS[whole].aliases if whole in ROWS else ())]
    return list(dict.fromkeys(own))


def _index(*, folded: bool) -> dict[str, list[Definition]]:
    found: dict[str, list[Definition]] = {}
    for row in MEASURES:
        for name in dict.fromkeys(name.lower() if folded else name for name in spellings(row)):
            found.setdefault(name, []).append(row)
    return found


_EXACT = _index(folded=False)
_FOLDED = _index(folded=True)


def _rows(base: str) -> list[Definition]:
    """The rows that a name without parameters may mean; one in other capitals only where none is written so."""
    return _EXACT.get(base) or _FOLDED.get(base.lower()) or []


def take_apart(text: str) -> Spelled:
    """A name without brackets taken apart. Raises SettingError for one that means nothing."""
    if _rows(text):
        return Spelled(text, text)
    for mark in ("@", "."):
        base, found, rest = text.partition(mark)
        if found and _rows(base.strip()):
            return Spelled(text, base.strip(), mark, rest.strip())
    # The longest name before what may be parameters: iprec_at_recall_0.10, set_F_0.5.
    base, found, _ = text.rpartition("_")
    while found:
        rest = text[len(base) + 1 :]
        if _rows(base) and _may_be_parameters(rest):
            return Spelled(text, base, "_", rest)
        base, found, _ = base.rpartition("_")
    raise unknown(text)


def _may_be_parameters(text: str) -> bool:
    """Whether it begins with a number, or with a name and `=`."""
    digits = text[1:] if text[:1] in ("-", "+", ".") else text
    name, equals, _ = text.partition("=")
    return is_whole(digits[:1], 1) or bool(equals and name.replace("_", "p").isalnum())


def is_whole(text: str, most: int) -> bool:
    """Whether this is one to so many digits and nothing else."""
    return text.isascii() and text.isdigit() and len(text) <= most


def find(spelled: Spelled) -> Definition:
    """The one row meant: `map` is the whole ranking's, `map@10` and `map_10` that of the top k.

    Raises SettingError where there is none, and where capitals would have to be guessed.
    """
    rows = _rows(spelled.base)
    whole = [row for row in rows if row.parameters not in VALUED]
    valued = [row for row in rows if row.parameters in VALUED]
    if spelled.mark == ".":
        # trec_eval's dialect: its names only.
        rows = [row for row in rows if row.name.lower() == spelled.base.lower()]
    elif spelled.mark == "@" or (spelled.mark and "=" not in spelled.rest):
        rows = valued or whole
    else:
        rows = whole or valued
    if not rows:
        raise unknown(spelled.text)
    if len(rows) > 1:
        names = " or ".join(row.name for row in rows)
        raise SettingError("measures", f"measure {spelled.text!r} may mean several", f"write {names}")
    return rows[0]


def unknown(name: str) -> SettingError:
    """The error for a name that means nothing here, with the nearest that do."""
    import re

    base = re.sub(r"[(@.].*|_[-+.0-9,]*$", "", name.strip(), flags=re.DOTALL) or name
    return SettingError("measures", f"there is no measure {name!r}", _elsewhere(base) or _nearest(base))


def _elsewhere(base: str) -> str:
    if base in BY_SUBTOPIC:
        return "measures of diversity need judgements by subtopic, which are not read"
    if base in ("runid", "relstring"):
        return f"{base} is text; `rankproof trec_eval` prints it"
    if any(base in members for members in GROUPS.values()) or base in GROUPS:
        form = "qrels_jg" if base.endswith(("_avgjg", "qrels_jg")) and not base.startswith("prefs") else "prefs"
        return f"it needs judgements of another form; `rankproof trec_eval -R {form}` reads them"
    return ""


def _nearest(base: str) -> str:
    from difflib import get_close_matches

    known = {name.lower(): name for row in reversed(MEASURES) for name in reversed(spellings(row))}
    known.update({group: group for group in GROUPS})
    known.update({name.lower(): name for name in REGISTERED})
    near = [known[match] for match in get_close_matches(base.lower(), known, 3, 0.6)]
    if near:
        return f"did you mean {', '.join(near)}?"
    return f"the measures are {', '.join(dict.fromkeys(row.ir_name or row.name for row in MEASURES))}"
