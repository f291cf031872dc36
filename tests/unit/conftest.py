"""What holds for all unit tests: hypothesis takes the same examples each time, and registered names do not stay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from rankproof.custom import REGISTERED

settings.register_profile("rankproof", derandomize=True, deadline=None)
settings.load_profile("rankproof")


@pytest.fixture(autouse=True)
def no_registered_name_stays() -> Iterator[None]:
    before = dict(REGISTERED)
    yield
    REGISTERED.clear()
    REGISTERED.update(before)
