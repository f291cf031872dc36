"""The catalog has every measure in a family, with a formula in signs that it explains, and names that mean it."""

from __future__ import annotations

import re

import pytest

from rankproof import Settings
from rankproof.catalog import describe_measures
from rankproof.measures import FAMILIES, MEASURES
from rankproof.names import parse_measure, parse_measures

CATALOG = describe_measures()


def test_every_measure_is_in_one_family_and_the_families_have_titles_of_their_own() -> None:
    assert sorted(row["name"] for row in CATALOG["measures"]) == sorted(row.name for row in MEASURES)
    titles = [family.title for family in FAMILIES]
    assert list(dict.fromkeys(row["family"] for row in CATALOG["measures"])) == titles
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("row", CATALOG["measures"], ids=lambda row: row["name"])
def test_a_measure_says_its_formula_its_source_and_its_range(row: dict[str, object]) -> None:
    written, help_text, source = str(row["written"]), str(row["help"]), str(row["source"])
    assert written
    assert written == written.strip()
    assert help_text[0].isupper() or help_text[0].isdigit()
    assert help_text.endswith(".")
    assert source
    assert not source.endswith(".")
    assert isinstance(row["range"], tuple)


@pytest.mark.parametrize("row", CATALOG["measures"], ids=lambda row: row["name"])
def test_a_formula_of_a_measure_with_cut_offs_names_k_and_others_do_not(row: dict[str, object]) -> None:
    assert bool(re.search(r"\bk\b", str(row["written"]))) == (row["parameters"] == "cutoffs")


@pytest.mark.parametrize("row", CATALOG["measures"], ids=lambda row: row["name"])
def test_the_first_spelling_is_the_one_that_the_page_writes_and_means_the_measure(row: dict[str, object]) -> None:
    spelled = row["spellings"]
    assert isinstance(spelled, list)
    assert spelled[0] == (row["ir_name"] or row["name"])
    needs = row["needs"]
    assert isinstance(needs, list)
    inside = f"({','.join(f'{need}=3' for need in needs)})" if needs else ""
    at = {"cutoffs": "@10", "levels": "@0.5"}.get(str(row["parameters"]), "")
    (one,) = parse_measure(f"{spelled[0]}{inside}{at}", Settings())
    assert one.definition.name == row["name"]


def test_the_defaults_and_the_groups_stand_for_measures() -> None:
    assert CATALOG["default_measures"] == ["R@{k}", "P@{k}", "RR@{k}", "nDCG@{k}"]
    assert [group["name"] for group in CATALOG["groups"]] == ["official", "set", "all_trec"]
    for group in CATALOG["groups"]:
        whole = parse_measures([group["name"]], Settings())
        assert [one.key for one in whole] == [one.key for one in parse_measures(group["members"], Settings())]


def test_every_sign_that_the_catalog_explains_is_used_in_a_formula() -> None:
    formulas = " ".join(row["written"] for row in CATALOG["measures"])
    for sign in CATALOG["signs"]:
        assert re.search(rf"(?<![\w@]){re.escape(sign['sign'])}(?!\w)", formulas), sign
