"""What looks wrong with each run of the page, looked for again only when something bears on it has changed."""

from __future__ import annotations

from typing import Any

from .diagnoses import Diagnosis, as_json, diagnose_sample, notes_with
from .evalresult import EvalResult
from .formats import Judgements, Results
from .problems import InputError
from .settings import Settings

Json = dict[str, Any]


class Looks:
    """Remembers what looked wrong with a run, so that another measure does not look for it again."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Judgements, Results, Settings, list[Diagnosis]]] = {}

    def tell(
        self,
        reading: Json | None,
        judgements: Judgements | None,
        read: Results | InputError | Judgements | None,
        result: EvalResult | InputError | None,
        settings: Settings,
    ) -> Json | None:
        """The reading with `diagnoses`; takes the notes that they make superfluous out of the result."""
        if reading is None or judgements is None or not isinstance(read, Results):
            return reading
        found = self._at(reading["id"], judgements, read, settings)
        if isinstance(result, EvalResult):
            result.notes = notes_with(found, result.notes)
        return {**reading, "diagnoses": [as_json(one) for one in found]}

    def keep_only(self, ids: set[str]) -> None:
        """Forgets all other runs."""
        self._known = {key: known for key, known in self._known.items() if key in ids}

    def _at(self, run: str, judgements: Judgements, read: Results, settings: Settings) -> list[Diagnosis]:
        known = self._known.get(run)
        if known is not None and known[0] is judgements and known[1] is read and known[2] == settings:
            return known[3]
        found = diagnose_sample(judgements, read, settings)
        self._known[run] = judgements, read, settings, found
        return found
