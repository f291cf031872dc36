"""Every table that the page shows can be had in every form, from what was scored, with what made it."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from rankproof import __version__, bridgeinputs
from rankproof.bridge import Bridge
from rankproof.bridgetables import ACTIONS
from rankproof.cli import main
from tests.unit.test_cli_compare import BASE, GOOD, QRELS, run_text
from tests.unit.test_export_cells import balanced, compiled
from tests.unit.test_reproduce import HOW, asked, box, score_request

Json = dict[str, Any]

# RR of base: (3 + 5/2 + 4/3) / 12 = 0.5694..., of good: (8 + 4/2) / 12 = 0.8333...; P@1: 3/12 and 8/12.
BASE_RR, GOOD_RR = sum(1 / rank for rank in BASE) / 12, sum(1 / rank for rank in GOOD) / 12
RUNS = [box("run-1", run_text(BASE, "b"), "base.run"), box("run-2", run_text(GOOD, "g"), "good.run")]
OF = score_request(*RUNS, judgements=box("judgements", QRELS), measures=["RR@10", "P@1", "num_rel"])
COMPARE = {**OF, "action": "compare", **HOW, "baseline": "run-1"}
NAMES = {"run-1": "base.run", "run-2": "good.run"}
FORMS = ("csv", "tsv", "json", "markdown", "latex", "trec")

MADE_BY = f"Rankproof {__version__}. Equal scores by document id descending; unjudged documents not relevant; means"
MEASURE = "RR@10: MRR@10, recip_rank_cut_10: 1 / rank of the first relevant document in the top k, else 0."
COUNTS = "base.run: 12 queries with 36 judged documents (12 relevant) and 36 results."


def exported(table: str, form: str, run: str | None = None, bridge: Bridge | None = None, **more: Any) -> Json:
    """The answer for one table in one form."""
    of = COMPARE if table == "comparisons" else OF
    request = {"action": "export", "table": table, "format": form, "run": run, "names": NAMES, "of": of, **more}
    answer: Json = asked(bridge or Bridge(), request)
    return answer


def records(text: str, separator: str = ",") -> list[dict[str, str]]:
    """The rows of a CSV file after its comments."""
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("#")]
    return list(csv.DictReader(io.StringIO("".join(lines)), delimiter=separator))


def test_means_are_a_row_for_each_run_with_every_digit() -> None:
    for form, separator in (("csv", ","), ("tsv", "\t")):
        first, second = records(exported("means", form)["text"], separator)
        assert list(first) == ["run", "queries", "RR@10", "P@1", "num_rel"]
        assert (first["run"], first["queries"], first["num_rel"]) == ("base.run", "12", "12")
        assert float(first["RR@10"]) == pytest.approx(BASE_RR, rel=1e-15)
        assert first["RR@10"] == repr(float(first["RR@10"]))
        assert (second["run"], second["P@1"]) == ("good.run", repr(8 / 12))


def test_queries_have_what_is_known_of_each_and_end_with_the_mean() -> None:
    answer = exported("queries", "csv", "run-2")
    assert answer["name"] == "rankproof-queries-good.run.csv"
    rows = records(answer["text"])
    assert len(rows) == 13
    assert rows[2] == {
        "run": "good.run",
        "query": "q2",
        "judged": "3",
        "relevant": "1",
        "retrieved": "3",
        "RR@10": "0.5",
        "P@1": "0.0",
        "num_rel": "1",
    }
    assert (rows[12]["query"], rows[12]["judged"]) == ("all", "")
    assert len(records(exported("queries", "csv")["text"])) == 26
    made = json.loads(exported("queries", "json", "run-2")["text"])
    assert made["runs"][0]["facts"]["q2"] == {"judged": 3, "relevant": 1, "retrieved": 3}


def test_comparisons_are_those_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"qrels.txt": QRELS, "base.run": RUNS[0]["text"], "good.run": RUNS[1]["text"]}.items():
        Path(name).write_text(text, encoding="utf-8")
    measures = ["-m", "RR@10", "-m", "P@1", "-m", "num_rel"]
    for form in ("csv", "tsv", "latex", "markdown"):
        assert main(["compare", "qrels.txt", "base.run", "good.run", *measures, "--format", form]) == 0
        printed = capsys.readouterr().out
        shown = exported("comparisons", form)["text"].replace(".run", "")
        mark = "%" if form == "latex" else "#"
        kept = [[line for line in text.splitlines() if not line.startswith(mark)] for text in (shown, printed)]
        if form == "markdown":
            kept = [[line for line in lines if line.startswith("|")] for lines in kept]
        assert kept[0] == kept[1]
        assert len(kept[0]) > 2


@pytest.mark.parametrize("table", ["means", "queries", "comparisons"])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_states_version_settings_measures_and_counts(table: str, form: str) -> None:
    if (table, form) == ("comparisons", "trec"):
        return
    answer = exported(table, form)
    counts = COUNTS
    assert answer["statement"][0].startswith(MADE_BY)
    assert any(line.endswith(MEASURE) for line in answer["statement"])
    assert counts in answer["statement"]
    text = answer["text"]
    if form == "trec":
        assert all(re.fullmatch(r"\S+ *\t\S+\t\S+", line) for line in text.splitlines())
    elif form == "json":
        made = json.loads(text)
        assert (made["version"], made["settings"]["k"]) == (__version__, 10)
        assert made["convention"].startswith("Equal scores by document id descending")
        assert made["about_measures"][0]["label"] == "MRR@10"
        assert made["counts"]["base.run"]["judged"] == 36
    else:
        marks = {"markdown": ("", "- "), "latex": ("% ", "% ")}.get(form, ("# ", "# "))
        assert f"{marks[0]}{MADE_BY}" in text
        assert f"{marks[1]}Measure {MEASURE}" in text
        assert f"{marks[1]}{counts}" in text


def test_latex_of_compared_runs_marks_each_test_and_the_best() -> None:
    text = exported("means", "latex", of=COMPARE)["text"]
    # RR@10 rises in 9 queries and falls in none: p = 2/2^9 by the randomization test. P@1 rises in 5 and falls in none:
    # p = 2/2^5 is above alpha, but t = 0.4167 / (0.5149 / 12^0.5) = 2.80 is above 2.20. No count is the best of two.
    assert r"base.run (baseline) & 0.5694 & 0.2500 & 12 \\" in text
    marked = r"\textbf{0.8333}$^{\dagger\ddagger}$ & \textbf{0.6667}$^{\dagger}$ & 12 \\"
    assert f"good.run & {marked}" in text
    assert r"$\dagger$ paired t test, p corrected (Holm); $\ddagger$ randomization test, p corrected (Holm)." in text
    assert r"significantly different from base.run, two-sided, $\alpha = 0.05$" in text
    assert balanced(text)


def test_latex_of_all_pairs_marks_by_letters() -> None:
    pairs = {**COMPARE, "baseline": None, "tests": ["tukey"]}
    text = exported("means", "latex", of=pairs)["text"]
    assert r"$^{a}$ base.run & 0.5694 & 0.2500 & 12 \\" in text
    # Of two runs Tukey's test is the randomization test.
    assert r"$^{b}$ good.run & \textbf{0.8333}$^{a}$ & \textbf{0.6667} & 12 \\" in text
    assert r"Letters: significantly higher than the run of that letter, randomized Tukey HSD test, two-sided" in text


def test_latex_of_runs_that_do_not_differ_has_no_mark() -> None:
    same = [RUNS[0], {**RUNS[0], "id": "run-2", "name": "same.run"}]
    text = exported("means", "latex", of={**COMPARE, "runs": same})["text"]
    assert r"same.run & 0.5694 & 0.2500 & 12 \\" in text


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdfLaTeX is not installed")
def test_pdflatex_sets_every_table(tmp_path: Path) -> None:
    texts = [
        exported("means", "latex", of=COMPARE)["text"],
        exported("queries", "latex")["text"],
        exported("comparisons", "latex")["text"],
        *(exported(table, "latex", "run-1", found=found)["text"] for table, found in others().items()),
    ]
    compiled("\n".join(texts), tmp_path)


def others() -> dict[str, list[Json]]:
    """The rows of the tables of other tools, as the page has them: without the point of 1.0."""
    bridge = Bridge()
    rest = {name: value for name, value in OF.items() if name not in ("runs", "code")}
    made = [asked(bridge, {**rest, "action": action, "run": RUNS[0]}) for action in ACTIONS]
    found = {"conventions": made[0]["rows"], "ties": made[1]["ties"], "unjudged": made[1]["unjudged"]}
    rows: dict[str, list[Json]] = json.loads(json.dumps(found).replace("1.0,", "1,"))
    return rows


def test_tables_of_other_tools_have_the_numbers_shown() -> None:
    found = others()
    first, second, _ = records(exported("conventions", "csv", "run-1", found=found["conventions"])["text"])
    # trec_eval has no RR with a cut-off.
    assert (first["measure"], first["trec_eval -c"]) == ("RR@10", "")
    assert float(first["yours"]) == pytest.approx(BASE_RR, rel=1e-15)
    assert (second["measure"], second["trec_eval -c"]) == ("P@1", "0.25")
    ties = exported("ties", "markdown", "run-1", found=found["ties"])["text"]
    assert "| RR@10 | 0.5694 | 0.5694 | 0.5694 | 0.5694 | 0.0000 | 0 | 36 |" in ties
    assert "How much ties decide, of base.run." in ties
    _, second, _ = records(exported("unjudged", "tsv", "run-1", found=found["unjudged"])["text"], "\t")
    # P@1: none of the 12 first results is unjudged.
    assert list(second.values()) == ["P@1", "0", "12", "0.25", "0.25", "0.25"]
    assert json.loads(exported("ties", "json", "run-1", found=found["ties"])["text"])["ties"] == found["ties"]


def test_nothing_is_read_or_scored_again_for_an_export(monkeypatch: pytest.MonkeyPatch) -> None:
    bridge = Bridge()
    asked(bridge, OF)
    asked(bridge, COMPARE)

    def never(*_given: object) -> None:
        raise AssertionError("scored again")

    for name in ("score", "read_judgements", "read_results"):
        monkeypatch.setattr(bridgeinputs, name, never)
    for table in ("means", "queries", "comparisons"):
        for form in ("csv", "latex", "python"):
            assert exported(table, form, bridge=bridge)["text"]


def test_other_inputs_or_settings_are_scored_first() -> None:
    bridge = Bridge()
    asked(bridge, OF)
    changed = {**OF, "settings": {"k": 3, "relevant_from": 2}}
    text = exported("means", "csv", bridge=bridge, of=changed)["text"]
    assert "Relevant from grade 2" in text
    emptied = {**OF, "judgements": {**OF["judgements"], "revision": 2, "text": "q0 0 b 1\n"}}
    (first, _) = records(exported("means", "csv", bridge=bridge, of=emptied)["text"])
    assert first["queries"] == "1"


def test_a_run_that_could_not_be_scored_is_named() -> None:
    broken = {**OF, "runs": [RUNS[0], {**RUNS[1], "text": "q1 Q0 d 1 x t\n"}]}
    answer = exported("means", "csv", of=broken)
    assert answer["missing"] == ["good.run"]
    assert len(records(answer["text"])) == 1
    request = {"action": "export", "table": "queries", "format": "csv", "run": "run-2", "names": NAMES, "of": broken}
    error = json.loads(Bridge().handle(json.dumps(request)))["error"]
    assert error["message"] == "there are no scores to export"


def test_measures_of_the_users_own_are_exported_with_their_code_named() -> None:
    code = {"text": "def mine(query):\n    return 1.5\n", "revision": 1, "wheels": [{"id": "w", "name": "x.whl"}]}
    code["text"] = f"from rankproof import register_measure\n@register_measure(name='=mine')\n{code['text']}"
    of = {**OF, "runs": RUNS[:1], "code": {**code, "wheels": []}}
    (row,) = records(exported("means", "csv", of=of)["text"])
    assert row["'=mine"] == "1.5"
    answer = exported("means", "command", of=of)
    assert answer["files"]["code"] == "own_measures.py"
    assert "--measures-from own_measures.py" in answer["text"]
    assert answer["notes"] == [
        "What is in the boxes has to be saved as qrels.txt.",
        "The code of your own measures has to be saved as own_measures.py.",
    ]
