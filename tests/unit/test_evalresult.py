"""EvalResult holds the scores of a run as a mapping, as JSON's types and as a data frame, with what made them."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

import rankproof
from rankproof import EvalResult, Evaluator, SettingError, evaluate
from tests.unit.frames import Fake

# q1: relevant a at rank 2 of two results, one of two relevant documents found; q2: at rank 1.
QRELS = {"q1": {"a": 2, "b": 1}, "q2": {"c": 1}, "q3": {"d": 0}}
RUN = {"q1": ["x", "a"], "q2": ["c"], "q4": ["a"]}
RESULT = evaluate(QRELS, RUN, ["map", "RR", "num_rel"])
PER_QUERY = {
    "q1": {"map": 0.25, "recip_rank": 0.5, "num_rel": 2},
    "q2": {"map": 1.0, "recip_rank": 1.0, "num_rel": 1},
}
MEANS = {"map": 0.625, "recip_rank": 0.75, "num_rel": 3}


def test_it_is_a_mapping_with_the_means_beside_it() -> None:
    assert dict(RESULT) == RESULT.per_query() == PER_QUERY
    assert RESULT.means == RESULT.aggregate() == MEANS
    assert RESULT.mean_values == list(MEANS.values())
    assert RESULT.measures == ["map", "recip_rank", "num_rel"]
    assert RESULT["q2"]["map"] == 1.0
    assert ("q3" in RESULT, len(RESULT)) == (False, 2)


def test_it_says_what_made_it() -> None:
    assert RESULT.settings.queries == "relevant"
    assert RESULT.sentence.startswith("Means over 2 queries: ")
    assert [(left.query, left.reason) for left in RESULT.left_out] == [("q3", "no relevant document")]
    assert [note.text for note in RESULT.notes if note.code == "read-as"] == [
        "qrels: Read as a mapping, graded: 3 queries, 4 judged documents, grades 0 to 2.",
        "run: Read as a mapping, best first: 3 queries, 4 rows.",
    ]


def test_its_representation_shows_the_means_and_the_warnings() -> None:
    lines = repr(RESULT).splitlines()
    assert lines[:4] == [
        "EvalResult run: 2 queries",
        "  map         0.6250",
        "  recip_rank  0.7500",
        "  num_rel          3",
    ]
    assert lines[4] == RESULT.sentence
    assert lines[5:] == [f"Warning: {note.text}" for note in RESULT.notes if note.level == "warning"]
    assert len(lines) > 5


def test_to_dict_holds_everything_in_types_that_json_has() -> None:
    held = evaluate(QRELS, RUN, ["map"], gain={1: 3.5}).to_dict()
    assert json.loads(json.dumps(held, allow_nan=False)) == held
    assert list(held) == ["version", "name", "settings", "sentence", "means", "queries", "left_out", "notes"]
    assert held["version"] == rankproof.__version__
    assert held["settings"]["gain"] == {"1": 3.5}
    assert held["means"] == {"map": 0.625}
    assert held["queries"] == {"q1": {"map": 0.25}, "q2": {"map": 1.0}}
    assert held["left_out"] == {"q3": "no relevant document"}
    assert {"level", "code", "text", "count", "line", "examples"} == set(held["notes"][0])


def without(monkeypatch: pytest.MonkeyPatch, *libraries: str) -> None:
    """Makes these libraries seem not installed, and not imported."""
    original = import_module

    def find(name: str) -> Any:
        if name in libraries:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return original(name)

    for library in libraries:
        monkeypatch.delitem(sys.modules, library, raising=False)
    monkeypatch.setattr("rankproof.dataframes.import_module", find)


@pytest.fixture(params=["pandas", "polars"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a library that a fake stands for; the other one is not installed."""
    name: str = request.param
    without(monkeypatch, "polars" if name == "pandas" else "pandas")
    monkeypatch.setitem(sys.modules, name, Fake)
    return name


WIDE: dict[str, list[Any]] = {"query": ["q1", "q2"], "map": [0.25, 1.0], "recip_rank": [0.5, 1.0], "num_rel": [2, 1]}
TIDY = {
    "query": ["q1", "q1", "q1", "q2", "q2", "q2"],
    "measure": ["map", "recip_rank", "num_rel"] * 2,
    "value": [0.25, 0.5, 2.0, 1.0, 1.0, 1.0],
}


def test_a_wide_data_frame_has_a_column_for_each_measure(library: str) -> None:
    assert RESULT.to_dataframe() == WIDE
    assert RESULT.to_dataframe("wide", library) == WIDE
    assert list(RESULT.to_dataframe()) == list(WIDE)
    assert {name: {type(value) for value in column} for name, column in RESULT.to_dataframe().items()} == {
        "query": {str}, "map": {float}, "recip_rank": {float}, "num_rel": {int}
    }  # fmt: skip


def test_a_tidy_data_frame_has_a_row_for_each_value(library: str) -> None:
    assert RESULT.to_dataframe("tidy") == TIDY
    assert {type(value) for value in RESULT.to_dataframe("tidy")["value"]} == {float}


def test_the_means_follow_the_queries_where_they_are_asked_for(library: str) -> None:
    wide = RESULT.to_dataframe(means=True)
    assert wide == {name: [*WIDE[name], mean] for name, mean in {"query": "all", **MEANS}.items()}
    tidy = RESULT.to_dataframe("tidy", means=True)
    assert {name: column[6:] for name, column in tidy.items()} == {
        "query": ["all"] * 3, "measure": list(MEANS), "value": list(MEANS.values())
    }  # fmt: skip


def test_data_frames_of_the_libraries_that_are_installed_hold_the_same() -> None:
    if find_spec("pandas"):
        assert import_module("pandas").DataFrame.to_dict(RESULT.to_dataframe(library="pandas"), "list") == WIDE
    if find_spec("polars"):
        assert RESULT.to_dataframe("tidy", "polars").to_dict(as_series=False) == TIDY


@pytest.mark.parametrize("wanted", [None, "pandas", "polars"])
def test_without_a_library_the_error_names_the_command_that_installs_one(
    wanted: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "pandas", "polars")
    with pytest.raises(ImportError, match=f"installed; pip install {wanted or 'pandas'}$"):
        RESULT.to_dataframe(library=wanted)


@pytest.mark.parametrize(("given", "name"), [({"shape": "long"}, "shape"), ({"library": "arrow"}, "library")])
def test_other_shapes_and_libraries_are_refused(given: dict[str, str], name: str, library: str) -> None:
    with pytest.raises(SettingError) as caught:
        RESULT.to_dataframe(**given)  # type: ignore[arg-type]  # the names vary
    assert caught.value.name == name


def test_a_result_over_no_query_is_empty_and_its_means_are_0(library: str) -> None:
    result = Evaluator({"q": {"a": 0}}, ["map"], queries="relevant").evaluate({"q": ["a"]})
    assert isinstance(result, EvalResult)
    assert (dict(result), result.means) == ({}, {"map": 0.0})
    assert result.to_dataframe() == {"query": [], "map": []}
