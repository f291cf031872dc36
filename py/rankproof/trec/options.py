"""Reads trec_eval's options."""

from __future__ import annotations

import getopt
from collections.abc import Sequence

from ..measures import GROUPS
from ..record import Record
from .numbers import leading_whole
from .rows import ROW_NAMES

SHORT = "hvqm:cl:nD:JN:M:R:T:oZ:"
LONG = (
    "help",
    "version",
    "query_eval_wanted",
    "measure=",
    "complete_rel_info_wanted",
    "level_for_rel=",
    "nosummary",
    "Debug_level=",
    "Judged_docs_only",
    "Number_docs_in_coll=",
    "Max_retrieved_per_topic=",
    "Rel_info_format=",
    "Results_format=",
    "Output_old_results_format=",
    "Zscore=",
)
FORMATS = ("qrels", "prefs", "qrels_prefs", "qrels_jg")


class UsageError(Exception):
    """Options that trec_eval refuses; `status` is its exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        self.status = status
        super().__init__(message)


class Options(Record):
    """What was asked for. `measures` holds names of rows, marked by -m; `parameters` the text after their points;
    `named` is false where the official ones stand in for none."""

    measures: frozenset[str]
    parameters: dict[str, str]
    rel_file: str = ""
    results_file: str = ""
    queries: bool = False
    summary: bool = True
    complete: bool = False
    judged_only: bool = False
    level: int = 1
    depth: int | None = None
    collection: int = 0
    rel_format: str = "qrels"
    results_format: str = "trec_results"
    zscores: str | None = None
    named: bool = False
    help: bool = False
    version: bool = False


def read_options(arguments: Sequence[str]) -> Options:
    """The options of a trec_eval command line. Raises UsageError."""
    try:
        # Like GNU getopt, this finds options after the files and completes long names.
        given, files = getopt.gnu_getopt(list(arguments), SHORT, list(LONG))
    except getopt.GetoptError as error:
        raise UsageError(f"{error.msg}") from None
    values: dict[str, object] = {}
    marked: set[str] = set()
    parameters: dict[str, str] = {}
    for flag, value in given:
        name = _short(flag)
        if name == "m":
            _mark(value, marked, parameters)
        elif name in _FLAGS:
            field, setting = _FLAGS[name]
            values[field] = setting
        elif name in _NUMBERS:
            values[_NUMBERS[name]] = leading_whole(value)
        elif name in _TEXTS:
            values[_TEXTS[name]] = value
    if not values.get("help") and not values.get("version") and len(files) != 2:
        raise UsageError(f"two files are wanted, the judgements and the results; {len(files)} given")
    if len(files) == 2:
        values["rel_file"], values["results_file"] = files
    values["named"] = bool(marked)
    if not marked:
        _mark("official", marked, parameters)
    return Options(frozenset(marked), parameters, **values)  # type: ignore[arg-type]


_FLAGS: dict[str, tuple[str, bool]] = {
    "h": ("help", True),
    "v": ("version", True),
    "q": ("queries", True),
    "c": ("complete", True),
    "n": ("summary", False),
    "J": ("judged_only", True),
}
_NUMBERS = {"l": "level", "M": "depth", "N": "collection"}
_TEXTS = {"R": "rel_format", "T": "results_format", "Z": "zscores"}
_LONG_NAMES = {"level_for_rel": "l", "nosummary": "n", "measure": "m", "version": "v", "help": "h"}


def _short(flag: str) -> str:
    """`-q` and `--query_eval_wanted` are one: long names begin with the short one, but for a few."""
    name = flag.lstrip("-")
    return _LONG_NAMES.get(name, name[0]) if flag.startswith("--") else name


def _mark(text: str, marked: set[str], parameters: dict[str, str]) -> None:
    name, point, given = text.partition(".")
    if point:
        if not given:
            raise UsageError(f"illegal measure '{text}'")
        # The first parameters given for a measure count.
        parameters.setdefault(name, given)
    if name in GROUPS:
        marked.update(GROUPS[name])
    elif name in ROW_NAMES:
        marked.add(name)
    else:
        raise UsageError(f"illegal measure '{name}'")
