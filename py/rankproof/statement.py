"""What every export states beside its numbers: version, measures in full, settings, and what was counted."""

from __future__ import annotations

from . import __version__
from .problems import counted, listed
from .settings import sentence, settings_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .asked import Asked
    from .evalresult import EvalResult


def convention(results: Sequence[EvalResult]) -> str:
    """The settings behind the numbers, in words."""
    return convention_of(results[0])


def convention_of(result: EvalResult) -> str:
    """The settings behind one result's numbers, in words."""
    return sentence(result.settings, graded=any(one.definition.graded for one in result.asked))


def made_by(results: Sequence[EvalResult]) -> str:
    """What made the numbers: the version, the settings, and the queries, once where they are the same for all runs."""
    return f"Rankproof {__version__}. {convention(results)} {' '.join(queries_of(results))}"


def queries_of(results: Sequence[EvalResult]) -> list[str]:
    """Which queries the means are taken over: one sentence, or one for each run where runs differ."""
    sentences = {result.name: result.sentence for result in results}
    if len(set(sentences.values())) == 1:
        return [results[0].sentence]
    return [f"{name}: {text}" for name, text in sentences.items()]


def measure_line(one: Asked) -> str:
    """A measure in full: `Measure RR@10: MRR@10, recip_rank_cut_10: 1 / rank of the first relevant document ...`."""
    names = list(dict.fromkeys((one.mean_label, one.key)))
    return f"Measure {one.name}: {', '.join(names)}: {one.definition.help}"


def counts_of(result: EvalResult) -> dict[str, int]:
    """What was counted over the averaged queries, and the judged queries that are left out."""
    return {
        "queries": len(result),
        "left_out": len(result.left_out),
        "judged": sum(row.judged for row in result.rows),
        "relevant": sum(row.relevant for row in result.rows),
        "retrieved": sum(row.retrieved for row in result.rows),
    }


def counts_line(result: EvalResult) -> str:
    """`bm25: 100 queries with 4,093 judged documents (1,204 relevant) and 99,969 results; left out: q3 (...)`."""
    counts = counts_of(result)
    judged = counted(counts["judged"], "judged document")
    queries = counted(counts["queries"], "query")
    line = f"{result.name}: {queries} with {judged} ({counts['relevant']:,} relevant) and "
    return line + counted(counts["retrieved"], "result") + _left_out(result) + "."


def _left_out(result: EvalResult) -> str:
    by_reason: dict[str, list[str]] = {}
    for left in result.left_out:
        by_reason.setdefault(left.reason, []).append(left.query)
    return "".join(f"; left out: {listed(queries)} ({reason})" for reason, queries in by_reason.items())


def statement(results: Sequence[EvalResult], more: Sequence[str] = ()) -> list[str]:
    """The lines that stand beside the numbers of an export; `more` follows."""
    return [made_by(results), *map(measure_line, results[0].asked), *map(counts_line, results), *more]


def statement_json(results: Sequence[EvalResult]) -> dict[str, Any]:
    """The same as fields: version, settings (in words too), measures and counts by run."""
    return {
        "version": __version__,
        "settings": settings_json(results[0].settings),
        "convention": convention(results),
        "about_measures": [
            {
                "name": one.name,
                "label": one.mean_label,
                "key": one.key,
                "help": one.definition.help,
            }
            for one in results[0].asked
        ],
        "counts": {result.name: {**counts_of(result), "sentence": result.sentence} for result in results},
    }
