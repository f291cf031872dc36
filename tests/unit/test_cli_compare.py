"""The command `compare`: its tables and JSON, what its options do, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from rankproof.cli import main
from rankproof.compare.bootstrap import bootstrap
from tests.unit.test_cli import stdin_holds

Captured = pytest.CaptureFixture[str]

QUERIES = [f"q{number}" for number in range(12)]
QRELS = "".join(f"{query} 0 r 1\n{query} 0 a 0\n{query} 0 b 0\n" for query in QUERIES)


def run_text(ranks: list[int], tag: str = "t") -> str:
    """A TREC run with the relevant document of each query at this rank."""
    rows = []
    for query, rank in zip(QUERIES, ranks, strict=False):
        others = iter("abcd")
        rows += [f"{query} Q0 {'r' if at == rank else next(others)} {at} {9.5 - at} {tag}\n" for at in range(1, 4)]
    return "".join(rows)


BASE = [2, 1, 3, 2, 3, 1, 2, 3, 2, 1, 2, 3]
GOOD = [1, 1, 2, 1, 2, 1, 1, 2, 1, 1, 1, 2]
SAY = "Give the difference with its interval, the effect size and the p-value itself, one p-value for each claim"
RR_OF_BASE = [1 / rank for rank in BASE]
RR_OF_GOOD = [1 / rank for rank in GOOD]


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {"qrels.txt": QRELS, "base.run": run_text(BASE, "b"), "good.run": run_text(GOOD, "g")}
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")


def output(capsys: Captured, *arguments: str) -> str:
    assert main(["compare", "qrels.txt", *arguments]) == 0
    return capsys.readouterr().out


def as_json(capsys: Captured, *arguments: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(output(capsys, *arguments, "--format", "json"))
    return made


def test_json_is_that_of_score_with_comparisons(capsys: Captured) -> None:
    made = as_json(capsys, "base.run", "good.run", "-m", "RR@10")
    assert main(["score", "qrels.txt", "base.run", "good.run", "-m", "RR@10", "--format", "json"]) == 0
    score = json.loads(capsys.readouterr().out)
    assert {name: made[name] for name in score if name != "runs"} == {
        name: value for name, value in score.items() if name != "runs"
    }
    for run, alone in zip(made["runs"], score["runs"], strict=True):
        assert {name: run[name] for name in alone} == alone
    t, flips = made["comparisons"]
    expected = stats.ttest_rel(RR_OF_GOOD, RR_OF_BASE)
    assert t == {
        "measure": "RR@10",
        "baseline": "base",
        "run": "good",
        "mean_baseline": score["runs"][0]["mean"]["RR@10"],
        "mean_run": score["runs"][1]["mean"]["RR@10"],
        "difference": score["runs"][1]["mean"]["RR@10"] - score["runs"][0]["mean"]["RR@10"],
        "test": "t",
        "statistic": pytest.approx(expected.statistic, rel=1e-12),
        "p": pytest.approx(expected.pvalue, rel=1e-10),
        "p_adjusted": t["p"],
        "interval": pytest.approx(list(expected.confidence_interval(0.95)), rel=1e-10),
        "effect_size": pytest.approx(expected.statistic / 12**0.5),
        "wins": 9,
        "ties": 3,
        "losses": 0,
        "queries": 12,
    }
    # 9 differences, all above 0: 2 of 2^9 assignments of signs reach their sum.
    assert (flips["test"], flips["p"]) == ("randomization", 2 / 512)
    assert (made["baseline"], made["correction"], made["across"], made["alpha"]) == ("base", "holm", "measure", 0.05)
    assert (made["seed"], made["resamples"], made["tests"]) == (0, 10_000, ["t", "randomization"])
    assert made["family"]["sizes"] == {"RR@10": 1}
    assert made["runs"][0]["judged"] == {"Judged@10": 1}


def test_the_table_has_means_differences_and_the_family(capsys: Captured) -> None:
    text = output(capsys, "base.run", "good.run", "base.run", "-m", "RR@10", "-m", "P@1")
    lines = text.splitlines()
    assert lines[0].split() == ["run", "queries", "Judged@1", "Judged@10", "RR@10", "P@1"]
    # Mean RR: (3 + 5/2 + 4/3) / 12 and (8 + 4/2) / 12. P@1: 3 of 12 and 8 of 12.
    assert lines[1].split() == ["base", "(1)", "baseline", "12", "1.000", "1.000", "0.5694", "0.2500"]
    assert lines[2].split() == ["good", "12", "1.000", "1.000", "0.8333▲", "0.6667▲"]
    assert "Holm over 2 comparisons of each measure, for each test." in text
    assert "Resampling" not in text
    assert "good.run: " not in text
    # How to read and report it is said once, and last of what is about the comparison.
    assert [line.partition(":")[0] for line in lines if line.startswith("Give the difference")] == [SAY]
    assert "good: Read as a TREC run: 12 queries, 36 rows." in lines


def test_by_default_map_and_ndcg_at_k_are_compared_by_t_and_randomization(capsys: Captured) -> None:
    made = as_json(capsys, "base.run", "good.run", "-k", "5")
    assert [(row["measure"], row["test"]) for row in made["comparisons"]] == [
        ("map", "t"),
        ("map", "randomization"),
        ("nDCG@5", "t"),
        ("nDCG@5", "randomization"),
    ]


def test_the_baseline_is_named_by_run_or_file(capsys: Captured) -> None:
    for name in ("good", "good.run"):
        made = as_json(capsys, "base.run", "good.run", "-m", "map", "--baseline", name)
        assert (made["baseline"], made["comparisons"][0]["baseline"]) == ("good", "good")
        assert [run["name"] for run in made["runs"]] == ["base", "good"]


def test_options_choose_tests_correction_family_seed_and_alpha(capsys: Captured) -> None:
    options = ["--test", "sign", "--test", "tukey", "--correction", "bh", "--across", "all", "--seed", "3"]
    options += ["--resamples", "99", "--alpha", "0.1", "-m", "map", "-m", "P@1"]
    made = as_json(capsys, "base.run", "good.run", *options)
    assert (made["tests"], made["correction"], made["across"]) == (["sign", "tukey"], "fdr_bh", "all")
    assert (made["seed"], made["resamples"], made["alpha"]) == (3, 99, 0.1)
    assert made["family"]["sizes"] == {"map": 2, "P@1": 2}
    # Sign: 9 wins of 9 and 5 of 5: 2/512 and 2/32; Benjamini-Hochberg doubles the smaller.
    assert [row["p_adjusted"] for row in made["comparisons"] if row["test"] == "sign"] == [4 / 512, 2 / 32]


def test_all_pairs_need_no_baseline(capsys: Captured) -> None:
    Path("third.run").write_text(run_text([3] * 12), encoding="utf-8")
    files = ["base.run", "good.run", "third.run"]
    made = as_json(capsys, *files, "-m", "map", "--all-pairs", "--test", "t")
    assert made["baseline"] is None
    assert [(row["baseline"], row["run"]) for row in made["comparisons"]] == [
        ("base", "good"),
        ("base", "third"),
        ("good", "third"),
    ]
    text = output(capsys, *files, "-m", "map", "--all-pairs", "--test", "t")
    assert text.splitlines()[0].split() == ["map", "mean", "base", "good", "third"]
    assert "than the other run" in text


def test_csv_has_a_row_for_each_comparison_and_test(capsys: Captured) -> None:
    rows = list(csv.DictReader(io.StringIO(output(capsys, "base.run", "good.run", "-m", "RR@10", "--format", "csv"))))
    assert [(row["run"], row["test"], row["significant"]) for row in rows] == [
        ("good", "t", "True"),
        ("good", "randomization", "True"),
    ]
    assert float(rows[1]["p"]) == 2 / 512
    assert float(rows[0]["interval_low"]) < float(rows[0]["difference"]) < float(rows[0]["interval_high"])


def test_markdown_and_latex_are_tables_and_notes_stay_out_of_them(capsys: Captured) -> None:
    for form, start in (("markdown", "| measure | run | against |"), ("latex", "% Rankproof")):
        assert main(["compare", "qrels.txt", "base.run", "good.run", "-m", "RR@10", "--format", form]) == 0
        out, err = capsys.readouterr()
        assert out.startswith(start)
        assert "RR@10" in out
        assert "Read as" not in out
        assert "Read as" in err
    assert r"$^\blacktriangle$" in out
    assert "▲" not in out.split(r"\begin{tabular}")[1]


def test_runs_of_one_name_are_told_apart(capsys: Captured) -> None:
    Path("other").mkdir()
    Path("other/good.run").write_text(run_text(BASE, "x"), encoding="utf-8")
    made = as_json(capsys, "good.run", "other/good.run", "-m", "map")
    assert [run["name"] for run in made["runs"]] == ["good (g)", "good (x)"]
    Path("other/good.run").write_text(run_text(BASE, "g"), encoding="utf-8")
    made = as_json(capsys, "good.run", "other/good.run", "-m", "map", "--baseline", "other/good.run")
    assert [run["name"] for run in made["runs"]] == ["good (1)", "good (2)"]
    assert made["baseline"] == "good (2)"


def test_settings_are_those_of_score(capsys: Captured) -> None:
    made = as_json(capsys, "base.run", "good.run", "--preset", "trec-eval-c", "--depth", "1", "-m", "RR@10")
    assert (made["settings"]["queries"], made["settings"]["depth"]) == ("all", 1)
    assert made["runs"][0]["mean"] == {"RR@10": 0.25}


def test_a_run_may_come_from_standard_input(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin_holds(monkeypatch, run_text(GOOD, "piped").encode())
    assert [run["name"] for run in as_json(capsys, "base.run", "-", "-m", "map")["runs"]] == ["base", "piped"]


def test_identical_runs_have_p_1_and_no_mark(capsys: Captured) -> None:
    made = as_json(capsys, "base.run", "base.run", "-m", "map")
    assert {(row["p"], row["effect_size"], row["difference"]) for row in made["comparisons"]} == {(1, 0, 0)}
    text = output(capsys, "base.run", "base.run", "-m", "map")
    assert "same value for every query" in text
    assert text.count("▲") == 1  # in the legend


def test_one_query_is_a_sentence(capsys: Captured) -> None:
    Path("one.txt").write_text("q0 0 r 1\n", encoding="utf-8")
    assert main(["compare", "one.txt", "base.run", "good.run", "-m", "map"]) == 0
    out = capsys.readouterr().out
    assert "1 query: too few to conclude" in out
    assert "One query has no variance" in out
    assert "none" in out


def test_runs_without_a_common_query_are_status_1(capsys: Captured) -> None:
    Path("first.run").write_text("q0 Q0 r 1 1.5 t\n", encoding="utf-8")
    Path("second.run").write_text("q1 Q0 r 1 1.5 t\n", encoding="utf-8")
    assert main(["compare", "qrels.txt", "first.run", "second.run", "--preset", "trec-eval"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("comparison: first and second have no query in common")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["base.run"], "one run is given; a comparison takes two or more"),
        (["base.run", "good.run", "--baseline", "bsae"], "no run is called 'bsae'; did you mean base?"),
        (["base.run", "good.run", "--baseline", "xyz"], "no run is called 'xyz'; the runs are base, good"),
        (["base.run", "good.run", "--baseline", "base", "--all-pairs"], "contradict each other"),
        (["base.run", "good.run", "--test", "anova"], "there is no test 'anova'; use one of t, randomization"),
        (["base.run", "good.run", "--correction", "sidak"], "there is no correction 'sidak'"),
        (["base.run", "good.run", "--across", "runs"], "there is no family 'runs'"),
        (["base.run", "good.run", "--resamples", "many"], "resamples is 'many', which is not a whole number"),
        (["base.run", "good.run", "--resamples", "0"], "0 resamples"),
        (["base.run", "good.run", "--seed", "-1"], "seed is '-1'"),
        (["base.run", "good.run", "--alpha", "x"], "alpha is 'x'"),
        (["base.run", "good.run", "--alpha", "nan"], "alpha is nan"),
        (["base.run", "good.run", "-m", "mapp"], "there is no measure 'mapp'"),
        (["-", "-"], "standard input can be read only once"),
    ],
)
def test_usage_errors_are_status_2_and_a_sentence(arguments: list[str], message: str, capsys: Captured) -> None:
    assert main(["compare", "qrels.txt", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("rankproof compare: error: ")
    assert message in err
    assert err.count("\n") == 1


def test_help_names_every_option(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["compare", "--help"])
    assert stopped.value.code == 0
    text = capsys.readouterr().out
    options = ("--baseline", "--all-pairs", "--test", "--correction", "--across", "--seed", "--resamples", "--alpha")
    for word in (*options, "--gain", "--preset", "Judged@k", "bootstrap", "Sakai", "Carterette"):
        assert word in text


def test_the_bootstrap_has_a_bca_and_a_percentile_interval_in_every_form(capsys: Captured) -> None:
    runs = ("base.run", "good.run", "-m", "RR@10", "--test", "t", "--test", "bootstrap")
    t, drawn = as_json(capsys, *runs)["comparisons"]
    assert "percentile" not in t
    # Queries are taken in the order of their ids: q0, q1, q10, ...
    by_id = sorted(zip(QUERIES, RR_OF_GOOD, RR_OF_BASE, strict=True))
    outcome = bootstrap(tuple(after - before for _, after, before in by_id))
    assert (drawn["interval"], drawn["percentile"]) == (
        pytest.approx(outcome.interval),
        pytest.approx(outcome.percentile),
    )
    assert outcome.interval != outcome.percentile
    line = next(line for line in output(capsys, *runs).splitlines() if line.startswith("good") and "[" in line)
    shown = [f"[{low:+.4f}, {high:+.4f}]" for low, high in (t["interval"], drawn["interval"], drawn["percentile"])]
    assert re.findall(r"\[.*?\]", line) == shown
    rows = list(csv.DictReader(io.StringIO(output(capsys, *runs, "--format", "csv"))))
    assert [(row["percentile_low"], row["percentile_high"]) for row in rows] == [
        ("", ""),
        tuple(map(str, drawn["percentile"])),
    ]


def test_csv_has_its_settings_tests_and_families_said_beside_it(capsys: Captured) -> None:
    assert main(["compare", "qrels.txt", "base.run", "good.run", "-m", "RR@10", "--format", "csv", "--seed", "5"]) == 0
    said = capsys.readouterr().err
    assert said.startswith("Rankproof ")
    assert "means over judged queries with a relevant document" in said
    # 12 queries are few enough for all 2^n flips, so that the seed is not used; the intervals are told of anyway.
    assert "Holm" in said
    assert "Intervals of the mean difference at 0.95" in said
