"""The scores of one run, as a program takes them: a mapping from queries, means, a dictionary, a data frame."""

from __future__ import annotations

# What collections.abc is made of, and loaded since Python's start.
from _collections_abc import Mapping

from . import __version__
from .coverage import LeftOut
from .custom import EvaluationError
from .names import Asked
from .problems import Note, SettingError, counted
from .record import Record
from .settings import Settings, settings_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    from .compare.two import PairedComparison

DECIMALS = 4
"""As trec_eval prints."""

ALL = "all"
"""What trec_eval calls the row of the means."""


MaybeNone: TypeAlias = "Any"
"""Beside float: None, where a user's own measure failed. Type checkers are not told, as it takes on_error="collect"."""

NO_VALUE = "–"
"""What tables show for it."""


def shown(value: float | MaybeNone, one: Asked) -> str:
    """A value as tables show it: counts whole, all else with four decimals."""
    if value is None:
        return NO_VALUE
    return f"{value:.0f}" if one.definition.whole else f"{value:.{DECIMALS}f}"


class QueryRow(Record):
    """What is known of one averaged query besides its scores."""

    query: str
    judged: int
    relevant: int
    retrieved: int


Values: TypeAlias = "dict[str, float | MaybeNone]"
"""{measure: value}."""


class EvalResult(Mapping[str, Values]):
    """The scores of one run: a mapping from query to {measure: value}, with the means in `means`.

    Measures go by trec_eval's names (`ndcg_cut_10`), in the order asked for; queries stand in natural order (q2 before
    q10). `settings` made the numbers, `sentence` says which queries the means are taken over, `left_out` which judged
    ones they are not, and `notes` how the inputs were read and what a reader should know. `rows` and `columns` hold the
    same values by position: `columns[m][q]` is measure m of query `rows[q]`, `mean_values[m]` its mean.

    `errors` lists what a user's own measures did wrong, with on_error="collect": such a measure has None for the query
    where it failed, and for the mean; in a data frame, JSON and CSV that is an empty cell.
    """

    def __init__(
        self,
        name: str,
        *,
        asked: list[Asked],
        settings: Settings,
        rows: list[QueryRow],
        columns: list[list[float | MaybeNone]],
        mean_values: list[float | MaybeNone],
        left_out: list[LeftOut],
        sentence: str,
        notes: list[Note],
    ) -> None:
        self.name = name
        self.asked = asked
        self.settings = settings
        self.rows = rows
        self.columns = columns
        self.mean_values = mean_values
        self.left_out = left_out
        self.sentence = sentence
        self.notes = notes
        self.errors: list[EvaluationError] = []
        self._positions = {row.query: position for position, row in enumerate(rows)}

    def __getitem__(self, query: str) -> Values:
        position = self._positions[query]
        return {one.key: column[position] for one, column in zip(self.asked, self.columns, strict=True)}

    def __iter__(self) -> Iterator[str]:
        return iter(self._positions)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        lines = [f"EvalResult {self.name}: {counted(len(self), 'query')}"]
        means = {one.key: shown(mean, one) for one, mean in zip(self.asked, self.mean_values, strict=True)}
        width = max(map(len, means), default=0)
        right = max(map(len, means.values()), default=0)
        lines += [f"  {key:<{width}}  {mean:>{right}}" for key, mean in means.items()]
        lines.append(self.sentence)
        warnings = [note.text for note in self.notes if note.level == "warning"]
        lines += [f"Warning: {text}" for text in warnings]
        return "\n".join(lines)

    @property
    def measures(self) -> list[str]:
        """The measures by trec_eval's names, in the order asked for."""
        return list(self.means)

    @property
    def means(self) -> Values:
        """{measure: mean over the averaged queries}; counts are summed, gm_map is a geometric mean."""
        return {one.key: mean for one, mean in zip(self.asked, self.mean_values, strict=True)}

    def aggregate(self) -> Values:
        """The same as `means`."""
        return self.means

    def per_query(self) -> dict[str, Values]:
        """{query: {measure: value}} for every averaged query."""
        return {query: self[query] for query in self}

    def renamed(self, name: str) -> EvalResult:
        """The same result under another name."""
        result = self.first(len(self.asked), self.notes)
        result.name = name
        return result

    def first(self, count: int, notes: list[Note]) -> EvalResult:
        """The same result with its first `count` measures only, and these notes."""
        result = EvalResult(
            self.name,
            asked=self.asked[:count],
            settings=self.settings,
            rows=self.rows,
            columns=self.columns[:count],
            mean_values=self.mean_values[:count],
            left_out=self.left_out,
            sentence=self.sentence,
            notes=notes,
        )
        result.errors = self.errors
        return result

    def compare(
        self,
        other: EvalResult,
        measure: str | None = None,
        test: str = "paired_t",
        num_resamples: int = 10_000,
        seed: int = 0,
        *,
        alpha: float = 0.05,
        progress: Callable[[float], None] | None = None,
    ) -> PairedComparison:
        """Tests whether this result (a) differs from another (b) on one measure: two-sided, paired by query id.

        measure: a name in either style; the first that both have for None. test: paired_t (or t), randomization,
        wilcoxon, sign, bootstrap or tukey. num_resamples and seed are those of the tests that draw at random. alpha:
        0.05 for an interval at 0.95. progress is told the share of the resampling that is done. Raises SettingError
        for results under different settings or judgements, and for a measure or test that is not there; InputError for
        results without a query in common.
        """
        from .compare.plan import How
        from .compare.two import compare_two

        how = How(test, "none", "measure", num_resamples, seed, alpha, progress)
        return compare_two(self, other, measure, how)

    def methods(self) -> str:
        """Two sentences for a paper: measures and their sources, gain, queries averaged, ties, unjudged documents."""
        from .methods import methods

        return methods([self])

    def bibtex(self) -> str:
        """The works that methods() cites, as BibTeX."""
        from .methods import citations

        return citations([self])

    def to_dict(self) -> dict[str, Any]:
        """Everything, of types that JSON has: version, name, settings, sentence, means, queries, left_out and notes.

        `queries` is {query: {measure: value}}, `left_out` {query: reason}; full precision.
        """
        return {
            "version": __version__,
            "name": self.name,
            "settings": settings_json(self.settings),
            "sentence": self.sentence,
            "means": self.means,
            "queries": self.per_query(),
            "left_out": {left.query: left.reason for left in self.left_out},
            "notes": [{**note._asdict(), "examples": list(note.examples)} for note in self.notes],
        }

    def to_dataframe(self, shape: str = "wide", library: str | None = None, *, means: bool = False) -> Any:
        """The scores of the queries as a DataFrame of pandas or polars.

        shape: "wide", a column `query` and one for each measure, or "tidy", columns `query`, `measure` and `value`.
        library: "pandas" or "polars"; by default the one that the program uses already, else the one installed.
        means: whether the means follow the queries, under the query `all`. Raises ImportError when the library is not
        installed, SettingError for another shape or library.
        """
        from .dataframes import frame_maker

        make = frame_maker(library)
        if shape == "wide":
            return make(self._wide(means=means))
        if shape == "tidy":
            return make(self._tidy(means=means))
        raise SettingError("shape", f"the shape is {shape!r}", "choose wide or tidy")

    def _wide(self, *, means: bool) -> dict[str, list[Any]]:
        table: dict[str, list[Any]] = {"query": [*self, *([ALL] if means else [])]}
        for one, column, mean in zip(self.asked, self.columns, self.mean_values, strict=True):
            kind = int if one.definition.whole else float
            cells = [*column, mean] if means else column
            table[one.key] = [None if value is None else kind(value) for value in cells]
        return table

    def _tidy(self, *, means: bool) -> dict[str, list[Any]]:
        scores = [(query, values) for query, values in self.items()]
        if means:
            scores.append((ALL, self.means))
        return {
            "query": [query for query, values in scores for _ in values],
            "measure": [key for _, values in scores for key in values],
            "value": [None if value is None else float(value) for _, values in scores for value in values.values()],
        }
