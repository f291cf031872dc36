"""Our numbers on eight real runs of TREC 2003 Robust are those of trec_eval 10.0; the data are read from ../shared."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.golden.trec_output import Options, lines_of, scored_as

RUNS = ("MU03rob01", "NLPR03vb10", "SABIR03BASE", "aplrob03a", "humR03dc", "pircRBa1", "rutcor03100", "uic0301")
COMPLETE = Options({"preset": "trec-eval-c"})
"""As the reference was made: -q -c -m all_trec."""


@pytest.mark.parametrize("run", RUNS)
def test_prints_what_trec_eval_prints(shared: Path, run: str) -> None:
    expected = lines_of(gzip.decompress((shared / "golden" / "robust03" / f"{run}.out.gz").read_bytes()).decode())
    data = shared / "data" / "robust03"
    got = scored_as(expected, data / "qrels.txt.gz", data / f"{run}.run.gz", COMPLETE)
    assert len(got) > 4000  # 100 queries and their mean, over 40 lines each
    assert got.keys() == expected.keys()
    assert got == expected


def test_no_run_beside_the_reference_is_left_out(shared: Path) -> None:
    files = (shared / "golden" / "robust03").iterdir()
    assert {file.name.removesuffix(".out.gz") for file in files} == set(RUNS)
