"""The README's table of measures is the one that the package's tables give."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from rankproof import Settings
from rankproof.brackets import OPTIONS
from rankproof.judges import JUDGES_MEASURES, JudgesMeasure
from rankproof.measures import FAMILIES, MEASURES, Definition
from rankproof.names import parse_measure
from rankproof.preferences import PREFERENCE_MEASURES, PreferenceMeasure
from rankproof.readme_table import measure_table

Described = Definition | PreferenceMeasure | JudgesMeasure

TABLE = [row for family in FAMILIES for row in family.rows]
DESCRIBED: list[Described] = [*TABLE, *PREFERENCE_MEASURES, *JUDGES_MEASURES]

README = Path(__file__).parents[2] / "README.md"
UPDATE = "UPDATE_README=1 python3 build.py test tests/unit/test_readme_table.py"

BETWEEN = re.compile(r"(?<=<!-- measures -->\n).*(?=\n<!-- end of measures -->)", re.DOTALL)


def test_the_readmes_table_of_measures_is_the_tables() -> None:
    text = README.read_text(encoding="utf-8")
    table = f"\n{measure_table()}\n"
    if os.environ.get("UPDATE_README"):
        text = BETWEEN.sub(lambda _: table, text)
        README.write_text(text, encoding="utf-8")
    (shown,) = BETWEEN.findall(text)
    assert shown == table, UPDATE
    assert UPDATE in text


def cells() -> list[list[str]]:
    """The table's rows without their headings."""
    lines = [line for line in measure_table().splitlines() if line.startswith("| ") and not line.startswith("| name ")]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]


def test_every_measure_stands_in_it_once() -> None:
    names = [re.sub("_[kx]`", "`", row[1]).strip("`* ") for row in cells()]
    assert sorted(names) == sorted(row.name for row in DESCRIBED)
    assert all(len(row) == 6 for row in cells())


def test_every_name_in_it_is_read_as_the_row_that_it_stands_in() -> None:
    for name, trec_name, *_, parameters, _source in cells():
        if not name:
            continue
        needed = ",".join(f"{option}=3" for option in re.findall(r"`(\w+)` \(needed\)", parameters))
        base, at, rest = name.strip("`").replace("@k", "@5").replace("@x", "@0.5").partition("@")
        (asked,) = parse_measure(f"{base}({needed}){at}{rest}" if needed else base + at + rest, Settings())
        assert asked.definition.name == re.sub("_[kx]`", "`", trec_name).strip("`* ")


def test_a_row_shows_names_range_parameters_and_source() -> None:
    assert (
        "| `P@k` | `P_k` | Relevant documents in the top k / k, even when fewer than k came back. "
        "`P@k = 1/k · Σ rel(i), i ≤ k` | 0 to 1 "
        "| k = 5, 10, 15, 20, 30, 100, 200, 500, 1000; `rel`; `judged_only` | Buckley and Voorhees"
    ) in measure_table()
    # A measure that trec_eval has not, and one with an option that must be given beside one that has a value.
    assert "| `RR@k` | `recip_rank_cut_k` * |" in measure_table()
    assert "| k; `T=1.0`; `min_rel=0`; `max_rel` (needed) |" in measure_table()


@pytest.mark.parametrize("row", DESCRIBED, ids=[row.name for row in DESCRIBED])
def test_what_a_measure_is_is_said_in_sentences_with_typographic_signs(row: Described) -> None:
    assert row.help.endswith(".")
    assert not re.search(r" [x*-] (?!and x\b)(?=[\dA-Zp(])", row.help), "× and − are the signs"
    assert row.source


def test_every_option_that_a_row_takes_is_one_that_is_read() -> None:
    assert {option for row in MEASURES for option in row.options} == OPTIONS.keys()
