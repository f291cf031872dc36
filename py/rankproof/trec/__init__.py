"""trec_eval's own command line, formats and printed form: the same bytes on standard output."""

from __future__ import annotations

from .command import main

__all__ = ["main"]
