"""Progress is shown on a terminal, and only there."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from rankproof.cli import main


class Terminal(io.StringIO):
    """Standard error that somebody looks at."""

    def isatty(self) -> bool:
        return True


def large_pair(folder: Path) -> list[str]:
    """Judgements, and a run of over 8 chunks of 128 KB in each half."""
    qrels, run = folder / "qrels", folder / "run"
    qrels.write_text("q1 0 d1 1\n")
    run.write_text("".join(f"q1 Q0 d{number:09} {number} {-number} tag\n" for number in range(1, 150_001)))
    return [str(qrels), str(run)]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_share_that_was_read_is_shown_on_a_terminal_and_taken_away_again(
    jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    qrels, run = large_pair(tmp_path)
    assert main([qrels, run, "--jobs", jobs]) == 0
    shown = terminal.getvalue().split("\r\x1b[K")
    assert any(line.startswith(f"{run}: ") and line.endswith("%") for line in shown)
    assert shown[-1] == ""


def test_nothing_is_shown_where_standard_error_is_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(large_pair(tmp_path)) == 0
    assert capsys.readouterr().err == ""
