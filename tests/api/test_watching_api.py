"""Watching a game that somebody else plays, its events, and its confession."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

import gevent
import pytest

from service.api.application import Application
from service.play import confession
from service.play.games import Games
from service.play.seats import Seat
from service.serving import lookout, stream
from service.store.errors import StoreUnavailable
from tests.api.conftest import (
    NOON,
    Body,
    Client,
    Clock,
    Make,
    created,
    games_in,
    guessed,
    played,
    served,
)
from tests.support import contract
from tests.support.fakes import FakeServers
from tests.support.waiting import PATIENCE

HOURS = 60 * 60 * 1000
EVENT_SOURCE = {"Accept": "text/event-stream"}


@pytest.fixture
def app(games: Games) -> Application:
    """A service that nobody watches yet."""
    return served(games)


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(lookout, "LOOK_INTERVAL", 0.01)
    yield
    gevent.sleep(0.05)  # let the background work see that nobody watches


@pytest.fixture
def game(client: Client) -> Body:
    return created(client, length=8, insight="count")


class Follower:
    """A client that reads a stream of events."""

    def __init__(self, client: Client, path: str, **headers: str) -> None:
        self.answer = client.get(path, headers=headers)
        assert self.answer.status_code == 200, self.answer.text
        self._pieces = iter(self.answer.response)

    def piece(self) -> str:
        """The next bytes, as soon as they come; "" at the end."""
        with gevent.Timeout(PATIENCE):
            return next(self._pieces, b"").decode()

    def events(self) -> list[tuple[str, Body, str | None]]:
        """The events that come next: their names, their data and their ids."""
        return list(map(event_in, filter(is_event, self.piece().split("\n\n"))))

    def __enter__(self) -> "Follower":
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()


def is_event(lines: str) -> bool:
    return "data: " in lines


def event_in(lines: str) -> tuple[str, Body, str | None]:
    """The name, the data and the id of an event, checked against the contract."""
    fields = dict(line.split(": ", 1) for line in lines.split("\n"))
    data = json.loads(fields["data"])
    kind = {"game": "WatchedGame", "gone": "Gone", "problem": "Problem"}[fields["event"]]
    contract.validate(data, {"$ref": f"#/components/schemas/{kind}"})
    return fields["event"], data, fields.get("id")


def following(client: Client, *games: Body, **headers: str) -> Follower:
    """Follow a game, or several on one stream."""
    path = f"/watch/{games[0]['watch_id']}/events"
    if len(games) > 1:
        path = "/watch/events?" + "&".join(f"id={game['watch_id']}" for game in games)
    return Follower(client, path, **headers)


def test_watchers_cannot_guess(client: Client, game: Body) -> None:
    for path, status in (("games", 404), ("watch", 405)):
        guess = client.post(f"/{path}/{game['watch_id']}/guesses", json={"letter": "e"})
        assert guess.status_code == status
    assert client.get(f"/games/{game['watch_id']}").status_code == 404
    assert client.get(f"/watch/{game['id']}").status_code == 404
    for tag in ("*", '"1"', 'W/"1"'):  # ignored when only looking
        look = client.get(f"/watch/{game['watch_id']}", headers={"If-Match": tag})
        assert look.status_code == 200


def test_stream_begins_with_the_game_and_goes_on_with_each_guess(
    app: Application, client: Client, game: Body
) -> None:
    with following(app.test_client(), game) as follower:
        assert follower.answer.headers["X-Accel-Buffering"] == "no"
        assert follower.answer.headers["Cache-Control"] == "no-store"
        watched = client.get(f"/watch/{game['watch_id']}")
        [(name, data, tag)] = follower.events()
        assert (name, data, f'"{tag}"') == ("game", watched.json, watched.headers["ETag"])
        etag = guessed(client, game, "e").headers["ETag"]
        [(name, data, tag)] = follower.events()
        assert (name, data["guessed_letters"], f'"{tag}"') == ("game", ["e"], etag)
    assert (app.parts.watching._sights, app.parts.watching._watched) == ({}, 0)  # type: ignore[attr-defined]  # nothing is left behind


def test_first_piece_says_when_to_come_back(app: Application, game: Body) -> None:
    with following(app.test_client(), game) as follower:
        line, _, _ = follower.piece().partition("\n")
    name, _, milliseconds = line.partition(": ")
    assert name == "retry"
    assert 1000 <= int(milliseconds) <= 4000


def test_client_that_comes_back_gets_only_what_has_changed(
    app: Application, client: Client, game: Body
) -> None:
    with following(app.test_client(), game) as first:
        [(_, _, tag)] = first.events()
    assert tag
    with following(app.test_client(), game, **{"Last-Event-ID": tag}) as again:
        assert again.events() == []
        guessed(client, game, "e")
        [(_, data, _)] = again.events()
        assert data["guessed_letters"] == ["e"]
    with following(app.test_client(), game, **{"Last-Event-ID": tag}) as late:
        assert [data["version"] for _, data, _ in late.events()] == [2]
    with following(app.test_client(), game, game, **{"Last-Event-ID": tag}) as several:
        assert len(several.events()) == 1


def test_games_share_a_stream_and_each_event_names_its_game(
    app: Application, client: Client
) -> None:
    games = [created(client, length=8) for _ in range(3)]
    with following(app.test_client(), *games) as follower:
        begun = follower.events()
        assert {data["watch_id"] for _, data, _ in begun} == {each["watch_id"] for each in games}
        guessed(client, games[1], "e")
        [(_, data, _)] = follower.events()
    assert (data["watch_id"], data["misses"]) == (games[1]["watch_id"], 1)


def test_stream_of_games_that_are_gone_ends(app: Application, client: Client, game: Body) -> None:
    other = created(client)
    with following(app.test_client(), game, other) as follower:
        assert len(follower.events()) == 2
        client.delete(f"/games/{other['id']}")
        gone = {"watch_id": other["watch_id"], "code": "game-not-found"}
        assert follower.events() == [("gone", gone, None)]
        guessed(client, game, "e")
        assert [name for name, _, _ in follower.events()] == ["game"]
        client.delete(f"/games/{game['id']}")
        assert [name for name, _, _ in follower.events()] == ["gone"]
        assert follower.piece() == ""
    with following(app.test_client(), {"watch_id": "x"}) as stranger:
        assert [name for name, _, _ in stranger.events()] == ["gone"]
        assert stranger.piece() == ""


def test_game_id_shows_nothing_to_followers(app: Application, game: Body) -> None:
    with following(app.test_client(), {"watch_id": game["id"]}) as follower:
        assert [name for name, _, _ in follower.events()] == ["gone"]


def test_quiet_stream_is_kept_open_by_comments(
    app: Application, game: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "QUIET", 0.02)
    with following(app.test_client(), game) as follower:
        follower.piece()
        assert [follower.piece(), follower.piece()] == [":\n\n", ":\n\n"]


def test_word_of_a_days_game_comes_when_the_day_is_over(dictionaries: Any, clock: Clock) -> None:
    client = served(games_in(FakeServers(), dictionaries, clock)).test_client()
    lost = played(client, created(client, daily="today"), "qjxzkvwyfbghmpcudltnsroiae")
    assert (lost["status"], bool(lost["word"])) == ("lost", True)
    with following(client, lost) as follower:
        [(_, data, tag)] = follower.events()
        assert (data["status"], data["word"]) == ("lost", None)
        clock.now = NOON + 11 * HOURS
        gevent.sleep(0.05)
        clock.now = NOON + 13 * HOURS
        [(_, data, later)] = follower.events()
        assert (data["word"], later) == (lost["word"], f"{tag}-word")
    with following(client, lost, **{"Last-Event-ID": str(tag)}) as again:
        assert [data["word"] for _, data, _ in again.events()] == [lost["word"]]


def test_stream_waits_while_the_store_is_away(
    app: Application, client: Client, game: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests: list[Any] = []

    def away(request: Any) -> Any:
        requests.append(request)
        raise StoreUnavailable("it did not answer")

    def until(holds: Any) -> None:
        with gevent.Timeout(PATIENCE):
            while not holds():
                gevent.sleep(0.001)

    with following(app.test_client(), game) as follower:
        follower.piece()
        with monkeypatch.context() as outage:
            outage.setattr(app.parts.watching, "_tags", away)
            until(lambda: len(requests) > 1)
        with monkeypatch.context() as outage:
            outage.setattr(app.parts.watching, "_look", away)
            guessed(client, game, "e")
            until(lambda: Seat.of_watcher(game["watch_id"]) in requests)
        assert [data["guessed_letters"] for _, data, _ in follower.events()] == [["e"]]


def test_many_games_are_watched_with_few_looks(
    app: Application, client: Client, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One look serves all streams of a game, and one command asks for the tags of `AT_ONCE`."""
    looks: list[Seat] = []
    sizes: list[int] = []

    def look(seat: Seat) -> Any:
        looks.append(seat)
        return games.show(seat)

    def tags(watch_ids: Sequence[str]) -> Any:
        sizes.append(len(watch_ids))
        return games.store.tags(watch_ids)

    monkeypatch.setattr(lookout, "AT_ONCE", 10)
    started = [created(client, length=8) for _ in range(25)]
    monkeypatch.setattr(lookout, "LOOK_INTERVAL", 0.2)
    with ExitStack() as stack:
        watched = [*started, *[started[0]] * 29]
        clients = [app.test_client() for _ in watched]
        followers = list(map(stack.enter_context, map(following, clients, watched)))
        for each in followers:
            each.piece()
        monkeypatch.setattr(app.parts.watching, "_look", look)
        monkeypatch.setattr(app.parts.watching, "_tags", tags)
        guessed(client, started[0], "e")
        guessed(client, started[24], "e")
        told = [followers[number].piece() for number in (0, *range(24, 54))]

    assert all('"misses":1' in piece for piece in told)
    assert (len(looks), max(sizes)) == (2, 10)


def test_slow_client_gets_only_the_last_state(app: Application, client: Client, game: Body) -> None:
    with following(app.test_client(), game) as follower:
        follower.piece()
        watching: Any = app.parts.watching
        for letter in "eai":
            guess: Any = guessed(client, game, letter)
            version = guess.json["version"]
            with gevent.Timeout(PATIENCE):
                while f'"version":{version},' not in str(watching._sights[game["watch_id"]].event):
                    gevent.sleep(0.001)
        [(_, data, _)] = follower.events()
    assert data["guessed_letters"] == ["e", "a", "i"]


def test_one_game_too_many_is_refused(
    app: Application, client: Client, game: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "MOST_WATCHED", 2)
    two = [game, created(client)]
    with following(app.test_client(), *two):
        path = f"/watch/{game['watch_id']}/events"
        refused: Any = app.test_client().get(path)
        assert (refused.status_code, refused.json["code"]) == (503, "unavailable")
        assert refused.headers["Retry-After"] == "1"
    with following(app.test_client(), *two) as follower:
        assert len(follower.events()) == 2


def test_refusal_does_not_make_an_event_source_give_up(client_with: Make) -> None:
    client = client_with(ratelimit_read=2)
    game = created(client)
    with following(client, game, **EVENT_SOURCE) as follower:
        follower.piece()
    path = f"/watch/events?id={game['watch_id']}&id=x"
    assert client.get(path).status_code == 429
    with Follower(client, path, **EVENT_SOURCE) as refused:
        text = refused.piece()
        assert refused.piece() == ""
    assert refused.answer.mimetype == "text/event-stream"
    retry, _, event = text.removesuffix("\n\n").partition("\n")
    assert 30_000 <= int(retry.removeprefix("retry: ")) <= 61_000
    name, problem, _ = event_in(event)
    assert (name, problem["code"], problem["status"]) == ("problem", "too-many-requests", 429)
    unlimited = client_with(ratelimit_enabled="false")
    with Follower(unlimited, "/watch/events?id=", **EVENT_SOURCE) as wrong:
        assert wrong.piece().startswith("retry: 60")  # it will not be right a second later


def test_each_game_costs_a_unit_at_the_start_and_each_minute(
    client_with: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_with(ratelimit_read=7)
    games = [created(client) for _ in range(3)]
    monkeypatch.setattr(stream, "QUIET", 0.01)
    with following(client, *games) as follower:
        assert "r=4;" in follower.answer.headers["RateLimit"]
        follower.piece()
        assert follower.piece() == ":\n\n"
    monkeypatch.setattr(stream, "PAID", 0.0)
    with following(client, *games) as follower:
        follower.piece()
        [(name, problem, _)] = follower.events()
        assert (name, problem["code"]) == ("problem", "too-many-requests")
        assert follower.piece() == ""


def test_nobody_waits_for_a_head(app: Application, game: Body) -> None:
    answer = app.test_client().head(f"/watch/{game['watch_id']}/events")
    assert (answer.status_code, answer.data) == (200, b"")
    answer.close()
    assert app.parts.watching._watched == 0  # type: ignore[attr-defined]  # the lookout's


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
