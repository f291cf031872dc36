"""A run scored while it is read gives what it gives when it is read as a whole first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankproof.formats import Results, RunReader, Source, TooEarlyError, read_judgements, read_results
from rankproof.formats import source as chunks
from rankproof.formats import stretch as stretches
from rankproof.names import parse_measures
from rankproof.problems import InputError
from rankproof.scoring import score, score_source
from rankproof.settings import make_settings

FORMS = {
    "TREC": "{q} Q0 {d} {r} {s} tag\n",
    "TREC with tabs": "{q}\tQ0\t{d}\t{r}\t{s}\ttag\n",
    "TREC with wide blanks": "{q}  Q0 {d}   {r} {s} tag\n",
    "CSV": "{q},{d},{s}\n",
    "TSV, best first": "{q}\t{d}\n",
    "ranks": "{q} {d} {r}\n",
    "JSON Lines": '{{"qid": "{q}", "docno": "{d}", "score": {s}}}\n',
}

JUDGEMENTS = "".join(f"q{query} 0 d{document} {document % 3}\n" for query in range(6) for document in range(0, 9, 2))

rows = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 9), st.integers(1, 9), st.sampled_from([0.5, 1, 2, 2.5, -3])),
    min_size=1,
    max_size=40,
)


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stretches are taken at once from one row on, and chunks are short, so that small inputs go the ways of large."""
    monkeypatch.setattr(stretches, "SHORTEST", 1)
    monkeypatch.setattr(chunks, "CHUNK_BYTES", 40)


def text(form: str, lines: list[tuple[int, int, int, float]], *, grouped: bool) -> str:
    ordered = sorted(lines, key=lambda row: row[0]) if grouped else lines
    return "".join(FORMS[form].format(q=f"q{q}", d=f"d{d}", r=r, s=s) for q, d, r, s in ordered)


def everything(results: Results) -> object:
    return {name: value for name, value in vars(results).items() if name not in {"rankings", "sample"}}


@pytest.mark.parametrize("ties", ["docno-desc", "given"])
@pytest.mark.parametrize("form", FORMS)
@given(lines=rows, grouped=st.booleans())
def test_reading_query_by_query_changes_nothing(
    form: str, ties: str, lines: list[tuple[int, int, int, float]], grouped: bool
) -> None:
    settings = make_settings({"ties": ties, "k": 3})
    asked = parse_measures(["map", "ndcg", "P@3", "R@3", "num_ret"], settings)
    source = Source(text(form, lines, grouped=grouped), "run")
    judgements = read_judgements(Source(JUDGEMENTS, "qrels"))
    whole = read_results(source)
    expected = score(judgements, whole, asked, settings)
    results, result = score_source(judgements, source, asked, settings)
    assert everything(results) == everything(whole)
    assert vars(result) == {**vars(expected)}


def test_a_query_that_comes_back_is_told_of() -> None:
    reader = RunReader(Source("q1 a\n" * 20 + "q2 a\n" * 20 + "q1 b\n", "run"))
    with pytest.raises(TooEarlyError):
        list(reader.rankings())


def test_ranks_that_turn_out_to_be_scores_are_told_of() -> None:
    ranks = "".join(f"q{query} d 1\n" for query in range(20))
    reader = RunReader(Source(ranks + "last d 0.5\n", "run"))
    with pytest.raises(TooEarlyError):
        list(reader.rankings())


def test_the_whole_is_read_where_queries_are_interleaved() -> None:
    run = "q1 a\n" + "".join(f"q2 d{number}\n" for number in range(20)) + "q1 b\n"
    judgements = read_judgements(Source("q1 a 1\nq1 b 1\nq2 b 1\n", "qrels"))
    settings = make_settings({})
    results, result = score_source(judgements, Source(run, "run"), parse_measures(["map"], settings), settings)
    assert results.sizes == {"q1": 2, "q2": 20}
    # q1: both relevant documents at ranks 1 and 2; q2: its relevant document is not there.
    assert result.per_query() == {"q1": {"map": 1.0}, "q2": {"map": 0.0}}


ODD = (
    "q1 Q0 d9 9 1.0\n",
    "q1 Q0 d9 9 1.0 tag more words\n",
    "\n",
    "# note\n",
    "q1  Q0 d9 9 1 t\n",
    "q1 Q0 d9 9\ttag\n",
)


@pytest.mark.parametrize("odd", ODD)
def test_one_odd_row_in_a_stretch_is_read_as_it_is_alone(odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = "".join(f"q1 Q0 d{number} {number} {9 - number} tag\n" for number in range(1, 5))
    after = before.replace(" d", " e")

    def outcome() -> object:
        try:
            results = read_results(Source(before + odd + after, "run"))
        except InputError as error:
            return error.lines()
        return everything(results), {query: one.documents for query, one in results.rankings.items()}

    monkeypatch.setattr(chunks, "CHUNK_BYTES", 1 << 17)
    quickly = outcome()
    monkeypatch.setattr(stretches, "SHORTEST", 10**9)
    assert outcome() == quickly
