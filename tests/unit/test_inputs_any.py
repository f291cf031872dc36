"""Whatever a program hands over, it is read or refused with an InputError, and what is read is scored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rankproof import EvalResult, Evaluator, InputError, evaluate
from tests.unit.frames import ArrowLike, Number, NumpyLike, PandasLike
from tests.unit.problems import Qrels, Run, problems

NAMES = ["qid", "docno", "rel", "score", "rank", "tag", "query", "x"]
cells = (
    st.none()
    | st.booleans()
    | st.integers(-2, 3)
    | st.floats()
    | st.sampled_from(["q", "a", "Q0", "0", "1.5", "", "nan", "\ud800"])
    | st.builds(Number, st.integers(0, 3))
    | st.just(object())
)
rows = st.lists(cells, max_size=7)
columns = st.dictionaries(st.sampled_from(NAMES), st.lists(cells, min_size=2, max_size=2), max_size=5)
tables = (
    st.lists(rows | rows.map(tuple) | rows.map(NumpyLike) | columns | cells, max_size=4)
    | st.lists(st.dictionaries(st.sampled_from(NAMES), cells, max_size=4), max_size=4)
    | columns
    | columns.map(PandasLike)
    | columns.map(ArrowLike)
)
held = rows | st.dictionaries(st.none() | st.integers(0, 3) | st.sampled_from("ab"), cells, max_size=3) | cells
mappings = st.dictionaries(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["q", "1"]), held, max_size=3
)
anything: st.SearchStrategy[Any] = tables | mappings | cells | st.binary(max_size=20)


def means_of(score: Callable[[], EvalResult]) -> list[float]:
    """The means of what is read; 0 for what is refused."""
    try:
        return score().mean_values
    except InputError as error:
        return [0.0 for problem in error.problems if problem.message]


@given(anything, anything)
def test_any_data_is_scored_or_refused(qrels: Any, run: Any) -> None:
    for judged, ranked in ((qrels, run), (qrels, {"q": ["a"]}), ({"q": ["a"], "1": ["a"]}, run)):
        means = means_of(lambda judged=judged, ranked=ranked: evaluate(judged, ranked, ["map", "nDCG@2"]))  # type: ignore[misc]
        assert means
        assert all(0 <= mean <= 1 for mean in means)


@given(st.lists(cells, max_size=3), st.lists(cells | rows, max_size=3), st.none() | st.lists(cells | rows, max_size=3))
def test_any_arrays_are_scored_or_refused(query_ids: Any, doc_ids: Any, scores: Any) -> None:
    evaluator = Evaluator({"q": ["a"], "1": ["a"]}, ["map"])
    means = means_of(lambda: evaluator.evaluate_arrays(query_ids, doc_ids, scores))
    assert means
    assert all(0 <= mean <= 1 for mean in means)


def as_rows(table: dict[str, dict[str, Any]]) -> list[tuple[str, str, Any]]:
    return [(query, document, value) for query, held in table.items() for document, value in held.items()]


@given(problems())
def test_mappings_frames_records_and_arrays_of_one_problem_have_equal_scores(problem: tuple[Qrels, Run]) -> None:
    qrels, run = problem
    queries, documents, values = (list(column) for column in zip(*as_rows(run), strict=True))
    evaluator = Evaluator(qrels, ["map", "nDCG", "bpref"])
    expected = evaluator.evaluate(run)
    frame = PandasLike({"score": values, "qid": queries, "docno": documents})
    records = [{"qid": query, "docno": document, "sim": value} for query, document, value in as_rows(run)]
    trec = [(query, "Q0", document, 0, value, "t") for query, document, value in as_rows(run)]
    for found in (
        *map(evaluator.evaluate, (frame, records, trec)),
        evaluator.evaluate_arrays(queries, documents, values),
    ):
        assert found.per_query() == expected.per_query()
        assert found.means == expected.means
