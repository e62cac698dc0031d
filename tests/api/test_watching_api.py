"""Watching a game that somebody else plays."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import gevent
import pytest

from service.api import watching as watching_api
from service.api.hooks import Application
from service.play.games import Games
from service.play.views import Watched
from service.serving import watching
from service.store.errors import StoreUnavailable
from tests.api.conftest import Client
from tests.support import contract
from tests.support.factory import NEW_ETAG
from tests.support.waiting import PATIENCE

Answer = Any  # a TestResponse


class CountedLooks:
    """A look at a game that counts how often it is used."""

    def __init__(self, look: watching.Look) -> None:
        self._look = look
        self.number = 0

    def __call__(self, watch_id: str) -> Watched:
        self.number += 1
        return self._look(watch_id)


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(watching, "LOOK_INTERVAL", 0.01)
    yield
    gevent.sleep(0.05)  # whoever still looks out sees that nobody waits


@pytest.fixture
def game(client: Client) -> Any:
    return client.post("/games", json={"length": 8, "insight": "count"}).json


def watch(app: Application, game: Any, tag: str = "", wait: str = "") -> Answer:
    headers = {"Prefer": wait} if wait else {}
    if tag:
        headers["If-None-Match"] = tag
    response = app.test_client().get(f"/watch/{game['watch_id']}", headers=headers)
    contract.check("/watch/{watch_id}", response)
    return response


def until(holds: Callable[[], bool]) -> None:
    """Let the others go on until something holds, however slow the machine is."""
    with gevent.Timeout(PATIENCE):
        while not holds():
            gevent.sleep(0.001)


def until_so_many_wait(app: Any, number: int) -> None:
    until(lambda: bool(app.watching._waiting == number))


def guess(client: Client, game: Any, letter: str) -> str:
    """The ETag of the game after a guess."""
    answer = client.post(f"/games/{game['id']}/guesses", json={"letter": letter})
    assert answer.status_code == 200, answer.text
    return str(answer.headers["ETag"])


def test_who_watches_cannot_guess(app: Application, game: Any) -> None:
    client = app.test_client()

    for path, status in (("games", 404), ("watch", 405)):
        guess = client.post(f"/{path}/{game['watch_id']}/guesses", json={"letter": "e"})
        assert guess.status_code == status
    assert client.get(f"/games/{game['watch_id']}").status_code == 404
    assert client.get(f"/watch/{game['id']}").status_code == 404


def test_who_waits_is_told_of_the_next_guess(app: Application, client: Client, game: Any) -> None:
    waiting = gevent.spawn(watch, app, game, NEW_ETAG, "wait=20")
    until_so_many_wait(app, 1)
    assert not waiting.ready()

    guess(client, game, "e")

    seen = waiting.get(timeout=10)
    assert seen.json["guessed_letters"] == ["e"]
    assert seen.headers["ETag"].startswith('"2-')
    assert seen.headers["Preference-Applied"] == "wait=20"


@pytest.mark.parametrize(
    ("wanted", "applied"),
    [
        ("Wait=1", "wait=1"),
        ("wait=1, respond-async, wait=29", "wait=1"),  # the first counts, says RFC 7240, 2
        ("wait=" + "9" * 5000, "wait=1"),  # as long as one may
        *[(wanted, None) for wanted in ("", "wait", "wait=x", "wait=-5", "wait=0", "wait=²")],
    ],
)
def test_who_has_the_latest_version_gets_a_304_after_a_while(
    app: Application, game: Any, monkeypatch: pytest.MonkeyPatch, wanted: str, applied: str | None
) -> None:
    monkeypatch.setattr(watching_api, "MOST_SECONDS", 1)

    seen = watch(app, game, NEW_ETAG, wanted.encode().decode("latin1"))

    assert (seen.status_code, seen.data) == (304, b"")
    assert seen.headers.get("Preference-Applied") == applied


@pytest.mark.parametrize("tag", ["", '"1"'])
def test_who_has_not_the_latest_version_does_not_wait(
    app: Application, game: Any, tag: str
) -> None:
    seen = watch(app, game, tag, wait="wait=30")

    assert seen.status_code == 200
    assert "Preference-Applied" not in seen.headers


def test_who_waits_for_a_game_that_is_deleted_is_told(
    app: Application, client: Client, game: Any
) -> None:
    waiting = gevent.spawn(watch, app, game, NEW_ETAG, "wait=20")
    until_so_many_wait(app, 1)

    client.delete(f"/games/{game['id']}")

    assert waiting.get(timeout=10).json["code"] == "game-not-found"


def test_who_waits_waits_on_while_the_store_is_away(
    app: Application, client: Client, game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, asked = app.watching, list[Any]()

    def away(of: Any) -> Any:
        asked.append(of)
        raise StoreUnavailable("it did not answer")

    with monkeypatch.context() as outage:
        outage.setattr(there, "_tags", away)
        waiting = gevent.spawn(watch, app, game, NEW_ETAG, "wait=20")
        until(lambda: len(asked) > 1)
    with monkeypatch.context() as outage:
        outage.setattr(there, "_look", away)
        guess(client, game, "e")
        until(lambda: game["watch_id"] in asked)
        assert not waiting.ready()

    assert waiting.get(timeout=10).json["guessed_letters"] == ["e"]


def test_many_games_are_watched_with_few_looks(
    app: Application, client: Client, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = app.watching
    monkeypatch.setattr(watching, "AT_ONCE", 10)
    made = [client.post("/games", json={"length": 8}).json for _ in range(25)]
    waiting = [gevent.spawn(watch, app, game, NEW_ETAG, "wait=20") for game in made]
    until_so_many_wait(app, len(made))
    looks, asked = CountedLooks(games.watch), list[int]()
    monkeypatch.setattr(there, "_look", looks)

    def counted(watch_ids: Sequence[str]) -> Any:
        asked.append(len(watch_ids))
        return games.store.tags(watch_ids)

    monkeypatch.setattr(there, "_tags", counted)
    gevent.sleep(0.1)
    guess(client, made[0], "e")
    guess(client, made[24], "e")

    assert [waiting[each].get(timeout=10).json["misses"] for each in (0, 24)] == [1, 1]
    assert (looks.number, max(asked)) == (2, 10)
    gevent.killall(waiting)


def test_one_look_serves_all_who_wait(
    app: Application, client: Client, game: Any, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "LOOK_INTERVAL", 0.2)
    looks = CountedLooks(games.watch)
    monkeypatch.setattr(app.watching, "_look", looks)
    waiting = [gevent.spawn(watch, app, game, NEW_ETAG, "wait=20") for _ in range(30)]
    until_so_many_wait(app, len(waiting))

    guess(client, game, "e")
    gevent.joinall(waiting, timeout=10)

    assert looks.number == 1
    assert [each.get().json["misses"] for each in waiting] == [1] * 30


def test_watcher_too_many_is_told_to_come_again(
    app: Application, client: Client, game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "MOST_WATCHERS", 1)
    waiting = gevent.spawn(watch, app, game, NEW_ETAG, "wait=20")
    until_so_many_wait(app, 1)

    headers = {"Prefer": "wait=20", "If-None-Match": NEW_ETAG}
    refused = app.test_client().get(f"/watch/{game['watch_id']}", headers=headers)

    assert (refused.status_code, refused.get_json()["code"]) == (503, "unavailable")
    assert refused.headers["Retry-After"] == "1"
    assert watch(app, game).status_code == 200
    guess(client, game, "e")
    assert waiting.get(timeout=10).status_code == 200


def test_nothing_is_kept_once_nobody_waits(app: Application, game: Any) -> None:
    watch(app, game, tag=NEW_ETAG, wait="wait=1")
    gevent.sleep(0.1)

    there: Any = app.watching

    assert (there._news, there._waiting) == ({}, 0)


def test_game_that_is_over_answers_a_waiting_request_at_once(
    app: Application, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.watching, "next_after", lambda *_: pytest.fail("it waited"))
    game = client.post("/games", json={"length": 8, "max_misses": 1, "dealer": "cheat-score"}).json
    lost = guess(client, game, "q")

    seen = watch(app, game, lost, wait="wait=20")

    assert seen.status_code == 304
    assert "Preference-Applied" not in seen.headers
