"""Scores a made-up run, so that a browser has compiled what scoring needs for speed before a large run comes."""

from __future__ import annotations

import json

from .formats import Source, read_judgements
from .names import parse_measures
from .scoring import score_while_read
from .settings import make_settings

QUERIES, DEPTH, JUDGED = 20, 1_000, 40
"""The size of the made-up run: a fraction of a second's work, for whatever comes has to wait for its end."""


def warm_up() -> None:
    """Reads and scores a run in the form that large ones mostly have; nothing of it is kept."""
    settings = make_settings({})
    rows = [f" Q0 D{rank * 7919 % 1_000_003} {rank} {30 - rank / 97:.6f} made-up\n" for rank in range(1, DEPTH + 1)]
    run = "".join(f"{query}{row}" for query in range(QUERIES) for row in rows)
    judged = [row.split()[1] for row in rows[:: DEPTH // JUDGED]]
    qrels = "".join(f"{query} 0 {document} 1\n" for query in range(QUERIES) for document in judged)
    judgements = read_judgements(Source(qrels, "made-up judgements"))
    _, scoring = score_while_read(judgements, Source(run, "made-up run"), parse_measures(None, settings), settings)
    json.dumps(scoring.state())
