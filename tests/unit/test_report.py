"""What each form of output prints for a small example, to the character."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rankproof import __version__
from rankproof.cli import main

# q1: a (relevant), b; q2: b, a (relevant): P@1 = 1, 0; RR = 1, 1/2; nDCG = 1, 1/log2(3) = 0.6309297535714575.
QRELS = "q1 0 a 1\nq1 0 b 0\nq2 0 b 0\nq2 0 a 1\n"
RUN = "q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq2 Q0 b 1 2 t\nq2 Q0 a 2 1 t\n"
NDCG = 0.6309297535714575
MEASURES = ["-m", "P@1", "-m", "mrr", "-m", "ndcg", "-m", "num_rel"]

CONVENTION = (
    "Linear gain, log₂(rank + 1) discount, ideal ranking over all judged documents; equal scores by document id "
    "descending; unjudged documents not relevant; means over judged queries with a relevant document."
)

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels").write_text(QRELS, encoding="utf-8")
    (tmp_path / "my_run").write_text(RUN, encoding="utf-8")


def printed(capsys: Captured, *options: str) -> str:
    assert main(["qrels", "my_run", *MEASURES, *options]) == 0
    return capsys.readouterr().out


def test_trec_prints_what_trec_eval_prints(capsys: Captured) -> None:
    assert printed(capsys, "--format", "trec", "-q").splitlines() == [
        "P_1                   \tq1\t1.0000",
        "recip_rank            \tq1\t1.0000",
        "ndcg                  \tq1\t1.0000",
        "num_rel               \tq1\t1",
        "P_1                   \tq2\t0.0000",
        "recip_rank            \tq2\t0.5000",
        "ndcg                  \tq2\t0.6309",
        "num_rel               \tq2\t1",
        "P_1                   \tall\t0.5000",
        "recip_rank            \tall\t0.7500",
        "ndcg                  \tall\t0.8155",
        "num_rel               \tall\t2",
    ]


def test_csv_has_full_precision(capsys: Captured) -> None:
    mean = (1 + NDCG) / 2
    assert printed(capsys, "--format", "csv") == f"run,P@1,mrr,ndcg,num_rel\nmy_run,0.5,0.75,{mean!r},2\n"
    assert printed(capsys, "--format", "csv", "-q") == (
        "run,query,P@1,mrr,ndcg,num_rel\n"
        "my_run,q1,1.0,1.0,1.0,1\n"
        f"my_run,q2,0.0,0.5,{NDCG!r},1\n"
        f"my_run,all,0.5,0.75,{mean!r},2\n"
    )


def test_json_has_the_names_as_spelled_full_precision_and_the_settings(capsys: Captured) -> None:
    answer = json.loads(printed(capsys, "--format", "json"))
    (run,) = answer["runs"]
    assert run["name"] == "my_run"
    assert run["measures"] == ["P@1", "mrr", "ndcg", "num_rel"]
    assert run["mean"] == {"P@1": 0.5, "mrr": 0.75, "ndcg": (1 + NDCG) / 2, "num_rel": 2}
    assert run["queries"] == {
        "q1": {"P@1": 1.0, "mrr": 1.0, "ndcg": 1.0, "num_rel": 1},
        "q2": {"P@1": 0.0, "mrr": 0.5, "ndcg": NDCG, "num_rel": 1},
    }
    assert run["notes"][0]["code"] == answer["notes"][0]["code"] == "read-as"
    assert answer["settings"]["k"] == 10
    assert answer["version"] == __version__


def test_a_table_is_aligned_and_says_its_settings_and_queries(capsys: Captured) -> None:
    lines = printed(capsys, "-q").splitlines()
    assert lines[:4] == [
        "run     query     P@1     mrr    ndcg  num_rel",
        "my_run  q1     1.0000  1.0000  1.0000        1",
        "my_run  q2     0.0000  0.5000  0.6309        1",
        "my_run  all    0.5000  0.7500  0.8155        2",
    ]
    assert CONVENTION in lines
    assert any(line.startswith("Means over 2 queries") for line in lines)


def test_markdown_is_a_table_with_its_settings(capsys: Captured) -> None:
    lines = printed(capsys, "--format", "markdown").splitlines()
    assert lines[:3] == [
        "| run | P@1 | mrr | ndcg | num_rel |",
        "| --- | ---: | ---: | ---: | ---: |",
        "| my_run | 0.5000 | 0.7500 | 0.8155 | 2 |",
    ]
    assert CONVENTION in lines[-1]
    assert f"Rankproof {__version__}" in lines[-1]


def test_latex_is_a_table_with_its_settings_as_a_comment_and_a_note_and_special_characters_escaped(
    capsys: Captured,
) -> None:
    lines = printed(capsys, "--format", "latex").splitlines()
    assert lines[0].startswith(f"% Rankproof {__version__}. Linear gain")
    assert lines[1:-2] == [
        "% Packages: booktabs.",
        r"\begin{table}",
        r"\centering",
        r"\caption{Mean scores.}",
        r"\begin{tabular}{lrrrr}",
        r"\toprule",
        r"run & P@1 & mrr & ndcg & num\_rel \\",
        r"\midrule",
        r"my\_run & 0.5000 & 0.7500 & 0.8155 & 2 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]
    assert lines[-2].startswith(
        rf"\par\smallskip{{\footnotesize\raggedright Rankproof {__version__}. Linear gain, log$_2$"
    )
    assert lines[-1] == r"\end{table}"


def test_a_bar_in_a_name_does_not_break_a_markdown_table(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "a|b").write_text(RUN, encoding="utf-8")
    assert main(["qrels", "a|b", "-m", "P@1", "--format", "markdown"]) == 0
    assert r"| a\|b | 0.5000 |" in capsys.readouterr().out


def test_a_comma_in_a_name_does_not_break_csv(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "a,b").write_text(RUN, encoding="utf-8")
    assert main(["qrels", "a,b", "-m", "P.1,2", "--format", "csv"]) == 0
    assert capsys.readouterr().out == 'run,P_1,P_2\n"a,b",0.5,0.5\n'
