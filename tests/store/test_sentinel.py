"""Connections follow the primary that sentinels name."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError

from service.store.address import WatchedPool
from service.store.clients import Pooled
from tests.support.running import frozen
from tests.support.servers import Server, one_server
from tests.support.waiting import wait_until


class Sentinel:
    """A sentinel that names the primary it is told to."""

    def __init__(self, primary: Server) -> None:
        self.primary = primary
        self.asked = 0
        self.is_away = False

    def sentinel_master(self, _: str) -> dict[str, Any]:
        self.asked += 1
        if self.is_away:
            raise NotConnected
        return {"ip": "127.0.0.1", "port": self.primary.port}


class Manager:
    """What redis-py asks where the primary is."""

    def __init__(self, *sentinels: Sentinel) -> None:
        self.sentinels = list(sentinels)

    def discover_master(self, _: str) -> tuple[str, int]:
        return "127.0.0.1", self.sentinels[0].primary.port


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with one_server(tmp_path / "first") as first, one_server(tmp_path / "second") as second:
        for name, server in (("first", first), ("second", second)):
            server.client.set("name", name)
        yield first, second


def test_connection_moves_to_the_primary_named_anew(servers: tuple[Server, Server]) -> None:
    first, second = servers
    ahead, behind = Sentinel(first), Sentinel(first)
    pool = WatchedPool("games", Manager(behind, ahead), socket_timeout=30)
    client = Pooled(pool)
    assert [client.execute_command("GET", "name") for _ in range(20)] == [b"first"] * 20

    ahead.is_away = True
    already = ahead.asked
    wait_until(lambda: ahead.asked > already + 1, "it is not asked again")
    ahead.primary, ahead.is_away = second, False
    wait_until(lambda: client.execute_command("GET", "name") == b"second", "it stays with the old")
    assert pool.sentinel_manager.sentinels == [ahead, behind]  # who knows is asked first
    pool.close()
    wait_until(
        lambda: "sentinel" not in [thread.name for thread in threading.enumerate()], "it still asks"
    )


def test_late_answer_is_not_given_to_the_next_command(servers: tuple[Server, Server]) -> None:
    first, _ = servers
    pool = WatchedPool("games", Manager(Sentinel(first)), socket_timeout=0.2)
    client = Pooled(pool)
    client.execute_command("SET", "other", "other")
    assert first.process

    with frozen(first.process.pid), pytest.raises(TimeoutError):
        client.execute_command("GET", "name")

    assert client.execute_command("GET", "other") == b"other"
    pool.close()
