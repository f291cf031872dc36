"""A run scored in parts, or in several processes, gives what it gives in one."""

from __future__ import annotations

import json
import os
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankproof import jobs
from rankproof.formats import Results, Source, TooEarlyError, read_judgements
from rankproof.formats import source as chunks
from rankproof.names import Asked, parse_measures
from rankproof.parts import join_parts, score_part
from rankproof.problems import InputError
from rankproof.scoring import score_source
from rankproof.settings import Settings, make_settings

FORMS = {
    "TREC": "{q} Q0 {d} {r} {s} tag{d}\n",
    "CSV": "{q},{d},{s}\n",
    "ranks": "{q}\t{d}\t{r}\n",
    "best first": "{q} {d}\n",
}
JUDGEMENTS = read_judgements(
    Source("".join(f"q{query} 0 d{number} {number % 3}\n" for query in range(9) for number in range(9)), "qrels")
)

rows = st.tuples(st.integers(0, 5), st.integers(0, 9), st.integers(1, 9), st.sampled_from([0.5, 1, 2, 2.5, -3]))
between = st.sampled_from(["", "", "", "\n", "# a comment\n"])
runs_of_rows = st.lists(st.tuples(rows, between), min_size=1, max_size=30)


def measures(made: Settings) -> list[Asked]:
    return parse_measures(["map", "ndcg", "P@3", "R@3", "num_ret", "gm_map"], made)


def in_parts(source: Source, cuts: list[int], made: Settings) -> tuple[Results, object]:
    asked = measures(made)
    places = [0, *cuts, os.path.getsize(source.path or "")]
    parts = [score_part(JUDGEMENTS, source, place, asked, made) for place in pairwise(places)]
    # Parts travel between workers as JSON.
    return join_parts(JUDGEMENTS, source, json.loads(json.dumps(parts)), asked, made)


def everything(scored: tuple[Results, object]) -> object:
    return [{name: value for name, value in vars(one).items() if name not in {"rankings", "sample"}} for one in scored]


@pytest.mark.parametrize("ties", ["docno-desc", "given"])
@pytest.mark.parametrize("form", FORMS)
@given(run=runs_of_rows, cuts=st.lists(st.integers(0, 300), max_size=3))
def test_parts_put_together_are_the_whole(
    form: str, ties: str, run: list[tuple[tuple[int, int, int, float], str]], cuts: list[int]
) -> None:
    ordered = sorted(run, key=lambda row: row[0][0])
    text = "".join(FORMS[form].format(q=f"q{q}", d=f"d{d}", r=r, s=s) + more for (q, d, r, s), more in ordered)
    made = make_settings({"ties": ties, "k": 3})
    with TemporaryDirectory() as folder:
        file = Path(folder) / "run"
        file.write_text(text)
        source = Source(file, "run")
        whole = score_source(JUDGEMENTS, source, measures(made), made)
        try:
            joined = in_parts(source, sorted(min(cut, len(text)) for cut in cuts), made)
        except TooEarlyError:
            # Some parts held whole numbers only, others fractions.
            assert form == "CSV"
            return
    assert everything(joined) == everything(whole)


def test_a_query_that_comes_back_in_another_part_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.write_text("q1 a\nq2 a\nq1 b\n")
    for cuts in ([5], [10], [5, 10], [2], []):
        source = Source(file, "run")
        if cuts:
            with pytest.raises(TooEarlyError):
                in_parts(source, cuts, make_settings({}))


def test_a_mistake_in_a_part_is_left_to_the_whole(tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.write_text("q1 Q0 a 1 9.5 t\nq1 Q0 b 2 nine t\n")
    with pytest.raises(TooEarlyError):
        in_parts(Source(file, "run"), [10], make_settings({}))


def test_a_quoted_cell_is_left_to_the_whole(tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.write_text('q1,"a\nb",1\nq1,c,2\n')
    with pytest.raises(TooEarlyError):
        in_parts(Source(file, "run"), [7], make_settings({}))


def test_a_header_below_comments_is_no_row_of_a_later_part(tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.write_text("# a comment\nquery,docno\nq1,d1\n")
    with pytest.raises(TooEarlyError):
        in_parts(Source(file, "run"), [12], make_settings({}))


def test_a_carriage_return_in_a_later_part_ends_no_line_that_it_does_not_end_in_the_whole(tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.write_bytes(b"q1 d1\r\nq2 d\r2")
    source, made = Source(file, "run"), make_settings({})
    with pytest.raises(InputError, match="2 has 3 columns"):
        score_source(JUDGEMENTS, source, measures(made), made)
    with pytest.raises(TooEarlyError):
        in_parts(source, [8], made)


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "LEAST_BYTES", 1)
    monkeypatch.setattr(chunks, "CHUNK_BYTES", 64)


def runs(folder: Path) -> list[Source]:
    texts = {
        "grouped": "".join(f"q{q} Q0 d{d} {d} {9 - d} t\n" for q in range(9) for d in range(9)),
        "interleaved": "".join(f"q{q} Q0 d{d} {d} {9 - d} t\n" for d in range(9) for q in range(9)),
        "records": "".join(f'{{"qid": "q{q}", "docno": "d{d}", "score": {d}}}\n' for q in range(9) for d in range(9)),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [Source(folder / name, name) for name in texts]


@pytest.mark.parametrize("way", ["fork", "spawn"])
@pytest.mark.usefixtures("small_files")
def test_several_processes_give_what_one_gives(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "spawn":
        monkeypatch.delattr(os, "fork")
    made = make_settings({})
    asked = measures(made)
    sources = runs(tmp_path)
    found = jobs.score_sources(JUDGEMENTS, sources, asked, made, 3)
    assert [everything(one) for one in found] == [
        everything(score_source(JUDGEMENTS, source, asked, made)) for source in sources
    ]


@pytest.mark.usefixtures("small_files")
def test_a_mistake_is_told_with_its_line_from_several_processes_too(tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.write_text("".join(f"q{q} Q0 d{d} {d} {9 - d} t\n" for q in range(9) for d in range(9)) + "q9 Q0 d 1 bad t\n")
    made = make_settings({})
    with pytest.raises(InputError) as caught:
        jobs.score_sources(JUDGEMENTS, [Source(file, "run")], measures(made), made, 2)
    assert caught.value.line == 82
