"""trec_eval's measures in its order of display, and their parameters as its command line gives them."""

from __future__ import annotations

from itertools import pairwise

from ..gains import GainMap
from ..judges import JUDGES_MEASURES
from ..measures import MEASURES, TREC_ORDER, Definition, Parameters
from ..preferences import PREFERENCE_MEASURES
from ..record import Record
from .numbers import leading_number, leading_whole

PREFERENCE_ROWS = {row.name: row for row in PREFERENCE_MEASURES}
JUDGES_ROWS = {row.name: row for row in JUDGES_MEASURES}


def _display_order() -> tuple[str, ...]:
    """trec_eval's order: the table's, with the measures that only this command has at their places."""
    order = ["runid", *TREC_ORDER]
    order.insert(order.index("recall"), "relstring")
    at = order.index("yaap")
    order[at:at] = [*PREFERENCE_ROWS, *JUDGES_ROWS]
    return tuple(order)


DISPLAY_ORDER = _display_order()
ROW_NAMES = frozenset(DISPLAY_ORDER)
ROWS: dict[str, Definition] = {row.name: row for row in MEASURES if row.trec}


class ParameterError(Exception):
    """Parameters that trec_eval refuses."""


class Column(Record):
    """One printed value of a measure: the name that trec_eval prints, and the parameters behind it."""

    name: str
    key: str
    parameters: Parameters


def columns(name: str, kind: str, defaults: tuple[float, ...], text: str | None, collection: int) -> list[Column]:
    """The values that a measure prints, given the text after the point in its -m, if any. Raises ParameterError."""
    if kind == "cutoffs":
        numbers = _sorted([leading_whole(part) for part in text.split(",")] if text else [int(k) for k in defaults])
        if numbers[0] <= 0:
            raise ParameterError("Negative cutoff detected")
        return [Column(name, f"{name}_{k:.0f}", Parameters(k=int(k))) for k in numbers]
    if kind == "levels":
        numbers = _sorted([leading_number(part) for part in text.split(",")] if text else list(defaults))
        return [Column(name, f"{name}_{at:.2f}", Parameters(at=at)) for at in numbers]
    key = f"{name}_{text}" if text else name
    if kind == "numbers":
        given = tuple(leading_number(part) for part in text.split(",")) if text else defaults
        return [Column(name, key, Parameters(numbers=given, collection=collection))]
    if kind == "pairs":
        gain, p = _pairs(text or "")
        return [Column(name, key, Parameters(gain=gain or "linear", p=0.9 if p is None else p))]
    # Other measures take no parameters, and pay no heed to them.
    return [Column(name, name, Parameters())]


def _sorted(numbers: list[float] | list[int]) -> list[float]:
    rising = sorted(map(float, numbers))
    if any(one == other for one, other in pairwise(rising)):
        raise ParameterError("duplicate cutoffs detected")
    return rising


def _pairs(text: str) -> tuple[GainMap, float | None]:
    """Gains of grades in the order given, and p, of `1=3.5,2=9` or `p=0.5`; other names are passed over."""
    gains: list[tuple[int, float]] = []
    p = None
    for part in text.split(",") if text else ():
        left, mark, right = part.partition("=")
        if not mark or "=" in right or not left:
            raise ParameterError(f"malformed pair parameters in '{text}'")
        if left.lstrip("+-").isdigit():
            gains.append((int(left), leading_number(right)))
        elif left == "p":
            p = leading_number(right)
    return tuple(gains), p
