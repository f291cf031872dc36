"""The built wheel under Pyodide answers as the package does here: every input form, and the errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rankproof.bridge import Bridge
from tests.unit.test_examples import FORM_VALUES, FORMS, SPELLED, scored_by_bridge, values_of

Ask = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


def test_every_form_gives_its_numbers_under_pyodide(pyodide_bridge: Ask) -> None:
    answers = pyodide_bridge([scored_by_bridge(form, revision) for revision, form in enumerate(FORMS.values())])
    got = {name: values_of(answer) for name, answer in zip(FORMS, answers, strict=True)}
    assert got == {
        name: {query: {SPELLED[key]: value for key, value in values.items()} for query, values in expected.items()}
        for name, expected in FORM_VALUES.items()
    }


def test_pyodide_answers_to_the_last_digit_what_this_python_answers(pyodide_bridge: Ask) -> None:
    wrong = {"judgements": "q1 0 a x\nq1 0 b 1\n", "results": '{"q1": [}', "settings": {"k": 3}}
    requests = [
        *(scored_by_bridge(form, revision) for revision, form in enumerate(FORMS.values(), 100)),
        scored_by_bridge(wrong, 200),
        {**scored_by_bridge(FORMS["trec"], 300), "settings": {"k": "ten"}},
        {**scored_by_bridge(FORMS["trec"], 300), "judgements": None},
        {"action": "describe"},
    ]
    here = Bridge()
    assert pyodide_bridge(requests) == [json.loads(here.handle(json.dumps(request))) for request in requests]
