"""Stores that tests may harm: one server, or a cluster; a service on one; and its processes."""

import re
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from redis import Redis

from service.store.embedded import server_binary
from tests.support.programs import HERE, ROOT, Place, environment
from tests.support.running import SERVE, Service, free_port, serving
from tests.support.waiting import PATIENCE, wait_until


class Server:
    """A Valkey server, whose process can be killed, frozen and started again."""

    def __init__(self, folder: Path, place: Place = HERE, /, **options: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.place = place
        self.port = free_port()
        self.bus = free_port()  # of a cluster; the usual one, 10,000 higher, may be in use
        ports = {"port": str(self.port), "cluster-port": str(self.bus)}
        fixed = {**ports, "dir": str(folder), "save": ""}
        # Without a password, Valkey would answer its own host only.
        if place != HERE:
            fixed["protected-mode"] = "no"
        self.options = {**fixed, "repl-diskless-sync-delay": "0", **options}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"{self.place.address}:{self.port}"

    @property
    def url(self) -> str:
        return f"redis://{self.address}/0"

    @property
    def client(self) -> Redis:
        return Redis(self.place.address, self.port, socket_timeout=2)

    def start(self) -> None:
        configuration = self.folder / "server.conf"
        if not configuration.exists():
            lines = [f'{name} "{value}"' for name, value in self.options.items() if name[0] != "-"]
            configuration.write_text("\n".join([*lines, ""]))
        flags = [name for name in self.options if name[0] == "-"]
        log = self.folder / "log"
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [*self.place.entry, str(server_binary()), str(configuration), *flags],
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment(self.folder),
            )
        wait_until(lambda: not self.runs or bool(self.client.ping()), "the server did not start")
        assert self.runs, f"the server did not start:\n{log.read_text()}"

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def send(self, number: signal.Signals) -> None:
        assert self.process
        self.process.send_signal(number)
        if number == signal.SIGKILL:
            self.process.wait(PATIENCE)

    def stop(self) -> None:
        if self.process and self.runs:
            self.process.kill()
            self.process.wait(PATIENCE)


S = TypeVar("S", bound=Any)  # it has start() and stop(): one server, or several of a kind


@contextmanager
def started(store: S) -> Iterator[S]:
    """Run a store until the end of the block."""
    try:
        store.start()
        yield store
    finally:
        store.stop()


def one_server(
    folder: Path, fsync: str = "everysec", place: Place = HERE, /, **options: str
) -> AbstractContextManager[Server]:
    """A server with an append-only file."""
    return started(Server(folder, place, appendonly="yes", appendfsync=fsync, **options))


@contextmanager
def on_a_store(
    folder: Path, command: tuple[str, ...] = SERVE, /, **environ: str
) -> Iterator[tuple[Service, Server]]:
    """Run a service and its store until the end of the block."""
    with (
        one_server(folder / "store") as store,
        serving(folder / "service", command, REDIS_URL=store.url, **environ) as service,
    ):
        yield service, store


class Cluster:
    """Three primaries, each with a replica or none, and a third of the keys.

    `places` are those of the primaries, and then those of their replicas.
    """

    def __init__(
        self, folder: Path, replicas: int = 3, places: Sequence[Place] = 6 * (HERE,)
    ) -> None:
        options = {
            "cluster-enabled": "yes",
            "cluster-node-timeout": "2000",
            "cluster-require-full-coverage": "no",  # two thirds of the games go on
            "appendonly": "yes",
        }
        self.servers = [
            Server(folder / f"node-{number}", place, **options)
            for number, place in enumerate(places[: 3 + replicas])
        ]

    def start(self) -> None:
        for server in self.servers:
            server.start()
        primaries, replicas = self.servers[:3], self.servers[3:]
        for other in self.servers[1:]:
            to = other.place.address, other.port, other.bus
            primaries[0].client.execute_command("CLUSTER", "MEET", *to)
        bounds = (0, 5461, 10923, 16384)
        for primary, first, end in zip(primaries, bounds, bounds[1:], strict=False):
            primary.client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, end - 1)
        for replica, primary in zip(replicas, primaries, strict=False):
            follow = "CLUSTER", "REPLICATE", primary.client.execute_command("CLUSTER", "MYID")
            wait_until(lambda: bool(replica.client.execute_command(*follow)), "a replica")  # noqa: B023  # at once
        self.wait_until_whole()

    def wait_until_whole(self) -> None:
        wait_until(lambda: all(map(sees_all, self.servers)), "the cluster is not whole")
        wait_until(lambda: all(map(in_step, self.servers[3:])), "a replica is not in step")

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(server.address for server in self.servers)

    def stop(self) -> None:
        for server in self.servers:
            server.stop()


def cluster(folder: Path, replicas: int = 3) -> AbstractContextManager[Cluster]:
    """Three primaries and three replicas, or none."""
    return started(Cluster(folder, replicas))


def let_in_documented_user(server: Redis) -> None:
    """Create the store's user that docs/operate.md describes, with the password `secret`."""
    page = (ROOT / "docs/operate.md").read_text()
    [rule] = re.findall(r"^user (hangman .*)", page, re.MULTILINE)
    server.execute_command("ACL", "SETUSER", *rule.replace("PASSWORD", "secret").split())


def children(process: int, name: str = "") -> list[int]:
    """The processes that a process has started; their commands contain `name`."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in found if name in _command(int(child))]


def workers(service: Service) -> set[int]:
    """gunicorn's workers, under `hangman serve`."""
    [master] = children(service.process.pid, "gunicorn")
    return set(children(master))


def sees_all(node: Server) -> bool:
    """Whether a node of a cluster sees all of it."""
    info = str(node.client.execute_command("CLUSTER", "INFO"))
    return "cluster_state:ok" in info and "cluster_slots_assigned:16384" in info


def in_step(replica: Server) -> bool:
    return replica.client.info("replication").get("master_link_status") == "up"


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""
