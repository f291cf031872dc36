"""Measures of a user's own: what they see, what their values and means are, and where they appear."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rankproof import Evaluator, Measure, QueryState, SettingError, evaluate, register_measure
from rankproof.custom import REGISTERED
from tests.unit import custom_measures as own
from tests.unit.custom_measures import QRELS, RUN, ReciprocalRankAtK

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "synthetic.json").read_text(encoding="utf-8"))["problems"]


class Keeps(Measure):
    """Keeps what it is called with."""

    def __init__(self, name: str = "keeps") -> None:
        super().__init__(name=name)
        self.seen: list[QueryState] = []
        self.given: list[tuple[Any, ...]] = []

    def calc_query(self, query: QueryState) -> float:
        self.seen.append(query)
        return 10.0 * len(query.relevances)

    def aggregate(self, *given: Any) -> float:
        self.given.append(given)
        return float(max(given[0]))


def seen(**settings: Any) -> QueryState:
    """Query 301 as a measure of one's own sees it."""
    keeps = Keeps()
    Evaluator(QRELS, [keeps], **settings).evaluate(RUN)
    return keeps.seen[0]


def test_the_four_measures_of_the_example_give_their_means_in_the_order_asked_for() -> None:
    # AP of 301: (1/2 + 2/5) / 3 = 0.3; RR@5 1/2; P@3 1/3. Of 302: 1; 1; 1/3.
    # nDCG of 301: (2/log2(3) + 1/log2(6)) / (2 + 1/log2(3) + 1/2) = 1.648713 / 3.130930 = 0.526589; of 302: 1.
    p_at_three = register_measure(name="precision_at_3")(own.precision_at_3)
    means = Evaluator(QRELS, ["map", "ndcg@10", ReciprocalRankAtK(k=5), p_at_three]).evaluate(RUN).aggregate()
    assert list(means) == ["map", "ndcg_cut_10", "rr_at_5", "precision_at_3"]
    assert means == pytest.approx(
        {"map": 0.65, "ndcg_cut_10": (0.526589 + 1) / 2, "rr_at_5": 0.75, "precision_at_3": 1 / 3}, abs=1e-6
    )


def test_a_query_has_the_relevances_and_counts_worked_by_hand() -> None:
    query = seen()
    assert (query.qid, query.relevances) == ("301", [-1, 2, -2, 0, 1])
    # Relevant: a, c, f; retrieved: x, a, d, b, c; x is in no pool, d is in it and not judged.
    counts = (query.num_rel, query.num_ret, query.num_rel_ret, query.num_nonpool, query.num_unjudged_in_pool)
    assert counts == (3, 5, 2, 1, 1)
    assert [query.rel_levels[grade] for grade in (0, 1, 2, 3, -1)] == [1, 2, 1, 0, 0]
    assert query.relevance_level == 1


def test_counts_follow_the_relevance_level_and_relevances_do_not() -> None:
    query = seen(relevance_level=2)
    assert (query.relevances, query.num_rel, query.num_rel_ret) == ([-1, 2, -2, 0, 1], 1, 1)
    assert query.relevance_level == 2


def test_depth_and_the_removal_of_unjudged_documents_reach_the_query() -> None:
    assert seen(max_docs_per_topic=2).relevances == [-1, 2]
    assert seen(judged_docs_only=True).relevances == [2, 0, 1]


def test_a_query_has_exactly_the_attributes_that_are_promised() -> None:
    assert {name for name in dir(seen()) if not name.startswith("_")} == {
        "qid", "relevances", "num_rel", "num_ret", "num_rel_ret", "num_nonpool", "num_unjudged_in_pool", "rel_levels",
        "relevance_level",
    }  # fmt: skip


def test_no_attribute_of_a_query_can_be_set_deleted_or_added() -> None:
    query = seen()
    for name in ("num_rel", "relevances", "other"):
        with pytest.raises(AttributeError, match="read-only"):
            setattr(query, name, 1)
    with pytest.raises(AttributeError, match="read-only"):
        del query.qid
    with pytest.raises(TypeError):
        query.rel_levels[1] = 9  # type: ignore[index]  # the mistake in question


def test_what_a_measure_does_to_its_query_changes_no_other_value() -> None:
    @register_measure(name="spoils")
    def spoils(query: QueryState) -> float:
        query.relevances[:] = [3] * 100
        query._judged_ranks.clear()
        return 0.0

    usual = ["map", "ndcg", "bpref", "infAP", "P@5", "num_rel_ret"]
    keeps = Keeps()
    mixed = evaluate(QRELS, RUN, [spoils, *usual, keeps])
    alone = evaluate(QRELS, RUN, usual)
    for query, values in alone.items():
        assert {name: mixed[query][name] for name in values} == values
    assert keeps.seen[0].relevances == [-1, 2, -2, 0, 1]


BUILT_IN: dict[str, Callable[[QueryState], float]] = {
    "P_3": own.precision_at_3,
    "recall_5": own.recall_at_5,
    "map": own.average_precision,
    "recip_rank": ReciprocalRankAtK(k=10**6).calc_query,
    "ndcg": own.ndcg,
}


@pytest.mark.parametrize(
    "settings",
    [
        {"preset": "trec-eval"},
        {"preset": "trec-eval-c"},
        {"preset": "calculator"},
        {"preset": "trec-eval", "relevant_from": 2},
        {"preset": "trec-eval-c", "unjudged": "removed", "depth": 3},
    ],
    ids=str,
)
def test_built_in_measures_written_anew_have_the_built_in_values_and_means(settings: dict[str, Any]) -> None:
    again = [register_measure(name=f"my_{name}")(measure) for name, measure in BUILT_IN.items()]
    compared = 0
    for problem in GOLDEN:
        if problem["name"] in ("scores-as-text", "short-line"):
            continue  # refused, whatever is asked
        result = evaluate(problem["qrels"], problem["run"], [*BUILT_IN, *again], **settings)
        for values in [*result.values(), result.means]:
            assert [values[f"my_{name}"] for name in BUILT_IN] == [values[name] for name in BUILT_IN]
            compared += 1
    assert compared > 100


def test_the_default_mean_is_over_evaluated_queries_or_over_all_judged_ones() -> None:
    # 1/2, 1 and, for 303, which is missing: nothing, or 0.
    rr = ReciprocalRankAtK()
    assert Evaluator(QRELS, [rr]).evaluate(RUN).aggregate() == {"rr_at_10": 0.75}
    assert Evaluator(QRELS, [rr], complete_set_average=True).evaluate(RUN).aggregate() == {"rr_at_10": 0.5}
    assert evaluate(QRELS, RUN, [rr]).aggregate() == {"rr_at_10": 0.5}
    assert rr.aggregate([0.5, 1.0], 2, 3, False) == 0.75
    assert rr.aggregate([0.5, 1.0], 2, 3, True) == 0.5
    assert rr.aggregate([], 0, 0, True) == 0.0


@pytest.mark.parametrize(
    ("settings", "given"),
    [
        ({"queries": "both"}, ([50.0, 10.0], 2, 3, False)),
        ({"queries": "all"}, ([50.0, 10.0], 2, 3, True)),
        ({"queries": "relevant"}, ([50.0, 10.0, 0.0], 3, 3, False)),
    ],
)
def test_aggregate_is_given_the_scores_and_the_counts(settings: dict[str, Any], given: tuple[Any, ...]) -> None:
    keeps = Keeps()
    result = evaluate(QRELS, RUN, [keeps], **settings)
    assert keeps.given == [given]
    assert result.means == {"keeps": 50.0}


def test_a_query_without_results_scores_0_without_a_call() -> None:
    keeps = Keeps()
    result = evaluate(QRELS, RUN, [keeps], queries="all")
    assert result.per_query() == {"301": {"keeps": 50.0}, "302": {"keeps": 10.0}, "303": {"keeps": 0.0}}
    assert [query.qid for query in keeps.seen] == ["301", "302"]


def test_a_mean_of_ones_own_takes_scores_by_the_bytes_of_query_ids() -> None:
    class First(Keeps):
        def aggregate(self, *given: Any) -> float:
            given[0].sort()  # must not reach the scores
            return float(statistics.median(given[0]))

    qrels = {"q10": ["a"], "q2": ["a"], "q9": ["a"]}
    keeps, first = Keeps(), First("median")
    result = evaluate(qrels, {"q2": ["a"], "q9": ["a", "b"], "q10": ["a", "b", "c"]}, [keeps, first])
    assert keeps.given[0][0] == [30.0, 10.0, 20.0]  # q10, q2, q9
    assert result.means["median"] == 20.0
    assert [result[query]["median"] for query in ("q10", "q2", "q9")] == [30.0, 10.0, 20.0]


def test_a_measure_may_change_between_queries_and_runs() -> None:
    class Counts(Measure):
        calls = 0

        def calc_query(self, _query: QueryState) -> float:
            self.calls += 1
            return self.calls

    evaluator = Evaluator(QRELS, ["map", Counts(name="calls")])
    assert [values["calls"] for values in evaluator.evaluate(RUN).values()] == [1.0, 2.0]
    assert [values["calls"] for values in evaluator.evaluate(RUN).values()] == [3.0, 4.0]


def test_a_registered_name_is_asked_for_like_a_built_in_ones() -> None:
    register_measure(name="precision_at_3")(own.precision_at_3)
    assert evaluate(QRELS, RUN, "precision_at_3", queries="both").means == {"precision_at_3": 1 / 3}
    with pytest.raises(SettingError, match="did you mean precision_at_3"):
        evaluate(QRELS, RUN, ["precision_at_2"])


def test_a_measure_asked_for_by_name_and_as_itself_is_scored_once() -> None:
    function = register_measure(name="precision_at_3")(own.precision_at_3)
    assert evaluate(QRELS, RUN, [function, "precision_at_3", function]).measures == ["precision_at_3"]
    assert evaluate(QRELS, RUN, function).measures == ["precision_at_3"]
    assert evaluate(QRELS, RUN, ReciprocalRankAtK()).measures == ["rr_at_10"]


@pytest.mark.parametrize("name", ["map", "nDCG@10", "ndcg_cut_10", "AP(rel=2)", "mrr", "P_0", "official", "MAP@7"])
def test_a_name_of_a_built_in_measure_is_taken_in_every_spelling(name: str) -> None:
    with pytest.raises(SettingError, match="is taken by a built-in measure; choose another, or register with replace"):
        register_measure(name=name)(own.precision_at_3)
    assert name not in REGISTERED


def test_a_registered_name_is_taken_until_it_is_replaced() -> None:
    old = register_measure(name="mine")(own.precision_at_3)
    with pytest.raises(SettingError, match="the measure name 'mine' is taken by a measure registered before"):
        register_measure(name="mine")(own.recall_at_5)
    new = register_measure(name="mine", replace=True)(own.recall_at_5)
    # Recall of 301: 2 of 3 in the top 5; of 302: 1.
    assert evaluate(QRELS, RUN, ["mine", new], queries="both").means == {"mine": pytest.approx(5 / 6)}
    with pytest.raises(SettingError, match="precision_at_3 is not registered as a measure"):
        evaluate(QRELS, RUN, [old])


def test_a_built_in_measure_can_be_replaced_by_name() -> None:
    register_measure(name="map", replace=True)(own.precision_at_3)
    assert evaluate(QRELS, RUN, ["map"], queries="both").means == {"map": 1 / 3}
    assert evaluate(QRELS, RUN, ["AP"], queries="both").means == {"map": 0.65}


def test_a_function_without_a_name_goes_by_its_own() -> None:
    register_measure(own.precision_at_3)
    register_measure()(own.recall_at_5)
    assert list(REGISTERED) == ["precision_at_3", "recall_at_5"]


def test_classes_and_instances_are_registered_too() -> None:
    assert register_measure(ReciprocalRankAtK) is ReciprocalRankAtK
    register_measure(name="first")(ReciprocalRankAtK)
    register_measure(ReciprocalRankAtK(k=1))
    result = evaluate(QRELS, RUN, ["rr_at_10", "first", "rr_at_1"], queries="both")
    assert result.means == {"rr_at_10": 0.75, "first": 0.75, "rr_at_1": 0.5}


class Nameless(Measure):
    """Forgets to call its parent's __init__."""

    def __init__(self) -> None:
        pass

    def calc_query(self, _query: QueryState) -> float:
        return 0.0


class Needy(ReciprocalRankAtK):
    """Needs an argument."""

    def __init__(self, k: int) -> None:
        super().__init__(k)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: evaluate(QRELS, RUN, [Nameless()]), "Nameless has no name; call super().__init__(name=...)"),
        (lambda: evaluate(QRELS, RUN, [ReciprocalRankAtK]), "give an instance: ReciprocalRankAtK(...)"),
        (lambda: evaluate(QRELS, RUN, [own.ndcg]), "the function ndcg is not registered as a measure"),
        (lambda: evaluate(QRELS, RUN, [Keeps(), Keeps()]), "two measures asked for go by the name 'keeps'"),
        (lambda: evaluate(QRELS, RUN, ["nDCG@5", Keeps("ndcg_cut_5")]), "go by the name 'ndcg_cut_5'"),
        (lambda: evaluate(QRELS, RUN, on_error="ignore"), "on_error is 'ignore'; choose raise or collect"),
        (lambda: register_measure(Needy), "register an instance: register_measure()(Needy(...))"),
        (lambda: register_measure(name="x")(3), "3 is neither a function nor a Measure"),
        (lambda: register_measure(name="x")(Keeps()), "to be registered as 'x' is called 'keeps'"),
        (lambda: Keeps(""), "'' cannot be a measure's name"),
        (lambda: Keeps(" a"), "' a' cannot be a measure's name"),
        (lambda: Keeps("a\tb"), "'a\\tb' cannot be a measure's name"),
        (lambda: Keeps("query"), "another column is called so"),
        (lambda: Keeps(3), "a measure's name is a int, not text"),  # type: ignore[arg-type]
    ],
)
def test_mistakes_in_naming_and_asking_are_said(call: Callable[[], object], message: str) -> None:
    with pytest.raises(SettingError) as caught:
        call()
    assert message in str(caught.value)
