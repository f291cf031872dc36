"""evaluate() takes texts, bytes, paths and mappings, and its result is a mapping with means and positions."""

from __future__ import annotations

import gzip
import subprocess
import sys
from math import fsum
from pathlib import Path

import pytest

import build
import rankproof
from rankproof import InputError, SettingError, evaluate

QRELS = "q1 0 a 1\nq1 0 b 0\nq10 0 a 1\nq2 0 a 2\n"
RUN = "q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq2 Q0 b 1 2 t\nq2 Q0 a 2 1 t\nq10 Q0 b 1 3 t\nq10 Q0 c 2 2 t\nq10 Q0 a 3 1 t\n"
RR = {"q1": 1.0, "q2": 0.5, "q10": 1 / 3}


@pytest.mark.parametrize("kind", ["text", "bytes", "path", "name of a file", "gzip", "mapping"])
def test_inputs_of_every_kind_are_taken(kind: str, tmp_path: Path) -> None:
    qrels: str | bytes | Path | dict[str, object] = QRELS
    run: str | bytes | Path | dict[str, object] = RUN
    (tmp_path / "qrels").write_text(QRELS, encoding="utf-8")
    (tmp_path / "run").write_text(RUN, encoding="utf-8")
    if kind == "bytes":
        qrels, run = QRELS.encode(), RUN.encode()
    elif kind == "gzip":
        qrels, run = gzip.compress(QRELS.encode()), gzip.compress(RUN.encode())
    elif kind == "path":
        qrels, run = tmp_path / "qrels", tmp_path / "run"
    elif kind == "name of a file":
        qrels, run = str(tmp_path / "qrels"), str(tmp_path / "run")
    elif kind == "mapping":
        qrels = {"q1": {"a": 1, "b": 0}, "q10": {"a": 1}, "q2": {"a": 2}}
        run = {"q1": ["a", "b"], "q2": {"b": 2, "a": 1}, "q10": ["b", "c", "a"]}
    result = evaluate(qrels, run, ["RR"])
    assert {query: values["recip_rank"] for query, values in result.items()} == RR


def test_the_result_is_a_mapping_in_natural_order_with_the_means_beside_it() -> None:
    result = evaluate(QRELS, RUN, ["RR", "num_rel"])
    assert list(result) == ["q1", "q2", "q10"]
    assert len(result) == 3
    assert "q2" in result
    assert "q3" not in result
    assert result["q2"] == {"recip_rank": 0.5, "num_rel": 1}
    assert result.per_query() == dict(result)
    with pytest.raises(KeyError):
        result["q3"]
    # Means are added in the order of the ids' bytes: q1, q10, q2. Counts are summed.
    assert result.aggregate() == {"recip_rank": (1.0 + 1 / 3 + 0.5) / 3, "num_rel": 3}


def test_rows_and_columns_hold_the_same_values_by_position() -> None:
    result = evaluate(QRELS, RUN, ["RR", "P@1"])
    assert [tuple(row) for row in result.rows] == [("q1", 2, 1, 2), ("q2", 1, 1, 2), ("q10", 1, 1, 3)]
    assert result.columns == [[1.0, 0.5, 1 / 3], [1.0, 0.0, 0.0]]
    assert result.mean_values == [(1.0 + 1 / 3 + 0.5) / 3, 1 / 3]


def test_means_are_added_from_left_to_right_and_not_compensated() -> None:
    # P@10 of 0.1, 0.2 and 0.3: (0.1 + 0.2) + 0.3 is 0.6000000000000001 in doubles; sum() gives 0.6 since Python 3.12.
    qrels = "".join(f"q{hits} 0 d{rank} 1\n" for hits in (1, 2, 3) for rank in range(hits))
    run = "".join(f"q{hits} Q0 d{rank} 1 {9 - rank} t\n" for hits in (1, 2, 3) for rank in range(hits))
    assert evaluate(qrels, run, ["P@10"]).aggregate()["P_10"] == 0.6000000000000001 / 3


def test_precisions_are_added_from_left_to_right_and_not_compensated() -> None:
    # Hits at ranks 3, 4 and 5 of three relevant documents; a compensated sum of 1/3, 2/4, 3/5 has another last bit.
    precisions = [1 / 3, 2 / 4, 3 / 5]
    total = precisions[0] + precisions[1] + precisions[2]
    assert total != fsum(precisions)
    assert evaluate({"q": ["c", "d", "e"]}, {"q": ["a", "b", "c", "d", "e"]}, ["AP"])["q"]["map"] == total / 3


def test_the_defaults_are_recall_precision_rr_and_ndcg_at_k() -> None:
    assert list(evaluate(QRELS, RUN)["q1"]) == ["recall_10", "P_10", "recip_rank_cut_10", "ndcg_cut_10"]
    assert list(evaluate(QRELS, RUN, k=3)["q1"]) == ["recall_3", "P_3", "recip_rank_cut_3", "ndcg_cut_3"]


def test_settings_and_names_are_checked_before_anything_is_read() -> None:
    with pytest.raises(SettingError):
        evaluate("no such file", "no such file", k=0)
    with pytest.raises(SettingError):
        evaluate("no such file", "no such file", ["nope"])


def test_a_missing_file_is_an_input_error_that_names_it() -> None:
    with pytest.raises(InputError) as caught:
        evaluate("no-such-qrels.txt", RUN)
    assert "no-such-qrels.txt" in str(caught.value)


def test_an_input_error_is_a_value_error_that_reads_as_one_line() -> None:
    with pytest.raises(ValueError, match=r"^qrels:1: ") as caught:
        evaluate("q1 0 a x y\n", RUN)
    assert "\n" not in str(caught.value)


def test_empty_texts_are_refused_as_empty_and_not_taken_for_file_names() -> None:
    with pytest.raises(InputError) as caught:
        evaluate("", RUN)
    assert "no relevance judgements" in caught.value.message


def test_all_public_names_are_there() -> None:
    assert all(getattr(rankproof, name) is not None for name in rankproof.__all__)
    assert rankproof.__version__
    with pytest.raises(AttributeError):
        rankproof.nothing  # noqa: B018


def test_importing_the_package_needs_nothing_but_the_standard_library() -> None:
    code = (
        "import sys; before = set(sys.modules); import rankproof, rankproof.bridge, rankproof.cli, rankproof.report\n"
        "added = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(added - sys.stdlib_module_names - {'rankproof'})"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], env={"PYTHONPATH": str(build.ROOT / "py")}, capture_output=True, check=True
    )
    assert done.stdout.strip() == b"set()"
