"""What every part of the benchmark is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tests.bench.data import Sizes
from tests.bench.timing import Log


class Bench(NamedTuple):
    """The sizes to measure, the rounds after the warm-up, and the log."""

    sizes: Sizes
    rounds: int
    log: Log

    @property
    def short_rounds(self) -> int:
        """Rounds for what takes a fraction of a second, where more of them cost little."""
        return 4 * self.rounds


# Values by "part.subject.unit"; several values are of as many rounds.
Part = Callable[[Bench], Mapping[str, list[float]]]
