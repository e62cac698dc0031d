"""An instance that is stopped, and started again, while the store fails over."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from tests.support.running import SERVE, Service, free_port, serving
from tests.support.servers import started
from tools.faults.failover import Watched
from tools.faults.findings import Finding
from tools.faults.hosts.network import INSTANCES, STORES, Network
from tools.faults.hosts.partitions import PRIMARY, WAITING, pauses_of
from tools.faults.hosts.trial import tried

FIRST, SECOND = INSTANCES
MOMENT: Final = 0.3  # seconds: requests wait for the store when the instance is stopped
LONGEST: Final = 20.0  # seconds that a stop may take
DRAINING: Final = {"HANGMAN_DRAIN_SECONDS": "1", **WAITING}


def in_a_failover(seconds: float, folder: Path) -> Iterator[Finding]:
    """The primary is cut off from everybody, and at once an instance drains."""
    network = Network(*INSTANCES, *STORES)
    environ = {**DRAINING, "PORT": str(free_port())}
    with (
        started(Watched(folder / "stores", network.places(*STORES))) as store,
        serving(
            folder / SECOND, SERVE, network.hosts[SECOND], REDIS_URL=store.url, **DRAINING
        ) as second,
        ExitStack() as stack,
    ):

        def start() -> Service:
            place = network.hosts[FIRST]
            service = serving(folder / FIRST, SERVE, place, REDIS_URL=store.url, **environ)
            return stack.enter_context(service)

        first, stops = start(), []

        def fault() -> None:
            network.isolate(PRIMARY)
            time.sleep(MOMENT)
            begun = time.monotonic()
            stack.close()
            stops.append(time.monotonic() - begun)
            start()
            time.sleep(seconds)
            network.heal()
            store.settle()

        trial = tried([first.url, second.url], fault)
    [stop], code = stops, first.process.returncode
    more = f"stopped within {stop:.1f} s, exit code {code}; {pauses_of(trial)}"
    yield trial.finding(stop <= LONGEST, code == 0, more)
