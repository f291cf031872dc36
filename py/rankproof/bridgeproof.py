"""The page's questions about all measures of a run: what other conventions make of them, and how much ties decide."""

from __future__ import annotations

from typing import Any

from .formats import Judgements, Results
from .names import parse_measures
from .settings import Settings

Json = dict[str, Any]


def conventions(judgements: Judgements, results: Results, request: Json, settings: Settings) -> Json:
    """{"rows": [...]}: the measures of the request under every tool's conventions. Raises SettingError."""
    from .proof.conventions import as_json
    from .proof.conventions import conventions as table

    asked = parse_measures(request.get("measures"), settings)
    return {"rows": [as_json(row) for row in table(judgements, results, asked, settings)]}


def ties(judgements: Judgements, results: Results, request: Json, settings: Settings) -> Json:
    """{"ties": [...], "unjudged": [...]}: what ties and unjudged documents leave open of the measures of the request.

    Raises SettingError.
    """
    from .proof import tieranges, unjudged

    asked = parse_measures(request.get("measures"), settings)
    data = (judgements, results, asked, settings)
    return {
        "ties": [tieranges.as_json(found) for found in tieranges.tie_ranges(*data)],
        "unjudged": [unjudged.as_json(found) for found in unjudged.unjudged(*data)],
    }


ACTIONS = {"conventions": conventions, "ties": ties}
"""The page's name for each, with the function that answers it."""
