"""The command line starts soon: a plain score imports no large module, and reads its options as argparse would."""

from __future__ import annotations

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
