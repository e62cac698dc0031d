"""Addresses of stores."""

from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from redis import Redis
from redis.cluster import REDIS_ALLOWED_KEYS
from redis.connection import SSLConnection
from redis.sentinel import SentinelConnectionPool

from service.store import clients
from service.store.address import ALLOWED, SENTINEL_LOGIN, BadAddress, client_of
from service.store.clients import Client, Clustered, Pooled
from tests.support import programs


@dataclass(frozen=True)
class Certificate:
    """A certificate that vouches for itself, and its key."""

    file: Path
    key: Path


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    folder = tmp_path_factory.mktemp("certificate")
    made = Certificate(folder / "certificate.pem", folder / "key.pem")
    openssl = programs.program("openssl", "openssl")
    programs.printed(
        openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
        "-out", made.file, "-keyout", made.key,
    )  # fmt: skip
    return made


def client(url: str) -> Client:
    return client_of(url, connect_timeout=1, read_timeout=1)


def refusal(url: str) -> str:
    with pytest.raises(BadAddress) as caught:
        client(url)
    message = str(caught.value)
    assert message.startswith("REDIS_URL")
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    "url",
    [
        "redis+sentinel://a:1/games",
        "redis+sentinel://a:1,b:2,[::1]:3/games/4",
        "rediss+sentinel://:secret@a:1/games",
    ],
)
def test_sentinels_name_the_primary(url: str) -> None:
    client = client_of(url, connect_timeout=1, read_timeout=1)

    assert isinstance(client, Pooled)
    assert isinstance(client.pool, SentinelConnectionPool)
    assert client.pool.service_name == "games"


@pytest.mark.parametrize(
    "url",
    [
        "", "redis+sentinel://", "redis+sentinel://a:1", "redis+sentinel://a/games",
        "redis+sentinel://a:1,b/games", "redis+cluster://a", "redis+cluster://a:99999",
        "redis+cluster://a:1,,b:2", "redis+file://a:1", "sentinel://a:1/games", "redis",
        "redis://[::1", "unix+cluster://a:1",
    ],
)  # fmt: skip
def test_bad_address_is_refused_with_what_would_do(url: str) -> None:
    assert "HOST:PORT" in refusal(url)


def test_address_that_is_missing_is_called_missing() -> None:
    assert refusal("").startswith("REDIS_URL: it is missing.")


@pytest.mark.parametrize(
    "url",
    [
        "redis://u:s3cr@t@h", "redis://u:s3cr#t@h:1/0", "redis://u:s3cr/t@h", "redis://u:s3cr?t@h",
        "redis://u:1#s3cr@h", "redis://u:1/s3cr@h", "redis://u:s3cr[t@h", "redis://u:x@s3cr/t@h",
        "redis://h/0?password=s3cr#t", "redis://h/0?password=s3cr@t",
        "unix://u:s3cr/t@/tmp/socket", "unix://u:s3cr@t@/tmp/socket",
        "redis+sentinel://:s3cr@t@h:1/games", "redis+sentinel://u:s3cr/t@h:1/games",
        "redis+sentinel://u:s3cr#t@h:1/games", "redis+sentinel://h:1/g?sentinel_password=s3cr#t",
        "rediss+cluster://u:s3cr@t@h:1", "rediss+cluster://u:s3cr?t@h:1",
    ],
)  # fmt: skip
def test_password_that_is_not_quoted_is_hinted_at_and_not_shown(url: str) -> None:
    message = refusal(url)

    assert "percent-encode" in message
    assert "s3cr" not in message


@pytest.mark.parametrize(
    "url",
    [
        "s3cr", "redis:s3cr", "redis://u:s3cr", "redis://:s3cr", "redis://u:s3c\u2100@h",
        "redis+sentinel://:s3cr", "redis+sentinel://u:s3cr@h/games", "redis+cluster://u:s3cr",
        "redis+sentinel://h:1/games?sentinel_password=x&s3cr", "redis://h?password=x&s3cr=1",
        "redis://h?s3cr%0A=1", "redis://u:x@h:s3cr/0", "rediss://h?protocol=s3cr",
    ],
)  # fmt: skip
def test_no_part_of_a_bad_address_that_may_be_secret_is_shown(url: str) -> None:
    message = refusal(url)

    assert "s3c" not in message


def test_password_that_is_quoted_is_used_as_it_is() -> None:
    quoted = quote("s3cr@t#/?:[%", safe="")

    for url in (f"redis://u:{quoted}@h", f"redis+sentinel://u:{quoted}@h:1/games"):
        pooled = client(url)
        assert isinstance(pooled, Pooled)
        assert pooled.pool.connection_kwargs["password"] == "s3cr@t#/?:[%"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("redis://h/0?nonsense=1", "only client_name, "),
        ("redis+sentinel://h:1/games?nonsense=1", "only client_name, "),
        ("redis+cluster://h:1?nonsense", "only client_name, "),
        ("redis://h?sentinel_username=me", "only client_name, "),
        ("redis+cluster://h:1?decode_responses=1", "only client_name, "),
        ("redis://h?retry=1", "only client_name, "),
        ("redis://h?ssl_ca_certs=/x", "ssl_ca_certs: only with TLS, rediss:// instead of redis://"),
        ("unix:///x?ssl_ca_certs=/x", "ssl_ca_certs: only with TLS"),
        ("redis+sentinel://h:1/g?db=1&ssl_ca_certs=/x", "ssl_ca_certs: only with TLS"),
        (
            "rediss://h?ssl_ca_certs=/nobody/is/here",
            "cannot be used (No such file or directory)",
        ),
        ("rediss+cluster://h:1?ssl_ca_path=/nobody", "ssl_ca_path cannot be used"),
        ("rediss+sentinel://h:1/games?ssl_certfile=/nobody", "ssl_certfile cannot be used"),
        ("rediss://h?ssl_keyfile=/nobody", "ssl_keyfile cannot be used"),
        ("rediss://h?ssl_cert_reqs=perhaps", "ssl_cert_reqs cannot be used"),
        ("redis://h?protocol=9", "protocol cannot be used"),
        ("redis://h?socket_timeout=-1", "socket_timeout cannot be used"),
        ("redis://h?socket_timeout=nan", "socket_timeout cannot be used"),
        ("redis+cluster://h:1?max_connections=-1", "max_connections cannot be used"),
        ("redis://h?max_connections=many", "max_connections cannot be used"),
        ("unix:///x?socket_keepalive=1", "socket_keepalive cannot be used"),
    ],
)
def test_bad_option_is_refused_before_anything_connects(url: str, said: str) -> None:
    assert said in refusal(url)


def test_key_with_a_password_needs_it_and_asks_nobody(
    certificate: Certificate, tmp_path: Path
) -> None:
    openssl, locked = programs.program("openssl", "openssl"), tmp_path / "locked.pem"
    lock = ("pkcs8", "-topk8", "-in", certificate.key, "-out", locked, "-passout", "pass:secret")
    programs.printed(openssl, *lock)
    url = f"rediss://h?ssl_certfile={certificate.file}&ssl_keyfile={locked}"

    assert "ssl_certfile, ssl_keyfile cannot be used" in refusal(url)
    client(f"{url}&ssl_password=secret")


def test_options_of_a_single_server_reach_its_connections(certificate: Certificate) -> None:
    found = client(
        f"rediss://h/4?ssl_ca_certs={certificate.file}&socket_timeout=3&client_name=me"
        f"&ssl_certfile={certificate.file}&ssl_keyfile={certificate.key}"
    )

    assert isinstance(found, Pooled)
    options = found.pool.connection_kwargs
    assert options["ssl_ca_certs"] == options["ssl_certfile"] == str(certificate.file)
    assert (options["socket_timeout"], options["client_name"], options["db"]) == (3, "me", 4)
    found.pool.make_connection()


def test_sentinels_have_a_name_and_password_of_their_own(certificate: Certificate) -> None:
    found = client(
        "rediss+sentinel://me:mine@a:1,b:2/games/4?sentinel_username=watch&sentinel_password=s%40"
        f"&ssl_ca_certs={certificate.file}"
    )

    assert isinstance(found, Pooled)
    assert isinstance(found.pool, SentinelConnectionPool)
    options = found.pool.connection_kwargs
    assert (options["username"], options["password"], options["db"]) == ("me", "mine", 4)
    assert options["ssl_ca_certs"] == str(certificate.file)
    assert "sentinel_password" not in options
    for sentinel in found.pool.sentinel_manager.sentinels:
        asked_with = sentinel.connection_pool.connection_kwargs
        assert (asked_with["username"], asked_with["password"]) == ("watch", "s@")
        assert asked_with["ssl_ca_certs"] == str(certificate.file)
        assert issubclass(sentinel.connection_pool.connection_class, SSLConnection)


def test_options_of_a_cluster_reach_redis_py(
    certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[dict[str, Any]] = []
    monkeypatch.setattr(clients, "RedisCluster", lambda **options: made.append(options))
    found = client(
        f"rediss+cluster://me:s%40@a:1,b:2?ssl_ca_certs={certificate.file}&max_connections=7"
        "&ssl_check_hostname=false"
    )

    assert isinstance(found, Clustered)
    assert not made
    _ = found.cluster
    [options] = made
    assert [node.name for node in options["startup_nodes"]] == ["a:1", "b:2"]
    assert (options["username"], options["password"]) == ("me", "s@")
    assert options["ssl_ca_certs"] == str(certificate.file)
    assert (options["ssl"], options["ssl_check_hostname"]) == (True, False)
    assert options["max_connections"] == 14


@pytest.mark.parametrize("kind", list(ALLOWED))
def test_every_option_that_is_allowed_is_one_of_redis_py(kind: str | None) -> None:
    """So that an upgrade that drops one is noticed."""
    taken = set(signature(Redis).parameters) | SENTINEL_LOGIN
    if kind == "cluster":
        taken &= {*REDIS_ALLOWED_KEYS}

    assert ALLOWED[kind] <= taken
