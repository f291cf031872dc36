"""Prints the means of those of trec_eval's official measures that ranx has: QRELS RUN."""

from __future__ import annotations

import sys

import ranx

MEASURES = [
    *("hits", "map", "mrr", "r-precision", "bpref"),
    *(f"precision@{cut}" for cut in (5, 10, 15, 20, 30, 100, 200, 500, 1000)),
]


def main(qrels: str, run: str) -> None:
    """Reads both files with ranx's own readers and prints a line a measure."""
    judgements = ranx.Qrels.from_file(qrels, kind="trec")
    results = ranx.Run.from_file(run, kind="trec")
    for name, value in ranx.evaluate(judgements, results, MEASURES).items():
        print(f"{name}\t{value:.4f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
