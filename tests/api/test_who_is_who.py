"""Who is who: clients by address, preflights, proxies' prefixes, ids that keys are worth, logs."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from flask import Flask

from service.api.hooks import hash_of
from service.api.limits import NAME, client
from service.app import create_app
from service.dictionaries.dictionary import Dictionary
from service.http_cache import content_of
from service.settings import Settings
from tests.api.conftest import Client
from tests.support.fakes import FakeStoreClient

KEY, OTHER = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
RETRIED = {"Idempotency-Key": "order-2026-11-21-0001"}
ORIGIN = "https://ours.example"
PREFLIGHT = {
    "Origin": ORIGIN,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization,content-type",
}

Make = Callable[..., Client]


@pytest.fixture
def store() -> FakeStoreClient:
    return FakeStoreClient()


@pytest.fixture
def client_with(
    monkeypatch: pytest.MonkeyPatch, dictionaries: Mapping[str, Dictionary], store: FakeStoreClient
) -> Make:
    """A client of an instance with some settings; all instances of a test share a store."""
    monkeypatch.setattr("service.app.load_all", lambda _: dictionaries)
    return lambda **settings: create_app(Settings(**settings), store).test_client()


def used(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


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
        ("unknown", "unknown"),
        ("", ""),
        ("x" * 5000, "x" * NAME),
        ("a:b", "a:b"),
        ("[", "["),
    ],
)
def test_client_is_named_by_its_address(app: Flask, address: str, name: str) -> None:
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        assert client() == name


def test_preflight_needs_no_key_and_costs_nothing(client_with: Make) -> None:
    asked = client_with(api_keys=hash_of(KEY), cors_origins=ORIGIN, ratelimit_create=1)

    answers = [asked.options("/games", headers=PREFLIGHT) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [204] * 3
    assert answers[0].headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "authorization" in answers[0].headers["Access-Control-Allow-Headers"].lower()
    assert "RateLimit" not in answers[0].headers
    assert asked.post("/games", headers=used(KEY)).status_code == 201


def test_only_options_needs_no_key(client_with: Make) -> None:
    asked = client_with(api_keys=hash_of(KEY), cors_origins=ORIGIN)

    for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"):
        assert asked.open("/games", method=method, headers=PREFLIGHT).status_code == 401


@pytest.mark.parametrize(
    ("is_believed", "prefixes"),
    [
        (True, "/ours /a/b-c.d/e_f /v1.2 /... /..x /.x /x..y"),
        (
            False,
            "//evil.example http://x.y evil /x/ /x?y /x# /%2f /x,/y /.. /x/../y /. /é",
        ),
    ],
)
def test_prefix_of_a_trusted_proxy_is_believed_if_it_is_a_path(
    client_with: Make, is_believed: bool, prefixes: str
) -> None:
    asked = client_with(trusted_proxies=1)

    for prefix in [*prefixes.split(), *["/x y"] * (not is_believed)]:
        answer = asked.post("/games", headers={"X-Forwarded-Prefix": prefix})
        believed = answer.headers["Location"].startswith(f"{prefix}/games/")
        assert believed == is_believed, prefix
        assert believed or answer.headers["Location"].startswith("/games/")


@pytest.mark.parametrize(
    "path", ["/openapi.json", "/docs", "/problems", "/.well-known/api-catalog"]
)
def test_what_has_a_prefix_in_it_is_kept_nowhere(client_with: Make, path: str) -> None:
    asked = client_with(trusted_proxies=1)
    before = content_of.cache_info().currsize

    answers = [asked.get(path, headers={"X-Forwarded-Prefix": f"/{n}"}) for n in range(3)]

    assert content_of.cache_info().currsize == before
    for number, answer in enumerate(answers):
        assert f"/{number}" in answer.text
        assert "X-Forwarded-Prefix" in answer.headers["Vary"]
        assert answer.headers["Cache-Control"] in ("no-store", "no-cache")
    assert "X-Forwarded-Prefix" in asked.get(path).headers["Vary"]


def test_prefix_is_not_believed_from_nobody(client_with: Make) -> None:
    answer = client_with().post("/games", headers={"X-Forwarded-Prefix": "/ours"})

    assert answer.headers["Location"].startswith("/games/")


def test_idempotency_key_belongs_to_an_api_key(client_with: Make) -> None:
    asked = client_with(api_keys=f"{hash_of(KEY)},{hash_of(OTHER)}")

    mine, again, theirs = (
        asked.post("/games", headers={**used(key), **RETRIED}) for key in (KEY, KEY, OTHER)
    )

    assert (mine.status_code, again.status_code, theirs.status_code) == (201, 201, 201)
    assert again.json["id"] == mine.json["id"] != theirs.json["id"]
    assert "Idempotent-Replayed" not in theirs.headers


def test_settings_have_a_host_with_and_without_brackets() -> None:
    hosts = ("::", "[::]", "[2001:db8::1]", "127.0.0.1", "localhost")

    addresses = [replace(Settings(), host=host).address for host in hosts]

    assert addresses == ["::", "::", "2001:db8::1", "127.0.0.1", "localhost"]
