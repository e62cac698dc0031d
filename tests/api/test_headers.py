"""Headers: what pages of other origins may do, what caches may keep, and what is not sent again."""

from gzip import decompress
from itertools import product
from typing import Any

import pytest

from service.play.games import Games
from tests.api.conftest import Body, Client, created, played, served

OURS, OTHER = "https://play.example", "https://evil.example"
PATHS = {
    "/games": "OPTIONS, POST",
    "/games/x": "DELETE, GET, HEAD, OPTIONS",
    "/games/x/guesses": "GET, HEAD, OPTIONS, POST",
    "/dealers": "GET, HEAD, OPTIONS",
    "/mcp": "OPTIONS, POST",
}
ALLOWING = "Access-Control-"
LISTS = ["/dictionaries", "/dealers", "/guessers"]
KEPT = [*LISTS, "/dictionaries/en", "/openapi.yaml", "/docs/docs.js", "/web/any/main.js", "/"]
OF_A_GAME = [
    "/games/{id}", "/games/{id}/confession", "/games/{id}/confession?words=1", "/games/{id}/review",
    "/watch/{watch_id}", "/watch/{watch_id}/confession",
]  # fmt: skip


@pytest.fixture(scope="module")
def ours(games: Games) -> Client:
    """A client of a service that lets pages of two origins call it, and has agents."""
    origins = f"{OURS.upper()}, https://b.example:8443"
    return served(games, cors_origins=origins, mcp=True).test_client()


@pytest.fixture
def lost(client: Client) -> Body:
    return played(client, created(client, length=8, max_misses=1, seed=1), "e")


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
def test_options_names_the_methods_of_the_path_without_a_body(ours: Client, path: str) -> None:
    answer = ours.options(path)
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


@pytest.mark.parametrize("origin", [None, OTHER, OURS + ".evil.example", "null", ""])
def test_nothing_is_allowed_to_others_and_caches_are_told_why(
    ours: Client, origin: str | None
) -> None:
    headers = {} if origin is None else preflight(origin)
    for path, method in product(["/games", "/mcp", "/nowhere"], ["GET", "POST", "OPTIONS"]):
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


@pytest.mark.parametrize("path", [*KEPT, *OF_A_GAME])
def test_what_has_not_changed_is_not_sent_again(client: Client, lost: Body, path: str) -> None:
    place = path.format(**lost)
    first = client.get(place)
    tag = first.headers["ETag"]

    again = client.get(place, headers={"If-None-Match": f'"x", {tag}'})
    other = client.get(place, headers={"If-None-Match": '"x"'})

    assert (again.status_code, again.data) == (304, b"")
    for name in ("ETag", "Cache-Control", "Vary"):
        assert again.headers.get(name) == first.headers.get(name)
    assert (other.status_code, other.data) == (200, first.data)


@pytest.mark.parametrize(
    ("directive", "paths"),
    [
        ("max-age=300", [*LISTS, "/dictionaries/en", "/openapi.yaml"]),
        ("private, no-cache", [path for path in OF_A_GAME if "conf" in path or "rev" in path]),
        ("no-store", ["/games/x", "/livez", "/problems/none"]),
    ],
)
def test_caches_are_told_how_long(
    client: Client, lost: Body, directive: str, paths: list[str]
) -> None:
    kept = {path: client.get(path.format(**lost)).headers["Cache-Control"] for path in paths}
    assert kept == dict.fromkeys(paths, directive)


@pytest.mark.parametrize("path", KEPT)
def test_lists_are_packed_on_demand(client: Client, path: str) -> None:
    plain = client.get(path)
    demands = {"gzip, deflate, br": True, "*": True, "gzip;q=0": False, "br": False, "": False}
    for demand, is_packed in demands.items():
        answer = client.get(path, headers={"Accept-Encoding": demand})
        assert answer.headers.get("Content-Encoding") == ("gzip" if is_packed else None)
        assert (decompress(answer.data) if is_packed else answer.data) == plain.data
        assert int(answer.headers["Content-Length"]) == len(answer.data)
        assert answer.headers["Vary"] == plain.headers["Vary"]
        assert answer.headers["Vary"].startswith("Accept-Encoding")


def test_head_of_what_is_kept_has_its_length(client: Client) -> None:
    answer = client.head("/dictionaries")
    assert (answer.data, answer.status_code) == (b"", 200)
    assert int(answer.headers["Content-Length"]) == len(client.get("/dictionaries").data)
