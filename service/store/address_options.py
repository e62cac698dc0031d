"""The options in a store's address, after the question mark: checked before anything connects."""

import os
import re
import ssl
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

from redis import ConnectionPool, RedisError
from redis.connection import Connection, SSLConnection, UnixDomainSocketConnection, parse_url

from service.engine.errors import HangmanError

EVERYWHERE: Final = frozenset(
    {
        "client_name", "max_connections", "protocol", "socket_connect_timeout", "socket_keepalive",
        "socket_read_size", "socket_timeout", "ssl_ca_certs", "ssl_ca_data", "ssl_ca_path",
        "ssl_cert_reqs", "ssl_certfile", "ssl_check_hostname", "ssl_exclude_verify_flags",
        "ssl_include_verify_flags", "ssl_keyfile", "ssl_password",
    }
)  # fmt: skip
ALLOWED: Final = {
    "sentinel": EVERYWHERE | {"sentinel_username", "sentinel_password"},
    "cluster": EVERYWHERE,
    "single": EVERYWHERE
    | {
        "db", "health_check_interval", "password", "retry_on_timeout", "ssl_ciphers",
        "ssl_min_version", "username",
    },
}  # fmt: skip
SENTINELS: Final = {"sentinel_username": "username", "sentinel_password": "password"}
LONGEST: Final = 1_000_000  # seconds, of a timeout


class BadAddress(HangmanError):
    """A REDIS_URL that names no server; `str(error)` says what would.

    It holds nothing of the address but its scheme and names of options: the rest may be a part of a
    password that was not quoted.
    """


def options_of(kind: str, scheme: str, query: str) -> dict[str, Any]:
    """The options in the query of an address, as redis-py takes them. Raises BadAddress."""
    for name, _ in parse_qsl(query, keep_blank_values=True):
        _check_name(name, kind, scheme, query)
    try:
        options: dict[str, Any] = parse_url(f"redis://?{query}")
    except ValueError as error:
        raise BadAddress(f"REDIS_URL: {error}") from None
    connection = _connection_class(scheme)
    for name, value in options.items():
        _check_value(name, value, connection)
    if any(name.startswith("ssl_") for name in options):
        _check_certificates(options)
    return options


def for_sentinels(options: Mapping[str, Any]) -> dict[str, Any]:
    """What the sentinels themselves are asked with: their own name and password."""
    return {SENTINELS.get(name, name): value for name, value in options.items()}


def for_servers(options: Mapping[str, Any]) -> dict[str, Any]:
    """What the servers are asked with that hold the games."""
    return {name: value for name, value in options.items() if name not in SENTINELS}


def _check_name(name: str, kind: str, scheme: str, query: str) -> None:
    if name not in ALLOWED[kind]:
        may_be_secret = "password" in query or not re.fullmatch(r"\w{1,40}", name)
        shown = "an option" if may_be_secret else f"“{name}”"
        raise BadAddress(
            f"REDIS_URL: {shown} after the question mark is not an option of such an address;"
            f" {', '.join(sorted(ALLOWED[kind]))} are"
        )
    if name.startswith("ssl_") and not scheme.startswith("rediss"):
        raise BadAddress(f"REDIS_URL: {name} is only for rediss:// and rediss+…:// addresses")


def _check_value(name: str, value: Any, connection: type[Connection]) -> None:
    """Raise BadAddress if a connection with this option could not be made."""
    plain = {SENTINELS.get(name, name): value}
    try:
        if "timeout" in name and not isinstance(value, bool) and not 0 < value < LONGEST:
            raise ValueError
        ConnectionPool(connection_class=connection, **plain).make_connection()
    except (RedisError, TypeError, ValueError):
        raise BadAddress(f"REDIS_URL: the value of {name} cannot be used") from None


def _check_certificates(options: Mapping[str, Any]) -> None:
    """Raise BadAddress if files of certificates cannot be used."""
    context = ssl.create_default_context()
    authorities = [options.get(f"ssl_ca_{kind}") for kind in ("certs", "path", "data")]
    try:
        if any(authorities):
            context.load_verify_locations(*authorities)
        os.listdir(options.get("ssl_ca_path", "/"))  # OpenSSL would not miss it
    except (OSError, TypeError, ValueError) as error:
        raise _unusable("ssl_ca_certs, ssl_ca_path or ssl_ca_data", error) from None
    try:
        if "ssl_certfile" in options or "ssl_keyfile" in options:
            context.load_cert_chain(
                options["ssl_certfile"],
                options.get("ssl_keyfile"),
                options.get("ssl_password", ""),  # without one, OpenSSL would ask the terminal
            )
    except (OSError, KeyError, ValueError) as error:
        raise _unusable("ssl_certfile, ssl_keyfile or ssl_password", error) from None


def _unusable(names: str, error: Exception) -> BadAddress:
    why = f" ({error.strerror})" if isinstance(error, OSError) and error.strerror else ""
    return BadAddress(f"REDIS_URL: {names} cannot be used{why}")


def _connection_class(scheme: str) -> type[Any]:
    if scheme == "unix":
        return UnixDomainSocketConnection
    return SSLConnection if scheme.startswith("rediss") else Connection
