"""Finds out how ids that should be the same differ: in endings, zeros, capitals, blanks, composition, or as parts."""

from __future__ import annotations

from itertools import islice

from .record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator


class Change(Record):
    """A way in which two ids can differ: its name among the mends, what makes ids alike, how they differ, the mend."""

    name: str
    alike: Callable[[str], str]
    differ: str
    mend: str


def _without_zeros(text: str) -> str:
    return text.lstrip("0") or "0"


def _composed(text: str) -> str:
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFC", text)


def _without_blanks(text: str) -> str:
    # Blanks of other scripts, such as no-break spaces, are part of ids, as in C.
    return "".join(text.split())


def _without(suffix: str) -> Callable[[str], str]:
    """What takes an ending off an id that holds more than that."""
    return lambda text: text.removesuffix(suffix) or text


CHANGES = (
    Change(
        "suffix=.0",
        _without(".0"),
        "in a “.0” at the end",
        "ids on one side end in “.0”, probably from a conversion to floats: write them as whole numbers",
    ),
    Change(
        "zeros",
        _without_zeros,
        "only in leading zeros",
        "the ids differ only in leading zeros: write them alike on both sides",
    ),
    Change(
        "case",
        str.casefold,
        "only in upper and lower case",
        "the ids differ only in upper and lower case: write them alike on both sides",
    ),
    Change("blanks", _without_blanks, "only in blanks", "the ids differ only in blanks: remove them on both sides"),
    Change(
        "nfc",
        _composed,
        "only in how their characters are composed",
        "the ids look alike but are composed differently: normalise both to NFC",
    ),
)

SEPARATORS = "#_-:./|@"

LOOKED_AT = 200
"""Ids that are looked at for an ending that they share."""

MOSTLY = 0.9
"""The share of ids with an ending from which on it is no accident."""

DIGITS = "0123456789"

PART_WORDS = ("chunk", "part", "passage", "para", "sent", "split", "c", "p", "s")


def parent(text: str) -> str:
    """The document of a part of it: `doc7` of `doc7#3`, `doc7_chunk_12` or `doc7-p2`; "" for what is no part."""
    head = text.rstrip(DIGITS)
    if not head or len(head) == len(text):
        return ""
    stem = head.rstrip(SEPARATORS)
    # Most ids are no parts, and told so by the first look.
    if (lower := stem.lower()).endswith(PART_WORDS):
        for word in PART_WORDS:
            without = stem[: -len(word)]
            if lower.endswith(word) and without.rstrip(SEPARATORS) != without:
                stem = without.rstrip(SEPARATORS)
                break
    return stem if stem and stem != head else ""


def pairs_alike(left: Iterable[str], right: Iterable[str], change: Change) -> Iterator[tuple[str, str]]:
    """Pairs of different ids, one of each side, that the change makes the same."""
    known = {change.alike(name): name for name in left}
    for name in right:
        other = known.get(change.alike(name))
        if other is not None and other != name:
            yield other, name


def without_part(text: str, mark: str) -> str:
    """The id before a mark that a number follows: `doc7` of `doc7#3` for the mark `#`; else the id as it is."""
    head, found, number = text.rpartition(mark)
    return head if found and head and number.isascii() and number.isdigit() else text


def part_mark(whole: str, part: str) -> str:
    """What stands between a document's id and the number of a part of it."""
    return part[len(whole) :].rstrip(DIGITS)


def changed_by(name: str) -> Callable[[str], str] | None:
    """What a change of this name does to an id; None for a name that is no change's."""
    kind, _, value = name.partition("=")
    if kind == "suffix" and value:
        return _without(value)
    if kind == "parts" and value:
        return lambda text: without_part(text, value)
    return next((change.alike for change in CHANGES if change.name == name), None)


def changes_between(left: Collection[str], right: Collection[str]) -> Iterator[Change]:
    """The ways in which ids of the two sides may differ: those that are always tried, and an ending of one side's."""
    yield from CHANGES
    for shorter, longer in ((left, right), (right, left)):
        if suffix := _shared_suffix(set(shorter), longer):
            yield Change(
                f"suffix={suffix}",
                _without(suffix),
                f"in “{suffix}” at the end",
                f"ids on one side end in “{suffix}”: write them alike on both sides",
            )


def _shared_suffix(shorter: set[str], longer: Collection[str]) -> str:
    """The ending that makes most of the longer ids, looked at one by one, of the shorter ones; "" if there is none.

    It begins with a separator and does not end with a digit: numbers at the end are those of parts.
    """
    found: dict[str, int] = {}
    looked_at = list(islice(longer, LOOKED_AT))
    for name in looked_at:
        for at, sign in enumerate(name):
            if sign in SEPARATORS and at and not name[-1].isdigit() and name[:at] in shorter:
                found[name[at:]] = found.get(name[at:], 0) + 1
    for suffix in sorted(found, key=found.__getitem__, reverse=True)[:1]:
        if sum(name.endswith(suffix) for name in looked_at) >= MOSTLY * len(looked_at):
            return suffix
    return ""


def likely_change(left: Collection[str], right: Collection[str]) -> Change | None:
    """Why two sets of ids that should overlap do not: the first change that makes them meet."""
    for change in changes_between(left, right):
        if next(pairs_alike(left, right, change), None) is not None:
            return change
    return None


def likely_cause(left: Collection[str], right: Collection[str]) -> str | None:
    """The mend of that change."""
    change = likely_change(left, right)
    return change and change.mend


SHARED_DIGITS = "the ids share their numbers but not the text around them: write them alike on both sides"


def share_digits(left: Iterable[str], right: Iterable[str]) -> bool:
    """Whether some id of each side has the same digits as one of the other, whatever stands around them."""
    return bool(set(map(_digits, left)) & set(map(_digits, right)))


def _digits(text: str) -> str:
    """The digits of an id without leading zeros; the id itself where it has none."""
    digits = "".join(filter(str.isdigit, text))
    return digits.lstrip("0") or text
