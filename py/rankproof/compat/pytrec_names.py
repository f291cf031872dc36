"""The names of measures as pytrec_eval reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isfinite
from warnings import warn

from ..measures import GROUPS
from ..problems import SettingError, listed
from ..spellings import ROWS as SPELLED
from ..spellings import VALUED, take_apart, unknown
from ..trec.rows import DISPLAY_ORDER, ROWS, Column, ParameterError, columns
from .trec_eval_9 import TEXTS

SINCE_TREC_EVAL_10 = ("unj", "rbp", "rbp_resid")

supported_measures: set[str] = set(GROUPS["all_trec"]) - set(SINCE_TREC_EVAL_10)
"""Names of the measures that trec_eval 9 computes from graded judgements."""

supported_nicknames: dict[str, set[str]] = {
    name: set(members) - set(SINCE_TREC_EVAL_10) for name, members in GROUPS.items()
}
"""Groups of measures: `official`, `set` and `all_trec`, and three that need judgements of other forms."""

_NUMBER = r"[0-9]+(?:\.[0-9]+)?"
_NAMES = "|".join(map(re.escape, sorted(supported_measures, key=len, reverse=True)))
_WITH_PARAMETERS = re.compile(rf"({_NAMES})[._]({_NUMBER}(?:,{_NUMBER})*)")


class _Asked:
    """What was asked of one measure: by its bare name, with which parameters, and what was not read of the name."""

    def __init__(self) -> None:
        self.bare = False
        self.parameters: list[str] = []
        self.unread: list[str] = []


def asked_columns(measures: Iterable[str]) -> list[Column]:
    """The values that these names ask for, in trec_eval's order, as pytrec_eval reads them.

    A name is a measure's, a nickname, or a measure's with numbers after `.` or `_` and commas between them. Parameters
    of one measure are put together, each once, and ordered as text; they take the place of the defaults. What
    pytrec_eval passes over in silence is told in a UserWarning. Raises TypeError for a name that is not text,
    ValueError for one that means nothing and for parameters on which pytrec_eval ends the program.
    """
    asked: dict[str, _Asked] = {}
    for name in _expanded(measures):
        if name in supported_measures:
            asked.setdefault(name, _Asked()).bare = True
            continue
        match = _WITH_PARAMETERS.match(name)
        if match is None:
            raise _unsupported(name, measures)
        one = asked.setdefault(match[1], _Asked())
        one.parameters += match[2].split(",")
        if match.end() < len(name):
            one.unread.append(f"{name[match.end() :]!r} in {name!r} is not read")
    found: list[Column] = []
    for name in sorted(asked, key=DISPLAY_ORDER.index):
        one = asked[name]
        texts = sorted(set(one.parameters))
        kind = "numbers" if name in TEXTS else ROWS[name].parameters
        _refuse(name, kind, texts)
        found += _columns(name, kind, ",".join(texts))
        for told in _unread(name, kind, one, texts):
            warn(f"measure {name}: {told}, as in pytrec_eval", UserWarning, stacklevel=3)
    return found


def _expanded(measures: Iterable[object]) -> Iterable[str]:
    for measure in measures:
        if not isinstance(measure, str):
            found = f"the measure {measure!r} is of type {type(measure).__name__}"
            raise TypeError(f"{found}; expected its name as text, such as 'map'")
        yield from sorted(supported_nicknames.get(measure, (measure,)))


def _columns(name: str, kind: str, given: str) -> list[Column]:
    defaults = () if name in TEXTS else ROWS[name].defaults
    try:
        found = columns(name, kind, defaults, given, 0)
    except ParameterError as error:
        message = f"{name}.{given}: {error}; give whole numbers from 1, each once, such as {name}.5,10"
        raise ValueError(message) from None
    # Parameters are part of a result's key only where each makes a value of its own.
    return found if kind in VALUED else [one._replace(key=name) for one in found]


def _refuse(name: str, kind: str, texts: list[str]) -> None:
    given = f"{name}.{','.join(texts)}"
    if kind == "pairs" and texts:
        cut = f"; a cut-off goes with {name}_cut" if f"{name}_cut" in supported_measures else ""
        raise ValueError(f"{given}: {name} takes a gain for each grade, which pytrec_eval's names cannot write{cut}")
    if name == "utility" and len(texts) not in (0, 4):
        hint = "pytrec_eval reads no minus and counts equal ones once; rankproof.evaluate takes utility.1,-1,0,0"
        raise ValueError(f"{given}: expected four coefficients, found {len(texts)}; {hint}")
    if not all(isfinite(float(text)) for text in texts):
        raise ValueError(f"{given}: expected numbers that a 64-bit float can hold")


def _unread(name: str, kind: str, one: _Asked, texts: list[str]) -> list[str]:
    """What a reader may not expect of these parameters."""
    told = list(one.unread)
    if kind == "none" and texts:
        cut = f"; {name}_cut_{texts[0]} has a cut-off" if f"{name}_cut" in supported_measures else ""
        told.append(f"it takes no parameter, so {','.join(texts)} is not used{cut}")
    if kind == "cutoffs" and any("." in text for text in texts):
        told.append(f"of the cut-offs {','.join(texts)} only the whole part is used")
    if one.bare and texts and kind != "none":
        told.append(f"{','.join(texts)} takes the place of its usual parameters, which are not scored")
    if name == "utility" and texts != one.parameters:
        told.append(f"its coefficients are taken in the order {','.join(texts)}")
    if name == "set_F" and len(texts) > 1:
        told.append(f"of its parameters {','.join(texts)} only the first is used")
    return told


def _unsupported(name: str, measures: object) -> ValueError:
    if isinstance(measures, str):
        return ValueError(
            f"unsupported measure {name}; measures is the text {measures!r}, give a set: {{{measures!r}}}"
        )
    for nickname in ("prefs", "all_prefs", "qrels_jg"):
        if name in supported_nicknames[nickname]:
            form = "qrels_jg" if nickname == "qrels_jg" else "prefs"
            needs = f"it needs judgements of another form; `rankproof trec_eval -R {form}` reads them"
            return ValueError(f"unsupported measure {name}; {needs}")
    try:
        known = take_apart(name).base in SPELLED
    except SettingError:
        known = False
    if known:
        return ValueError(
            f"unsupported measure {name}; pytrec_eval lacks it or its parameters, rankproof.evaluate has it"
        )
    return ValueError(f"unsupported measure {name}; {unknown(name).hint or listed(sorted(supported_measures))}")
