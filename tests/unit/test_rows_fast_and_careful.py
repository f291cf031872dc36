"""Rows taken apart a whole chunk at once give what they give one by one, at every border between chunks."""

from __future__ import annotations

from contextlib import AbstractContextManager
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rankproof import InputError
from rankproof.formats import rows, source
from tests.unit.helpers import judgements, results

Outcome = tuple[object, ...]


def read_judged(text: str) -> Outcome:
    """Everything that reading judgements gives: grades and notes, or every problem."""
    try:
        read = judgements(text)
    except InputError as error:
        return "refused", error.problems, error.more, error.swap
    return [(query, list(held.items())) for query, held in read.grades.items()], read.form, read.notes


def read_ranked(text: str) -> Outcome:
    """Everything that reading a run gives: rankings and notes, or every problem."""
    try:
        read = results(text)
    except InputError as error:
        return "refused", error.problems, error.more, error.swap
    rankings = [(query, held.documents, held.scores, held.ranks) for query, held in read.rankings.items()]
    return rankings, read.form, read.tag, read.notes


def carefully() -> AbstractContextManager[object]:
    """Every chunk goes row by row."""
    return patch.object(rows, "_fast_block", return_value=None)


def in_chunks_of(size: int) -> AbstractContextManager[object]:
    return patch.object(source, "CHUNK_BYTES", size)


CELLS = st.sampled_from(["q1", "q2", "0", "Q0", "1", "2.5", "-1", "é", "a b", '"a"', "#a", "", "nan", "doc,1", "\xa0"])
SEPARATORS = st.sampled_from([" ", "\t", ",", ";", "  ", " \t", ", "])
ENDINGS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\n\n", " \n", "\n \n", "\n# note\n", ""])


@st.composite
def tables(draw: st.DrawFn) -> str:
    """A text of rows, most of one shape, some of another, with what people's files hold between them."""
    width = draw(st.sampled_from([2, 3, 4, 6]))
    separator = draw(SEPARATORS)
    lines = []
    for _ in range(draw(st.integers(1, 6))):
        odd = draw(st.integers(0, 9)) == 0
        cells = draw(st.lists(CELLS, min_size=width, max_size=7 if odd else width))
        lines.append(draw(st.sampled_from(["", "", "", " ", "\ufeff"])) + separator.join(cells) + draw(ENDINGS))
    return "".join(lines)


ANYTHING = st.text(st.sampled_from('ab01 ,;\t\n\r#"é\xa0\ufeff\v\x85.'), max_size=40)


@given(st.one_of(tables(), ANYTHING))
@example("q\ta b\t1\nq\tc d\t2\n")  # blanks within tabs
@example("q a 1\n\xa0 b 2\n")  # a no-break space is an id, not a blank
@example("q a 1\n\x0b\nq b 2\n")
@example("q,a,1\n\nq,,2\n")
@example("0 \x0b0")  # a vertical tab is a blank, as in C
@example("q\ta\r\r\nq\tb\r\r\n")  # line endings turned into CRLF twice
@example("q\u2003a 1\nq b 2\n")
def test_the_fast_path_and_the_careful_path_agree_on_any_text(text: str) -> None:
    fast = read_judged(text), read_ranked(text)
    with carefully():
        assert (read_judged(text), read_ranked(text)) == fast


# A byte-order mark and carriage returns that end lines by themselves are told in the first chunk.
@given(st.one_of(tables(), ANYTHING.filter(lambda text: "\r" not in text)), st.integers(4, 40))
@example("q,a,1\nq,b,2\n", 7)
@example("\ufeffq a 1\n", 4)
@example("q a 1\r\nq b 1\r\n", 6)
@example('q,a,1\nq,"b\n",1\nq,"c, d",2\n', 8)
@settings(max_examples=200)
def test_a_text_reads_the_same_in_chunks_of_any_size(text: str, size: int) -> None:
    for read in (read_judged, read_ranked):
        whole = read(text)
        with in_chunks_of(size):
            parts = read(text)
        # Of a text with several mistakes, another few may come first: problems are collected chunk by chunk.
        assert parts == whole or parts[0] == whole[0] == "refused"


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_no_ending_of_lines_is_lost_at_a_border_between_chunks(size: int, ending: str) -> None:
    lines = ["q1 0 a 1", "", "# note", "q1 0 é 0", "q2 0 𝒜 2"]
    text = ending.join(lines)
    with in_chunks_of(size):
        read = judgements(text)
    assert read.grades == {"q1": {"a": 1, "é": 0}, "q2": {"𝒜": 2}}
    assert [note.count for note in read.notes if note.code == "lines-skipped"] == [2]


@pytest.mark.parametrize("size", [10, 20, 1000])
def test_an_old_macs_carriage_returns_end_lines(size: int) -> None:
    # They are told by the first chunk, so it has to hold the first of them and more.
    with in_chunks_of(size):
        assert judgements("q1 0 a 1\rq1 0 b 0\r").grades == {"q1": {"a": 1, "b": 0}}
