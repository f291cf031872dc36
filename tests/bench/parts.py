"""The parts of the benchmark by name, in the order they run in."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

from tests.bench import growth, processes
from tests.bench.bench import Bench, Part


def page_start(bench: Bench) -> dict[str, list[float]]:
    """The first score of a visit in three ways, against a page that only loads Pyodide."""
    try:
        module = importlib.import_module("tests.bench.page_start")
    except ModuleNotFoundError:
        bench.log.missing["page-start"] = "this version does not measure it"
        return {}
    measured: Mapping[str, list[float]] = module.measure(bench.rounds)
    return {f"page-start.{name.removesuffix(' loadPyodide')}.s": values for name, values in measured.items()}


def page_large(bench: Bench) -> Mapping[str, list[float]]:
    """Large runs on the page."""
    from tests.bench.page_large import page_large

    return page_large(bench)


def page_typing(bench: Bench) -> Mapping[str, list[float]]:
    """Typing on the page."""
    from tests.bench.page_small import page_typing

    return page_typing(bench)


def page_tables(bench: Bench) -> Mapping[str, list[float]]:
    """A long table on the page."""
    from tests.bench.page_small import page_tables

    return page_tables(bench)


def page_compare(bench: Bench) -> Mapping[str, list[float]]:
    """Comparisons on the page."""
    from tests.bench.page_compare import page_compare

    return page_compare(bench)


def page_proof(bench: Bench) -> Mapping[str, list[float]]:
    """The working behind a number on the page."""
    from tests.bench.page_proof import page_proof

    return page_proof(bench)


def js_size(bench: Bench) -> Mapping[str, list[float]]:
    """What the page loads."""
    from tests.bench.page_small import js_size

    return js_size(bench)


PARTS: dict[str, Part] = {
    "cli": processes.cli,
    "start": processes.start,
    "growth": growth.growth,
    "formats": processes.formats,
    "bad": processes.bad,
    "js-size": js_size,
    "page-start": page_start,
    "page-large": page_large,
    "page-typing": page_typing,
    "page-tables": page_tables,
    "page-compare": page_compare,
    "page-proof": page_proof,
}
