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


def spellings(row: Definition) -> list[str]:
    """Names under which a measure is tried: with several cut-offs or levels, and with what it needs."""
    if row.needs:
        needed = f"({', '.join(f'{option}=3' for option in row.needs)})"
        cuts = [f"@{k}" for k in CUTOFFS] if row.parameters == "cutoffs" else [""]
        return [f"{row.ir_name}{needed}{cut}" for cut in cuts]
    if row.parameters == "cutoffs":
        return [f"{row.name}_{k}" for k in CUTOFFS]
    if row.parameters == "levels":
        return [f"{row.name}_{at:.2f}" for at in row.defaults]
    return [row.name]


NAMES = [name for row in MEASURES for name in spellings(row)]
ASKED: dict[str, Asked] = {one.key: one for one in parse_measures(NAMES, Settings())}
KEYS = {one.name: one.key for one in ASKED.values()}


def names_but(*rows: str) -> list[str]:
    """All names but those of these rows."""
    return [one.name for one in ASKED.values() if one.definition.name not in rows]


LOGARITHMS = ("gm_map", "gm_bpref", "yaap")
OF_JUDGEMENTS = ("num_q", "num_rel", "ideal_dcg")
OF_WHAT_IS_JUDGED = ("num_ret", "num_nonrel_judged_ret", "judged", "judged_cut", "unj", "rbp_resid", "utility")
OF_ALL_RESULTS = (
    "num_ret", "set_P", "set_relative_P", "set_map", "set_F", "utility", "unj", "judged", "judged_cut", "rbp_resid",
    "Rndcg", "accuracy", "accuracy_cut", "compat",
)  # fmt: skip
BEST_IS_1 = (
    "map", "Rprec", "bpref", "recip_rank", "recip_rank_cut", "ndcg", "ndcg_rel", "Rndcg", "ndcg_cut", "success",
    "set_recall", "set_relative_P", "relative_P", "binG", "G", "11pt_avg", "iprec_at_recall", "iprec_textbook",
    "accuracy", "compat",
)  # fmt: skip
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
        if row.average != "geometric":
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
        elif values and ASKED[key].definition.average == "mean":
            assert min(values) - 1e-12 <= mean <= max(values) + 1e-12


@pytest.mark.parametrize("name", names_but(*LOGARITHMS, *OF_JUDGEMENTS))
def test_every_measure_is_0_for_a_query_missing_from_the_results(name: str) -> None:
    result = evaluate({"q1": {"a": 1}, "q2": {"a": 2, "b": 0}}, {"q1": ["a"]}, [name], queries="all")
    assert result["q2"] == {KEYS[name]: 0}


@pytest.mark.parametrize("name", names_but("gm_map", "gm_bpref", "num_q", *OF_WHAT_IS_JUDGED))
def test_every_measure_is_0_for_a_query_without_a_relevant_document(name: str) -> None:
    result = evaluate({"q1": {"a": 0, "b": -1}}, {"q1": ["a", "b"]}, [name], queries="all")
    assert result["q1"] == {KEYS[name]: 0}


@pytest.mark.parametrize("name", [one.name for one in ASKED.values() if one.definition.name in BEST_IS_1])
def test_a_perfect_ranking_scores_1(name: str) -> None:
    result = evaluate({"q1": {"a": 2, "b": 1, "c": 0}}, {"q1": ["a", "b", "c"]}, [name])
    assert result["q1"] == {KEYS[name]: pytest.approx(1, abs=1e-15)}


@given(problems(), SETTINGS)
def test_results_that_nobody_judged_at_the_end_change_nothing_but_their_count(
    problem: tuple[Qrels, Run], settings: dict[str, object]
) -> None:
    qrels, run = problem
    longer = {query: {**held, "unjudged-1": -100.0, "unjudged-2": -101.0} for query, held in run.items()}
    names = names_but(*OF_ALL_RESULTS)
    assert evaluate(qrels, longer, names, **settings).per_query() == evaluate(qrels, run, names, **settings).per_query()


@given(problems(), SETTINGS, st.integers(1, 4))
def test_a_measure_at_k_is_that_of_the_results_cut_at_k(
    problem: tuple[Qrels, Run], settings: dict[str, object], k: int
) -> None:
    qrels, run = problem
    names = [f"{row.name}_{k}" for row in MEASURES if row.parameters == "cutoffs" and not row.needs]
    deep = evaluate(qrels, run, names, **{**settings, "depth": None, "unjudged": "nonrelevant"})
    cut = evaluate(qrels, run, names, **{**settings, "depth": k, "unjudged": "nonrelevant"})
    assert deep.per_query() == cut.per_query()


@given(problems(), SETTINGS)
def test_recall_and_precision_at_k_count_the_same_hits(problem: tuple[Qrels, Run], settings: dict[str, object]) -> None:
    qrels, run = problem
    result = evaluate(qrels, run, ["P_5", "recall_5", "num_rel"], **settings)
    for values in result.values():
        assert round(values["P_5"] * 5, 9) == round(values["recall_5"] * values["num_rel"], 9)
