"""Reads judgements and results from whatever a program has: files, text, mappings, rows, records, frames, arrays."""

from __future__ import annotations

from .arrays import from_arrays
from .kinds import Data
from .reading import read_qrels, read_run

__all__ = ["Data", "from_arrays", "read_qrels", "read_run"]
