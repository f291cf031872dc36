"""The README's sections on Python show what Python prints."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import build


@pytest.mark.parametrize("heading", ["Python", "Comparing runs", "Your own measure"])
def test_the_examples_of_the_readme_print_what_they_show(
    heading: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # AP: the relevant document at rank 2, 1/2; nDCG: 1 / log2(3) = 0.6309.
    (tmp_path / "qrels.txt").write_text("301 0 a 1\n301 0 b 0\n", encoding="utf-8")
    (tmp_path / "run.txt").write_text("301 Q0 b 1 2.5 t\n301 Q0 a 2 1.5 t\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    text = (build.ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    shown: list[str] = []
    examples = doctest.DocTestParser().get_doctest(section, {}, "README.md", None, None)
    runner = doctest.DocTestRunner(verbose=False)
    failed, tried = runner.run(examples, out=shown.append)
    assert failed == 0, "".join(shown)
    assert tried >= 5
