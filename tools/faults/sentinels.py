"""A store that sentinels watch: a primary, two replicas, three sentinels."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.servers import Server, in_step
from tests.support.waiting import wait_until


class Watched:
    """A primary and two replicas, and three sentinels that watch them."""

    name = "games"

    def __init__(self, folder: Path) -> None:
        self.servers = [Server(folder / f"server-{n}", appendonly="yes") for n in range(3)]
        self.sentinels = [Server(folder / f"sentinel-{n}", **{"--sentinel": ""}) for n in range(3)]

    def start(self) -> None:
        primary, *replicas = self.servers
        primary.start()
        for replica in replicas:
            replica.options["replicaof"] = f"127.0.0.1 {primary.port}"
            replica.start()
        wait_until(lambda: all(map(in_step, replicas)), "the replicas are not in step")
        for sentinel in self.sentinels:
            sentinel.options |= {"sentinel monitor": ""}
            self._configure(sentinel, primary)
            sentinel.start()
        wait_until(self._complete, "the sentinels did not find one another")

    def _configure(self, sentinel: Server, primary: Server) -> None:
        (sentinel.folder / "server.conf").write_text(
            f"port {sentinel.port}\ndir {sentinel.folder}\n"
            f"sentinel monitor {self.name} 127.0.0.1 {primary.port} 2\n"
            f"sentinel down-after-milliseconds {self.name} 1000\n"
            f"sentinel failover-timeout {self.name} 10000\n"
        )
        sentinel.options = {"--sentinel": ""}

    def _complete(self) -> bool:
        found: list[Any] = [one.client.sentinel_master(self.name) for one in self.sentinels]
        return all(one["num-other-sentinels"] == 2 and one["num-slaves"] == 2 for one in found)

    @property
    def url(self) -> str:
        hosts = ",".join(one.address for one in self.sentinels)
        return f"redis+sentinel://{hosts}/{self.name}"

    @property
    def primary(self) -> Server:
        """The server that the sentinels name."""
        _, port = self.sentinels[0].client.execute_command(
            "SENTINEL", "GET-MASTER-ADDR-BY-NAME", self.name
        )
        return next(one for one in self.servers if one.port == int(port))

    @property
    def failovers(self) -> int:
        """How many failovers there were: each has a higher epoch."""
        masters: list[Any] = [one.client.sentinel_master(self.name) for one in self.sentinels]
        return max(int(each["config-epoch"]) for each in masters)

    def settle(self) -> None:
        """Return when one server, and no other that runs, is the primary."""

        def settled() -> bool:
            roles = [one.client.info("replication")["role"] for one in self.servers if one.runs]
            return roles.count("master") == 1

        wait_until(settled, "two primaries, or none")

    def switch(self) -> None:
        """A planned failover."""
        self.sentinels[0].client.execute_command("SENTINEL", "FAILOVER", self.name)

    def stop(self) -> None:
        for one in (*self.sentinels, *self.servers):
            one.stop()


@contextmanager
def watched(folder: Path) -> Iterator[Watched]:
    """A primary, two replicas, three sentinels."""
    found = Watched(folder)
    try:
        found.start()
        yield found
    finally:
        found.stop()
