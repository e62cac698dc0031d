"""The confession of a game that somebody else has played."""

from typing import Any

import pytest

from service.play import confession, games
from tests.api.conftest import Client
from tests.api.test_games_api import created, played
from tests.support import contract

PATH = "/watch/{watch_id}/confession"


@pytest.fixture
def lost(client: Client) -> Any:
    return played(client, created(client, length=8, max_misses=3, seed=7), "eaioustn")


def heard(client: Client, game: Any, query: str = "", **headers: str) -> Any:
    response = client.get(f"/watch/{game['watch_id']}/confession{query}", headers=headers)
    contract.check(PATH, response)
    return response


@pytest.mark.parametrize("query", ["", "?words=0", "?words=8", "?words=50"])
def test_who_watches_hears_what_the_player_does(client: Client, lost: Any, query: str) -> None:
    players = client.get(f"/games/{lost['id']}/confession{query}")

    response = heard(client, lost, query)

    assert response.json == players.json
    assert lost["id"] not in response.text
    assert response.headers["ETag"] == players.headers["ETag"]
    assert response.headers["Cache-Control"] == players.headers["Cache-Control"]


def test_confession_is_not_sent_again(client: Client, lost: Any) -> None:
    tag = heard(client, lost).headers["ETag"]

    again = heard(client, lost, **{"If-None-Match": tag})

    assert (again.status_code, again.data) == (304, b"")


def test_confession_is_worked_out_once_a_game_whoever_asks(
    client: Client, lost: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out = []

    def confess(*arguments: Any) -> Any:
        worked_out.append(arguments)
        return confession.confess(*arguments)

    monkeypatch.setattr(games, "confess", confess)
    other = played(client, created(client, length=8, max_misses=3, seed=7), "eaioustn")

    for _ in range(5):
        assert len(heard(client, lost, "?words=3").json["guesses"][0]["dropped"]) == 3
    client.get(f"/games/{lost['id']}/confession")
    assert len(worked_out) == 1
    heard(client, other)
    assert len(worked_out) == 2


def test_deleted_game_is_confessed_no_more(client: Client, lost: Any) -> None:
    assert heard(client, lost).status_code == 200
    client.delete(f"/games/{lost['id']}")

    assert heard(client, lost).json["code"] == "game-not-found"


@pytest.mark.parametrize("query", ["?words=51", "?words=x", "?limit=5"])
def test_query_is_read_as_the_players(client: Client, lost: Any, query: str) -> None:
    assert heard(client, lost, query).json["code"] == "invalid-input"
