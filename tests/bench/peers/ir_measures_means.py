"""Prints the means of trec_eval's official measures as ir_measures finds them: QRELS RUN."""

from __future__ import annotations

import sys
from typing import Any

import ir_measures

LEVELS = [f"IPrec@{tenth / 10}" for tenth in range(11)]
CUTS = [f"P@{cut}" for cut in (5, 10, 15, 20, 30, 100, 200, 500, 1000)]


def main(qrels: str, run: str) -> None:
    """Reads both files with ir_measures' own readers and prints a line a measure."""
    asked = ["NumRet", "NumRel", "NumRet(rel=1)", "AP", "Rprec", "Bpref", "RR", *LEVELS, *CUTS]
    measures = list(map(ir_measures.parse_measure, asked))
    tool: Any = ir_measures  # some of its functions carry no types
    judgements, results = tool.read_trec_qrels(qrels), tool.read_trec_run(run)
    for measure, value in ir_measures.calc_aggregate(measures, judgements, results).items():
        print(f"{measure}\t{value:.4f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
