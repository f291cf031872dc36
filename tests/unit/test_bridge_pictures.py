"""The bridge gives what pictures are drawn from: curves, and one query's rankings side by side."""

from __future__ import annotations

import pytest

from rankproof.bridge import Bridge
from rankproof.curves import cutoffs
from rankproof.settings import make_settings
from tests.unit import test_bridge_memory
from tests.unit.test_bridge import Json, ask, box

read = test_bridge_memory.read

QRELS = "q 0 a 2\nq 0 b 1\nq 0 c 0\nq 0 z -1\n"
FIRST = "q Q0 x 1 5 s\nq Q0 c 2 4 s\nq Q0 a 3 3 s\nq Q0 z 4 2 s\n"
SECOND = "q Q0 a 1 5 t\nq Q0 b 2 4 t\n"


def asking(action: str, **more: object) -> Json:
    runs = [box("run-1", FIRST), box("run-2", SECOND)]
    return {"action": action, "judgements": box("judgements", QRELS), "runs": runs, "settings": {}, **more}


def rankings(**more: object) -> Json:
    answer: Json = ask(asking("rankings", **{"query": "q", **more}))["ok"]
    return answer


def rows(run: Json) -> list[tuple[object, ...]]:
    return [(row["document"], row["grade"], row["relevant"], row["others"]) for row in run["rows"]]


def test_two_rankings_stand_side_by_side_with_grades_and_both_ranks() -> None:
    found = rankings()
    assert (found["query"], found["judged"], found["relevant"]) == ("q", 3, 2)
    first, second = found["runs"]
    assert rows(first) == [
        ("x", None, False, [1, None]),
        ("c", 0, False, [2, None]),
        ("a", 2, True, [3, 1]),
        ("z", None, False, [4, None]),
    ]
    assert rows(second) == [("a", 2, True, [3, 1]), ("b", 1, True, [None, 2])]
    assert (first["retrieved"], first["found"]) == (4, 1)
    assert (second["retrieved"], second["found"]) == (2, 2)


def test_the_depth_limits_the_rows_but_not_the_ranks() -> None:
    first, second = rankings(depth=1)["runs"]
    assert rows(first) == [("x", None, False, [1, None])]
    assert rows(second) == [("a", 2, True, [3, 1])]


def test_rankings_are_those_that_the_settings_make() -> None:
    removed, _ = rankings(settings={"unjudged": "removed", "relevant_from": 2})["runs"]
    assert rows(removed) == [("c", 0, False, [1, None]), ("a", 2, True, [2, 1])]
    cut, _ = rankings(settings={"depth": 1})["runs"]
    assert rows(cut) == [("x", None, False, [1, None])]


def test_a_query_that_a_run_lacks_is_an_empty_ranking() -> None:
    missing = [box("run-1", "other Q0 a 1 1 s\n"), box("run-2", SECOND)]
    first, second = rankings(runs=missing)["runs"]
    assert (first["retrieved"], first["rows"]) == (0, [])
    assert rows(second)[0] == ("a", 2, True, [None, 1])


@pytest.mark.parametrize(
    ("more", "source", "message"),
    [
        ({"query": "r"}, "query", "query 'r' was not judged"),
        ({"query": "q", "depth": 0}, "depth", "the depth is 0"),
        ({"query": "q", "judgements": None}, "judgements", "there are no judgements"),
    ],
)
def test_what_cannot_be_shown_is_an_error_in_words(more: Json, source: str, message: str) -> None:
    error = ask(asking("rankings", **more))["error"]
    assert (error["source"], error["message"]) == (source, message)


def test_an_input_with_a_mistake_is_its_error() -> None:
    error = ask(asking("rankings", query="q", judgements=box("judgements", "q 0 a one\n")))["error"]
    assert error["kind"] == "input"


def test_curves_are_the_means_that_score_gives() -> None:
    found = ask(asking("curves"))["ok"]
    assert found["runs"] == ["run-1", "run-2"]
    at = found["cutoffs"]
    assert at == list(range(1, 21))
    names = [f"{measure['name']}@{k}" for measure in found["at_k"] for k in at]
    names += [f"IPrec@{level}" for level in found["levels"]]
    scored = ask(asking("score", measures=names))["ok"]["scores"]["runs"]
    for number, run in enumerate(scored):
        drawn = [value for measure in found["at_k"] for value in measure["values"][number]]
        assert drawn + found["interpolated"][number] == run["mean"]
    # a at rank 3 of the first run, of two relevant documents; both at the top of the second.
    precision = found["at_k"][0]["values"]
    assert [values[2] for values in precision] == pytest.approx([1 / 3, 2 / 3])
    assert found["interpolated"][1] == [1.0] * 11


@pytest.mark.parametrize("k", [1, 10, 37, 100, 1000, 5000])
def test_the_curve_has_every_k_to_twenty_then_points_further_apart_and_the_main_cut_off(k: int) -> None:
    at = cutoffs(make_settings({"k": str(k)}))
    assert at == sorted(set(at))
    assert at[:20] == list(range(1, 21))
    assert min(k, 1000) in at
    assert at[-1] == min(max(20, 2 * k), 1000)
    assert len(at) < 75


def test_pictures_read_no_input_again(read: list[str]) -> None:
    bridge = Bridge()
    ask(asking("score"), bridge)
    assert len(read) == 3
    ask(asking("curves"), bridge)
    ask(asking("rankings", query="q", runs=[box("run-2", SECOND)]), bridge)
    ask(asking("score"), bridge)
    assert len(read) == 3
