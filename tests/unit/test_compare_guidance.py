"""Advice on comparisons appears at its limits and cites works that are listed; the package stands alone."""

from __future__ import annotations

import re
import subprocess
import sys

import build
from rankproof.compare import guidance
from rankproof.compare.guidance import REFERENCES, few_queries, many_comparisons, many_queries


def texts() -> list[str]:
    notes = [few_queries(3), many_queries(2000), many_comparisons(5, "holm", "Holm"), many_comparisons(5, "none", "")]
    return [
        *(guidance.SIDE_BY_SIDE, guidance.WILCOXON_AND_SIGN, guidance.STATE_IN_FULL),
        *(note.text for note in notes if note),
    ]


def test_every_work_that_a_text_cites_is_listed_and_every_listed_one_is_cited() -> None:
    cited = {
        f"{name.lower()}-{year}" for text in texts() for name, year in re.findall(r"(\w+)(?: et al\.)? (\d{4})", text)
    }
    assert len(texts()) == 7
    assert cited == REFERENCES.keys()


def test_advice_begins_at_its_limits() -> None:
    assert few_queries(9) is not None
    assert few_queries(10) is None
    assert many_queries(1_000) is None
    assert many_queries(1_001) is not None
    assert many_comparisons(1, "none", "no correction") is None


def test_one_query_allows_no_p_below_one() -> None:
    note = few_queries(1)
    assert note is not None
    assert note.text.startswith("1 query: too few")
    assert "a p below 1 here" in note.text  # 2 / 2^1


def test_comparing_loads_no_reader_and_no_evaluator() -> None:
    code = "import sys, rankproof.compare; print(*sorted(name for name in sys.modules if name.startswith('rankproof')))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=build.ROOT / "py"
    ).stdout.split()
    others = [name for name in loaded if not name.startswith("rankproof.compare")]
    assert others == [
        "rankproof",
        "rankproof.citations",
        "rankproof.problems",
        "rankproof.record",
        "rankproof.reference",
    ]
