"""REDIS_URL to a client: short timeouts, and no retries of its own."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Protocol
from urllib.parse import unquote, urlsplit

from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import RedisClusterException, RedisError
from redis.retry import Retry
from redis.sentinel import Sentinel

from service.store.sentinel import WatchedPool

WRITES: Final = ("SET", "EVALSHA", "EVAL")
SCHEMES: Final = ("redis", "rediss", "unix", "memory")
MANY: Final = re.compile(
    r"redis(?P<tls>s?)\+(?P<kind>sentinel|cluster)://(?:(?P<user>[^:@/]*):(?P<password>[^@/]*)@)?"
    r"(?P<hosts>[^/@]+)(?:/(?P<service>[\w.-]+))?(?:/(?P<database>\d+))?/?"
)
EXAMPLES: Final = (
    "redis://HOST:PORT/0, rediss://HOST:PORT/0, unix:///PATH/TO/SOCKET,"
    " redis+sentinel://HOST:PORT,HOST:PORT/SERVICE and redis+cluster://HOST:PORT,HOST:PORT are"
)


class BadAddress(Exception):
    """A REDIS_URL that names no server; `str(error)` says what would."""


class Client(Protocol):
    """What we ask of a client: one command, its answer. Raises RedisError."""

    def execute_command(self, *arguments: Any) -> Any: ...  # noqa: D102


@dataclass(frozen=True)
class Timeouts:
    """Seconds to reach a server, and for it to answer."""

    connect: float
    read: float

    @property
    def options(self) -> dict[str, Any]:
        """What redis-py calls them; and no retries, for a write sent twice may be done twice."""
        return {
            "socket_connect_timeout": self.connect,
            "socket_timeout": self.read,
            "retry": Retry(NoBackoff(), 0),
        }


def client_of(
    url: str, *, connect_timeout: float, read_timeout: float, wait_replicas: int = 0
) -> Client:
    """The client of the store at `url`; timeouts in seconds. It connects at its first command.

    With `wait_replicas`, a write waits for so many, half the read timeout at most; not on a
    cluster, where redis-py cannot send the wait after the write on the same connection.

    `memory:` is fakeredis inside this process: a last resort, of which one process knows nothing
    of another's games. Raises BadAddress.
    """
    timeouts = Timeouts(connect_timeout, read_timeout)
    _check(url)
    if url == "memory:":
        return _in_memory()
    many = MANY.fullmatch(url)
    if many and many["kind"] == "cluster":
        return _cluster(many, timeouts)
    client = _sentinel(many, timeouts) if many else _single(url, timeouts)
    if wait_replicas:
        return Replicated(client, wait_replicas, read_timeout / 2)
    return Pooled(client.connection_pool)


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


def _single(url: str, timeouts: Timeouts) -> Redis:
    try:
        return Redis.from_url(url, **timeouts.options)
    except ValueError as error:
        raise BadAddress(f"REDIS_URL: {error}; redis://HOST:PORT/0 would do") from error


def _sentinel(url: re.Match[str], timeouts: Timeouts) -> Redis:
    if not url["service"]:
        raise BadAddress(
            "REDIS_URL: name the service that the sentinels watch:"
            " redis+sentinel://HOST:PORT,HOST:PORT/SERVICE"
        )
    sentinels = Sentinel(
        _hosts(url), sentinel_kwargs={**timeouts.options, **_tls(url)}, **timeouts.options
    )
    client: Redis = sentinels.master_for(
        url["service"],
        connection_pool_class=WatchedPool,
        db=int(url["database"] or 0),
        **_credentials(url),
        **_tls(url),
    )
    return client


def _cluster(url: re.Match[str], timeouts: Timeouts) -> Client:
    nodes = [ClusterNode(host, port) for host, port in _hosts(url)]
    options = {**timeouts.options, **_credentials(url), **_tls(url)}
    return OnceConnected(lambda: RedisCluster(startup_nodes=nodes, **options))


def _hosts(url: re.Match[str]) -> list[tuple[str, int]]:
    found = [re.fullmatch(r"(\[[^\]]+\]|[^:]+):(\d{1,5})", one) for one in url["hosts"].split(",")]
    if not all(one and int(one[2]) < 65_536 for one in found):
        raise BadAddress(
            f"REDIS_URL: “{url['hosts']}” is no list of HOST:PORT, with commas between"
        )
    return [(one[1].strip("[]"), int(one[2])) for one in found if one]


def _credentials(url: re.Match[str]) -> dict[str, str]:
    given = {"username": url["user"], "password": url["password"]}
    return {name: unquote(value) for name, value in given.items() if value}


def _tls(url: re.Match[str]) -> dict[str, bool]:
    return {"ssl": True} if url["tls"] else {}


def _check(url: str) -> None:
    if not url:
        raise BadAddress("REDIS_URL is not set; redis://HOST:PORT/0 would do")
    scheme = url.partition(":")[0]
    if scheme.partition("+")[2] in ("sentinel", "cluster"):
        if not MANY.fullmatch(url):
            raise BadAddress(f"REDIS_URL: “{url}” is no address of a store; {EXAMPLES}")
        return
    if scheme not in SCHEMES:
        raise BadAddress(f"REDIS_URL: “{scheme}” is not a scheme of a store; {EXAMPLES}")
    try:
        address = urlsplit(url)
        address.port  # noqa: B018  # reading it is what checks it
    except ValueError as error:
        raise BadAddress(f"REDIS_URL: {error}; redis://HOST:PORT/0 would do") from error


def _in_memory() -> Client:
    from fakeredis import FakeRedis  # costs 0.2 s, and only a last resort needs it

    class InMemory(FakeRedis):
        """fakeredis, which knows no flags of scripts: their first line is left out."""

        def execute_command(self, *arguments: Any, **options: Any) -> Any:
            command, *rest = arguments
            if command == "EVAL":
                flags, _, text = rest[0].partition("\n")
                rest[0] = text if flags.startswith("#!lua") else rest[0]
            return super().execute_command(command, *rest, **options)  # type: ignore[no-untyped-call]  # fakeredis

    return InMemory()
