"""The version of trec_eval that the numbers are checked against."""

from __future__ import annotations

TREC_EVAL = "10.0"
