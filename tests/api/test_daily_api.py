"""The game of each day, over HTTP."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from redis.exceptions import ConnectionError

from service.api.hooks import hash_of
from service.app import application, create_app
from service.dictionaries.dictionary import Dictionary
from service.play import daily
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.registry import DAY_DEALERS
from service.settings import Settings
from service.store.game_store import Days, GameStore
from service.store.guarded import Guarded
from service.store.memory import Memory
from service.store.record import Retention
from tests.api.conftest import DAY, Client
from tests.support import contract
from tests.support.fakes import FakeStoreClient

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
    store = GameStore(Guarded(FakeStoreClient()), Retention(DAY, DAY))
    games = Games(Catalogue(dictionaries), store, clock)
    return application(games, Settings()).test_client()


def started(client: Client, key: str | None = None) -> dict[str, Any]:
    headers = {"Idempotency-Key": key} if key else {}
    response = client.post("/games", json={"daily": "today"}, headers=headers)
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


def test_days_differ_in_length_dealer_and_seed(client: Client, clock: Clock) -> None:
    for _ in range(200):  # of so many, all have one length once in 10^12
        client.get("/daily")
        clock.now += DAY
    days = [client.get(f"/daily/{TODAY + timedelta(number)}").json for number in range(200)]

    assert {day["length"] for day in days} == set(range(6, 13))
    assert {day["dealer"] for day in days} == {"largest-family", "cheat-score", "honest"}
    assert len({day["seed"] for day in days}) == 200


def test_today_is_told_without_what_would_give_its_word_away(client: Client) -> None:
    response = client.get("/daily")

    contract.check("/daily", response)
    assert response.json == {
        "date": "2026-11-22",
        "dictionary": "en",
        "length": response.json["length"],
        "max_misses": 8,
        "ends_at": "2026-11-23T00:00:00.000Z",
        "dealer": None,
        "seed": None,
        "results": None,
    }
    assert client.get("/daily/2026-11-22").json == response.json
    assert started(client)["length"] == response.json["length"]


def test_two_services_with_the_same_date_deal_different_games(
    dictionaries: Mapping[str, Dictionary], clock: Clock
) -> None:
    stores = [GameStore(Memory(), Retention(DAY, DAY)) for _ in range(8)]
    for store in stores:
        Games(Catalogue(dictionaries), store, clock).show_day()

    assert len({Days(store.client).game_of(str(TODAY)) for store in stores}) == 8


def test_everybody_gets_the_same_game(client: Client) -> None:
    games = [played(client, started(client), "etaoinshrdlu") for _ in range(2)]

    assert games[0]["daily"] == "2026-11-22"
    own = dict.fromkeys(["id", "watch_id", "commitment", "expires_at"], "")
    told = [{**game, **own} for game in games]
    assert told[0] == told[1]


def test_game_of_a_day_is_the_one_that_its_choices_give(client: Client, clock: Clock) -> None:
    of_the_day = played(client, started(client), "etaoinshrdlu")
    clock.now += DAY
    day = client.get("/daily/2026-11-22").json
    names = ("dictionary", "length", "max_misses", "dealer", "seed")
    game = client.post("/games", json={name: day[name] for name in names}).json

    chosen = played(client, game, "etaoinshrdlu")

    assert (of_the_day["daily"], chosen["daily"]) == ("2026-11-22", None)
    assert of_the_day["pattern"] == chosen["pattern"]
    assert of_the_day["wrong_letters"] == chosen["wrong_letters"]


@pytest.mark.parametrize(
    "day",
    ["2026-11-21", "2026-11-23", "0001-01-01", "9999-12-31"],
)
def test_only_the_game_of_today_can_be_started(client: Client, day: str) -> None:
    client.get("/daily")
    assert client.post("/games", json={"daily": "2026-11-22"}).status_code == 201

    response = client.post("/games", json={"daily": day})

    contract.check("/games", response)
    assert (response.status_code, response.json["code"]) == (422, "invalid-input")
    [error] = response.json["errors"]
    assert (error["pointer"], error["code"]) == ("/daily", "day-not-open")
    assert "it is 2026-11-22" in response.json["detail"]


def test_game_of_yesterday_cannot_be_started_but_goes_on(client: Client, clock: Clock) -> None:
    game = started(client, "the-same-request-again")
    clock.now += DAY // 2

    late = client.post("/games", json={"daily": "2026-11-22"})

    assert (late.status_code, late.json["errors"][0]["code"]) == (422, "day-not-open")
    assert played(client, game, "e")["daily"] == "2026-11-22"
    assert started(client, "the-same-request-again") == game


def test_all_is_told_once_the_day_is_over(
    client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"DAY_DEALERS": ("honest",), "LENGTHS": (8,), "SEEDS": 1}.items():
        monkeypatch.setattr(daily, name, value)
    lost = played(client, started(client), "zqxjvkwbfhmucpdyg")
    started(client)
    won = started(client)
    word, key = {"word": lost["word"]}, {"Idempotency-Key": "the-last-guess-of-all"}
    for _ in range(2):
        again = client.post(f"/games/{won['id']}/guesses", json=word, headers=key)

    clock.now += DAY // 2 - 1
    during = client.get("/daily/2026-11-22").json
    clock.now += 1
    response = client.get("/daily/2026-11-22")

    contract.check("/daily/{date}", response)
    assert (lost["status"], again.json["status"]) == ("lost", "won")
    assert [during[name] for name in ("dealer", "seed", "results")] == [None] * 3
    assert response.json == {
        **during,
        "dealer": "honest",
        "seed": 0,
        "results": {
            "begun": 3,
            "finished": 2,
            "won": 1,
            "games_by_misses": [1, 0, 0, 0, 0, 0, 0, 0, 1],
        },
    }


@pytest.mark.parametrize("letters", ["zqxjvkwbfhmucpdyg", "etaoinshrdlucmfwypvbgkjqxz"])
def test_watchers_see_only_the_result_until_the_day_is_over(
    client: Client, clock: Clock, letters: str
) -> None:
    game = played(client, started(client), letters)
    path = f"/watch/{game['watch_id']}"

    clock.now += DAY // 2 - 1
    watched, early = client.get(path), client.get(f"{path}/confession")
    clock.now += 1
    late = client.get(f"{path}/confession")

    contract.check("/watch/{watch_id}", watched)
    contract.check("/watch/{watch_id}/confession", early)
    assert (watched.json["status"], watched.json["word"]) == (game["status"], None)
    assert not watched.json.keys() & {"dealer", "seed"}
    assert (early.status_code, early.json["code"]) == (409, "day-not-over")
    assert early.json["ends_at"] == "2026-11-23T00:00:00.000Z"
    assert game["dealer"] not in early.text
    assert (late.status_code, late.json["word"]) == (200, game["word"])
    assert early.json["watched_game"] == watched.json
    shown = client.get(path, headers={"If-None-Match": watched.headers["ETag"]})
    assert shown.json == {**watched.json, "word": game["word"]}


def test_player_of_the_day_hears_the_confession_at_once(client: Client) -> None:
    game = played(client, started(client), "zqxjvkwbfhmucpdyg")

    assert client.get(f"/games/{game['id']}/confession").json["word"] == game["word"]


def test_start_that_is_sent_again_is_counted_once(client: Client, clock: Clock) -> None:
    games = [started(client, "the-same-request-again") for _ in range(2)]

    clock.now += DAY

    assert games[0] == games[1]
    assert client.get("/daily/2026-11-22").json["results"]["begun"] == 1


@pytest.mark.parametrize("day", ["2026-11-23", "2026-11-21", "0001-01-01", "9999-12-31"])
def test_day_that_nobody_asked_for_or_that_is_none_is_not_found(client: Client, day: str) -> None:
    client.get("/daily")

    response = client.get(f"/daily/{day}")

    contract.check("/daily/{date}", response)
    assert response.status_code == 404
    assert "today is 2026-11-22" in response.json["detail"]


def test_service_whose_clock_is_ahead_gives_no_day_away(client: Client, clock: Clock) -> None:
    client.get("/daily")  # drawn by the one, asked for at the other

    clock.now -= DAY

    assert client.get("/daily/2026-11-22").status_code == 404


def test_day_can_be_played_while_results_cannot_be_counted(
    dictionaries: Mapping[str, Dictionary], clock: Clock
) -> None:
    class CannotCount(FakeStoreClient):
        def execute_command(self, *arguments: Any, **options: Any) -> Any:
            if str(arguments[-1]).startswith(("begun", "won", "misses")):
                raise ConnectionError
            return super().execute_command(*arguments, **options)

    store = GameStore(Guarded(CannotCount()), Retention(DAY, DAY))
    games = Games(Catalogue(dictionaries), store, clock)

    game = started(application(games, Settings()).test_client())

    assert game["daily"] == "2026-11-22"


def test_caches_keep_a_day_until_it_ends_and_once_it_is_final(client: Client, clock: Clock) -> None:
    def kept(path: str) -> str:
        return str(client.get(path).headers["Cache-Control"])

    assert kept("/daily") == kept("/daily/2026-11-22") == f"public, max-age={DAY // 2000}"
    clock.now += DAY // 2
    assert kept("/daily/2026-11-22") == "public, max-age=300"
    clock.now += DAY - 1
    assert kept("/daily/2026-11-22") == "public, max-age=300"
    clock.now += 1
    assert kept("/daily/2026-11-22") == "public, max-age=86400"


def test_day_is_private_where_keys_are_needed(
    monkeypatch: pytest.MonkeyPatch, dictionaries: Mapping[str, Dictionary]
) -> None:
    monkeypatch.setattr("service.app.load_all", lambda _: dictionaries)
    key = {"Authorization": "Bearer one-of-our-keys"}
    public = create_app(Settings(), FakeStoreClient()).test_client().get("/daily")
    closed = create_app(Settings(api_keys=hash_of("one-of-our-keys")), FakeStoreClient())

    private = closed.test_client().get("/daily", headers=key)

    assert public.headers["Cache-Control"].startswith("public, ")
    assert private.headers["Cache-Control"].startswith("private, ")
    assert ["RateLimit" in each.headers for each in (public, private)] == [False, True]


def test_half_of_the_days_are_honest() -> None:
    dealers = Counter(DAY_DEALERS)  # each is as likely as any other

    assert dealers == {"honest": 2, "largest-family": 1, "cheat-score": 1}
