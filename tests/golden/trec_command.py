"""Runs the trec_eval command of this package as a shell would, and catches the bytes that it prints."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from rankproof.cli import main


class Ran(NamedTuple):
    """What a command left behind."""

    stdout: bytes
    status: int
    stderr: str


def trec_eval(monkeypatch: pytest.MonkeyPatch, arguments: list[str], stdin: bytes = b"") -> Ran:
    """Runs `rankproof trec_eval ARGUMENTS`."""
    printed, said = io.BytesIO(), io.StringIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding="utf-8"))
        patch.setattr(sys, "stderr", said)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(["trec_eval", *arguments])
        sys.stdout.flush()
        return Ran(printed.getvalue(), status, said.getvalue())


def write(folder: Path, **texts: str) -> list[str]:
    """Writes texts as files, bytes as they are, and returns their paths."""
    paths = []
    for name, text in texts.items():
        path = folder / name
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        paths.append(str(path))
    return paths
