"""What looks wrong with the inputs: the evidence, what it does to the numbers, and a mend."""

from __future__ import annotations

from ..formats import Judgements, Ranking, Results
from ..record import Record
from ..settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Subject(Record):
    """What is looked at: judgements, a run, those of its rankings that can be looked at, and how it is scored.

    whole: whether these rankings are all that the run has for judged queries.
    """

    judgements: Judgements
    results: Results
    rankings: Mapping[str, Ranking]
    settings: Settings
    whole: bool = True


class Mending(Record):
    """A mend that can be made safely: what a button for it says, and the mends, spelled as mends.parse_mend takes them.

    `swap` alone stands for judgements and results that change places.
    """

    label: str
    mends: tuple[str, ...]


class Diagnosis(Record):
    """One thing that looks wrong.

    code: which. text: what was found, with how much of it. effect: what it does to the numbers. mend: what to do. many:
    how many ids or queries show it. examples: a few of them. mendings: ways to mend it here, the likeliest first.
    level: "warning", or "info" where it may well be right. replaces: the codes of notes that it makes superfluous.
    """

    code: str
    text: str
    effect: str
    mend: str
    many: int
    examples: tuple[str, ...]
    mendings: tuple[Mending, ...] = ()
    level: str = "warning"
    replaces: tuple[str, ...] = ()
