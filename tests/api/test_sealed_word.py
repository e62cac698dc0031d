"""A word that somebody sets for somebody else: dealt honestly, and hidden like any other."""

import json
from typing import Any

import pytest

from tests.api.conftest import Client
from tests.api.test_games_api import created, guessed, played
from tests.support import contract


@pytest.mark.parametrize("word", ["zebra", "ZEBRA", " Zebra "])
def test_word_that_is_set_is_the_word(client: Client, word: str) -> None:
    game = created(client, secret_word=word, max_misses=1000)
    assert (game["length"], game["pattern"], game["word"]) == (5, "_____", None)

    after = [guessed(client, game, letter).get_json() for letter in "azeqb"]
    won = guessed(client, game, "zebra").get_json()
    confession = client.get(f"/games/{game['id']}/confession").json

    assert [each["pattern"] for each in after] == ["____a", "z___a", "ze__a", "ze__a", "zeb_a"]
    assert (won["status"], won["word"], won["misses"]) == ("won", "zebra", 1)
    assert (won["dealer"], confession["honest"]) == ("honest", True)
    assert json.loads(confession["opening"])["word"] == "zebra"


def test_lost_game_shows_the_word_that_was_set(client: Client) -> None:
    lost = played(client, created(client, secret_word="zebra", max_misses=1, seed=5), "q")

    assert (lost["status"], lost["word"]) == ("lost", "zebra")


@pytest.mark.parametrize("dictionary", ["en", "en-large"])
def test_word_must_be_in_the_dictionary(client: Client, dictionary: str) -> None:
    for word in ("zebrax", "qqq", "z" * 60, "é", "ze-bra", "zebra!"):
        response = client.post("/games", json={"secret_word": word, "dictionary": dictionary})

        contract.check("/games", response)
        assert (response.status_code, response.json["code"]) == (422, "not-a-word")
        assert response.json["errors"][0]["pointer"] == "/secret_word"
        assert "guess" not in response.json["detail"]


@pytest.mark.parametrize(
    ("more", "field"),
    [({"length": 6}, "length"), ({"dealer": "largest-family"}, "dealer"),
     ({"dealer": "minimax", "length": 5}, "dealer")],
)  # fmt: skip
def test_length_and_dealer_follow_from_the_word(
    client: Client, more: dict[str, Any], field: str
) -> None:
    response = client.post("/games", json={"secret_word": "zebra", **more})

    contract.check("/games", response)
    assert (response.status_code, response.json["code"]) == (422, "invalid-input")
    assert response.json["errors"][0]["pointer"] == f"/{field}"


def test_length_and_dealer_may_be_what_they_are_anyway(client: Client) -> None:
    game = created(client, secret_word="zebra", length=5, dealer="honest", daily=None)

    assert game["length"] == 5
