"""Measures of readers, of agreement, of rank bias and of sets, worked by hand with the arithmetic shown."""

from __future__ import annotations

from math import log2

import pytest

from rankproof import evaluate

CLOSE = 1e-12
"""Hand and program add in other orders."""

Problem = tuple[dict[str, int], list[str]]


def value(name: str, problem: Problem) -> float:
    qrels, run = problem
    (found,) = evaluate({"q": qrels}, {"q": run}, [name], queries="all").mean_values
    return found


# Grades of the results: none, 1, 2. With max_rel = 2 the gains are 0, 1/2, 1.
RISING: Problem = ({"b": 1, "c": 2}, ["a", "b", "c"])
# Gains 1, 0, 1/2.
FALLING: Problem = ({"a": 2, "c": 1}, ["a", "b", "c"])

# INSQ, T = 1: C_i = ((i + 1) / (i + 2))^2, so W_i = (2 / (i + 1))^2: 1, 4/9, 1/4, ... to rank 1000.
INSQ_READ = sum((2 / (rank + 1)) ** 2 for rank in range(1, 1001))
# INST, T = 1, gains 0, 1/2, 1: C_1 = ((1 + 1 + 1 - 1) / 3)^2 = 4/9; C_2 = ((2 + 1 + 1/2 - 1) / 3.5)^2 = 25/49;
# after rank 3 what is missing is -1/2, so C_i = ((i - 0.5) / (i + 0.5))^2 and W_i = W_3 (2.5 / (i - 0.5))^2.
INST_READ = 1 + 4 / 9 + sum(100 / 441 * (2.5 / (rank - 0.5)) ** 2 for rank in range(3, 1001))


@pytest.mark.parametrize(
    ("name", "problem", "expected"),
    [
        # (1 / log2 2 + 0.5 / log2 4) / (1 / log2 2 + 1 / log2 3 + 1 / log2 4)
        ("SDCG(max_rel=2)@3", FALLING, (1 + 0.25) / (1 + 1 / log2(3) + 0.5)),
        # min_rel = 1: grade 1 gains 0, grade 2 gains 1.
        ("SDCG(min_rel=1,max_rel=2)@3", FALLING, 1 / (1 + 1 / log2(3) + 0.5)),
        # A gain of 1 is reached at rank 1; one of 1.5 at rank 3; one of 9 never, up to rank 4.
        ("BPM(T=1,max_rel=2)@10", FALLING, 1.0),
        ("BPM(T=1.5,max_rel=2)@10", FALLING, 1.5 / 3),
        ("BPM(T=9,max_rel=2)@4", FALLING, 1.5 / 4),
        # W = 1, 4/9, 1/4: 1/2 x 4/9 + 1 x 1/4 = 17/36.
        ("INSQ(T=1,max_rel=2)", RISING, 17 / 36 / INSQ_READ),
        # W = 1, 4/9, 4/9 x 25/49 = 100/441: 1/2 x 4/9 + 1 x 100/441.
        ("INST(T=1,max_rel=2)", RISING, (2 / 9 + 100 / 441) / INST_READ),
        # W = 1, 1 - 0, 1 x (1 - 1/2): (1/2 + 1/2) / 2.5.
        ("NERR8(max_rel=2)@3", RISING, 0.4),
        # k = 2 ends it: 1/2 / 2.
        ("NERR8(max_rel=2)@2", RISING, 0.25),
        # W = 1, 1/2 x 1, 1/2 x 2/3 x 1/2 = 1/6: (1/4 + 1/6) / (5/3).
        ("NERR9(max_rel=2)@3", RISING, 0.25),
        # W = 1, 1/2, 1/2 x 1/2 x 1/2 = 1/8, then 0: (1/4 + 1/8) / (13/8).
        ("NERR10(p=0.5,max_rel=2)", RISING, 3 / 13),
        # W = 1, 4/9, 4/9 x 9/16 x 1/2 = 1/8, then 0: (2/9 + 1/8) / (1 + 4/9 + 1/8).
        ("NERR11(T=1,max_rel=2)", RISING, 25 / 113),
        # r = 0, 1/4, 3/4 of max_rel 2: 1/2 x 1/4 + 1/3 x 3/4 x 3/4 = 1/8 + 3/16.
        ("ERR(max_rel=2)@3", RISING, 5 / 16),
        ("ERR(max_rel=2)@2", RISING, 1 / 8),
    ],
)
def test_a_measure_of_a_reader(name: str, problem: Problem, expected: float) -> None:
    assert value(name, problem) == pytest.approx(expected, rel=0, abs=CLOSE)


# Relevant at ranks 1 and 3 of four.
TWO_OF_FOUR: Problem = ({"a": 1, "c": 1}, ["a", "b", "c", "d"])
# The best order is a, b.
SWAPPED: Problem = ({"a": 2, "b": 1}, ["b", "x", "a"])


@pytest.mark.parametrize(
    ("name", "problem", "expected"),
    [
        # a before b, a before d, c before d, but b before c: 3 of 4.
        ("Accuracy", TWO_OF_FOUR, 0.75),
        # a before b, but b before c: 1 of 2.
        ("Accuracy@3", TWO_OF_FOUR, 0.5),
        ("Accuracy@1", TWO_OF_FOUR, 1.0),
        ("Accuracy", ({"z": 1}, ["a", "b"]), 0.0),
        # Shared in the top 1, 2, 3: 0, 1, 2. 0 + 0.5 x 1/2 + 0.25 x 2/3 = 5/12; of the best with itself
        # 1 + 0.5 x 2/2 + 0.25 x 2/3 = 5/3.
        ("Compat(p=0.5)", SWAPPED, 0.25),
        # Over the weights instead: 5/12 / (1 + 0.5 + 0.25).
        ("Compat(p=0.5,normalize=False)", SWAPPED, 5 / 21),
        # Of equal grades the one that is retrieved first is first in the best order too.
        ("Compat(p=0.5)", ({"a": 1, "b": 1}, ["b", "a"]), 1.0),
        ("Compat", ({"a": 0}, ["a"]), 0.0),
    ],
)
def test_a_measure_of_agreement(name: str, problem: Problem, expected: float) -> None:
    assert value(name, problem) == pytest.approx(expected, rel=0, abs=CLOSE)


# Grades 2, none, 1, 0.
GRADED: Problem = ({"a": 2, "c": 1, "d": 0}, ["a", "b", "c", "d"])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # Gains over the highest, 2: 1, 0, 1/2, 0. 0.1 x (1 + 1/2 x 0.9^2).
        ("rbp", 0.1405),
        # 0.5 x (1 + 1/2 x 0.25)
        ("rbp.p=0.5", 0.5625),
        # Gains 1, -1, 0 of grades 2, 1, 0 are scaled to 1, 0, 1/2: 0.1 x (1 + 1/2 x 0.9^3).
        ("rbp.1=-1,2=1", 0.13645),
        # The document at rank 2 and those after the four: 0.1 x 0.9 + 0.9^4.
        ("rbp_resid", 0.7461),
        # 0.2 x (1 + 1/2 x 0.8^2); with rel both gain 1; within the top 2 there is one.
        ("RBP", 0.264),
        ("RBP(rel=1)", 0.328),
        ("RBP(rel=2)", 0.2),
        ("RBP(p=0.5,rel=1)@2", 0.5),
    ],
)
def test_a_rank_biased_measure(name: str, expected: float) -> None:
    assert value(name, GRADED) == pytest.approx(expected, rel=0, abs=CLOSE)


def test_the_residual_of_rbp_is_0_where_every_result_is_judged() -> None:
    assert value("rbp_resid", ({"a": 1, "b": 0}, ["a", "b"])) == 0


# Four results, two of the three relevant documents among them, at ranks 1 and 3: P = 1/2, R = 2/3.
SET: Problem = ({"a": 1, "c": 1, "z": 1, "b": 0}, ["a", "b", "c", "d"])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("set_P", 1 / 2),
        ("set_recall", 2 / 3),
        # 2 / min(4, 3); at 2 one of min(2, 3).
        ("set_relative_P", 2 / 3),
        ("relative_P_2", 1 / 2),
        ("set_map", 1 / 3),
        # 2 x 1/2 x 2/3 / (1/2 + 2/3) = (2/3) / (7/6)
        ("set_F", 4 / 7),
        # 1.5 x 1/3 / (0.5 x 1/2 + 2/3) = (1/2) / (11/12)
        ("set_F.0.5", 6 / 11),
        # At 2: P = 1/2, R = 1/3: 2 x 1/6 / (5/6).
        ("F1@2", 2 / 5),
        # 2 relevant, 2 others; then also -2 for the one that was missed.
        ("utility", 0.0),
        ("utility.1,-1,-2,0", -2.0),
        ("utility.3,0.5,0,0", 7.0),
    ],
)
def test_a_measure_of_the_set_of_results(name: str, expected: float) -> None:
    assert value(name, SET) == pytest.approx(expected, rel=0, abs=CLOSE)
