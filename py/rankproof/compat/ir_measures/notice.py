"""Warns at the line of the caller's own code, however deep in this package something was noticed."""

from __future__ import annotations

import inspect
import warnings


def warn(text: str) -> None:
    """A UserWarning that names the first line outside this package."""
    level = 1
    frame = inspect.currentframe()
    while frame is not None and str(frame.f_globals.get("__name__")).startswith(f"{__package__}."):
        level += 1
        frame = frame.f_back
    warnings.warn(text, stacklevel=level)
