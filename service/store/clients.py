"""The clients of a store: one command, its answer, and nothing sent twice."""

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, Protocol

from redis import ConnectionPool, Redis
from redis.cluster import RedisCluster
from redis.exceptions import RedisClusterException, RedisError

WRITES: Final = ("SET", "EVALSHA", "EVAL")


class Client(Protocol):
    """What we ask of a client: one command, its answer. Raises RedisError."""

    def execute_command(self, *arguments: Any) -> Any: ...  # noqa: D102


class Pooled:
    """A pool's connections, without what redis-py's client does around them.

    Retries, which we do not want, answers translated, which we do not read, and options that we
    never give cost it 10 us a command.
    """

    def __init__(self, pool: ConnectionPool) -> None:
        self.pool = pool

    def execute_command(self, *arguments: Any) -> Any:
        """What the server answers; a connection that fails closes itself."""
        connection = self.pool.get_connection()
        try:
            connection.send_command(*arguments)
            return connection.read_response()
        finally:
            self.pool.release(connection)


class Replicated:
    """A client that waits, for a moment, until some replicas have what it has written.

    It goes on without them where they do not answer: a guess is worth less than the game.
    """

    def __init__(self, client: Redis, replicas: int, patience: float) -> None:
        self._client = client
        self._wait = ("WAIT", replicas, round(1000 * patience))

    def execute_command(self, *arguments: Any) -> Any:
        """What the server answers; the wait goes with a write, in one round trip."""
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
    """A client that is made at its first command, once for all threads: a cluster's asks the
    cluster for its shape when it is made, and the service starts though the cluster be away.
    """

    def __init__(self, make: Callable[[], Client]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: list[Any] = []

    def execute_command(self, *arguments: Any) -> Any:
        """What the client answers; what only clusters raise is a RedisError too."""
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
    """Where to send what names no key: redis-py would ask the same node for ever, dead or not."""
    return {"target_nodes": RedisCluster.RANDOM} if arguments == ("PING",) else {}
