"""--measures-from in the commands compare and explain: measures of one's own beside built-in ones, and their errors."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from scipy import stats

from rankproof.cli import main

Captured = pytest.CaptureFixture[str]

# The relevant document's rank among three, query by query; the others are a and b.
BASE = [2, 1, 3, 2, 3, 1, 2, 3, 2, 1, 2, 3]
GOOD = [1, 1, 2, 1, 2, 1, 1, 2, 1, 1, 1, 2]

MEASURES = """
from rankproof import Measure, register_measure

@register_measure(name="own_rr")
def own_rr(query):
    print("scoring", query.qid)
    return next((1 / rank for rank, grade in enumerate(query.relevances, 1) if grade >= query.relevance_level), 0)

class Lost(Measure):
    def __init__(self):
        super().__init__(name="summed")

    def calc_query(self, query):
        return query.relevances.index(1)

    def aggregate(self, scores, num_queries_evaluated, total_qrels_queries, complete_set_average):
        return sum(scores)
"""

FAILS = """
from rankproof import register_measure

@register_measure
def fails_on_third(query):
    return 1 / (query.relevances.index(1) - 2)
"""


def run_text(ranks: list[int]) -> str:
    rows = []
    for number, rank in enumerate(ranks):
        documents = ["a", "b"]
        documents.insert(rank - 1, "r")
        rows += [f"q{number} Q0 {one} {at} {9.5 - at} t\n" for at, one in enumerate(documents, 1)]
    return "".join(rows)


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder with judgements, two runs, measures, and a measure that fails where r is third."""
    monkeypatch.chdir(tmp_path)
    judged = "".join(f"q{number} 0 r 1\nq{number} 0 a 0\nq{number} 0 b 0\n" for number in range(12))
    texts = {"qrels": judged, "base": run_text(BASE), "good": run_text(GOOD), "mine.py": MEASURES, "bad.py": FAILS}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", list(sys.path))
    modules = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - modules:
        if name.startswith("measures_from_"):
            del sys.modules[name]


def compare(*options: str) -> int:
    return main(["compare", "qrels", "base", "good", *options])


def test_an_own_measure_is_compared_as_the_built_in_one_it_imitates(capsys: Captured) -> None:
    tests = ["t", "randomization", "wilcoxon", "sign", "bootstrap", "tukey"]
    options = [word for test in tests for word in ("--test", test)]
    assert compare("--measures-from", "mine.py", "-m", "recip_rank", "-m", "own_rr", *options, "--format", "json") == 0
    out, err = capsys.readouterr()
    rows = json.loads(out)["comparisons"]
    built_in, own = (
        [{**row, "measure": ""} for row in rows if row["measure"] == name] for name in ("recip_rank", "own_rr")
    )
    assert len(own) == len(tests)
    assert own == built_in
    expected = stats.ttest_rel([1 / rank for rank in GOOD], [1 / rank for rank in BASE])
    assert own[0]["p"] == pytest.approx(expected.pvalue, rel=1e-10)
    assert err.startswith("scoring q0\n")  # what measures print does not mix with the JSON


def test_without_names_those_of_the_file_follow_the_usual_ones(capsys: Captured) -> None:
    assert compare("--measures-from", "mine.py", "--format", "json", "-k", "3") == 0
    made = json.loads(capsys.readouterr().out)
    assert made["runs"][0]["measures"] == ["map", "nDCG@3", "own_rr", "summed"]
    # Ranks less one add up to 13 and 4; compared are their means over 12 queries.
    assert [run["mean"]["summed"] for run in made["runs"]] == [13, 4]
    (row, *_) = [row for row in made["comparisons"] if row["measure"] == "summed"]
    assert (row["mean_baseline"], row["mean_run"], row["difference"]) == (13 / 12, 4 / 12, pytest.approx(-9 / 12))
    (note,) = [note["text"] for note in made["comparison_notes"] if note["code"] == "not-a-mean"]
    assert note.startswith("summed: what is shown for a run is not the mean of its values per query, but a sum or ")


@pytest.mark.parametrize("form", ["table", "json", "csv", "markdown", "latex"])
def test_every_form_has_the_measures_of_the_file(form: str, capsys: Captured) -> None:
    assert compare("--measures-from", "mine.py", "-m", "own_rr", "--format", form) == 0
    assert "own_rr" in capsys.readouterr().out.replace(r"own\_rr", "own_rr")


FAILED = (
    "bad.py:6: EvaluationError in custom measure 'fails_on_third' on query 'q2': ZeroDivisionError: division by zero; "
    "the line is: return 1 / (query.relevances.index(1) - 2); and 3 more errors in this measure"
)


def test_a_measure_that_fails_on_a_run_is_left_out_and_the_others_are_compared(capsys: Captured) -> None:
    assert compare("--measures-from", "bad.py", "-m", "fails_on_third", "-m", "P@1", "--format", "csv") == 1
    out, err = capsys.readouterr()
    assert {row["measure"] for row in csv.DictReader(io.StringIO(out))} == {"P@1"}
    assert err.splitlines()[0] == FAILED
    assert "comparison: warning: fails_on_third is not compared: it failed on a run." in err.splitlines()
    assert any(
        line.startswith("base: warning: Custom measure 'fails_on_third' failed on 4 q") for line in err.splitlines()
    )


def test_where_every_measure_fails_nothing_is_printed_but_why(capsys: Captured) -> None:
    assert compare("--measures-from", "bad.py", "-m", "fails_on_third") == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        FAILED,
        "rankproof compare: there is nothing to compare: each measure failed on a run",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\ndef broken(:\n", "wrong.py:2: SyntaxError: invalid syntax; the line is: def broken(:"),
        ("x = 1\n", "wrong.py: the file defines no measure; write @register_measure(name=...) above a function"),
        (None, "none.py: cannot be read: "),
    ],
)
@pytest.mark.parametrize("command", ["compare", "explain"])
def test_a_file_that_cannot_be_used_is_told_as_by_score(
    text: str | None, said: str, command: str, files: Path, capsys: Captured
) -> None:
    name = "none.py" if text is None else "wrong.py"
    (files / "wrong.py").write_text(text or "", encoding="utf-8")
    runs = ["base", "good"] if command == "compare" else ["base"]
    assert main([command, "qrels", *runs, "--measures-from", name, "-m", "own_rr"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(said)


def test_a_name_that_the_file_lacks_is_status_2(capsys: Captured) -> None:
    assert compare("--measures-from", "mine.py", "-m", "own_r") == 2
    assert "there is no measure 'own_r'; did you mean own_rr" in capsys.readouterr().err


def test_explain_shows_what_an_own_measure_was_given_and_returned(capsys: Captured) -> None:
    # The baseline's r is third for q2.
    assert main(["explain", "qrels", "base", "--measures-from", "mine.py", "-m", "own_rr", "--query", "q2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "own_rr = 0.3333 (what this measure of your own returned)" in lines


@pytest.mark.parametrize("query", [[], ["--query", "q2"]])
def test_explain_names_the_line_at_which_an_own_measure_failed(query: list[str], capsys: Captured) -> None:
    assert main(["explain", "qrels", "base", "--measures-from", "bad.py", "-m", "fails_on_third", *query]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [FAILED.partition("; and")[0]]
