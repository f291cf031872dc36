"""The page's questions about one number: its working, what it leaves open, and which means ties could move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .asked import Asked
from .bridgelarge import Tell, one_query
from .evalresult import EvalResult
from .formats import Judgements, Results
from .names import parse_measures, parse_single
from .problems import InputError, SettingError
from .proof.slices import Slices, bounds_of_mean, bounds_of_query, tie_marks
from .settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .proof.working import Proof

Json = dict[str, Any]

PRINTED = ("text", "markdown")
"""Forms in which a proof goes along to be copied, where the request says `"print": true`."""


class Given(NamedTuple):
    """What a question is about.

    results: None for the mean of a run too large to be kept. scored: the run's scores with at least this measure, and
    its position among them; raises InputError.
    """

    judgements: Judgements
    results: Results | None
    settings: Settings
    scored: Callable[[Asked], tuple[EvalResult, int]]
    tell: Tell | None


class Questions:
    """Answers them; remembers work that goes on, and the one query of a large run that was asked about last."""

    def __init__(self) -> None:
        self._marks = Slices()
        self._bounds = Slices()
        self._one: tuple[object, Results] | None = None

    def query_of_large(self, run: Json, name: str, query: str, tell: Tell | None) -> Results:
        """The run with the ranking of this query only, from memory if it was the last. Raises InputError."""
        key = (run["id"], run.get("revision"), name, query)
        if self._one is None or self._one[0] != key or key[1] is None:
            found = one_query(run, name, query, tell)
            if isinstance(found, InputError):
                raise found
            self._one = key, found
        return self._one[1]

    def answer(self, action: str, request: Json, given: Given) -> Json:
        """Answers `explain`, `bounds` and `tie_marks`. Raises InputError or SettingError."""
        if action == "explain":
            return explained(request, given)
        within = float(request.get("within") or 3600)
        if action == "bounds":
            return self._bounds_of(request, given, within)
        if given.results is None:
            return {"marks": []}
        asked = parse_measures(request.get("measures"), given.settings)
        of = ("marks", given.judgements, given.results, asked, given.settings)
        return _or_unfinished(self._marks.go_on(of, tie_marks(*of[1:]), within))

    def _bounds_of(self, request: Json, given: Given, within: float) -> Json:
        one = parse_single(str(request["measure"]), given.settings)
        query = request.get("query")
        if given.results is None:
            return {"ties": None, "unjudged": None}
        if query is not None:
            return bounds_of_query(given.judgements, given.results, str(query), one, given.settings)
        of = ("bounds", given.judgements, given.results, one, given.settings)
        return _or_unfinished(self._bounds.go_on(of, bounds_of_mean(*of[1:]), within))


def _or_unfinished(answer: Json | None) -> Json:
    """`{"unfinished": true}` where there is more to do: ask again."""
    return {"unfinished": True} if answer is None else answer


def explained(request: Json, given: Given) -> Json:
    """The proof of `{"measure", "query"}`, that of the mean where query is null or missing; also printed if asked so.

    With `code`, the measure is one of the user's own that the code defines, and a report on the code goes along.
    """
    if not request.get("code"):
        return _answered(request, given, parse_single(str(request["measure"]), given.settings))
    from .bridgecode import with_code

    def go(asked: list[Asked]) -> Json:
        own = [one for one in asked if one.name == request["measure"]]
        return _answered(request, given, own[0]) if own else {}

    made = with_code(request["code"], [], given.tell, go)
    if made.keys() == {"code"}:
        errors = made["code"]["errors"]
        message = f"the code defines no measure {request['measure']!r} now"
        raise SettingError("measure", message, errors[0]["message"] if errors else "run the code again")
    return made


def _answered(request: Json, given: Given, one: Asked) -> Json:
    from .proof.printed import FORMATS
    from .proof.working import as_json

    proof = _proof(request.get("query"), given, one)
    made = as_json(proof)
    if request.get("print"):
        made["printed"] = {form: FORMATS[form](proof) for form in PRINTED}
    return made


def _proof(query: object, given: Given, one: Asked) -> Proof:
    # Imported where they are needed: ties, which the page asks for without being told to, do without them.
    from .proof.explain import explain
    from .proof.means import explain_mean

    if query is None:
        return explain_mean(*given.scored(one))
    if given.results is None:
        raise SettingError("run", "the run was not read", "give its file")
    return explain(given.judgements, given.results, str(query), one, given.settings)
