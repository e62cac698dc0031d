"""What pages of other origins may do, and what any page may ask of a path."""

from typing import Any

import pytest

from service.app import application
from service.play.games import Games
from service.settings import BadSetting, Settings
from tests.api.conftest import Client

OURS, OTHER = "https://play.example", "https://evil.example"
PATHS = {
    "/games": {"POST", "OPTIONS"},
    "/games/x": {"GET", "HEAD", "DELETE", "OPTIONS"},
    "/games/x/guesses": {"GET", "HEAD", "POST", "OPTIONS"},
    "/dealers": {"GET", "HEAD", "OPTIONS"},
}
ALLOWING = "Access-Control-"


@pytest.fixture
def ours(games: Games) -> Client:
    """A client of a service that lets pages of two origins call it."""
    return application(games, Settings(cors_origins=f"{OURS.upper()}, https://b.example:8443"))


def asked(origin: str, method: str = "POST", headers: str = "content-type,x-mine") -> Any:
    """The headers of a preflight."""
    return {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": headers,
    }


def allowing(answer: Any) -> dict[str, str]:
    """The headers of an answer that allow something."""
    return {name: value for name, value in answer.headers if name.startswith(ALLOWING)}


@pytest.mark.parametrize("path", PATHS)
def test_options_names_the_methods_of_the_path_without_a_body(client: Client, path: str) -> None:
    answer = client.options(path)

    assert (answer.status_code, answer.data) == (204, b"")
    assert set(answer.headers["Allow"].split(", ")) == PATHS[path]
    assert "Content-Type" not in answer.headers
    assert "Content-Length" not in answer.headers


def test_preflight_does_not_judge_the_query(ours: Any) -> None:
    """Or the page would hear of a network error, and not of the parameter that is wrong."""
    client = ours.test_client()

    assert client.options("/dealers?x=1", headers=asked(OURS, "GET")).status_code == 204
    answer = client.get("/dealers?x=1", headers={"Origin": OURS})
    assert (answer.status_code, answer.headers[ALLOWING + "Allow-Origin"]) == (422, OURS)


@pytest.mark.parametrize("path", [*PATHS, "/nowhere", "//games", "/games/x/y"])
def test_preflight_is_allowed_and_remembered_for_two_hours(ours: Any, path: str) -> None:
    answer = ours.test_client().options(path, headers=asked(OURS))

    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Access-Control-Allow-Methods"] == "POST"
    assert answer.headers["Access-Control-Allow-Origin"] == OURS
    assert answer.headers["Access-Control-Allow-Headers"] == "content-type,x-mine"
    assert answer.headers["Access-Control-Max-Age"] == "7200"
    assert answer.headers["Vary"] == "Origin"


@pytest.mark.parametrize("path", ["/games", "/games/x", "/dealers", "/nowhere", "/", "/livez"])
def test_page_of_ours_sees_every_answer_and_the_headers_it_needs(ours: Any, path: str) -> None:
    answer = ours.test_client().get(path, headers={"Origin": OURS})

    assert allowing(answer).keys() == {ALLOWING + "Allow-Origin", ALLOWING + "Expose-Headers"}
    assert answer.headers["Access-Control-Allow-Origin"] == OURS
    exposed = answer.headers["Access-Control-Expose-Headers"].split(", ")
    assert {"Allow", "ETag", "Location", "Preference-Applied", "WWW-Authenticate"} <= {*exposed}


@pytest.mark.parametrize("path", ["/games", "/dealers", "/nowhere"])
@pytest.mark.parametrize("origin", [None, OTHER, OURS + ".evil.example", "null", ""])
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_nothing_is_allowed_to_others_and_caches_are_told_why(
    ours: Any, path: str, origin: str | None, method: str
) -> None:
    headers = {} if origin is None else asked(origin)

    answer = ours.test_client().open(path, method=method, headers=headers)

    assert allowing(answer) == {}
    assert "Origin" in ", ".join(answer.headers.getlist("Vary"))


def test_every_origin_may_be_allowed(games: Games) -> None:
    client = application(games, Settings(cors_origins="*")).test_client()

    answer = client.get("/dealers", headers={"Origin": OTHER})

    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers.getlist("Vary") == ["Accept-Encoding", "Origin"]
    assert allowing(client.get("/dealers")) == {}


def test_nothing_is_allowed_if_the_setting_is_empty(client: Client) -> None:
    answers = [client.options("/games", headers=asked(OURS)), client.get("/dealers")]

    assert [allowing(answer) for answer in answers] == [{}, {}]
    assert "Vary" not in answers[0].headers


@pytest.mark.parametrize("origins", ["https://a.example/", "a.example", "https://a/b", "*, x y"])
def test_what_is_no_origin_is_refused_at_the_start(games: Games, origins: str) -> None:
    with pytest.raises(BadSetting, match="CORS_ORIGINS"):
        application(games, Settings(cors_origins=origins))
