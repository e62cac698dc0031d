"""Today's game and the secret of `any`, drawn for the first time while the primary is cut off."""

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Final

from tests.support.servers import started
from tools.faults.failover import Watched
from tools.faults.findings import Finding
from tools.faults.hosts.network import INSTANCES, STORES, Network
from tools.faults.hosts.partitions import PARTITIONS, WAITING, pauses_of
from tools.faults.hosts.trial import AFTER, instances, tried
from tools.faults.players import LETTERS, Answer, Caller

SEEDS: Final = range(8)  # another secret would hardly draw the same dealer for each
BETWEEN: Final = 0.02  # seconds between two games of a witness


@dataclass
class Witness:
    """Somebody who looks at today's game, and plays games of `any`, at one of the instances."""

    caller: Caller
    days: set[tuple[int, str]] = field(default_factory=set)  # lengths of the word, and dates
    dealers: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))  # by seed

    def watch(self, stop: Event) -> None:
        while not stop.is_set():
            for seed in SEEDS:
                self._note_day(self.caller.call("GET", "/daily"))
                self._note_day(self.caller.call("POST", "/games", {"daily": "today"}))
                self._play(seed)
                time.sleep(BETWEEN)

    def _note_day(self, answer: Answer) -> None:
        if answer.status in (200, 201):
            day = answer.body.get("date") or answer.body["daily"]
            self.days.add((answer.body["length"], day))

    def _play(self, seed: int) -> None:
        start = {"dealer": "any", "seed": seed, "length": 5, "max_misses": 1}
        *_, last = self.caller.game(LETTERS, **start)
        if last.body.get("dealer"):
            self.dealers[seed].add(last.body["dealer"])


def split(seconds: float, folder: Path) -> Iterator[Finding]:
    """An instance and the primary are cut off, and then both instances draw."""
    network = Network(*INSTANCES, *STORES)
    with (
        started(Watched(folder / "stores", network.places(*STORES))) as store,
        instances(network, folder, store.url, **WAITING) as services,
        ThreadPoolExecutor(len(services)) as pool,
    ):
        witnesses, stop = [Witness(Caller(service.url)) for service in services], Event()

        def fault() -> None:
            PARTITIONS["split"].make(network)
            for witness in witnesses:
                watching.append(pool.submit(witness.watch, stop))
            time.sleep(seconds)
            network.heal()
            store.settle()
            time.sleep(AFTER)

        watching: list[object] = []
        try:
            trial = tried([service.url for service in services], fault)
        finally:
            stop.set()
    days, dealers = _days(witnesses), _dealers(witnesses)
    agree = days == 1 and set(dealers.values()) == {1} and len(dealers) == len(SEEDS)
    drawn = f"{days} games of today, {max(dealers.values())} dealers at most for a seed"
    yield trial.finding(true=agree, more=f"{drawn}; {pauses_of(trial)}")


def _days(witnesses: Sequence[Witness]) -> int:
    return len(set().union(*(witness.days for witness in witnesses)))


def _dealers(witnesses: Sequence[Witness]) -> dict[int, int]:
    """How many dealers the witnesses met, for each seed."""
    return {
        seed: len(set().union(*(witness.dealers[seed] for witness in witnesses))) for seed in SEEDS
    }
