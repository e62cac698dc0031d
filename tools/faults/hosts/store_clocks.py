"""Clocks of stores that jump while the primary is cut off: Sentinel, and a cluster."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Final

from tests.support.servers import started
from tools.faults.failover import Watched
from tools.faults.findings import Finding
from tools.faults.hosts.isolation import faked_time
from tools.faults.hosts.network import INSTANCES, STORES, Host, Network
from tools.faults.hosts.partitions import OTHERS, PRIMARY, WAITING, pauses_of
from tools.faults.hosts.trial import instances, tried

JUMP: Final = timedelta(minutes=10)  # a third of the life of a game that nobody has played
APART: Final = 1.0  # seconds between the cut and the jumps


@dataclass(frozen=True)
class Clock:
    """The clock of a host's stores, which a file sets."""

    file: Path

    def jump(self, by: timedelta) -> None:
        self.file.write_text(f"{by.total_seconds():+.0f}\n")

    def at(self, host: Host) -> Host:
        """The host, where programs are started with this clock; the time of waits stays."""
        environ = {
            "LD_PRELOAD": faked_time(),
            "FAKETIME_TIMESTAMP_FILE": self.file,
            "FAKETIME_NO_CACHE": 1,
            "FAKETIME_DONT_FAKE_MONOTONIC": 1,
        }
        named = (f"{name}={value}" for name, value in environ.items())
        return replace(host, entry=(*host.entry, "env", *named))


def jumping(seconds: float, folder: Path) -> Iterator[Finding]:
    """The primary's clock goes ahead while it is cut off, and that of one replica goes back."""
    network = Network(*INSTANCES, *STORES)
    clocks = {name: Clock(folder / f"clock-of-{name}") for name in STORES}
    for clock in clocks.values():
        clock.jump(timedelta())
    places = [clock.at(network.hosts[name]) for name, clock in clocks.items()]
    with started(Watched(folder / "stores", places)) as store:

        def fault() -> None:
            network.isolate(PRIMARY)
            time.sleep(APART)
            clocks[PRIMARY].jump(JUMP)
            clocks[OTHERS[0]].jump(-JUMP)
            time.sleep(seconds)
            network.heal()
            store.settle()

        with instances(network, folder, store.url, **WAITING) as services:
            trial = tried([service.url for service in services], fault)
    yield trial.finding(more=pauses_of(trial))
