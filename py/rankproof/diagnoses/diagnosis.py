"""What looks wrong with the inputs, with the evidence and a mend."""

from __future__ import annotations

from ..record import Record


class Diagnosis(Record):
    """One thing that looks wrong.

    code: which. text: what was found, with how much of it. mend: what to do. many: how many ids or queries show it.
    examples: a few of them.
    """

    code: str
    text: str
    mend: str
    many: int
    examples: tuple[str, ...]
