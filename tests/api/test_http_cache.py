"""What clients may keep, and that they are not sent again what they have."""

from gzip import decompress

import pytest

from service.http_cache import content_of
from tests.api.conftest import Body, Client, created, played

LISTS = ["/dictionaries", "/dealers", "/guessers"]
KEPT = [*LISTS, "/dictionaries/en", "/openapi.yaml", "/docs/docs.js", "/web/any/main.js", "/"]
OF_A_GAME = [
    "/games/{id}", "/games/{id}/confession", "/games/{id}/confession?words=1", "/games/{id}/review",
    "/watch/{watch_id}", "/watch/{watch_id}/confession",
]  # fmt: skip


@pytest.fixture
def lost(client: Client) -> Body:
    return played(client, created(client, length=8, max_misses=1, seed=1), "e")


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
    ("path", "directive"),
    [
        *[(path, "max-age=300") for path in (*LISTS, "/dictionaries/en", "/openapi.yaml")],
        *[(path, "private, no-cache") for path in OF_A_GAME if "conf" in path or "rev" in path],
        *[(path, "no-store") for path in ("/games/x", "/livez", "/problems/none")],
    ],
)
def test_caches_are_told_how_long(client: Client, lost: Body, path: str, directive: str) -> None:
    assert client.get(path.format(**lost)).headers["Cache-Control"] == directive


@pytest.mark.parametrize("path", KEPT)
@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip, deflate, br", True), ("*", True), ("gzip;q=0", False), ("br", False), ("", False)],
)
def test_lists_are_packed_on_demand(client: Client, path: str, accepted: str, packed: bool) -> None:
    plain = client.get(path)
    answer = client.get(path, headers={"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == ("gzip" if packed else None)
    assert (decompress(answer.data) if packed else answer.data) == plain.data
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert answer.headers["Vary"] == plain.headers["Vary"]
    assert answer.headers["Vary"].startswith("Accept-Encoding")


def test_what_packing_makes_larger_is_sent_plain(client: Client) -> None:
    content = content_of(b"short", "text/plain")
    with client.application.test_request_context(headers={"Accept-Encoding": "gzip"}):
        assert content.answer("no-cache").data == b"short"


def test_head_of_what_is_kept_has_its_length(client: Client) -> None:
    answer = client.head("/dictionaries")
    assert (answer.data, answer.status_code) == (b"", 200)
    assert int(answer.headers["Content-Length"]) == len(client.get("/dictionaries").data)
