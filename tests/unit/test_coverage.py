"""Which queries count: the means, the sentence that spells it out, and the notes on each kind of query."""

from __future__ import annotations

import pytest

from rankproof import EvalResult, InputError, evaluate
from rankproof.coverage import natural_key
from tests.unit.helpers import codes, the_note

# q1 and q2 have a relevant document and results; q3 is missing; q4 has nothing relevant; q10 has only an unjudged
# judgement; u1 and u2 were never judged.
QRELS = "q1 0 a 1\nq2 0 a 1\nq2 0 b 0\nq3 0 a 1\nq4 0 a 0\nq10 0 a -1\n"
RUN = "q1 Q0 a 1 2 t\nq2 Q0 b 1 3 t\nq2 Q0 a 2 2 t\nq4 Q0 a 1 2 t\nq10 Q0 a 1 2 t\nu1 Q0 a 1 2 t\nu2 Q0 a 1 2 t\n"


def scored(queries: str) -> EvalResult:
    return evaluate(QRELS, RUN, ["RR"], queries=queries)


@pytest.mark.parametrize(
    ("queries", "averaged", "mean"),
    [
        ("relevant", ["q1", "q2", "q3"], 0.5),  # (1 + 1/2 + 0) / 3
        ("all", ["q1", "q2", "q3", "q4", "q10"], 0.3),  # (1 + 1/2 + 0 + 0 + 0) / 5
        ("both", ["q1", "q2", "q4", "q10"], 0.375),  # (1 + 1/2 + 0 + 0) / 4
    ],
)
def test_the_mean_is_taken_over_the_queries_that_count_in_natural_order(
    queries: str, averaged: list[str], mean: float
) -> None:
    result = scored(queries)
    assert list(result) == averaged
    assert result.aggregate() == {"recip_rank": mean}
    assert len(result) == len(averaged)


@pytest.mark.parametrize(
    ("queries", "left_out"),
    [
        ("relevant", {"q4": "no relevant document", "q10": "no relevant document"}),
        ("all", {}),
        ("both", {"q3": "not in the results"}),
    ],
)
def test_judged_queries_that_do_not_count_are_named_with_the_reason(queries: str, left_out: dict[str, str]) -> None:
    assert dict(scored(queries).left_out) == left_out


@pytest.mark.parametrize(
    ("queries", "parts"),
    [
        ("relevant", ["over 3 queries", "5 judged", "3 have a relevant document", "1 missing", "scores 0", "2 in the"]),
        (
            "all",
            ["over 5 queries", "5 judged", "3 have a relevant document", "1 missing", "scores 0", "2 in the results"],
        ),
        (
            "both",
            ["over 4 queries", "5 judged", "3 have a relevant document", "1 missing", "left out", "2 in the results"],
        ),
    ],
)
def test_the_sentence_spells_out_the_four_counts(queries: str, parts: list[str]) -> None:
    sentence = scored(queries).sentence
    judged = ["5 judged", "3 have a relevant document", "2 in the results were never judged"]
    assert all(part in sentence for part in [*parts, *judged]), sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("queries", "missing", "irrelevant"),
    [("relevant", "score", "left out"), ("all", "score", "averaged"), ("both", "not averaged", "averaged")],
)
def test_each_kind_of_query_that_does_not_simply_count_has_a_warning(
    queries: str, missing: str, irrelevant: str
) -> None:
    notes = scored(queries).notes
    expected = {
        "queries-missing": (1, ("q3",), missing),
        "queries-unjudged": (2, ("u1", "u2"), "not scored"),
        "queries-irrelevant": (2, ("q4", "q10"), irrelevant),
    }
    for code, (count, examples, words) in expected.items():
        note = the_note(notes, code)
        assert (note.level, note.count, note.examples) == ("warning", count, examples)
        assert words in note.text


def test_where_every_query_counts_nothing_is_said_of_them() -> None:
    result = evaluate("q1 0 a 1\n", "q1 Q0 a 1 2 t\n", ["RR"])
    assert not {"queries-missing", "queries-unjudged", "queries-irrelevant"} & set(codes(result.notes))
    assert result.left_out == []


def test_a_higher_lowest_relevant_grade_decides_which_queries_have_a_relevant_document() -> None:
    result = evaluate("q1 0 a 1\nq2 0 a 2\n", "q1 Q0 a 1 2 t\nq2 Q0 a 1 2 t\n", ["RR"], relevant_from=2)
    assert list(result) == ["q2"]
    assert "grade 2" in the_note(result.notes, "queries-irrelevant").text


def test_at_most_three_ids_are_given_as_examples_and_the_rest_counted() -> None:
    qrels = "".join(f"q{number} 0 a 1\n" for number in range(12))
    note = the_note(evaluate(qrels, "q0 Q0 a 1 2 t\n", ["RR"]).notes, "queries-missing")
    assert note.count == 11
    assert note.examples == ("q1", "q2", "q3")
    assert "8 more" in note.text


def test_where_no_query_counts_the_means_are_0_and_the_sentence_says_so() -> None:
    result = evaluate("q1 0 a 0\n", "q1 Q0 a 1 2 t\n", ["RR"])
    assert len(result) == 0
    assert result.aggregate() == {"recip_rank": 0}
    assert "over 0 queries" in result.sentence


@pytest.mark.parametrize(
    ("judged", "retrieved", "cause"),
    [
        (["1", "2"], ["1.0", "2.0"], "“.0”"),
        (["007", "008"], ["7", "8"], "leading zeros"),
        (["Q1"], ["q1"], "case"),
        (["caf\u00e9"], ["cafe\u0301"], "NFC"),
        (["topic-1", "topic-2"], ["1", "2"], "text around"),
        (["a"], ["b"], "same set of queries"),
    ],
)
def test_no_query_in_common_is_an_error_with_the_likely_cause(
    judged: list[str], retrieved: list[str], cause: str
) -> None:
    qrels = "".join(f"{query} 0 d 1\n" for query in judged)
    run = "".join(f"{query} Q0 d 1 2.5 t\n" for query in retrieved)
    with pytest.raises(InputError) as caught:
        evaluate(qrels, run)
    error = caught.value
    assert cause in (error.hint or "")
    assert all(query in error.message for query in [*judged, *retrieved])


def test_columns_in_the_wrong_order_are_told_where_documents_stand_for_queries() -> None:
    with pytest.raises(InputError) as caught:
        evaluate("q1 0 d1 1\nq1 0 d2 1\n", "d1\tq1\nd2\tq1\n")
    assert "order of the columns" in (caught.value.hint or "")


def test_queries_without_results_are_none_in_common_and_the_message_does_not_contradict_itself() -> None:
    with pytest.raises(InputError) as caught:
        evaluate('{"q1": ["a"]}', '{"q1": [], "q2": ["a"]}')
    # q1 is named in the results but holds nothing there.
    assert "hold q1" not in caught.value.message


def test_natural_order_reads_runs_of_digits_as_numbers() -> None:
    names = ["q10", "q2", "q1", "10", "9", "q1b", "Q3", "q", "2024-2", "2024-10", "q" + "9" * 5000]
    assert sorted(names, key=natural_key) == [
        *("9", "10", "2024-2", "2024-10", "Q3", "q", "q1", "q1b", "q2", "q10"),
        "q" + "9" * 5000,
    ]
