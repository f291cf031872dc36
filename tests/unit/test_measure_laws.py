"""Laws that every measure of the table keeps on random small problems."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankproof import Settings, evaluate
from rankproof.measures import MEASURES, Definition
from rankproof.names import Asked, parse_measures
from tests.unit.problems import Qrels, Run, problems, trec_rows

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


Exempt = dict[str, str]
"""Rows of the table that a law is not for, each with the reason."""


def names_but(exempt: Exempt) -> list[str]:
    """All names but those of these rows."""
    return [one.name for one in ASKED.values() if one.definition.name not in exempt]


LOGARITHM = "a logarithm for one query: 0 stands for 1"
WITHOUT_RESULTS: Exempt = {
    "gm_map": LOGARITHM,
    "gm_bpref": LOGARITHM,
    "yaap": "log odds: below 0 where there are relevant documents",
    "num_q": "counts the query itself",
    "num_rel": "counts judgements",
    "ideal_dcg": "sums judgements",
}
JUDGED_RESULTS = "counts results by whether they are judged"
WITHOUT_RELEVANT: Exempt = {
    "gm_map": LOGARITHM,
    "gm_bpref": LOGARITHM,
    "num_q": "counts the query itself",
    "num_ret": "counts results, relevant or not",
    "utility": "results that are not relevant cost something",
    "num_nonrel_judged_ret": JUDGED_RESULTS,
    "judged": JUDGED_RESULTS,
    "judged_cut": JUDGED_RESULTS,
    "unj": JUDGED_RESULTS,
    "rbp_resid": JUDGED_RESULTS,
}
DIVIDED = "divides by the number of results"
LONGER: Exempt = {
    "num_ret": "counts results, relevant or not",
    "set_P": DIVIDED,
    "set_relative_P": DIVIDED,
    "set_map": DIVIDED,
    "set_F": DIVIDED,
    "judged": DIVIDED,
    "judged_cut": "divides by the number of results in the top k",
    "utility": "results that are not relevant cost something",
    "unj": "counts unjudged results",
    "rbp_resid": "counts unjudged results",
    "Rndcg": "the end of a long ranking is one of the ranks averaged, as in trec_eval",
    "accuracy": "compares relevant results with all others",
    "accuracy_cut": "compares relevant results with all others in the top k",
    "compat": "the depth of the overlap is the length of the ranking",
}
COUNTED = "a count or a sum, without an upper bound"
SHORT_OF_1 = "divides by k where fewer are relevant"
DISCOUNT = "reaches 1 only if every rank down to the last looked at gains all there is"
NOT_1_IF_PERFECT: Exempt = {
    **dict.fromkeys(("num_q", "num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret", "hits_cut"), COUNTED),
    **dict.fromkeys(("dcg", "dcg_cut", "ideal_dcg", "utility", "yaap"), COUNTED),
    "gm_map": "a logarithm for one query: 0 for a perfect ranking",
    "gm_bpref": "a logarithm for one query: 0 for a perfect ranking",
    "P": SHORT_OF_1,
    "F1_cut": SHORT_OF_1,
    "Rprec_mult": "looks at fewer or more results than there are relevant documents",
    "recall": "k may be below R",
    "map_cut": "k may be below R",
    "set_P": "a perfect ranking may go on after the relevant documents",
    "set_map": "a perfect ranking may go on after the relevant documents",
    "set_F": "a perfect ranking may go on after the relevant documents",
    "infAP": "counts are smoothed, so the second relevant document counts just below 1",
    **dict.fromkeys(("unj", "judged", "judged_cut", "rbp_resid"), "tells what is judged, not what is relevant"),
    **dict.fromkeys(("rbp", "RBP", "RBP_cut", "err", "err_cut", "sdcg", "bpm", "insq", "inst"), DISCOUNT),
    **dict.fromkeys(("nerr8", "nerr9", "nerr10", "nerr11"), DISCOUNT),
}
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


def test_the_laws_are_tried_on_every_row_of_the_table() -> None:
    assert {one.definition.name for one in ASKED.values()} == {row.name for row in MEASURES}


@pytest.mark.parametrize("exempt", [WITHOUT_RESULTS, WITHOUT_RELEVANT, LONGER, NOT_1_IF_PERFECT])
def test_only_rows_of_the_table_are_exempt_from_a_law(exempt: Exempt) -> None:
    assert exempt.keys() <= {row.name for row in MEASURES}


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


def without_results(name: str) -> float:
    return evaluate({"q1": {"a": 1}, "q2": {"a": 2, "b": 0}}, {"q1": ["a"]}, [name], queries="all")["q2"][KEYS[name]]


def without_relevant(name: str) -> float:
    return evaluate({"q1": {"a": 0, "b": -1}}, {"q1": ["a", "b"]}, [name], queries="all")["q1"][KEYS[name]]


def perfect(name: str) -> float:
    return evaluate({"q1": {"a": 2, "b": 1, "c": 0}}, {"q1": ["a", "b", "c", "d"]}, [name])["q1"][KEYS[name]]


@pytest.mark.parametrize("name", names_but(WITHOUT_RESULTS))
def test_every_measure_is_0_for_a_query_missing_from_the_results(name: str) -> None:
    assert without_results(name) == 0


@pytest.mark.parametrize("name", names_but(WITHOUT_RELEVANT))
def test_every_measure_is_0_for_a_query_without_a_relevant_document(name: str) -> None:
    assert without_relevant(name) == 0


@pytest.mark.parametrize("name", names_but(NOT_1_IF_PERFECT))
def test_a_perfect_ranking_scores_1(name: str) -> None:
    assert perfect(name) == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize(
    ("law", "exempt", "kept"),
    [(without_results, WITHOUT_RESULTS, 0), (without_relevant, WITHOUT_RELEVANT, 0), (perfect, NOT_1_IF_PERFECT, 1)],
)
def test_every_exempt_row_with_bounds_breaks_its_law(law: Callable[[str], float], exempt: Exempt, kept: float) -> None:
    for row in MEASURES:
        if row.name in exempt and None not in row.range:
            names = [one.name for one in ASKED.values() if one.definition is row]
            assert any(law(name) != kept for name in names), row.name


@given(problems(), SETTINGS)
def test_results_that_nobody_judged_at_the_end_change_nothing_but_their_count(
    problem: tuple[Qrels, Run], settings: dict[str, object]
) -> None:
    qrels, run = problem
    longer = {query: {**held, "unjudged-1": -100.0, "unjudged-2": -101.0} for query, held in run.items()}
    names = names_but(LONGER)
    assert evaluate(qrels, longer, names, **settings).per_query() == evaluate(qrels, run, names, **settings).per_query()


def judgement_rows(qrels: Qrels) -> list[str]:
    return [f"{query} 0 {doc} {grade}" for query, held in qrels.items() for doc, grade in held.items()]


def numbers(qrels: str, run: str, settings: dict[str, object]) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """Every measure of the table, for each query and for all."""
    result = evaluate(qrels, run, NAMES, **settings)
    return result.per_query(), result.aggregate()


# Where ties are broken by the order of the rows, that order matters.
BY_ID = SETTINGS.filter(lambda settings: settings["ties"] != "given")


@given(problems(), BY_ID, st.data())
def test_the_order_of_the_rows_changes_nothing(
    problem: tuple[Qrels, Run], settings: dict[str, object], data: st.DataObject
) -> None:
    rows = judgement_rows(problem[0]), trec_rows(problem[1])
    shuffled = [data.draw(st.permutations(one)) for one in rows]
    plain, moved = ([f"{row}\n" for row in one] for one in rows), ([f"{row}\n" for row in one] for one in shuffled)
    (qrels, run), (moved_qrels, moved_run) = map("".join, plain), map("".join, moved)
    assert numbers(moved_qrels, moved_run, settings) == numbers(qrels, run, settings)


# Ids with something before them are no numbers any more, and compare as before.
AS_TEXT = SETTINGS.filter(lambda settings: settings["ties"] != "number-asc")


@given(problems(), AS_TEXT)
def test_other_ids_in_the_same_order_change_nothing(problem: tuple[Qrels, Run], settings: dict[str, object]) -> None:
    qrels, run = problem
    named_qrels = {f"T-{query}": {f"X{doc}": grade for doc, grade in held.items()} for query, held in qrels.items()}
    named_run = {f"T-{query}": {f"X{doc}": score for doc, score in held.items()} for query, held in run.items()}
    result, named = evaluate(qrels, run, NAMES, **settings), evaluate(named_qrels, named_run, NAMES, **settings)
    assert named.per_query() == {f"T-{query}": values for query, values in result.per_query().items()}
    assert named.aggregate() == result.aggregate()


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
