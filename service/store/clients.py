"""The clients of a store: each sends a command once and returns its answer."""

import time
from collections import Counter, deque
from contextlib import suppress
from threading import Lock, Thread
from typing import Any, Final, Protocol

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

from service.store.scripts import CHECK, LIMIT

# Seconds: a server seldom closes a connection sooner than that after an answer.
SURELY_OPEN: Final = 0.1
MOST_FAILURES: Final = 3  # in a row, counted by `failures_in`
TRY_INTERVAL: Final = 0.1  # seconds between two tries whether a server is back
MOST_TIMEOUTS: Final = 8  # read timeouts (2 s by default) in which no command gets an answer
WRITES: Final = ("SET", "EVALSHA", "EVAL")
NO_LOSS: Final = (LIMIT, CHECK)  # a failover may lose these: they do not wait for replicas
KEY_AT: Final = {
    "GET": 1, "GETRANGE": 1, "SET": 1, "HGET": 1, "HGETALL": 1, "EVALSHA": 3, "EVAL": 3,
}  # fmt: skip
# Refusals of a node; MOVED is an AskError, too.
NOT_DONE: Final = (AskError, TryAgainError, ClusterDownError, SlotNotCoveredError)


class AllInUse(RedisError):
    """A command waited too long for a connection: all of this process stayed in use."""


class NodeAway(RedisError):
    """A node of a cluster did not answer; others may."""


class Client(Protocol):
    """Sends one command and returns its answer. Raises RedisError.

    If a list of keys stands in place of the key, it sends one command for each key, all together.
    The answer is then a list, with an error for each command that was refused.
    """

    def execute_command(self, *arguments: Any) -> Any: ...  # noqa: D102


class ConnectionQueue:
    """A context manager that waits for one of `size` connections, in the order of arrival.

    A request waits as long as others get answers. It raises AllInUse after `patience` seconds in
    which no request got one. Each request hands its connection to the one that has waited longest;
    a semaphore would give it to a request that happens to come at that moment.
    """

    def __init__(self, size: int, patience: float) -> None:
        self._left = size
        self._patience = patience
        self._served = 0
        self._waiting: deque[Lock] = deque()  # tickets: each is released when its turn has come
        self._lock = Lock()

    def __enter__(self) -> None:
        with self._lock:
            if self._left:
                self._left -= 1
                return
            # A ticket is a locked lock: acquiring it again waits until another request releases it.
            ticket = Lock()
            ticket.acquire()
            self._waiting.append(ticket)
        served = self._served
        while not ticket.acquire(timeout=self._patience):
            # Give up if no request was served in that time.
            if self._served == served:
                self._leave(ticket)
                return
            served = self._served

    def _leave(self, ticket: Lock) -> None:
        with self._lock:
            if ticket in self._waiting:  # else its turn came at the last moment
                self._waiting.remove(ticket)
                raise AllInUse(f"no connection was free for {self._patience:g} s")

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        with self._lock:
            self._served += error is None
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._left += 1


class Pooled:
    """A client that uses a pool's connections itself, without redis-py's client around them.

    It keeps a connection that it has just used, instead of asking the pool at each command whether
    the server has closed it. That saves 45 of 57 us a command, in which redis-py also handles
    retries, options and the translation of answers; we need none of them. If `most` connections are
    in use, a command waits for its turn.

    After a write that a failover should not lose, it waits until `replicas` replicas have it, for
    half the read timeout at most. Then it goes on without them: one guess that may be lost is
    better than a game that stops.
    """

    def __init__(self, pool: ConnectionPool, most: int | None = None, replicas: int = 0) -> None:
        self.pool = pool
        self._idle: list[tuple[Any, float]] = []  # connections, and when each was used last
        timeout = pool.connection_kwargs["socket_timeout"]
        self._queue = ConnectionQueue(most or pool.max_connections, MOST_TIMEOUTS * timeout)
        self._wait = [("WAIT", replicas, round(500 * timeout))] if replicas else []

    def execute_command(self, *arguments: Any) -> Any:
        """The server's answer."""
        if has_many_keys(arguments):
            command, keys, *more = arguments
            return self._execute([(command, key, *more) for key in keys])
        answer, *_ = self._execute([arguments, *(self._wait if is_precious(arguments) else ())])
        if isinstance(answer, ResponseError):
            raise answer
        return answer

    def _execute(self, commands: list[Any]) -> list[Any]:
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
                self._release(connection)
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

    def _release(self, connection: Any) -> None:
        self.pool.release(connection)
        while self._idle:
            self.pool.release(self._idle.pop()[0])


class Clustered:
    """A client of a cluster that sends each command straight to the primary of its key.

    It keeps connections as `Pooled` does: redis-py's own client takes four times as long. Redis-py
    finds the nodes at the first command, follows moved keys, and sends commands without a key to
    any node. Each of the two uses up to `most` connections to a node. `options` are redis-py's.

    A node with MOST_FAILURES gets one command in TRY_INTERVAL until it answers;
    others are refused at once. So one dead node stops only its own games.
    """

    def __init__(self, most: int, **options: Any) -> None:
        self._most = most
        self._options = {**options, "max_connections": 2 * most}
        self._queue = ConnectionQueue(most, MOST_TIMEOUTS * options["socket_timeout"])
        self._primaries: dict[str, Pooled] = {}
        self._failures: Counter[str] = Counter()  # of each node, in a row
        self._next_try: dict[str, float] = {}
        self._last_error: dict[str, str] = {}
        self._finding = Lock()
        self._creating = Lock()
        self._cluster: RedisCluster | None = None

    @property
    def cluster(self) -> RedisCluster:
        """Redis-py's client, which finds the nodes when it is created. Raises NotConnected."""
        # All threads share one client: since Python 3.12, a cached_property has no lock.
        with self._creating:
            if self._cluster is None:
                try:
                    self._cluster = RedisCluster(**self._options)
                except RedisClusterException as error:
                    raise NotConnected(str(error)) from error
            return self._cluster

    def execute_command(self, *arguments: Any) -> Any:
        """The cluster's answer. If a node does not answer, it finds the nodes anew.

        Raises NodeAway, NotConnected if no node was found, and other RedisErrors.
        """
        try:
            if has_many_keys(arguments):
                return self._execute_for_each(*arguments)
            if arguments[0] not in KEY_AT:
                return self._by_redis_py(*arguments, target_nodes=RedisCluster.RANDOM)
            # If the primary refuses, the key may have moved: redis-py follows it.
            with suppress(*NOT_DONE):
                return self._send(self._node_of(arguments[KEY_AT[arguments[0]]]), *arguments)
            return self._by_redis_py(*arguments)
        except RedisClusterException as error:  # it is not a RedisError
            raise RedisError(str(error)) from error

    def _by_redis_py(self, *arguments: Any, **options: Any) -> Any:
        with self._queue:
            return self.cluster.execute_command(*arguments, **options)

    def _execute_for_each(self, command: str, keys: list[str], *more: Any) -> list[Any]:
        """The answers for all keys; an error for those of a node that does not answer."""
        nodes = {key: self._node_of(key) for key in keys}
        answers: dict[str, Any] = {}
        for node in set(nodes.values()):
            its_keys = [key for key in keys if nodes[key] == node]
            try:
                answers |= zip(its_keys, self._send(node, command, its_keys, *more), strict=True)
            except RedisError as error:
                answers |= dict.fromkeys(its_keys, error)
        return [answers[key] for key in keys]

    def _send(self, node: ClusterNode, *arguments: Any) -> Any:
        name, now = node.name, time.monotonic()
        if self._failures[name] >= MOST_FAILURES:
            if now < self._next_try[name]:
                raise NodeAway(f"{name} is away; last error: {self._last_error[name]}")
            self._next_try[name] = now + TRY_INTERVAL
        try:
            answer = self._primary(node).execute_command(*arguments)
        except ResponseError:  # a refusal is an answer: a node that was started anew lacks scripts
            self._failures[name] = 0
            raise
        except (NotConnected, NotInTime) as error:
            why = self._last_error[name] = f"{type(error).__name__}: {error}"
            self._next_try[name] = time.monotonic() + TRY_INTERVAL
            self._failures[name] += failures_in(error)
            # A thread finds the nodes: in a cluster that is away, that takes a timeout for each.
            if self._finding.acquire(blocking=False):
                Thread(target=self._find_nodes, args=(name,), name="nodes", daemon=True).start()
            raise NodeAway(f"{name}: {why}") from error
        self._failures[name] = 0
        return answer

    def _find_nodes(self, failed: str) -> None:
        """Find the nodes anew, by the hosts of the address or else by the nodes known so far."""
        with suppress(Exception):  # else no thread would look for nodes again
            known = [(node.host, node.port) for node in self.cluster.get_nodes()]
            self.cluster.nodes_manager.initialize(known, last_failed_node_name=failed)
        self._finding.release()

    def _node_of(self, key: str) -> ClusterNode:
        return self.cluster.nodes_manager.get_node_from_slot(self.cluster.keyslot(key))

    def _primary(self, node: ClusterNode) -> Pooled:
        pool = self.cluster.get_redis_connection(node).connection_pool
        primary = self._primaries.get(node.name)
        if primary is None or primary.pool is not pool:
            primary = self._primaries[node.name] = Pooled(pool, self._most)
        return primary


def has_many_keys(arguments: tuple[Any, ...]) -> bool:
    """Whether a list stands in place of the key."""
    return len(arguments) > 1 and isinstance(arguments[1], list)


def failures_in(error: Exception) -> int:
    """The failures that an error counts as: a request has time for two timeouts, and no third.

    After a restart of the store, errors of kept connections follow each other and mean nothing.
    """
    return 2 if isinstance(error, NotInTime) else 1


def is_precious(arguments: tuple[Any, ...]) -> bool:
    """Whether a command writes something that a failover should not lose."""
    command = arguments[0]
    return command in WRITES and not str(arguments[KEY_AT[command]]).startswith(NO_LOSS)


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
