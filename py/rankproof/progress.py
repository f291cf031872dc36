"""Shows on a terminal how far the reading of a large input has come."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .formats import Progress


def reading(name: str) -> Progress | None:
    """What to call while an input is read: it keeps one line on standard error up to date; None where nobody looks."""
    if not sys.stderr.isatty():
        return None

    def tell(done: int, total: int | None) -> None:
        share = f"{done / total:.0%}" if total else f"{done:,} bytes"
        # The line is taken away again as the reading ends, before anything else is printed.
        sys.stderr.write(f"\r\x1b[K{name}: {share}" if total is None or done < total else "\r\x1b[K")
        sys.stderr.flush()

    return tell
