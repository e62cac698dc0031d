"""Which requests an instance without its store hands on, for the proxy to ask another one."""

from typing import Any, Final
from unittest.mock import patch

import pytest

from service.play.games import Games
from service.play.refusals import Busy
from service.store.address import servers_at
from service.store.errors import StoreBusy, StoreFull
from service.store.game_store import GameStore
from service.store.record import Retention
from service.store.redis_commands import RedisCommands
from tests.api.conftest import KEY, Client, served

BEHIND_NGINX: Final = {"X-Elsewhere": "@elsewhere"}
GAME: Final = "/games/" + "0" * 26
WORDS: Final = f"/watch/{'0' * 32}/words"


@pytest.fixture(scope="module")
def away(games: Games) -> Client:
    """A client of a service whose store cannot be reached."""
    store = RedisCommands(servers_at("unix:///nobody/is/here", connect_timeout=1, read_timeout=1))
    return served(Games(games.catalogue, GameStore(store, Retention(1000, 1000)))).test_client()


@pytest.mark.parametrize(
    ("method", "path", "headers", "place"),
    [
        ("GET", GAME, {}, "@elsewhere"),
        ("DELETE", GAME, {}, "@elsewhere"),
        ("POST", f"{GAME}/guesses", {}, "@elsewhere"),
        ("POST", "/games", KEY, "@elsewhere"),
        ("POST", "/games", {}, None),
        ("POST", WORDS, KEY, "@elsewhere"),
        ("POST", WORDS, {}, None),
    ],
)
def test_request_that_may_be_repeated_is_handed_on(
    away: Client, method: str, path: str, headers: dict[str, str], place: str | None
) -> None:
    body = {"json": {"letter": "e"}} if "guesses" in path else {}

    answer = away.open(path, method=method, headers={**headers, **BEHIND_NGINX}, **body)
    direct = away.open(path, method=method, headers=headers, **body)

    for each in (answer, direct):
        assert (each.status_code, each.headers["Retry-After"]) == (503, "1")
    assert answer.headers.get("X-Accel-Redirect") == place
    assert "X-Accel-Redirect" not in direct.headers


def test_location_is_never_what_the_request_says(away: Client) -> None:
    answer = away.get(GAME, headers={"X-Elsewhere": "/secrets"})

    assert answer.headers["X-Accel-Redirect"] == "@elsewhere"


@pytest.mark.parametrize("error", [StoreBusy("so it is"), StoreFull("so it is"), Busy()])
def test_busy_or_full_service_hands_nothing_on(client: Client, error: Any) -> None:
    with patch.object(Games, "start", side_effect=error):
        answer = client.post("/games", headers={**KEY, **BEHIND_NGINX})

    assert answer.status_code == 503
    assert "X-Accel-Redirect" not in answer.headers
