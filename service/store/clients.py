"""The clients of a store: each sends a command once and returns its answer."""

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, Protocol

from redis import ConnectionPool, Redis
from redis.cluster import RedisCluster
from redis.exceptions import RedisClusterException, RedisError

WRITES: Final = ("SET", "EVALSHA", "EVAL")


class Client(Protocol):
    """Sends one command and returns its answer. Raises RedisError."""

    def execute_command(self, *arguments: Any) -> Any: ...  # noqa: D102


class Pooled:
    """A client that uses a pool's connections itself, without redis-py's client around them.

    That saves 10 us a command, which redis-py spends on retries, on translating answers and on
    options; we need none of them.
    """

    def __init__(self, pool: ConnectionPool) -> None:
        self.pool = pool

    def execute_command(self, *arguments: Any) -> Any:
        """The server's answer; a connection that fails closes itself."""
        connection = self.pool.get_connection()
        try:
            connection.send_command(*arguments)
            return connection.read_response()
        finally:
            self.pool.release(connection)


class Replicated:
    """A client that, after each write, waits until `replicas` replicas have it.

    After `patience` seconds it goes on without them: the game is worth more than one guess.
    """

    def __init__(self, client: Redis, replicas: int, patience: float) -> None:
        self._client = client
        self._wait = ("WAIT", replicas, round(1000 * patience))

    def execute_command(self, *arguments: Any) -> Any:
        """The server's answer; a write and its WAIT are sent in one round trip."""
        if arguments[0] not in WRITES:
            return self._client.execute_command(*arguments)
        with self._client.pipeline(transaction=False) as together:
            together.execute_command(*arguments)
            together.execute_command(*self._wait)
            answer, _ = together.execute(raise_on_error=False)
        if isinstance(answer, Exception):
            raise answer
        return answer


class OnceConnected:
    """A client that is made at its first command, once for all threads.

    A cluster's client asks the cluster for its nodes when it is made; made later, it lets the
    service start while the cluster is away.
    """

    def __init__(self, make: Callable[[], Client]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: list[Any] = []

    def execute_command(self, *arguments: Any) -> Any:
        """The client's answer; raises a cluster's own errors as RedisError too."""
        try:
            return self._client().execute_command(*arguments, **_any_node(arguments))
        except RedisClusterException as error:
            raise RedisError(str(error)) from error

    def _client(self) -> Any:
        if not self._made:
            with self._lock:
                self._made = self._made or [self._make()]
        return self._made[0]


def _any_node(arguments: tuple[Any, ...]) -> dict[str, str]:
    """A random node for PING: redis-py would ask the same node each time, even if it is dead."""
    return {"target_nodes": RedisCluster.RANDOM} if arguments == ("PING",) else {}
