"""The benchmark's generated files are the same every time and well formed, and its tables say what was found."""

from __future__ import annotations

import json
import random
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.bench import __main__ as command
from tests.bench import data, generate
from tests.bench.budgets import BUDGETS, Budget
from tests.bench.data import FORM_NAMES, Shape
from tests.bench.growth import exponent
from tests.bench.parts import PARTS
from tests.bench.report import Report, all_met, as_markdown, as_text, from_json, judge, lines
from tests.bench.timing import Command, FailedError, Log, in_rounds, median
from tests.bench.timing import run as run_command
from tests.unit.helpers import judgements, rankings, results

SHAPE = Shape(3, 60)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for generated files that only the test has."""
    monkeypatch.setattr(data, "KEPT", tmp_path)
    monkeypatch.setattr(data, "FOLDER", tmp_path / "these")
    return tmp_path


def report(**figures: list[float]) -> Report:
    """A report in which the formats part found these."""
    found = {f"formats.{name}.s": values for name, values in figures.items()}
    machine = {"processor": "A processor", "cores": "2", "memory": "8 GB", "system": "A system", "Python": "3.11.7"}
    rows = {"large": 1_000_000, "largest": 6_980_000}
    missing = {"formats.csv": "it is Tuesday"}
    return Report(machine, {"trec_eval": "10.0"}, rows, 5, ["formats"], found, missing)


def test_two_runs_of_the_generator_give_the_same_queries() -> None:
    first, second = (list(generate.run(4, 30)) for _ in range(2))
    assert first == second
    assert [len(query.documents) for query in first] == [30] * 4
    assert len({query.name for query in first}) == 4


def test_generated_scores_fall_strictly_and_stay_above_zero() -> None:
    for depth in (1, 10, 1_000, 100_000):
        scores = [float(score) for score in generate.falling_scores(random.Random(1), depth)]
        assert len(scores) == depth
        assert all(above > below for above, below in pairwise([*scores, 0.0]))


@pytest.mark.parametrize("form", FORM_NAMES)
def test_every_form_holds_the_generated_rows(folder: Path, form: str) -> None:
    expected = {query.name: query.documents for query in generate.run(SHAPE.queries, SHAPE.depth)}
    read = rankings(results(data.pair(SHAPE, form).run))
    if form == "tied":
        assert {query: sorted(documents) for query, documents in read.items()} == {
            query: sorted(documents) for query, documents in expected.items()
        }
    else:
        assert read == expected


@pytest.mark.parametrize("judged", ["sparse", "graded"])
def test_generated_judgements_are_read_without_a_note_and_judge_every_query(folder: Path, judged: str) -> None:
    read = judgements(data.pair(SHAPE._replace(judged=judged)).qrels)
    assert list(read.grades) == [query.name for query in generate.run(SHAPE.queries, SHAPE.depth)]
    sizes = [len(grades) for grades in read.grades.values()]
    assert sizes == [50] * 3 if judged == "graded" else set(sizes) <= {1, 2}


def test_only_the_last_line_of_the_wrong_file_is_wrong(folder: Path) -> None:
    right, wrong = (data.pair(SHAPE, form).run.read_text().splitlines() for form in ("trec", "wrong"))
    assert len(right) == len(wrong) == SHAPE.rows
    assert [at for at, (one, other) in enumerate(zip(right, wrong, strict=True)) if one != other] == [SHAPE.rows - 1]
    assert wrong[-1].split()[4] == "high"


def test_files_of_another_generator_are_removed(folder: Path) -> None:
    (folder / "others").mkdir()
    (folder / "bench.json").write_text("{}")
    data.pair(SHAPE)
    assert sorted(path.name for path in folder.iterdir()) == ["bench.json", "these"]


def test_every_budget_is_of_a_part_and_has_its_own_text() -> None:
    assert {budget.part for budget in BUDGETS} == set(PARTS)
    assert len({budget.text for budget in BUDGETS}) == len(BUDGETS)


def test_a_budget_is_a_ratio_a_difference_or_a_figure_alone() -> None:
    figures = {"start.a.ms": [9.0, 6.0, 7.0], "start.b.ms": [2.0, 4.0]}  # medians 7 and 3
    assert Budget("start", "", "a.ms", "b.ms").value(figures) == 7 / 3
    assert Budget("start", "", "a.ms", "b.ms", more=True).value(figures) == 4
    assert Budget("start", "", "a.ms").value(figures) == 7
    assert Budget("start", "", "a.ms", "c.ms").value(figures) is None
    assert [Budget("start", "", "a.ms", *more).unit for more in ((), ("b.ms",), ("b.ms", 4, True))] == ["ms", "", "ms"]


def test_a_missed_budget_says_by_how_much() -> None:
    assert [judge(value, 0.5) for value in (0.5, 0.6, 5.0)] == ["met", "missed by 20%", "missed 10 times over"]
    assert judge(3.0, None) == ""


def test_a_check_fails_when_a_limit_was_not_kept_or_not_measured() -> None:
    start = report()._replace(parts=["page-tables"])
    assert not all_met(start)
    assert all_met(start._replace(figures={"page-tables.drawn.ms": [200.0]}))
    assert not all_met(start._replace(figures={"page-tables.drawn.ms": [201.0]}))
    assert all_met(report())  # its part has no limits


def test_the_table_shows_ratios_before_times_and_why_a_figure_is_not_there() -> None:
    text = as_text(report(trec=[2.0, 2.0], tsv=[3.0, 3.0]))
    assert "TSV / TREC" in text
    assert text.index("1.50") < text.index("formats.tsv")
    assert "not measured: it is Tuesday" in text
    assert "A processor, 2 cores, 8 GB, A system; Python 3.11.7. Tools: trec_eval 10.0." in text


def test_the_readmes_table_leaves_out_what_was_not_measured_and_says_so() -> None:
    text = as_markdown(report(trec=[2.0, 2.0], tsv=[3.0, 3.0]))
    assert "| TSV / TREC | **1.50** |  |  | 3 s / 2 s |" in text
    assert "| CSV" not in text
    assert " Left out: CSV / TREC (it is Tuesday)." in text


def test_a_report_comes_back_from_its_json() -> None:
    first = report(trec=[2.0, 1.0], tsv=[3.0])
    assert from_json(json.loads(json.dumps(first.as_json()))) == first
    assert [line.value for line in lines(first) if line.value is not None] == [2.0]  # 3 / 1.5


def test_the_table_goes_between_the_readmes_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("before\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nafter\n")
    monkeypatch.setattr(command, "README", readme)
    for _ in range(2):
        command.write_readme("new\n")
        assert readme.read_text() == "before\n<!-- bench:begin -->\nnew\n<!-- bench:end -->\nafter\n"


def test_the_readme_of_this_checkout_has_the_marks() -> None:
    assert [command.README.read_text(encoding="utf-8").count(mark) for mark in command.MARKS] == [1, 1]


def test_medians() -> None:
    assert [median(values) for values in ([3.0], [4.0, 1.0], [9.0, 1.0, 2.0])] == [3.0, 2.5, 2.0]


def test_the_exponent_is_one_for_linear_growth_and_two_for_square() -> None:
    sizes = [10, 1_000, 10_000]
    assert exponent(sizes, [7.0, 3.0, 30.0]) == pytest.approx(1)
    assert exponent(sizes, [7.0, 3.0, 300.0]) == pytest.approx(2)
    assert exponent(sizes, [7.0, -1.0, 5.0]) == pytest.approx(3)  # a thousandth of 5, ten times as many
    assert exponent(sizes, [7.0, 3.0, 0.0]) == 0


def test_a_command_is_run_with_its_variables_and_what_it_printed_is_kept() -> None:
    code = "import os, sys; print(os.environ['GIVEN']); print('said', file=sys.stderr); sys.exit(3)"
    ran = run_command(Command((sys.executable, "-c", code), {"GIVEN": "yes"}, 3))
    assert (ran.stdout, ran.stderr, ran.status) == ("yes\n", "said\n", 3)
    assert ran.seconds > 0
    assert ran.megabytes > 1
    with pytest.raises(FailedError, match="ended with status 3, not 0: said"):
        run_command(Command((sys.executable, "-c", code), {"GIVEN": "yes"}))


def test_tasks_take_turns_and_one_that_fails_is_left_out_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    turns: list[str] = []

    def good(name: str) -> dict[str, float]:
        turns.append(name)
        return {"s": float(len(turns))}

    def broken() -> dict[str, float]:
        raise FailedError("it broke")

    log = Log()
    tasks = {"a": lambda: good("a"), "broken": broken, "b": lambda: good("b")}
    assert in_rounds(tasks, 2, log, "part") == {"part.a.s": [3.0, 5.0], "part.b.s": [4.0, 6.0]}
    assert turns == ["a", "b"] * 3
    assert log.missing == {"part.broken": "it broke"}
    assert capsys.readouterr().err.count("warm-up") == 3
