"""Stores that come back with another address, by a name or by themselves."""

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.support.programs import printed
from tests.support.running import HASTY
from tests.support.servers import Cluster, Server, one_server, started
from tests.support.waiting import wait_until
from tools.faults.findings import Finding
from tools.faults.hosts.network import INSTANCES, NET, STORES, Network
from tools.faults.hosts.partitions import WAITING, is_whole
from tools.faults.hosts.trial import Trial, instances, tried

NAME: Final = "store.test"
NOBODY: Final = f"{NET}.99"
SOON: Final = 3.0  # seconds that a moved store has until the next one moves


def nodes_move(folder: Path) -> Iterator[Finding]:
    """Each host of a cluster is killed in turn, and comes back with another address."""
    network = Network(*INSTANCES, *STORES)
    places = network.places(*STORES, *STORES[1:], STORES[0])
    with started(Cluster(folder / "stores", places=places)) as cluster:

        def fault() -> None:
            for number, name in enumerate(STORES, 50):
                place = network.hosts[name]
                here = [server for server in cluster.servers if server.place == place]
                _move(network, name, f"{NET}.{number}", here)
                wait_until(lambda: is_whole(cluster), "the cluster is not whole")
                time.sleep(SOON)

        trial = _tried(network, cluster.url, folder, fault, **WAITING)
    yield trial.finding(more=f"no guess for {trial.history.gap:.1f} s")


def name_moves(folder: Path) -> Iterator[Finding]:
    """A name leads first to an address that nobody has, and then to that of the store."""
    network = Network(*INSTANCES, "store1")
    names = folder / "names"
    names.touch()
    printed("mount", "--bind", str(names), "/etc/hosts")  # for processes of this run only
    with one_server(folder / "store", "everysec", network.hosts["store1"]) as store:

        def lead() -> None:
            addresses = (NOBODY, store.place.address)
            names.write_text("".join(f"{address} {NAME}\n" for address in addresses))

        def fault() -> None:
            _move(network, "store1", f"{NET}.60", [store])
            lead()
            time.sleep(SOON)

        lead()
        url = f"redis://{NAME}:{store.port}/0"
        trial = _tried(network, url, folder, fault, **HASTY)
    yield trial.finding(more=f"no guess for {trial.history.gap:.1f} s")


def _tried(
    network: Network, url: str, folder: Path, fault: Callable[[], None], **environ: str
) -> Trial:
    with instances(network, folder, url, **environ) as services:
        return tried([service.url for service in services], fault)


def _move(network: Network, name: str, address: str, servers: Sequence[Server]) -> None:
    """Kill the servers of a host, and start them again at another address."""
    for server in servers:
        server.send(signal.SIGKILL)
    place = network.move(name, address)
    for server in servers:
        server.place = place
        server.start()
