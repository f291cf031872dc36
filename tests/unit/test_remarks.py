"""Notes on a run's numbers: each is there when it should be, with its count, and silent when it should not."""

from __future__ import annotations

import pytest

from rankproof import Note, evaluate
from rankproof.names import parse_measures
from rankproof.scoring import score
from rankproof.settings import make_settings
from tests.unit.helpers import codes, judgements, results, the_note


def notes(qrels: str, run: str, **settings: object) -> list[Note]:
    """The notes on the numbers, without those on how the inputs were read."""
    made = make_settings(settings)
    return score(judgements(qrels), results(run), parse_measures(None, made), made).notes


# Two judged queries, all results judged, no ties, everything relevant retrieved, k results each.
HEALTHY_QRELS = "q1 0 a 2\nq1 0 b 0\nq2 0 c 1\nq2 0 d 0\n"
HEALTHY_RUN = "q1 Q0 a 1 2.5 t\nq1 Q0 b 2 1.5 t\nq2 Q0 d 1 2.5 t\nq2 Q0 c 2 1.5 t\n"


def test_healthy_inputs_get_no_note_but_how_they_were_read() -> None:
    assert notes(HEALTHY_QRELS, HEALTHY_RUN, k=2) == []
    assert codes(judgements(HEALTHY_QRELS).notes) == ["read-as"]
    assert codes(results(HEALTHY_RUN).notes) == ["read-as"]


def test_the_first_note_tells_form_and_counts() -> None:
    assert results(HEALTHY_RUN).notes[0].text == "Read as a TREC run: 2 queries, 4 rows."
    text = judgements(HEALTHY_QRELS).notes[0].text
    assert all(part in text for part in ("TREC qrels", "2 queries", "4 judged documents", "grades 0 to 2"))


def test_large_counts_have_separators() -> None:
    rows = "".join(f"q{number % 4} Q0 d{number} 1 {number}.5 t\n" for number in range(1200))
    assert results(rows).notes[0].text == "Read as a TREC run: 4 queries, 1,200 rows."


def test_comments_and_blank_lines_are_counted_together() -> None:
    note = the_note(judgements("# one\n\nq1 0 a 1\n# two\n  \n").notes, "lines-skipped")
    assert note.count == 4
    assert "2 comment lines" in note.text
    assert "2 blank lines" in note.text


TIED_RUN = "q1 Q0 a 1 2.5 t\nq1 Q0 b 2 1.5 t\nq1 Q0 x 3 1.5 t\nq2 Q0 c 1 2.5 t\nq2 Q0 d 2 1.5 t\n"


def test_ties_are_counted_with_the_rule_that_orders_them() -> None:
    note = the_note(notes(HEALTHY_QRELS, TIED_RUN), "ties")
    assert (note.level, note.count, note.examples) == ("info", 2, ("q1",))
    assert "document id, descending" in note.text
    assert "rank column is not used" in note.text
    assert "ascending" in the_note(notes(HEALTHY_QRELS, TIED_RUN, ties="docno-asc"), "ties").text


@pytest.mark.parametrize(("k", "crosses"), [(1, False), (2, True), (3, False), (10, False)])
def test_a_tie_that_crosses_rank_k_is_told_with_its_ranks(k: int, crosses: bool) -> None:
    # In q1 ranks 2 and 3 are tied: only a cut between them makes a difference.
    found = notes(HEALTHY_QRELS, TIED_RUN, k=k)
    assert ("tie-at-k" in codes(found)) == crosses
    if crosses:
        text = the_note(found, "tie-at-k").text
        assert all(part in text for part in ("k = 2", "q1", "2 to 3", "1.5"))


def test_equal_scores_everywhere_are_a_warning() -> None:
    run = "q1 Q0 a 1 1 t\nq1 Q0 b 2 1 t\nq2 Q0 c 1 1 t\nq2 Q0 d 2 1 t\n"
    note = the_note(notes(HEALTHY_QRELS, run), "all-scores-equal")
    assert (note.level, note.count) == ("warning", 4)
    assert "ties" not in codes(notes(HEALTHY_QRELS, run))


@pytest.mark.parametrize("run", ['{"q1": ["a", "b"], "q2": ["c"]}', "q1 a\nq1 b\nq2 c\n", "q1 a 1\nq1 b 2\nq2 c 1\n"])
def test_lists_best_first_and_ranks_are_no_ties(run: str) -> None:
    assert not {"ties", "all-scores-equal", "tie-at-k"} & set(codes(notes(HEALTHY_QRELS, run)))


def test_one_result_for_each_query_with_one_score_is_no_tie() -> None:
    run = "q1 Q0 a 1 1 t\nq2 Q0 c 1 1 t\n"
    assert not {"ties", "all-scores-equal"} & set(codes(notes(HEALTHY_QRELS, run)))


def test_unjudged_results_in_the_top_k_are_counted() -> None:
    # Top 2 of q1: a, x; of q2: y, c. Two of four are unjudged.
    run = '{"q1": ["a", "x", "z"], "q2": ["y", "c"]}'
    note = the_note(notes(HEALTHY_QRELS, run, k=2), "unjudged-in-top-k")
    assert note.count == 2
    assert "2 of the 4 results in the top 2" in note.text
    assert "unjudged-in-top-k" not in codes(notes(HEALTHY_QRELS, run, k=2, unjudged="removed"))


def test_documents_in_the_pool_but_not_judged_count_as_unjudged() -> None:
    qrels = "q1 0 a 1\nq1 0 b -1\n"
    assert the_note(notes(qrels, '{"q1": ["b", "a"]}', k=2), "unjudged-in-top-k").count == 1


def test_results_of_which_none_is_judged_are_a_warning_and_not_counted_again() -> None:
    found = notes("q1 0 a 1\n", '{"q1": ["x", "y"]}')
    assert the_note(found, "none-judged").level == "warning"
    assert "unjudged-in-top-k" not in codes(found)


def test_results_of_which_none_is_judged_are_a_warning_when_the_unjudged_are_removed_too() -> None:
    assert "none-judged" in codes(notes("q1 0 a 1\n", '{"q1": ["x", "y"]}', unjudged="removed"))


def test_relevant_documents_that_were_not_retrieved_are_counted() -> None:
    note = the_note(notes("q1 0 a 1\nq1 0 b 1\nq1 0 c 2\n", '{"q1": ["a"]}'), "not-retrieved")
    assert (note.count, note.examples) == (2, ("q1",))
    assert "recall" in note.text


def test_queries_with_more_relevant_documents_than_k_cap_recall() -> None:
    qrels = "".join(f"q1 0 d{number} 1\n" for number in range(4))
    note = the_note(notes(qrels, '{"q1": ["d0", "d1", "d2", "d3"]}', k=3), "recall-capped")
    assert "0.75" in note.text  # 3 of 4
    assert "recall-capped" not in codes(notes(qrels, '{"q1": ["d0", "d1", "d2", "d3"]}', k=4))


def test_queries_with_fewer_results_than_k_are_told_that_precision_divides_by_k() -> None:
    note = the_note(notes(HEALTHY_QRELS, '{"q1": ["a"], "q2": ["c", "d"]}', k=2), "fewer-than-k")
    assert (note.count, note.examples) == (1, ("q1",))


def test_a_query_whose_documents_all_have_one_grade_is_told_that_ndcg_is_blind_to_order() -> None:
    assert the_note(notes("q1 0 a 1\nq1 0 b 1\n", '{"q1": ["a", "b"]}'), "one-grade").examples == ("q1",)
    assert "one-grade" not in codes(evaluate("q1 0 a 1\nq1 0 b 1\n", '{"q1": ["a", "b"]}', ["AP"]).notes)


def test_every_note_has_a_sentence_and_at_most_three_examples() -> None:
    rows = "".join(f"q{number} Q0 d 1 1 t\nq{number} Q0 e 2 1 t\nq{number} Q0 e 3 1 t\n" for number in range(9))
    qrels = "".join(f"q{number} 0 d 0\n" for number in range(5, 30))
    for note in [*judgements(qrels).notes, *results(rows).notes, *notes(qrels, rows, queries="all")]:
        assert note.level in ("info", "warning")
        assert note.text.endswith(".")
        assert note.text[0].isupper() or note.text[0].isdigit()
        assert len(note.examples) <= 3
        assert isinstance(note.examples, tuple)
