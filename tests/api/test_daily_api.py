"""The game of each day, over HTTP."""

import json
from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import Any
from unittest.mock import patch

import pytest
from redis.exceptions import ConnectionError

from service.api.hooks import hash_of
from service.dictionaries.dictionary import Dictionary
from service.play import daily
from service.registry import DAY_DEALERS
from tests.api.conftest import DAY, Body, Client, Clock, Make, created, games_in, played, served
from tests.support.fakes import FakeStoreClient

TODAY = date(2026, 11, 22)
ENDS_AT = "2026-11-23T00:00:00.000Z"
LOSING = "zqxjvkwbfhmucpdyg"
NO_DAYS = ["2026-11-21", "2026-11-23", "0001-01-01", "9999-12-31"]


def started(client: Client) -> Body:
    return created(client, daily="today")


def test_days_differ_and_half_of_them_are_honest() -> None:
    days = [json.loads(daily._drawn(TODAY)) for _ in range(1000)]
    dealers = Counter(day["dealer"] for day in days)
    assert {day["length"] for day in days} == set(range(6, 13))
    assert dealers.keys() == {"cheat-score", "honest", "largest-family"}
    assert 420 < dealers["honest"] < 580  # five standard deviations
    assert len({day["seed"] for day in days}) == 1000


def test_everybody_gets_the_game_that_the_days_choices_give(dated: Client, clock: Clock) -> None:
    games = [played(dated, started(dated), "etaoinshrdlu") for _ in range(2)]
    clock.now += DAY
    day = dated.get("/daily/2026-11-22").json
    names = ("dictionary", "length", "max_misses", "dealer", "seed")
    game = dated.post("/games", json={name: day[name] for name in names}).json

    chosen = played(dated, game, "etaoinshrdlu")

    own = dict.fromkeys(["id", "watch_id", "commitment", "expires_at"], "")
    assert {**games[0], **own} == {**games[1], **own}
    assert (games[0]["daily"], chosen["daily"]) == ("2026-11-22", None)
    for name in ("pattern", "wrong_letters"):
        assert games[0][name] == chosen[name]


def test_only_today_is_there_and_can_be_started(dated: Client, clock: Clock) -> None:
    game = started(dated)
    for day in NO_DAYS:
        response, unknown = dated.post("/games", json={"daily": day}), dated.get(f"/daily/{day}")
        [error] = response.json["errors"]
        assert (error["pointer"], error["code"]) == ("/daily", "day-not-open")
        assert "it is 2026-11-22" in response.json["detail"]
        assert unknown.status_code == 404
        assert "today is 2026-11-22" in unknown.json["detail"]

    clock.now -= DAY  # the clock of another service, which must not give the next day away
    assert dated.get("/daily/2026-11-22").status_code == 404
    clock.now += DAY + DAY // 2  # the next day
    late = dated.post("/games", json={"daily": "2026-11-22"})
    assert (late.status_code, late.json["errors"][0]["code"]) == (422, "day-not-open")
    assert played(dated, game, "e")["daily"] == "2026-11-22"


def test_past_day_tells_all(dated: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"DAY_DEALERS": ("honest",), "LENGTHS": (8,), "SEEDS": 1}.items():
        monkeypatch.setattr(daily, name, value)
    lost, _, won = played(dated, started(dated), LOSING), started(dated), started(dated)
    word, key = {"word": lost["word"]}, {"Idempotency-Key": "the-last-guess-of-all"}
    for _ in range(2):
        again = dated.post(f"/games/{won['id']}/guesses", json=word, headers=key)

    clock.now += DAY // 2 - 1
    during = dated.get("/daily/2026-11-22").json
    clock.now += 1
    response = dated.get("/daily/2026-11-22")

    assert (lost["status"], again.json["status"]) == ("lost", "won")
    assert [during[name] for name in ("dealer", "seed", "results")] == [None] * 3
    misses = [1, 0, 0, 0, 0, 0, 0, 0, 1]
    results = {"begun": 3, "finished": 2, "won": 1, "games_by_misses": misses}
    assert response.json == {**during, "dealer": "honest", "seed": 0, "results": results}


@pytest.mark.parametrize("letters", [LOSING, "etaoinshrdlucmfwypvbgkjqxz"])
@pytest.mark.parametrize("dealer", sorted({*DAY_DEALERS}))
def test_watchers_see_results_only(dated: Client, clock: Clock, letters: str, dealer: str) -> None:
    with patch("service.play.daily.DAY_DEALERS", [dealer]):
        game = started(dated)
    path = f"/watch/{game['watch_id']}"
    assert dated.post(f"{path}/words").json["code"] == "game-in-progress"
    game = played(dated, game, letters)

    clock.now += DAY // 2 - 1
    watched, confession = dated.get(path), dated.get(f"{path}/confession")
    words = [dated.post(f"{path}/words"), dated.get(f"{path}/words")]
    clock.now += 1
    late = dated.get(f"{path}/confession")

    assert (watched.json["status"], watched.json["word"]) == (game["status"], None)
    assert not watched.json.keys() & {"dealer", "seed"}
    for early in (confession, *words):
        assert (early.status_code, early.json["code"]) == (409, "day-not-over")
        assert early.json["ends_at"] == ENDS_AT
        assert dealer not in early.text
    assert confession.json["watched_game"] == watched.json
    assert dated.get(f"/games/{game['id']}/confession").json["word"] == game["word"]
    assert (late.status_code, late.json["word"]) == (200, game["word"])
    shown = dated.get(path, headers={"If-None-Match": watched.headers["ETag"]})
    assert shown.json == {**watched.json, "word": game["word"]}
    if letters == LOSING:  # many words are left
        assert dated.post(f"{path}/words").status_code == (409 if dealer == "honest" else 201)


def test_uncounted_day_can_be_played(dictionaries: Mapping[str, Dictionary], clock: Clock) -> None:
    class CannotCount(FakeStoreClient):
        def execute_command(self, *arguments: Any, **options: Any) -> Any:
            if str(arguments[-1]).startswith(("begun", "won", "misses")):
                raise ConnectionError
            return super().execute_command(*arguments, **options)

    client = served(games_in(CannotCount(), dictionaries, clock)).test_client()
    assert started(client)["daily"] == "2026-11-22"


def test_caches_keep_a_day_until_it_ends_and_once_it_is_final(dated: Client, clock: Clock) -> None:
    def kept(path: str) -> str:
        return str(dated.get(path).headers["Cache-Control"])

    assert kept("/daily") == kept("/daily/2026-11-22") == f"public, max-age={DAY // 2000}"
    for later, seconds in ((DAY // 2 - 400, 1), (400, 300), (DAY - 1, 300), (1, 86_400)):
        clock.now += later
        assert kept("/daily/2026-11-22") == f"public, max-age={seconds}"


def test_day_is_private_where_keys_are_needed(client_with: Make) -> None:
    closed = client_with(api_keys=hash_of("one-of-our-keys"))
    private = closed.get("/daily", headers={"Authorization": "Bearer one-of-our-keys"})
    public = client_with().get("/daily")
    assert public.headers["Cache-Control"].startswith("public, ")
    assert private.headers["Cache-Control"].startswith("private, ")
    assert ["RateLimit" in each.headers for each in (public, private)] == [False, True]
