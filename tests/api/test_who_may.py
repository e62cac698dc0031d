"""Who may use the API, and how much: keys, clients, limits, proxies, private documentation."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask

from service.api.hooks import hash_of
from service.api.limits import NAME, client
from service.http_cache import content_of
from tests.api.conftest import Client, Make
from tests.support.programs import ROOT, run

SECRET, OTHER = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
USED, OTHERS = ({"Authorization": f"Bearer {key}"} for key in (SECRET, OTHER))
LIMITED: dict[str, Any] = {"ratelimit_create": 2}
ORIGIN = "https://ours.example"


def starts(client: Client, number: int, **headers: str) -> list[int]:
    """The statuses of so many starts; an address that is claimed may have the start's number."""
    sent = [{name: each.format(n) for name, each in headers.items()} for n in range(number)]
    return [client.post("/games", headers=each).status_code for each in sent]


def test_games_are_limited(client_with: Make) -> None:
    client = client_with(**LIMITED)

    first, second, refused = [client.post("/games") for _ in range(3)]

    assert (first.status_code, second.status_code, refused.status_code) == (201, 201, 429)
    assert first.headers["RateLimit-Policy"] == '"create";q=2;w=60'
    assert first.headers["RateLimit"] == '"create";r=1;t=30'
    seconds = int(refused.headers["Retry-After"])
    assert 1 <= seconds <= 30
    assert refused.json["detail"] == (
        "Out of “create” units: this request costs more than the 0 of 2 that are left."
        f" Try again in {seconds} s."
    )


@pytest.mark.parametrize(
    ("settings", "claimed", "is_limited"),
    [
        ({"ratelimit_enabled": False}, "", False),
        *(({"trusted_proxies": n}, "203.0.113.9, 198.51.100.{}", n != 1) for n in range(3)),
        *(
            ({"trusted_proxies": 1}, claimed, True)
            for claimed in ("unknown", "", "198.51.100.1:4711", "x" * 5000, "é")
        ),
    ],
    ids=lambda each: str(each)[:25],
)
def test_clients_are_counted_apart(
    client_with: Make, settings: dict[str, Any], claimed: str, is_limited: bool
) -> None:
    statuses = starts(client_with(**LIMITED, **settings), 3, **{"X-Forwarded-For": claimed})
    assert statuses == [201, 201, 429 if is_limited else 201]


def test_limits_are_counted_for_a_key_and_not_for_its_address(client_with: Make) -> None:
    client = client_with(**LIMITED, api_keys=f"{hash_of(SECRET)},{hash_of(OTHER)}")
    assert starts(client, 3, **USED) == [201, 201, 429]
    assert starts(client, 1, **OTHERS) == [201]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:4711", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),  # an IPv4 client of a socket for both kinds
        ("[::ffff:192.0.2.1]:4711", "192.0.2.1"),
        ("2001:db8::1", "20010db800000000"),
        ("2001:db8::ffff:1", "20010db800000000"),  # of the same household
        ("[2001:db8::1]:4711", "20010db800000000"),
        ("[2001:db8::1]", "20010db800000000"),
        ("::1", "0"),
        *[(odd, odd[:NAME]) for odd in ("unknown", "", "x" * 5000, "a:b", "[")],
    ],
)
def test_client_is_named_by_its_address(app: Flask, address: str, name: str) -> None:
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        assert client() == name


def test_api_wants_a_key_where_there_are_some(client_with: Make) -> None:
    client = client_with(api_keys=f"{hash_of(OTHER)}, {hash_of(SECRET).upper()}")

    for wrong in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Basic {SECRET}"}):
        answer = client.post("/games", headers=wrong)
        invalid = ' error="invalid_token"' if wrong else ""
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, f"Bearer{invalid}")
    for scheme in ("Bearer", "bearer", "BEARER"):
        assert starts(client, 1, Authorization=f"{scheme} {SECRET}") == [201]
    for path in ("/dealers", "/nowhere"):
        assert client.get(path).status_code == 401


def test_preflight_needs_no_key_and_costs_nothing(client_with: Make) -> None:
    client = client_with(api_keys=hash_of(SECRET), cors_origins=ORIGIN, ratelimit_create=1)
    headers = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}

    answers = [client.options("/games", headers=headers) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [204] * 3
    assert answers[0].headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "RateLimit" not in answers[0].headers
    assert starts(client, 1, **USED) == [201]
    for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"):
        assert client.open("/games", method=method, headers=headers).status_code == 401


@pytest.mark.parametrize(
    ("public", "keys", "headers", "status"),
    [
        (True, hash_of(SECRET), {}, 200),
        (False, "", {}, 404),
        (False, hash_of(SECRET), {}, 401),
        (False, hash_of(SECRET), USED, 200),
    ],
)
def test_probes_need_no_key_and_documents_can_be_private(
    client_with: Make, public: bool, keys: str, headers: Mapping[str, str], status: int
) -> None:
    client = client_with(docs_public=public, api_keys=keys)
    contracts = ("/openapi.yaml", "/openapi.json", "/.well-known/api-catalog")
    for path in ("/docs", "/docs/docs.js", *contracts, "/problems", "/problems/game-over"):
        with client.get(path, headers=headers) as answer:
            assert answer.status_code == status, path
    for path in ("/livez", "/readyz", "/"):
        assert client.get(path).status_code == 200


def test_key_that_is_made_as_the_documents_say_is_let_in(client_with: Make) -> None:
    page = (ROOT / "docs/deploying.md").read_text()
    [command] = re.findall(r"^    (KEY=.*)$", page, re.MULTILINE)
    key, hashed = run("bash", "-c", command).stdout.split()[:2]
    client = client_with(api_keys=hashed)
    assert starts(client, 1, Authorization=f"Bearer {key}") == [201]
    assert starts(client, 1) == [401]


@pytest.mark.parametrize(
    ("proxies", "is_believed", "prefixes"),
    [
        (1, True, ["/ours", "/a/b-c.d/e_f", "/v1.2", "/...", "/..x", "/.x", "/x..y"]),
        (1, False, [
            "//evil.example", "http://x.y", "evil", "/x/", "/x?y", "/x#", "/%2f", "/x,/y", "/..",
            "/x/../y", "/.", "/é", "/x y",
        ]),
        (0, False, ["/ours"]),
    ],
)  # fmt: skip
def test_prefix_of_a_trusted_proxy_is_believed_if_it_is_a_path(
    client_with: Make, proxies: int, is_believed: bool, prefixes: list[str]
) -> None:
    client = client_with(trusted_proxies=proxies, ratelimit_enabled=False)
    for prefix in prefixes:
        answer = client.post("/games", headers={"X-Forwarded-Prefix": prefix})
        believed = f"{prefix}/games/" if is_believed else "/games/"
        assert answer.headers["Location"].startswith(believed), prefix


def test_what_has_a_prefix_in_it_is_kept_nowhere(client_with: Make) -> None:
    client, before = client_with(trusted_proxies=1), content_of.cache_info().currsize
    for path in (
        "/openapi.json",
        "/openapi.yaml",
        "/docs",
        "/problems",
        "/.well-known/api-catalog",
    ):
        answer = client.get(path, headers={"X-Forwarded-Prefix": "/a-prefix"})
        assert "/a-prefix" in answer.text
        assert answer.headers["Cache-Control"] in ("no-store", "no-cache")
        assert content_of.cache_info().currsize == before
        for each in (answer, client.get(path)):
            assert "X-Forwarded-Prefix" in each.headers["Vary"]
        before = content_of.cache_info().currsize
