"""Each fault that is planted in a healthy problem is told of, and a healthy problem has none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankproof.diagnoses import CHECKS, Diagnosis, diagnose
from rankproof.formats import Source, read_judgements, read_results

Qrels = dict[str, dict[str, int]]
Run = dict[str, list[str]]


@st.composite
def healthy(draw: st.DrawFn) -> tuple[Qrels, Run]:
    """Some queries, each with judged documents most of which were retrieved, and with a few unjudged results."""
    qrels: Qrels = {}
    run: Run = {}
    for query in range(draw(st.integers(2, 5))):
        documents = [f"doc{query}{letter}" for letter in "ABCDEFGHIJ"]
        judged = draw(st.permutations(documents))[: draw(st.integers(7, 10))]
        qrels[f"topic{query}x"] = {document: draw(st.integers(0, 2)) for document in judged}
        run[f"topic{query}x"] = draw(st.permutations(documents))[: draw(st.integers(8, 10))]
    return qrels, run


def texts(qrels: Qrels, run: Run, *, score: Callable[[int], object] = lambda rank: 20.5 - rank) -> tuple[str, str]:
    judged = "".join(f"{q} 0 {d} {grade}\n" for q, grades in qrels.items() for d, grade in grades.items())
    ranked = "".join(
        f"{q} Q0 {d} {rank} {score(rank)} tag\n" for q, documents in run.items() for rank, d in enumerate(documents, 1)
    )
    return judged, ranked


def diagnosed(judged: str, ranked: str) -> list[Diagnosis]:
    return diagnose(read_judgements(Source(judged, "qrels")), read_results(Source(ranked, "run")))


def told(judged: str, ranked: str) -> dict[str, int]:
    found = diagnosed(judged, ranked)
    for one in found:
        assert one.text.endswith(".")
        assert one.mend
        assert 1 <= len(one.examples) <= 3
        assert one.effect.endswith(".")
        assert all(example in one.text for example in one.examples)
    return {one.code: one.many for one in found}


@given(healthy())
def test_a_healthy_problem_has_no_diagnosis(problem: tuple[Qrels, Run]) -> None:
    assert told(*texts(*problem)) == {}


WRITTEN: dict[str, Callable[[str], str]] = {
    "zeros": lambda name: f"00{name}",
    "capitals": str.upper,
    "a point": lambda name: f"{name}.0",
    "an ending": lambda name: f"{name}.txt",
    "composition": lambda name: name.replace("doc", "dóc").replace("topic", "tópic"),
}


def decomposed(name: str) -> str:
    return name.replace("ó", "o\u0301")


@pytest.mark.parametrize("way", WRITTEN)
@given(problem=healthy())
def test_documents_written_otherwise_in_the_run_are_told_of(way: str, problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    if way == "composition":
        qrels = {query: {WRITTEN[way](name): one for name, one in judged.items()} for query, judged in qrels.items()}
        changed = {query: [decomposed(WRITTEN[way](name)) for name in names] for query, names in run.items()}
    else:
        changed = {query: [WRITTEN[way](name) for name in names] for query, names in run.items()}
    many = sum(
        WRITTEN[way](name) in qrels[query] if way == "composition" else name in qrels[query]
        for query, names in run.items()
        for name in names
    )
    assert told(*texts(qrels, changed))["documents-differ"] == many


@pytest.mark.parametrize("way", ["zeros", "capitals", "a point", "an ending"])
@given(problem=healthy())
def test_a_query_written_otherwise_in_the_run_is_told_of(way: str, problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    first = next(iter(run))
    changed = {WRITTEN[way](query) if query == first else query: names for query, names in run.items()}
    assert told(*texts(qrels, changed))["queries-differ"] == 1


@pytest.mark.parametrize("ending", ["#3", "_chunk_12", "-p2", ":0", "_7", ".part4"])
@given(problem=healthy())
def test_parts_of_judged_documents_are_told_of(ending: str, problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    changed = {query: [name + ending for name in names] for query, names in run.items()}
    many = sum(name in qrels[query] for query, names in run.items() for name in names)
    assert told(*texts(qrels, changed))["parts-retrieved"] == many
    swapped = {query: {name + ending: grade for name, grade in judged.items()} for query, judged in qrels.items()}
    assert told(*texts(swapped, run))["parts-judged"] == many


@given(healthy())
def test_scores_that_rise_with_the_rank_are_told_of(problem: tuple[Qrels, Run]) -> None:
    assert told(*texts(*problem, score=lambda rank: rank / 8))["scores-rise"] == len(problem[1])


@given(healthy())
def test_equal_scores_everywhere_are_told_of(problem: tuple[Qrels, Run]) -> None:
    assert told(*texts(*problem, score=lambda _: 1))["scores-tied"] == len(problem[1])


def test_a_document_that_ties_with_itself_alone_is_not_told_of() -> None:
    again = "1 Q0 d1 1 1 r\n1 Q0 d1 2 1 r\n"
    assert told("1 0 d1 1\n", again) == {}
    assert told("1 0 d1 1\n", f"{again}1 Q0 d2 3 1 r\n") == {"scores-tied": 1}


def test_a_third_column_of_whole_numbers_that_falls_is_told_of() -> None:
    judged = "q1 a 1\nq1 b 0\nq2 c 1\n"
    assert told(judged, "q1 a 9\nq1 b 7\nq2 c 8\nq2 d 5\n")["ranks-fall"] == 2
    assert "ranks-fall" not in told(judged, "q1 a 1\nq1 b 2\nq2 c 1\nq2 d 2\n")
    # Two rows may well stand in either order.
    assert "ranks-fall" not in told(judged, "q1 a 2\nq1 b 1\n")


@given(healthy())
def test_ranks_of_0_in_every_row_say_nothing_against_the_scores(problem: tuple[Qrels, Run]) -> None:
    judged, ranked = texts(*problem)
    rows = [line.split() for line in ranked.splitlines()]
    assert told(judged, "".join(f"{q} {zero} {d} 0 {score} {tag}\n" for q, zero, d, _, score, tag in rows)) == {}


@given(healthy())
def test_rows_without_ranks_that_rise_by_accident_are_not_told_of(problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    judged, _ = texts(qrels, run)
    first, documents = next(iter(run.items()))
    two = documents[:2]
    run_text = json.dumps({first: dict(zip(two, (0.25, 0.5), strict=True))})
    assert "scores-rise" not in told(judged, run_text)
    # 8 rows or more in 2 queries or more stand in this order once in 8! times 8! times.
    rising = json.dumps({query: {name: at / 8 for at, name in enumerate(names)} for query, names in run.items()})
    assert told(judged, rising)["scores-rise"] == len(run)


@given(healthy())
def test_judgements_and_results_that_changed_places_are_told_of(problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    # One grade twice, and out of order, as in almost all judgements.
    for grades in qrels.values():
        grades.update(zip(list(grades)[:3], (0, 1, 0), strict=True))
    ranked = {query: {name: rank for rank, name in enumerate(names, 1)} for query, names in run.items()}
    assert told(json.dumps(ranked), json.dumps(qrels))["swapped"] == len(run)
    assert "swapped" not in told(json.dumps(qrels), json.dumps(ranked))


@given(healthy())
def test_a_query_among_its_own_results_is_told_of(problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    first = next(iter(run))
    changed = {**run, first: [*run[first], first]}
    assert told(*texts(qrels, changed)) == {"query-retrieved": 1}


@given(healthy())
def test_queries_that_find_themselves_first_are_a_warning_and_ids_that_coincide_are_none(
    problem: tuple[Qrels, Run],
) -> None:
    qrels, run = problem
    (first,) = diagnosed(*texts(qrels, {query: [query, *names] for query, names in run.items()}))
    assert (first.code, first.level, first.many) == ("query-retrieved", "warning", len(run))
    (last,) = diagnosed(*texts(qrels, {query: [*names, query] for query, names in run.items()}))
    assert (last.code, last.level) == ("query-retrieved", "info")


@given(healthy())
def test_results_for_few_judged_queries_are_told_of(problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    more = {**qrels, **{f"other{letter}": {"x": 1} for letter in "ABCDEFGHIJ"}}
    assert told(*texts(more, run))["few-queries"] == 10


@given(healthy())
def test_unjudged_documents_at_the_top_are_told_of(problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    changed = {query: [*(f"new{letter}" for letter in "KLMNOPQRST"), *names] for query, names in run.items()}
    (found,) = diagnosed(*texts(qrels, changed))
    assert (found.code, found.many) == ("top-unjudged", 10 * len(run))
    # With fewer judgements than places it is to be expected.
    few = sum(map(len, qrels.values())) < 10 * len(qrels)
    assert found.level == ("info" if few else "warning")


def test_every_check_finds_something_in_these_tests() -> None:
    assert [check.__name__ for check in CHECKS] == [
        "swapped",
        "query_ids",
        "document_ids",
        "parts_of_documents",
        "covered",
        "direction",
        "distinct",
        "judged_at_top",
        "query_among_results",
    ]


CASES = {
    "57-leading-zeros-in-ids": {"queries-differ": "007", "documents-differ": "0042"},
    "81-ids-coincide-by-accident": {"query-retrieved": ""},
    "85-chunk-ids-against-document-ids": {"parts-retrieved": ""},
}


@pytest.mark.parametrize("name", CASES)
def test_people_s_cases_are_told_of(name: str) -> None:
    case = json.loads((Path(__file__).parents[1] / "golden" / "cases" / f"{name}.json").read_text(encoding="utf-8"))
    judgements, results = read_judgements(Source(case["qrels"], "qrels")), read_results(Source(case["run"], "run"))
    found = {one.code: one.text for one in diagnose(judgements, results)}
    for code, part in CASES[name].items():
        assert part in found[code]
