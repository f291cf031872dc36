"""What must be said of each case, picked by hand from its `must_say`: one entry for each message, in the same order."""

from __future__ import annotations

from typing import NamedTuple


class Said(NamedTuple):
    """A note with this code, or an error at this line, whose text holds these words (any case) and these numbers.

    `how_many` (its count), `line` and `examples` are the note's own; None where they do not matter.
    """

    words: tuple[str, ...]
    code: str | None = None
    numbers: tuple[int, ...] = ()
    how_many: int | None = None
    line: int | None = None
    examples: tuple[str, ...] | None = None


class Later(NamedTuple):
    """A message that is no note of a score, and where it is told."""

    reason: str


MESSAGES: dict[str, tuple[Said | Later, ...]] = {
    "01-tie-by-docid-descending": (
        Said(
            ("equal", "document id, descending", "as trec_eval does", "rank column is not used"),
            "all-scores-equal",
            examples=("t1", "t2"),
        ),
    ),
    "05-tie-straddles-cutoff": (Said(("query 7", "ranks 3 to 5", "score 7.2", "k = 3"), "tie-at-k", examples=("7",)),),
    "11-nan-and-infinite-scores": (
        Said(("“nan” is not a number", "cannot be ranked", "d1", "mend the score or remove the line"), line=2),
        # The case has a warning here; with us scores are finite, and infinity is an error too.
        Said(("“-inf” is infinite", "d4"), line=4),
    ),
    "13-all-scores-identical": (
        Said(
            ("all 5 scores are equal (1)", "document id, descending", "rank column is not used"),
            "all-scores-equal",
            how_many=5,
        ),
    ),
    "15-duplicate-doc-in-run": (
        Said(
            ("d1 (2 times)", "query q1", "trec_eval refuses such a run", "keep"),
            "listed-twice",
            numbers=(1, 3),
            how_many=1,
        ),
    ),
    "17-chunks-share-a-document-id": (
        # guide again in lines 2 and 3, news again in line 6: three rows too many.
        Said(
            ("guide (3 times)", "news (2 times)", "query q1", "chunks", "best chunk"),
            "listed-twice",
            numbers=(1, 2, 3, 4, 6),
            how_many=3,
        ),
    ),
    "19-conflicting-judgments": (
        Said(("query q1", "document d1", "grades 0 and 3", "lines 1 and 3", "keep one"), line=3),
    ),
    "21-run-topic-not-judged": (
        Said(
            ("2 queries", "never judged", "not scored", "c5_3, c5_4"),
            "queries-unjudged",
            how_many=2,
            examples=("c5_3", "c5_4"),
        ),
    ),
    "23-topic-with-only-zero-judgments": (
        Said(
            ("no relevant document", "0 on every measure", "averaged", "q2"),
            "queries-irrelevant",
            how_many=1,
            examples=("q2",),
        ),
    ),
    "25-empty-result-list-in-json": (
        Said(("missing from the results", "scores 0", "t2"), "queries-missing", how_many=1, examples=("t2",)),
    ),
    "29-fractional-grades-truncated": (
        Said(("1.9 is not a whole number", "trec_eval would cut it to 1", "rescale", "10"), line=1),
    ),
    "31-negative-grades-and-judged-only": (
        Said(
            ("2 judgements below 0", "-1, -2", "removed", "as trec_eval -J does"),
            "negative-grades",
            how_many=2,
            examples=("w9",),
        ),
    ),
    "35-all-judged-the-same-grade": (
        Said(
            ("demo", "all judged documents", "same grade", "nDCG cannot tell"),
            "one-grade",
            how_many=1,
            examples=("demo",),
        ),
    ),
    "37-beir-style-other-header-names": (Said(("line 1 is a header", "not read as a row"), "header", line=1),),
    "41-three-column-run-with-scores": (
        Said(("third column", "not whole", "score", "highest first"), "third-is-score"),
    ),
    "43-prels-five-columns": (Said(("5 columns", "query 0 document grade", "prels", "keep columns 1 to 3"), line=1),),
    "45-run-with-extra-column": (
        Said(("after the run tag", "ignored", "as trec_eval does"), "text-after-tag", how_many=2, line=1),
    ),
    "51-malformed-line-number": (
        Said(("only 4 columns", "score and tag are missing", "query Q0 document rank score tag"), line=5),
    ),
    "57-leading-zeros-in-ids": (
        Later("a diagnosis, told by `rankproof check`: see tests/unit/test_diagnoses.py, and the test below"),
        Later("the same for documents"),
    ),
    "59-float-topic-ids": (Said(("none of the 2 judged queries (1, 2)", "1.0, 2.0", "end in “.0”", "whole numbers")),),
    "67-topic-id-with-spaces": (
        Said(("5 columns", "red shoes", "ids cannot hold blanks", "number the queries or use CSV"), line=1),
    ),
    "73-recall-is-not-capped": (
        Said(
            ("more than 2 relevant documents", "Recall@2 cannot reach 1", "4 relevant", "at most 0.5"),
            "recall-capped",
            how_many=1,
            examples=("q1",),
        ),
    ),
    "79-unjudged-documents": (
        Said(
            ("2 of the 3 results in the top 3", "unjudged", "counted as not relevant"), "unjudged-in-top-k", how_many=2
        ),
    ),
    "81-ids-coincide-by-accident": (
        Later(
            "a diagnosis, told by `rankproof check`: see tests/unit/test_diagnoses.py; the numbers show that it is kept"
        ),
    ),
    "85-chunk-ids-against-document-ids": (
        Later("a diagnosis, told by `rankproof check`: see tests/unit/test_diagnoses.py, and the test below"),
    ),
}

WARNED_ANYWAY = {
    "03-tie-byte-order-not-utf16": "all its scores are equal, which is worth a warning",
}
"""Cases that ask for no message and get a warning, and why."""
