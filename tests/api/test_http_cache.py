"""What clients may keep, and that they are not sent again what they have."""

from gzip import decompress

import pytest

from service.http_cache import content_of
from tests.api.conftest import Client
from tests.support import contract

LISTS = ["/dictionaries", "/dealers", "/guessers"]
KEPT = [*LISTS, "/dictionaries/en", "/openapi.yaml", "/docs/docs.js", "/web/any/main.js", "/"]
PATHS = {**{path: path for path in LISTS}, "/dictionaries/en": "/dictionaries/{name}"}


@pytest.mark.parametrize("path", KEPT)
def test_what_has_not_changed_is_not_sent_again(client: Client, path: str) -> None:
    first = client.get(path)
    tag = first.headers["ETag"]

    again = client.get(path, headers={"If-None-Match": f'"x", {tag}'})
    other = client.get(path, headers={"If-None-Match": '"x"'})

    assert (again.status_code, again.data) == (304, b"")
    for name in ("ETag", "Cache-Control", "Vary"):
        assert again.headers[name] == first.headers[name]
    assert (other.status_code, other.data) == (200, first.data)
    if path in PATHS:
        contract.check(PATHS[path], again)


@pytest.mark.parametrize("path", [*LISTS, "/dictionaries/en", "/openapi.yaml"])
def test_what_seldom_changes_may_be_kept_for_some_minutes(client: Client, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == "max-age=300"


@pytest.mark.parametrize("path", KEPT)
@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip, deflate, br", True), ("*", True), ("gzip;q=0", False), ("br", False), ("", False)],
)
def test_what_seldom_changes_is_packed_for_who_can_unpack_it(
    client: Client, path: str, accepted: str, packed: bool
) -> None:
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


@pytest.mark.parametrize("path", ["/games/x", "/livez", "/problems/none"])
def test_what_changes_is_not_kept(client: Client, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == "no-store"
