"""The face of ir_measures 0.4: `import rankproof.compat.ir_measures as ir_measures` in the place of the original."""

from __future__ import annotations

from . import measures, providers
from .measures import *  # noqa: F403 - all of ir_measures' names of measures
from .parsing import parse_measure, parse_trec_measure
from .providers import (
    DefaultPipeline,
    Evaluator,
    Provider,
    accuracy,
    compat,
    cwl_eval,
    gdeval,
    judged,
    msmarco,
    pytrec_eval,
)
from .records import CalcResults, Metric, Qrel, ScoredDoc, read_trec_qrels, read_trec_run

evaluator = DefaultPipeline.evaluator
iter_calc = DefaultPipeline.iter_calc
calc_aggregate = DefaultPipeline.calc_aggregate
calc = DefaultPipeline.calc
run_inputs = DefaultPipeline.run_inputs
qrel_inputs = DefaultPipeline.qrel_inputs

# Names that ir_measures has kept since 0.2.
GenericQrel = Qrel
GenericScoredDoc = ScoredDoc
convert_trec_name = parse_trec_measure
parse_trec_qrels = read_trec_qrels
parse_trec_run = read_trec_run

__all__ = [
    "CalcResults", "DefaultPipeline", "Evaluator", "GenericQrel", "GenericScoredDoc", "Metric", "Provider", "Qrel",
    "ScoredDoc", "accuracy", "calc", "calc_aggregate", "compat", "convert_trec_name", "cwl_eval", "evaluator",
    "gdeval", "iter_calc", "judged", "measures", "msmarco", "parse_measure", "parse_trec_measure", "parse_trec_qrels",
    "parse_trec_run", "providers", "pytrec_eval", "qrel_inputs", "read_trec_qrels", "read_trec_run", "run_inputs",
]  # fmt: skip
__all__ += measures.__all__
