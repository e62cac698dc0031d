"""A fault in the midst of play: two instances on two hosts, a crowd at both, and a verdict."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.support.running import SERVE, Service, serving
from tools.faults.crowd import ALL_KINDS, Habits, playing, verdict
from tools.faults.findings import Finding
from tools.faults.history import History, Verdict
from tools.faults.hosts.network import INSTANCES, Host, Network
from tools.faults.players import together

CROWD: Final = 40  # players
BEFORE: Final = 2.0  # seconds of play before a fault
AFTER: Final = 2.0  # and after it


@contextmanager
def instances(
    network: Network, folder: Path, store: str, **environ: str
) -> Iterator[list[Service]]:
    """Run two instances, each on a host of its own, with one store."""
    with ExitStack() as stack:

        def start(place: Host) -> Service:
            service = serving(folder / place.name, SERVE, place, REDIS_URL=store, **environ)
            return stack.enter_context(service)

        yield together(start, network.places(*INSTANCES))


@dataclass(frozen=True)
class Trial:
    """What a crowd was told, when the fault was made and mended, and what is still true."""

    history: History
    begun: float  # monotonic seconds
    mended: float
    verdict: Verdict

    @property
    def played(self) -> str:
        history = self.history
        return f"{len(history.acknowledged):,} guesses in {len(history.games):,} games"

    @property
    def failures(self) -> str:
        """The answers that are no success, by status."""
        counts = sorted(self.history.statuses.items())
        names = {0: "no answer"}
        failed = [
            f"{count:,} × {names.get(status, status)}"
            for status, count in counts
            if status == 0 or status >= 429
        ]
        return ", ".join(failed) or "no request failed"

    @property
    def goes_on(self) -> bool:
        """Whether guesses were acknowledged after the fault."""
        return any(call.answered > self.mended for call in self.history.acknowledged)

    @property
    def is_kept(self) -> bool:
        return self.verdict.holds and self.goes_on

    def rate(self, begin: float, end: float) -> float:
        """Acknowledged guesses a second, between two moments."""
        times = [call.answered for call in self.history.acknowledged]
        return sum(begin < each < end for each in times) / (end - begin)

    def finding(self, in_time: bool = True, true: bool = True, more: str = "") -> Finding:
        measured = [str(self.verdict), self.failures, *([more] if more else [])]
        seconds = self.mended - self.begun
        return Finding(
            f"{seconds:.0f} s, {self.played}", "; ".join(measured), self.is_kept and true, in_time
        )


def tried(
    urls: Sequence[str],
    fault: Callable[[], object],
    habits: Habits = Habits(),  # noqa: B008  # it is frozen
    at: Sequence[str] = (),
) -> Trial:
    """Let a crowd play while a fault is made and mended; ask for the games `at` each of these."""
    with playing(urls, CROWD, ALL_KINDS, habits) as history:
        time.sleep(BEFORE)
        begun = time.monotonic()
        fault()
        mended = time.monotonic()
        time.sleep(AFTER)
    return Trial(history, begun, mended, verdict(at or urls, history))
