"""Whatever an id or a name holds, it stays text in each form: no formula runs, no table breaks, nothing is lost."""

from __future__ import annotations

import csv
import importlib
import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankproof import evaluate
from rankproof.cells import as_before, for_latex, for_markdown, for_sheet, sheet_comment, sheet_row
from rankproof.cli import main
from rankproof.report import FORMATS, as_csv, as_json, as_tsv, latex, markdown

HOSTILE = [
    "__proto__",
    "<img src=x onerror=alert(1)>",
    "a,b;c\td",
    'say "x"',
    "two\nlines",
    "carriage\rreturn",
    "x;=cmd|' /C calc'!A0;",
    "=HYPERLINK(\"http://x\",'y')",
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    " =1+1",
    "＝1+1",
    "'=1",
    "a|b",
    "`code` *bold* _it_ [l](u) ~s~ $x$ &lt;",
    r"\input{x} $a$ 50% a_b #1 {c} ~ ^ & --",
    "[1]",
    "*",
    "#hash",
    "-5",
    "+3",
    "1e5",
]

RESULTS = [evaluate({one: {"d": 1, "e": 0} for one in HOSTILE}, {one: ["e", "d"] for one in HOSTILE}, ["RR@5", "map"])]
RESULTS[0].name = '=run,"1"\n#'


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1+1", "'+1+1"),
        ("-1+1", "'-1+1"),
        ("@x", "'@x"),
        ("\t=1", "'\t'=1"),
        ("\r1", "'\r1"),
        ("'\n", "''\n"),
        ("a;=1", "a;'=1"),
        ("a\t @x,+1+1\n=2", "a\t' @x,'+1+1\n'=2"),
        ("utility.1,-1,0", "utility.1,-1,0"),
        ("＋1", "'＋1"),
        (" =1", "' =1"),
        ("'=1", "''=1"),
        # numbers are no formulas
        ("-5", "-5"),
        ("+1.5e-3", "+1.5e-3"),
        # and what these are no numbers
        ("-inf", "'-inf"),
        ("-1_000", "'-1_000"),
        ("--5", "'--5"),
        ("- 5", "'- 5"),
        # nothing else is touched
        ("a=1", "a=1"),
        ("'quoted'", "'quoted'"),
        ("", ""),
    ],
)
def test_what_a_spreadsheet_would_run_has_an_apostrophe_before_it(text: str, cell: str) -> None:
    assert for_sheet(text) == cell


@given(st.text())
def test_every_text_can_be_had_back_from_its_cell(text: str) -> None:
    assert as_before(for_sheet(text)) == text
    for separator in ",;\t\n":
        assert not any(part.lstrip().startswith(("=", "@")) for part in for_sheet(text).split(separator))


@given(st.lists(st.one_of(st.text(), st.floats(allow_nan=False), st.integers(), st.none()), min_size=2))
def test_rows_are_read_by_the_csv_module_as_they_were(cells: list[str | float | None]) -> None:
    for separator in ",\t":
        (row,) = csv.reader(io.StringIO(sheet_row(cells, separator), newline=""), delimiter=separator, strict=True)
        expected = [as_before(for_sheet(cell)) if isinstance(cell, str) else cell for cell in cells]
        assert [as_before(cell) for cell in row if cell] == [
            one if isinstance(one, str) else repr(one) for one in expected if one not in ("", None)
        ]
        assert len(row) == len(cells)


def test_negative_numbers_stay_numbers() -> None:
    assert sheet_row(["a", -0.5, -3, None], ",") == "a,-0.5,-3,\n"


def test_hostile_ids_come_back_from_csv_and_tsv_by_pandas_and_the_csv_module() -> None:
    for text, separator in (
        (as_csv(RESULTS, queries=True, facts=True, stated=True), ","),
        (as_tsv(RESULTS, queries=True, facts=True, stated=True), "\t"),
    ):
        comments = [line for line in text.split("\n") if line.startswith("# ")]
        assert text.startswith("# Rankproof ")
        table = text[sum(len(line) + 1 for line in comments) :]
        rows = list(csv.DictReader(io.StringIO(table, newline=""), delimiter=separator, strict=True))
        assert {as_before(row["query"]) for row in rows} == {*HOSTILE, "all"}
        assert {as_before(row["run"]) for row in rows} == {RESULTS[0].name}
        assert all(float(row["RR@5"]) == 0.5 for row in rows)
        frame = importlib.import_module("pandas").read_csv(
            io.StringIO(text), comment="#", sep=separator, dtype={"query": str}, keep_default_na=False
        )
        assert {as_before(cell) for cell in frame["query"]} == {*HOSTILE, "all"}
        assert set(frame["RR@5"]) == {0.5}


def test_no_cell_of_a_csv_file_starts_like_a_formula_wherever_a_spreadsheet_cuts_it() -> None:
    text = as_csv(RESULTS, queries=True, stated=True)
    for separator in ",;\t":
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            assert [cell for cell in row if cell.lstrip().startswith(("=", "@", "＝", "+1+", "-2+"))] == []


def test_comment_lines_are_one_line_open_no_quote_and_run_nothing() -> None:
    line = sheet_comment('a,"b\n=1,=2; =3,utility.1,-1,0')
    assert line == "# a,'b =1,'=2;' =3,utility.1,-1,0\n"


def test_json_holds_hostile_ids_as_they_are() -> None:
    made = json.loads(as_json(RESULTS, notes=[], stated=True))
    assert set(made["runs"][0]["queries"]) == set(HOSTILE)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("a|b", r"a\|b"),
        ("<img onerror=x>", "&lt;img onerror=x&gt;"),
        ("&lt;", "&amp;lt;"),
        ("*b* `c` [d] ~e~ $f$", r"\*b\* \`c\` \[d\] \~e\~ \$f\$"),
        ("snake_case_1", "snake_case_1"),
        ("_it_", r"\_it\_"),
        ("\\|", r"\\\|"),
        ("two\nlines", "two lines"),
    ],
)
def test_markdown_shows_text_as_it_is(text: str, cell: str) -> None:
    assert for_markdown(text) == cell


def test_a_markdown_table_has_the_same_columns_in_each_row_and_no_html() -> None:
    table = markdown(RESULTS, queries=True, facts=True, stated=True).split("\n\n")[0].splitlines()
    assert len(table) == 2 + len(HOSTILE) + 1
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {8}
    assert "<" not in markdown(RESULTS, queries=True, stated=True)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("a_b & 50% #1 $ ~ ^", r"a\_b \& 50\% \#1 \$ \textasciitilde{} \textasciicircum{}"),
        ("[1] *", "{[}1{]} {*}"),
        ("a--b", "a-{}-b"),
        ("<a|b>", r"\textless{}a\textbar{}b\textgreater{}"),
        ("-0.5", "$-$0.5"),
        ("trec-8", "trec-8"),
        ("two\nlines", "two lines"),
        ("log₂ 2^grade − 1", r"log$_2$ 2\textasciicircum{}grade $-$ 1"),
    ],
)
def test_latex_shows_text_as_it_is(text: str, cell: str) -> None:
    assert for_latex(text) == cell


def balanced(text: str) -> bool:
    """Whether braces and environments match, comments aside."""
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    bare = re.sub(r"\\[{}\\]", "", body)
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", body):
        if kind == "begin":
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
    return not opened and bare.count("{") == bare.count("}")


def test_a_latex_table_is_balanced_and_each_row_has_its_cells() -> None:
    text = latex(RESULTS, queries=True, facts=True, stated=True)
    assert balanced(text)
    rows = text.split(r"\midrule")[1].split(r"\bottomrule")[0].strip().splitlines()
    assert len(rows) == len(HOSTILE) + 1
    assert {len(re.findall(r"(?<!\\)&", row)) for row in rows} == {6}


def test_a_long_latex_table_goes_over_pages() -> None:
    many = {f"q{number}": {"d": 1} for number in range(60)}
    text = latex([evaluate(many, {query: ["d"] for query in many}, ["map"])], queries=True)
    assert r"\begin{longtable}" in text
    assert "longtable" in text.split(r"\begin")[0]
    assert balanced(text)


def compiled(text: str, folder: Path) -> None:
    """Has pdfLaTeX set the text; fails with its log."""
    packages = (
        r"\usepackage{booktabs}\usepackage{graphicx}\usepackage{amssymb}\usepackage{longtable}\usepackage[T1]{fontenc}"
    )
    document = rf"\documentclass{{article}}{packages}\begin{{document}}{chr(10)}{text}\end{{document}}"
    (folder / "table.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "table.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdfLaTeX is not installed")
def test_pdflatex_sets_hostile_names(tmp_path: Path) -> None:
    ascii_only = [one for one in HOSTILE if one.isascii()]
    made = evaluate({one: ["d"] for one in ascii_only}, {one: ["d"] for one in ascii_only}, ["nDCG@5", "map", "gm_map"])
    made.name = r"\input{secret}[*]"
    compiled(latex([made], queries=True, facts=True, stated=True), tmp_path)


def test_the_trec_eval_text_has_one_line_a_value_whatever_the_ids_hold() -> None:
    lines = FORMATS["trec"](RESULTS, queries=True).splitlines()
    assert len(lines) == 2 * (len(HOSTILE) + 1)
    assert all(len(line.split("\t")) == 3 for line in lines)


def test_several_runs_are_told_apart_in_trec_eval_text_by_its_own_line() -> None:
    two = [RESULTS[0].renamed(name) for name in ("one", "two")]
    lines = FORMATS["trec"](two).splitlines()
    assert [line.split("\t") for line in lines if line.startswith("runid")] == [
        ["runid                 ", "all", "one"],
        ["runid                 ", "all", "two"],
    ]


@pytest.mark.parametrize("form", ["csv", "tsv", "json", "markdown", "latex", "trec"])
def test_the_command_line_prints_hostile_ids_as_the_page_exports_them(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    judged = {one: {"d": 1, "e": 0} for one in HOSTILE}
    Path("qrels.json").write_text(json.dumps(judged), encoding="utf-8")
    Path("=run.json").write_text(json.dumps({one: ["e", "d"] for one in HOSTILE}), encoding="utf-8")
    assert main(["qrels.json", "=run.json", "-m", "RR@5", "-m", "map", "--format", form, "-q"]) == 0
    printed = capsys.readouterr().out
    expected = RESULTS[0].renamed("=run")
    if form == "json":
        assert set(json.loads(printed)["runs"][0]["queries"]) == set(HOSTILE)
    else:
        assert printed == FORMATS[form]([expected], queries=True)
