"""The mends: a small closed set of ways to read an input other than as it stands, each spelled as one word."""

from __future__ import annotations

from .alike import changed_by
from .problems import SettingError
from .record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SIDES = ("judgements", "results")

IDS = {"queries": "query ids", "documents": "document ids"}
"""The columns of ids, and what they are called in words."""

ID_MENDS = {
    "zeros": ("Remove leading zeros from {ids}", "leading zeros are removed from {ids}"),
    "suffix": ("Remove “{value}” from {ids}", "“{value}” at the end is removed from {ids}"),
    "case": ("Write {ids} in lower case", "{ids} are read in lower case"),
    "blanks": ("Remove blanks from {ids}", "blanks are removed from {ids}"),
    "nfc": ("Normalise {ids} to NFC", "{ids} are normalised to NFC"),
    "parts": (
        "Take each document’s best part",
        "“{value}” and a number at the end are removed from {ids}: each document stands where its best part does",
    ),
}
"""What a button says that mends ids so, and what a note says of it afterwards."""

SCORE_MENDS = {
    "negate": ("Negate the scores", "the scores are negated, so that the lowest comes first"),
    "rank": ("Read the rank column instead of the score", "the rank column is read instead of the score"),
    "score": ("Read the third column as scores", "the third column is read as scores, highest first"),
}
"""The same for scores."""

SWAP = "swap"
"""Judgements and results change places: for the page, which has both; on the command line they are two words."""


class Mend(Record):
    """One mend: the side it is for, the column ("queries", "documents" or "scores"), how, and with what."""

    side: str
    column: str
    how: str
    value: str = ""

    def spelled(self) -> str:
        """`results:documents:suffix=.txt`: what parse_mend takes."""
        return f"{self.side}:{self.column}:{self.change}"

    @property
    def change(self) -> str:
        """The name by which alike.changed_by knows it."""
        return f"{self.how}={self.value}" if self.value else self.how

    def label(self) -> str:
        """What a button says, without the side."""
        return self._words(0)

    def done(self) -> str:
        """What a note says of it."""
        return self._words(1)

    def _words(self, at: int) -> str:
        if self.column in IDS:
            return ID_MENDS[self.how][at].format(ids=IDS[self.column], value=self.value)
        return SCORE_MENDS[self.how][at]

    def on_ids(self) -> Callable[[str], str] | None:
        """What it does to an id; None for a mend of scores."""
        return changed_by(self.change) if self.column in IDS else None


def parse_mend(text: str) -> Mend:
    """The mend of this spelling. Raises SettingError for one that means nothing."""
    side, _, rest = text.partition(":")
    column, _, change = rest.partition(":")
    how, _, value = change.partition("=")
    mend = Mend(side, column, how, value)
    known = side in SIDES and (
        (column in IDS and how in ID_MENDS and changed_by(change) is not None)
        or (side == "results" and column == "scores" and change in SCORE_MENDS)
    )
    if not known or (how == "parts" and mend[:2] != ("results", "documents")):
        raise SettingError("mend", f"there is no mend {text!r}", f"give one such as {', '.join(EXAMPLES)}")
    return mend


def parse_mends(texts: Iterable[str], side: str) -> list[Mend]:
    """The mends among these that are for one side, in their order. Raises SettingError."""
    return [mend for mend in map(parse_mend, texts) if mend.side == side]


EXAMPLES = (
    "judgements:queries:zeros",
    "results:documents:suffix=.txt",
    "results:documents:parts=#",
    "results:scores:negate",
)
"""One of most kinds, for messages and help."""
