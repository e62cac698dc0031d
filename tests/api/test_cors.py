"""What pages of other origins may do, and what any page may ask of a path."""

from typing import Any

import pytest

from service.api.hooks import Application
from service.play.games import Games
from tests.api.conftest import Client, served

OURS, OTHER = "https://play.example", "https://evil.example"
PATHS = {
    "/games": "OPTIONS, POST",
    "/games/x": "DELETE, GET, HEAD, OPTIONS",
    "/games/x/guesses": "GET, HEAD, OPTIONS, POST",
    "/dealers": "GET, HEAD, OPTIONS",
    "/mcp": "OPTIONS, POST",
}
ALLOWING = "Access-Control-"


@pytest.fixture
def app(games: Games) -> Application:
    """A service that has agents and lets nobody else's page call it."""
    return served(games, mcp=True)


@pytest.fixture
def ours(games: Games) -> Client:
    """A client of a service that lets pages of two origins call it."""
    origins = f"{OURS.upper()}, https://b.example:8443"
    return served(games, cors_origins=origins, mcp=True).test_client()


def preflight(origin: str, method: str = "POST") -> dict[str, str]:
    return {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type,x-mine",
    }


def allowing(answer: Any) -> dict[str, str]:
    """The headers of an answer that allow something, without their prefix."""
    named = [(name.partition(ALLOWING), value) for name, value in answer.headers]
    return {name: value for (_, prefix, name), value in named if prefix}


@pytest.mark.parametrize("path", PATHS)
def test_options_names_the_methods_of_the_path_without_a_body(client: Client, path: str) -> None:
    answer = client.options(path)
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Allow"] == PATHS[path]
    assert not {*answer.headers.keys()} & {"Content-Type", "Content-Length"}


def test_preflight_does_not_judge_the_query(ours: Client) -> None:
    """Or the page would hear of a network error, and not of the parameter that is wrong."""
    assert ours.options("/dealers?x=1", headers=preflight(OURS, "GET")).status_code == 204
    answer = ours.get("/dealers?x=1", headers={"Origin": OURS})
    assert (answer.status_code, allowing(answer)["Allow-Origin"]) == (422, OURS)


@pytest.mark.parametrize("path", [*PATHS, "/nowhere", "//games", "/games/x/y"])
def test_preflight_is_allowed_and_remembered_for_two_hours(ours: Client, path: str) -> None:
    answer = ours.options(path, headers=preflight(OURS))
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Vary"] == "Origin"
    allowed = {"Allow-Methods": "POST", "Allow-Headers": "content-type,x-mine"}
    allowed |= {"Allow-Origin": OURS, "Max-Age": "7200"}
    assert allowing(answer).items() >= allowed.items()


@pytest.mark.parametrize("path", ["/games", "/games/x", "/dealers", "/nowhere", "/", "/livez"])
def test_page_of_ours_sees_every_answer_and_the_headers_it_needs(ours: Client, path: str) -> None:
    allowed = allowing(ours.get(path, headers={"Origin": OURS}))
    assert allowed.keys() == {"Allow-Origin", "Expose-Headers"}
    assert allowed["Allow-Origin"] == OURS
    exposed = {*allowed["Expose-Headers"].split(", ")}
    assert {"Allow", "ETag", "Location", "Preference-Applied", "WWW-Authenticate"} <= exposed


@pytest.mark.parametrize("path", ["/games", "/dealers", "/mcp", "/nowhere"])
@pytest.mark.parametrize("origin", [None, OTHER, OURS + ".evil.example", "null", ""])
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_nothing_is_allowed_to_others_and_caches_are_told_why(
    ours: Client, path: str, origin: str | None, method: str
) -> None:
    headers = {} if origin is None else preflight(origin)
    answer = ours.open(path, method=method, headers=headers)
    assert allowing(answer) == {}
    assert "Origin" in ", ".join(answer.headers.getlist("Vary"))
    assert answer.status_code == 204 or method != "OPTIONS" or path == "/nowhere"


@pytest.mark.parametrize(("origins", "allowed"), [("*", "*"), ("", None)])
def test_all_origins_or_none_may_call(games: Games, origins: str, allowed: str | None) -> None:
    client = served(games, cors_origins=origins).test_client()
    answer = client.get("/dealers", headers={"Origin": OTHER})
    preflighted = client.options("/games", headers=preflight(OTHER))
    for each in (answer, preflighted):
        assert allowing(each).get("Allow-Origin") == allowed
        assert bool(allowing(each)) == ("Origin" in each.headers.getlist("Vary")) == bool(origins)
    assert answer.headers.getlist("Vary")[0] == "Accept-Encoding"
    assert ("Vary" in preflighted.headers) == bool(origins)
    assert allowing(client.get("/dealers")) == {}
