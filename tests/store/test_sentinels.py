"""What sentinels report, and which writes do not count for it."""

import time
from types import SimpleNamespace
from typing import Any, Final

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as NotConnected

from service.store.address import servers_at
from service.store.commands import Command
from service.store.embedded import EmbeddedServer
from service.store.replicas import NotConfirmed, Replicas
from service.store.sentinels import DOUBT, FRESH, LONGEST_FAILOVER, Reports, WatchedPool
from service.store.servers import Server
from tests.support.waiting import wait_until

SOONEST: Final = 0.104  # seconds from the beginning of a failover to a new primary: two short ticks
LEADS, DOWN = "master,failover_in_progress", "s_down,master,disconnected"
WRITE: Final = Command(("SET", "key", "value"), "key", is_durable=True)


class Watched:
    """Reports of three sentinels at a time that stands still."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.reports = Reports(3, lambda: self.now)

    def say(self, sentinels: str, flags: str = "master", epoch: int = 0, port: int = 1) -> None:
        """Have each of these sentinels, named by a letter, report."""
        for sentinel in sentinels:
            state = {"ip": "host", "port": port, "flags": flags, "config-epoch": epoch}
            self.reports.note(sentinel, state, self.now)

    def trouble_after(self, seconds: float, sentinels: str = "", **said: Any) -> str:
        """The trouble after so many seconds, in which these sentinels have reported last."""
        self.now += seconds
        self.say(sentinels, **said)
        return self.reports.trouble()


@pytest.fixture
def watched() -> Watched:
    watched = Watched()
    watched.say("abc")
    return watched


def test_most_sentinels_must_have_answered_just_now(watched: Watched) -> None:
    assert Reports(3).trouble() == "0 of 3 sentinels answer"
    assert watched.reports.trouble() == ""
    assert watched.trouble_after(FRESH) == "0 of 3 sentinels answer"
    assert watched.trouble_after(0, "a") == "1 of 3 sentinels answer"
    assert watched.trouble_after(0, "b") == ""
    four = Reports(4, lambda: watched.now)
    for sentinel in "ab":
        four.note(
            sentinel, {"ip": "", "port": 1, "flags": "master", "config-epoch": 0}, watched.now
        )
    assert four.trouble() == "2 of 4 sentinels answer"


def test_report_is_older_than_no_failover_can_be() -> None:
    assert FRESH < SOONEST


def test_slow_answer_counts_for_longer(watched: Watched) -> None:
    begun = watched.now
    watched.now += 0.2
    state = {"ip": "host", "port": 1, "flags": "master", "config-epoch": 0}
    for sentinel in "ab":
        watched.reports.note(sentinel, state, begun)
    assert watched.trouble_after(0.2) == ""
    assert watched.trouble_after(0.2) == "0 of 3 sentinels answer"


def test_nothing_counts_while_any_sentinel_leads_a_failover(watched: Watched) -> None:
    before = watched.reports.changes
    assert watched.trouble_after(0.05, "a", flags=LEADS) == "a failover is under way"
    assert watched.trouble_after(0.05, "bc", epoch=1) == "a failover is under way"  # heard before
    assert watched.reports.changes == before + 3
    assert watched.trouble_after(0.05, "abc", epoch=1, port=2) == ""
    assert watched.reports.changes == before + 6  # a write that was under way does not count
    assert watched.trouble_after(0.05, "abc", epoch=1, port=2) == ""
    assert watched.reports.changes == before + 6


def test_leader_that_falls_silent_leads_on_for_a_while(watched: Watched) -> None:
    watched.say("a", flags=LEADS)
    assert watched.trouble_after(1, "bc") == "a failover is under way"
    assert watched.trouble_after(1, "bc", epoch=1) == ""  # it is over
    watched.say("a", flags=LEADS, epoch=1)
    assert watched.trouble_after(1, "bc", epoch=1) == "a failover is under way"
    assert watched.trouble_after(LONGEST_FAILOVER, "bc", epoch=1) == ""


def test_silent_sentinel_may_lead_if_the_primary_was_down(watched: Watched) -> None:
    assert watched.trouble_after(1, "ab") == ""
    assert "may be under way" in watched.trouble_after(0, "a", flags=DOWN)
    assert "may be under way" in watched.trouble_after(1, "ab")
    assert watched.trouble_after(0, "abc") == ""  # now it would say so
    assert "may be under way" in watched.trouble_after(1, "ab")
    assert watched.trouble_after(DOUBT, "ab") == ""
    watched.say("a", flags=DOWN)
    assert watched.trouble_after(0, "ab", epoch=1) == ""  # that failover is over
    watched.say("a", flags=f"{DOWN},{LEADS}", epoch=2)  # the leader knows the epoch first
    assert watched.trouble_after(0, "ab", epoch=2, port=2) == ""


class Outlook:
    """An outlook that has these troubles, one after another."""

    def __init__(self, *troubles: str, changes: int = 0) -> None:
        self.troubles = [*troubles]
        self.changes = changes

    def trouble(self) -> str:
        return self.troubles.pop(0) if self.troubles else ""


def test_write_counts_if_nothing_has_changed_since_it_began() -> None:
    outlook = Outlook("none has been asked")
    replicas = Replicas(1, 50, outlook)
    begun = replicas.begun()  # it waits
    assert replicas.judged([WRITE], [b"OK"], 1, begun) == [b"OK"]
    outlook.troubles = ["1 of 3 sentinels answer"]
    assert replicas.judged([WRITE], [b"OK"], 1, begun) == [b"OK"]
    outlook.changes += 1
    [refusal] = replicas.judged([WRITE], [b"OK"], 1, begun)
    assert isinstance(refusal, NotConfirmed)


def test_nothing_is_written_while_there_is_trouble(server: EmbeddedServer) -> None:
    there: Any = servers_at(server.url, connect_timeout=5, read_timeout=0.1)
    outlook = Outlook(*100 * ["a failover is under way"])
    waiting = Server(there.pool, replicas=1, outlook=outlook)
    begun = time.monotonic()
    [refusal] = waiting.send([WRITE])
    assert str(refusal) == "a failover is under way"
    assert time.monotonic() - begun > 0.05  # half of the timeout
    with Redis.from_url(server.url) as client:
        assert client.get("key") is None


def test_sentinels_of_the_address_are_the_outlook() -> None:
    url = "redis+sentinel://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3/games"
    there: Any = servers_at(url, connect_timeout=0.1, read_timeout=0.1, wait_replicas=1)
    assert isinstance(there.pool, WatchedPool)
    [refusal] = there.send([WRITE])
    assert str(refusal) == "0 of 3 sentinels answer"
    there.pool.close()


class Sentinel:
    """A sentinel that answers at once until it is away."""

    is_away = False
    port = 1

    def sentinel_master(self, _: str) -> dict[str, Any]:
        if self.is_away:
            raise NotConnected
        return {"ip": "host", "port": self.port, "flags": "master", "config-epoch": 0}


def watching(*sentinels: Sentinel) -> WatchedPool:
    """A pool that has heard these sentinels, without a connection."""
    manager: Any = SimpleNamespace(sentinels=[*sentinels])
    pool = WatchedPool("games", manager, socket_timeout=30)
    wait_until(lambda: not pool.trouble(), "nobody is asked")
    return pool


def test_each_process_asks_before_it_writes() -> None:
    sentinels = [Sentinel() for _ in range(3)]
    pool = watching(*sentinels)
    for sentinel in sentinels:
        sentinel.is_away = True
    pool._watched_in = -1  # this is a fork of that process
    assert pool.trouble() == "0 of 3 sentinels answer"
    pool.close()


def test_no_write_counts_that_is_under_way_at_a_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    sentinel, counts = Sentinel(), list[int]()
    pool = watching(sentinel)
    before = pool.changes
    monkeypatch.setattr(pool, "_switch", lambda *_: counts.append(pool.changes))
    sentinel.port = 2
    wait_until(lambda: bool(counts), "it does not switch")
    assert counts == [before + 1]
    pool.close()
