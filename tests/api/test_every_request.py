"""What every answer carries, the pages, and what the service says of itself."""

import json
import re
import sys
import time
from importlib.metadata import version
from typing import Any
from unittest.mock import patch

import pytest
import yaml
from flask import Flask
from structlog.testing import capture_logs
from werkzeug.exceptions import HTTPException

from service.api.limits import Limiter
from service.api.problems import PROBLEM_TYPES, REFUSED
from service.app import application
from service.play.games import Games
from service.registry import DEALERS
from service.settings import Settings
from service.store.address import client_of
from service.store.errors import StoreBusy, StoreUnavailable
from service.store.game_store import GameStore
from service.store.guarded import Guarded
from service.store.record import Retention
from tests.api.conftest import Client
from tests.support.programs import printed


@pytest.fixture
def away(games: Games) -> Games:
    """Games whose store does not answer."""
    nobody = client_of("unix:///nobody/is/here", connect_timeout=1, read_timeout=1)
    return Games(games.catalogue, GameStore(Guarded(nobody), Retention(1000, 1000)), games.clock)


def test_request_id_comes_back_or_is_made(client: Client) -> None:
    given = client.get("/livez", headers={"X-Request-ID": "abc-123"})
    bad = client.get("/livez", headers={"X-Request-ID": "a b\tc"})

    assert given.headers["X-Request-ID"] == "abc-123"
    assert len(bad.headers["X-Request-ID"]) == 16


def test_problem_names_the_request(client: Client) -> None:
    response = client.get("/nope", headers={"X-Request-ID": "abc"})

    assert response.json["request_id"] == "abc"


@pytest.mark.parametrize("path", ["/livez", "/nope", "/docs", "/games/x"])
def test_every_answer_carries_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"


def test_one_line_is_logged_a_request(client: Client) -> None:
    begun = time.perf_counter()
    with capture_logs() as lines:
        client.post("/games")

    assert [line["event"] for line in lines] == ["request"]
    assert lines[0]["status"] == 201
    assert 0 < lines[0]["ms"] < 1000 * (time.perf_counter() - begun)


def test_health_checks_are_logged_at_debug(client: Client) -> None:
    with capture_logs() as lines:
        for path in ("/livez", "/readyz", "/dealers"):
            client.get(path)

    assert [line["log_level"] for line in lines] == ["debug", "debug", "info"]


def test_log_lines_are_json() -> None:
    program = """
from service.app import create_app
from service.settings import Settings
create_app(Settings(redis_url="unix:///nobody/is/here")).test_client().get("/nope")
"""  # in a process of its own: how to log is set once a process

    [line] = map(json.loads, printed(sys.executable, "-c", program).splitlines())
    assert (line["event"], line["status"], line["problem"]) == ("request", 404, "not-found")


def test_unexpected_error_hides_our_insides(client: Client, games: Games) -> None:
    with (
        patch.object(Games, "show", side_effect=ZeroDivisionError("secret")),
        capture_logs() as lines,
    ):
        response = client.get("/games/" + "0" * 26)

    assert (response.status_code, response.json["code"]) == (500, "internal-error")
    assert "secret" not in response.text
    assert "Zero" not in response.text
    [line] = lines
    assert (line["log_level"], str(line["exc_info"])) == ("error", "secret")


@pytest.mark.parametrize(
    ("status", "problem"),
    [(418, "malformed-request"), (499, "malformed-request"), (500, "internal-error"),
     (501, "internal-error")],
)  # fmt: skip
def test_http_error_without_a_problem_says_whose_fault_it_is(
    app: Flask, status: int, problem: str
) -> None:
    class Odd(HTTPException):
        code = status
        description = "odd"

    with patch.object(Games, "show", side_effect=Odd):
        response = app.test_client().get("/games/" + "0" * 26)

    told = response.get_json()
    assert (told["type"], told["detail"]) == (f"/problems/{problem}", "odd")


@pytest.mark.parametrize("path", ["/dictionaries", "/dictionaries/en", "/dealers", "/guessers"])
def test_lists_need_no_store(away: Games, path: str) -> None:
    assert isinstance(away.store, GameStore)
    limiter = Limiter(away.store.client, Settings().per_minute)

    client = application(away, Settings(), limiter).test_client()

    assert client.get(path).status_code == 200


def test_store_that_is_away_is_a_503_that_says_when_to_come_back(away: Games) -> None:
    client: Client = application(away, Settings()).test_client()

    for response in (
        client.post("/games"),
        client.get("/games/" + "0" * 26),
        client.get("/readyz"),
    ):
        assert (response.status_code, response.json["code"]) == (503, "unavailable")
        assert response.headers["Retry-After"] == "1"
    assert client.get("/livez").status_code == 200


def test_service_is_not_ready_if_its_store_refuses_guesses(
    app: Flask, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(error: type[Exception]) -> Any:
        def check() -> None:
            raise error("so it is")

        monkeypatch.setattr(games.store, "check", check)
        return app.test_client().get("/readyz")

    assert refuses(StoreBusy).status_code == 200
    assert refuses(StoreUnavailable).status_code == 503


def test_service_that_is_about_to_stop_says_so(app: Any) -> None:
    app.draining.begin()

    response = app.test_client().get("/readyz")

    assert (response.status_code, response.get_json()["code"]) == (503, "unavailable")
    assert "about to stop" in response.get_json()["detail"]


def test_health_tells_the_version(client: Client) -> None:
    well = {"status": "ok", "version": version("evil-hangman")}

    assert client.get("/livez").json == client.get("/readyz").json == well


def test_dictionaries_and_dealers_are_listed(client: Client) -> None:
    dictionaries = client.get("/dictionaries").json["dictionaries"]
    dealers = client.get("/dealers").json["dealers"]
    one = client.get("/dictionaries/en-large").json

    assert [each["name"] for each in dictionaries] == ["en", "en-large", "en-small"]
    assert [each["name"] for each in dealers] == list(DEALERS)
    assert one["word_count"] == sum(each["word_count"] for each in one["lengths"])


def test_documentation_is_served_whole_from_here(client: Client) -> None:
    page = client.get("/docs").text

    assert "http" not in page
    for part in page.split('"'):
        if part.startswith("/"):
            with client.get(part) as response:
                assert response.status_code == 200, part


@pytest.mark.parametrize("kind", PROBLEM_TYPES, ids=lambda kind: kind.code)
def test_type_of_a_problem_is_a_page_that_explains_it(client: Client, kind: object) -> None:
    page = client.get(f"/problems/{kind.code}")  # type: ignore[attr-defined]  # a Kind; ids= hides the type

    assert page.status_code == 200
    assert kind.advice.split(".")[0].replace("'", "&#39;") in page.text  # type: ignore[attr-defined]  # as above
    has_example = f"&#34;code&#34;: &#34;{kind.code}&#34;" in page.text  # type: ignore[attr-defined]  # as above
    assert has_example == (kind.code != "origin-not-allowed")  # type: ignore[attr-defined]  # only /mcp has it


def test_page_of_a_problem_leads_to_every_call_that_gives_it(client: Client) -> None:
    page = client.get("/problems/idempotency-key-reused").text

    assert re.findall(r'href="(/docs#.*?)">(.*?)</a>', page) == [
        ("/docs#/games/startGame", "POST /games"),
        ("/docs#/games/makeGuess", "POST /games/{game_id}/guesses"),
    ]


@pytest.mark.parametrize("path", ["/openapi.yaml", "/openapi.json"])
def test_server_of_the_contract_has_the_prefix(client: Client, path: str) -> None:
    plain = client.get(path)
    prefixed = client.get(path, environ_overrides={"SCRIPT_NAME": "/hangman"})

    [[before], [after]] = [yaml.safe_load(each.text)["servers"] for each in (plain, prefixed)]
    assert (before["url"], after["url"]) == ("/", "/hangman")


@pytest.mark.parametrize("code", ["not-found", "uri-too-long"])
def test_type_has_the_prefix_and_the_code_has_not(client: Client, code: str) -> None:
    refused = {REFUSED: (414, "URI Too Long", "Too long.")} if code == "uri-too-long" else {}

    answer = client.get("/nope", environ_overrides={"SCRIPT_NAME": "/hang man", **refused})

    assert answer.json["code"] == code
    assert answer.json["type"] == f"/hang%20man/problems/{code}"


def test_methods_in_allow_are_sorted(client: Client) -> None:
    answers = [client.put("/games/x"), client.options("/games/x")]

    assert {each.headers["Allow"] for each in answers} == {"DELETE, GET, HEAD, OPTIONS"}


def test_contract_is_the_same_in_json_but_for_the_prefix(client: Client) -> None:
    with client.get("/openapi.yaml") as answer:
        in_yaml = yaml.safe_load(answer.data)
    prefixed = client.get("/openapi.json", environ_overrides={"SCRIPT_NAME": "/hangman"}).json

    assert client.get("/openapi.json").json == in_yaml
    assert prefixed.pop("servers")[0]["url"] == "/hangman"
    assert prefixed.items() <= in_yaml.items()


def test_catalog_names_only_what_is_served(client: Client) -> None:
    catalog = client.get("/.well-known/api-catalog")
    [api] = catalog.json["linkset"]
    links = [link for name in api.keys() - {"anchor"} for link in api[name]]

    assert catalog.mimetype == "application/linkset+json"
    assert client.head("/.well-known/api-catalog").headers["Link"] == (
        '</.well-known/api-catalog>; rel="api-catalog"'
    )
    assert {link["href"] for link in links} == {
        "/openapi.json", "/openapi.yaml", "/docs", "/readyz"
    }  # fmt: skip
    for link in links:
        with client.get(link["href"]) as answer:
            assert (answer.status_code, answer.mimetype) == (200, link["type"])
