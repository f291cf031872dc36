"""The numbers that are known by heart: worked examples of the field, with their arithmetic."""

from __future__ import annotations

from itertools import permutations

import pytest

from rankproof import evaluate
from tests.unit.helpers import rounded

# Two worked queries of ten results each: relevant at ranks 1, 3, 6, 9 of five, and at 2, 5, 8 of three.
QRELS = {
    "1": {"a1": 1, "a3": 1, "a6": 1, "a9": 1, "a99": 1},
    "2": {"b2": 1, "b5": 1, "b8": 1},
}
RUN = {"1": [f"a{rank}" for rank in range(1, 11)], "2": [f"b{rank}" for rank in range(1, 11)]}

SIX = {"D1": 3, "D2": 2, "D3": 3, "D4": 0, "D5": 1, "D6": 2}
EIGHT = {**SIX, "D7": 3, "D8": 2}
SIX_RANKED = {"ndcg": list(SIX)}


def test_wikipedias_list_with_two_more_judged_documents_has_ndcg_0_785_at_6() -> None:
    # DCG  = 3/1 + 2/1.58496 + 3/2 + 0 + 1/2.58496 + 2/2.80735 = 3 + 1.26186 + 1.5 + 0.38685 + 0.71241 = 6.86113
    # IDCG = 3, 3, 3, 2, 2, 2: 3 + 1.89279 + 1.5 + 0.86135 + 0.77371 + 0.71241 = 8.74026; 6.86113 / 8.74026 = 0.78500
    result = evaluate({"ndcg": EIGHT}, SIX_RANKED, k=6)
    assert round(result.aggregate()["ndcg_cut_6"], 3) == 0.785


@pytest.mark.parametrize(
    ("gain", "expected"),
    [
        # IDCG = 3, 3, 2, 2, 1, 0: 3 + 1.89279 + 1 + 0.86135 + 0.38685 = 7.14100; 6.86113 / 7.14100 = 0.96081
        ("linear", 0.961),
        # gains 7, 3, 7, 0, 1, 3: 7 + 1.89279 + 3.5 + 0.38685 + 1.06862 = 13.84826;
        # ideal 7, 7, 3, 3, 1, 0: 7 + 4.41651 + 1.5 + 1.29203 + 0.38685 = 14.59539; 13.84826 / 14.59539 = 0.94881
        ("exponential", 0.949),
    ],
)
def test_wikipedias_list_with_only_its_six_documents_as_ideal(gain: str, expected: float) -> None:
    result = evaluate({"ndcg": SIX}, SIX_RANKED, k=6, gain=gain)
    assert round(result.aggregate()["ndcg_cut_6"], 3) == expected


def test_the_two_worked_queries_at_k_5() -> None:
    names = ["P@5", "R@5", "AP", "RR", "nDCG@5"]
    result = evaluate(QRELS, RUN, names, k=5)
    # P = 2/5; R = 2/5; AP = (1/1 + 2/3 + 3/6 + 4/9) / 5 = 2.61111 / 5; RR = 1/1;
    # nDCG = (1 + 1/2) / (1 + 0.63093 + 0.5 + 0.43068 + 0.38685) = 1.5 / 2.94846 = 0.50874
    one = {"P_5": 0.4, "recall_5": 0.4, "map": 0.522, "recip_rank": 1.0, "ndcg_cut_5": 0.509}
    # P = 2/5; R = 2/3; AP = (1/2 + 2/5 + 3/8) / 3 = 1.275 / 3; RR = 1/2;
    # nDCG = (0.63093 + 0.38685) / (1 + 0.63093 + 0.5) = 1.01778 / 2.13093 = 0.47762
    two = {"P_5": 0.4, "recall_5": 0.667, "map": 0.425, "recip_rank": 0.5, "ndcg_cut_5": 0.478}
    # MAP = (0.52222 + 0.425) / 2 = 0.47361; MRR = (1 + 0.5) / 2; nDCG = (0.50874 + 0.47762) / 2 = 0.49318
    mean = {"P_5": 0.4, "recall_5": 0.533, "map": 0.474, "recip_rank": 0.75, "ndcg_cut_5": 0.493}
    assert {query: rounded(values) for query, values in result.items()} == {"1": one, "2": two}
    assert rounded(result.aggregate()) == mean


TIED_QRELS = {"t": {"12": 1, "10": 1, "7": 1}}
TIED_RUN = """\
t Q0 12 1 3.0 w
t Q0 10 2 2.0 w
t Q0 7 3 2.0 w
t Q0 8 4 2.0 w
t Q0 9 5 2.0 w
t Q0 11 6 1.0 w
"""


@pytest.mark.parametrize(
    ("ties", "ap", "p3"),
    [
        # 12, 10, 7, ...: relevant at 1, 2, 3
        ("given", 1.0, 1.0),
        # as text "10" < "7" < "8" < "9": the same
        ("docno-asc", 1.0, 1.0),
        # 12, 9, 8, 7, 10, 11: relevant at 1, 4, 5: AP = (1/1 + 2/4 + 3/5) / 3 = 0.7; P@3 = 1/3
        ("docno-desc", 0.7, 0.333),
        # 12, 7, 8, 9, 10, 11: relevant at 1, 2, 5: AP = (1/1 + 2/2 + 3/5) / 3 = 0.86667; P@3 = 2/3
        ("number-asc", 0.867, 0.667),
    ],
)
def test_four_tied_documents_under_each_rule(ties: str, ap: float, p3: float) -> None:
    result = evaluate(TIED_QRELS, TIED_RUN, ["AP", "P@3"], ties=ties)
    assert rounded(result["t"]) == {"map": ap, "P_3": p3}


def test_over_all_orders_of_the_four_tied_documents_ap_runs_from_0_7_to_1() -> None:
    values = set()
    for tied in permutations(["10", "7", "8", "9"]):
        result = evaluate(TIED_QRELS, {"t": ["12", *tied, "11"]}, ["AP"])
        values.add(round(result["t"]["map"], 3))
    # Two relevant among four places, ranks 2 to 5: worst at 4 and 5 (0.7), best at 2 and 3 (1).
    assert (min(values), max(values)) == (0.7, 1.0)


# The first worked query with all of its results judged but those at ranks 2 and 4.
PARTLY_JUDGED = {"1": {**{f"a{rank}": 0 for rank in (5, 7, 8, 10)}, **QRELS["1"]}}


@pytest.mark.parametrize(
    ("unjudged", "ap", "p5"),
    [
        ("nonrelevant", 0.522, 0.4),
        # Without ranks 2 and 4, relevant at 1, 2, 4, 7: AP = (1 + 2/2 + 3/4 + 4/7) / 5 = 0.66429; P@5 = 3/5
        ("removed", 0.664, 0.6),
    ],
)
def test_unjudged_documents_kept_and_removed(unjudged: str, ap: float, p5: float) -> None:
    result = evaluate(PARTLY_JUDGED, {"1": RUN["1"]}, ["AP", "P@5"], unjudged=unjudged)
    assert rounded(result["1"]) == {"map": ap, "P_5": p5}


@pytest.mark.parametrize(
    ("queries", "expected"),
    [
        ("both", 0.474),  # (0.52222 + 0.425) / 2
        ("all", 0.316),  # (0.52222 + 0.425 + 0) / 3 = 0.31574
        ("relevant", 0.316),  # the third query has a relevant document, so it counts with 0
    ],
)
def test_a_third_judged_query_without_results(queries: str, expected: float) -> None:
    result = evaluate({**QRELS, "3": {"c1": 1}}, RUN, ["AP"], queries=queries)
    assert round(result.aggregate()["map"], 3) == expected
