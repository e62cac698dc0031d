"""What a game may be started with: a seed, a drawn dealer, a word that somebody sets, a time."""

import json
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final

import pytest

from service.app import application
from service.dictionaries.dictionary import Dictionary
from service.play.requests import number_for
from service.registry import DAY_DEALERS
from service.settings import Settings
from tests.api.conftest import Body, Client, Make, created, games_in, guessed, played
from tests.support import contract
from tests.support.fakes import FakeStoreClient

LETTERS: Final = "qjxzvkwbfetaoinshrdlucmpyg"
KEPT: Final = {"unplayed_ttl": 600, "keep_for_max": 90_000}


def secret_that_draws(dealer: str, seed: int) -> bytes:
    """A service's secret with which this seed draws this dealer."""
    secrets = (f"the secret number {number:04}".encode() for number in range(100))
    return next(each for each in secrets if DAY_DEALERS[number_for(seed, each) % 4] == dealer)


@pytest.fixture
def clients(dictionaries: Mapping[str, Dictionary]) -> list[Client]:
    """For each dealer of a day, a client of a service that draws it for the seed 7."""
    secrets = [secret_that_draws(dealer, 7) for dealer in DAY_DEALERS]
    services = [games_in(FakeStoreClient(), dictionaries, draw_secret=each) for each in secrets]
    return [application(games, Settings()).test_client() for games in services]


def ended(client: Client, **choices: Any) -> Body:
    return played(client, created(client, max_misses=1, **choices), LETTERS)


def refused(client: Client, field: str, **choices: Any) -> Any:
    """The error of a start that is refused for one field."""
    response = client.post("/games", json=choices)
    contract.check("/games", response)
    [error] = response.json["errors"]
    assert (response.status_code, error["pointer"]) == (422, f"/{field}")
    return error


def life_of(game: Body) -> float:
    """The seconds from a game's start to its expiry."""
    begin, end = (datetime.fromisoformat(game[name]) for name in ("created_at", "expires_at"))
    return (end - begin).total_seconds()


def test_seed_repeats_the_length_that_is_drawn(client: Client) -> None:
    assert len({created(client, seed=seed)["length"] for seed in range(30)}) > 3
    assert created(client, seed=1)["length"] == created(client, seed=1, length=None)["length"]


def test_seed_draws_the_same_of_the_dealers_of_the_days(client: Client) -> None:
    first, again = ([ended(client, dealer="any", seed=seed) for seed in range(30)] for _ in "12")
    assert {game["dealer"] for game in first} == {"largest-family", "cheat-score", "honest"}
    assert [game["dealer"] for game in first] == [game["dealer"] for game in again]
    assert len({ended(client, dealer="any")["dealer"] for _ in range(30)}) == 3


def test_drawn_dealer_is_sealed_and_deals_as_if_chosen(clients: list[Client]) -> None:
    """Another service draws another dealer for the same seed."""
    for client, dealer in zip(clients, DAY_DEALERS, strict=True):
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


def test_seed_that_a_game_tells_at_its_end_starts_the_same_game(client: Client) -> None:
    for _ in range(10):
        first = ended(client, dealer="any")
        again = ended(client, dealer="any", seed=first["seed"], length=first["length"])
        assert (again["dealer"], again["word"]) == (first["dealer"], first["word"])


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


@pytest.mark.parametrize("dictionary", ["en", "en-large"])
@pytest.mark.parametrize("word", ["zebrax", "qqq", "z" * 60])
def test_word_must_be_in_the_dictionary(client: Client, dictionary: str, word: str) -> None:
    error = refused(client, "secret_word", secret_word=word, dictionary=dictionary)
    assert error["code"] == "not-a-word"
    assert "guess" not in error["detail"]


@pytest.mark.parametrize(
    ("choices", "field"),
    [
        ({"length": 6}, "length"),
        ({"dealer": "largest-family"}, "dealer"),
        ({"dealer": "minimax", "length": 5}, "dealer"),
        ({"dealer": "any", "seed": 7}, "dealer"),
    ],
)
def test_word_decides_length_and_dealer(clients: list[Client], choices: Body, field: str) -> None:
    for client in clients:
        error = refused(client, field, secret_word="zebra", **choices)
        assert error["code"] == "contradiction"


def test_game_that_is_kept_longer_costs_sixty_units(client_with: Make) -> None:
    client, left = client_with(**KEPT, ratelimit_create=200), [200]

    for choices in ({}, {"keep_seconds": 600}, {"keep_seconds": 601}, {"keep_seconds": 90_000}):
        started = client.post("/games", json=choices)
        contract.check("/games", started)
        left.append(int(started.headers["RateLimit"].split(";")[1][2:]))
    more = [client.post("/games", json={"keep_seconds": 601}).status_code for _ in range(2)]

    spent = [before - after for before, after in pairwise(left)]
    assert spent == [pytest.approx(units, abs=1) for units in (1, 1, 60, 60)]
    assert more == [201, 429]


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(90_001, "out-of-range"), (10**12, "out-of-range"), (0, "out-of-range"),
     (-1, "out-of-range"), ("600", "wrong-type"), (0.5, "wrong-type"), (True, "wrong-type")],
)  # fmt: skip
def test_no_game_is_kept_longer_than_allowed(client_with: Make, seconds: object, code: str) -> None:
    error = refused(client_with(**KEPT), "keep_seconds", keep_seconds=seconds)
    assert error["code"] == code
    if code == "out-of-range":
        assert error["detail"] == "A game can be kept for 1 to 90000 seconds."


@pytest.mark.parametrize(
    "dealt", [{}, {"daily": "today"}, {"secret_word": "zebra"}, {"dealer": "any"}, {"seed": 1}]
)
def test_whoever_deals_a_game_may_be_kept(client_with: Make, dealt: Body) -> None:
    game = created(client_with(**KEPT, ratelimit_create=600), **dealt, keep_seconds=90_000)
    assert life_of(game) == 90_000
