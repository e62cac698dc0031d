"""Watching a game that somebody else plays, and its confession."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest.mock import patch

import gevent
import pytest

from service.api import watching as watching_api
from service.api.application import Application
from service.play import confession
from service.play.games import Games
from service.play.seats import Seat
from service.serving import lookout
from service.store.errors import StoreUnavailable
from tests.api.conftest import Body, Client, created, guessed, played, served
from tests.support.factory import NEW_ETAG
from tests.support.waiting import PATIENCE


@pytest.fixture
def app(games: Games) -> Application:
    """A service without waiting watchers."""
    return served(games)


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(lookout, "LOOK_INTERVAL", 0.01)
    yield
    gevent.sleep(0.05)  # let the background work see that nobody waits


@pytest.fixture
def game(client: Client) -> Body:
    return created(client, length=8, insight="count")


def watch(app: Application, game: Body, tag: str = "", wait: str = "") -> Any:
    headers = {"Prefer": wait} if wait else {}
    if tag:
        headers["If-None-Match"] = tag
    return app.test_client().get(f"/watch/{game['watch_id']}", headers=headers)


def waits(app: Any, *games: Body) -> list["gevent.Greenlet[..., Any]"]:
    """For each game, start a request that waits for its next guess; return the greenlets."""
    waiting = [gevent.spawn(watch, app, game, NEW_ETAG, "wait=20") for game in games]
    until(lambda: bool(app.parts.watching._waiting == len(waiting)))
    return waiting


def until(holds: Callable[[], bool]) -> None:
    """Let other greenlets run until a condition holds, however slow the machine is."""
    with gevent.Timeout(PATIENCE):
        while not holds():
            gevent.sleep(0.001)


def test_watchers_cannot_guess(client: Client, game: Body) -> None:
    for path, status in (("games", 404), ("watch", 405)):
        guess = client.post(f"/{path}/{game['watch_id']}/guesses", json={"letter": "e"})
        assert guess.status_code == status
    assert client.get(f"/games/{game['watch_id']}").status_code == 404
    assert client.get(f"/watch/{game['id']}").status_code == 404
    for tag in ("*", '"1"', 'W/"1"'):  # ignored when only looking
        look = client.get(f"/watch/{game['watch_id']}", headers={"If-Match": tag})
        assert look.status_code == 200


def test_waiting_watcher_hears_of_a_guess_or_a_deletion(
    app: Application, client: Client, game: Body
) -> None:
    deleted = created(client)
    waiting, until_deleted = waits(app, game, deleted)
    assert not waiting.ready()
    guessed(client, game, "e")
    client.delete(f"/games/{deleted['id']}")
    answer = waiting.get(timeout=10)
    assert until_deleted.get(timeout=10).json["code"] == "game-not-found"
    assert answer.json["guessed_letters"] == ["e"]
    assert answer.headers["ETag"].startswith('"2-')
    assert answer.headers["Preference-Applied"] == "wait=20"


@pytest.mark.parametrize(
    ("wanted", "applied"),
    [
        ("Wait=1", "wait=1"),
        ("wait=1, respond-async, wait=29", "wait=1"),  # the first counts, says RFC 7240, 2
        ("wait=" + "9" * 5000, "wait=1"),  # the longest wait
        *[(wanted, None) for wanted in ("", "wait", "wait=x", "wait=-5", "wait=0", "wait=²")],
    ],
)
def test_watcher_with_the_latest_version_waits_for_a_304(
    app: Any, game: Body, monkeypatch: pytest.MonkeyPatch, wanted: str, applied: str | None
) -> None:
    monkeypatch.setattr(watching_api, "MOST_SECONDS", 1)
    answer = watch(app, game, NEW_ETAG, wanted.encode().decode("latin1"))
    assert (answer.status_code, answer.data) == (304, b"")
    assert answer.headers.get("Preference-Applied") == applied
    until(
        lambda: (app.parts.watching._news, app.parts.watching._waiting) == ({}, 0)
    )  # nothing is left behind


def test_no_wait_if_there_is_news_or_the_game_is_over(
    app: Application, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.parts.watching, "next_after", lambda *_: pytest.fail("it waited"))
    game, over = (created(client, length=8, max_misses=1, dealer="cheat-score") for _ in range(2))
    last = guessed(client, over, "q").headers["ETag"]
    for watched, tag, status in ((game, "", 200), (game, '"1"', 200), (over, last, 304)):
        answer = watch(app, watched, tag, wait="wait=20")
        assert answer.status_code == status
        assert "Preference-Applied" not in answer.headers


def test_watcher_waits_on_while_the_store_is_away(
    app: Application, client: Client, game: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests: list[Any] = []

    def away(request: Any) -> Any:
        requests.append(request)
        raise StoreUnavailable("it did not answer")

    with monkeypatch.context() as outage:
        outage.setattr(app.parts.watching, "_tags", away)
        [waiting] = waits(app, game)
        until(lambda: len(requests) > 1)
    with monkeypatch.context() as outage:
        outage.setattr(app.parts.watching, "_look", away)
        guessed(client, game, "e")
        until(lambda: Seat.of_watcher(game["watch_id"]) in requests)
        assert not waiting.ready()

    assert waiting.get(timeout=10).json["guessed_letters"] == ["e"]


def test_many_games_are_watched_with_few_looks(
    app: Application, client: Client, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One look serves all watchers of a game, and one request checks up to `AT_ONCE` games."""
    looks: list[Seat] = []
    sizes: list[int] = []

    def look(seat: Seat) -> Any:
        looks.append(seat)
        return games.show(seat)

    def tags(watch_ids: Sequence[str]) -> Any:
        sizes.append(len(watch_ids))
        return games.store.tags(watch_ids)

    monkeypatch.setattr(lookout, "AT_ONCE", 10)
    monkeypatch.setattr(lookout, "LOOK_INTERVAL", 0.2)
    started = [created(client, length=8) for _ in range(25)]
    waiting = waits(app, *started, *[started[0]] * 29)
    monkeypatch.setattr(app.parts.watching, "_look", look)
    monkeypatch.setattr(app.parts.watching, "_tags", tags)
    guessed(client, started[0], "e")
    guessed(client, started[24], "e")

    answers = [waiting[number].get(timeout=10) for number in (0, *range(24, 54))]

    assert [answer.json["misses"] for answer in answers] == [1] * 31
    assert (len(looks), max(sizes)) == (2, 10)
    gevent.killall(waiting)


def test_one_watcher_too_many_is_told_to_retry(
    app: Application, client: Client, game: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "MOST_WATCHERS", 1)
    [waiting] = waits(app, game)
    refused = watch(app, game, NEW_ETAG, "wait=20")
    assert (refused.status_code, refused.json["code"]) == (503, "unavailable")
    assert refused.headers["Retry-After"] == "1"
    assert watch(app, game).status_code == 200
    guessed(client, game, "e")
    assert waiting.get(timeout=10).status_code == 200


def test_watchers_get_the_confession_of_the_player(client: Client) -> None:
    lost = played(client, created(client, length=8, max_misses=3, seed=7), "eaioustn")
    play, watch = f"/games/{lost['id']}", f"/watch/{lost['watch_id']}"
    queries = {"": 5, "?words=0": 0, "?words=7": 7, "?words=50": 50, "?words=0007": 7}
    with patch("service.play.games.confess", side_effect=confession.confess) as confess:
        for query, shown in queries.items():
            players, watchers = (client.get(f"{path}/confession{query}") for path in (play, watch))
            first, *_ = players.json["guesses"]
            assert watchers.json == players.json
            assert len(first["dropped"]) == len(first["kept"]) == shown
            assert lost["id"] not in watchers.text
            for name in ("ETag", "Cache-Control"):
                assert watchers.headers[name] == players.headers[name]
    assert confess.call_count == 1
    client.delete(play)
    assert client.get(f"{watch}/confession").json["code"] == "game-not-found"
