"""The page's questions about one number: its working, and how much ties decide."""

from __future__ import annotations

from typing import Any

from .formats import Judgements, Results
from .names import parse_measures, parse_single
from .settings import Settings

Json = dict[str, Any]


def explained(judgements: Judgements, results: Results, request: Json, settings: Settings) -> Json:
    """The proof of `{"measure", "query"}`; that of the mean where query is null or missing. Raises SettingError."""
    from .proof.explain import explain
    from .proof.means import explain_mean
    from .proof.working import as_json
    from .scoring import score

    one = parse_single(str(request["measure"]), settings)
    query = request.get("query")
    if query is not None:
        return as_json(explain(judgements, results, str(query), one, settings))
    return as_json(explain_mean(score(judgements, results, [one], settings), 0))


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


ACTIONS = {"explain": explained, "ties": ties}
"""The page's name for each, with the function that answers it."""
