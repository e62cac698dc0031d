"""From a REDIS_URL to the client of its store, with short timeouts and without retries."""

import os
import re
from socket import socket
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl

from redis import ConnectionPool, RedisError
from redis.backoff import NoBackoff
from redis.cluster import REDIS_ALLOWED_KEYS, ClusterNode, RedisCluster
from redis.connection import SSLConnection, parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel

from service.engine.errors import HangmanError
from service.store.clients import Client, Clustered, OnceConnected, Pooled, Replicated
from service.store.sentinel import WatchedPool

ONE: Final = re.compile(
    r"(?P<server>(?:rediss?|unix)://(?:[^@/?#]*@)?[^@/?#]*(?:/[^@?#]*)?)(?:\?(?P<query>[^@#]*))?"
)
MANY: Final = re.compile(
    r"(?P<scheme>rediss?)\+(?P<kind>sentinel|cluster)://(?P<login>[^@/?#]*@)?(?P<hosts>[^@/?#]+)"
    r"(?:/(?P<service>[\w.-]+))?(?:/(?P<database>\d+))?/?(?:\?(?P<query>[^@#]*))?"
)
OPTIONS: Final = frozenset(
    {
        "client_name", "db", "health_check_interval", "max_connections", "password", "protocol",
        "retry_on_timeout", "socket_connect_timeout", "socket_keepalive", "socket_read_size",
        "socket_timeout", "ssl_ca_certs", "ssl_ca_data", "ssl_ca_path", "ssl_cert_reqs",
        "ssl_certfile", "ssl_check_hostname", "ssl_ciphers", "ssl_exclude_verify_flags",
        "ssl_include_verify_flags", "ssl_keyfile", "ssl_min_version", "ssl_password", "username",
    }
)  # fmt: skip
SENTINEL_LOGIN: Final = {"sentinel_username", "sentinel_password"}
ALLOWED: Final = {
    "single": OPTIONS,
    "sentinel": OPTIONS | SENTINEL_LOGIN,
    "cluster": OPTIONS.intersection(REDIS_ALLOWED_KEYS) - {"db"},
}
OF_SERVERS: Final = {"username", "password", "db"}  # sentinels have a login of their own
CONNECTIONS: Final = 100  # of a worker to a node of a cluster, as redis-py has them for one server
TIMEOUTS: Final = ("socket_connect_timeout", "socket_timeout")
LONGEST: Final = 1_000_000  # seconds, of a timeout
FORMS: Final = (
    "it is no address of a store; redis://HOST:PORT/0, rediss://HOST:PORT/0,"
    " unix:///PATH/TO/SOCKET, redis+sentinel://HOST:PORT,HOST:PORT/SERVICE and"
    " redis+cluster://HOST:PORT,HOST:PORT are. In a name or password, percent-encode @ as %40,"
    " # as %23, / as %2F, ? as %3F, : as %3A, [ as %5B and % as %25"
)

Options: TypeAlias = dict[str, Any]  # as redis-py takes them


class BadAddress(HangmanError):
    """A REDIS_URL that names no store. It repeats no part of it, which may be of a password."""

    def __init__(self, why: str) -> None:
        super().__init__(f"REDIS_URL: {why}")


def client_of(
    url: str, *, connect_timeout: float, read_timeout: float, wait_replicas: int = 0
) -> Client:
    """The client of the store at `url`; timeouts in seconds. It connects at its first command.

    Each write waits until `wait_replicas` replicas have it, for half the read timeout at most. On a
    cluster it does not wait: redis-py cannot send WAIT on the connection of the write there.

    Raises BadAddress.
    """
    many = MANY.fullmatch(url)
    options = {
        "socket_connect_timeout": connect_timeout,
        "socket_timeout": read_timeout,
        "retry": Retry(NoBackoff(), 0),  # else a write could be done twice
        **(_options(_of_one_server(many), many["kind"]) if many else _options(url, "single")),
    }
    if many and many["kind"] == "cluster":
        return _cluster(_hosts(many), options)
    pooled = Pooled(_sentinel_pool(many, options) if many else ConnectionPool(**options))
    return Replicated(pooled, wait_replicas, read_timeout / 2) if wait_replicas else pooled


def _of_one_server(many: re.Match[str]) -> str:
    """The address of several servers as redis-py reads that of one, which it does not name."""
    login, database, query = (many[name] or "" for name in ("login", "database", "query"))
    return f"{many['scheme']}://{login}/{database}?{query}"


def _options(url: str, kind: str) -> Options:
    """What redis-py reads from the address of one server. Raises BadAddress."""
    address = ONE.fullmatch(url)
    if not address:
        raise BadAddress(FORMS)
    _parsed(address["server"])
    names = {name for name, _ in parse_qsl(address["query"] or "", keep_blank_values=True)}
    if not names <= ALLOWED[kind]:
        allowed = ", ".join(sorted(ALLOWED[kind]))
        raise BadAddress(f"after its question mark there may be only {allowed}")
    try:
        options: Options = parse_url(url)
        _check(options)
    except (RedisError, AttributeError, OSError, TypeError, ValueError) as error:
        why = f" ({error.strerror})" if isinstance(error, OSError) and error.strerror else ""
        raise BadAddress(f"{', '.join(sorted(names))} cannot be used{why}") from None
    return options


def _parsed(url: str) -> Options:
    """What redis-py reads from an address without options. Raises BadAddress."""
    try:
        return dict(parse_url(url))
    except ValueError:
        raise BadAddress(FORMS) from None


def _check(options: Options) -> None:
    """Make a connection, which does not connect, with all that TLS reads from files."""
    if not all(0 < options.get(name, 1) < LONGEST for name in TIMEOUTS):
        raise ValueError("a timeout is too short or too long")
    options = {name: options[name] for name in options.keys() - SENTINEL_LOGIN}
    connection = ConnectionPool(**options).make_connection()
    if isinstance(connection, SSLConnection):
        connection.certificate_password = connection.certificate_password or ""  # do not ask for it
        os.listdir(connection.ca_path or "/")  # OpenSSL would not miss it
        with socket() as unconnected:
            connection._wrap_socket_with_ssl(unconnected).close()


def _hosts(many: re.Match[str]) -> list[tuple[str, int]]:
    """The hosts and ports of several servers. Raises BadAddress."""
    servers = [_parsed(f"redis://{server}") for server in many["hosts"].split(",")]
    if not all({"host", "port"} <= server.keys() for server in servers):
        raise BadAddress(FORMS)
    return [(server["host"], server["port"]) for server in servers]


def _sentinel_pool(many: re.Match[str], options: Options) -> ConnectionPool:
    """The connections to the primary that the sentinels name. Raises BadAddress."""
    if not many["service"]:
        raise BadAddress(FORMS)
    options["ssl"] = options.pop("connection_class", None) is not None
    login = {name[9:]: options.pop(name) for name in SENTINEL_LOGIN & options.keys()}
    shared = {name: options[name] for name in options.keys() - OF_SERVERS}
    sentinels = Sentinel(_hosts(many), sentinel_kwargs={**shared, **login})
    primary = sentinels.master_for(many["service"], connection_pool_class=WatchedPool, **options)
    pool: ConnectionPool = primary.connection_pool
    return pool


def _cluster(nodes: list[tuple[str, int]], options: Options) -> Client:
    """A client that looks for the nodes of its cluster at the first command."""
    most = options.pop("max_connections", None) or CONNECTIONS
    options["ssl"] = options.pop("connection_class", None) is not None
    options["startup_nodes"] = [ClusterNode(*node) for node in nodes]
    options["max_connections"] = 2 * most  # ours, and those of redis-py's own client
    return OnceConnected(lambda: Clustered(RedisCluster(**options), most))
