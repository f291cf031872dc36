"""Prints the means of trec_eval's official measures as pytrec_eval finds them: QRELS RUN."""

from __future__ import annotations

import sys

import pytrec_eval

OFFICIAL = {
    *("num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank", "iprec_at_recall", "P"),
}


def main(qrels: str, run: str) -> None:
    """Reads both files with pytrec_eval's own readers and prints a line a measure."""
    with open(qrels) as file:
        judgements = pytrec_eval.parse_qrel(file)
    with open(run) as file:
        results = pytrec_eval.parse_run(file)
    scored = pytrec_eval.RelevanceEvaluator(judgements, OFFICIAL).evaluate(results)
    for name in sorted(next(iter(scored.values()))):
        values = [measures[name] for measures in scored.values()]
        print(f"{name}\tall\t{pytrec_eval.compute_aggregated_measure(name, values):.4f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
