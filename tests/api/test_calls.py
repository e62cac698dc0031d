"""Calls: a player of today's game says that the dealer cheats, before the end."""

import json
import re
import time
from contextlib import closing
from typing import Any, Final

import pytest

from service.api.limiter import Limiter
from service.play import daily
from service.registry import DAY_DEALERS, DEALERS
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
    served,
)
from tests.api.test_secrecy import LOOKS, traits
from tests.support.fakes import FakeServers

DATE: Final = "2026-11-22"
REVEAL: Final = NOON + DAY // 2 + DAY // 24
LOSING: Final = "zqxjvkwbfhmucpdyg"
UNITS: Final[dict[Any, int]] = dict.fromkeys(("create", "guess", "hint", "read"), 50_000)


def plays(client: Client, game: Body, letters: str, calls: str = "", **headers: str) -> list[Any]:
    """Guess letters until the game ends, and call the dealer a cheat with those of `calls`."""
    answers: list[Any] = []
    for letter in letters:
        call = {"call": True} if letter in calls else {}
        path = f"/games/{game['id']}/guesses"
        answers.append(client.post(path, json={"letter": letter, **call}, headers=headers))
        if answers[-1].json["over"]:
            break
    return answers


def results(client: Client) -> Any:
    return client.get(f"/daily/{DATE}").json["results"]


@pytest.mark.parametrize("dealer", sorted({*DAY_DEALERS}))
def test_calls_of_finished_games_are_counted_once_each(
    dated: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch, dealer: str
) -> None:
    monkeypatch.setattr(daily, "DAY_DEALERS", (dealer,))
    for letters, calls in ((LOSING, "xv"), (LOSING, "z"), (LOSING, ""), ("zq", "q")):
        plays(dated, created(dated, daily="today"), letters, calls)
    clock.now = REVEAL
    revealed = results(dated)
    assert (revealed["begun"], revealed["finished"], revealed["called"]) == (4, 3, 2)
    assert revealed["called_right"] == (0 if dealer == "honest" else 2)


def test_call_comes_in_time_with_the_last_guess(
    dated: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "DAY_DEALERS", ("largest-family",))
    game = created(dated, daily="today")
    *_, last = plays(dated, game, LOSING)[-1].json["guessed_letters"]
    again = created(dated, daily="today")
    assert plays(dated, again, LOSING, calls=last)[-1].json["status"] == "lost"
    late = dated.post(f"/games/{game['id']}/guesses", json={"letter": "e", "call": True})
    clock.now = REVEAL
    assert late.json["code"] == "game-over"
    assert results(dated)["called"] == 1


def test_repeated_guess_calls_once(dated: Client, clock: Clock) -> None:
    game = created(dated, daily="today")
    first, again = (
        dated.post(f"/games/{game['id']}/guesses", json={"letter": "z", "call": True}, headers=KEY)
        for _ in range(2)
    )
    plays(dated, game, LOSING[1:])
    clock.now = REVEAL
    assert first.json == again.json
    assert results(dated)["called"] == 1


def test_nobody_calls_a_dealer_that_everybody_knows(dated: Client, clock: Clock) -> None:
    """When the day is revealed, whoever still plays its game can look its dealer up."""
    game, other = created(dated, daily="today"), created(dated, daily="today")
    plays(dated, game, LOSING[:2])
    plays(dated, other, LOSING[:2])
    clock.now = REVEAL - 1
    plays(dated, other, LOSING[2:], calls="x")
    clock.now = REVEAL
    plays(dated, game, LOSING[2:], calls="x")
    assert (results(dated)["finished"], results(dated)["called"]) == (2, 1)


def test_call_in_another_game_changes_nothing(dated: Client, clock: Clock) -> None:
    for dealer in DEALERS:
        game = created(dated, length=8, dealer=dealer, max_misses=1)
        assert plays(dated, game, LOSING, calls=LOSING)[-1].json["status"] == "lost"
    created(dated, daily="today")
    clock.now = REVEAL
    assert results(dated)["called"] == 0


@pytest.mark.parametrize("dealer", sorted({*DAY_DEALERS}))
def test_call_leaves_no_trace_before_the_reveal(
    dictionaries: Any, clock: Clock, monkeypatch: pytest.MonkeyPatch, dealer: str
) -> None:
    """In no response to its player, to those who watch, or to anybody: body, size, tag, units."""
    monkeypatch.setattr(daily, "DAY_DEALERS", (dealer,))
    monkeypatch.setattr(time, "time", lambda: NOON / 1000)  # fakeredis' TIME: no unit comes back
    games = games_in(FakeServers(), dictionaries, clock)
    limiter = Limiter(games.store.commands, UNITS, clock=time.time, per_day={"storage": 10**6})
    app = served(games, limiter)
    players = [app.test_client() for _ in range(2)]  # each with an address, and so units
    for number, client in enumerate(players, 1):
        client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
    boards = [(client, created(client, daily="today")) for client in players]
    day = players[0].get("/daily").text
    for letter in LOSING:
        answers: list[Any] = [
            client.post(f"/games/{game['id']}/guesses", json={"letter": letter, **more})
            for (client, game), more in zip(boards, ({"call": True}, {}), strict=True)
        ]
        assert len({traits(answer) for answer in answers}) == 1
        for ask in (look, refusal_409, refusal_412, stream):
            assert len({ask(*board) for board in boards}) == 1, ask
        assert players[1].get("/daily").text == players[1].get(f"/daily/{DATE}").text == day
        if answers[0].json["over"]:
            break
    assert answers[0].json["over"]
    assert '"called' not in day + look(*boards[0])


def look(client: Client, game: Body) -> str:
    """All looks at a game, without the salt of its opening, which is its own."""
    looks = repr([traits(client.get(path.format(**game))) for path in LOOKS])
    return re.sub(r'"salt":"\w+"', "", looks)


def refusal_409(client: Client, game: Body) -> str:
    return traits(guessed(client, game, "z"))


def refusal_412(client: Client, game: Body) -> str:
    return traits(guessed(client, game, "e", **{"If-Match": '"1-00000000"'}))


def stream(client: Client, game: Body) -> str:
    """The first event of those who follow, without what is the game's own."""
    with closing(client.get(f"/watch/{game['watch_id']}/events")) as response:
        event = next(iter(response.response)).decode()
    [data] = [line for line in event.splitlines() if line.startswith("data: ")]
    state = json.loads(data.removeprefix("data: "))
    for name in ("watch_id", "commitment", "created_at", "expires_at", "last_guess"):
        state.pop(name, None)
    return f"{len(event)} {state}"
