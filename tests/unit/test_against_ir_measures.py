"""Measures that trec_eval lacks score as in ir_measures, on random problems without ties."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import ir_measures
import pytest

from rankproof import Settings, evaluate
from rankproof.names import parse_measure

Problem = tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]

ROUNDED = 5.1e-6
"""gdeval prints five decimals."""

SUMMED = 1e-13
"""cwl-eval adds with NumPy, in another order."""

CWL_EVAL = json.loads((Path(__file__).parents[1] / "golden" / "cwl_eval.json").read_text(encoding="utf-8"))

PROVIDERS = {
    "judged": (["Judged", "Judged@3", "Judged@20"], 0.0),
    "accuracy": (["Accuracy", "Accuracy@4", "Accuracy(rel=2)@6"], 0.0),
    "compat": (["Compat", "Compat(p=0.8)", "Compat(p=0.9,normalize=False)"], 0.0),
    "gdeval": (["ERR@5", "ERR@20", "nDCG(dcg='exp-log2')@5"], ROUNDED),
}
CASES = [(provider, name) for provider, (names, _) in PROVIDERS.items() for name in names]

DIVERSITY = {
    "ERR_IA", "nERR_IA", "alpha_DCG", "α_DCG", "alpha_nDCG", "α_nDCG", "NRBP", "nNRBP", "AP_IA", "MAP_IA",
    "P_IA", "StRecall",
}  # fmt: skip
"""Measures of judgements by subtopic, which are not read here."""


def problem(seed: int) -> Problem:
    """Three queries with a relevant document each, distinct scores, and some documents that nobody judged."""
    draw = random.Random(seed)
    qrels, run = {}, {}
    for query in ("1", "2", "3"):
        documents = [f"d{number:02d}" for number in range(14)]
        draw.shuffle(documents)
        qrels[query] = {document: draw.choice([0, 0, 1, 2, 3]) for document in documents[:9]}
        qrels[query][documents[0]] = draw.choice([1, 2, 3])
        draw.shuffle(documents)
        run[query] = {document: 30.0 - rank for rank, document in enumerate(documents[:10])}
    return qrels, run


def reference(provider: str, name: str, problem: Problem) -> dict[str, float] | None:
    """ir_measures' values by query; None where it divides by zero."""
    calculated: Any = ir_measures.providers.registry[provider]
    try:
        found = {one.query_id: one.value for one in calculated.iter_calc([ir_measures.parse_measure(name)], *problem)}
    except ZeroDivisionError:
        return None
    return {query: value for query, value in found.items() if query in problem[0]}


@pytest.mark.parametrize(("provider", "name"), CASES)
def test_a_measure_agrees_with_ir_measures(provider: str, name: str) -> None:
    if provider == "gdeval" and not shutil.which("perl"):
        pytest.skip("gdeval needs perl, which is not here")
    compared = 0
    for seed in range(6):
        drawn = problem(seed)
        expected = reference(provider, name, drawn)
        if expected is None:
            continue
        result = evaluate(*drawn, [name], queries="all")
        (key,) = result.aggregate()
        for query, value in expected.items():
            assert result[query][key] == pytest.approx(value, rel=0, abs=PROVIDERS[provider][1])
            compared += 1
    assert compared


@pytest.mark.parametrize("name", CWL_EVAL["values"])
def test_a_measure_of_a_reader_agrees_with_cwl_eval(name: str) -> None:
    for drawn, expected in zip(CWL_EVAL["problems"], CWL_EVAL["values"][name], strict=True):
        result = evaluate(drawn["qrels"], drawn["run"], [name], queries="all")
        (key,) = result.aggregate()
        assert {query: values[key] for query, values in result.items()} == pytest.approx(expected, rel=0, abs=SUMMED)


def test_every_name_in_ir_measures_registry_is_read_or_is_a_measure_of_diversity() -> None:
    for name, registered in ir_measures.measures.registry.items():
        if name not in DIVERSITY:
            needed = [option for option, info in registered.SUPPORTED_PARAMS.items() if info.required]
            inside = ",".join(f"{option}={'0.5' if option == 'recall' else 3}" for option in needed)
            assert parse_measure(f"{name}({inside})" if inside else name, Settings()), name


def test_err_of_a_ranking_worked_by_hand() -> None:
    # Grades 3, 0, 2 on a scale to 4: r = 7/16, 0, 3/16. ERR = 7/16 + 1/3 x 3/16 x 9/16 = 0.4375 + 0.03515625.
    result = evaluate({"q": {"a": 3, "b": 0, "c": 2}}, {"q": ["a", "b", "c"]}, ["ERR@3"])
    assert result.mean_values == [0.47265625]


def test_rank_biased_precision_worked_by_hand() -> None:
    # Relevant at ranks 1 and 3, p = 0.5: 0.5 x (1 + 0.25) = 0.625.
    result = evaluate({"q": ["a", "c"]}, {"q": ["a", "b", "c"]}, ["RBP(p=0.5,rel=1)"])
    assert result.mean_values == [0.625]
