"""What was opened once works in every engine when the host is gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines.conftest import Host
from tests.engines.reader import Reader, until
from tests.engines.test_flows import WIKIPEDIA, see_means

KEPT = "() => document.querySelector('.kept')?.textContent ?? ''"


@pytest.fixture
def leaving(dist: Path) -> Iterator[Host]:
    """A host that a flow may stop."""
    serving = Host(dist)
    yield serving
    serving.stop()


def test_after_one_visit_the_page_opens_and_scores_without_its_host(reader: Reader, leaving: Host) -> None:
    reader.open(leaving.url)
    until(lambda: reader.driver.run(KEPT), lambda said: "Works offline." in said)
    leaving.stop()
    reader.reload()
    assert reader.root("startedFrom") == "snapshot"
    reader.press("button", "Wikipedia")
    see_means(reader, WIKIPEDIA)
