"""The trec_eval command prints the same bytes as trec_eval 10.0, and ends with the same status."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.golden.trec_command import trec_eval, write

HERE = Path(__file__).parent


def problems(name: str) -> list[dict[str, Any]]:
    return list(json.loads((HERE / name).read_text(encoding="utf-8"))["problems"])


SYNTHETIC = problems("synthetic.json")
ODDITIES = problems("trec_oddities.json")
PREFERENCES = problems("prefs_golden.json")

ABORTS = 134
"""trec_eval's status where it aborts on preferences that contradict themselves; the command ends with 4."""


@pytest.mark.parametrize("problem", SYNTHETIC, ids=[problem["name"] for problem in SYNTHETIC])
def test_every_option_set_of_a_synthetic_problem_prints_the_same_bytes(
    problem: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write(tmp_path, qrels=problem["qrels"], run=problem["run"])
    for options, expected in problem["trec_eval"].items():
        ran = trec_eval(monkeypatch, [*options.split(), *files])
        assert ran.stdout.decode() == expected["stdout"], options
        assert ran.status == expected["exit"], options
        assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("number", range(len(ODDITIES)))
def test_edges_of_options_and_input_print_the_same_bytes(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = ODDITIES[number]
    files = write(tmp_path, qrels=problem["qrels"], run=problem["run"])
    ran = trec_eval(monkeypatch, [*problem["arguments"].split(), *files])
    assert ran.stdout == problem["stdout"].encode("utf-8", "surrogateescape"), problem["note"]
    assert ran.status == problem["exit"], problem["note"]


@pytest.mark.parametrize("number", range(len(PREFERENCES)))
def test_preferences_and_judges_print_the_same_bytes(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = PREFERENCES[number]
    files = write(tmp_path, judgements=problem["judgements"], run=problem["run"])
    ran = trec_eval(monkeypatch, [*problem["arguments"].split(), *files])
    if problem["status"] == ABORTS:
        assert ran.status == 4
        assert "prefers" in ran.stderr
    else:
        assert (ran.stdout.decode(), ran.status) == (problem["output"], problem["status"])


def regression_runs(shared: Path) -> list[dict[str, str]]:
    return list(json.loads((shared / "golden" / "trec_eval-10" / "runs.json").read_text())["runs"])


@pytest.mark.parametrize("number", range(15))
def test_a_regression_run_of_trec_eval_prints_the_same_bytes(
    number: int, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = regression_runs(shared)[number]
    folder = shared / "golden" / "trec_eval-10"
    with monkeypatch.context() as patch:
        patch.chdir(folder)
        ran = trec_eval(monkeypatch, run["arguments"].split())
    assert ran.stdout == (folder / run["expected"]).read_bytes(), run["arguments"]
    assert ran.status == 0


def test_no_regression_run_is_left_out(shared: Path) -> None:
    assert len(regression_runs(shared)) == 15


ROBUST = (
    "MU03rob01", "NLPR03vb10", "SABIR03BASE", "aplrob03a", "humR03dc", "pircRBa1", "rutcor03100", "uic0301",
)  # fmt: skip


@pytest.mark.parametrize("name", ROBUST)
def test_a_real_run_prints_the_same_bytes(name: str, shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = shared / "data" / "robust03"
    ran = trec_eval(
        monkeypatch, ["-q", "-c", "-m", "all_trec", str(data / "qrels.txt.gz"), str(data / f"{name}.run.gz")]
    )
    with gzip.open(shared / "golden" / "robust03" / f"{name}.out.gz") as expected:
        assert ran.stdout == expected.read()


@pytest.mark.parametrize("problem", SYNTHETIC, ids=[problem["name"] for problem in SYNTHETIC])
def test_files_without_a_last_newline_print_the_same_bytes(
    problem: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # trec_eval adds the newline itself: its output on these files is the same, byte for byte.
    files = write(tmp_path, qrels=problem["qrels"].rstrip("\n"), run=problem["run"].rstrip("\n"))
    for options, expected in problem["trec_eval"].items():
        ran = trec_eval(monkeypatch, [*options.split(), *files])
        assert (ran.stdout.decode(), ran.status) == (expected["stdout"], expected["exit"]), options


def test_a_real_run_without_a_last_newline_prints_the_same_bytes(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = shared / "data" / "robust03"
    run = gzip.decompress((data / "rutcor03100.run.gz").read_bytes()).decode().rstrip("\n")
    qrels = gzip.decompress((data / "qrels.txt.gz").read_bytes()).decode().rstrip("\n")
    ran = trec_eval(monkeypatch, ["-q", "-c", "-m", "all_trec", *write(tmp_path, qrels=qrels, run=run)])
    with gzip.open(shared / "golden" / "robust03" / "rutcor03100.out.gz") as expected:
        assert ran.stdout == expected.read()


@pytest.mark.parametrize("run", ["q Q0 b 1 2 t\nq Q0 a 2 1 t", "# run\nq Q0 b 1 2 t\nq Q0 a 2 1 t", "q Q0 a 1 1 t"])
def test_the_last_row_of_standard_input_counts_without_a_newline(
    run: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (qrels,) = write(tmp_path, qrels="q 0 a 1")
    ran = trec_eval(monkeypatch, ["-m", "num_rel_ret", qrels, "-"], run.encode())
    assert ran == (b"num_rel_ret           \tall\t1\n", 0, "")


def test_the_run_comes_from_standard_input_for_a_dash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (qrels,) = write(tmp_path, qrels="q 0 a 1\n")
    ran = trec_eval(monkeypatch, ["-m", "map", qrels, "-"], b"q Q0 b 1 2 t\nq Q0 a 2 1 t\n")
    # The relevant document stands at rank 2: 1/2.
    assert ran == (b"map                   \tall\t0.5000\n", 0, "")
