"""Finds out how ids that should be the same differ: in zeros, capitals, blanks, composition, or as parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from .record import Record


class Change(Record):
    """A way in which two ids can differ: what makes them alike, how they differ, and the mend."""

    alike: Callable[[str], str]
    differ: str
    mend: str


def _without_point(text: str) -> str:
    return text.removesuffix(".0")


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


CHANGES = (
    Change(
        _without_point,
        "in a “.0” at the end",
        "ids on one side end in “.0”, probably from a conversion to floats: write them as whole numbers",
    ),
    Change(
        _without_zeros,
        "only in leading zeros",
        "the ids differ only in leading zeros: write them alike on both sides",
    ),
    Change(
        str.casefold,
        "only in upper and lower case",
        "the ids differ only in upper and lower case: write them alike on both sides",
    ),
    Change(_without_blanks, "only in blanks", "the ids differ only in blanks around them: remove the blanks"),
    Change(
        _composed,
        "only in how their characters are composed",
        "the ids look alike but are composed differently: normalise both to NFC",
    ),
)

SEPARATORS = "#_-:./|@"

PART_WORDS = ("chunk", "part", "passage", "para", "sent", "split", "c", "p", "s")


def parent(text: str) -> str:
    """The document of a part of it: `doc7` of `doc7#3`, `doc7_chunk_12` or `doc7-p2`; "" for what is no part."""
    at = len(text.rstrip("0123456789"))
    if at == len(text):
        return ""
    head = text[:at]
    stem = head.rstrip(SEPARATORS)
    for word in PART_WORDS:
        if stem.lower().endswith(word) and stem[: -len(word)].rstrip(SEPARATORS) != stem[: -len(word)]:
            stem = stem[: -len(word)].rstrip(SEPARATORS)
            break
    return stem if stem and stem != head else ""


def pairs_alike(left: Iterable[str], right: Iterable[str], change: Change) -> Iterator[tuple[str, str]]:
    """Pairs of different ids, one of each side, that the change makes the same."""
    known = {change.alike(name): name for name in left}
    for name in right:
        other = known.get(change.alike(name))
        if other is not None and other != name:
            yield other, name


def likely_cause(left: set[str], right: set[str]) -> str | None:
    """Why two sets of ids that should overlap do not: the mend of the first change that makes them meet."""
    for change in CHANGES:
        if next(pairs_alike(left, right, change), None) is not None:
            return change.mend
    return None


SHARED_DIGITS = "the ids share their numbers but not the text around them: write them alike on both sides"


def share_digits(left: Iterable[str], right: Iterable[str]) -> bool:
    """Whether some id of each side has the same digits as one of the other, whatever stands around them."""
    return bool(set(map(_digits, left)) & set(map(_digits, right)))


def _digits(text: str) -> str:
    """The digits of an id without leading zeros; the id itself where it has none."""
    digits = "".join(filter(str.isdigit, text))
    return digits.lstrip("0") or text
