"""Settings of hypothesis for the unit tests: the same examples in every run, and no limits of time."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("rankproof", derandomize=True, deadline=None)
settings.load_profile("rankproof")
