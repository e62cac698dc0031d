"""What the checks of faults must find, they find; and sums of capacity are right."""

import random
from dataclasses import replace

import pytest

from tools.bench.capacity import sums
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


def test_needs_of_a_day_follow_from_the_costs_of_a_guess() -> None:
    seconds = {"worker": 1e-3, "store": 2e-3, "proxy": 1e-4}
    costs = {"guesses": 10, **seconds, "clients": 1000, "network": 500, "disk": 100}
    needs = {name: value for name, _, value in sums(864_000, costs, end=0.1)}
    assert needs == pytest.approx(
        {
            "guesses/s": 100, "guesses/s at the peak": 300, "worker cores: guesses": 0.3,
            "worker cores: ends": 3, "worker cores to have": 6.6, "instances": 2,
            "connections of players": 1500, "nginx cores to have": 0.06, "store cores": 0.6,
            "store memory, GB": 0.6048, "shards": 2, "connections to a store": 800,
            "clients, Mbit/s": 2.4, "store's network, Mbit/s": 1.2, "append-only files, MB/s": 0.03,
        }
    )  # fmt: skip


def test_memory_decides_on_shards_where_cores_do_not() -> None:
    costs = dict.fromkeys(("guesses", "worker", "store", "proxy", "clients", "network", "disk"), 0)
    needs = {name: value for name, _, value in sums(100_000_000, costs, end=0)}
    assert (needs["shards"], needs["store memory, GB"]) == (9, 70)
