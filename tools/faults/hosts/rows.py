"""The rows of the table of faults that need several hosts."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from tools.faults.findings import Fault
from tools.faults.hosts import (
    addresses,
    balancers,
    clocks,
    drains,
    draws,
    partitions,
    pauses,
    slow_networks,
    store_clocks,
)
from tools.faults.hosts.isolation import isolated
from tools.faults.hosts.partitions import PARTITIONS

SECONDS: Final = 6.0  # of a fault
BRIEF: Final = 4.0  # the sentinels and the nodes of a cluster need three to fail over
DRAINS: Final = 50

NONE_LOST: Final = "0 acknowledged guesses lost, nothing doubled; guesses go on afterwards"


def _sentinel(name: str) -> Fault:
    return Fault(
        f"Sentinel on three hosts, each write waits for one replica: {PARTITIONS[name].done}",
        NONE_LOST,
        isolated(partial(partitions.with_sentinels, name, SECONDS)),
        isolated(partial(partitions.with_sentinels, name, BRIEF)),
    )


def _cluster(name: str) -> Fault:
    return Fault(
        f"Cluster on three hosts, each write waits for its replica: {PARTITIONS[name].done}",
        NONE_LOST,
        isolated(partial(partitions.in_a_cluster, name, SECONDS)),
        isolated(partial(partitions.in_a_cluster, name, BRIEF)),
    )


HOSTS: Final[Mapping[str, Fault]] = {
    **{f"sentinel-{name}": _sentinel(name) for name in PARTITIONS},
    **{f"cluster-{name}": _cluster(name) for name in PARTITIONS},
    "sentinel-draws": Fault(
        "Sentinel on three hosts, each write waits for one replica: today's game and the secret of"
        " `any` are drawn while the primary's host is cut off together with one instance",
        f"one game of today, one dealer for each seed of `any`; {NONE_LOST}",
        isolated(partial(draws.split, SECONDS)),
        isolated(partial(draws.split, BRIEF)),
    ),
    "sentinel-clocks": Fault(
        "Sentinel on three hosts, each write waits for one replica: while the primary's host is"
        " cut off, its clock goes ten minutes ahead, and that of a replica's host ten minutes back",
        NONE_LOST,
        isolated(partial(store_clocks.jumping, SECONDS)),
        isolated(partial(store_clocks.jumping, BRIEF)),
    ),
    "sentinel-drain": Fault(
        "Sentinel on three hosts, each write waits for one replica: the primary's host is cut off"
        " from all others, and one instance is stopped and started again meanwhile",
        f"exit code 0 within {drains.LONGEST:.0f} s; {NONE_LOST}",
        isolated(partial(drains.in_a_failover, SECONDS)),
        isolated(partial(drains.in_a_failover, BRIEF)),
    ),
    "slow-network": Fault(
        "the network between two instances and their store, with timeouts of 1 s",
        f"under {100 * slow_networks.REFUSED:.0f} % × 503; 0 lost, nothing doubled",
        isolated(partial(slow_networks.slow, SECONDS)),
        isolated(partial(slow_networks.slow, BRIEF)),
    ),
    "clocks": Fault(
        "two instances with clocks ten minutes apart",
        "nothing of a day is revealed early",
        clocks.apart,
    ),
    "paused": Fault(
        "an instance is paused in the midst of guesses, three times, while its clients go to"
        " another one",
        NONE_LOST,
        isolated(partial(pauses.paused, SECONDS / 2, 3)),
        isolated(partial(pauses.paused, BRIEF / 2, 2)),
    ),
    "cluster-moves": Fault(
        "the hosts of a cluster are killed in turn, and come back with other addresses",
        NONE_LOST,
        isolated(addresses.nodes_move),
    ),
    "name-moves": Fault(
        "the store's name leads to a dead address and to the store, which moves to another one",
        NONE_LOST,
        isolated(addresses.name_moves),
    ),
    "drains": Fault(
        "nginx as shipped: SIGTERM to one of two instances under load",
        "0 × 502",
        isolated(partial(balancers.drained, DRAINS)),
        isolated(partial(balancers.drained, 5)),
    ),
    "vanished": Fault(
        "nginx as shipped: the host of one of two instances vanishes",
        "guesses, looks and starts take 2 s at most; 0 lost, nothing doubled",
        isolated(partial(balancers.vanished, SECONDS)),
        isolated(partial(balancers.vanished, BRIEF)),
    ),
    "stopped": Fault(
        "nginx as shipped: one of two instances is paused",
        "guesses, looks and starts take 2 s at most; 0 lost, nothing doubled",
        isolated(partial(balancers.stopped, SECONDS)),
        isolated(partial(balancers.stopped, BRIEF)),
    ),
    "killed": Fault(
        "nginx as shipped: one of two instances is killed, and started again",
        NONE_LOST,
        isolated(partial(balancers.killed, SECONDS)),
        isolated(partial(balancers.killed, BRIEF)),
    ),
    "without-store": Fault(
        "nginx as shipped: one of two instances cannot reach the store",
        f"it attracts nobody: under {100 * balancers.FEW:.0f} % × 503, and more than half as many"
        " guesses as before",
        isolated(partial(balancers.without_store, SECONDS)),
        isolated(partial(balancers.without_store, BRIEF)),
    ),
    "store-away": Fault(
        "nginx as shipped: no instance can reach the store",
        f"each failure is our {balancers.OURS}; 0 lost, nothing doubled",
        isolated(partial(balancers.store_away, SECONDS)),
        isolated(partial(balancers.store_away, BRIEF)),
    ),
}
