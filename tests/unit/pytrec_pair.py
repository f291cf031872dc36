"""The two packages side by side, for tests of rankproof.compat.pytrec_eval against pytrec_eval itself."""

from __future__ import annotations

import math
from typing import Any

import pytest
import pytrec_eval as original

from rankproof.compat import pytrec_eval as face

BOTH = pytest.mark.parametrize("package", [original, face], ids=["original", "face"])

QRELS = {"q1": {"a": 1, "b": 0, "c": 2, "d": 1, "e": -1}}
RUN = {"q1": {"a": 1.0, "b": 2.0, "x": 3.0, "e": 0.5}}

Values = dict[str, dict[str, float]]


def scored(package: Any, qrels: Any, run: Any, measures: Any, *given: Any, **named: Any) -> Values:
    """A package's values, in a new dict."""
    values: Values = package.RelevanceEvaluator(qrels, measures, *given, **named).evaluate(run)
    return values


def check_same(qrels: Any, run: Any, measures: Any, *given: Any, **named: Any) -> None:
    """Queries and keys first, in their order; then every value to the last bit, nan where the original has it."""
    expected = scored(original, qrels, run, measures, *given)
    got = scored(face, qrels, run, measures, *given, **named)
    assert list(got) == list(expected)
    assert [list(values) for values in got.values()] == [list(values) for values in expected.values()]
    assert _comparable(got) == _comparable(expected)
    assert {type(value) for values in got.values() for value in values.values()} <= {float}


def _comparable(values: Values) -> dict[str, dict[str, object]]:
    return {
        query: {key: "nan" if math.isnan(value) else value for key, value in held.items()}
        for query, held in values.items()
    }
