"""Identity: clients by their addresses and keys, games by ids that nobody else can work out."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
from redis import Redis

from service.api.hooks import hash_of
from service.api.limits import PREFIX
from tests.live.running import SERVE, Service, ask, serving
from tools.faults.findings import Finding
from tools.faults.servers import Server, one_server

MANY: Final = 20  # clients
LIMIT: Final = 5  # games of each in a minute
KEYS: Final = ("alice-0123456789abcdef", "bobby-0123456789abcdef")
RETRIED: Final = "order-2026-11-21"  # a key that others can guess
HOUR: Final = 3_600_000  # milliseconds
SAFE: Final = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(frozen=True)
class House:
    """A service with keys, one for all addresses, and their store."""

    store: Server
    locked: Service
    open: Service


def checked(folder: Path) -> Iterator[Finding]:
    """One finding for each promise."""
    with ExitStack() as stack:
        store = stack.enter_context(one_server(folder / "store"))

        def service(name: str, **environ: str) -> Service:
            environ["REDIS_URL"] = f"redis://{store.address}/0"
            return stack.enter_context(serving(folder / name, SERVE, **environ))

        ours = {"CORS_ORIGINS": "https://ours.example"}
        keys = {"API_KEYS": ",".join(map(hash_of, KEYS)), **ours}
        limited = {"RATELIMIT_ENABLED": "true", "RATELIMIT_CREATE": str(LIMIT)}
        house = House(
            store,
            service("locked", **keys),
            service("open", HOST="[::]", TRUSTED_PROXIES="1", **limited, **ours),
        )
        for (done, promised), check in CHECKS.items():
            measured = check(house)
            yield Finding("8", done, "once", promised, measured, measured == promised)


def _ipv4_clients(house: House) -> str:
    parts = urlsplit(house.open.url)
    statuses = []
    for number in range(1, MANY + 1):
        connection = HTTPConnection(
            parts.netloc, timeout=30, source_address=(f"127.0.0.{number}", 0)
        )
        connection.request("POST", "/games")
        statuses.append(connection.getresponse().status)
        connection.close()
    return f"{statuses.count(201)} games, {statuses.count(429)} refused"


def _ports(house: House) -> str:
    clients = [f"203.0.113.9:{4000 + n}" for n in range(MANY)]
    clients6 = [f"[2001:db8:9::1]:{4000 + n}" for n in range(MANY)]
    counts = [
        sum(_starts(house.open, {"X-Forwarded-For": who}) == 201 for who in addresses)
        for addresses in (clients, clients6)
    ]
    return f"{counts[0]} and {counts[1]} games of {MANY}"


def _starts(service: Service, headers: Mapping[str, str]) -> int:
    return service.post("/games", headers=headers).status_code


def _preflights(house: House) -> str:
    preflight = {
        "Origin": "https://ours.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    locked = ask("OPTIONS", house.locked.url + "/games", headers=preflight)
    allowed = locked.headers.get("Access-Control-Allow-Origin") == "https://ours.example"
    who = {"X-Forwarded-For": "198.51.100.7"}
    for _ in range(MANY):
        ask("OPTIONS", house.open.url + "/games", headers={**preflight, **who})
    games = [_starts(house.open, who) for _ in range(LIMIT)].count(201)
    return f"{locked.status_code}, {'allowed' if allowed else 'not allowed'}; {games} games after"


def _clock(house: House) -> str:
    who, key = {"X-Forwarded-For": "198.51.100.8"}, f"{PREFIX}create:198.51.100.8"
    _starts(house.open, who)
    with Redis(port=house.store.port) as client:
        ahead = time.time() * 1000 + HOUR  # what a clock leaves that is set back by an hour
        assert client.exists(key)
        client.set(key, f"{ahead:.3f}", px=HOUR)
    answer = house.open.post("/games", headers=who)
    wait = int(answer.headers.get("Retry-After", 0))
    return "at once, or within a minute" if wait <= 60 else f"after {wait} s"


def _other_key(house: House) -> str:
    body = {"length": 5}
    mine, theirs = (_started(house.locked, key, body) for key in KEYS)
    same = mine.json().get("id") == theirs.json().get("id")
    return f"{mine.status_code}, {theirs.status_code}, {'the same' if same else 'another'} game"


def _deleted(house: House) -> str:
    headers = {"Authorization": f"Bearer {KEYS[0]}", "Idempotency-Key": "a-third-0123456789abc"}
    game = house.locked.post("/games", headers=headers).json()["id"]
    deleted = ask("DELETE", f"{house.locked.url}/games/{game}", headers=headers).status_code
    again = house.locked.post("/games", headers=headers).status_code
    return f"{deleted}, then {again}"


def _replayed(house: House) -> str:
    headers = {"Authorization": f"Bearer {KEYS[0]}", "Idempotency-Key": "a-fourth-0123456789ab"}
    starts = [house.locked.post("/games", headers=headers) for _ in range(2)]
    path = f"/games/{starts[0].json()['id']}/guesses"
    guesses = [house.locked.post(path, headers=headers, json={"letter": "e"}) for _ in range(2)]
    marks = [answer.headers.get("Idempotent-Replayed") for answer in (*starts, *guesses)]
    return ", ".join(mark or "no mark" for mark in marks)


def _written_down(house: House) -> str:
    headers = {"Authorization": f"Bearer {KEYS[0]}"}
    game = house.locked.post("/games", headers=headers).json()["id"]
    path = f"/games/{game}"
    house.locked.post(path + "/guesses", headers=headers, json={"letter": "e"})
    ask("GET", house.locked.url + path, headers=headers)
    ask("GET", f"{house.locked.url}{path}/nowhere", headers=headers)
    ask("PUT", house.locked.url + path, headers=headers)
    with Redis(port=house.store.port) as client:
        values = [key + (client.get(key) or b"") for key in client.scan_iter()]
    in_store = sum(game.encode() in value for value in values)
    in_log = house.locked.log.read_text().count(game)
    return f"{in_store} times in the store, {in_log} in the log"


def _prefix(house: House) -> str:
    claimed = ("//evil.example", "/ours", "/a/b-c.d", "http://evil.example", "/x y", "/x?y", "/x/")
    return ", ".join(prefix for prefix in claimed if _believed(house, prefix))


def _believed(house: House, prefix: str) -> bool:
    headers = {"X-Forwarded-Prefix": prefix, "X-Forwarded-For": f"198.51.100.{100 + len(prefix)}"}
    location = house.open.post("/games", headers=headers).headers["Location"]
    return not location.startswith("/games/")


def _headers(house: House) -> str:
    wrong = [
        path
        for path in ("/livez", "/games", "/nowhere", "/docs", "/openapi.yaml", "/")
        if any(house.locked.get(path).headers.get(name) != value for name, value in SAFE.items())
    ]
    return ", ".join(wrong) or "everywhere"


def _started(service: Service, key: str, body: Mapping[str, Any]) -> httpx.Response:
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": RETRIED}
    return service.post("/games", headers=headers, json=body)


CHECKS: Final[Mapping[tuple[str, str], Callable[[House], str]]] = {
    (f"{MANY} IPv4 clients of `HOST=[::]`, each allowed {LIMIT} games", f"{MANY} games, 0 refused"):
        _ipv4_clients,
    (f"a client that is allowed {LIMIT} games, {MANY} times, at as many ports in `X-Forwarded-For`;"
     " with IPv4 and IPv6", f"{LIMIT} and {LIMIT} games of {MANY}"): _ports,
    (f"preflights: one with `API_KEYS`, {MANY} at a limit of {LIMIT} games",
     f"204, allowed; {LIMIT} games after"): _preflights,
    ("the store's clock set back by an hour", "at once, or within a minute"): _clock,
    ("an `Idempotency-Key` of two API keys", "201, 201, another game"): _other_key,
    ("a key that starts a game, which is deleted, and the same start again", "204, then 404"):
        _deleted,
    ("`Idempotent-Replayed`: a game and its repetition, a guess and its repetition",
     "no mark, true, no mark, true"): _replayed,
    ("a game's id, in the store and in the log", "0 times in the store, 0 in the log"):
        _written_down,
    ("`X-Forwarded-Prefix` as browsers, attackers and proxies write it", "/ours, /a/b-c.d"):
        _prefix,
    ("headers that keep other origins out", "everywhere"): _headers,
}  # fmt: skip
