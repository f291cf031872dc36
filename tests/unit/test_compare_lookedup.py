"""Sums of looked up values are those of a plain loop, whatever the number of tables."""

from __future__ import annotations

import pytest

from rankproof.compare.lookedup import plus_looked_up


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 16, 19])
def test_each_resample_gets_its_place_of_every_table(count: int) -> None:
    # Powers of 3 times 0, 1 or 2: every choice of places has a sum of its own.
    tables = [[0, 3**number, 2 * 3**number] for number in range(count)]
    places = [bytes((number + resample * resample) % 3 for resample in range(5)) for number in range(count)]
    expected = [10 + resample for resample in range(5)]
    for number in range(count):
        for resample in range(5):
            expected[resample] += tables[number][places[number][resample]]
    assert plus_looked_up([10, 11, 12, 13, 14], tables, places) == expected
