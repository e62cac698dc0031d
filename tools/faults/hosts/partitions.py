"""Partitions between three hosts with stores and two with instances: with sentinels, in a cluster.

Each write waits for one replica. So the primary and one replica are two of three hosts with
Sentinel, and all hosts that hold the game in a cluster.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.support.running import HASTY
from tests.support.servers import Cluster, sees_all, started
from tests.support.waiting import wait_until
from tools.faults.failover import Watched
from tools.faults.findings import Finding
from tools.faults.hosts.network import INSTANCES, STORES, Network
from tools.faults.hosts.trial import Trial, instances, tried

PRIMARY, *OTHERS = STORES
BRIDGED: Final = 2.0  # seconds that one host alone sees all others
WAITING: Final = {"HANGMAN_STORE_WAIT_REPLICAS": "1", **HASTY}


@dataclass(frozen=True)
class Partition:
    """A way to cut hosts off from one another; `period` seconds on and off, if it flaps."""

    done: str
    make: Callable[[Network], object]
    period: float = float("inf")

    def hold(self, network: Network, seconds: float) -> None:
        """Make it for so long, and heal it."""
        until = time.monotonic() + seconds
        while (rest := until - time.monotonic()) > 0:
            self.make(network)
            time.sleep(min(rest, self.period))
            network.heal()
            if self.period < rest:
                time.sleep(self.period)


def _split(network: Network) -> None:
    for name in (PRIMARY, INSTANCES[0]):
        network.cut(name, *OTHERS, INSTANCES[1])


def _silence(network: Network) -> None:
    for name in INSTANCES:
        network.drop(PRIMARY, name)


def _mute(network: Network) -> None:
    for name in OTHERS:
        network.drop(PRIMARY, name)


def _bridge(network: Network) -> None:
    # The last replica falls behind, and must not take over.
    network.cut(PRIMARY, OTHERS[-1])
    time.sleep(BRIDGED)
    network.isolate(PRIMARY)


PARTITIONS: Final[Mapping[str, Partition]] = {
    "split": Partition("the primary's host is cut off together with one instance", _split),
    "stores": Partition(
        "the primary's host is cut off from the other stores only",
        lambda network: network.cut(PRIMARY, *OTHERS),
    ),
    "everybody": Partition(
        "the primary's host is cut off from all others", lambda network: network.isolate(PRIMARY)
    ),
    "instances": Partition(
        "the primary's host is cut off from the instances only",
        lambda network: network.cut(PRIMARY, *INSTANCES),
    ),
    "replies": Partition(
        "commands reach the primary, and no reply reaches the instances", _silence
    ),
    "flapping": Partition(
        "the primary's host is cut off from all others every 4 s, for 2 s",
        lambda network: network.isolate(PRIMARY),
        period=2.0,
    ),
    "mute": Partition("the primary's host hears the other stores, and they do not hear it", _mute),
    "stutter": Partition(
        "the primary's host is cut off from the other stores every 0.2 s, for 0.1 s, so that it"
        " heals while writes wait",
        lambda network: network.cut(PRIMARY, *OTHERS),
        period=0.1,
    ),
    "bridge": Partition(
        f"the primary's host is cut off from one of the stores, which the other one still sees,"
        f" and {BRIDGED:.0f} s later from all others",
        _bridge,
    ),
}


def with_sentinels(partition: str, seconds: float, folder: Path) -> Iterator[Finding]:
    """A primary and two replicas, and a sentinel on the host of each."""
    network = Network(*INSTANCES, *STORES)
    with started(Watched(folder / "stores", network.places(*STORES))) as store:
        yield from _partitioned(network, store.url, partition, seconds, store.settle, folder)


def in_a_cluster(partition: str, seconds: float, folder: Path) -> Iterator[Finding]:
    """A primary on each host, and its replica on the next one."""
    network = Network(*INSTANCES, *STORES)
    places = network.places(*STORES, *OTHERS, PRIMARY)
    with started(Cluster(folder / "stores", places=places)) as store:

        def settle() -> None:
            wait_until(lambda: is_whole(store), "the cluster is not whole again")

        yield from _partitioned(network, store.url, partition, seconds, settle, folder)


def _partitioned(
    network: Network,
    url: str,
    partition: str,
    seconds: float,
    settle: Callable[[], None],
    folder: Path,
) -> Iterator[Finding]:
    def fault() -> None:
        PARTITIONS[partition].hold(network, seconds)
        settle()

    with instances(network, folder, url, **WAITING) as services:
        trial = tried([service.url for service in services], fault)
    yield trial.finding(more=pauses_of(trial))


def pauses_of(trial: Trial) -> str:
    """How long all players waited for a guess, and one of them for an answer, at most."""
    history = trial.history
    return f"no guess for {history.gap:.1f} s, no answer for {history.slowest:.2f} s"


def is_whole(cluster: Cluster) -> bool:
    """Whether there are three primaries, and replicas in step with them, and all nodes know it."""
    shown = [server.client.info("replication") for server in cluster.servers]
    replicas = [each for each in shown if each["role"] == "slave"]
    in_step = all(each["master_link_status"] == "up" for each in replicas)
    return len(replicas) == 3 and in_step and all(map(sees_all, cluster.servers))
