"""A slow or lossy network between two instances and one store."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.support.servers import one_server
from tools.faults.findings import Finding
from tools.faults.hosts.link import Link
from tools.faults.hosts.network import INSTANCES, Network
from tools.faults.hosts.trial import instances, tried

REFUSED: Final = 0.01  # the share of requests that may get a 503
PATIENT: Final = {"HANGMAN_STORE_CONNECT_TIMEOUT": "1", "HANGMAN_STORE_READ_TIMEOUT": "1"}


@dataclass(frozen=True)
class Slowness:
    """A link, in words and in figures."""

    case: str
    link: Link


SLOWNESSES: Final = (
    Slowness("a round trip of 200 ms", Link(delay=0.1)),
    Slowness("10 % of packets lost each way, a round trip of 5 ms", Link(delay=0.0025, loss=0.1)),
    Slowness("1 Mbit/s each way", Link(rate=125_000)),
)


def slow(seconds: float, folder: Path) -> Iterator[Finding]:
    """Play over each of the slow networks for so long."""
    network = Network(*INSTANCES, "store1")
    with one_server(folder / "store", "everysec", network.hosts["store1"]) as store:
        with instances(network, folder, store.url, **PATIENT) as services:
            for slowness in SLOWNESSES:
                yield _finding(network, [service.url for service in services], slowness, seconds)


def _finding(network: Network, urls: list[str], slowness: Slowness, seconds: float) -> Finding:
    def fault() -> None:
        network.slow_down(slowness.link)
        time.sleep(seconds)
        network.speed_up()

    trial = tried(urls, fault)
    meanwhile = [call for call in trial.history.calls if trial.begun < call.sent < trial.mended]
    refused = sum(call.status == 503 for call in meanwhile)
    share = refused / max(1, len(meanwhile))
    return Finding(
        f"{seconds:.0f} s, {len(meanwhile):,} requests",
        f"{100 * share:.1f} % × 503; {trial.verdict}; {trial.history.slowest:.2f} s at most",
        trial.is_kept and share < REFUSED,
        case=slowness.case,
    )
