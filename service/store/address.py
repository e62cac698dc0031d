"""From a REDIS_URL to the client of its store, with short timeouts and without retries."""

import re
from typing import Any, Final, TypeAlias
from urllib.parse import unquote, urlsplit

from redis import Redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.retry import Retry
from redis.sentinel import Sentinel

from service.store.address_options import BadAddress, for_sentinels, for_servers, options_of
from service.store.clients import Client, Clustered, OnceConnected, Pooled, Replicated
from service.store.sentinel import WatchedPool

SCHEMES: Final = ("redis", "rediss", "unix")
MANY: Final = re.compile(
    r"redis(?P<tls>s?)\+(?P<kind>sentinel|cluster)://(?:(?P<user>[^:@/]*):(?P<password>[^@/]*)@)?"
    r"(?P<hosts>[^/@?]+)(?:/(?P<service>[\w.-]+))?(?:/(?P<database>\d+))?/?(?:\?(?P<query>.*))?"
)
CONNECTIONS: Final = 100  # of a worker to a node of a cluster, as redis-py has them for one server
EXAMPLES: Final = (
    "redis://HOST:PORT/0, rediss://HOST:PORT/0, unix:///PATH/TO/SOCKET,"
    " redis+sentinel://HOST:PORT,HOST:PORT/SERVICE and redis+cluster://HOST:PORT,HOST:PORT are"
)
QUOTING: Final = (
    "percent-encode the name and the password: write @ as %40, # as %23, / as %2F, ? as %3F, : as"
    " %3A, [ as %5B and % as %25"
)

Options: TypeAlias = dict[str, Any]  # as redis-py takes them


def client_of(
    url: str, *, connect_timeout: float, read_timeout: float, wait_replicas: int = 0
) -> Client:
    """The client of the store at `url`; timeouts in seconds. It connects at its first command.

    Each write waits until `wait_replicas` replicas have it, for half the read timeout at most. On a
    cluster it does not wait: redis-py cannot send WAIT on the connection of the write there.

    Raises BadAddress.
    """
    _check(url)
    options = {
        "socket_connect_timeout": connect_timeout,
        "socket_timeout": read_timeout,
        "retry": Retry(NoBackoff(), 0),  # else a write could be done twice
    }
    many = MANY.fullmatch(url)
    if many and many["kind"] == "cluster":
        return _cluster(many, options)
    client = _sentinel(many, options) if many else _single(url, options)
    pooled = Pooled(client.connection_pool)
    return Replicated(pooled, wait_replicas, read_timeout / 2) if wait_replicas else pooled


def _single(url: str, options: Options) -> Redis:
    address = urlsplit(url)
    options_of("single", address.scheme, address.query)
    return Redis.from_url(url, **options)


def _sentinel(url: re.Match[str], options: Options) -> Redis:
    if not url["service"]:
        raise BadAddress(
            "REDIS_URL: name the service that the sentinels watch:"
            " redis+sentinel://HOST:PORT,HOST:PORT/SERVICE"
        )
    options = {**options, **_options(url)}
    sentinels = Sentinel(_hosts(url), sentinel_kwargs=for_sentinels(options))
    client: Redis = sentinels.master_for(
        url["service"],
        connection_pool_class=WatchedPool,
        db=int(url["database"] or 0),
        **_credentials(url),
        **for_servers(options),
    )
    return client


def _cluster(url: re.Match[str], options: Options) -> Client:
    nodes = [ClusterNode(host, port) for host, port in _hosts(url)]
    options = {**options, **_credentials(url), **_options(url)}
    most = options.get("max_connections") or CONNECTIONS
    options["max_connections"] = 2 * most  # ours, and those of redis-py's own client
    return OnceConnected(lambda: Clustered(RedisCluster(startup_nodes=nodes, **options), most))


def _hosts(url: re.Match[str]) -> list[tuple[str, int]]:
    found = [re.fullmatch(r"(\[[^\]]+\]|[^:]+):(\d{1,5})", one) for one in url["hosts"].split(",")]
    if not all(one and int(one[2]) < 65_536 for one in found):
        raise BadAddress("REDIS_URL: its hosts are no list of HOST:PORT, with commas between")
    return [(one[1].strip("[]"), int(one[2])) for one in found if one]


def _credentials(url: re.Match[str]) -> dict[str, str]:
    given = {"username": url["user"], "password": url["password"]}
    return {name: unquote(value) for name, value in given.items() if value}


def _options(url: re.Match[str]) -> Options:
    given = options_of(url["kind"], f"redis{url['tls']}", url["query"] or "")
    return {"ssl": True, **given} if url["tls"] else given


def _check(url: str) -> None:
    """Raise BadAddress, without a part of the address that may be one of the password."""
    if not url:
        raise BadAddress("REDIS_URL is not set; redis://HOST:PORT/0 would do")
    scheme, separator, rest = url.partition("://")
    if not separator:
        raise BadAddress(f"REDIS_URL: it has no scheme; {EXAMPLES}")
    many = re.fullmatch(r"rediss?\+(sentinel|cluster)", scheme)
    if scheme not in SCHEMES and not many:
        raise BadAddress(f"REDIS_URL: {_shown(scheme)} is not a scheme of a store; {EXAMPLES}")
    _check_quoting(rest)
    if many and not MANY.fullmatch(url):
        raise BadAddress(f"REDIS_URL: it is no address of a store; {EXAMPLES}")
    if not many:
        _check_port(url)


def _shown(scheme: str) -> str:
    return f"“{scheme}”" if re.fullmatch(r"[\w+.-]{1,20}", scheme) else "what it starts with"


def _check_quoting(rest: str) -> None:
    """Raise BadAddress if a password seems to end the part of an address that it is in."""
    server = re.split("[/?#]", rest, maxsplit=1)[0]
    credentials, _, _ = server.rpartition("@")
    astray = "@" in credentials or (server and "@" in rest[len(server) :])
    if astray or "#" in rest:
        raise BadAddress(f"REDIS_URL: a character in it is not quoted; {QUOTING}")


def _check_port(url: str) -> None:
    try:
        urlsplit(url).port  # noqa: B018  # reading it is what checks it
    except ValueError:
        raise BadAddress(
            f"REDIS_URL: its host or port cannot be read; redis://HOST:PORT/0 would do. If it has a"
            f" password, {QUOTING}"
        ) from None
