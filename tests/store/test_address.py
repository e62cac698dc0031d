"""Addresses of stores."""

import pytest
from redis.sentinel import SentinelConnectionPool

from service.store.address import BadAddress, client_of
from service.store.clients import OnceConnected, Pooled


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


@pytest.mark.parametrize("url", ["redis+cluster://a:1", "rediss+cluster://me:secret@a:1,b:2"])
def test_cluster_is_not_asked_before_the_first_command(url: str) -> None:
    assert isinstance(client_of(url, connect_timeout=1, read_timeout=1), OnceConnected)


def test_address_that_is_not_set_is_said_not_to_be() -> None:
    with pytest.raises(BadAddress, match="REDIS_URL is not set"):
        client_of("", connect_timeout=1, read_timeout=1)


@pytest.mark.parametrize(
    "url",
    [
        "redis+sentinel://", "redis+sentinel://a:1", "redis+sentinel://a/games",
        "redis+sentinel://a:1,b/games", "redis+cluster://a", "redis+cluster://a:99999",
        "redis+cluster://a:1,,b:2", "redis+file://a:1", "sentinel://a:1/games", "redis",
        "redis://[::1", "unix+cluster://a:1",
    ],
)  # fmt: skip
def test_bad_address_is_refused_with_what_would_do(url: str) -> None:
    with pytest.raises(BadAddress) as caught:
        client_of(url, connect_timeout=1, read_timeout=1)

    assert str(caught.value).startswith("REDIS_URL: ")
    assert "HOST:PORT" in str(caught.value)
    assert "\n" not in str(caught.value)
