"""Notes on a measure's own rules: clipped grades, ranks left out, and grades below 0 in Judged."""

from __future__ import annotations

import ir_measures
import pytest

from rankproof import Note, evaluate
from rankproof.measures import MEASURES
from tests.unit.helpers import codes, the_note

GRADED = {"q1": {"a": 7, "b": 5, "c": 4}, "q2": {"a": 1}}
RANKED = {"q1": ["c", "a"], "q2": ["a"]}


def notes(qrels: object, run: object, *measures: str, **settings: object) -> list[Note]:
    assert isinstance(qrels, dict)
    assert isinstance(run, dict)
    return evaluate(qrels, run, measures, **settings).notes


def test_grades_above_max_rel_are_counted_with_the_highest() -> None:
    # ERR's max_rel is 4 where none is given: 5 and 7 count as 4, retrieved (a) or not (b).
    note = the_note(notes(GRADED, RANKED, "ERR@5", "AP"), "grades-clipped")
    assert (note.level, note.count, note.examples) == ("info", 2, ("q1",))
    assert note.text == ("ERR@5 counts a grade above max_rel (4) as max_rel: 2 judgements above 4, the highest 7 (q1).")


def test_measures_with_several_max_rel_are_told_together() -> None:
    # Above 3: 7, 5 and 4. SDCG(max_rel=7) clips nothing.
    measures = ("ERR@5", "INST(max_rel=3)", "SDCG(max_rel=7)@5")
    note = the_note(notes(GRADED, RANKED, *measures), "grades-clipped")
    assert note.count == 3
    assert note.text.startswith("ERR@5, INST(max_rel=3) count a grade above max_rel (3, 4) as max_rel: 3 judgements ")


@pytest.mark.parametrize("measures", [["ERR(max_rel=7)@5"], ["AP", "nDCG@5", "RBP"]])
def test_no_note_where_no_grade_is_clipped(measures: list[str]) -> None:
    assert "grades-clipped" not in codes(notes(GRADED, RANKED, *measures))


@pytest.mark.parametrize(
    "name", ["ERR@2", "SDCG(max_rel=4)@2", "BPM(max_rel=4)@2", "INSQ(max_rel=4)", "NERR10(max_rel=4)"]
)
def test_a_clipped_grade_counts_as_max_rel(name: str) -> None:
    run = {"q1": ["a", "b"]}
    assert (
        evaluate({"q1": {"a": 9, "b": 1}}, run, [name]).mean_values
        == evaluate({"q1": {"a": 4, "b": 1}}, run, [name]).mean_values
    )


LONG = {"q1": [f"d{number}" for number in range(1001)], "q2": ["d0"]}


def test_rankings_longer_than_a_measure_looks_are_told_with_their_number() -> None:
    note = the_note(notes({"q1": {"d1000": 1}, "q2": {"d0": 1}}, LONG, "INSQ(max_rel=1)", "AP"), "ranks-left-out")
    assert (note.count, note.examples) == (1, ("q1",))
    assert "INSQ(max_rel=1) looks at the first 1,000 results only" in note.text


@pytest.mark.parametrize(
    ("measures", "depth"),
    [
        # A cut-off within the 1,000; measures without such an end; a depth that leaves none over.
        (["BPM(max_rel=1)@1000", "SDCG(max_rel=1)@5"], None),
        (["AP", "ERR", "nDCG"], None),
        (["INST(max_rel=1)"], 1000),
    ],
)
def test_no_note_where_no_rank_is_left_out(measures: list[str], depth: int | None) -> None:
    assert "ranks-left-out" not in codes(notes({"q1": {"d0": 1}}, LONG, *measures, depth=depth))


def test_a_measure_has_a_last_rank_in_its_row_if_what_comes_after_the_1000th_does_not_count() -> None:
    # The one document that gains stands at rank 1,001.
    for row in MEASURES:
        if "max_rel" in row.options:
            name = f"{row.ir_name}(max_rel=1){'@1001' if row.parameters == 'cutoffs' else ''}"
            (value,) = evaluate({"q1": {"d1000": 1}}, {"q1": LONG["q1"]}, [name]).mean_values
            assert (value == 0) == (row.deepest == 1000), name


def test_a_grade_below_0_is_no_judgement_for_judged_and_a_note_says_that_ir_measures_differs() -> None:
    qrels, run = {"q1": {"a": 1, "b": -1, "c": 0}}, {"q1": {"a": 3.0, "b": 2.0, "x": 1.0, "c": 0.0}}
    result = evaluate(qrels, run, ["Judged@2", "Judged"])
    # a and c of four are judged; of the first two, a.
    assert list(result.mean_values) == [0.5, 0.5]
    note = the_note(result.notes, "pooled-not-judged")
    assert (note.count, note.examples) == (1, ("q1",))
    assert "Judged@2, Judged count such results as not judged, ir_measures as judged" in note.text
    theirs = ir_measures.calc_aggregate([ir_measures.parse_measure("Judged@2")], qrels, run)
    assert list(theirs.values()) == [1.0]


@pytest.mark.parametrize(
    ("measures", "unjudged"),
    [(["Judged@1"], "nonrelevant"), (["AP", "infAP"], "nonrelevant"), (["Judged@2"], "removed")],
)
def test_no_note_where_no_grade_below_0_is_in_what_judged_counts(measures: list[str], unjudged: str) -> None:
    found = notes({"q1": {"a": 1, "b": -1}}, {"q1": ["a", "b"]}, *measures, unjudged=unjudged)
    assert "pooled-not-judged" not in codes(found)
