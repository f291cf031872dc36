"""Every mend that a diagnosis proposes makes it go away, and gives the scores that the problem had before the fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankproof import Evaluator, InputError, SettingError, evaluate
from rankproof.diagnoses import Diagnosis, diagnose
from rankproof.formats import Judgements, Results, Source, read_judgements, read_results
from rankproof.mends import parse_mend
from tests.unit.helpers import codes, the_note
from tests.unit.test_diagnoses import Qrels, Run, healthy, texts

MEASURES = ["map", "ndcg", "P@3", "R@5", "RR", "bpref"]

Fault = Callable[[str], str]
FAULTS: dict[str, tuple[str, Fault, Fault]] = {
    # The mend's name; what is done to all ids before, so that it can go wrong; and how it goes wrong on one side.
    "leading zeros": ("zeros", str, lambda name: f"00{name}"),
    "capitals": ("case", str.lower, str.upper),
    "a point": ("suffix=.0", str, lambda name: f"{name}.0"),
    "an ending": ("suffix=.txt", str, lambda name: f"{name}.txt"),
    "a language": ("suffix=_en", str, lambda name: f"{name}_en"),
    "composition": ("nfc", lambda name: name.replace("o", "\u00f3"), lambda name: normalize("NFD", name)),
    "blanks": ("blanks", str, lambda name: f"{name[:2]} {name[2:]}"),
}
SIDES = ("judgements", "results")


def read(judged: str, ranked: str, mends: Iterable[str] = ()) -> tuple[Judgements, Results]:
    chosen = list(mends)
    return read_judgements(Source(judged, "qrels", None, chosen)), read_results(Source(ranked, "run", None, chosen))


def scores(judgements: Judgements, results: Results) -> tuple[list[list[float]], dict[str, float]]:
    """Values by query, in order, and means: what does not depend on how queries are called."""
    found = evaluate(judgements, results, MEASURES)
    return [list(values.values()) for _, values in sorted(found.items())], found.means


def the(found: list[Diagnosis], code: str) -> Diagnosis:
    (one,) = [one for one in found if one.code == code]
    return one


def as_json(qrels: Qrels, run: Run) -> tuple[str, str]:
    ranked = {query: {name: 20.5 - at for at, name in enumerate(names)} for query, names in run.items()}
    return json.dumps(qrels), json.dumps(ranked)


def renamed(qrels: Qrels, run: Run, query: Fault, document: Fault) -> tuple[Qrels, Run]:
    return (
        {query(one): {document(name): grade for name, grade in grades.items()} for one, grades in qrels.items()},
        {query(one): [document(name) for name in names] for one, names in run.items()},
    )


@pytest.mark.parametrize("column", ["queries", "documents"])
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("fault", FAULTS)
@settings(max_examples=20)
@given(problem=healthy())
def test_ids_that_one_side_writes_otherwise_are_mended(
    fault: str, side: str, column: str, problem: tuple[Qrels, Run]
) -> None:
    how, before, wrong = FAULTS[fault]
    qrels, run = renamed(*problem, before, before)
    healthy_texts = as_json(qrels, run)
    faulty = renamed(qrels, run, *((wrong, str) if column == "queries" else (str, wrong)))
    changed = (faulty[0], run) if side == "judgements" else (qrels, faulty[1])
    inputs = as_json(*changed)
    found = the(diagnose(*read(*inputs)), f"{column}-differ")
    (mending,) = found.mendings
    # Upper case is written low; the accent may stand composed on one side and not on the other. One side is enough.
    assert mending.mends == (f"{side}:{column}:{how}",)
    assert mending.label.endswith(f"in the {side}")
    mended = read(*inputs, mending.mends)
    assert diagnose(*mended) == []
    assert scores(*mended) == scores(*read(*healthy_texts))
    notes = mended[SIDES.index(side)].notes
    rows = sum(len(held) for held in changed[SIDES.index(side)].values())
    note = the_note(notes, "mended")
    assert (note.level, note.count, note.examples) == ("info", rows, mending.mends)
    assert "mended" not in codes(mended[1 - SIDES.index(side)].notes)


@given(healthy())
def test_zeros_on_both_sides_are_removed_from_both(problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    (first, grades), *others = qrels.items()
    left = {first: {f"0{name}": grade for name, grade in grades.items()}, **dict(others)}
    right = {query: names if query == first else [f"0{name}" for name in names] for query, names in run.items()}
    found = the(diagnose(*read(*texts(left, right))), "documents-differ")
    (mending,) = found.mendings
    assert mending.mends == ("judgements:documents:zeros", "results:documents:zeros")
    assert mending.label == "Remove leading zeros from document ids on both sides"
    mended = read(*texts(left, right), mending.mends)
    assert diagnose(*mended) == []
    assert scores(*mended) == scores(*read(*texts(qrels, run)))


MARKS = ["#", "#chunk-", "_chunk_", "-p", ":", "_", ".part", "/"]


@pytest.mark.parametrize("mark", MARKS)
@settings(max_examples=20)
@given(problem=healthy(), more=st.integers(1, 3))
def test_parts_count_as_their_document_at_the_rank_of_the_best(
    mark: str, problem: tuple[Qrels, Run], more: int
) -> None:
    qrels, run = problem
    # The other parts of a document come below its best one, and may come above the best ones of other documents.
    parts = {query: [f"{name}{mark}{at}" for name in names for at in (7, *range(more))] for query, names in run.items()}
    inputs = texts(qrels, parts, score=lambda rank: 500.5 - rank)
    found = the(diagnose(*read(*inputs)), "parts-retrieved")
    (mending,) = found.mendings
    assert mending.mends == (f"results:documents:parts={mark}",)
    mended = read(*inputs, mending.mends)
    assert diagnose(*mended) == []
    assert scores(*mended) == scores(*read(*texts(qrels, run)))
    # That documents stand there again and again is what the mend is for, and no warning.
    note = the_note(mended[1].notes, "parts-merged")
    assert (note.level, note.count) == ("info", more * sum(map(len, run.values())))
    assert "listed-twice" not in codes(mended[1].notes)


@given(healthy())
def test_distances_are_mended_by_negating_them_or_by_the_ranks(problem: tuple[Qrels, Run]) -> None:
    inputs = texts(*problem, score=lambda rank: rank / 8)
    found = the(diagnose(*read(*inputs)), "scores-rise")
    assert [one.mends for one in found.mendings] == [("results:scores:negate",), ("results:scores:rank",)]
    expected = scores(*read(*texts(*problem)))
    for mending in found.mendings:
        mended = read(*inputs, mending.mends)
        assert diagnose(*mended) == []
        assert scores(*mended) == expected


@given(healthy())
def test_distances_without_ranks_can_only_be_negated(problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    rows = "".join(f"{query},{name},{at / 8}\n" for query, names in run.items() for at, name in enumerate(names, 1))
    inputs = (texts(*problem)[0], rows)
    found = the(diagnose(*read(*inputs)), "scores-rise")
    (mending,) = found.mendings
    mended = read(*inputs, mending.mends)
    assert diagnose(*mended) == []
    assert scores(*mended) == scores(*read(*texts(qrels, run)))


@given(healthy())
def test_equal_scores_are_mended_by_the_rank_column(problem: tuple[Qrels, Run]) -> None:
    inputs = texts(*problem, score=lambda _: 1)
    (mending,) = the(diagnose(*read(*inputs)), "scores-tied").mendings
    assert mending.mends == ("results:scores:rank",)
    mended = read(*inputs, mending.mends)
    assert diagnose(*mended) == []
    assert scores(*mended) == scores(*read(*texts(*problem)))


def test_equal_scores_whose_ranks_tell_nothing_have_no_mending() -> None:
    inputs = ("q1 0 a 1\nq1 0 b 0\n", "q1 Q0 a 0 1 t\nq1 Q0 b 0 1 t\n")
    assert the(diagnose(*read(*inputs)), "scores-tied").mendings == ()


@given(healthy())
def test_scores_that_were_read_as_ranks_are_read_as_scores(problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    rows = "".join(f"{query},{name},{90 - at}\n" for query, names in run.items() for at, name in enumerate(names))
    inputs = (texts(*problem)[0], rows)
    assert read(*inputs)[1].by_rank
    (mending,) = the(diagnose(*read(*inputs)), "ranks-fall").mendings
    assert mending.mends == ("results:scores:score",)
    mended = read(*inputs, mending.mends)
    assert not mended[1].by_rank
    assert mended[1].form.endswith("(query, document, score)")
    assert diagnose(*mended) == []
    assert scores(*mended) == scores(*read(*texts(qrels, run)))
    assert not {"third-is-rank", "third-is-score"} & set(codes(mended[1].notes))


def test_a_mend_that_would_make_two_documents_one_is_not_proposed() -> None:
    judged = "q1 0 07 1\nq1 0 7 0\nq1 0 5 1\n"
    found = the(diagnose(*read(judged, "q1 Q0 007 1 3 t\nq1 Q0 05 2 2 t\n")), "documents-differ")
    assert found.mendings == ()
    assert "write them alike" in found.mend


def test_a_mend_that_would_part_what_meets_is_not_proposed() -> None:
    # Without its number the judged and retrieved b-2 would be b.
    judged = "q1 0 a 1\nq1 0 b-2 1\n"
    found = the(diagnose(*read(judged, "q1 Q0 a-1 1 3 t\nq1 Q0 b-2 2 2 t\n")), "parts-retrieved")
    assert found.mendings == ()


def test_mends_apply_in_their_order_and_to_every_form() -> None:
    mends = ["results:documents:suffix=.txt", "results:documents:zeros", "results:queries:case"]
    expected = {"q1": ["7", "8"]}
    for text in (
        "Q1 Q0 007.txt 1 2.5 t\nQ1 Q0 8 2 1.5 t\n",
        "Q1,007.txt\nQ1,8\n",
        '{"Q1": ["007.txt", "8"]}',
        '{"qid": "Q1", "docno": "007.txt", "score": 2.5}\n{"qid": "Q1", "docno": "8", "score": 1.5}\n',
    ):
        results = read_results(Source(text, "run", None, mends))
        assert {query: one.documents for query, one in results.rankings.items()} == expected
    assert [note.count for note in results.notes if note.code == "mended"] == [1, 1, 2]


def test_an_error_in_a_mended_input_still_names_its_line_and_text() -> None:
    with pytest.raises(InputError) as caught:
        read("q1 0 a 1\n", "q1 Q0 00a 1 2 t\nq1 Q0 00b 2 x t\n", ["results:documents:zeros", "results:scores:negate"])
    assert caught.value.line == 2
    assert caught.value.problems[0].text == "q1 Q0 00b 2 x t"
    assert "“x” is not a number" in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "zeros",
        "results:zeros",
        "run:documents:zeros",
        "results:documents:suffix",
        "results:documents:suffix=",
        "results:documents:zeros=3",
        "judgements:scores:negate",
        "judgements:documents:parts=#",
        "results:scores:zeros",
        "results:queries:parts=#",
        "swap",
    ],
)
def test_a_mend_that_means_nothing_is_refused_with_examples(text: str) -> None:
    with pytest.raises(SettingError, match=r"there is no mend .*results:scores:negate"):
        parse_mend(text)


@pytest.mark.parametrize("how", ["zeros", "suffix=.txt", "suffix=:a=b", "case", "blanks", "nfc"])
def test_mends_are_read_back_as_they_are_spelled(how: str) -> None:
    for side in SIDES:
        assert parse_mend(f"{side}:documents:{how}").spelled() == f"{side}:documents:{how}"


def test_every_case_about_ids_or_equal_scores_can_be_mended_to_its_alternative() -> None:
    folder = Path(__file__).parents[1] / "golden" / "cases"
    for name in (
        "57-leading-zeros-in-ids",
        "85-chunk-ids-against-document-ids",
        "59-float-topic-ids",
        "13-all-scores-identical",
    ):
        case = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        (other,) = case["expect"]["alternatives"]
        inputs = (case["qrels"], case["run"])
        mends: list[str] = []
        while proposed := [one.mendings[0] for one in diagnose(*read(*inputs, mends)) if one.mendings]:
            mends += proposed[0].mends
            assert len(mends) < 6
        assert mends
        queries = "all" if other["options"]["complete"] else "both"
        result = evaluate(*read(*inputs, mends), list(other["mean"]), queries=queries)
        shown = {key: f"{value:.4f}" for key, value in result.aggregate().items()}
        assert shown == {key: f"{value:.4f}" for key, value in other["mean"].items()}, name


# r stands first by the scores as they are, and last when they are negated.
ASKED = {"q1": {"r": 1}}
PADDED = {"q1": {"00r": 3.5, "a": 2.5, "b": 1.5}}
ZEROS, NEGATE = "results:documents:zeros", "results:scores:negate"


@pytest.mark.parametrize(
    "run", [PADDED, json.dumps(PADDED), [("q1", name, score) for name, score in PADDED["q1"].items()]]
)
def test_an_evaluator_mends_all_runs_or_one_of_them_whatever_they_are(run: object) -> None:
    assert Evaluator(ASKED, ["RR"]).evaluate(run).means == {"recip_rank": 0}
    assert Evaluator(ASKED, ["RR"]).evaluate(run, mends=[ZEROS]).means == {"recip_rank": 1}
    mending = Evaluator(ASKED, ["RR"], mends=ZEROS)
    assert mending.evaluate(run).means == {"recip_rank": 1}
    assert mending.evaluate(run, mends=[NEGATE]).means == {"recip_rank": 1 / 3}
    assert mending.evaluate(run).means == {"recip_rank": 1}


def test_an_evaluator_mends_judgements() -> None:
    judged = {"Q1": {"r": 1}}
    assert evaluate(judged, {"q1": ["r"]}, ["RR"], mends=["judgements:queries:case"]).means == {"recip_rank": 1}
    with pytest.raises(InputError):
        evaluate(judged, {"q1": ["r"]}, ["RR"])


def test_a_mend_that_means_nothing_or_comes_too_late_is_refused() -> None:
    with pytest.raises(SettingError, match="there is no mend 'zeros'"):
        Evaluator(ASKED, mends=["zeros"])
    with pytest.raises(SettingError, match="there is no mend 'negate'"):
        Evaluator(ASKED).evaluate(PADDED, mends=["negate"])
    before = read_results(Source("q1 Q0 r 1 1 t\n", "run"))
    with pytest.raises(SettingError, match="run was read before, and cannot be mended"):
        Evaluator(ASKED).evaluate(before, mends=[NEGATE])
    assert Evaluator(ASKED, ["RR"]).evaluate(before, mends=["judgements:queries:case"]).means == {"recip_rank": 1}
