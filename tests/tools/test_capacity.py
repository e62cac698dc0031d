"""Sums of capacity: what a day of many games needs."""

import pytest

from tools.bench.capacity import sums


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
