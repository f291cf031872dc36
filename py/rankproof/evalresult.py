"""The scores of one run: every query's, and the means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .coverage import LeftOut
from .names import Asked
from .problems import Note
from .settings import Settings


class QueryRow(NamedTuple):
    """What is known of one averaged query besides its scores."""

    query: str
    judged: int
    relevant: int
    retrieved: int


class EvalResult(Mapping[str, dict[str, float]]):
    """The scores of one run: a mapping from query to {measure: value}, with the means in aggregate().

    Measures go by trec_eval's names (`ndcg_cut_10`). `rows` and `columns` hold the same values by position:
    `columns[m][q]` is measure m of query `rows[q]`, in natural order of the queries.
    """

    def __init__(
        self,
        name: str,
        *,
        asked: list[Asked],
        settings: Settings,
        rows: list[QueryRow],
        columns: list[list[float]],
        means: list[float],
        left_out: list[LeftOut],
        sentence: str,
        notes: list[Note],
    ) -> None:
        self.name = name
        self.asked = asked
        self.settings = settings
        self.rows = rows
        self.columns = columns
        self.means = means
        self.left_out = left_out
        self.sentence = sentence
        self.notes = notes
        self._positions = {row.query: position for position, row in enumerate(rows)}

    def __getitem__(self, query: str) -> dict[str, float]:
        position = self._positions[query]
        return {one.key: column[position] for one, column in zip(self.asked, self.columns, strict=True)}

    def __iter__(self) -> Iterator[str]:
        return iter(self._positions)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        means = ", ".join(f"{key} {value:.4f}" for key, value in self.aggregate().items())
        return f"<EvalResult {self.name}: {len(self)} queries, {means}>"

    def aggregate(self) -> dict[str, float]:
        """{measure: mean over the averaged queries}; counts are summed."""
        return {one.key: mean for one, mean in zip(self.asked, self.means, strict=True)}

    def per_query(self) -> dict[str, dict[str, float]]:
        """{query: {measure: value}} for every averaged query."""
        return {query: self[query] for query in self}
