"""Makes judgements and runs of any size, the same bytes every time, in the shape of MS MARCO passage runs."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import NamedTuple

SEED = 20260
DOCUMENTS = 8_841_823  # as many passages as MS MARCO has; their ids are the numbers below this
QUERY_IDS = 1_102_400  # MS MARCO's query ids are numbers of up to seven digits
SHAPES = 500  # so many different falls of the scores are drawn, and taken in turn
TOP_SCORE = 30_000_000  # in millionths; a score is printed with six decimals
TAG = "bm25"

HEADERS = {"csv": "qid,docno,rank,score\n", "tsv": "query-id\tcorpus-id\tscore\n"}


class Query(NamedTuple):
    """One query's results, best first: documents, and scores as printed, which fall strictly."""

    name: str
    documents: list[str]
    scores: list[str]


def run(queries: int, depth: int) -> Iterator[Query]:
    """So many queries, with so many results each; every query is drawn from the same stream of random numbers."""
    draw = random.Random(SEED)
    shapes = [falling_scores(draw, depth) for _ in range(min(queries, SHAPES))]
    names = sorted(draw.sample(range(1, QUERY_IDS), queries))
    for name, scores in zip(names, itertools.cycle(shapes), strict=False):
        documents = list(map(str, draw.sample(range(DOCUMENTS), depth)))
        yield Query(str(name), documents, scores)


def falling_scores(draw: random.Random, depth: int) -> list[str]:
    """Scores that fall by at least a millionth and stay above 0."""
    widest = 2 * (TOP_SCORE * 2 // 3) // depth
    falls = (draw.randrange(1, widest) for _ in range(depth - 1))
    return [f"{score / 1e6:.6f}" for score in itertools.accumulate(falls, int.__sub__, initial=TOP_SCORE)]


def sparse_judgements(query: Query, draw: random.Random) -> str:
    """MS MARCO's judgements: one relevant passage, rarely two; six in seven are found."""
    count = 2 if draw.random() < 0.07 else 1
    found = draw.sample(query.documents, count)
    return "".join(
        f"{query.name} 0 {document if draw.random() < 6 / 7 else DOCUMENTS + index} 1\n"
        for index, document in enumerate(found)
    )


def graded_judgements(query: Query, draw: random.Random) -> str:
    """A TREC pool in small: some 50 judged passages with grades 0 to 2, most of them among the best 200 results."""
    pool = query.documents[:200]
    found = draw.sample(pool, min(40, len(pool)))
    missed = (str(DOCUMENTS + index) for index in range(50 - len(found)))
    grades = draw.choices((0, 1, 2), (6, 3, 1), k=50)
    rows = zip(itertools.chain(found, missed), grades, strict=True)
    return "".join(f"{query.name} 0 {document} {grade}\n" for document, grade in rows)


def trec_rows(query: Query) -> list[str]:
    """The rows of a TREC run."""
    numbered = enumerate(zip(query.documents, query.scores, strict=True), start=1)
    return [f"{query.name} Q0 {document} {rank} {score} {TAG}\n" for rank, (document, score) in numbered]


def tied_rows(query: Query, draw: random.Random) -> list[str]:
    """A TREC run in no order, with scores of one decimal: some three in a hundred are different."""
    rows = [
        f"{query.name} Q0 {document} 0 {float(score):.1f} {TAG}\n"
        for document, score in zip(query.documents, query.scores, strict=True)
    ]
    draw.shuffle(rows)
    return rows


def csv_rows(query: Query) -> list[str]:
    """A table as data frames are exported."""
    numbered = enumerate(zip(query.documents, query.scores, strict=True), start=1)
    return [f"{query.name},{document},{rank},{score}\n" for rank, (document, score) in numbered]


def tsv_rows(query: Query) -> list[str]:
    """A table in BEIR's columns."""
    pairs = zip(query.documents, query.scores, strict=True)
    return [f"{query.name}\t{document}\t{score}\n" for document, score in pairs]


def jsonl_rows(query: Query) -> list[str]:
    """JSON Lines, one record a result."""
    pairs = zip(query.documents, query.scores, strict=True)
    name = json.dumps(query.name)
    return [f'{{"qid": {name}, "docno": "{document}", "score": {score}}}\n' for document, score in pairs]


def ranked_rows(query: Query) -> list[str]:
    """MS MARCO's own form of a run: query, passage, rank."""
    return [f"{query.name}\t{document}\t{rank}\n" for rank, document in enumerate(query.documents, start=1)]
