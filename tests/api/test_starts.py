"""What a game may be started with: a seed, a drawn dealer, a word that somebody sets, a time."""

import json
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

import pytest

from service.registry import DAY_DEALERS
from tests.api.conftest import DAY, Body, Client, created, guessed, played

LETTERS: Final = "qjxzvkwbfetaoinshrdlucmpyg"


def ended(client: Client, **choices: Any) -> Body:
    return played(client, created(client, max_misses=1, dealer="any", **choices), LETTERS)


def test_seed_draws_length_dealer_and_word_once_and_for_all(client: Client) -> None:
    seeded = [ended(client, seed=seed) for seed in range(30)]
    unseeded = [ended(client) for _ in range(30)]
    for games in (seeded, unseeded):
        assert {game["dealer"] for game in games} == {*DAY_DEALERS}
        assert len({game["length"] for game in games}) > 3
    for game in (*seeded, *unseeded[:10]):
        length = {} if game in seeded else {"length": game["length"]}
        again = ended(client, seed=game["seed"], **length)
        for name in ("dealer", "length", "word"):
            assert again[name] == game[name]


def test_drawn_dealer_is_sealed_and_deals_as_if_chosen(drawing: dict[str, Client]) -> None:
    """Another service draws another dealer for the same seed."""
    assert drawing.keys() == {*DAY_DEALERS}
    for dealer, client in drawing.items():
        starts = [created(client, dealer=name, seed=7, length=8) for name in ("any", dealer)]
        drawn, chosen = (played(client, game, LETTERS) for game in starts)
        confession = client.get(f"/games/{drawn['id']}/confession").json

        assert (drawn["dealer"], drawn["seed"]) == (dealer, 7)
        for name in ("status", "pattern", "word", "wrong_letters"):
            assert drawn[name] == chosen[name]
        digest = sha256(confession["opening"].encode()).hexdigest()
        assert digest == starts[0]["commitment"]  # from before the first guess
        assert json.loads(confession["opening"])["dealer"] == dealer
        assert confession["honest"] is (dealer == "honest")


@pytest.mark.parametrize(
    ("word", "choices"),
    [
        ("zebra", {}),
        ("ZEBRA", {"length": 5, "dealer": "honest", "daily": None}),  # which follow from the word
        (" Zebra ", {}),
    ],
)
def test_word_that_is_set_is_the_word(client: Client, word: str, choices: Body) -> None:
    game = created(client, secret_word=word, max_misses=1000, **choices)
    assert (game["length"], game["pattern"], game["word"]) == (5, "_____", None)

    after = [guessed(client, game, letter).json for letter in "azeqb"]
    won = guessed(client, game, "zebra").json
    confession = client.get(f"/games/{game['id']}/confession").json

    assert [each["pattern"] for each in after] == ["____a", "z___a", "ze__a", "ze__a", "zeb_a"]
    assert (won["status"], won["word"], won["misses"]) == ("won", "zebra", 1)
    assert (won["dealer"], confession["honest"]) == ("honest", True)
    assert json.loads(confession["opening"])["word"] == "zebra"


def test_word_goes_with_no_drawn_dealer_whoever_is_drawn(drawing: dict[str, Client]) -> None:
    choices = {"secret_word": "zebra", "dealer": "any", "seed": 7}
    for client in drawing.values():
        [error] = client.post("/games", json=choices).json["errors"]
        assert (error["pointer"], error["code"]) == ("/dealer", "contradiction")


@pytest.mark.parametrize(
    "dealt", [{}, {"daily": "today"}, {"secret_word": "zebra"}, {"dealer": "any"}, {"seed": 1}]
)
def test_whoever_deals_a_game_may_be_kept(client: Client, dealt: Body) -> None:
    game = created(client, **dealt, keep_seconds=2 * DAY // 1000)
    begin, end = (datetime.fromisoformat(game[name]) for name in ("created_at", "expires_at"))
    assert (end - begin).total_seconds() == 2 * DAY / 1000
