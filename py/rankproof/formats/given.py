"""The seam for inputs that are no text: data that a program holds, which opens itself as blocks."""

from __future__ import annotations

from .block import Opened
from .source import Source


class Given(Source):
    """Data in memory under the name that messages give it; places in it are rows, counted from 1."""

    unit = "row"

    def __init__(self, name: str) -> None:
        super().__init__("", name)

    def opened(self, role: str) -> Opened:
        """The data as judgements or results; can be asked for more than once. Raises InputError."""
        raise NotImplementedError
