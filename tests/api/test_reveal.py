"""What a day was, opens to others all at once at `reveals_at`, by every way that leads there.

The one exception is /metrics, which is not for others (SECURITY.md).
"""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final
from unittest.mock import patch

import pytest

from service.play.games import Games
from service.play.seats import Seat
from service.search.figures import Figures
from service.store.record import Retention
from tests.api.conftest import (
    DAY,
    KEY,
    NOON,
    Body,
    Client,
    Clock,
    created,
    games_in,
    guessed,
    played,
    served,
)
from tests.support.fakes import FakeServers

DATE: Final = "2026-11-22"
HOUR: Final = DAY // 24
END: Final = NOON + DAY // 2
REVEAL: Final = END + HOUR
LOSING: Final = "zqxjvkwbfhmucpdyg"
OPEN: Final = [REVEAL, REVEAL + HOUR]
HIDDEN: Final = [NOON, END - 1, END, REVEAL - 1]
CHEAT: Final = "cheat-score"
SEED: Final = 4_096_271_835


@pytest.fixture
def games(dictionaries: Any, clock: Clock) -> Games:
    return games_in(FakeServers(), dictionaries, clock)


@pytest.fixture
def client(games: Games) -> Client:
    return served(games).test_client()


@pytest.fixture
def lost(client: Client) -> Body:
    """A game of the day that its player has lost to a cheat, before somebody else has begun.

    The day is always the same one: a word such as `status` is in every response as a field's name.
    """
    with (
        patch("service.play.daily.DAY_DEALERS", [CHEAT]),
        patch("service.play.daily.LENGTHS", [8]),
        patch("service.play.daily.secrets.randbelow", return_value=SEED),
    ):
        game = created(client, daily="today")
    return played(client, game, LOSING)


def ways(client: Client, lost: Body, playing: Body) -> Iterator[Any]:
    """Every answer that others can get about a day, or about the game of another player."""
    watch = f"/watch/{lost['watch_id']}"
    yield client.get(f"/daily/{DATE}")
    yield client.get(watch)
    yield client.get(watch, headers={"If-None-Match": '"another"', "Prefer": "wait=1"})
    yield client.get(f"{watch}/guesses")
    yield client.get(f"{watch}/confession")
    yield client.get(f"{watch}/words")
    yield client.post(f"{watch}/words", json={}, headers=KEY)
    # A player who has not finished: the game, and each refusal and repeat that carries it.
    play = f"/games/{playing['id']}"
    yield client.get(play)
    yield client.get(f"{play}/hint")
    yield client.get(f"{play}/confession")
    yield client.get(f"{play}/review")
    yield guessed(client, playing, "z")  # 409: guessed before
    yield guessed(client, playing, "e", **{"If-Match": '"another"'})  # 412
    yield client.delete(play, headers={"If-Match": '"another"'})  # 412
    yield client.get(f"/watch/{playing['watch_id']}")
    yield client.get(f"/watch/{playing['watch_id']}/confession")
    yield client.post(f"/watch/{playing['watch_id']}/words")


@pytest.mark.parametrize("now", HIDDEN)
def test_nobody_else_learns_what_a_day_was_before_its_reveal(
    client: Client, clock: Clock, lost: Body, now: int
) -> None:
    playing = guessed(client, created(client, daily="today"), "z").json
    clock.now = now
    secrets = (lost["word"], CHEAT, str(lost["seed"]), '"won":', '"called', '"games_by_misses"')
    for answer in ways(client, lost, playing):
        for secret in secrets:
            assert secret not in answer.text, (answer.request.path, secret)
    day = client.get(f"/daily/{DATE}").json
    assert [day[name] for name in ("dealer", "seed", "results")] == [None] * 3


@pytest.mark.parametrize("now", OPEN)
def test_everything_opens_at_once(client: Client, clock: Clock, lost: Body, now: int) -> None:
    clock.now = now
    watch = f"/watch/{lost['watch_id']}"
    day, watched = client.get(f"/daily/{DATE}").json, client.get(watch).json
    confession, claim = client.get(f"{watch}/confession"), client.post(f"{watch}/words")

    assert (day["dealer"], day["seed"]) == (CHEAT, lost["seed"])
    assert day["results"]["finished"] == 1
    assert watched["word"] == confession.json["word"] == lost["word"]
    assert (claim.status_code, client.get(f"{watch}/words").status_code) == (201, 200)


@pytest.mark.parametrize("now", HIDDEN)
def test_player_who_has_finished_sees_all_of_the_game_at_once(
    client: Client, clock: Clock, lost: Body, now: int
) -> None:
    clock.now = now
    play = f"/games/{lost['id']}"
    game, confession = client.get(play).json, client.get(f"{play}/confession").json
    refused = guessed(client, lost, "e").json["game"]
    assert game == refused == lost
    assert (confession["word"], confession["dealer"]) == (lost["word"], CHEAT)
    assert client.get(f"{play}/review").status_code == 200


def test_refusal_says_when_the_day_of_the_game_is_revealed(
    client: Client, clock: Clock, lost: Body
) -> None:
    for clock.now in (*HIDDEN, NOON - DAY):  # the last is another instance's clock
        refused = client.get(f"/watch/{lost['watch_id']}/confession")
        assert (refused.status_code, refused.json["code"]) == (409, "day-not-over")
        assert refused.json["reveals_at"] == "2026-11-23T01:00:00.000Z"


def test_day_says_when_it_ends_and_when_it_is_revealed(client: Client, clock: Clock) -> None:
    client.get("/daily")
    for clock.now in (*HIDDEN, *OPEN):
        day = client.get(f"/daily/{DATE}").json
        times = [datetime.fromisoformat(day[name]) for name in ("ends_at", "reveals_at")]
        assert [1000 * time.timestamp() for time in times] == [END, REVEAL]


@pytest.mark.parametrize("now", [END - DAY, NOON, END - 1])
def test_daily_game_is_still_there_at_its_reveal(games: Games, clock: Clock, now: int) -> None:
    games.store.life = Retention(played=HOUR, unplayed=HOUR)
    client, clock.now = served(games).test_client(), now
    game = created(client, daily="today", keep_seconds=1)
    for each in (game, guessed(client, game, "z").json):
        expires = 1000 * datetime.fromisoformat(each["expires_at"]).timestamp()
        assert REVEAL + HOUR // 2 <= expires <= REVEAL + HOUR


@pytest.mark.parametrize(("now", "keeps"), [*((each, False) for each in HIDDEN), (REVEAL, True)])
def test_figures_of_a_hidden_day_are_not_left_for_others(
    games: Games, client: Client, clock: Clock, lost: Body, now: int, keeps: bool
) -> None:
    """Otherwise the time of somebody's own review or confession would tell the dealer."""
    clock.now = now
    played_game = games.played(Seat.of_player(lost["id"]))
    with patch.object(Figures, "to_read", autospec=True, side_effect=Figures.to_read) as reads:
        client.get(f"/games/{lost['id']}/confession")
    assert (played_game.keeps_figures, reads.called) == (keeps, not keeps)


def test_waiting_watcher_hears_no_word_of_a_hidden_day(
    client: Client, clock: Clock, lost: Body
) -> None:
    """The reveal is a new state with a tag of its own, so no cache keeps the word away."""
    watch = f"/watch/{lost['watch_id']}"
    clock.now = REVEAL - 1
    before = client.get(watch)
    same = client.get(watch, headers={"If-None-Match": before.headers["ETag"]})
    clock.now = REVEAL
    after = client.get(watch, headers={"If-None-Match": before.headers["ETag"]})
    assert (same.status_code, after.status_code) == (304, 200)
    revealed = {"word": lost["word"], "message": lost["message"]}
    assert after.json == {**before.json, **revealed}
    assert json.loads(before.text)["word"] is None
