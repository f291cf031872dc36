"""What a document of each grade is worth: the gain setting, read from loose values and turned into numbers."""

from __future__ import annotations

# What collections.abc is made of, and loaded since Python's start.
from _collections_abc import Mapping

from .problems import SettingError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST_EXPONENTIAL_GRADE = 1_000
"""2^1000 is about 1e301: larger grades would overflow a double in the sums of DCG."""

GainMap = tuple[tuple[int, float], ...]
"""Pairs of a grade and its gain, in the order of the grades."""


def make_gain(value: object) -> str | GainMap:
    """`linear`, `exponential`, `1=3.5,2=9`, or a mapping from grade to gain, as Settings.gain holds it."""
    hint = "write linear, exponential, or a gain for each grade such as 1=3.5,2=9"
    if value in ("linear", "exponential"):
        return str(value)
    if isinstance(value, str):
        pairs = [part.split("=") for part in value.split(",") if part.strip()]
    elif isinstance(value, Mapping):
        pairs = [[str(grade), str(gain)] for grade, gain in value.items()]
    elif isinstance(value, tuple) and all(isinstance(pair, tuple) for pair in value):
        pairs = [[str(part) for part in pair] for pair in value]
    else:
        raise SettingError("gain", f"the gain is {value!r}", hint)
    gains: dict[int, float] = {}
    for pair in pairs:
        read = _grade_and_gain(pair)
        if read is None:
            raise SettingError("gain", f"{'='.join(pair)!r} is not a grade and its gain", hint)
        if read[0] in gains:
            raise SettingError("gain", f"grade {read[0]} is given two gains", hint)
        gains[read[0]] = read[1]
    if not gains:
        raise SettingError("gain", "the gain is empty", hint)
    return tuple(sorted(gains.items()))


def _grade_and_gain(pair: list[str]) -> tuple[int, float] | None:
    joined = "".join(pair)
    # int() and float() take 1_000 and digits of other scripts too.
    if len(pair) != 2 or "_" in joined or not joined.isascii():
        return None
    try:
        grade, gain = int(pair[0]), float(pair[1])
    except ValueError:
        return None
    return (grade, gain) if grade >= 0 and -1e300 < gain < 1e300 else None


def gain_of(gain: str | GainMap) -> Callable[[int], float]:
    """The gain of a grade under this setting; grades below 0 (not judged) gain nothing.

    Linear: the grade (Järvelin and Kekäläinen 2002). Exponential: 2^grade - 1 (Burges et al. 2005). A map: the grades
    it names, every other grade its own value, as trec_eval does.
    """
    if gain == "linear":
        return lambda grade: float(grade) if grade > 0 else 0.0
    if gain == "exponential":
        return lambda grade: 2.0**grade - 1.0 if grade > 0 else 0.0
    table = dict(gain)  # type: ignore[arg-type]  # make_gain leaves pairs only
    return lambda grade: table.get(grade, float(grade)) if grade >= 0 else 0.0
