"""A script that imports pytrec_eval runs on rankproof.compat.pytrec_eval: same keys, same values, same exceptions."""

from __future__ import annotations

import inspect
import runpy
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytrec_eval as original
from hypothesis import given, settings
from hypothesis import strategies as st

import build
from rankproof import evaluate
from rankproof.compat import pytrec_eval as face
from tests.unit.problems import Qrels, Run, problems
from tests.unit.pytrec_pair import BOTH, QRELS, RUN, check_same, scored

# The documented uses.

SIMPLE = """
import json
import pytrec_eval
qrel = {"first": {"x": 0, "y": 1, "z": 0}, "second": {"y": 1, "z": 1}}
run = {"first": {"x": 1.0, "y": 0.0, "z": 1.5}, "second": {"x": 1.5, "y": 0.2, "z": 0.5}}
evaluator = pytrec_eval.RelevanceEvaluator(qrel, {MEASURES})
print(json.dumps(evaluator.evaluate(run), indent=1))
"""

FRONT_END = """
import pytrec_eval
qrel = pytrec_eval.parse_qrel(["7 0 a 1", "7 0 b 0", "7 0 c 3", "8 0 a 1", "8 0 d 1", "9 0 a 1"])
run = pytrec_eval.parse_run(["7 Q0 b 1 3.5 t", "7 Q0 c 2 3.5 t", "8 Q0 d 1 9 t", "8 Q0 e 2 8 t", "5 Q0 e 1 8 t"])
results = pytrec_eval.RelevanceEvaluator(qrel, pytrec_eval.supported_measures).evaluate(run)
for query, values in sorted(results.items()):
    for measure, value in sorted(values.items()):
        print(f"{measure:25}{query:8}{value:.4f}")
for measure in sorted(values):
    mean = pytrec_eval.compute_aggregated_measure(measure, [held[measure] for held in results.values()])
    print(f"{measure:25}{'all':8}{mean:.4f}")
"""

SIGNIFICANCE = """
import scipy.stats
import pytrec_eval
qrel = {str(q): {str(d): int(d % q == 0) for d in range(12)} for q in range(2, 9)}
runs = [{str(q): {str(d): float(d * seed % 13) for d in range(12)} for q in range(2, 9)} for seed in (5, 6)]
evaluator = pytrec_eval.RelevanceEvaluator(qrel, {"map"})
first, second = (evaluator.evaluate(run) for run in runs)
queries = sorted(set(first) & set(second))
print(scipy.stats.ttest_rel([first[q]["map"] for q in queries], [second[q]["map"] for q in queries]))
"""


@pytest.mark.parametrize(
    "script",
    [
        SIMPLE.replace("MEASURES", '"map", "ndcg"'),
        SIMPLE.replace("MEASURES", '"map_cut", "ndcg_cut"'),
        SIMPLE.replace("MEASURES", '"ndcg_cut.1,2", "P_1", "success_2"'),
        FRONT_END,
        SIGNIFICANCE,
    ],
)
@pytest.mark.parametrize(
    "instead", ["from rankproof.compat import pytrec_eval", "import rankproof.compat.pytrec_eval as pytrec_eval"]
)
def test_a_script_prints_the_same_after_one_changed_import(
    script: str, instead: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def printed(text: str) -> str:
        path = tmp_path / "script.py"
        path.write_text(text, encoding="utf-8")
        runpy.run_path(str(path))
        return capsys.readouterr().out

    expected = printed(script)
    assert expected
    assert printed(script.replace("import pytrec_eval", instead)) == expected


@BOTH
def test_the_readme_example_has_its_documented_values(package: Any) -> None:
    qrel = {"q1": {"d1": 0, "d2": 1, "d3": 0}, "q2": {"d2": 1, "d3": 1}}
    run = {"q1": {"d1": 1.0, "d2": 0.0, "d3": 1.5}, "q2": {"d1": 1.5, "d2": 0.2, "d3": 0.5}}
    # q1: d2 is third: AP 1/3, nDCG 1 / log2 4. q2: ranks 2 and 3: AP (1/2 + 2/3) / 2,
    # nDCG (1 / log2 3 + 1/2) / (1 + 1 / log2 3).
    assert scored(package, qrel, run, {"map", "ndcg"}) == {
        "q1": {"map": 1 / 3, "ndcg": 0.5},
        "q2": {"map": (1 / 2 + 2 / 3) / 2, "ndcg": 0.6934264036172708},
    }


def test_every_public_name_of_the_original_is_there_with_its_parameters() -> None:
    assert set(original.__all__) <= set(face.__all__)
    for name in ("parse_run", "parse_qrel", "compute_aggregated_measure"):
        assert list(inspect.signature(getattr(face, name)).parameters) == list(
            inspect.signature(getattr(original, name)).parameters
        )
    theirs = inspect.signature(original.RelevanceEvaluator).parameters
    ours = inspect.signature(face.RelevanceEvaluator).parameters
    assert [(one, ours[one].default) for one in theirs] == [(one, theirs[one].default) for one in theirs]
    assert [ours[one].kind for one in ours if one not in theirs] == [inspect.Parameter.KEYWORD_ONLY]
    assert face.supported_measures == original.supported_measures
    assert face.supported_nicknames == original.supported_nicknames
    assert isinstance(face.__version__, str)


def test_the_readmes_example_gives_what_it_says(tmp_path: Path) -> None:
    section = (build.ROOT / "README.md").read_text(encoding="utf-8").partition("### pytrec_eval")[2]
    section = section.partition("\n#")[0]
    lines = [line.strip() for line in section.splitlines() if line.startswith("    ")]
    said = lines[-1].partition("#")[2]
    path = tmp_path / "readme.py"
    path.write_text("\n".join([*lines[:-1], f"got = {lines[-1]}"]), encoding="utf-8")
    got = runpy.run_path(str(path))["got"]
    # One relevant document at rank 2: AP 1/2, nDCG 1 / log2 3 = 0.6309...
    assert said.strip() == '{"q1": {"map": 0.5, "ndcg_cut_5": 0.63..., ...}}'
    assert {key: round(value, 2) for key, value in got["q1"].items()} == {
        "map": 0.5,
        "ndcg_cut_5": 0.63,
        "ndcg_cut_10": 0.63,
    }


# Random problems.


@given(problems(), st.integers(1, 5), st.booleans(), st.booleans())
def test_every_supported_measure_has_the_originals_keys_and_values(
    problem: tuple[Qrels, Run], level: int, judged_only: bool, nothing_found: bool
) -> None:
    qrels, run = problem
    if nothing_found:
        run = {**run, "q1": {}}
    check_same(qrels, run, original.supported_measures, level, judged_only)


@pytest.mark.parametrize("name", [*sorted(original.supported_measures - {"runid"}), "official", "set", "all_trec"])
@settings(max_examples=12)
@given(problem=problems())
def test_each_measure_and_nickname_alone_has_the_originals_keys_and_values(
    problem: tuple[Qrels, Run], name: str
) -> None:
    check_same(*problem, [name])


def test_runid_alone_is_0_where_the_original_reads_memory_that_it_never_set() -> None:
    assert scored(face, QRELS, RUN, {"runid"}) == {"q1": {"runid": 0.0}}


cutoffs = st.lists(st.integers(1, 15), min_size=1, max_size=4, unique=True).map(lambda ks: ",".join(map(str, ks)))
levels = st.lists(st.sampled_from([0, 0.05, 0.1, 0.25, 0.3, 0.333, 0.5, 0.7, 1, 1.5]), min_size=1, unique=True).map(
    lambda numbers: ",".join(map(str, numbers))
)
with_parameters = st.one_of(
    st.tuples(
        st.sampled_from(["P", "recall", "success", "map_cut", "ndcg_cut", "relative_P"]), st.sampled_from("._"), cutoffs
    ),
    st.tuples(st.sampled_from(["iprec_at_recall", "Rprec_mult", "11pt_avg"]), st.sampled_from("._"), levels),
    st.tuples(st.just("set_F"), st.sampled_from("._"), st.sampled_from(["0", "0.5", "2"])),
    st.tuples(st.just("utility"), st.sampled_from("._"), st.sampled_from(["0,1,2,3", "0.5,1,10,2"])),
    st.tuples(st.just("relstring"), st.sampled_from("._"), st.sampled_from(["0", "3"])),
).map("".join)


@given(problems(), st.lists(with_parameters, min_size=1, max_size=5, unique_by=lambda name: name[:3]))
def test_parameters_in_either_spelling_have_the_originals_keys_and_values(
    problem: tuple[Qrels, Run], names: list[str]
) -> None:
    check_same(*problem, names)


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 8).map(lambda step: 1 + step * 2.0**-25)))
def test_scores_as_32_bit_floats_order_documents_as_the_original_does(scores: dict[str, float]) -> None:
    qrels = {"q": {"a": 1, "b": 2, "c": 0, "d": 1}}
    check_same(qrels, {"q": scores}, ["ndcg", "map", "P"], float32=True)


def test_scores_that_32_bit_floats_cannot_tell_apart_are_told_apart_unless_asked() -> None:
    qrels, run = {"q": {"a": 1, "b": 0}}, {"q": {"a": 1 + 2.0**-30, "b": 1.0}}
    assert scored(face, qrels, run, {"recip_rank"}) == {"q": {"recip_rank": 1.0}}
    assert scored(face, qrels, run, {"recip_rank"}, float32=True) == {"q": {"recip_rank": 0.5}}
    assert scored(original, qrels, run, {"recip_rank"}) == {"q": {"recip_rank": 0.5}}


@BOTH
def test_recall_levels_are_counted_as_trec_eval_9_counts_them(package: Any) -> None:
    qrels, run = {"q": {"a": 1, "b": 1, "c": 1}}, {"q": {"a": 3.0, "x": 2.0, "b": 1.0}}
    # R = 3: at level 0.4 trec_eval 9 looks for floor(1.2 + 0.9) = 2 documents, precision 2/3 at rank 3;
    # trec_eval 10 for 1.2 rounded, 1 document, precision 1 at rank 1.
    assert scored(package, qrels, run, {"iprec_at_recall_0.4"}) == {"q": {"iprec_at_recall_0.40": 2 / 3}}
    assert evaluate(qrels, run, ["iprec_at_recall_0.40"])["q"] == {"iprec_at_recall_0.40": 1.0}


# What is passed in.


@BOTH
@pytest.mark.parametrize("run", [{}, None, [], {"other": {"a": 1.0}}])
def test_a_run_with_no_judged_query_has_no_values(package: Any, run: object) -> None:
    assert scored(package, QRELS, run, {"map"}) == {}


@BOTH
def test_judgements_may_be_any_mapping_and_empty_queries_are_left_out(package: Any) -> None:
    assert scored(package, types.MappingProxyType({**QRELS, "q2": {}}), {**RUN, "q2": {"a": 1.0}}, {"num_q"}) == {
        "q1": {"num_q": 1.0}
    }
    assert scored(package, {}, RUN, {"map"}) == {}


@BOTH
def test_numbers_may_be_bools_ints_and_numpys_64_bit_floats(package: Any) -> None:
    run = {"q1": {"a": True, "b": 3, "x": np.float64(2.5), "e": float("-inf")}}
    assert scored(package, {"q1": {"a": True, "b": 0}}, run, ["recip_rank"], np.int64(1), 2) == {
        "q1": {"recip_rank": 0.5}
    }


@BOTH
def test_changing_the_judgements_later_changes_no_score(package: Any) -> None:
    qrels = {"q1": {"a": 1}}
    evaluator = package.RelevanceEvaluator(qrels, iter(["map"]))
    qrels["q1"]["a"] = 0
    first = evaluator.evaluate({"q1": {"a": 1.0}})
    assert first == evaluator.evaluate({"q1": {"a": 1.0}}) == {"q1": {"map": 1.0}}


@BOTH
def test_no_measure_has_no_value_and_one_letter_is_a_name(package: Any) -> None:
    assert scored(package, QRELS, RUN, []) == {"q1": {}}
    assert next(iter(scored(package, QRELS, RUN, "P")["q1"])) == "P_5"
