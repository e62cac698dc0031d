"""Addresses of stores."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from redis.connection import SSLConnection
from redis.sentinel import SentinelConnectionPool

from service.store import servers
from service.store.address import BadAddress, servers_at
from service.store.servers import Cluster
from tests.support import programs

PASSWORD = "s3cr@t#/?:[%"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate; its key is in the file `key` beside it."""
    folder = tmp_path_factory.mktemp("certificate")
    openssl = programs.program("openssl", "openssl")
    programs.printed(
        openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-subj", "/CN=localhost", "-out", folder / "pem", "-keyout", folder / "key",
    )  # fmt: skip
    return folder / "pem"


def at(url: str) -> Any:
    return servers_at(url, connect_timeout=1, read_timeout=1)


REFUSED = {
    "HOST:PORT": [
        "", "redis+sentinel://", "redis+sentinel://a:1", "redis+sentinel://a/games",
        "redis+sentinel://a:1,b/games", "redis+cluster://a", "redis+cluster://a:99999",
        "redis+cluster://a:1,,b:2", "redis+file://a:1", "sentinel://a:1/games", "redis",
        "redis://[::1", "unix+cluster://a:1",
    ],
    "REDIS_URL: it is missing.": [""],
    "percent-encode": [
        "redis://u:s3cr@t@h", "redis://u:s3cr#t@h:1/0", "redis://u:s3cr/t@h", "redis://u:s3cr?t@h",
        "redis://u:1#s3cr@h", "redis://u:1/s3cr@h", "redis://u:s3cr[t@h", "redis://u:x@s3cr/t@h",
        "redis://h/0?password=s3cr#t", "redis://h/0?password=s3cr@t",
        "unix://u:s3cr/t@/tmp/socket", "unix://u:s3cr@t@/tmp/socket",
        "redis+sentinel://:s3cr@t@h:1/games", "redis+sentinel://u:s3cr/t@h:1/games",
        "redis+sentinel://u:s3cr#t@h:1/games", "redis+sentinel://h:1/g?sentinel_password=s3cr#t",
        "rediss+cluster://u:s3cr@t@h:1", "rediss+cluster://u:s3cr?t@h:1",
    ],
    "REDIS_URL": [  # and nothing that may be a secret
        "s3cr", "redis:s3cr", "redis://u:s3cr", "redis://:s3cr", "redis://u:s3c\u2100@h",
        "redis+sentinel://:s3cr", "redis+sentinel://u:s3cr@h/games", "redis+cluster://u:s3cr",
        "redis+sentinel://h:1/games?sentinel_password=x&s3cr", "redis://h?password=x&s3cr=1",
        "redis://h?s3cr%0A=1", "redis://u:x@h:s3cr/0", "rediss://h?protocol=s3cr",
    ],
    "option 1 after its question mark is unknown; there may be only client_name, ": [
        "redis://h/0?nonsense=1", "redis+sentinel://h:1/games?nonsense=1",
        "redis+cluster://h:1?nonsense", "redis://h?sentinel_username=me",
        "redis+cluster://h:1?decode_responses=1", "redis://h?retry=1",
        "redis://h?retry_on_timeout=1", "redis+sentinel://h:1/games?health_check_interval=1",
    ],
    "option 2 after its question mark is unknown": ["redis://h?db=1&nonsense=1&client_name=x"],
    "ssl_ca_certs: only with TLS, rediss:// instead of redis://": ["redis://h?ssl_ca_certs=/x"],
    "ssl_ca_certs: only with TLS": [
        "unix:///x?ssl_ca_certs=/x", "redis+sentinel://h:1/g?db=1&ssl_ca_certs=/x",
    ],
    "cannot be used (No such file or directory)": ["rediss://h?ssl_ca_certs=/nobody/is/here"],
    "ssl_ca_path cannot be used": ["rediss+cluster://h:1?ssl_ca_path=/nobody"],
    "ssl_certfile cannot be used": ["rediss+sentinel://h:1/games?ssl_certfile=/nobody"],
    "ssl_keyfile cannot be used": ["rediss://h?ssl_keyfile=/nobody"],
    "ssl_cert_reqs cannot be used; write one of none, optional, required": [
        "rediss://h?ssl_cert_reqs=perhaps", "rediss://h?ssl_cert_reqs=CERT_NONE",
        "rediss+cluster://h:1?ssl_cert_reqs=", "rediss+sentinel://h:1/g?ssl_cert_reqs=Required",
    ],
    "its database number is none; write a whole one, as in redis://HOST:PORT/0": [
        "redis://h/3/4/5", "redis://h/0/1", "redis://h/abc", "redis://h/1.5", "redis://h/O",
        "redis://h/-1", "redis://h/0/", "rediss://h/٣", "redis+sentinel://h:1/games/1/2",
        "redis+sentinel://h:1/games/x", "redis://h?db=abc", "unix:///x?db=1.5", "redis://h?db=",
    ],
    "it has more than one database number": [
        "redis://h/3?db=4", "redis://h/0?db=0", "redis+sentinel://h:1/games/1?db=2",
        "redis://h?db=1&db=2",
    ],
    "a cluster has no database number; write nothing after its hosts": [
        "redis+cluster://h:1/3", "redis+cluster://h:1/games/0",
    ],
    "protocol cannot be used": ["redis://h?protocol=9"],
    "socket_timeout cannot be used": ["redis://h?socket_timeout=-1", "redis://h?socket_timeout=nan"],
    "max_connections cannot be used": [
        "redis+cluster://h:1?max_connections=-1", "redis://h?max_connections=many",
    ],
    "socket_keepalive cannot be used": ["unix:///x?socket_keepalive=1"],
}  # fmt: skip


@pytest.mark.parametrize("said", REFUSED)
def test_bad_address_is_refused_and_no_secret_is_shown(said: str) -> None:
    """In one line, before anything connects; s3c… may be a secret."""
    for url in REFUSED[said]:
        with pytest.raises(BadAddress) as caught:
            at(url)
        message = str(caught.value)
        assert message.startswith("REDIS_URL"), url
        assert said in message, url
        assert "\n" not in message, url
        assert "s3c" not in message, url


def test_key_with_a_password_needs_it_without_a_prompt(certificate: Path, tmp_path: Path) -> None:
    openssl, locked = programs.program("openssl", "openssl"), tmp_path / "locked.pem"
    key = certificate.with_name("key")
    lock = ("pkcs8", "-topk8", "-in", key, "-out", locked, "-passout", "pass:secret")
    programs.printed(openssl, *lock)
    url = f"rediss://h?ssl_certfile={certificate}&ssl_keyfile={locked}"
    with pytest.raises(BadAddress, match="ssl_certfile, ssl_keyfile cannot be used"):
        at(url)
    at(f"{url}&ssl_password=secret")


def test_options_of_a_single_server_reach_its_connections(certificate: Path) -> None:
    pool = at(
        f"rediss://me:{quote(PASSWORD, safe='')}@h/4?socket_timeout=3&client_name=me"
        f"&ssl_ca_certs={certificate}&ssl_certfile={certificate}"
        f"&ssl_keyfile={certificate.with_name('key')}"
    ).pool
    options = pool.connection_kwargs
    assert options["ssl_ca_certs"] == options["ssl_certfile"] == str(certificate)
    assert (options["socket_timeout"], options["client_name"], options["db"]) == (3, "me", 4)
    assert options["password"] == PASSWORD
    assert options["retry"].get_retries() == 0  # a retry could write twice
    pool.make_connection()


def test_sentinels_have_a_name_and_password_of_their_own(certificate: Path) -> None:
    pool = at(
        f"rediss+sentinel://me:{quote(PASSWORD, safe='')}@a:1,[::1]:2/games/4"
        f"?sentinel_username=watch&sentinel_password=s%40&ssl_ca_certs={certificate}"
    ).pool
    assert isinstance(pool, SentinelConnectionPool)
    assert (pool.service_name, len(pool.sentinel_manager.sentinels)) == ("games", 2)
    options = pool.connection_kwargs
    assert (options["username"], options["password"], options["db"]) == ("me", PASSWORD, 4)
    assert options["ssl_ca_certs"] == str(certificate)
    assert "sentinel_password" not in options
    for sentinel in pool.sentinel_manager.sentinels:
        login = sentinel.connection_pool.connection_kwargs
        assert (login["username"], login["password"]) == ("watch", "s@")
        assert login["ssl_ca_certs"] == str(certificate)
        assert issubclass(sentinel.connection_pool.connection_class, SSLConnection)


def test_options_of_a_cluster_reach_redis_py(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    created: list[dict[str, Any]] = []

    def create(**options: Any) -> object:
        created.append(options)
        return object()

    monkeypatch.setattr(servers, "RedisCluster", create)
    found = at(
        f"rediss+cluster://me:s%40@a:1,b:2?ssl_ca_certs={certificate}&max_connections=7"
        "&ssl_check_hostname=false"
    )
    assert isinstance(found, Cluster)
    assert not created
    _ = found.redis_py
    [options] = created
    assert [node.name for node in options["startup_nodes"]] == ["a:1", "b:2"]
    assert (options["username"], options["password"]) == ("me", "s@")
    assert options["ssl_ca_certs"] == str(certificate)
    assert (options["ssl"], options["ssl_check_hostname"]) == (True, False)
    assert (options["max_connections"], options["dynamic_startup_nodes"]) == (8, False)


@pytest.mark.parametrize(
    ("url", "database"),
    [("redis://h", 0), ("redis://h/", 0), ("redis://h/3", 3), ("redis://h?db=4", 4),
     ("unix:///tmp/socket?db=5", 5), ("redis+sentinel://h:1/games", 0),
     ("redis+sentinel://h:1/games/", 0), ("redis+sentinel://h:1/games/6", 6),
     ("redis+sentinel://h:1/games?db=7", 7)],
)  # fmt: skip
def test_database_is_the_number_at_the_end_or_an_option(url: str, database: int) -> None:
    assert at(url).pool.connection_kwargs.get("db", 0) == database


def test_cluster_may_name_its_only_database() -> None:
    assert isinstance(at("redis+cluster://h:1/0"), Cluster)
