"""Two instances on two hosts behind nginx, with `deploy/nginx.conf` as we ship it."""

import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from tests.support.balancer import EXAMPLE, balancing
from tests.support.running import HASTY, SERVE, Service, free_port, serving
from tests.support.servers import one_server
from tools.faults.crowd import Habits
from tools.faults.findings import Finding
from tools.faults.hosts.network import INSTANCES, Network
from tools.faults.hosts.pauses import send_to_all
from tools.faults.hosts.trial import Trial, tried

FIRST, SECOND = INSTANCES
SETTING: Final = re.compile(r"(HANGMAN_\w+)=(\w+)")  # the shipped file names those that it needs
HABITS: Final = Habits(between=0.06, timeout=30.0)
UP: Final = 0.5  # seconds that an instance runs between two drains
LONGEST: Final = 2.0  # seconds that a vanished host may cost a guess, a look or a start
FEW: Final = 0.01  # the share of requests that may fail
OURS: Final = 503  # the status if the store is away; nginx's own would be 502 or 504


@dataclass
class Stage:
    """nginx, an instance that faults are made at, another one, and the service's addresses."""

    network: Network
    url: str
    first: ExitStack  # closed, it has drained the first instance
    start: Callable[[], Service]  # starts the first instance
    victim: Service
    addresses: tuple[str, str]

    def drain(self) -> None:
        """Stop the first instance as an operator does, and start it again."""
        self.first.close()
        self.victim = self.start()
        time.sleep(UP)


@contextmanager
def staged(folder: Path) -> Iterator[Stage]:
    """Run a store, two instances and nginx until the end of the block."""
    network = Network(*INSTANCES, "store1")
    environ = {**HASTY, **dict(SETTING.findall(EXAMPLE.read_text()))}
    places = dict(zip(INSTANCES, network.places(*INSTANCES), strict=True))
    with (
        one_server(folder / "store", "everysec", network.hosts["store1"]) as store,
        serving(folder / SECOND, SERVE, places[SECOND], REDIS_URL=store.url, **environ) as second,
        ExitStack() as first,
    ):
        port = str(free_port())

        def start() -> Service:
            where = {"PORT": port, "REDIS_URL": store.url}
            service = serving(folder / FIRST, SERVE, places[FIRST], **environ, **where)
            return first.enter_context(service)

        victim = start()
        addresses = (victim.url, second.url)
        (folder / "nginx").mkdir()
        with balancing(folder / "nginx", addresses) as url:
            yield Stage(network, url, first, start, victim, addresses)


def drained(times: int, folder: Path) -> Iterator[Finding]:
    """SIGTERM to one of the instances, again and again."""
    with staged(folder) as stage:

        def fault() -> None:
            for _ in range(times):
                stage.drain()

        trial = _tried(stage, fault)
    failed = trial.history.statuses[502]
    yield trial.finding(true=not failed, more=f"in {times} drains")


def vanished(seconds: float, folder: Path) -> Iterator[Finding]:
    """The host of an instance vanishes: nothing answers at its address."""
    with staged(folder) as stage:
        network = stage.network
        trial = _tried(stage, partial(_held, seconds, lambda: network.vanish(FIRST), network.heal))
    yield _swift(trial)


def stopped(seconds: float, folder: Path) -> Iterator[Finding]:
    """An instance is paused: its host takes connections, and nobody answers."""
    with staged(folder) as stage:
        stop, go_on = (
            partial(send_to_all, stage.victim, number)
            for number in (signal.SIGSTOP, signal.SIGCONT)
        )
        trial = _tried(stage, partial(_held, seconds, stop, go_on))
    yield _swift(trial)


def killed(seconds: float, folder: Path) -> Iterator[Finding]:
    """All processes of an instance are killed, and it is started again."""
    with staged(folder) as stage:
        kill = partial(send_to_all, stage.victim, signal.SIGKILL)
        trial = _tried(stage, partial(_held, seconds, kill, stage.drain))
    yield trial.finding()


def without_store(seconds: float, folder: Path) -> Iterator[Finding]:
    """One of the instances cannot reach the store."""
    with staged(folder) as stage:
        network = stage.network
        cut = partial(network.cut, FIRST, "store1")
        trial = _tried(stage, partial(_held, seconds, cut, network.heal))
    refused = trial.history.share(503)
    before = trial.rate(trial.begun - 2, trial.begun)
    meanwhile = trial.rate(trial.begun, trial.mended)
    rates = f"{before:.0f} guesses/s before, {meanwhile:.0f} meanwhile"
    yield trial.finding(
        true=refused < FEW and meanwhile > before / 2, more=f"{100 * refused:.1f} % of all; {rates}"
    )


def store_away(seconds: float, folder: Path) -> Iterator[Finding]:
    """None of the instances can reach the store."""
    with staged(folder) as stage:
        network = stage.network
        cut = partial(network.isolate, "store1")
        trial = _tried(stage, partial(_held, seconds, cut, network.heal))
    failed = [call for call in trial.history.calls if call.status == 0 or call.status >= 500]
    foreign = sum(call.status != OURS for call in failed)
    yield trial.finding(
        true=bool(failed) and not foreign,
        more=f"{foreign} failures with another status",
    )


def _tried(stage: Stage, fault: Callable[[], object]) -> Trial:
    return tried([stage.url], fault, HABITS, at=stage.addresses)


def _held(seconds: float, make: Callable[[], object], mend: Callable[[], object]) -> None:
    make()
    time.sleep(seconds)
    mend()


def _swift(trial: Trial) -> Finding:
    """A 504 is no failure of this promise: it says that the request must be repeated."""
    slowest, unanswered = trial.history.slowest, trial.history.statuses[0]
    return trial.finding(slowest <= LONGEST, not unanswered, f"{slowest:.1f} s at most")
