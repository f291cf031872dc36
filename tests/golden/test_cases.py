"""Problems that people really met get the right numbers, and are told what they need to hear."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rankproof import EvalResult, InputError, Note, evaluate
from rankproof.formats import Source, read_judgements, read_results
from tests.golden.case_messages import MESSAGES, WARNED_ANYWAY, Later, Said
from tests.golden.trec_output import WHOLE

Case = dict[str, Any]
CASES: dict[str, Case] = {
    case["id"]: case
    for file in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in [json.loads(file.read_text(encoding="utf-8"))]
}
SCORED = [name for name, case in CASES.items() if case["expect"]["kind"] != "error"]
REFUSED = [name for name, case in CASES.items() if case["expect"]["kind"] == "error"]
ALTERNATIVES = {
    f"{name}: {other['label']}": (case, other)
    for name, case in CASES.items()
    for other in case["expect"].get("alternatives", [])
}


def settings_of(case: Case, options: dict[str, Any]) -> dict[str, object]:
    return {
        "k": case["k"],
        "queries": "all" if options["complete"] else "both",
        "relevant_from": options["relevance_level"],
        "unjudged": "removed" if options["judged_only"] else "nonrelevant",
    }


def notes_of(case: Case) -> list[Note]:
    """Everything that is said of a case that can be scored."""
    settings = settings_of(case, case["options"])
    judgements = read_judgements(Source(case["qrels"], case["qrels_name"] or "qrels"))
    results = read_results(Source(case["run"], case["run_name"] or "run"))
    return evaluate(judgements, results, None, **settings).notes


def shown(values: dict[str, float], decimals: int) -> dict[str, str]:
    return {name: f"{value:.{0 if name in WHOLE else decimals}f}" for name, value in values.items()}


def check(result: EvalResult, expected: dict[str, Any]) -> None:
    """Queries and measures first, then their values to 4 decimals."""
    got = {query: dict(values) for query, values in result.items()}
    for values in got.values():
        values.pop("num_q", None)
    assert {query: values.keys() for query, values in got.items()} == {
        query: values.keys() for query, values in expected["per_query"].items()
    }
    assert {q: shown(values, 4) for q, values in got.items()} == {
        q: shown(values, 4) for q, values in expected["per_query"].items()
    }
    assert result.aggregate().keys() == expected["mean"].keys()
    assert shown(result.aggregate(), 4) == shown(expected["mean"], 4)


@pytest.mark.parametrize("name", SCORED)
def test_a_case_gets_the_right_numbers(name: str) -> None:
    case = CASES[name]
    expected = case["expect"]
    result = evaluate(case["qrels"], case["run"], list(expected["mean"]), **settings_of(case, case["options"]))
    check(result, expected)
    precise = expected["precise"]
    for query, values in precise.get("per_query", {}).items():
        assert shown({name: result[query][name] for name in values}, 10) == shown(values, 10)
    assert shown({name: result.aggregate()[name] for name in precise["mean"]}, 10) == shown(precise["mean"], 10)


@pytest.mark.parametrize("label", ALTERNATIVES)
def test_a_case_mended_or_scored_otherwise_gets_the_right_numbers(label: str) -> None:
    case, other = ALTERNATIVES[label]
    qrels, run = other.get("qrels", case["qrels"]), other.get("run", case["run"])
    result = evaluate(qrels, run, list(other["mean"]), **settings_of(case, other["options"]))
    check(result, other)
    precise = other["precise_mean"]
    assert shown({name: result.aggregate()[name] for name in precise}, 10) == shown(precise, 10)


def test_every_message_that_a_case_asks_for_is_in_the_table() -> None:
    asked = {name: len(case["expect"]["messages"]) for name, case in CASES.items() if case["expect"].get("messages")}
    assert {name: len(said) for name, said in MESSAGES.items()} == asked


def holds(text: str, said: Said) -> bool:
    """Whether a text holds all the words and numbers."""
    numbers = set(map(int, re.findall(r"\b\d+\b", text)))
    return numbers.issuperset(said.numbers) and all(word.lower() in text.lower() for word in said.words)


@pytest.mark.parametrize("name", [name for name in SCORED if name in MESSAGES])
def test_a_case_is_told_what_it_needs_to_hear(name: str) -> None:
    found = notes_of(CASES[name])
    for message, said in zip(CASES[name]["expect"]["messages"], MESSAGES[name], strict=True):
        if isinstance(said, Later):
            continue
        (note,) = [note for note in found if note.code == said.code]
        assert holds(note.text, said), note.text
        assert note.level == "warning" or message["severity"] == "info"
        assert said.how_many is None or note.count == said.how_many
        assert said.line is None or note.line == said.line
        assert said.examples is None or note.examples == said.examples


@pytest.mark.parametrize("name", [name for name in SCORED if name not in MESSAGES])
def test_a_case_with_nothing_to_hear_gets_no_warning(name: str) -> None:
    warnings = [note.code for note in notes_of(CASES[name]) if note.level == "warning"]
    assert bool(warnings) == (name in WARNED_ANYWAY), warnings


@pytest.mark.parametrize("name", REFUSED)
def test_a_case_that_cannot_be_scored_is_refused_with_its_lines(name: str) -> None:
    case = CASES[name]
    with pytest.raises(InputError) as caught:
        evaluate(case["qrels"], case["run"], None, **settings_of(case, case["options"]))
    error = caught.value
    assert error.source == ("qrels" if case["expect"]["messages"][0]["where"].startswith("qrels") else "run")
    described = {problem.line: error.describe(problem) for problem in error.problems}
    for said in MESSAGES[name]:
        assert isinstance(said, Said)
        assert holds(described[said.line], said), described
    assert error.more == 0


def test_fractional_grades_are_refused_on_each_of_their_lines() -> None:
    case = CASES["29-fractional-grades-truncated"]
    with pytest.raises(InputError) as caught:
        evaluate(case["qrels"], case["run"])
    assert [problem.line for problem in caught.value.problems] == [1, 2]
    assert "0.7" in caught.value.problems[1].message
    assert "not relevant" in (caught.value.problems[1].hint or "")


def test_ids_with_leading_zeros_are_named_as_missing_unjudged_and_not_among_the_judged() -> None:
    notes = {note.code: note for note in notes_of(CASES["57-leading-zeros-in-ids"])}
    assert notes["queries-missing"].examples == ("007",)
    assert notes["queries-unjudged"].examples == ("7",)
    assert notes["none-judged"].level == "warning"


def test_chunk_ids_are_told_of_as_results_that_nobody_judged() -> None:
    notes = {note.code: note for note in notes_of(CASES["85-chunk-ids-against-document-ids"])}
    assert notes["none-judged"].level == "warning"


def test_equal_scores_in_the_order_of_the_rank_column_give_the_numbers_of_case_13() -> None:
    case = CASES["13-all-scores-identical"]
    (other,) = case["expect"]["alternatives"]
    settings = {**settings_of(case, case["options"]), "ties": "given"}
    check(evaluate(case["qrels"], case["run"], list(other["mean"]), **settings), other)


def test_queries_without_a_relevant_document_are_left_out_as_in_the_alternative_of_case_23() -> None:
    case = CASES["23-topic-with-only-zero-judgments"]
    (other,) = case["expect"]["alternatives"]
    settings = {**settings_of(case, case["options"]), "queries": "relevant"}
    check(evaluate(case["qrels"], case["run"], list(other["mean"]), **settings), other)


@pytest.mark.parametrize(("in_qrels", "in_run"), [(True, False), (False, True), (True, True)])
def test_a_byte_order_mark_in_either_input_changes_nothing(in_qrels: bool, in_run: bool) -> None:
    case = CASES["53-byte-order-mark"]
    qrels, run = (case["qrels"].removeprefix("\ufeff"), case["run"])
    qrels, run = ("\ufeff" + qrels if in_qrels else qrels), ("\ufeff" + run if in_run else run)
    expected = case["expect"]
    check(evaluate(qrels, run, list(expected["mean"]), **settings_of(case, case["options"])), expected)
