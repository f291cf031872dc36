"""Names of measures: both dialects, the cut-offs they stand for, and what an unknown one is told."""

from __future__ import annotations

import pytest

from rankproof import SettingError, Settings, evaluate
from rankproof.measures import MEASURES
from rankproof.names import parse_measures

TEN = Settings()


def keys(*names: str) -> list[str]:
    """trec_eval's names of what these names stand for."""
    return [one.key for one in parse_measures(list(names), TEN)]


def refused(name: str) -> SettingError:
    with pytest.raises(SettingError) as caught:
        parse_measures([name], TEN)
    assert caught.value.name == "measures"
    return caught.value


@pytest.mark.parametrize(
    ("key", "spellings"),
    [
        ("ndcg_cut_10", ["nDCG@10", "ndcg@10", "NDCG@10", "ndcg_cut_10", "ndcg_cut.10", "ndcg_10", " nDCG@10 "]),
        ("ndcg", ["nDCG", "ndcg", "NDCG"]),
        ("map", ["AP", "map", "MAP", "ap"]),
        ("map_cut_5", ["AP@5", "map@5", "map_cut_5", "map_cut.5", "MAP@5"]),
        ("recip_rank", ["RR", "recip_rank", "MRR", "mrr"]),
        ("recip_rank_cut_10", ["RR@10", "MRR@10", "recip_rank@10", "recip_rank_cut_10"]),
        ("P_5", ["P@5", "P_5", "P.5", "p@5", "precision@5", "Precision@5"]),
        ("recall_100", ["R@100", "recall_100", "recall.100", "Recall@100", "recall@100"]),
        ("success_1", ["Success@1", "success_1", "success.1", "success@1"]),
        ("Rprec", ["Rprec", "rprec", "RPrec"]),
        ("num_q", ["num_q", "NumQ"]),
        ("num_ret", ["num_ret", "NumRet"]),
        ("num_rel", ["num_rel", "NumRel"]),
        ("num_rel_ret", ["num_rel_ret", "NumRelRet"]),
    ],
)
def test_every_spelling_of_a_measure_finds_it(key: str, spellings: list[str]) -> None:
    assert [keys(spelling) for spelling in spellings] == [[key]] * len(spellings)


def test_several_cut_offs_stand_for_as_many_measures_in_rising_order() -> None:
    assert keys("P.5,10") == ["P_5", "P_10"]
    assert keys("ndcg_cut.10,3,3") == ["ndcg_cut_3", "ndcg_cut_10"]
    assert keys("nDCG@5,10") == ["ndcg_cut_5", "ndcg_cut_10"]


@pytest.mark.parametrize(
    ("name", "cutoffs"),
    [
        *((name, (5, 10, 15, 20, 30, 100, 200, 500, 1000)) for name in ("P", "recall", "map_cut", "ndcg_cut")),
        ("success", (1, 5, 10)),
    ],
)
def test_a_bare_name_stands_for_trec_evals_own_cut_offs(name: str, cutoffs: tuple[int, ...]) -> None:
    assert keys(name) == [f"{name}_{cutoff}" for cutoff in cutoffs]


def test_every_measure_of_the_table_is_found_by_both_of_its_names() -> None:
    for row in MEASURES:
        cut = "@7" if row.parameters == "cutoffs" else "@0.5" if row.parameters == "levels" else ""
        key = row.name + {"@7": "_7", "@0.5": "_0.50", "": ""}[cut]
        for name in filter(None, (row.name, row.ir_name)):
            needed = f"({', '.join(f'{option}=3' for option in row.needs)})" if row.needs else ""
            if not (needed and name == row.name):
                assert keys(f"{name}{needed}{cut}")[0].startswith(key.removesuffix(cut)), name


def test_no_name_given_stands_for_the_four_defaults_at_k() -> None:
    assert [one.name for one in parse_measures(None, Settings(k=3))] == ["R@3", "P@3", "RR@3", "nDCG@3"]


def test_labels_are_those_of_a_table_and_the_mean_of_rr_is_mrr() -> None:
    labels = [(one.label, one.mean_label) for one in parse_measures(None, Settings(k=3))]
    assert labels == [
        ("Recall@3", "Recall@3"),
        ("Precision@3", "Precision@3"),
        ("RR@3", "MRR@3"),
        ("nDCG@3", "nDCG@3"),
    ]


def test_a_measure_asked_for_twice_is_given_once() -> None:
    assert keys("P@5", "P@5") == ["P_5"]
    assert list(evaluate({"q": ["a"]}, {"q": ["a"]}, ["P@5", "P_5"])["q"]) == ["P_5"]


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("nDGC@10", "nDCG"),
        ("ndgc_cut_10", "ndcg_cut"),
        ("recal@5", "recall"),
        ("mapp", "map"),
        ("Rpres", "Rprec"),
        ("sucess@1", "success"),
        ("recip-rank", "recip_rank"),
    ],
)
def test_an_unknown_name_is_told_the_nearest(name: str, nearest: str) -> None:
    error = refused(name)
    assert name in error.message
    assert "did you mean" in (error.hint or "")
    assert nearest.lower() in (error.hint or "").lower()


@pytest.mark.parametrize("name", ["xyzzy", "", " ", "@10", "10", "._", "P@5@5x"])
def test_a_name_near_nothing_is_refused_with_a_hint(name: str) -> None:
    assert refused(name).hint


@pytest.mark.parametrize("name", ["P@0", "P@-1", "P@x", "P@", "P@2.5", "P@5,", "P@5,x", "P_0", "nDCG@1e3", "P@٣"])
def test_a_cut_off_that_is_no_whole_number_from_1_is_refused(name: str) -> None:
    assert refused(name).message


@pytest.mark.parametrize("name", ["Rprec@5", "num_q@1", "num_ret_5"])
def test_a_cut_off_where_none_belongs_is_refused(name: str) -> None:
    assert "cut-off" in refused(name).message


@pytest.mark.parametrize("name", ["recip_rank_cut"])
def test_a_name_that_needs_a_cut_off_says_so(name: str) -> None:
    error = refused(name)
    assert "cut-off" in error.message
    assert "@10" in (error.hint or "")


def test_the_names_in_a_result_are_trec_evals_however_they_were_spelled() -> None:
    result = evaluate({"q": ["a"]}, {"q": ["a"]}, ["nDCG@10", "AP", "RR@5"])
    assert list(result["q"]) == ["ndcg_cut_10", "map", "recip_rank_cut_5"]
    assert [one.name for one in result.asked] == ["nDCG@10", "AP", "RR@5"]


@pytest.mark.parametrize("gain", ["9" * 400, "-" + "9" * 400, "1e400", "True", "'2'"])
def test_a_gain_in_brackets_that_is_no_usable_number_is_refused(gain: str) -> None:
    assert "gains" in refused(f"nDCG(gains={{1: {gain}}})").message
