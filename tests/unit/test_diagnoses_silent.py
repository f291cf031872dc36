"""Nothing looks wrong with an input that has nothing wrong: golden problems, people's cases, examples and real runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rankproof.diagnoses import diagnose, diagnose_sample
from rankproof.formats import Judgements, Results, Source, read_judgements, read_results
from rankproof.problems import InputError
from rankproof.settings import Settings

TESTS = Path(__file__).parents[1]
SYNTHETIC: dict[str, dict[str, Any]] = {
    problem["name"]: problem
    for problem in json.loads((TESTS / "golden" / "synthetic.json").read_text(encoding="utf-8"))["problems"]
}
CASES: dict[str, dict[str, Any]] = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((TESTS / "golden" / "cases").glob("*.json"))
}
EXAMPLES: list[dict[str, Any]] = [
    example
    for name in ("examples", "forms")
    for example in json.loads((TESTS.parent / "app" / "examples" / f"{name}.json").read_text(encoding="utf-8"))
]

HAVE_IT = {
    # 21 of 40, 27 of 50 and 21 of 40 results in the top 10, counted by hand from the files.
    "mix-01": {"top-unjudged"},
    "mix-08": {"top-unjudged"},
    "mix-11": {"top-unjudged"},
    # Ranks 2, 4, 5, 7, 8, 10 of the first query and 1, 3, 4, 6, 7, 9, 10 of the second.
    "worked-examples": {"top-unjudged"},
    "01-tie-by-docid-descending": {"scores-tied"},
    "03-tie-byte-order-not-utf16": {"scores-tied"},
    "13-all-scores-identical": {"scores-tied"},
    "27-nothing-relevant-retrieved": {"top-unjudged"},
    "41-three-column-run-with-scores": {"top-unjudged"},
    "57-leading-zeros-in-ids": {"queries-differ", "documents-differ"},
    "59-float-topic-ids": {"queries-differ"},
    "81-ids-coincide-by-accident": {"query-retrieved"},
    "83-more-than-four-decimals": {"top-unjudged"},
    "85-chunk-ids-against-document-ids": {"parts-retrieved"},
}
"""What does look wrong, or is worth a look."""

RUNS = ("MU03rob01", "NLPR03vb10", "SABIR03BASE", "aplrob03a", "humR03dc", "pircRBa1", "rutcor03100", "uic0301")


def read(problem: dict[str, Any]) -> tuple[Judgements, Results] | None:
    """Both inputs; None where one cannot be read."""
    try:
        return read_judgements(Source(problem["qrels"], "qrels")), read_results(Source(problem["run"], "run"))
    except InputError:
        return None


@pytest.mark.parametrize("name", [*SYNTHETIC, *CASES])
def test_a_problem_is_told_of_what_it_has_and_of_nothing_else(name: str) -> None:
    inputs = read(SYNTHETIC.get(name) or CASES[name])
    if inputs is None:
        return
    assert {one.code for one in diagnose(*inputs)} == HAVE_IT.get(name, set())
    assert diagnose_sample(*inputs, Settings()) == diagnose(*inputs)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["expect"]["kind"] == "values"])
def test_a_case_that_people_call_right_gets_no_warning_but_of_its_ties(name: str) -> None:
    inputs = read(CASES[name])
    assert inputs is not None
    assert {one.code for one in diagnose(*inputs) if one.level == "warning"} <= {"scores-tied"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_nothing_looks_wrong_with_the_page_s_examples(example: dict[str, Any]) -> None:
    inputs = read({"qrels": example["judgements"], "run": example["results"]})
    assert inputs is not None
    assert [one.code for one in diagnose(*inputs) if one.level == "warning"] == []


@pytest.mark.parametrize("run", RUNS)
def test_of_real_runs_only_the_one_full_of_ties_is_told_of(shared: Path, run: str) -> None:
    data = shared / "data" / "robust03"
    judgements = read_judgements(Source(data / "qrels.txt.gz", "qrels"))
    results = read_results(Source(data / f"{run}.run.gz", run))
    found = diagnose(judgements, results)
    # At most 10 values among 1,000 scores of a query, counted with cut and sort.
    assert [(one.code, one.many) for one in found] == ([("scores-tied", 100)] if run == "rutcor03100" else [])
    assert [one.code for one in diagnose_sample(judgements, results, Settings())] == [one.code for one in found]
