"""Random small problems for hypothesis: few ids, many ties, scores that 32-bit floats hold exactly."""

from __future__ import annotations

from hypothesis import strategies as st

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]

QUERIES = ["q1", "q2", "q10", "Q1"]
DOCUMENTS = ["a", "b", "Z", "z", "é", "ﬁ", "𝒜", "7", "10", "9", "d#1", "d,2"]

# Quarters up to 2.5 and down to -2.5: 21 values, each exact in 32 bits.
scores = st.integers(-10, 10).map(lambda quarters: quarters / 4)
grades = st.integers(-1, 4)


def _judged(grade: int) -> st.SearchStrategy[dict[str, int]]:
    # trec_eval crashes on a query with negative grades only, so one document is judged with this grade.
    return st.dictionaries(st.sampled_from(DOCUMENTS[1:]), grades, max_size=8).map(lambda held: {"a": grade, **held})


judged = st.integers(0, 4).flatmap(_judged)
ranked = st.dictionaries(st.sampled_from(DOCUMENTS), scores, min_size=1)


@st.composite
def problems(draw: st.DrawFn) -> tuple[Qrels, Run]:
    """Judgements and a run that have query q1 in common, and maybe others."""
    qrels = {"q1": draw(judged), **draw(st.dictionaries(st.sampled_from(QUERIES[1:]), judged))}
    run = {"q1": draw(ranked), **draw(st.dictionaries(st.sampled_from(QUERIES[1:]), ranked))}
    return qrels, run


def trec_rows(run: Run) -> list[str]:
    """The run as rows of a TREC run; the rank column says nothing."""
    return [f"{query} Q0 {doc} 0 {score!r} tag" for query, held in run.items() for doc, score in held.items()]
