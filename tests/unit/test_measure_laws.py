"""Laws that every measure of the table keeps on random small problems."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankproof import Settings, evaluate
from rankproof.measures import MEASURES, Definition
from rankproof.names import Asked, parse_measures
from tests.unit.problems import Qrels, Run, problems

CUTOFFS = (1, 2, 3, 5, 10, 1000)
NAMES = [
    f"{row.name}_{k}" if k else row.name for row in MEASURES for k in (CUTOFFS if row.cutoff == "required" else (0,))
]
ASKED: dict[str, Asked] = {one.key: one for one in parse_measures(NAMES, Settings())}
SETTINGS = st.fixed_dictionaries(
    {
        "gain": st.sampled_from(["linear", "exponential", "1=0.5,2=3"]),
        "unjudged": st.sampled_from(["nonrelevant", "removed"]),
        "relevant_from": st.integers(1, 3),
        "depth": st.one_of(st.none(), st.integers(1, 5)),
        "ties": st.sampled_from(["docno-desc", "docno-asc", "number-asc", "given"]),
        "queries": st.sampled_from(["relevant", "all", "both"]),
    }
)


def in_range(value: float, row: Definition) -> bool:
    """Whether a value lies in the measure's range; sums of rounded gains may stray by the last bits."""
    low, high = row.range
    return (low is None or value >= low) and (high is None or value <= high + 1e-12)


@given(problems(), SETTINGS)
def test_every_value_and_every_mean_lies_in_its_measures_range(
    problem: tuple[Qrels, Run], settings: dict[str, object]
) -> None:
    qrels, run = problem
    result = evaluate(qrels, run, NAMES, **settings)
    for key, mean in result.aggregate().items():
        row = ASKED[key].definition
        assert in_range(mean, row), key
        assert all(in_range(values[key], row) for values in result.values()), key


@given(problems(), SETTINGS)
def test_means_lie_between_their_values_and_counts_add_up(
    problem: tuple[Qrels, Run], settings: dict[str, object]
) -> None:
    qrels, run = problem
    result = evaluate(qrels, run, NAMES, **settings)
    for key, mean in result.aggregate().items():
        values = [row[key] for row in result.values()]
        if ASKED[key].definition.whole:
            assert mean == sum(values)
        elif values:
            assert min(values) - 1e-12 <= mean <= max(values) + 1e-12


@pytest.mark.parametrize("key", [key for key in NAMES if not key.startswith("num_")])
def test_every_measure_is_0_for_a_query_missing_from_the_results(key: str) -> None:
    result = evaluate({"q1": {"a": 1}, "q2": {"a": 2, "b": 0}}, {"q1": ["a"]}, [key], queries="all")
    assert result["q2"] == {key: 0}


@pytest.mark.parametrize("key", [key for key in NAMES if not key.startswith("num_")])
def test_every_measure_is_0_for_a_query_without_a_relevant_document(key: str) -> None:
    result = evaluate({"q1": {"a": 0, "b": -1}}, {"q1": ["a", "b"]}, [key], queries="all")
    assert result["q1"] == {key: 0}


@pytest.mark.parametrize("key", [key for key in NAMES if not key.startswith(("num_", "P_", "recall_", "map_cut"))])
def test_a_perfect_ranking_scores_1(key: str) -> None:
    result = evaluate({"q1": {"a": 2, "b": 1, "c": 0}}, {"q1": ["a", "b", "c"]}, [key])
    assert result["q1"] == {key: 1}


@given(problems(), SETTINGS)
def test_results_that_nobody_judged_at_the_end_change_nothing_but_their_count(
    problem: tuple[Qrels, Run], settings: dict[str, object]
) -> None:
    qrels, run = problem
    longer = {query: {**held, "unjudged-1": -100.0, "unjudged-2": -101.0} for query, held in run.items()}
    names = [name for name in NAMES if name != "num_ret"]
    assert evaluate(qrels, longer, names, **settings).per_query() == evaluate(qrels, run, names, **settings).per_query()


@given(problems(), SETTINGS, st.integers(1, 4))
def test_a_measure_at_k_is_that_of_the_results_cut_at_k(
    problem: tuple[Qrels, Run], settings: dict[str, object], k: int
) -> None:
    qrels, run = problem
    names = [f"{row.name}_{k}" for row in MEASURES if row.cutoff == "required"]
    deep = evaluate(qrels, run, names, **{**settings, "depth": None, "unjudged": "nonrelevant"})
    cut = evaluate(qrels, run, names, **{**settings, "depth": k, "unjudged": "nonrelevant"})
    assert deep.per_query() == cut.per_query()


@given(problems(), SETTINGS)
def test_recall_and_precision_at_k_count_the_same_hits(problem: tuple[Qrels, Run], settings: dict[str, object]) -> None:
    qrels, run = problem
    result = evaluate(qrels, run, ["P_5", "recall_5", "num_rel"], **settings)
    for values in result.values():
        assert round(values["P_5"] * 5, 9) == round(values["recall_5"] * values["num_rel"], 9)
