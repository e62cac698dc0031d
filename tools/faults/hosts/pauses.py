"""The host of an instance is paused in the midst of guesses, and its clients go to another one."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.support.running import Service
from tests.support.servers import children, one_server
from tools.faults.crowd import Habits
from tools.faults.findings import Finding
from tools.faults.hosts.link import Link
from tools.faults.hosts.network import INSTANCES, Network
from tools.faults.hosts.trial import instances, tried

ROUND_TRIP: Final = Link(delay=0.02)  # slow enough for most pauses to fall into a guess
RUNNING: Final = 2.0  # seconds between two pauses
HURRIED: Final = Habits(between=0.03, timeout=2.0)


def send_to_all(service: Service, number: signal.Signals) -> None:
    """Send a signal to every process of an instance."""

    def send(process: int) -> None:
        os.kill(process, number)
        for child in children(process):
            send(child)

    send(service.process.pid)


def paused(seconds: float, times: int, folder: Path) -> Iterator[Finding]:
    """Stop all processes of an instance for so long, and let them go on, again and again."""
    network = Network(*INSTANCES, "store1")
    with one_server(folder / "store", "everysec", network.hosts["store1"]) as store:
        with instances(network, folder, store.url) as services:

            def fault() -> None:
                for _ in range(times):
                    send_to_all(services[0], signal.SIGSTOP)
                    time.sleep(seconds)
                    send_to_all(services[0], signal.SIGCONT)
                    time.sleep(RUNNING)

            network.slow_down(ROUND_TRIP)
            trial = tried([service.url for service in services], fault, HURRIED)
    yield trial.finding()
