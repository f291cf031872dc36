"""Small shared steps of the unit tests: reading a text, finding a note, catching an error."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from rankproof import InputError, Note
from rankproof.formats import Judgements, Results, Source, read_judgements, read_results
from rankproof.ranking import order

Data = str | bytes | Path


def judgements(data: Data) -> Judgements:
    """Judgements from text, bytes or a file, under the name "qrels"."""
    return read_judgements(Source(data, "qrels"))


def results(data: Data) -> Results:
    """A run from text, bytes or a file, under the name "run"."""
    return read_results(Source(data, "run"))


def rankings(run: Results, ties: str = "docno-desc") -> dict[str, list[str]]:
    """Each query's documents, best first."""
    return {query: order(ranking, ties).documents for query, ranking in run.rankings.items()}


def codes(notes: Iterable[Note]) -> list[str]:
    """The kinds of these notes, in their order."""
    return [note.code for note in notes]


def the_note(notes: Iterable[Note], code: str) -> Note:
    """The one note of this kind."""
    (found,) = [note for note in notes if note.code == code]
    return found


def refused_judgements(data: Data) -> InputError:
    """The error that these judgements raise."""
    with pytest.raises(InputError) as caught:
        judgements(data)
    return caught.value


def refused_results(data: Data) -> InputError:
    """The error that this run raises."""
    with pytest.raises(InputError) as caught:
        results(data)
    return caught.value


def rounded(values: dict[str, float], decimals: int = 3) -> dict[str, float]:
    """The values as a person writes them down."""
    return {name: round(value, decimals) for name, value in values.items()}
