"""Understands the names of measures, in trec_eval's style and in ir_measures' style."""

from __future__ import annotations

from .asked import Asked, asked_for, check_apart
from .brackets import fields_of, split_brackets
from .custom import REGISTERED, Measure
from .gains import GainMap
from .measures import GROUPS, Definition, Parameters
from .problems import SettingError
from .record import Record
from .settings import Settings
from .spellings import ROWS, VALUED, Spelled, find, is_whole, take_apart, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["DEFAULTS", "LARGEST_CUTOFF", "Asked", "default_names", "parse_measure", "parse_measures", "parse_single"]

LARGEST_CUTOFF = 10**18


DEFAULTS = ("R@{k}", "P@{k}", "RR@{k}", "nDCG@{k}")
"""What is scored when nothing is asked for."""


def default_names(k: int) -> list[str]:
    """The names of what is scored at k when nothing is asked for."""
    return [name.format(k=k) for name in DEFAULTS]


def parse_measures(names: Sequence[str | Measure] | None, settings: Settings) -> list[Asked]:
    """All measures that these names stand for, in order, each spelling once; the defaults at k for None.

    A Measure stands for itself, the name of a registered one for that. Raises SettingError for a name that means
    nothing, with the nearest that do, and for a measure that shares its name with another one.
    """
    asked: dict[object, Asked] = {}
    for name in default_names(settings.k) if names is None else names:
        own = REGISTERED.get(name.strip()) if isinstance(name, str) else name
        if own is not None:
            # By identity: a subclass may compare as it likes, and need not have a hash.
            asked.setdefault(id(own), asked_for(own))
        elif isinstance(name, str):
            for one in parse_measure(name, settings):
                asked.setdefault(one.name, one)
    check_apart(list(asked.values()))
    return list(asked.values())


def parse_single(name: str, settings: Settings) -> Asked:
    """The one measure that a name stands for. Raises SettingError where it stands for several, or for none."""
    asked = parse_measures([name], settings)
    if len(asked) != 1:
        names = ", ".join(one.name for one in asked[:3])
        message = f"{name!r} stands for {len(asked)} measures"
        raise SettingError("measure", message, f"name one of them, such as {names}")
    return asked[0]


def parse_measure(name: str, settings: Settings) -> list[Asked]:
    """The measures one name stands for: several for `ndcg_cut.5,10`, a bare `P`, or a group such as `official`.

    Accepted: `nDCG@10`, `AP(rel=2)`, `nDCG(dcg='exp-log2')@10` (ir_measures); `ndcg_cut_10`, `ndcg_cut.5,10`, `map`,
    `P`, `utility.1,-1,0,0`, `ndcg.1=3.5` (trec_eval); `ndcg@10`.
    """
    text = name.strip()
    if text in GROUPS:
        return _group(text, settings)
    if "(" in text:
        return _bracketed(text, settings)
    spelled = take_apart(text)
    return _asked(find(spelled), spelled, {}, settings)


TEXTS = ("runid", "relstring")
"""What trec_eval's groups hold that is not a number."""


def _group(text: str, settings: Settings) -> list[Asked]:
    members = group_members(text)
    if not members:
        raise unknown(text)
    return [one for member in members for one in parse_measure(member, settings)]


def group_members(name: str) -> list[str]:
    """The measures that are numbers of one of trec_eval's groups; none if it needs judgements of another form."""
    members = [member for member in GROUPS[name] if member not in TEXTS]
    return members if all(member in ROWS for member in members) else []


def _bracketed(text: str, settings: Settings) -> list[Asked]:
    """A name with options in brackets, where ir_measures' `P(cutoff=5)` is `P@5`."""
    base, options, rest = split_brackets(text)
    mark = "@" if rest or "cutoff" in options or "recall" in options else ""
    row = find(Spelled(text, base, mark, rest))
    at = "recall" if row.parameters == "levels" else "cutoff"
    if at in options and not rest and row.parameters in VALUED:
        rest = repr(options.pop(at))
    for option, other in row.becomes:
        name, _, value = option.partition("=")
        if name in options and value in ("", repr(options[name])):
            row = ROWS[other]
            if value:
                del options[name]
            break
    return _asked(row, Spelled(text, base, mark, rest), options, settings)


def _asked(row: Definition, spelled: Spelled, options: dict[str, Any], settings: Settings) -> list[Asked]:
    """The measures of one row that a name with these options stands for."""
    if row.parameters == "none" and spelled.mark:
        raise _takes_none(row, spelled)
    fields = fields_of(spelled.text, row, options)
    level, unjudged = fields.pop("relevant_from", None), fields.pop("unjudged", None)
    fields.pop("relative", None)
    start = row.start._replace(gain=settings.gain if row.graded else "linear", numbers=row.defaults)
    if row.parameters in VALUED:
        start = start._replace(numbers=())
    inside = ",".join(f"{name}={options[name]!r}" for name in row.options if name in options)
    found = []
    for value in _values(row, spelled, start._replace(**fields)):
        key = row.name + value.key + (f"({inside})" if inside else "")
        suffix = _in_brackets(row, inside or value.inside) + value.at
        found.append(Asked(row, value.parameters, value.name, key, suffix, level, unjudged))
    return found


def _in_brackets(row: Definition, given: str) -> str:
    """What follows a label: the options or numbers given, and p in any case, since tools differ in what they take."""
    parts = [given] if given else []
    if row.start.p and "p=" not in given:
        parts.append(f"p={row.start.p:g}")
    space = " " if " " in row.label else ""
    return f"{space}({','.join(parts)})" if parts else ""


class _Value(Record):
    """One measure of a row: its name as spelled, and what it adds to the key, to the label and inside its brackets."""

    parameters: Parameters
    name: str
    key: str = ""
    at: str = ""
    inside: str = ""


def _values(row: Definition, spelled: Spelled, start: Parameters) -> list[_Value]:
    if row.parameters in VALUED:
        return _at_values(row, spelled, start)
    if not spelled.mark:
        return [_Value(start, spelled.text)]
    key = f"_{spelled.rest}"
    if row.parameters == "numbers":
        numbers = tuple(_number(row, spelled, part) for part in spelled.rest.split(","))
        _check_count(row, spelled, numbers)
        return [_Value(start._replace(numbers=numbers), spelled.text, key, inside=spelled.rest)]
    gain, p = _pairs(row, spelled)
    changed = start._replace(gain=gain or start.gain, p=start.p if p is None else p)
    return [_Value(changed, spelled.text, key, inside=spelled.rest)]


def _at_values(row: Definition, spelled: Spelled, start: Parameters) -> list[_Value]:
    """One measure for each cut-off or level, in rising order."""
    if not spelled.mark and not row.defaults:
        message = f"measure {spelled.text!r} needs a cut-off"
        raise SettingError("measures", message, f"write {spelled.text}@10")
    read = _cutoff if row.parameters == "cutoffs" else _number
    given = {read(row, spelled, part) for part in spelled.rest.split(",")} if spelled.mark else row.defaults
    found = []
    for value in sorted(given):
        if row.parameters == "cutoffs":
            made, tail, at = start._replace(k=int(value)), f"{int(value)}", f"@{int(value)}"
        else:
            # As trec_eval prints it, but with all digits where two do not tell levels apart.
            tail = f"{value:.2f}" if round(value, 2) == value else f"{value!r}"
            made, at = start._replace(at=value), f"@{value:g}"
        found.append(_Value(made, _spelled_at(row, spelled, len(given), tail, at), f"_{tail}", at))
    return found


def _spelled_at(row: Definition, spelled: Spelled, count: int, tail: str, at: str) -> str:
    """The name of one of several values: in ir_measures' style if the name was, else in trec_eval's."""
    if count == 1 and spelled.mark:
        return spelled.text
    bracket = spelled.text.rfind(")") + 1
    if bracket:
        return f"{spelled.text[:bracket]}{at}"
    return f"{spelled.base}{at}" if spelled.mark == "@" else f"{row.name}_{tail}"


def _takes_none(row: Definition, spelled: Spelled) -> SettingError:
    what = "parameter" if spelled.mark == "." else "cut-off"
    takes = f"; it takes {', '.join(row.options)} in brackets" if row.options else ""
    hint = _with_cutoff(row, spelled) or f"write {row.name}{takes}"
    return SettingError("measures", f"measure {spelled.text!r} takes no {what}", hint)


def _with_cutoff(row: Definition, spelled: Spelled) -> str:
    """For `map.5` and `ndcg.5`, which trec_eval does not read as a cut-off either."""
    return f"write {row.name}@{spelled.rest}" if f"{row.name}_cut" in ROWS and spelled.rest.isdigit() else ""


def _check_count(row: Definition, spelled: Spelled, numbers: tuple[float, ...]) -> None:
    # Of set_F trec_eval reads the first number only, and of 11pt_avg any.
    if row.name == "utility" and len(numbers) != len(row.defaults):
        defaults = ",".join(f"{number:g}" for number in row.defaults)
        message = f"measure {spelled.text!r} needs {len(row.defaults)} numbers"
        raise SettingError("measures", message, f"write for example {row.name}.{defaults}")


def _cutoff(_row: Definition, spelled: Spelled, part: str) -> float:
    digits = part.strip()
    if is_whole(digits, 99) and 0 < int(digits) <= LARGEST_CUTOFF:
        return int(digits)
    message = f"the cut-off {part!r} of measure {spelled.text!r} is not a whole number from 1"
    raise SettingError("measures", message, f"write for example {spelled.base}@10")


def _sample(row: Definition) -> tuple[float, ...]:
    return row.defaults[1:2] if row.parameters == "levels" else row.defaults[:4]


def _is_number(text: str) -> bool:
    """Whether this is a number as C writes it in decimal, without blanks around it, underscores and words."""
    import re

    return re.fullmatch(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?", text) is not None


def _number(row: Definition, spelled: Spelled, part: str) -> float:
    low, high = row.allowed
    if _is_number(part.strip()) and low <= float(part) <= high:
        return float(part)
    message = f"{part!r} in measure {spelled.text!r} is not a number from {low:g} to {high:g}"
    example = ",".join(f"{number:g}" for number in _sample(row))
    raise SettingError("measures", message, f"write for example {row.name}.{example}")


def _pairs(row: Definition, spelled: Spelled) -> tuple[GainMap | None, float | None]:
    """The gains of grades and the p of `1=3.5,2=9` or `p=0.5`."""
    gains: dict[int, float] = {}
    p = None
    for part in spelled.rest.split(","):
        left, _, right = part.partition("=")
        number = _number(row, spelled, right) if _is_number(right) else None
        if number is not None and is_whole(left, 9) and int(left) not in gains:
            gains[int(left)] = number
        elif number is not None and left == "p" and row.start.p and p is None and 0 <= number < 1:
            p = number
        else:
            hint = "give a gain for each grade, such as 1=3.5,2=9" + (", or p=0.5" if row.start.p else "")
            hint = _with_cutoff(row, spelled) or hint
            raise SettingError("measures", f"{part!r} in measure {spelled.text!r} means nothing", hint)
    return (tuple(sorted(gains.items())) if gains else None), p
