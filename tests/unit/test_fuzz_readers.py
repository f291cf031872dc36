"""A hundred thousand spoiled inputs: none crashes or hangs a reader, none loses a row unsaid, and every way agrees."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import groupby, pairwise
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankproof import InputError
from rankproof.formats import (
    Ranking,
    Results,
    RunReader,
    Source,
    TooEarlyError,
    read_judgements,
    read_results,
    rows,
    source,
)
from rankproof.formats.block import spans
from rankproof.formats.classify import classify
from rankproof.names import parse_measures
from rankproof.parts import join_parts, score_part
from rankproof.problems import SHOWN_PROBLEMS, WIDEST_EXCERPT
from rankproof.scoring import score_source
from rankproof.settings import make_settings
from tests.unit.counted_rows import rows_in, text_of
from tests.unit.fuzzed import fuzzed
from tests.unit.test_any_input import DATA

INPUTS = int(os.environ.get("FUZZ_INPUTS", "100000"))
SEEDS = range(10)
SECONDS = 5
"""Of processor time, for an input of some hundred bytes: far more than any takes, so that only a hang is one."""

JUDGED = read_judgements(Source("q1 0 d1 1\nq2 0 d2 2\nd1 0 q1 1\n", "qrels"))
MADE = make_settings({"k": 3})
ASKED = parse_measures(["map", "num_ret"], MADE)

Outcome = tuple[Any, ...]
"""What reading gives: everything that was read, or "refused" and the problems."""


class HungError(BaseException):
    """A reader that goes on and on; no reader's own handling of exceptions catches it."""


@contextmanager
def watched() -> Iterator[Callable[[float], object]]:
    """Gives what starts the clock anew; a reader that takes so many seconds of the processor is stopped."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise HungError

    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        yield lambda seconds: signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def outcome(role: str, read_from: Source) -> Outcome:
    """What reading gives, to be compared with what another way of reading gives."""
    try:
        if role == "judgements":
            judged = read_judgements(read_from)
            return "read", judged.form, judged.notes, [(query, list(of.items())) for query, of in judged.grades.items()]
        return of_results(read_results(read_from))
    except InputError as error:
        return refused(error)


def refused(error: InputError) -> Outcome:
    return "refused", error.problems, error.more, error.swap


def of_results(run: Results) -> Outcome:
    rankings = [(query, one.documents, one.scores, one.ranks) for query, one in run.rankings.items()]
    return "read", run.form, run.notes, rankings, run.tag, run.by_rank, run.sizes


def rows_read(role: str, read: Outcome) -> int:
    """The rows that were read, with those that a note says were left out."""
    if role == "results":
        return sum(read[-1].values())
    again = sum(note.count or 0 for note in read[2] if note.code == "judged-twice")
    return again + sum(len(judged) for _, judged in read[3])


def check(role: str, data: bytes, read: Outcome) -> None:
    """Every row is accounted for, or the input is refused with a problem that says where and what."""
    if read[0] == "refused":
        _, problems, more, _ = read
        assert 0 < len(problems) <= SHOWN_PROBLEMS
        assert more >= 0
        lines = data.count(b"\n") + data.count(b"\r") + 1
        for problem in problems:
            assert problem.message
            assert problem.line is None or data[:2] == b"\x1f\x8b" or 1 <= problem.line <= lines
            shown = problem.text or ""
            assert len(shown) <= WIDEST_EXCERPT + 2
            assert problem.column is None or 1 <= problem.column <= len(shown) + 1
        return
    text = text_of(data)  # what is read is text
    header = any(note.code == "header" for note in read[2])
    assert rows_read(role, read) == rows_in(text, read[1], header=header)


def carefully(role: str, data: bytes, read: Outcome, _random: Random, _folder: Path) -> None:
    with patch.object(rows, "_fast_block", return_value=None):
        assert outcome(role, Source(data, "in")) == read


def in_small_chunks(role: str, data: bytes, read: Outcome, random: Random, _folder: Path) -> None:
    # A mark at the start and carriage returns that end lines by themselves are told by the first chunk.
    size = random.randint(4, 40)
    with patch.object(source, "CHUNK_BYTES", size), patch.object(source, "READ_BYTES", size):
        parts = outcome(role, Source(data, "in"))
    # Problems are collected chunk by chunk: of several, another few may come first.
    assert parts == read or parts[0] == read[0] == "refused" or b"\r" in data or data[:2] == b"\x1f\x8b"


def query_by_query(_role: str, data: bytes, _read: Outcome, _random: Random, _folder: Path) -> None:
    def taken() -> Outcome:
        try:
            reader = RunReader(Source(data, "in"))
            reader.results.rankings = dict(reader.rankings())
            for query in reader.reader.empty_queries:
                reader.results.rankings.setdefault(query, Ranking([], None))
        except InputError as error:
            return refused(error)
        return of_results(reader.results)

    with suppress(TooEarlyError):  # then the whole is read
        assert taken() == outcome("results", Source(data, "in"))


def in_parts(_role: str, data: bytes, _read: Outcome, random: Random, folder: Path) -> None:
    """As --jobs does it."""
    file = folder / "in"
    file.write_bytes(data)
    run = Source(file, "in")

    def scored(how: Callable[[], tuple[Results, Any]]) -> Outcome:
        try:
            results, result = how()
        except InputError as error:
            return "refused", error.problems, error.more
        return results.form, results.tag, results.notes, results.sizes, vars(result)

    def joined() -> tuple[Results, Any]:
        places = sorted(random.randint(0, len(data)) for _ in range(2))
        parts = [score_part(JUDGED, run, place, ASKED, MADE) for place in pairwise([0, *places, len(data)])]
        return join_parts(JUDGED, run, parts, ASKED, MADE)

    try:
        of_parts = scored(joined)
    except TooEarlyError:
        return  # then the whole is read
    assert of_parts == scored(lambda: score_source(JUDGED, run, ASKED, MADE))


def told_apart(_role: str, data: bytes, read: Outcome, _random: Random, _folder: Path) -> None:
    with suppress(InputError):
        assert classify(Source(data, "in")).role in {"judgements", "results", "unknown"}
        return
    assert read[0] == "refused"


WAYS = (carefully, in_small_chunks, query_by_query, in_parts, told_apart)


@pytest.mark.parametrize("seed", SEEDS)
def test_spoiled_inputs_are_read_to_the_last_row_or_refused_in_words(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    forms = Counter[str]()
    with watched() as clock:
        for number in range(INPUTS // len(SEEDS)):
            role, data = fuzzed(random)
            try:
                clock(SECONDS)
                read = outcome(role, Source(data, "in"))
                check(role, data, read)
                if number % 2:
                    WAYS[number // 2 % len(WAYS)](role, data, read, random, tmp_path)
            except (Exception, HungError) as error:  # noqa: BLE001 - whatever it is, its input is told
                pytest.fail(f"seed {seed}, input {number}, {role}: {data!r}: {type(error).__name__}: {error}")
            forms[read[1] if read[0] == "read" else "refused"] += 1
    # A fuzz that is refused all the time finds nothing.
    assert forms["refused"] < 0.75 * forms.total()
    assert len(forms) > 20 or INPUTS < 100_000


@given(DATA, st.sampled_from(["judgements", "results"]), st.sampled_from(WAYS), st.integers(0, 99))
@settings(max_examples=2000)
def test_any_bytes_are_read_to_the_last_row_or_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, role: str, way: Any, seed: int
) -> None:
    read = outcome(role, Source(data, "in"))
    check(role, data, read)
    way(role, data, read, Random(seed), tmp_path_factory.getbasetemp())


ADVERSE = {
    "two of a query, then one of another": "a x\na y\nb z\n" * 20_000,
    "one row a query": "".join(f"q{number} d 1\n" for number in range(30_000)),
    "conflicts in the last rows": "".join(f"q{number} d 1\n" for number in range(30_000)) + "q9 d 2\n" * 3_000,
    "one cell of quotes": "q," + '"' * 200_000 + "\n",
    "a quote that is never closed": 'q,"a,1\n' * 20_000,
    "quotes with blanks behind": 'q,"a" ,1\n' * 20_000,
    "scores that are none": "".join(f"q d{number} x\n" for number in range(20_000)),
    "the same name again and again": '{"q":{' + ",".join(f'"d":{number % 2}' for number in range(20_000)) + "}}",
    "records without an id": "\n".join('{"qid":"q","docno":"d","rel":"x"}' for _ in range(10_000)),
    "brackets in brackets": "[" * 100_000,
    "brackets in brackets that close": "[" * 100_000 + "]" * 100_000,
    "objects in objects": '{"a":' * 30_000,
    "brackets that are also in names": '["]",' * 30_000,
    "backslashes": '{"q":"' + "\\" * 100_001,
    "texts that are never closed": '{"q":"' * 30_000,
    "a line of a thousand columns": ("q " + "x " * 1_000 + "\n") * 50,
    "a header of many columns": "qid," + ",".join(f"c{number}" for number in range(20_000)) + "\na,b\n",
    "comments": "#\n" * 100_000,
    "blanks in one line": "q" + " " * 300_000 + "d 1\n",
    "digits": '{"q":{"d":' + "9" * 200_000 + "}}",
    "a tag a row": "".join(f"q Q0 d{number} 1 1 t{number}\n" for number in range(10_000)),
}


@pytest.mark.parametrize("kind", ADVERSE)
def test_what_is_made_to_take_long_takes_no_second_for_10_kb(kind: str) -> None:
    data = ADVERSE[kind].encode()
    for role in ("judgements", "results"):
        with watched() as clock:
            clock(len(data) / 10_000)
            read = outcome(role, Source(data, "in"))
            check(role, data, read)


class Counted(str):
    """Text that counts how often one is compared."""

    compared = 0
    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)


@pytest.mark.parametrize("pattern", ["aab", "ab", "aaab", "a", "abacabad", "aabaabb"])
def test_neighbours_are_found_with_a_few_comparisons_a_row_in_any_order(pattern: str) -> None:
    queries: list[str] = [Counted(letter) for letter in pattern * 1_000]
    Counted.compared = 0
    found = list(spans(queries))
    assert Counted.compared < 8 * len(queries)
    assert [(query, end - start) for query, start, end in found] == [
        (query, len(list(group))) for query, group in groupby(pattern * 1_000)
    ]
