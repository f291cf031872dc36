"""What the page's door keeps of its last answers, so that they can be exported without being worked out again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from .evalresult import EvalResult

if TYPE_CHECKING:
    from .compare.comparisons import Comparisons

Json = dict[str, Any]


class Made(NamedTuple):
    """What the last answer of an action was made of and what it held: `identity` of the request, and by id the scores.

    notes: those on the judgements. comparisons: of the action compare. own: whether there are measures of the user's.
    """

    identity: str | None
    notes: list[Json]
    results: list[tuple[str, EvalResult]]
    comparisons: Comparisons | None = None


def identity(request: Json) -> str | None:
    """Text that is the same for requests with the same answer; None where an input has no revision to know it by."""
    boxes = [request.get("judgements"), *(request.get("runs") or [])]
    if any(box and box.get("revision") is None for box in boxes):
        return None
    known = [box and [box.get(name) for name in ("id", "revision", "name", "mends")] for box in boxes]
    code = request.get("code")
    rest = {name: value for name, value in request.items() if name not in ("judgements", "runs", "code")}
    return json.dumps([known, rest, code and [code["text"], code["revision"]]], sort_keys=True)
