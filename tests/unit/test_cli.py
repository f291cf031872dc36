"""The command line: exit statuses, standard input, runs by name, and where notes and errors go."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import build
from rankproof import __version__
from rankproof.cli import main

QRELS = "q1 0 a 1\nq1 0 b 0\nq2 0 a 2\n"
RUN = "q1 Q0 a 1 2 bm25\nq1 Q0 b 2 1 bm25\nq2 Q0 b 1 2 bm25\nq2 Q0 a 2 1 bm25\n"

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with judgements and a run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text(QRELS, encoding="utf-8")
    (tmp_path / "bm25.run").write_text(RUN, encoding="utf-8")
    return tmp_path


def stdin_holds(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


@pytest.mark.usefixtures("files")
def test_score_is_the_command_that_need_not_be_written(capsys: Captured) -> None:
    assert main(["qrels.txt", "bm25.run"]) == 0
    short = capsys.readouterr().out
    assert main(["score", "qrels.txt", "bm25.run"]) == 0
    assert capsys.readouterr().out == short
    assert "nDCG@10" in short


def test_an_input_with_errors_is_status_1_with_a_line_for_each(files: Path, capsys: Captured) -> None:
    (files / "bad.txt").write_text("q1 0 a 1\n" + "q1 0 a\n" * 7, encoding="utf-8")
    assert main(["bad.txt", "bm25.run"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [*(f"bad.txt:{number}" for number in range(2, 7)), "bad.txt"]
    assert "2 more" in lines[-1]


@pytest.mark.usefixtures("files")
def test_a_missing_file_is_status_1_and_named(capsys: Captured) -> None:
    assert main(["qrels.txt", "none.run"]) == 1
    assert "none.run" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["-k", "0"],
        ["-k", "ten"],
        ["-k", "1e9"],
        ["--gain", "log"],
        ["--queries", "some"],
        ["--ties", "random"],
        ["--preset", "bm25"],
        ["--relevant-from", "0"],
        ["--depth", "0"],
        ["-m", "nope"],
        ["--format", "xml"],
        ["--no-such-option"],
    ],
)
@pytest.mark.usefixtures("files")
def test_a_bad_option_is_status_2_and_said_on_standard_error(options: list[str], capsys: Captured) -> None:
    try:
        status: object = main(["qrels.txt", "bm25.run", *options])
    except SystemExit as stopped:
        status = stopped.code
    assert status == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "rankproof: error: " in err


@pytest.mark.parametrize("arguments", [[], ["qrels.txt"]])
@pytest.mark.usefixtures("files")
def test_too_few_files_are_status_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2


@pytest.mark.parametrize("packed", [False, True])
def test_a_dash_is_standard_input_for_either_input(
    packed: bool, files: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    assert main(["qrels.txt", "bm25.run", "--format", "csv"]) == 0
    expected = capsys.readouterr().out
    for arguments, text in ((["-", "bm25.run"], QRELS), (["qrels.txt", "-"], RUN)):
        stdin_holds(monkeypatch, gzip.compress(text.encode()) if packed else text.encode())
        assert main([*arguments, "--format", "csv"]) == 0
        # A run from standard input goes by its tag, which is the file's name here.
        assert capsys.readouterr().out == expected
    assert files.is_dir()


@pytest.mark.usefixtures("files")
def test_standard_input_cannot_be_both(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    stdin_holds(monkeypatch, QRELS.encode())
    assert main(["-", "-"]) == 2
    assert "standard input" in capsys.readouterr().err


def test_an_error_in_standard_input_is_named_so(files: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    stdin_holds(monkeypatch, b"q1 0 a 1\nq1 0 b x\n")
    assert main(["-", str(files / "bm25.run")]) == 1
    assert capsys.readouterr().err.startswith("standard input:2: ")


def test_several_runs_are_scored_by_name_in_their_order(files: Path, capsys: Captured) -> None:
    for name in ("b.run", "a.run.gz", "c.json"):
        (files / name).write_text(RUN, encoding="utf-8")
    assert main(["qrels.txt", "b.run", "a.run.gz", "c.json", "--format", "csv", "-m", "P@1"]) == 0
    assert capsys.readouterr().out == "run,P@1\nb,0.5\na,0.5\nc,0.5\n"


def test_notes_do_not_mix_with_data_for_programs(files: Path, capsys: Captured) -> None:
    (files / "qrels.txt").write_text("# pooled\n" + QRELS, encoding="utf-8")
    for form in ("csv", "markdown", "latex", "trec"):
        assert main(["qrels.txt", "bm25.run", "--format", form]) == 0
        out, err = capsys.readouterr()
        assert "comment" not in out
        assert "comment" in err
    assert main(["qrels.txt", "bm25.run", "--format", "json"]) == 0
    answer, err = json.loads(capsys.readouterr().out), ""
    assert [note["code"] for note in answer["notes"]] == ["read-as", "lines-skipped"]
    assert err == ""


def test_every_setting_can_be_given(files: Path, capsys: Captured) -> None:
    options = [
        *("-k", "3", "--gain", "1=3.5,2=9", "--queries", "all", "--ties", "number-asc", "--unjudged", "removed"),
        *("--relevant-from", "2", "--depth", "5"),
    ]
    assert main(["qrels.txt", str(files / "bm25.run"), *options, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["settings"] == {
        "k": 3,
        "gain": {"1": 3.5, "2": 9.0},
        "queries": "all",
        "ties": "number-asc",
        "unjudged": "removed",
        "relevant_from": 2,
        "depth": 5,
    }


def run_program(*arguments: str | Path, cwd: Path, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """`python3 -m rankproof` as a user starts it, with the package's folder on the path and no more."""
    environment = {"PYTHONPATH": str(build.ROOT / "py"), "LC_ALL": "C"}
    return subprocess.run(
        [sys.executable, "-m", "rankproof", *map(str, arguments)],
        cwd=cwd,
        env=environment,
        input=data,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_it_runs_as_a_program(files: Path) -> None:
    done = run_program("qrels.txt", "-", "-m", "P@1", "--format", "trec", cwd=files, data=RUN.encode())
    assert done.returncode == 0
    assert done.stdout == b"P_1                   \tall\t0.5000\n"
    assert run_program("none", "none", cwd=files).returncode == 1
    assert run_program(cwd=files).returncode == 2
    assert run_program("--version", cwd=files).stdout == f"rankproof {__version__}\n".encode()


def test_ids_of_any_script_are_printed_whatever_the_locale(files: Path) -> None:
    (files / "q.json").write_text('{"caf\u00e9-\U0001d49c": ["a"]}', encoding="utf-8")
    done = run_program("q.json", "q.json", "-q", "-m", "P@1", "--format", "trec", cwd=files)
    assert done.returncode == 0, done.stderr
    assert "caf\u00e9-\U0001d49c" in done.stdout.decode()


def test_a_pipe_can_be_read_as_a_file(files: Path) -> None:
    # As in `rankproof <(zcat qrels.gz) run`: a pipe cannot be read twice or from a position.
    done = run_program("/dev/stdin", "bm25.run", "-m", "P@1", "--format", "csv", cwd=files, data=QRELS.encode())
    assert done.returncode == 0, done.stderr
    assert done.stdout == b"run,P@1\nbm25,0.5\n"


def test_help_names_every_option_and_exit_status(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    text = capsys.readouterr().out
    for word in (
        "--gain",
        "--queries",
        "--ties",
        "--unjudged",
        "--relevant-from",
        "--depth",
        "--preset",
        "Exit status",
    ):
        assert word in text


@pytest.mark.parametrize("form", ["csv", "trec"])
def test_the_settings_are_said_beside_a_form_that_has_no_place_for_them(
    form: str, files: Path, capsys: Captured
) -> None:
    assert main(["qrels.txt", "bm25.run", "--format", form, "--relevant-from", "2"]) == 0
    said = capsys.readouterr().err.splitlines()[0]
    assert said.startswith("Rankproof ")
    assert "relevant from grade 2" in said
    assert "Means over 1 query" in said
