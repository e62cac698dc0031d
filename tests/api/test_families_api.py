"""Word families over HTTP."""

from typing import Any

import pytest

from service.app import application
from service.play.games import Games
from service.settings import Settings
from tests.api.conftest import Client
from tests.api.test_who_may import Make, client_with
from tests.support import contract

__all__ = ["client_with"]  # a fixture


def families(client: Client, **asked: Any) -> Any:
    response = client.post("/families", json=asked)
    contract.check("/families", response)
    return response


def test_families_of_a_letter(client: Client) -> None:
    response = families(client, pattern="?a__e", wrong_letters=["S", "t"], letter="v", words=2)

    assert response.json == {
        "pattern": "_a__e",
        "words_before": 34,
        "words": ["maybe", "vague"],
        "family_count": 4,
        "families": [
            {"positions": [], "word_count": 25, "pattern": "_a__e", "words": ["maybe", "large"]},
            {"positions": [3], "word_count": 6, "pattern": "_a_ve", "words": ["naive", "halve"]},
            {"positions": [0], "word_count": 2, "pattern": "va__e", "words": ["vague", "value"]},
            {"positions": [0, 3], "word_count": 1, "pattern": "va_ve", "words": ["valve"]},
        ],
        "choices": [
            {"dealer": "largest-family", "families": [{"positions": [], "word_count": 25}]},
            {"dealer": "cheat-score", "families": [{"positions": [], "word_count": 25}]},
        ],
    }


def test_dealer_of_a_game_keeps_the_family_that_is_named(client: Client) -> None:
    for dealer in ("largest-family", "minimax"):
        game = client.post("/games", json={"length": 6, "dealer": dealer}).json
        for letter in "esaiort":
            told = families(
                client,
                pattern=game["pattern"],
                wrong_letters=game["wrong_letters"],
                letter=letter,
                dealers=[dealer],
            )
            game = client.post(f"/games/{game['id']}/guesses", json={"letter": letter}).json
            [choice] = told.json["choices"]
            [kept] = choice["families"]
            assert kept["positions"] == game["last_guess"]["positions"]


def test_null_is_as_if_left_out(client: Client) -> None:
    null = dict.fromkeys(("pattern", "wrong_letters", "letter", "words", "dealers", "dictionary"))

    assert families(client, length=8, **null).json == families(client, length=8).json


def test_dealers_that_are_allowed_all_cheat(client: Client) -> None:
    for name in ("honest", "evil"):
        [error] = families(client, length=8, dealers=[name]).json["errors"]
        assert error["allowed"] == ["largest-family", "cheat-score", "minimax"]


@pytest.mark.parametrize(
    ("dealers", "cost"),
    [(None, 1), (["cheat-score"], 1), (["minimax"], 5), (["minimax", "minimax"], 5), ([], 1)],
)
def test_slow_dealer_costs_more(client_with: Make, dealers: list[str] | None, cost: int) -> None:
    client = client_with(Settings(ratelimit_hint=100))

    response = families(client, length=8, letter="e", dealers=dealers)

    assert response.headers["RateLimit"].startswith(f'"hint";r={100 - cost};')


def test_slow_dealer_decides_beside_the_games(games: Games) -> None:
    ran: list[Any] = []
    games.run_beside_games = lambda work: (ran.append(work), work())[1]  # type: ignore[func-returns-value]  # both
    client: Client = application(games, Settings()).test_client()

    for dealers in (["largest-family", "cheat-score"], ["minimax"]):
        assert families(client, length=8, letter="e", dealers=dealers).status_code == 200

    assert len(ran) == 1
