"""The game of each day, over HTTP."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from redis.exceptions import ConnectionError

from service.app import application
from service.dictionaries.dictionary import Dictionary
from service.play.catalogue import Catalogue
from service.play.daily import game_of
from service.play.games import Games
from service.settings import Settings
from service.store.game_store import Days, GameStore
from service.store.record import Retention
from tests.api import contract
from tests.api.conftest import DAY, Client
from tests.fakes import FakeStoreClient

TODAY = date(2026, 11, 22)
NOON = int(datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp() * 1000)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(dictionaries: Mapping[str, Dictionary], clock: Clock) -> Client:
    store = GameStore(FakeStoreClient(), Retention(DAY, DAY))
    results = Days(store.client)
    games = Games(Catalogue(dictionaries), store, clock, results=results)
    return application(games, Settings()).test_client()


def started(client: Client, key: str | None = None) -> dict[str, Any]:
    headers = {"Idempotency-Key": key} if key else {}
    response = client.post("/games", json={"daily": str(TODAY)}, headers=headers)
    contract.check("/games", response)
    assert response.status_code == 201, response.text
    return dict(response.json)


def played(client: Client, game: dict[str, Any], letters: str) -> dict[str, Any]:
    """The game after these letters, until it is over."""
    for letter in letters:
        if game["status"] != "in_progress":
            break
        game = client.post(f"/games/{game['id']}/guesses", json={"letter": letter}).json
    return game


def test_game_of_a_day_follows_from_its_date() -> None:
    digest = sha256(b"evil-hangman 2026-11-22").digest()

    game = game_of(TODAY)

    assert game.seed == int.from_bytes(digest[:6]) < 2**53
    assert game.length == 6 + digest[6] % 7
    assert game.dealer == ["largest-family", "cheat-score", "honest"][digest[7] % 3]


def test_days_differ_in_length_and_dealer() -> None:
    games = [game_of(TODAY + timedelta(days=days)) for days in range(100)]

    assert {game.length for game in games} == set(range(6, 13))
    assert {game.dealer for game in games} == {"largest-family", "cheat-score", "honest"}
    assert len({game.seed for game in games}) == 100


def test_today_is_shown_with_what_to_ask_for_and_when_the_next_one_comes(client: Client) -> None:
    response = client.get("/daily")

    contract.check("/daily", response)
    assert response.json == {
        "date": "2026-11-22",
        "game": vars(game_of(TODAY)),
        "next_at": "2026-11-23T00:00:00.000Z",
        "results": None,
    }
    assert client.post("/games", json=response.json["game"]).status_code == 201


def test_everybody_gets_the_same_game(client: Client) -> None:
    games = [played(client, started(client), "etaoinshrdlu") for _ in range(2)]

    assert games[0]["daily"] == "2026-11-22"
    own = dict.fromkeys(["id", "watch_id", "commitment", "expires_at"], "")
    told = [{**game, **own} for game in games]
    assert told[0] == told[1]


def test_game_of_a_day_is_the_one_that_its_choices_give(client: Client) -> None:
    chosen = client.post("/games", json=vars(game_of(TODAY))).json

    games = [played(client, game, "etaoinshrdlu") for game in (started(client), chosen)]

    assert [game["daily"] for game in games] == ["2026-11-22", None]
    assert games[0]["pattern"] == games[1]["pattern"]
    assert games[0]["wrong_letters"] == games[1]["wrong_letters"]


@pytest.mark.parametrize(("days", "status"), [(-2, 422), (-1, 201), (0, 201), (1, 422)])
def test_game_of_today_and_of_yesterday_can_be_started(
    client: Client, days: int, status: int
) -> None:
    response = client.post("/games", json={"daily": str(TODAY + timedelta(days=days))})

    contract.check("/games", response)
    assert response.status_code == status
    if status == 422:
        assert response.json["type"] == "/problems/invalid-input"
        [error] = response.json["errors"]
        assert (error["pointer"], error["code"]) == ("/daily", "day-not-open")
        assert "today is 2026-11-22" in response.json["detail"]


@pytest.mark.parametrize("day", ["20261122", "2026-11-31", "2026-W47-7", "today", "", 5, True])
def test_what_is_no_date_is_refused(client: Client, day: object) -> None:
    response = client.post("/games", json={"daily": day})

    contract.check("/games", response)
    assert response.json["errors"] == [
        {"pointer": "/daily", "code": "invalid", "detail": "Not a date such as 2026-11-22."}
    ]


def test_game_of_a_day_leaves_nothing_to_choose(client: Client) -> None:
    response = client.post("/games", json={"daily": "2026-11-22", "length": 5, "seed": None})

    contract.check("/games", response)
    assert [error["pointer"] for error in response.json["errors"]] == ["/length"]


def test_results_are_told_once_the_day_is_over(client: Client, clock: Clock) -> None:
    lost = played(client, started(client), "zqxjvkwbfhmucpdyg")
    started(client)
    won = started(client)
    word, key = {"word": lost["word"]}, {"Idempotency-Key": "the-last-guess-of-all"}
    for _ in range(2):
        again = client.post(f"/games/{won['id']}/guesses", json=word, headers=key)
    during = client.get("/daily/2026-11-22").json["results"]

    clock.now += 24 * 60 * 60 * 1000
    response = client.get("/daily/2026-11-22")

    contract.check("/daily/{day}", response)
    assert (lost["status"], again.json["status"], during) == ("lost", "won", None)
    assert response.json["results"] == {
        "begun": 3, "won": 1, "misses": [1, 0, 0, 0, 0, 0, 0, 0, 1],
    }  # fmt: skip


def test_start_that_is_sent_again_is_counted_once(client: Client, clock: Clock) -> None:
    games = [started(client, "the-same-request-again") for _ in range(2)]

    clock.now += 24 * 60 * 60 * 1000

    assert games[0] == games[1]
    assert client.get("/daily/2026-11-22").json["results"]["begun"] == 1


def test_day_may_be_kept_until_it_ends_and_then_for_a_day(client: Client, clock: Clock) -> None:
    clock.now += 1000 * 60 * 60

    kept = [
        client.get(path).headers["Cache-Control"]
        for path in ("/daily", "/daily/2026-11-22", "/daily/2026-11-21")
    ]

    assert kept == ["public, max-age=39600", "public, max-age=39600", "public, max-age=86400"]


def test_day_to_come_is_not_found(client: Client) -> None:
    response = client.get("/daily/2026-11-23")

    contract.check("/daily/{day}", response)
    assert response.status_code == 404
    assert "2026-11-23 has not come yet" in response.json["detail"]


def test_results_are_kept_for_400_days(client: Client) -> None:
    kept, forgotten = (
        client.get(f"/daily/{TODAY - timedelta(days)}").json["results"] for days in (399, 400)
    )

    assert kept == {"begun": 0, "won": 0, "misses": [0] * 9}
    assert forgotten is None


def test_game_of_a_day_can_be_played_while_its_results_cannot_be_counted(
    dictionaries: Mapping[str, Dictionary], clock: Clock
) -> None:
    class CannotCount(FakeStoreClient):
        def execute_command(self, *arguments: Any, **options: Any) -> Any:
            if str(arguments[-1]).startswith(("begun", "won", "misses")):
                raise ConnectionError
            return super().execute_command(*arguments, **options)

    store = GameStore(CannotCount(), Retention(DAY, DAY))
    games = Games(Catalogue(dictionaries), store, clock, results=Days(store.client))

    game = started(application(games, Settings()).test_client())

    assert game["daily"] == "2026-11-22"
