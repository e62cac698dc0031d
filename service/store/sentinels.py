"""Sentinels: which server is the primary, and whether another one is about to become it.

When a sentinel names another primary, we drop all connections. Otherwise idle ones would write to
the old primary after a planned failover, which accepts writes for some seconds and then loses them.
"""

import os
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from threading import Lock, Thread
from typing import Any, Final

from redis import Redis
from redis.sentinel import SentinelConnectionPool

POLL_INTERVAL: Final = 0.05  # seconds between two queries of a sentinel
FRESH: Final = 0.1  # seconds for which a report counts: in these, no failover gets beyond its start
LONGEST_FAILOVER: Final = 10.0  # seconds: `failover-timeout` in deploy/valkey/sentinel.conf
DOUBT: Final = 3.0  # seconds in which a sentinel begins a failover of a primary that seemed down
LEADS: Final = "failover_in_progress"  # flags of the primary: at the sentinel that leads a failover
DOWN: Final = "s_down"  # at those that do not reach it


@dataclass(frozen=True)
class Report:
    """What a sentinel has said of the primary. Times are of `monotonic`."""

    asked_at: float
    took: float  # seconds
    epoch: int  # of the last failover that it knows
    primary: tuple[str, int]
    leads: bool  # a failover
    down_at: float  # when it last said, in this epoch, that it does not reach this primary

    def shows_the_same_as(self, other: "Report") -> bool:
        """Whether no failover has begun, gone on or ended between the two."""
        ours, theirs = (self.epoch, self.primary), (other.epoch, other.primary)
        return ours == theirs and not self.leads and not other.leads


class Reports:
    """What the sentinels of a store have said last, and whether a write may be lost for it.

    In a failover, the leader makes a replica the primary, and up to a second later moves the other
    replicas to it. Until then, these confirm what the old primary writes, and it is lost. The
    leader shows that it leads from a tenth of a second before the first step until after the last
    one. (sentinel.c of Valkey 9: it goes from state to state at ticks of 52 to 100 ms.)
    """

    def __init__(self, count: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.changes = 0  # a write counts only if there was none while it was made
        self._count = count
        self._clock = clock
        self._last: dict[Hashable, Report] = {}  # by sentinel

    def note(self, sentinel: Hashable, state: dict[str, Any], asked_at: float) -> None:
        """Note what redis-py's `sentinel_master` has returned."""
        epoch, primary = int(state["config-epoch"]), (state["ip"], state["port"])
        before = self._last.get(sentinel)
        down_at = -inf
        if DOWN in state["flags"]:
            down_at = asked_at
        elif before and (before.epoch, before.primary) == (epoch, primary):
            down_at = before.down_at
        took, leads = self._clock() - asked_at, LEADS in state["flags"]
        report = Report(asked_at, took, epoch, primary, leads, down_at)
        if before and not report.shows_the_same_as(before):
            self.changes += 1
        self._last[sentinel] = report

    def names_another(self, sentinel: Hashable, primary: tuple[str, int]) -> bool:
        """Whether this sentinel has named another primary before."""
        before = self._last.get(sentinel)
        return before is not None and before.primary != primary

    def forget(self) -> None:
        """Forget everything: this process has asked nobody yet."""
        self._last.clear()

    def trouble(self) -> str:
        """Why no write counts now; "" if it does.

        Most sentinels must have answered just now, and none may lead a failover. One that does not
        answer may lead one: if it did when it was last heard, or if others, who must agree before
        it begins, have not reached the primary either.
        """
        now, reports = self._clock(), [*self._last.copy().values()]
        fresh = [each for each in reports if now - each.asked_at < FRESH + 2 * each.took]
        epoch = max((each.epoch for each in fresh), default=0)
        current = [each for each in reports if each.epoch >= epoch]
        if 2 * len(fresh) <= self._count:
            return f"{len(fresh)} of {self._count} sentinels answer"
        is_led = any(each.leads and now - each.asked_at < LONGEST_FAILOVER for each in current)
        if is_led or any(each.leads for each in fresh):
            return "a failover is under way"
        if len(fresh) < self._count and any(now - each.down_at < DOUBT for each in current):
            return "a failover may be under way, led by a sentinel that does not answer"
        return ""


class WatchedPool(SentinelConnectionPool):
    """A pool that queries every sentinel, with a thread for each, in each process that uses it.

    Any sentinel can lead a failover, and that one knows of it a second before the others.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)  # type: ignore[no-untyped-call]  # redis
        self._sentinels = list(self.sentinel_manager.sentinels)
        self._watched_in: int | None = None  # the process that has the threads; a fork has none
        self._reports = Reports(len(self._sentinels))
        self._primary: Any = None
        self._switching = Lock()

    def get_connection(self, *arguments: Any, **options: Any) -> Any:
        """A connection to the primary."""
        self._watch_all()
        return super().get_connection(*arguments, **options)

    @property
    def changes(self) -> int:
        """How often the sentinels have reported a change."""
        return self._reports.changes

    def trouble(self) -> str:
        """Why no write counts now; "" if it does."""
        self._watch_all()
        return self._reports.trouble()

    def close(self) -> None:
        """Close all connections and end the threads."""
        self._watched_in = None
        super().close()

    def _watch_all(self) -> None:
        if self._watched_in == os.getpid():
            return
        self._watched_in = os.getpid()
        self._reports.forget()
        for sentinel in self._sentinels:
            Thread(target=self._watch, args=(sentinel,), name="sentinel", daemon=True).start()

    def _watch(self, sentinel: Redis) -> None:
        """Switch whenever this sentinel names a new primary, while the pool is in use.

        We use redis-py's own command for connecting: other commands name a new primary too early.
        """
        while self._watched_in:
            with suppress(Exception):  # no error may end this thread
                asked_at = time.monotonic()
                state: Any = sentinel.sentinel_master(self.service_name)
                primary = state["ip"], state["port"]
                if self._reports.names_another(sentinel, primary):
                    # Until the switch is over, no write may begin or count.
                    self._reports.changes += 1
                    self._switch(sentinel, primary)
                self._reports.note(sentinel, state, asked_at)
            time.sleep(POLL_INTERVAL)

    def _switch(self, sentinel: Redis, primary: Any) -> None:
        """Drop all connections. New ones query this sentinel first: others may not know yet."""
        with self._switching:
            if primary == self._primary:
                return
            self._primary = primary
            others = [each for each in self._sentinels if each is not sentinel]
            self.sentinel_manager.sentinels = [sentinel, *others]
            self.disconnect_free_connections()
            self.update_active_connections_for_reconnect()
