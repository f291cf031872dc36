"""The face of ir_measures reads, prints and answers as the original does, one import apart."""

from __future__ import annotations

import copy
import gzip
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ir_measures
import pytest

import rankproof.compat.ir_measures as face
from rankproof.compat.ir_measures import AP, RR, Accuracy, IPrec, Judged, Metric, NumQ, NumRet, P, Qrel, ScoredDoc, nDCG

original: Any = ir_measures
"""Without types: it has few."""

SUMMED = 1e-13
"""cwl-eval adds with NumPy, in another order."""

QRELS = {"Q0": {"D0": 0, "D1": 1}, "Q1": {"D0": 0, "D3": 2}}
RUN = {"Q0": {"D0": 1.2, "D1": 1.0}, "Q1": {"D0": 2.4, "D3": 3.6}}
"""The example of the original's README."""

NAMES = sorted(original.measures.registry)

SPELLINGS = [
    *(
        "AP",
        "MAP@10",
        "AP(rel=2)",
        "AP(rel=1)",
        "AP( rel = 3 ) @ 20",
        "P(cutoff=5)",
        "P@5",
        "P(rel=2,judged_only=True)@5",
    ),
    *("nDCG(dcg='exp-log2')@10", "nDCG(dcg='log2')@10", "nDCG(gains={1:3,2:2,0:1})", "NDCG@20", "RR@10", "IPrec@0.1"),
    *("NumRelRet", "NumRet(rel=2)", "SetRelP", "SetRelP(relative=False)", "SetF(beta=1.0)", "SetF(beta=0.5)"),
    *("RBP(p=0.5,rel=1)", "RBP(rel=1)", "BPM(T=1.0,max_rel=3)@10", "Compat(p=0.95)", "Compat(normalize=False)"),
    *("α_nDCG@10", "alpha_nDCG(alpha=0.3)@10", "ERR_IA@10", "P(rel=None)@5", "P@'x'", "NRBP(beta=0.5)"),
]

TREC_NAMES = [
    *("map", "P", "P_5", "P.5,10", "P_10,5", "ndcg", "ndcg_cut", "ndcg_cut_10", "ndcg_cut.5,10", "map_cut.7", "recall"),
    *("recall_100", "success", "success_2", "set_F", "set_F.2", "set_P", "set_relative_P", "set_recall", "set_map"),
    *(
        "iprec_at_recall",
        "iprec_at_recall_0.10",
        "num_q",
        "num_ret",
        "num_rel",
        "num_rel_ret",
        "Rprec",
        "bpref",
        "infAP",
    ),
    "recip_rank",
]


def required(measure: Any) -> Any:
    """The measure with some value for each parameter that it needs."""
    some = {name: 0.5 if name == "recall" else 3 for name, info in measure.SUPPORTED_PARAMS.items() if info.required}
    return measure(**some)


class Frame:
    """As much of a DataFrame as is looked at: columns by name."""

    def __init__(self, **columns: list[object]) -> None:
        self.held = columns
        self.columns = list(columns)

    def __getitem__(self, name: str) -> list[object]:
        return self.held[name]


def test_the_readme_s_example_gives_what_the_original_gives() -> None:
    names = ["AP", "nDCG", "RR", "nDCG@10", "P(rel=2)@10"]
    asked = [AP, nDCG, RR, nDCG @ 10, P(rel=2) @ 10]
    theirs = [original.parse_measure(name) for name in names]
    got = face.calc_aggregate(asked, QRELS, RUN)
    assert list(got) == asked
    assert {str(one): value for one, value in got.items()} == {
        str(one): value for one, value in original.calc_aggregate(theirs, QRELS, RUN).items()
    }
    assert got[AP] == 0.75
    metrics = list(face.iter_calc(asked, QRELS, RUN))
    assert metrics[0] == Metric(query_id="Q0", measure=AP, value=0.5)
    assert str(metrics[0]) == "Metric(query_id='Q0', measure=AP, value=0.5)"
    expected = original.iter_calc(theirs, QRELS, RUN)
    assert sorted(map(str, metrics)) == sorted(map(str, expected))


def test_a_star_import_brings_every_measure_and_call_that_the_original_s_brings() -> None:
    left_out = {
        *("trectools", "pyndeval", "ranx", "runtime", "define", "define_byquery", "CwlMetric", "calc_ctxt", "util"),
        *("lazylibs", "__version__"),
    }
    assert set(original.__all__) - set(face.__all__) == left_out
    assert all(hasattr(face, name) for name in face.__all__)


@pytest.mark.parametrize("name", NAMES)
def test_a_measure_has_the_original_s_name_parameters_and_aggregation(name: str) -> None:
    assert face.measures.registry.keys() == original.measures.registry.keys()
    ours, theirs = face.measures.registry[name], original.measures.registry[name]
    assert (str(ours), repr(ours), ours.NAME, ours.__name__, ours.AT_PARAM, ours.DEFAULT) == (
        str(theirs), repr(theirs), theirs.NAME, theirs.__name__, theirs.AT_PARAM, theirs.DEFAULT
    )  # fmt: skip
    assert ours.SUPPORTED_PARAMS.keys() >= theirs.SUPPORTED_PARAMS.keys()
    for param, info in theirs.SUPPORTED_PARAMS.items():
        mine = ours.SUPPORTED_PARAMS[param]
        assert (mine.dtype, mine.required) == (info.dtype, info.required), param
        given = info.default is not original.measures.base._NOT_PROVIDED
        assert (mine.default is not face.measure.NOT_PROVIDED) == given
        if given:
            assert mine.default == info.default
            assert ours[param] == theirs[param]
    assert type(ours.aggregator()).__name__ == type(theirs.aggregator()).__name__
    assert getattr(face, name) is ours


@pytest.mark.parametrize("name", NAMES)
def test_a_measure_prints_so_that_it_is_read_again(name: str) -> None:
    measure = required(face.measures.registry[name])
    assert face.parse_measure(str(measure)) == measure
    assert hash(face.parse_measure(str(measure))) == hash(measure)
    assert str(original.parse_measure(str(measure))) == str(measure)
    assert pickle.loads(pickle.dumps(measure)) == copy.deepcopy(measure) == measure
    copied = pickle.loads(pickle.dumps(measure))
    copied.validate_params()
    measure.validate_params()


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_name_is_read_and_printed_as_the_original_does(text: str) -> None:
    ours, theirs = face.parse_measure(text), original.parse_measure(text)
    assert str(ours) == str(theirs)
    assert ours.params == theirs.params


@pytest.mark.parametrize("text", TREC_NAMES)
def test_a_name_of_trec_eval_means_what_it_means_to_the_original(text: str) -> None:
    assert list(map(str, face.parse_trec_measure(text))) == list(map(str, original.parse_trec_measure(text)))


@pytest.mark.parametrize("group", ["official", "set", "all_trec", "prefs", "qrels_jg"])
def test_a_group_of_trec_eval_is_the_original_s_and_a_warning_names_what_is_left_out(group: str) -> None:
    with pytest.warns(UserWarning, match="no counterpart of"):
        ours = face.parse_trec_measure(group)
    assert list(map(str, ours)) == list(map(str, original.parse_trec_measure(group)))


def test_measures_are_keys_and_equal_by_name_but_never_to_text() -> None:
    assert {nDCG @ 10: 1}[face.parse_measure("nDCG@10")] == 1
    assert AP(rel=1) == AP != AP(rel=2)
    assert P @ 5 == P(cutoff=5) == P(rel=1)(cutoff=5)
    assert AP != "AP"
    assert "AP" not in {AP: 1}
    assert original.AP != "AP"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("nope", NameError),
        ("ndcg_cut_10", NameError),
        *(
            (text, ValueError)
            for text in ("AP(", "AP; P", "x=1", "AP@x", "P(5)", "P.x", "AP(rel=[1])", " AP", "", "AP(1)(2)")
        ),
    ],
)
def test_what_is_no_measure_raises_the_original_s_error(text: str, error: type[Exception]) -> None:
    for parse in (face.parse_measure, original.parse_measure):
        with pytest.raises(error):
            parse(text)


def test_an_unknown_name_suggests_the_nearest_and_a_name_of_trec_eval_its_reader() -> None:
    with pytest.raises(NameError, match=r"measure not found: NDCGG; did you mean NDCG"):
        face.parse_measure("NDCGG@10")
    with pytest.raises(NameError, match=r"trec_eval's name of nDCG@10: parse_trec_measure reads it"):
        face.parse_measure("ndcg_cut_10")


@pytest.mark.parametrize("text", ["gm_map", "map_5", "foo", "P_5.5", "relstring", "runid", "P_x", "utility.1,-1,0,0"])
def test_a_name_of_trec_eval_without_counterpart_is_a_value_error(text: str) -> None:
    for parse in (face.parse_trec_measure, original.parse_trec_measure):
        with pytest.raises(ValueError, match=r"measure|trec name|argument|literal"):
            parse(text)


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        (P, "P needs the parameter 'cutoff' (a whole number from 1): write P@10"),
        (P @ "x", "parameter cutoff of P@x is 'x'; expected a whole number from 1 (a Python int)"),
        (AP(foo=1), "AP has no parameter 'foo'; its parameters are: cutoff, rel, judged_only"),
        (IPrec @ 1, "parameter recall of IPrec@1 is 1; expected a level of recall from 0.0 to 1.0 (a Python float)"),
        (face.SDCG @ 5, "SDCG@5 needs the parameter 'max_rel' (a whole number): write SDCG(max_rel=...)"),
    ],
)
def test_a_wrong_parameter_is_an_assertion_error_as_in_the_original_that_says_what_to_write(
    measure: Any, message: str
) -> None:
    with pytest.raises(AssertionError) as caught:
        face.calc_aggregate([measure], QRELS, RUN)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value) == message


@pytest.mark.parametrize("name", sorted(face.measures.BY_SUBTOPIC))
def test_a_measure_of_diversity_has_a_name_and_no_value(name: str) -> None:
    with pytest.raises(ValueError, match=rf"Unsupported measure {name}: it needs judgements by subtopic"):
        face.calc_aggregate([face.measures.registry[name]], QRELS, RUN)


MEASURES = list(face.measures.registry.values())
OTHERS = [one for one in MEASURES if one.NAME not in face.measures.BY_SUBTOPIC]


@pytest.mark.parametrize("measure", OTHERS, ids=str)
def test_every_other_measure_has_a_value(measure: face.Measure) -> None:
    value = required(measure).calc_aggregate(QRELS, RUN)
    assert isinstance(value, float)


CWL_EVAL = json.loads((Path(__file__).parents[1] / "golden" / "cwl_eval.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", CWL_EVAL["values"])
def test_a_measure_of_cwl_eval_has_its_value(name: str) -> None:
    for drawn, expected in zip(CWL_EVAL["problems"], CWL_EVAL["values"][name], strict=True):
        found = face.calc([face.parse_measure(name)], drawn["qrels"], drawn["run"]).per_query
        assert {one.query_id: one.value for one in found} == pytest.approx(expected, rel=0, abs=SUMMED)


def forms(tmp_path: Path) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """QRELS and RUN in every form, made anew at each call: generators can be read once."""
    judged = [(query, doc, grade) for query, held in QRELS.items() for doc, grade in held.items()]
    scored = [(query, doc, score) for query, held in RUN.items() for doc, score in held.items()]
    (tmp_path / "qrels.txt").write_text("\n".join(f"{q} 0 {d} {g}" for q, d, g in judged) + "\n\n", encoding="utf-8")
    run = "".join(f"{q} Q0 {d} 0 {s} tag\n" for q, d, s in scored)
    (tmp_path / "run.txt.gz").write_bytes(gzip.compress(run.encode()))
    columns = [list(column) for column in zip(*judged, strict=True)]
    others = [list(column) for column in zip(*scored, strict=True)]
    return {
        "dicts": (lambda: QRELS, lambda: RUN),
        "named tuples": (lambda: [Qrel(*row) for row in judged], lambda: [ScoredDoc(*row) for row in scored]),
        "theirs": (
            lambda: [original.Qrel(*row) for row in judged],
            lambda: [original.ScoredDoc(*row) for row in scored],
        ),
        "generators": (lambda: (Qrel(*row) for row in judged), lambda: (ScoredDoc(*row) for row in scored)),
        "frames": (
            lambda: Frame(query_id=columns[0], doc_id=columns[1], relevance=columns[2]),
            lambda: Frame(query_id=others[0], doc_id=others[1], score=others[2], rank=[1, 2, 1, 2]),
        ),
        "files": (
            lambda: face.read_trec_qrels(str(tmp_path / "qrels.txt")),
            lambda: face.read_trec_run(str(tmp_path / "run.txt.gz")),
        ),
        "paths": (lambda: tmp_path / "qrels.txt", lambda: str(tmp_path / "run.txt.gz")),
        "text": (
            lambda: face.read_trec_qrels((tmp_path / "qrels.txt").read_text(encoding="utf-8")),
            lambda: face.read_trec_run(run),
        ),
        "numbers like 1.0": (
            lambda: {query: {doc: float(grade) for doc, grade in held.items()} for query, held in QRELS.items()},
            lambda: RUN,
        ),
    }


FORMS = ("dicts", "named tuples", "theirs", "generators", "frames", "files", "paths", "text", "numbers like 1.0")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_qrels_and_run_gives_the_same_numbers(form: str, tmp_path: Path) -> None:
    qrels, run = forms(tmp_path)[form]
    expected = face.calc([AP, nDCG @ 2, RR @ 10, Judged], QRELS, RUN)
    assert face.calc([AP, nDCG @ 2, RR @ 10, Judged], qrels(), run()) == expected


def test_trec_files_are_read_as_the_original_reads_them(tmp_path: Path) -> None:
    forms(tmp_path)
    qrels, run = str(tmp_path / "qrels.txt"), str(tmp_path / "run.txt.gz")
    assert list(face.read_trec_qrels(qrels)) == list(original.read_trec_qrels(qrels))
    assert list(face.read_trec_run(run)) == list(original.read_trec_run(run))
    with (tmp_path / "qrels.txt").open(encoding="utf-8") as file:
        assert list(face.read_trec_qrels(file)) == list(original.read_trec_qrels(qrels))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            lambda: face.read_trec_qrels("q 0 a 1\nq 0 b\n"),
            "text:2: 3 columns, expected 4: query_id iteration doc_id relevance",
        ),
        (lambda: face.read_trec_qrels("q 0 a x\n"), "text:1: relevance is 'x', expected a whole number"),
        (lambda: face.read_trec_run("\nq Q0 a 1 high tag\n"), "text:2: score is 'high', expected a number"),
    ],
)
def test_a_bad_row_of_a_trec_file_is_a_value_error_that_names_its_line(rows: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        list(rows())
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("qrels", "run", "error", "message"),
    [
        (7, RUN, ValueError, "unknown qrels format: int; give"),
        ([("q", "d", 1)], RUN, ValueError, r"unknown qrels format: \('q', 'd', 1\) among the rows"),
        (
            QRELS,
            Frame(query_id=["q"], doc_id=["d"]),
            ValueError,
            r"unknown run format: DataFrame missing columns: \['sc",
        ),
        (QRELS, {"q": ["d"]}, TypeError, "unknown run format: query q holds a list, expected {document: score}"),
        ({"q": {"d": 1.5}}, RUN, TypeError, "relevance of document d for query q is 1.5, expected a whole number"),
        ({"q": {"d": "1"}}, RUN, TypeError, "relevance of document d for query q is '1', expected a whole number"),
        (QRELS, {"q": {"d": "1"}}, TypeError, "score of document d for query q is '1', expected a number"),
        (QRELS, {"q": {"d": float("nan")}}, ValueError, "score of document d for query q is NaN"),
        (
            QRELS,
            {1: {"d": 1.0}},
            TypeError,
            "run: query id 1 is of type int, expected str; write ids as text, '1', in b",
        ),
        ({"q": {3: 1}}, RUN, TypeError, "qrels: document id 3 is of type int, expected str"),
    ],
)
def test_a_form_that_is_none_is_refused_with_what_was_found(
    qrels: object, run: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        face.calc_aggregate([AP], qrels, run)


def test_ids_may_be_numbers_where_the_original_lets_them() -> None:
    qrels, run = {1: {7: 1, 8: 0}}, {1: {8: 2.0, 7: 1.0}}
    assert face.calc_aggregate([RR @ 10], qrels, run) == {RR @ 10: 0.5}
    assert original.calc_aggregate([original.RR @ 10], qrels, run) == {original.RR @ 10: 0.5}


def test_a_document_listed_again_counts_with_its_last_row_and_a_warning() -> None:
    run = [ScoredDoc("q", "a", 3.0), ScoredDoc("q", "b", 2.0), ScoredDoc("q", "a", 1.0)]
    with pytest.warns(
        UserWarning, match="run: 1 row gives a document of a query again; the last row of each counts"
    ) as said:
        got = face.calc_aggregate([RR], {"q": {"a": 1}}, run)
    assert [one.filename for one in said] == [__file__]
    assert got == {RR: 0.5}
    assert original.calc_aggregate([original.RR], {"q": {"a": 1}}, run) == {original.RR: 0.5}


def test_no_query_in_common_is_all_0_as_in_the_original_with_a_warning_of_the_likely_cause() -> None:
    with pytest.warns(UserWarning, match=r"none of the judged queries is in the run.*leading zeros"):
        assert face.calc_aggregate([AP, NumQ], {"01": {"a": 1}}, {"1": {"a": 1.0}}) == {AP: 0.0, NumQ: 0.0}


MISSING = {"b": {"x": 1}, "a": {"x": 1, "y": 0}, "none": {}, "z": {"x": 1}}


def test_a_judged_query_missing_from_the_run_counts_0_even_in_counts_as_in_the_original() -> None:
    run = {"b": {"x": 1.0}, "a": {"y": 2.0, "x": 1.0}, "never judged": {"x": 1.0}, "none": {"x": 1.0}}
    names = ["AP", "NumQ", "NumRel", "RR@5", "Judged"]
    got = face.calc(names, MISSING, run)
    expected = original.calc([original.parse_measure(name) for name in names], MISSING, run)
    assert sorted(map(str, got.per_query)) == sorted(map(str, expected.per_query))
    # AP is 1, 1/2, 0 and 0: the mean is 0.375. Two of four queries are in both.
    assert got.aggregated[AP] == 0.375
    assert got.aggregated[NumQ] == 2.0
    assert {str(one): value for one, value in got.aggregated.items()} == {
        str(one): value for one, value in expected.aggregated.items()
    }
    assert [one.query_id for one in got.per_query if one.measure == AP] == ["b", "a", "none", "z"]


def test_an_evaluator_scores_several_runs_and_a_measure_scores_by_itself() -> None:
    evaluator = face.evaluator([AP, P @ 1], QRELS)
    assert evaluator.calc_aggregate(RUN) == {AP: 0.75, P @ 1: 0.5}
    assert evaluator.calc_aggregate({}) == {AP: 0.0, P @ 1: 0.0}
    assert list(evaluator.iter_calc(RUN)) == evaluator.calc(RUN).per_query
    assert AP.calc_aggregate(QRELS, RUN) == AP.calc(QRELS, RUN).aggregated == 0.75
    assert list(AP.iter_calc(QRELS, RUN)) == AP.evaluator(QRELS).calc(RUN).per_query
    assert face.calc_aggregate("P@1", QRELS, RUN) == {P @ 1: 0.5}


def test_no_judged_query_gives_nan_for_a_mean_and_0_for_a_sum() -> None:
    assert str(face.calc_aggregate([AP, NumRet], {}, RUN)) == "{AP: nan, NumRet: 0}"


@pytest.mark.parametrize("name", ["pytrec_eval", "cwl_eval", "compat", "judged", "msmarco", "gdeval", "accuracy"])
def test_a_provider_calculates_what_the_original_s_does_and_refuses_the_rest(name: str) -> None:
    ours, theirs = getattr(face, name), getattr(original, name)
    assert face.providers.registry[name] is ours
    assert ours.is_available()
    supported = {measure.NAME for measure in MEASURES if ours.supports(required(measure))}
    theirs_too = {measure.NAME for measure in original.measures.registry.values() if theirs.supports(required(measure))}
    # cwl-eval's AP is another measure.
    assert supported >= theirs_too - ({"AP"} if name == "cwl_eval" else set())
    assert not ours.supports(face.alpha_nDCG)
    with pytest.raises(ValueError, match=f"unsupported measure alpha_nDCG: {name} does not calculate it"):
        ours.calc_aggregate([face.alpha_nDCG], QRELS, RUN)


def test_providers_break_ties_each_in_its_way() -> None:
    qrels, run = {"q": {"b": 1}}, {"q": {"b": 1.0, "a": 1.0, "c": 1.0}}
    # pytrec_eval c, b, a; msmarco a, b, c; cwl_eval b, a, c.
    assert face.pytrec_eval.calc_aggregate([RR], qrels, run) == {RR: 1 / 2}
    assert face.cwl_eval.calc_aggregate([RR], qrels, run) == {RR: 1.0}
    assert face.calc_aggregate([RR, RR @ 1, RR @ 2], qrels, run) == {RR: 1 / 2, RR @ 1: 0.0, RR @ 2: 1 / 2}
    assert face.calc_aggregate([Judged @ 1], {"q": {"a": 0}}, run) == {Judged @ 1: 1.0}
    # compat a, b, c, the ideal ranking being b: (p/2 + p^2/3) / (1 + p/2 + p^2/3) = (1/4 + 1/12) / (1 + 1/4 + 1/12).
    assert face.Compat(p=0.5).calc_aggregate(qrels, run) == original.Compat(p=0.5).calc_aggregate(qrels, run) == 0.25


def test_interpolated_precision_counts_recall_levels_as_trec_eval_9_does() -> None:
    # R = 3; relevant at 1, 4 and 10. Level 0.4: int(1.2 + 0.9) = 2 documents, found at rank 4: 2 / 4. trec_eval 10
    # rounds 1.2 to 1 document, found at rank 1: 1 / 1.
    run = {"q": {f"d{rank}": 20.0 - rank for rank in range(1, 11)}}
    qrels = {"q": {"d1": 1, "d4": 1, "d10": 1}}
    assert (IPrec @ 0.4).calc_aggregate(qrels, run) == 0.5
    assert (original.IPrec @ 0.4).calc_aggregate(qrels, run) == 0.5


def test_scores_are_doubles_where_the_original_s_are_32_bit_numbers() -> None:
    # 2^24 + 1 is no 32-bit float: to the original both scores are 2^24, and b stands before a.
    qrels, run = {"q": {"a": 1}}, {"q": {"a": 16777217.0, "b": 16777216.0}}
    assert RR.calc_aggregate(qrels, run) == 1.0
    assert original.RR.calc_aggregate(qrels, run) == 0.5


def test_nothing_changes_with_the_measures_beside_where_the_original_shares_gains_and_judged_documents() -> None:
    gained = nDCG(gains={1: 9, 2: 1})
    together = face.calc_aggregate([gained, AP(judged_only=True), nDCG, NumRet], QRELS, RUN | {"Q1": {"D9": 1.0}})
    for measure in (gained, nDCG, NumRet):
        assert measure.calc_aggregate(QRELS, RUN | {"Q1": {"D9": 1.0}}) == together[measure]
    # Q1 returns one document, which nobody judged; it counts.
    assert together[NumRet] == 3.0


def test_the_ideal_ranking_of_compat_follows_the_run_below_a_score_of_0_too() -> None:
    # a, at the top of both rankings, is all there is to find; the original puts b first, whose score counts as 0.
    qrels, run = {"q": {"a": 1, "b": 1}}, {"q": {"a": -1.0}}
    assert face.Compat(p=0.5).calc_aggregate(qrels, run) == (1 + 0.5 / 2) / (1 + 0.5)
    assert original.Compat(p=0.5).calc_aggregate(qrels, run) == (0.5 / 2) / (1 + 0.5)


def test_rbp_looks_at_1000_results_as_cwl_eval_does() -> None:
    run = {"q": {f"d{rank}": 2000.0 - rank for rank in range(1, 1002)}}
    rbp = face.RBP(rel=1, p=0.5)
    assert rbp.calc_aggregate({"q": {"d1001": 1}}, run) == 0.0
    assert rbp.calc_aggregate({"q": {"d1000": 1}}, run) == 0.5**1000
    # Of a list of relevant results alone the value is 1 in its first 1,000.
    patient = face.RBP(rel=1, p=0.999).calc_aggregate({"q": dict.fromkeys(run["q"], 1)}, run)
    assert patient == pytest.approx(1.0, rel=0, abs=SUMMED)


def test_accuracy_is_1_where_the_original_divides_by_zero() -> None:
    with pytest.raises(ZeroDivisionError):
        original.Accuracy.calc_aggregate({"q": {"a": 1}}, {"q": {"a": 1.0}})
    assert Accuracy.calc_aggregate({"q": {"a": 1}}, {"q": {"a": 1.0}}) == 1.0


def test_a_grade_too_large_for_the_exponential_gain_is_refused() -> None:
    with pytest.raises(ValueError, match="too large for the gain"):
        face.calc_aggregate([nDCG(dcg="exp-log2") @ 5], {"q": {"a": 2000}}, {"q": {"a": 1.0}})


def test_importing_rankproof_does_not_load_the_faces() -> None:
    code = "import rankproof, rankproof.evaluator, sys; print([name for name in sys.modules if 'compat' in name])"
    path = str(Path(__file__).parents[2] / "py")
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": path}, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
