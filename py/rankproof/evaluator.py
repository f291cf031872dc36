"""Scores a run against judgements in one call."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from .evalresult import EvalResult
from .formats import Source, read_judgements, read_results
from .names import parse_measures
from .scoring import score
from .settings import make_settings


def evaluate(
    qrels: str | bytes | os.PathLike[str] | Mapping[str, object],
    run: str | bytes | os.PathLike[str] | Mapping[str, object],
    measures: Iterable[str] | None = None,
    **settings: object,
) -> EvalResult:
    """Scores `run` against `qrels` with the given settings (see Settings; `preset` sets several).

    qrels and run: a path, text of any accepted form, bytes, or a mapping such as {"q1": {"d1": 2}}. measures: names in
    either style; recall, precision, RR and nDCG at k if None. Raises InputError or SettingError.
    """
    made = make_settings(settings)
    asked = parse_measures(None if measures is None else list(measures), made)
    judgements = read_judgements(as_source(qrels, "qrels"))
    return score(judgements, read_results(as_source(run, "run")), asked, made)


def as_source(data: str | bytes | os.PathLike[str] | Mapping[str, object], name: str) -> Source:
    """A Source for a path, text, bytes or a mapping. Text in one line that names a file is a path."""
    if isinstance(data, Mapping):
        import json

        # NumPy's numbers and the like turn into Python's by item().
        return Source(json.dumps(data, default=lambda value: value.item()), name)
    if isinstance(data, str) and "\n" not in data and data.lstrip()[:1] not in ("", "{", "["):
        return Source(_Path(data), data)
    if isinstance(data, os.PathLike):
        return Source(data, os.fspath(data))
    return Source(data, name)


class _Path(os.PathLike[str]):
    """A file's name as a path, without the cost of importing pathlib."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __fspath__(self) -> str:
        return self.name


def path(name: str) -> os.PathLike[str]:
    """A path for a file's name."""
    return _Path(name)
