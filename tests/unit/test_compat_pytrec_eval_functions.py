"""The other functions of rankproof.compat.pytrec_eval: means over queries, and lines of files."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import pytrec_eval as original
from hypothesis import given
from hypothesis import strategies as st

from rankproof.compat import pytrec_eval as face
from tests.unit.pytrec_pair import BOTH

NUMPY_EXP_ULPS = 1
"""numpy.exp may use the processor's vector instructions and then end in another last bit than C's exp."""


# Means.


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=400), st.integers(1, 20))
def test_sums_and_means_are_added_in_the_originals_order(values: list[float], times: int) -> None:
    for measure in ("num_rel", "map"):
        expected = original.compute_aggregated_measure(measure, values * times)
        assert face.compute_aggregated_measure(measure, values * times) == expected


@given(st.lists(st.floats(1e-5, 1), min_size=1, max_size=300))
def test_geometric_means_are_the_originals_but_for_the_last_bit_of_exp(values: list[float]) -> None:
    logarithms = [math.log(value) for value in values]
    expected = original.compute_aggregated_measure("gm_map", logarithms)
    got = face.compute_aggregated_measure("gm_map", logarithms)
    assert abs(got - expected) <= NUMPY_EXP_ULPS * math.ulp(expected)


@BOTH
def test_of_no_values_the_sum_is_0_and_a_mean_is_nan_with_a_warning(package: Any) -> None:
    assert package.compute_aggregated_measure("num_q", []) == 0.0
    for measure in ("map", "gm_map"):
        with pytest.warns(RuntimeWarning):
            assert math.isnan(package.compute_aggregated_measure(measure, []))


@BOTH
@pytest.mark.parametrize(
    ("measure", "values", "kind"), [("map", ["a"], TypeError), ("map", iter([1]), TypeError), (5, [1], AttributeError)]
)
def test_means_of_what_cannot_be_added_are_refused(
    package: Any, measure: Any, values: Any, kind: type[Exception]
) -> None:
    with pytest.raises(kind):
        package.compute_aggregated_measure(measure, values)


@BOTH
def test_means_are_floats_of_ints_bools_and_arrays_too(package: Any) -> None:
    assert package.compute_aggregated_measure("map", np.array([1, 2])) == 1.5
    total = package.compute_aggregated_measure("num_q", [True, 2])
    assert (total, type(total)) == (3.0, float)


# Files.


@BOTH
def test_run_and_qrel_lines_become_nested_dicts_that_make_missing_queries(package: Any) -> None:
    run = package.parse_run(["q1 Q0 a 1 2.5 tag\n", "q2\tQ0\ta\t1\t-1e3\ttag", "  q1 Q0 b 2 nan tag\r\n"])
    assert repr(run["q1"]) == "{'a': 2.5, 'b': nan}"
    assert run["q2"] == {"a": -1000.0}
    qrel = package.parse_qrel(iter(["q1 0 a 2", "q1 0 b -1"]))
    assert qrel == {"q1": {"a": 2, "b": -1}}
    for parsed in (run, qrel):
        parsed["new"]["a"] = 1
        assert parsed["new"] == {"a": 1}
    assert package.parse_run([]) == package.parse_qrel([]) == {}
