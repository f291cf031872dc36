"""The command line starts soon: a plain score imports no large module, and reads its options as argparse would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import build
from rankproof.cli import _by_argparse, _declare
from rankproof.options import read_plainly

HEAVY = (
    *("argparse", "ast", "collections", "contextlib", "csv", "dataclasses", "difflib", "enum", "functools", "gettext"),
    *("gzip", "inspect", "json", "locale", "pathlib", "pickle", "random", "re", "shutil", "subprocess", "tempfile"),
    *("threading", "types", "typing", "zlib"),
)
"""Modules of the standard library that take a millisecond or more to import, and what they bring with them."""

ELSEWHERE = (
    *(
        "bridge",
        "compare",
        "compat",
        "evaluator",
        "inputs",
        "judges",
        "measures_file",
        "parts",
        "preferences",
        "registry",
    ),
    *("trec", "formats.classify", "formats.jsontext", "formats.quoted"),
)
"""Parts of the package that a plain score of rows has no use for."""


@pytest.mark.parametrize("more", [[], ["-k", "5"], ["-m", "official", "-q"], ["-m", "nDCG@5", "--format", "trec"]])
def test_a_plain_score_imports_no_large_module(tmp_path: Path, more: list[str]) -> None:
    (tmp_path / "qrels").write_text("q1 0 a 1\nq1 0 b 0\n", encoding="utf-8")
    (tmp_path / "run").write_text("q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\n", encoding="utf-8")
    code = (
        "import sys; before = set(sys.modules); from rankproof.cli import main; status = main(sys.argv[1:]); "
        "print(*sorted(set(sys.modules) - before), file=sys.stderr); sys.exit(status)"
    )
    command = [sys.executable, "-S", "-c", code, str(tmp_path / "qrels"), str(tmp_path / "run"), *more]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=build.ROOT / "py")
    assert "all" in ran.stdout or "R@" in ran.stdout or "nDCG@5" in ran.stdout
    loaded = set(ran.stderr.splitlines()[-1].split())
    assert "rankproof.scoring" in loaded
    assert loaded & {*HEAVY, *(f"rankproof.{name}" for name in ELSEWHERE)} == set()


def test_importing_the_package_imports_nothing_more_than_itself() -> None:
    code = "import sys; before = set(sys.modules); import rankproof; print(*sorted(set(sys.modules) - before))"
    command = [sys.executable, "-S", "-c", code]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=build.ROOT / "py")
    assert ran.stdout.split() == ["__future__", "rankproof"]


WORDS = [
    *(
        "qrels",
        "run",
        "-",
        "-q",
        "--per-query",
        "-k",
        "5",
        "-m",
        "map",
        "--measure",
        "--measure=map",
        "--measures-from",
    ),
    *(
        "own.py",
        "--format",
        "csv",
        "xml",
        "--gain",
        "--ties",
        "--jobs",
        "2",
        "--jobs=0",
        "--depth",
        "--preset",
        "--form",
    ),
    *("--", "-h", "--version", "-1", "-k5", "", "a b", "-mmap", "--relevant-from"),
]


def by_argparse(words: list[str]) -> dict[str, object] | None:
    """What argparse makes of a command line; None where it ends the program."""
    try:
        return vars(_by_argparse("rankproof", words))
    except SystemExit:
        return None


@given(st.lists(st.sampled_from(WORDS), max_size=7))
def test_a_command_line_that_is_read_plainly_is_read_as_by_argparse(words: list[str]) -> None:
    plain = read_plainly(_declare, words)
    assert plain is None or vars(plain) == by_argparse(words)


@pytest.mark.parametrize(
    "words",
    [
        ["qrels", "run"],
        ["qrels", "run", "run2", "-k", "5"],
        ["-q", "--format", "trec", "qrels", "-"],
        ["-m", "map", "--measure", "nDCG@10", "qrels", "run", "--gain", "1=3.5,2=9", "--measures-from", "own.py"],
        ["qrels", "run", "--relevant-from", "2", "--preset", "article"],
    ],
)
def test_usual_command_lines_are_read_plainly(words: list[str]) -> None:
    plain = read_plainly(_declare, words)
    assert plain is not None
    assert vars(plain) == by_argparse(words)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["qrels"],
        ["-h"],
        ["qrels", "run", "--jobs", "2"],
        ["qrels", "run", "-k"],
        ["qrels", "run", "--format", "xml"],
        ["qrels", "-q", "run"],
    ],
)
def test_other_command_lines_are_left_to_argparse(words: list[str]) -> None:
    assert read_plainly(_declare, words) is None


OWN = """
import atexit, sys
from rankproof import register_measure

atexit.register(lambda: print("at the end", file=sys.stderr))

@register_measure(name="one")
def one(query):
    return 1.0
"""


def as_a_process(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the command line on a judged document and what was retrieved for it."""
    (folder / "qrels").write_text("q1 0 a 1\n", encoding="utf-8")
    (folder / "run").write_text("q1 Q0 a 1 2 t\n", encoding="utf-8")
    (folder / "own.py").write_text(OWN, encoding="utf-8")
    command = [sys.executable, "-m", "rankproof", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(build.ROOT / "py")}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)


@pytest.mark.parametrize(
    ("arguments", "status"), [(["qrels", "run"], 0), (["qrels", "none"], 1), (["qrels", "run", "-k", "x"], 2)]
)
def test_a_process_ends_with_the_status_and_with_all_that_was_printed(
    tmp_path: Path, arguments: list[str], status: int
) -> None:
    ran = as_a_process(tmp_path, *arguments, "--format", "json")
    assert ran.returncode == status
    assert bool(ran.stderr) == bool(status)
    if not status:
        assert json.loads(ran.stdout)["runs"][0]["mean"]["RR@10"] == 1


def test_what_a_file_of_measures_asks_for_at_the_end_is_done(tmp_path: Path) -> None:
    ran = as_a_process(tmp_path, "qrels", "run", "--measures-from", "own.py")
    assert ran.returncode == 0
    assert ran.stderr == "at the end\n"
