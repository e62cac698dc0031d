"""Who may use the API, and how much: keys, rate limits, proxies, private documentation."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Any, TypeAlias

import pytest
from redis.exceptions import ConnectionError as NotConnected

from service.api.hooks import hash_of
from service.app import create_app
from service.dictionaries.dictionary import Dictionary
from service.settings import Settings
from tests.api.conftest import Client
from tests.support import contract
from tests.support.fakes import FakeStoreClient
from tests.support.programs import ROOT, run

KEY = "0123456789abcdef0123456789abcdef"
USED = {"Authorization": f"Bearer {KEY}"}
LIMITED = Settings(ratelimit_create=2, ratelimit_guess=3, ratelimit_hint=4)

Make: TypeAlias = Callable[[Settings], Client]


@pytest.fixture
def client_with(monkeypatch: pytest.MonkeyPatch, dictionaries: Mapping[str, Dictionary]) -> Make:
    monkeypatch.setattr("service.app.load_all", lambda _: dictionaries)  # once for all tests
    return lambda settings: create_app(settings, FakeStoreClient()).test_client()


def test_games_are_limited(client_with: Make) -> None:
    client = client_with(LIMITED)

    answers = [client.post("/games") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[0].headers["RateLimit-Policy"] == '"create";q=2;w=60'
    assert answers[0].headers["RateLimit"] == '"create";r=1;t=30'
    seconds = int(answers[2].headers["Retry-After"])
    assert 1 <= seconds <= 30
    assert answers[2].json["detail"] == (
        "Out of “create” units: this request costs more than the 0 of 2 that are left."
        f" Try again in {seconds} s."
    )
    contract.check("/games", answers[2])


def test_guesses_and_hints_are_limited_apart(client_with: Make) -> None:
    client = client_with(LIMITED)
    game = client.post("/games").json["id"]

    guesses = [client.post(f"/games/{game}/guesses", json={"letter": c}) for c in "eaio"]
    hints = [client.get(f"/games/{game}/hint") for _ in range(2)]
    helped = [client.post("/hints", json={"pattern": "___"}) for _ in range(2)]
    solved = client.post("/solutions", json={"word": "cat"})

    assert [answer.status_code for answer in guesses] == [200, 200, 200, 429]
    assert [answer.status_code for answer in [*hints, *helped, solved]] == [200] * 4 + [429]
    contract.check("/games/{game_id}/guesses", guesses[3])
    contract.check("/solutions", solved)
    assert client.get(f"/games/{game}").status_code == 200


@pytest.mark.parametrize(("proxies", "allowed"), [(0, 2), (1, 3), (2, 2)])
def test_claimed_address_counts_only_from_trusted_proxies(
    client_with: Make, proxies: int, allowed: int
) -> None:
    client = client_with(replace(LIMITED, trusted_proxies=proxies))

    answers = [
        client.post("/games", headers={"X-Forwarded-For": f"203.0.113.9, 198.51.100.{n}"})
        for n in range(3)
    ]

    assert sum(answer.status_code == 201 for answer in answers) == allowed


@pytest.mark.parametrize("claimed", ["unknown", "", "198.51.100.1:4711", "x" * 5000, "é"])
def test_proxy_that_names_no_address_is_no_fault_of_ours(client_with: Make, claimed: str) -> None:
    client = client_with(replace(LIMITED, trusted_proxies=1))

    answers = [client.post("/games", headers={"X-Forwarded-For": claimed}) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 429]


class StoreAway:
    """A store that does not answer, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def execute_command(self, *_: Any) -> None:
        self.asked += 1
        raise NotConnected


def test_uncounted_request_fails_only_if_it_needs_the_store(
    dictionaries: Mapping[str, Dictionary], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.app.load_all", lambda _: dictionaries)
    store = StoreAway()
    client: Client = create_app(Settings(), store).test_client()

    helped = client.post("/hints", json={"pattern": "___"})
    refused = client.post("/games")

    assert (helped.status_code, refused.status_code) == (200, 503)
    assert store.asked <= 4


def test_limits_can_be_off(client_with: Make) -> None:
    client = client_with(replace(LIMITED, ratelimit_enabled=False))

    answers = [client.post("/games") for _ in range(4)]

    assert all(answer.status_code == 201 for answer in answers)
    assert "RateLimit" not in answers[0].headers


def test_api_wants_a_key_where_there_are_some(client_with: Make) -> None:
    client = client_with(Settings(api_keys=f"{hash_of('another')}, {hash_of(KEY).upper()}"))

    for wrong in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Basic {KEY}"}):
        answer = client.post("/games", headers=wrong)
        assert answer.status_code == 401
        invalid = ' error="invalid_token"' if wrong else ""
        assert answer.headers["WWW-Authenticate"] == f"Bearer{invalid}"
        contract.check("/games", answer)
    for scheme in ("Bearer", "bearer", "BEARER"):
        used = {"Authorization": f"{scheme} {KEY}"}
        assert client.post("/games", headers=used).status_code == 201
    assert client.get("/dealers").status_code == 401
    assert client.get("/nowhere").status_code == 401


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/", "/docs", "/openapi.yaml", "/problems"])
def test_some_pages_need_no_key(client_with: Make, path: str) -> None:
    with client_with(Settings(api_keys=hash_of(KEY))).get(path) as answer:
        assert answer.status_code == 200


@pytest.mark.parametrize(
    ("keys", "headers", "status"),
    [("", {}, 404), (hash_of(KEY), {}, 401), (hash_of(KEY), USED, 200)],
)  # fmt: skip
def test_documentation_can_be_private(
    client_with: Make, keys: str, headers: Mapping[str, str], status: int
) -> None:
    client = client_with(Settings(docs_public=False, api_keys=keys))

    contracts = ("/openapi.yaml", "/openapi.json", "/.well-known/api-catalog")
    for path in ("/docs", "/docs/docs.js", *contracts, "/problems", "/problems/game-over"):
        with client.get(path, headers=headers) as answer:
            assert answer.status_code == status, path
    assert client.get("/livez").status_code == 200


def test_limits_are_counted_for_a_key_and_not_for_its_address(client_with: Make) -> None:
    other = "fedcba9876543210"
    client = client_with(replace(LIMITED, api_keys=f"{hash_of(KEY)},{hash_of(other)}"))

    mine = [client.post("/games", headers=USED).status_code for _ in range(3)]

    assert mine == [201, 201, 429]
    assert client.post("/games", headers={"Authorization": f"Bearer {other}"}).status_code == 201


def test_key_that_is_made_as_the_documents_say_is_let_in(client_with: Make) -> None:
    page = (ROOT / "docs/deploying.md").read_text()
    [command] = re.findall(r"^    (KEY=.*)$", page, re.MULTILINE)

    key, hashed = run("bash", "-c", command).stdout.split()[:2]

    client = client_with(Settings(api_keys=hashed))
    headers = {"Authorization": f"Bearer {key}"}
    assert client.post("/games", headers=headers).status_code == 201
    assert client.post("/games").status_code == 401


KEPT = Settings(unplayed_ttl=600, keep_for_max=90_000, ratelimit_create=200)


def test_game_that_is_kept_longer_costs_sixty_units(client_with: Make) -> None:
    client = client_with(KEPT)
    units = []

    for asked in ({}, {"keep_seconds": 600}, {"keep_seconds": 601}, {"keep_seconds": 90_000}):
        started = client.post("/games", json=asked)
        contract.check("/games", started)
        units.append(int(started.headers["RateLimit"].split(";")[1][2:]))
    refused = [client.post("/games", json={"keep_seconds": 601}) for _ in range(2)]

    spent = [before - after for before, after in pairwise([200, *units])]
    assert spent == [pytest.approx(units, abs=1) for units in (1, 1, 60, 60)]
    assert [each.status_code for each in refused] == [201, 429]
    assert seconds(started.json["created_at"], started.json["expires_at"]) == 90_000


@pytest.mark.parametrize(
    ("keep_seconds", "code"),
    [(90_001, "out-of-range"), (10**12, "out-of-range"), (0, "out-of-range"),
     (-1, "out-of-range"), ("600", "wrong-type"), (0.5, "wrong-type"), (True, "wrong-type")],
)  # fmt: skip
def test_game_cannot_be_kept_longer_than_the_service_keeps_any(
    client_with: Make, keep_seconds: object, code: str
) -> None:
    client = client_with(KEPT)

    response = client.post("/games", json={"keep_seconds": keep_seconds})

    contract.check("/games", response)
    assert (response.status_code, response.json["code"]) == (422, "invalid-input")
    [error] = response.json["errors"]
    assert (error["pointer"], error["code"]) == ("/keep_seconds", code)
    if code == "out-of-range":
        assert error["detail"] == "A game can be kept for 1 to 90000 seconds."


def test_whoever_deals_a_game_may_be_kept(client_with: Make) -> None:
    client = client_with(replace(KEPT, ratelimit_create=600))

    for dealt in ({"daily": "today"}, {"secret_word": "zebra"}, {"dealer": "any"}, {"seed": 1}):
        game = client.post("/games", json={**dealt, "keep_seconds": 90_000}).json
        assert seconds(game["created_at"], game["expires_at"]) == 90_000


def test_watched_confession_costs_as_much_as_the_players(client_with: Make) -> None:
    client = client_with(replace(LIMITED, ratelimit_guess=30))
    game = client.post("/games", json={"max_misses": 1}).json
    for letter in "qjxzvk":
        client.post(f"/games/{game['id']}/guesses", json={"letter": letter})

    answers = [client.get(f"/watch/{game['watch_id']}/confession") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 429]
    contract.check("/watch/{watch_id}/confession", answers[1])


def seconds(begin: str, end: str) -> float:
    return (datetime.fromisoformat(end) - datetime.fromisoformat(begin)).total_seconds()
