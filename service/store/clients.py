"""The clients of a store: each sends a command once and returns its answer."""

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, Final, Protocol

from redis import ConnectionPool, Redis
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import (
    AskError,
    ClusterDownError,
    RedisClusterException,
    RedisError,
    ResponseError,
    SlotNotCoveredError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NotInTime

PAUSE: Final = 0.1  # seconds: a server seldom closes a connection sooner than that after an answer
WRITES: Final = ("SET", "EVALSHA", "EVAL")
KEY_AT: Final = {"GET": 1, "SET": 1, "HGETALL": 1, "EVALSHA": 3, "EVAL": 3}  # which argument
NOT_DONE: Final = (  # refusals of a node; MOVED is an AskError, too
    AskError,
    TryAgainError,
    ClusterDownError,
    SlotNotCoveredError,
)


class Client(Protocol):
    """Sends one command and returns its answer. Raises RedisError."""

    def execute_command(self, *arguments: Any) -> Any: ...  # noqa: D102


class Pooled:
    """A client that uses a pool's connections itself, without redis-py's client around them.

    It keeps a connection that it has just used, instead of asking the pool at each command whether
    the server has closed it. That saves 45 us of 57 a command, which redis-py also spends on
    retries, on translating answers and on options; we need none of them.
    """

    def __init__(self, pool: ConnectionPool) -> None:
        self.pool = pool
        self._idle: list[tuple[Any, float]] = []  # connections, and when each was used last

    def execute_command(self, *arguments: Any) -> Any:
        """The server's answer. A connection that fails goes back to the pool, with all idle ones:
        the pool looks which of them are open.
        """
        connection = self._take()
        try:
            connection.send_command(*arguments)
            answer = connection.read_response()
        except ResponseError:
            self._keep(connection)
            raise
        except BaseException:
            self._release(connection)
            raise
        self._keep(connection)
        return answer

    def _take(self) -> Any:
        """A connection that is open, as far as we know."""
        if self._idle:
            connection, used_at = self._idle.pop()
            if time.monotonic() - used_at < PAUSE and connection.is_connected:
                return connection
            self.pool.release(connection)
        return self.pool.get_connection()

    def _keep(self, connection: Any) -> None:
        self._idle.append((connection, time.monotonic()))

    def _release(self, connection: Any) -> None:
        self.pool.release(connection)
        while self._idle:
            self.pool.release(self._idle.pop()[0])


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


class Clustered:
    """A client of a cluster that sends each command straight to the primary of its key.

    On kept connections, as `Pooled`: redis-py's own client takes four times as long. It still looks
    for the nodes, follows keys that have moved, and sends what has no key to any node.
    """

    def __init__(self, cluster: RedisCluster) -> None:
        self._cluster = cluster
        self._primaries: dict[str, Pooled] = {}

    def execute_command(self, *arguments: Any) -> Any:
        """The cluster's answer. If a node does not answer, the nodes are looked for again."""
        if arguments[0] not in KEY_AT:
            return self._cluster.execute_command(*arguments, target_nodes=RedisCluster.RANDOM)
        try:
            node = self._node_of(arguments[KEY_AT[arguments[0]]])
            return self._primary(node).execute_command(*arguments)
        except NOT_DONE:
            return self._cluster.execute_command(*arguments)
        except (NotConnected, NotInTime):
            with suppress(RedisError, RedisClusterException):
                self._cluster.nodes_manager.initialize(last_failed_node_name=node.name)
            raise

    def _node_of(self, key: str) -> ClusterNode:
        return self._cluster.nodes_manager.get_node_from_slot(self._cluster.keyslot(key))

    def _primary(self, node: ClusterNode) -> Pooled:
        pool = self._cluster.get_redis_connection(node).connection_pool
        primary = self._primaries.get(node.name)
        if primary is None or primary.pool is not pool:
            primary = self._primaries[node.name] = Pooled(pool)
        return primary


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
            return self._client().execute_command(*arguments)
        except RedisClusterException as error:
            raise RedisError(str(error)) from error

    def _client(self) -> Any:
        if not self._made:
            with self._lock:
                self._made = self._made or [self._make()]
        return self._made[0]
