"""From a REDIS_URL to the servers of its store, with short timeouts and without retries."""

import os
import re
from socket import socket
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl

from redis import ConnectionPool, RedisError
from redis.backoff import NoBackoff
from redis.cluster import REDIS_ALLOWED_KEYS, ClusterNode
from redis.connection import SSLConnection, parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel

from service.engine.errors import HangmanError
from service.events import OnEvent, ignore
from service.store.commands import Servers
from service.store.sentinels import WatchedPool
from service.store.servers import TIMEOUTS, Cluster, Server

ADDRESS: Final = re.compile(
    r"(?P<scheme>rediss?|unix)(?:\+(?P<kind>sentinel|cluster))?://(?P<login>[^@/?#]*@)?"
    r"(?P<hosts>[^@/?#\s]*)(?P<path>/[^@?#]*)?(?:\?(?P<query>[^@#]*))?"
)
OPTIONS: Final = {
    "client_name", "db", "max_connections", "password", "protocol", "socket_connect_timeout",
    "socket_keepalive", "socket_timeout", "ssl_ca_certs", "ssl_ca_path", "ssl_cert_reqs",
    "ssl_certfile", "ssl_check_hostname", "ssl_ciphers", "ssl_keyfile", "ssl_min_version",
    "ssl_password", "username",
}  # fmt: skip
SENTINEL_LOGIN: Final = {"sentinel_username", "sentinel_password"}
ALLOWED: Final = {
    None: OPTIONS,
    "sentinel": OPTIONS | SENTINEL_LOGIN,
    "cluster": OPTIONS & {*REDIS_ALLOWED_KEYS} - {"db"},
}
OF_SERVERS: Final = {"username", "password", "db"}  # sentinels have a login of their own
CONNECTIONS: Final = 100  # of a worker to a node of a cluster: redis-py's default for one server
LONGEST: Final = 1_000_000  # seconds, of a timeout
DATABASE: Final = re.compile("[0-9]{1,6}")
CERTIFICATES: Final = ("none", "optional", "required")
CLIENT_NAME: Final = re.compile("[!-~]*")  # as servers require
FORMS: Final = (
    "it is not the address of a store. Write redis://HOST:PORT/0, rediss://HOST:PORT/0,"
    " unix:///PATH/TO/SOCKET, redis+sentinel://HOST:PORT,HOST:PORT/SERVICE or"
    " redis+cluster://HOST:PORT,HOST:PORT. In a name or password, percent-encode @ as %40,"
    " # as %23, / as %2F, ? as %3F, : as %3A, [ as %5B and % as %25"
)
MISSING: Final = (
    "it is missing. Set it to the address of a store, such as redis://HOST:PORT/0;"
    " only `hangman serve` starts a store of its own"
)

Options: TypeAlias = dict[str, Any]  # keyword arguments of redis-py


class BadAddress(HangmanError):
    """A REDIS_URL that cannot be used. Its text quotes none of it, as that may be a password."""

    sentence = "REDIS_URL: {}"


def servers_at(
    url: str,
    *,
    connect_timeout: float,
    read_timeout: float,
    wait_replicas: int = 0,
    on_event: OnEvent = ignore,
) -> Servers:
    """The servers of the store at `url`; timeouts in seconds. They connect at the first command.

    Each durable write must be confirmed by `wait_replicas` replicas, within half the read timeout.

    Raises BadAddress.
    """
    if not url:
        raise BadAddress(MISSING)
    address = ADDRESS.fullmatch(url)
    if not address:
        raise BadAddress(FORMS)
    # The options of the address come last, so that they override our timeouts.
    service, hosts, server = _servers(address)
    options = {
        "socket_connect_timeout": connect_timeout,
        "socket_timeout": read_timeout,
        "retry": Retry(NoBackoff(), 0),  # a retry could do a write twice
        **_options(address),
        **server,
    }
    # One server: a pool of connections to it.
    if not address["kind"]:
        return Server(ConnectionPool(**options), replicas=wait_replicas, on_event=on_event)
    # Redis-py's clients of several servers turn on TLS by a flag, not by the connection class.
    options["ssl"] = options.pop("connection_class", None) is not None
    # A cluster: a pool for each of its nodes, which redis-py finds by querying these hosts.
    if address["kind"] == "cluster":
        nodes = [ClusterNode(*host) for host in hosts]
        most = options.pop("max_connections", CONNECTIONS)
        # Redis-py would replace these hosts by the addresses it finds. If all addresses changed
        # then, as in Kubernetes, it would never find the cluster again.
        options |= {"startup_nodes": nodes, "dynamic_startup_nodes": False}
        return Cluster(most, wait_replicas, on_event, **options)
    # Sentinels share timeouts and TLS with the servers that they name, but not the login.
    login = {name[9:]: options.pop(name) for name in SENTINEL_LOGIN & options.keys()}
    shared = {name: options[name] for name in options.keys() - OF_SERVERS}
    sentinels = Sentinel(hosts, sentinel_kwargs={**shared, **login})
    primary = sentinels.master_for(service, connection_pool_class=WatchedPool, **options)
    pool: Any = primary.connection_pool
    return Server(pool, replicas=wait_replicas, on_event=on_event, outlook=pool)


def _servers(address: re.Match[str]) -> tuple[str, list[tuple[str, int]], Options]:
    """The name of the service at sentinels, the hosts to query, and the options of each server.

    Raises BadAddress.
    """
    scheme, kind, login, hosts, path, query = (part or "" for part in address.groups())
    service, _, path = path[1:].partition("/") if kind else ("", "", path[1:])
    _check_database(kind, service, "" if scheme == "unix" else path, query)
    try:
        names = hosts.split(",") if kind else [hosts]
        servers: list[Options] = [parse_url(f"{scheme}://{login}{host}/{path}") for host in names]
        addresses = [(each.pop("host"), each.pop("port")) for each in servers] if kind else []
    except (KeyError, ValueError):
        raise BadAddress(FORMS) from None
    if kind == "sentinel" and not service:
        raise BadAddress(FORMS)
    return service, addresses, servers[0]


def _check_database(kind: str, service: str, path: str, query: str) -> None:
    """Raise BadAddress if an address has two database numbers, or one that is no number.

    Redis-py makes 345 of /3/4/5 and 0 of /abc, and prefers the path to the query without a word.
    """
    numbers = [path] * bool(path) + [text for name, text in _pairs(query) if name == "db"]
    if kind == "cluster" and (service not in ("", "0") or path):
        raise BadAddress("a cluster has no database number; write nothing after its hosts")
    if not all(map(DATABASE.fullmatch, numbers)):
        raise BadAddress(
            "its database number is none; write a whole one, as in redis://HOST:PORT/0"
        )
    if len(numbers) > 1:
        raise BadAddress("it has more than one database number; write it in the path, or as “db”")


def _pairs(query: str) -> list[tuple[str, str]]:
    return parse_qsl(query, keep_blank_values=True)


def _options(address: re.Match[str]) -> Options:
    """The options after the question mark, if redis-py can use them. Raises BadAddress."""
    query, allowed = address["query"] or "", ALLOWED[address["kind"]]
    names = [name for name, _ in _pairs(query)]
    # Give the number of an unknown option, not its name, which may be a part of a password.
    unknown = [number for number, name in enumerate(names, 1) if name not in allowed]
    if unknown:
        only = ", ".join(sorted(allowed))
        raise BadAddress(
            f"option {unknown[0]} after its question mark is unknown; there may be only {only}"
        )
    for_tls = [name for name in sorted({*names}) if name.startswith("ssl_")]
    if for_tls and address["scheme"] != "rediss":
        raise BadAddress(f"{', '.join(for_tls)}: only with TLS, rediss:// instead of redis://")
    _check_certificates(query)
    try:
        options: Options = parse_url(f"{address['scheme']}://?{query}")
        _check(options)
    except (RedisError, AttributeError, OSError, TypeError, ValueError) as error:
        why = f" ({error.strerror})" if isinstance(error, OSError) and error.strerror else ""
        raise BadAddress(f"{', '.join(sorted({*names}))} cannot be used{why}") from None
    return options


def _check_certificates(query: str) -> None:
    wanted = dict(_pairs(query)).get("ssl_cert_reqs")
    if wanted is not None and wanted not in CERTIFICATES:
        raise BadAddress(f"ssl_cert_reqs cannot be used; write one of {', '.join(CERTIFICATES)}")


def _check(options: Options) -> None:
    """Create a connection without connecting it, to read every file that TLS needs."""
    if not all(0 < options.get(name, 1) < LONGEST for name in TIMEOUTS):
        raise ValueError("a timeout is too short or too long")
    if not CLIENT_NAME.fullmatch(options.get("client_name", "")):
        raise ValueError("a name has spaces, or letters beyond ASCII")
    options = {name: options[name] for name in options.keys() - SENTINEL_LOGIN}
    connection = ConnectionPool(**options).make_connection()
    if isinstance(connection, SSLConnection):
        connection.certificate_password = connection.certificate_password or ""  # without a prompt
        os.listdir(connection.ca_path or "/")  # OpenSSL ignores a missing folder
        with socket() as unconnected:
            connection._wrap_socket_with_ssl(unconnected).close()
