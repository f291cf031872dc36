"""Preferences and judgement groups score as in trec_eval 10.0: to the last bit, and as it prints them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rankproof.judges import JUDGES_MEASURES, join_judges
from rankproof.preferences import PREFERENCE_MEASURES, Preference, PreferenceError, count
from rankproof.trec.judgements import read_prefs, read_qrels_jg, read_qrels_prefs

Values = dict[str, dict[str, float]]
"""Measure -> query or "all" -> value."""

MISSING = ["ceci_nest_pas_un_docno"]
"""What trec_eval -c takes for the ranking of a query that is missing from the results."""

WHOLE = {row.name for row in PREFERENCE_MEASURES if row.whole}

with (Path(__file__).parent / "prefs_golden.json").open(encoding="utf-8") as file:
    PROBLEMS: list[dict[str, Any]] = json.load(file)["problems"]


def ranked(run: str, *, ascending: bool, depth: int | None) -> dict[str, list[str]]:
    """Documents by query, by falling score, where scores are equal by id."""
    rows: dict[str, list[tuple[float, str]]] = {}
    for line in run.splitlines():
        query, _, document, _, score = line.split()[:5]
        rows.setdefault(query, []).append((float(score), document))
    for listed in rows.values():
        listed.sort(key=lambda row: row[1], reverse=not ascending)
        listed.sort(key=lambda row: row[0], reverse=True)
    return {query: [document for _, document in listed][:depth] for query, listed in rows.items()}


def option(arguments: str, letter: str) -> int | None:
    found = [word[2:] for word in arguments.split() if word.startswith(f"-{letter}") and word[2:]]
    return int(found[0]) if found else None


def scored(arguments: str, judgements: str, run: str) -> Values:
    """Every measure that the arguments ask for, by query, and its mean or sum."""
    depth = option(arguments, "M")
    if "-R qrels_jg" in arguments:
        level = option(arguments, "l")
        read = read_qrels_jg(judgements, "judgements").topics
        rankings = ranked(run, ascending=False, depth=depth)
        per_query = {
            query: judged_values(query, rankings.get(query, MISSING), judged, 1 if level is None else level, arguments)
            for query, judged in read.items()
        }
    else:
        reader: Callable[..., Any] = read_qrels_prefs if "-R qrels_prefs" in arguments else read_prefs
        rankings = ranked(run, ascending=True, depth=depth)
        per_query = {
            query: preference_values(rankings.get(query, MISSING), preferences)
            for query, preferences in reader(judgements, "judgements").topics.items()
        }
    found: Values = {}
    for query, values in per_query.items():
        for name, value in values.items():
            found.setdefault(name, {})[query] = value
    for name, values in found.items():
        total: float = 0
        for value in values.values():
            total += value
        values["all"] = total if name in WHOLE else total / len(per_query)
    return found


def preference_values(documents: list[str], preferences: list[Preference]) -> dict[str, float]:
    counts = count(documents, preferences)
    return {row.name: row.formula(counts) for row in PREFERENCE_MEASURES}


def judged_values(
    query: str, documents: list[str], judged: dict[str, dict[str, int]], level: int, arguments: str
) -> dict[str, float]:
    judges = join_judges(query, documents, judged, level, judged_only="-J" in arguments.split())
    found = {}
    for row in JUDGES_MEASURES:
        for parameter in row.defaults or (0.0,):
            name = {
                "none": row.name,
                "cutoff": f"{row.name}_{parameter:.0f}",
                "multiple": f"{row.name}_{parameter:.2f}",
            }[row.parameter]
            found[name] = row.formula(judges, parameter)
    return found


def printed(values: Values) -> Iterator[str]:
    """Lines as trec_eval prints them with -q: by query, then all."""
    for query in next(iter(values.values())):
        for name, by_query in values.items():
            shown = f"{by_query[query]:d}" if name in WHOLE else f"{by_query[query]:6.4f}"
            yield f"{name:<22}\t{query}\t{shown}"


def lines_of(output: str) -> list[str]:
    return [line for line in output.splitlines() if not line.startswith(("runid ", "num_q "))]


@pytest.mark.parametrize("problem", [it for it in PROBLEMS if it["status"] == 0], ids=lambda it: it["arguments"])
def test_small_problems_score_as_in_trec_eval(problem: dict[str, Any]) -> None:
    got = scored(problem["arguments"], problem["judgements"], problem["run"])
    expected: Values = problem["values"]
    assert {name: set(values) for name, values in got.items()} == {name: set(it) for name, it in expected.items()}
    assert got == expected
    assert list(printed(got)) == lines_of(problem["output"])


@pytest.mark.parametrize("problem", [it for it in PROBLEMS if it["status"]], ids=lambda it: it["note"])
def test_contradictions_stop_where_trec_eval_stops(problem: dict[str, Any]) -> None:
    with pytest.raises(PreferenceError):
        scored(problem["arguments"], problem["judgements"], problem["run"])


RUNS = [
    "-m all_prefs -q -R prefs prefs.test prefs.results.test",
    "-m all_prefs -q -R prefs prefs.comment.test prefs.results.test",
    "-m all_prefs -q -R qrels_prefs qrels.test results.test",
    "-m qrels_jg -q -R qrels_jg qrels.123 results.test",
    "-m qrels_jg -q -R qrels_jg qrels.comments.123 results.test",
]


@pytest.mark.parametrize("arguments", RUNS)
def test_trec_evals_own_runs_print_the_same(shared: Path, arguments: str) -> None:
    folder = shared / "golden" / "trec_eval-10"
    (expected,) = [
        run["expected"]
        for run in json.loads((folder / "runs.json").read_text(encoding="utf-8"))["runs"]
        if run["arguments"] == arguments
    ]
    judgements, run = ((folder / name).read_text(encoding="utf-8") for name in arguments.split()[-2:])
    assert list(printed(scored(arguments, judgements, run))) == lines_of(
        (folder / expected).read_text(encoding="utf-8")
    )
