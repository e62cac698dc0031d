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
    MovedError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NotInTime

from service.events import OnEvent, ignore
from service.store.breaker import Breaker
from service.store.commands import Argument, Command
from service.store.connection_queue import ConnectionQueue
from service.store.replicas import CALM, Outlook, Replicas

# Seconds: a server seldom closes a connection sooner than that after an answer.
SURELY_OPEN: Final = 0.1
MOST_TIMEOUTS: Final = 8  # read timeouts (2 s by default) in which no command gets an answer
TIMEOUTS: Final = ("socket_connect_timeout", "socket_timeout")  # redis-py's options
MOST_REFERRALS: Final = 5  # of a command, from node to node of a cluster
ASKING: Final = Command(("ASKING",), "")
# After these, the nodes of a cluster may have changed; MOVED is an AskError, too.
LOST: Final = (NotConnected, NotInTime, ClusterDownError, MovedError)


class Server:
    """A server, with a breaker and the connections of a pool, which it uses itself.

    It keeps a connection that it has just used, instead of asking the pool at each command whether
    the server has closed it. That saves 45 of 57 us a command, in which redis-py's client also
    handles retries, options and the translation of answers; we need none of them. If `most`
    connections are in use, a command waits for its turn.

    After a durable command, it waits on the same connection until `replicas` replicas have what
    that wrote, for half the read timeout at most. If they do not have it by then, the answer is
    NotConfirmed; so it is if the server may lose its place as the primary, by the `outlook`.

    While it is away, it calls `look_around` before each ping.
    """

    def __init__(
        self,
        pool: ConnectionPool,
        most: int | None = None,
        replicas: int = 0,
        name: str = "the store",
        look_around: Callable[[], object] = lambda: None,
        on_event: OnEvent = ignore,
        outlook: Outlook = CALM,
    ) -> None:
        self.pool = pool
        self.replicas = replicas
        self._look_around = look_around
        self._idle: list[tuple[Any, float]] = []  # connections, and when each was used last
        self._doubted_at = 0.0  # a time of `monotonic`: those used before may be closed
        timeout = pool.connection_kwargs["socket_timeout"]
        connect_timeout = pool.connection_kwargs.get("socket_connect_timeout") or timeout
        self.breaker = Breaker(name, self._ping, max(timeout, connect_timeout), on_event)
        self._queue = ConnectionQueue(most or pool.max_connections, MOST_TIMEOUTS * timeout)
        self._replicas = Replicas(replicas, max(1, round(500 * timeout)), outlook)

    def send(self, commands: Sequence[Command]) -> list[Any]:
        """The answers to some commands, or errors. If the server is away, it sends nothing."""
        words = [command.words for command in commands]
        waits = self.replicas and any(command.is_durable for command in commands)
        if waits:
            words.append(self._replicas.wait)
        changes, begun = 0, time.monotonic()
        try:
            self.breaker.allow()
            if waits:
                changes = self._replicas.begun()
                begun = time.monotonic()
            answers = self._exchange(words)
        except RedisError as error:
            if isinstance(error, (NotConnected, NotInTime)):
                self.breaker.failed(error, begun)
            return [error] * len(commands)
        self.breaker.answered()
        if not waits:
            return answers
        return self._replicas.judged(commands, answers[:-1], answers[-1], changes)

    def are_together(self, *keys: str) -> bool:
        """Whether one server has all of these keys: it does."""
        return True

    def close(self) -> None:
        """Close all connections that nobody uses: the server is of no use any more."""
        self.breaker.close()
        while self._idle:
            self.pool.release(self._idle.pop()[0])
        self.pool.disconnect(inuse_connections=False)

    def _ping(self) -> None:
        """Return if the server answers. Raises RedisError."""
        self._look_around()
        [answer] = self._exchange([("PING",)])
        if isinstance(answer, RedisError):
            raise answer

    def _exchange(self, commands: Sequence[tuple[Argument, ...]]) -> list[Any]:
        """The answers to commands that are sent in one go; an error for each that was refused.

        A connection that fails is closed and goes back to the pool. Idle ones are used on, but
        checked before: they may be closed, too.
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
                self._doubted_at = time.monotonic()
                raise
            # The connection works: the next command uses it without asking the pool.
            self._idle.append((connection, time.monotonic()))
            return answers

    def _take(self) -> Any:
        """A connection that is open, as far as we know."""
        if self._idle:
            # The connection that was used last is the least likely to have been closed.
            connection, used_at = self._idle.pop()
            is_young = time.monotonic() - used_at < SURELY_OPEN and used_at > self._doubted_at
            if is_young and connection.is_connected and not connection.should_reconnect():
                return connection
            # The pool hands out the connection that it got last: it checks whether that is open,
            # and connects it again if it is not.
            self.pool.release(connection)
        return self.pool.get_connection()


class Cluster:
    """A cluster; each command goes straight to the primary of its key.

    Redis-py finds the nodes at the first command. Its own client takes four times as long as a
    `Server` and cannot wait for replicas, so each node has a `Server`, which uses up to `most`
    connections. We follow keys that move ourselves. `options` are redis-py's.

    While a node is away, the nodes are found anew at each probe; one that has left the cluster is
    forgotten. So one dead node stops only its own games, and those not for long.
    """

    def __init__(
        self, most: int, replicas: int = 0, on_event: OnEvent = ignore, **options: Any
    ) -> None:
        self.replicas = replicas
        self._most = most
        self._on_event = on_event
        # One more, with which redis-py finds the nodes.
        self._options = {**options, "max_connections": most + 1}
        self._servers: dict[str, Server] = {}  # by their nodes' names
        timeout = max(options[name] for name in options.keys() & TIMEOUTS)
        self._breaker = Breaker("the cluster", self._connect, timeout, on_event)
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
                begun = time.monotonic()
                try:
                    self._connect()
                except NotConnected as error:
                    self._breaker.failed(error, begun)
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
        lost = any(isinstance(answer, LOST) for answer in answers)
        if lost and not self._finding.locked():
            # A thread finds the nodes: in a cluster that is away, that takes a timeout for each.
            Thread(target=self._find_nodes, args=(node.name,), name="nodes", daemon=True).start()
        return list(map(self._followed, commands, answers))

    def _followed(self, command: Command, answer: Any) -> Any:
        """The answer of the node that has the key; another node refers us to it.

        It is not redis-py that follows, because WAIT must go to that node on the same connection.
        """
        for _ in range(MOST_REFERRALS):
            if not isinstance(answer, AskError):
                break
            try:
                answer = self._asked_elsewhere(command, answer)
            except (RedisError, RedisClusterException) as error:
                return _as_redis_error(error)
        return answer

    def _asked_elsewhere(self, command: Command, referral: AskError) -> Any:
        """The answer of the node to which another has referred us."""
        if isinstance(referral, MovedError):
            with suppress(KeyError):  # meanwhile no node has the slot: _node_of says so
                self.redis_py.nodes_manager.move_slot(referral)
            [answer] = self._server(self._node_of(command.key)).send([command])
            return answer
        node = self.redis_py.get_node(referral.host, referral.port)
        if node is None:  # it is new: the next attempt will know it
            self._find_nodes("")
            return TryAgainError(str(referral))
        _, answer = self._server(node).send([ASKING, command])
        return answer

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
            look_around = partial(self._find_nodes, name)
            server = Server(pool, self._most, self.replicas, name, look_around, self._on_event)
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
