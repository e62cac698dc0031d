"""Real sentinels that ask for a name and password of their own."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from redis import Redis
from redis.exceptions import RedisError

from service.store.address import client_of
from tests.faults.servers import Server
from tests.waiting import wait_until


class Guarded(Server):
    """A server that asks for a password."""

    password = "s@ntinel"

    @property
    def client(self) -> Redis:
        return Redis(port=self.port, socket_timeout=2, password=self.password)


@contextmanager
def started(server: Server) -> Iterator[Server]:
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def sentinel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A sentinel with a password and a user, of a primary without."""
    folder = tmp_path_factory.mktemp("sentinel")
    with started(Server(folder / "server")) as primary:
        watching = Guarded(folder / "sentinel", **{"--sentinel": ""})
        (watching.folder / "server.conf").write_text(
            f"port {watching.port}\ndir {watching.folder}\nlogfile {watching.folder}/log\n"
            f"requirepass {Guarded.password}\nuser watch on >%pass +@all\n"
            f"sentinel monitor games 127.0.0.1 {primary.port} 1\n"
        )
        with started(watching):
            yield watching


@pytest.mark.parametrize(
    "options",
    ["sentinel_password=s%40ntinel", "sentinel_username=watch&sentinel_password=%25pass"],
)
def test_sentinel_with_a_password_names_the_primary(sentinel: Server, options: str) -> None:
    client = client_of(
        f"redis+sentinel://{sentinel.address}/games?{options}", connect_timeout=5, read_timeout=5
    )

    wait_until(lambda: client.execute_command("PING") == b"PONG", "the sentinel names no primary")


def test_wrong_password_of_a_sentinel_is_an_error_that_does_not_show_it(sentinel: Server) -> None:
    client = client_of(
        f"redis+sentinel://{sentinel.address}/games?sentinel_password=s3cret",
        connect_timeout=5,
        read_timeout=5,
    )

    with pytest.raises(RedisError) as caught:
        client.execute_command("PING")

    assert "s3cret" not in str(caught.value)
