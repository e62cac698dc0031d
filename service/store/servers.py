"""The servers of a store: one of them, and a cluster of several."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Lock, Thread
from typing import Any, Final

from redis import ConnectionPool
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

from service.store.breaker import Breaker
from service.store.commands import Argument, Command
from service.store.connection_queue import ConnectionQueue

# Seconds: a server seldom closes a connection sooner than that after an answer.
SURELY_OPEN: Final = 0.1
MOST_TIMEOUTS: Final = 8  # read timeouts (2 s by default) in which no command gets an answer
# Refusals of a node; MOVED is an AskError, too.
NOT_DONE: Final = (AskError, TryAgainError, ClusterDownError, SlotNotCoveredError)


class Server:
    """A server, with a breaker and the connections of a pool, which it uses itself.

    It keeps a connection that it has just used, instead of asking the pool at each command whether
    the server has closed it. That saves 45 of 57 us a command, in which redis-py's client also
    handles retries, options and the translation of answers; we need none of them. If `most`
    connections are in use, a command waits for its turn.

    After a durable command, it waits until `replicas` replicas have what that wrote, for half the
    read timeout at most. Then it goes on without them: one guess that may be lost is better than a
    game that stops.

    While it is away, it calls `look_around` before each ping.
    """

    def __init__(
        self,
        pool: ConnectionPool,
        most: int | None = None,
        replicas: int = 0,
        name: str = "the store",
        look_around: Callable[[], object] = lambda: None,
    ) -> None:
        self.pool = pool
        self.breaker = Breaker(name, self._ping)
        self._look_around = look_around
        self._idle: list[tuple[Any, float]] = []  # connections, and when each was used last
        timeout = pool.connection_kwargs["socket_timeout"]
        self._queue = ConnectionQueue(most or pool.max_connections, MOST_TIMEOUTS * timeout)
        self._wait = ("WAIT", replicas, round(500 * timeout)) if replicas else None

    def send(self, commands: Sequence[Command]) -> list[Any]:
        """The answers to some commands, or errors. If the server is away, it sends nothing."""
        words = [command.words for command in commands]
        if self._wait and any(command.is_durable for command in commands):
            words.append(self._wait)
        try:
            self.breaker.allow()
            answers = self._exchange(words)
        except RedisError as error:
            if isinstance(error, (NotConnected, NotInTime)):
                self.breaker.failed(error)
            return [error] * len(commands)
        self.breaker.answered()
        return answers[: len(commands)]

    def are_together(self, *keys: str) -> bool:
        """Whether one server has all of these keys: it does."""
        return True

    def close(self) -> None:
        """Close all connections that nobody uses: the server is of no use any more."""
        self.breaker.close()
        self._release_idle()
        self.pool.disconnect(inuse_connections=False)

    def _ping(self) -> None:
        """Return if the server answers. Raises RedisError."""
        self._look_around()
        [answer] = self._exchange([("PING",)])
        if isinstance(answer, RedisError):
            raise answer

    def _exchange(self, commands: Sequence[tuple[Argument, ...]]) -> list[Any]:
        """The answers to commands that are sent in one go; an error for each that was refused.

        A connection that fails is closed and goes back to the pool, with all idle ones: the pool
        checks which of them are open.
        """
        # Wait for a turn: there are as many turns as connections.
        with self._queue:
            connection = self._take()
            try:
                # Send all commands, then read as many answers: one way there and back.
                connection.send_packed_command(connection.pack_commands(commands))
                answers = [_next_answer(connection) for _ in commands]
            except BaseException:
                # A late answer must not be read as the answer to the next command.
                connection.disconnect()
                self.pool.release(connection)
                self._release_idle()
                raise
            # The connection works: the next command uses it without asking the pool.
            self._idle.append((connection, time.monotonic()))
            return answers

    def _take(self) -> Any:
        """A connection that is open, as far as we know."""
        if self._idle:
            # The connection that was used last is the least likely to have been closed.
            connection, used_at = self._idle.pop()
            is_young = time.monotonic() - used_at < SURELY_OPEN and connection.is_connected
            if is_young and not connection.should_reconnect():
                return connection
            # The pool checks whether it is open, and connects it again if it is not.
            self.pool.release(connection)
        return self.pool.get_connection()

    def _release_idle(self) -> None:
        while self._idle:
            self.pool.release(self._idle.pop()[0])


class Cluster:
    """A cluster; each command goes straight to the primary of its key.

    Redis-py finds the nodes at the first command, and follows moved keys. Its own client takes four
    times as long as a `Server`, so each node has one. Each of the two uses up to `most` connections
    to a node. `options` are redis-py's.

    While a node is away, the nodes are found anew at each probe; one that has left the cluster is
    forgotten. So one dead node stops only its own games, and those not for long.
    """

    def __init__(self, most: int, **options: Any) -> None:
        self._most = most
        self._options = {**options, "max_connections": 2 * most}
        self._queue = ConnectionQueue(most, MOST_TIMEOUTS * options["socket_timeout"])
        self._servers: dict[str, Server] = {}  # by their nodes' names
        self._breaker = Breaker("the cluster", self._connect)
        self._finding = Lock()
        self._creating = Lock()
        self._redis_py: RedisCluster | None = None

    @property
    def redis_py(self) -> RedisCluster:
        """Redis-py's client, which finds the nodes when it is created.

        Raises NotConnected, ServerAway.
        """
        # All threads share one client: since Python 3.12, a cached_property has no lock.
        with self._creating:
            if self._redis_py is None:
                self._breaker.allow()
                try:
                    self._connect()
                except NotConnected as error:
                    self._breaker.failed(error)
                    raise
            assert self._redis_py
            return self._redis_py

    def send(self, commands: Sequence[Command]) -> list[Any]:
        """The answers to some commands, or errors."""
        try:
            nodes = [self._node_of(command.key) for command in commands]
        except (RedisError, RedisClusterException) as error:  # the second is not a RedisError
            return [_as_redis_error(error)] * len(commands)
        answers: list[Any] = [None] * len(commands)
        for node in set(nodes):
            places = [place for place, each in enumerate(nodes) if each == node]
            sent = self._sent(node, [commands[place] for place in places])
            for place, answer in zip(places, sent, strict=True):
                answers[place] = answer
        return answers

    def are_together(self, *keys: str) -> bool:
        """Whether one node has all of these keys, as far as we know."""
        try:
            return len({self._node_of(key) for key in keys}) == 1
        except (RedisError, RedisClusterException):
            return False

    def _sent(self, node: ClusterNode, commands: Sequence[Command]) -> list[Any]:
        """The answers to commands whose keys should be at this node."""
        answers = self._server(node).send(commands)
        failed = any(isinstance(answer, (NotConnected, NotInTime)) for answer in answers)
        if failed and not self._finding.locked():
            # A thread finds the nodes: in a cluster that is away, that takes a timeout for each.
            Thread(target=self._find_nodes, args=(node.name,), name="nodes", daemon=True).start()
        # If the primary refuses, the key may have moved: redis-py follows it.
        return [
            self._followed(command) if isinstance(answer, NOT_DONE) else answer
            for command, answer in zip(commands, answers, strict=True)
        ]

    def _followed(self, command: Command) -> Any:
        try:
            with self._queue:
                return self.redis_py.execute_command(*command.words)
        except (RedisError, RedisClusterException) as error:
            return _as_redis_error(error)

    def _connect(self) -> None:
        try:
            self._redis_py = RedisCluster(**self._options)
        except RedisClusterException as error:
            raise NotConnected(str(error)) from error

    def _find_nodes(self, failed: str) -> None:
        """Find the nodes anew, by the hosts of the address or else by the nodes known so far.

        If another thread is doing it, return at once.
        """
        if not self._finding.acquire(blocking=False):
            return
        with suppress(Exception):  # the next failure tries again
            known = [(node.host, node.port) for node in self.redis_py.get_nodes()]
            self.redis_py.nodes_manager.initialize(known, last_failed_node_name=failed)
        self._finding.release()

    def _node_of(self, key: str) -> ClusterNode:
        redis_py = self.redis_py
        return redis_py.nodes_manager.get_node_from_slot(redis_py.keyslot(key))

    def _server(self, node: ClusterNode) -> Server:
        """The server that is this node. If it is new, forget those that have left the cluster."""
        redis_py, name = self.redis_py, node.name
        pool = redis_py.get_redis_connection(node).connection_pool
        server = self._servers.get(name)
        if server is None or server.pool is not pool:
            names = {each.name for each in redis_py.get_nodes()} - {name}
            for gone in self._servers.keys() - names:
                self._servers.pop(gone).close()
            server = Server(pool, self._most, 0, name, partial(self._find_nodes, name))
            self._servers[name] = server
        return server


def _as_redis_error(error: Exception) -> RedisError:
    return error if isinstance(error, RedisError) else RedisError(str(error))


def _next_answer(connection: Any) -> Any:
    """The next answer; an error if the command was refused. Raises NotConnected, NotInTime."""
    try:
        try:
            return connection.read_response(disconnect_on_error=False)
        except NotInTime:
            if not connection.can_read():
                raise
            return connection.read_response()  # it came in time, but this thread read it late
    except ResponseError as error:
        return error
