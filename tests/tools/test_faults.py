"""The checks themselves: what they must find, they find."""

import random
from dataclasses import replace

import pytest

from tools.faults.concurrent_guesses import Operation, faults_of
from tools.faults.secrecy import auc, error_of_auc

A = Operation("g", "a", begun=1, ended=2, status=200, version=2, guessed=("a",), over=False)
B = Operation("g", "b", begun=3, ended=4, status=200, version=3, guessed=("a", "b"), over=False)
LOOK = replace(B, letter="", begun=5, ended=6)


def test_history_that_could_be_has_no_fault() -> None:
    overlapping = replace(LOOK, begun=3.5, version=2, guessed=("a",))
    assert list(faults_of([A, B, LOOK, overlapping])) == []


@pytest.mark.parametrize(
    "impossible",
    [
        replace(LOOK, version=2, guessed=("a",)),  # it forgot b
        replace(LOOK, guessed=("b", "a")),  # another order
        replace(LOOK, letter="c", version=3),  # the answer to c is about b
        replace(B, letter="b", begun=5, ended=6),  # b applied twice
        replace(LOOK, letter="z", status=409),  # a conflict without a cause
    ],
)
def test_history_that_could_not_be_is_found(impossible: Operation) -> None:
    assert list(faults_of([A, B, impossible]))


def test_auc_tells_slow_from_fast_and_like_from_like() -> None:
    assert auc([3.0, 4.0], [1.0, 2.0]) == 1
    assert auc([1.0, 4.0], [2.0, 3.0]) == 0.5


def test_auc_of_like_and_like_is_rarely_far_from_a_half() -> None:
    chance = random.Random(1)
    areas = [
        auc([chance.random() for _ in range(60)], [chance.random() for _ in range(60)])
        for _ in range(1000)
    ]
    assert 2 <= sum(abs(area - 0.5) > 2 * error_of_auc(60) for area in areas) / 10 <= 7
    assert sum(abs(area - 0.5) > 3 * error_of_auc(60) for area in areas) / 10 <= 1
