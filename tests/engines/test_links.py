"""A link of every kind opens in every engine; the links and what each must show are those of the browser tests."""

from __future__ import annotations

import functools
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import build
from tests.engines.conftest import Host
from tests.engines.reader import Reader, until

LINKS = Path(build.ROOT, "tests", "browser", "links.json")

# What the page shows of each thing that links.json names.
LOOK = """() => {
  const find = (selector) => document.querySelector(selector);
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
  const value = (selector) => find(selector)?.value;
  const text = (selector) => find(selector)?.textContent.replace(/\\s+/g, " ").trim();
  const lines = find(".code-rich")?.shadowRoot.querySelectorAll(".cm-line") ?? [];
  const number = (cell) => cell.textContent.match(/\\d\\.\\d{4}/)?.[0];
  return {
    k: value("#k"),
    gain: value("#gain input:checked"),
    gain_map: value("#gain-map"),
    conventions: text("#conventions-button"),
    measures: text("#measures-button"),
    judgements: value("#judgements"),
    results: all("[data-box=results] textarea", (box) => box).find((box) => box.checkVisibility())?.value,
    runs: all("[role=tab]", (tab) => tab.textContent),
    chosen: text("[role=tab][aria-selected=true]"),
    means: all(".mean-table tbody tr", (row) => [...row.cells].map(number).filter(Boolean)),
    heads: all(".mean-table thead th", (head) => head.textContent).slice(1),
    filter: value(".filter input"),
    queries: all(".query-table tbody tr:not(.spacer) th", (head) => head.textContent),
    baseline: text("#baseline option:checked"),
    picture: value("#picture"),
    compare_measure: value("#compare-measure"),
    side_by_side: text("#rankings-title"),
    read: text(".read"),
    code: [...lines].map((line) => line.textContent).join("\\n"),
    limit: value("#code-limit"),
    notice: text(".arrival [role=status]"),
    problem: text(".arrival [role=alert]"),
    compare: {
      tests: all("input[name=test]:checked", (test) => test.value),
      pairs: Boolean(find("input[name=pairs][value=all]:checked")),
      ...Object.fromEntries(["correction", "across", "alpha", "resamples", "seed"].map((id) => [id, value(`#${id}`)])),
    },
    open: Object.entries({ conventions: "conventions", code: "code", "other-tools": "elsewhere" }).flatMap(
      ([name, id]) => (find(`#${id}-button`)?.ariaExpanded === "true" ? [name] : [])),
  };
}"""


def seen(reader: Reader, names: Collection[str]) -> dict[str, Any]:
    """What the page shows of these things."""
    found = reader.driver.run(LOOK)
    return {name: found.get(name) for name in names}


def shows(wanted: Any, found: Any) -> bool:
    """Whether what is found is what is wanted: texts hold the words, and lists and mappings their parts in order."""
    if isinstance(wanted, dict):
        return all(shows(value, found.get(name)) for name, value in wanted.items())
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(shows, wanted, found))
    return wanted in found if isinstance(wanted, str) and isinstance(found, str) else bool(found == wanted)


def test_a_link_of_every_kind_opens(reader: Reader, host: Host) -> None:
    links = json.loads(LINKS.read_text(encoding="utf-8"))
    first = next(link for link in links if link["name"] == "an example")
    reader.open(f"{host.url}#{first['fragment']}")  # the others are pasted into the address of the open page
    for link in [first, *links]:
        reader.driver.run("(fragment) => { location.hash = fragment; }", link["fragment"])
        look = functools.partial(seen, reader, link["expect"].keys())
        until(look, functools.partial(shows, link["expect"]), what=link["name"])
