"""A dealer that the service draws: named and sealed like a chosen one, and hidden until the end."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

import pytest

from service.app import application
from service.dictionaries.dictionary import Dictionary
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.play.requests import number_for
from service.registry import DAY_DEALERS
from service.settings import Settings
from service.store.game_store import GameStore
from service.store.guarded import Guarded
from service.store.record import Retention
from tests.api.conftest import DAY, Client
from tests.api.test_games_api import created, played
from tests.support import contract
from tests.support.fakes import FakeStoreClient

LETTERS: Final = "qjxzvkwbfetaoinshrdlucmpyg"


def secret_that_draws(dealer: str, seed: int) -> bytes:
    """A service's secret with which this seed draws this dealer."""
    secrets = (f"the secret number {number:04}".encode() for number in range(100))
    return next(each for each in secrets if DAY_DEALERS[number_for(seed, each) % 4] == dealer)


def client_of(dictionaries: Mapping[str, Dictionary], secret: bytes) -> Client:
    store = GameStore(Guarded(FakeStoreClient()), Retention(DAY, DAY))
    games = Games(Catalogue(dictionaries), store, draw_secret=secret)
    return application(games, Settings()).test_client()


@pytest.fixture
def clients(dictionaries: Mapping[str, Dictionary]) -> list[Client]:
    """For each dealer, a client of a service that draws it for the seed 7."""
    return [client_of(dictionaries, secret_that_draws(dealer, 7)) for dealer in DAY_DEALERS]


def ended(client: Client, **asked: Any) -> dict[str, Any]:
    return played(client, created(client, max_misses=1, **asked), LETTERS)


def test_seed_draws_the_same_of_the_dealers_of_the_days(client: Client) -> None:
    first, again = ([ended(client, dealer="any", seed=seed) for seed in range(30)] for _ in "12")

    assert {game["dealer"] for game in first} == {"largest-family", "cheat-score", "honest"}
    assert [game["dealer"] for game in first] == [game["dealer"] for game in again]
    assert len({ended(client, dealer="any")["dealer"] for _ in range(30)}) == 3


def test_another_service_draws_another_dealer_for_the_same_seed(clients: list[Client]) -> None:
    drawn = [ended(client, dealer="any", seed=7, length=8)["dealer"] for client in clients]

    assert drawn == list(DAY_DEALERS)


def test_game_is_the_one_of_the_dealer_that_was_drawn(clients: list[Client]) -> None:
    for client, dealer in zip(clients, DAY_DEALERS, strict=True):
        drawn, chosen = (
            played(client, created(client, dealer=name, seed=7, length=8), "etaoinshrdlcumpg")
            for name in ("any", dealer)
        )

        assert (drawn["dealer"], drawn["seed"]) == (dealer, 7)
        assert [drawn[name] for name in ("status", "pattern", "word", "wrong_letters")] == [
            chosen[name] for name in ("status", "pattern", "word", "wrong_letters")
        ]


def test_dealer_that_was_drawn_is_sealed_before_the_first_guess(clients: list[Client]) -> None:
    for client, dealer in zip(clients, DAY_DEALERS, strict=True):
        game = created(client, dealer="any", seed=7, length=8, max_misses=1)
        played(client, game, LETTERS)

        confession = client.get(f"/games/{game['id']}/confession").json

        assert sha256(confession["opening"].encode()).hexdigest() == game["commitment"]
        assert json.loads(confession["opening"])["dealer"] == dealer
        assert confession["honest"] is (dealer == "honest")


def test_seed_that_a_game_tells_at_its_end_starts_the_same_game(client: Client) -> None:
    for _ in range(10):
        first = ended(client, dealer="any")

        again = ended(client, dealer="any", seed=first["seed"], length=first["length"])

        assert (again["dealer"], again["word"]) == (first["dealer"], first["word"])


def test_word_cannot_be_set_for_a_dealer_that_is_drawn(clients: list[Client]) -> None:
    for client in clients:
        asked = {"dealer": "any", "secret_word": "zebra", "seed": 7}

        response = client.post("/games", json=asked)

        contract.check("/games", response)
        [error] = response.json["errors"]
        assert (error["pointer"], error["code"]) == ("/dealer", "contradiction")


def test_each_dealer_that_may_be_drawn_deals_every_length(
    clients: list[Client], dictionaries: Mapping[str, Dictionary]
) -> None:
    for client in clients:
        for name, dictionary in dictionaries.items():
            for length in dictionary.lexicons:
                created(client, dealer="any", seed=7, length=length, dictionary=name)
