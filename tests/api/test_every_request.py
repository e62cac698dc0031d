"""What every answer carries, the documents, and what the service says of itself."""

import re
import time
from importlib.metadata import version
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs
from werkzeug.exceptions import HTTPException

from service.api.limits import Limiter
from service.api.problems import PROBLEM_TYPES, REFUSED
from service.http_cache import content_of
from service.play.games import Games
from service.settings import Settings
from service.store.address import client_of
from service.store.errors import StoreBusy, StoreFull
from service.store.game_store import GameStore
from service.store.guarded import Guarded
from service.store.record import Retention
from tests.api.conftest import Client, served
from tests.support import contract

GAME = "/games/" + "0" * 26


@pytest.fixture
def away(games: Games) -> Client:
    """A client of a service whose store does not answer."""
    store = Guarded(client_of("unix:///nobody/is/here", connect_timeout=1, read_timeout=1))
    there = Games(games.catalogue, GameStore(store, Retention(1000, 1000)), games.clock)
    limiter = Limiter(store, Settings().per_minute)
    return served(there, limiter).test_client()


def test_request_id_comes_back_or_is_made(client: Client) -> None:
    ours, bad = (client.get("/nope", headers={"X-Request-ID": each}) for each in ("a-1", "a b\tc"))
    assert ours.headers["X-Request-ID"] == ours.json["request_id"] == "a-1"
    assert len(bad.headers["X-Request-ID"]) == 16


def test_every_answer_carries_security_headers(client: Client) -> None:
    for path in ("/livez", "/nope", "/docs", "/games/x"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Referrer-Policy"] == "no-referrer"


def test_one_line_is_logged_a_request_at_debug_for_probes(client: Client) -> None:
    begun = time.perf_counter()
    with capture_logs() as lines:
        client.post("/games")
        for path in ("/livez", "/readyz", "/dealers"):
            client.get(path)

    assert [line["event"] for line in lines] == ["request"] * 4
    assert [line["log_level"] for line in lines] == ["info", "debug", "debug", "info"]
    assert lines[0]["status"] == 201
    assert 0 < lines[0]["ms"] < 1000 * (time.perf_counter() - begun)


def test_unexpected_error_hides_our_insides(client: Client) -> None:
    error = ZeroDivisionError("secret")
    with patch.object(Games, "show", side_effect=error), capture_logs() as lines:
        response = client.get(GAME)

    assert (response.status_code, response.json["code"]) == (500, "internal-error")
    assert "secret" not in response.text
    assert "Zero" not in response.text
    [line] = lines
    assert (line["log_level"], str(line["exc_info"])) == ("error", "secret")


def test_http_error_says_whose_fault_it_is(client: Client) -> None:
    class Odd(HTTPException):
        description = "odd"

    ours, theirs = "/problems/internal-error", "/problems/malformed-request"
    for Odd.code, problem in ((418, theirs), (499, theirs), (500, ours), (501, ours)):
        with patch.object(Games, "show", side_effect=Odd):
            body = client.get(GAME).json
        assert (body["type"], body["detail"]) == (problem, "odd")


def test_store_that_is_away_is_a_503_for_who_needs_it(away: Client) -> None:
    for path in ("/dictionaries", "/dictionaries/en", "/dealers", "/guessers", "/livez"):
        assert away.get(path).status_code == 200
    assert away.post("/hints", json={"pattern": "___"}).status_code == 200
    for path in ("/games", GAME, f"/watch/{32 * '0'}/words", "/readyz"):
        response = away.get(path) if path in (GAME, "/readyz") else away.post(path)
        assert (response.status_code, response.json["code"]) == (503, "unavailable"), path
        assert response.headers["Retry-After"] == "1"


def test_busy_store_is_ready_and_a_full_one_starts_no_game(client: Client) -> None:
    busy, full = StoreBusy("so it is"), StoreFull("so it is")
    with (
        patch.object(GameStore, "check", side_effect=busy),
        patch.object(Games, "show", side_effect=busy),
        patch.object(Games, "start", side_effect=full),
    ):
        ready, game, start = client.get("/readyz"), client.get(GAME), client.post("/games")
    assert ready.status_code == 200  # it serves, if slowly
    for answer, code in ((game, "unavailable"), (start, "store-full")):
        assert (answer.status_code, answer.json["code"]) == (503, code)
        assert answer.headers["Retry-After"] == "1"


def test_health_tells_the_version_or_that_a_stop_is_near(games: Games) -> None:
    client: Client = served(games).test_client()
    well = {"status": "ok", "version": version("evil-hangman")}
    assert client.get("/livez").json == client.get("/readyz").json == well

    client.application.draining.begin()

    response = client.get("/readyz")
    assert (response.status_code, response.json["code"]) == (503, "unavailable")
    assert "about to stop" in response.json["detail"]


def test_documentation_is_served_whole_from_here(client: Client) -> None:
    page = client.get("/docs").text
    assert "http" not in page
    for part in page.split('"'):
        if part.startswith("/"):
            with client.get(part) as response:
                assert response.status_code == 200, part


def test_type_of_a_problem_is_a_page_that_explains_it(client: Client) -> None:
    for kind in PROBLEM_TYPES:
        page = client.get(f"/problems/{kind.code}")
        assert page.status_code == 200
        assert kind.advice.split(".")[0].replace("'", "&#39;") in page.text
        has_example = f"&#34;code&#34;: &#34;{kind.code}&#34;" in page.text
        assert has_example == (kind.code != "origin-not-allowed")  # only /mcp has it
    page = client.get("/problems/idempotency-key-reused").text
    assert re.findall(r'href="(/docs#.*?)">(.*?)</a>', page) == [
        ("/docs#/games/startGame", "POST /games"),
        ("/docs#/games/makeGuess", "POST /games/{game_id}/guesses"),
    ]


@pytest.mark.parametrize("path", ["/openapi.yaml", "/openapi.json"])
def test_contract_is_the_same_everywhere_but_for_the_prefix(client: Client, path: str) -> None:
    prefixed = client.get(path, environ_overrides={"SCRIPT_NAME": "/hangman"})
    ours = contract.contract()
    [server] = ours["servers"]
    assert server["url"] == "/"
    assert contract.read(client.get(path).text) == ours
    assert contract.read(prefixed.text) == {**ours, "servers": [{**server, "url": "/hangman"}]}
    kept = content_of.cache_info().currsize
    claimed = {"headers": {"X-Forwarded-Prefix": "/b"}, "environ_overrides": {"SCRIPT_NAME": "/b"}}
    assert '"/b"' in client.get(path, **claimed).text
    assert content_of.cache_info().currsize == kept  # a client could claim any number of them


@pytest.mark.parametrize("code", ["not-found", "uri-too-long"])
def test_type_has_the_prefix_and_the_code_has_not(client: Client, code: str) -> None:
    refused = {REFUSED: (414, "URI Too Long", "Too long.")} if code == "uri-too-long" else {}
    answer = client.get("/nope", environ_overrides={"SCRIPT_NAME": "/hang man", **refused})
    assert answer.json["code"] == code
    assert answer.json["type"] == f"/hang%20man/problems/{code}"


def test_catalog_names_only_what_is_served(client: Client) -> None:
    catalog = client.get("/.well-known/api-catalog")
    head = client.head("/.well-known/api-catalog")
    [api] = catalog.json["linkset"]
    links = {link["href"]: link for name in api.keys() - {"anchor"} for link in api[name]}

    assert catalog.mimetype == "application/linkset+json"
    assert head.headers["Link"] == '</.well-known/api-catalog>; rel="api-catalog"'
    assert links.keys() == {"/openapi.json", "/openapi.yaml", "/docs", "/readyz"}
    for path, link in links.items():
        with client.get(path) as answer:
            assert (answer.status_code, answer.mimetype) == (200, link["type"])
