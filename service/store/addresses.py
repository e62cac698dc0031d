"""REDIS_URL to a client: short timeouts, and no retries of its own."""

from typing import Any, Final
from urllib.parse import urlsplit

from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

SCHEMES: Final = ("redis", "rediss", "unix", "memory")


class BadAddress(Exception):
    """A REDIS_URL that names no server; `str(error)` says what would."""


def client_of(url: str, *, connect_timeout: float, read_timeout: float) -> Redis:
    """The client of the server at `url`; timeouts in seconds. It connects at its first command.

    `memory:` is fakeredis inside this process: a last resort, of which one process knows nothing
    of another's games. Raises BadAddress.
    """
    _check(url)
    if url == "memory:":
        return _in_memory()
    try:
        return Redis.from_url(
            url,
            socket_connect_timeout=connect_timeout,
            socket_timeout=read_timeout,
            retry=Retry(NoBackoff(), 0),  # a write re-sent after a lost reply may be done twice
        )
    except ValueError as error:
        raise BadAddress(f"REDIS_URL: {error}") from error


def _check(url: str) -> None:
    if not url:
        raise BadAddress("REDIS_URL is not set; redis://HOST:PORT/0 would do")
    try:
        address = urlsplit(url)
        address.port  # noqa: B018  # reading it is what checks it
    except ValueError as error:
        raise BadAddress(f"REDIS_URL: {error}; redis://HOST:PORT/0 would do") from error
    if address.scheme not in SCHEMES:
        raise BadAddress(
            f"REDIS_URL: “{address.scheme}” is not a scheme of a store; redis://HOST:PORT/0,"
            " rediss://HOST:PORT/0 and unix:///PATH/TO/SOCKET are"
        )


def _in_memory() -> Redis:
    from fakeredis import FakeRedis  # costs 0.2 s, and only a last resort needs it

    class InMemory(FakeRedis):
        """fakeredis, which knows no flags of scripts: their first line is left out."""

        def register_script(self, script: Any) -> Any:
            flags, _, rest = script.partition("\n")
            return super().register_script(rest if flags.startswith("#!lua") else script)

    return InMemory()
