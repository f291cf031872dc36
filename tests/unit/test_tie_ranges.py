"""Ranges over ties: against every order of small ties, and against values worked by hand and given."""

from __future__ import annotations

from itertools import chain, permutations, product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rankproof import Settings, evaluate
from rankproof.names import parse_measures
from rankproof.proof.families import FAMILIES
from rankproof.proof.tieranges import TieRange, tie_ranges
from rankproof.settings import make_settings
from tests.unit import helpers
from tests.unit.test_measure_laws import ASKED, NAMES
from tests.unit.test_measure_laws import SETTINGS as CHOICES

SUMMED = 1e-9
"""Closed forms add in another order than enumeration does."""

DOCUMENTS = ["a", "b", "c", "d", "e", "f"]
Problem = tuple[dict[str, int], dict[str, float]]


@st.composite
def tied_problems(draw: st.DrawFn) -> Problem:
    """Grades from -1 to 3 for some documents and at most six results with three scores, so that most are tied."""
    judged = {"x": draw(st.integers(0, 3)), "y": draw(st.integers(1, 3))}
    for document in DOCUMENTS:
        grade = draw(st.integers(-2, 3))
        if grade > -2:
            judged[document] = grade
    count = draw(st.integers(2, 6))
    return judged, {document: float(draw(st.integers(1, 3))) for document in DOCUMENTS[:count]}


def orders(run: dict[str, float]) -> list[list[str]]:
    """Every ranking that the scores allow."""
    groups = [[document for document in run if run[document] == score] for score in (3.0, 2.0, 1.0)]
    return [list(chain(*order)) for order in product(*(permutations(group) for group in groups))]


def ranges(judged: dict[str, int], run: dict[str, float], names: list[str], chosen: Settings) -> dict[str, TieRange]:
    """The range of each measure on one query."""
    rows = "".join(f"q Q0 {document} 0 {score} t\n" for document, score in run.items())
    qrels = "".join(f"q 0 {document} {grade}\n" for document, grade in judged.items())
    found = tie_ranges(helpers.judgements(qrels), helpers.results(rows), parse_measures(names, chosen), chosen)
    return {one.one.name: one.queries["q"] for one in found}


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(tied_problems(), CHOICES)
def test_every_range_is_that_of_all_orders(problem: Problem, chosen: dict[str, object]) -> None:
    judged, run = problem
    chosen = {**chosen, "queries": "all"}
    made = ranges(judged, run, NAMES, make_settings(chosen))
    values: dict[str, list[float]] = {name: [] for name in NAMES}
    for order in orders(run):
        scored = evaluate({"q": judged}, {"q": order}, NAMES, **chosen)
        for one, column in zip(scored.asked, scored.columns, strict=True):
            values[one.name].append(column[0])
    assert made.keys() == values.keys()
    for name, found in made.items():
        of = values[name]
        assert (found.lowest, found.highest) == pytest.approx((min(of), max(of)), abs=SUMMED), name
        assert found.expected == pytest.approx(sum(of) / len(of), abs=SUMMED), name
        assert found.exact, name
        assert found.error == 0, name


def test_every_family_is_that_of_a_row_of_the_table() -> None:
    assert FAMILIES.keys() <= {one.definition.name for one in ASKED.values()}


def test_the_four_way_tie_by_hand() -> None:
    # 12 at 3.0; 10, 7, 8, 9 at 2.0; 11 at 1.0; relevant 12, 10, 7. Best: ranks 1, 2, 3: (1 + 1 + 1)/3 = 1. Worst: ranks
    # 1, 4, 5: (1 + 2/4 + 3/5)/3 = 0.7. Expected: at places 2 to 5, 2/4 x (2 + (j - 1)/3)/(1 + j): 0.5 x (2/2 + 7/9 +
    # 8/12 + 9/15) = 0.5 x 137/45 = 137/90; (1 + 137/90)/3 = 227/270.
    run = {"12": 3.0, "10": 2.0, "7": 2.0, "8": 2.0, "9": 2.0, "11": 1.0}
    found = ranges({"12": 1, "10": 1, "7": 1}, run, ["AP", "P@3", "RR"], Settings())
    ap, p3, rr = found.values()
    assert (round(ap.value, 3), round(ap.lowest, 3), ap.highest) == (0.7, 0.7, 1.0)
    assert ap.expected == pytest.approx(227 / 270, abs=1e-12)
    assert (ap.tied, ap.ranks) == (4, 6)
    # P@3: 1 to 3 of 3 relevant; two of four places drawn hold one on average: (1 + 1)/3.
    assert (p3.lowest, p3.highest, p3.tied, p3.ranks) == (1 / 3, 1.0, 2, 3)
    assert p3.expected == pytest.approx(2 / 3, abs=1e-12)
    assert (rr.lowest, rr.highest, rr.matters, ap.matters) == (1.0, 1.0, False, True)


def test_the_expected_ap_of_a_tie_of_all_documents_by_hand() -> None:
    # One relevant among three tied: 1/3 x (1 + 1/2 + 1/3) = 11/18, and so is RR.
    found = ranges({"a": 1}, {"a": 1.0, "b": 1.0, "c": 1.0}, ["AP", "RR"], Settings())
    for one in found.values():
        assert (one.lowest, one.highest) == (1 / 3, 1.0)
        assert one.expected == pytest.approx(11 / 18, abs=1e-12)


def test_many_orders_are_drawn_with_a_fixed_seed_and_say_so() -> None:
    # 12 tied results of grades 0 to 3, three of each: 12!/(3!)^4 = 369,600 orders.
    run = {f"d{number:02}": 1.0 for number in range(12)}
    judged = {document: at % 4 for at, document in enumerate(run)}
    (found,) = ranges(judged, run, ["G"], Settings()).values()
    (again,) = ranges(judged, run, ["G"], Settings()).values()
    assert found == again
    assert not found.exact
    assert found.expected is not None
    assert 0 < found.error < 0.05
    assert found.lowest < found.expected < found.highest


def test_the_range_of_a_mean_is_the_mean_of_the_ranges() -> None:
    rows = "q1 Q0 a 0 1 t\nq1 Q0 b 0 1 t\nq2 Q0 a 0 2 t\nq2 Q0 b 0 1 t\n"
    qrels = "q1 0 a 1\nq2 0 b 1\n"
    asked = parse_measures(["RR", "gm_map", "num_rel_ret"], Settings())
    rr, gm, count = (
        one.mean for one in tie_ranges(helpers.judgements(qrels), helpers.results(rows), asked, Settings())
    )
    # q1: 1/2 or 1; q2: 1/2.
    assert (rr.lowest, rr.highest, rr.expected, rr.tied, rr.ranks) == (0.5, 0.75, 0.625, 2, 4)
    assert (count.lowest, count.highest, count.expected) == (2, 2, 2)
    # The geometric means: sqrt(1/2 x 1/2) and sqrt(1 x 1/2); it has no expected value here.
    assert (gm.lowest, gm.highest) == pytest.approx((0.5, 0.5**0.5), abs=1e-12)
    assert gm.expected is None


def test_how_much_ties_decide_on_real_runs(shared: Path) -> None:
    folder = shared / "data" / "robust03"
    qrels = helpers.judgements(folder / "qrels.txt.gz")
    asked = parse_measures(["map"], Settings())
    run = helpers.results(folder / "rutcor03100.run.gz")
    (by_trec_eval,) = tie_ranges(qrels, run, asked, Settings())
    (rising,) = tie_ranges(qrels, run, asked, Settings(ties="docno-asc"))
    shown = [f"{value:.4f}" for value in (by_trec_eval.mean.value, rising.mean.value, *by_trec_eval.mean[1:3])]
    assert shown == ["0.0737", "0.0582", "0.0416", "0.1372"]
    (plain,) = tie_ranges(qrels, helpers.results(folder / "uic0301.run.gz"), asked, Settings())
    assert [f"{value:.4f}" for value in plain.mean[:4]] == ["0.2404"] * 4
