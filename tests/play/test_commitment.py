"""The dealer is bound before the first guess, and the confession opens what bound it."""

import json
from hashlib import sha256

import pytest

from service.play.commitment import OpeningView, commitment_to
from service.play.games import Games
from service.play.requests import GameRequest, Guess
from service.registry import DEALERS
from service.store.record import record_bytes
from tests.commitment_referee import digest
from tests.play.conftest import UnluckyStore, games_of
from tests.play.test_games import not_done, reply_lost


def ended(games: Games, game_id: str) -> None:
    """Miss until the game is lost."""
    for letter in "xyzvw":
        games.guess(game_id, Guess(letter))


@pytest.mark.parametrize("dealer", DEALERS)
def test_commitment_is_the_digest_of_the_opening_and_stays_the_same(
    games: Games, dealer: str
) -> None:
    game = games.start(GameRequest(dealer=dealer, max_misses=6, seed=3)).view
    after = games.guess(game.id, Guess("q")).view
    ended(games, game.id)

    confession = games.confession(game.id)

    assert confession.commitment == digest(json.loads(confession.opening))
    assert game.commitment == after.commitment == confession.commitment
    assert games.show(game.id).view.commitment == game.commitment


def test_opening_has_what_decides_the_game(games: Games) -> None:
    started = {
        dealer: games.start(GameRequest(dealer=dealer, max_misses=5, seed=2**53 - 1)).view.id
        for dealer in ("honest", "minimax")
    }
    for game_id in started.values():
        ended(games, game_id)

    honest, minimax = (
        OpeningView(**json.loads(games.confession(game_id).opening)) for game_id in started.values()
    )

    assert (honest.word, honest.budget) == (games.store.load(started["honest"]).state.word, None)
    assert (minimax.word, minimax.budget) == (None, 100)
    assert (honest.dealer, honest.dictionary, honest.version) == ("honest", "en", 1)
    assert (honest.length, honest.max_misses, honest.seed) == (3, 5, 2**53 - 1)
    assert honest.fingerprint == games.catalogue.dictionaries["en"].description.fingerprint
    assert len(honest.salt) == 32
    assert honest.salt != minimax.salt


@pytest.mark.parametrize("misfortune", [reply_lost, not_done])
def test_retried_creation_has_the_same_commitment(
    games: Games, store: UnluckyStore, misfortune: object
) -> None:
    store.ahead = [misfortune]  # type: ignore[list-item]  # one of the two above
    first = games.start(GameRequest(), "a key of a game!").view
    games.guess(first.id, Guess("x"))

    again = games.start(GameRequest(), "a key of a game!").view

    assert again.commitment == first.commitment == games.show(first.id).view.commitment


def test_records_of_all_dealers_and_of_words_that_are_set_are_alike(
    games: Games, store: UnluckyStore
) -> None:
    asked = [GameRequest(dealer=dealer, seed=1) for dealer in DEALERS]
    started = [
        games.start(each).view.id for each in [*asked, GameRequest(secret_word="cot", seed=1)]
    ]
    records = [store.load(game_id) for game_id in started]

    sizes = {len(record_bytes(record)) - len(record.dealer) for record in records}

    assert len(sizes) == 1


def test_same_request_is_bound_by_another_salt(games: Games) -> None:
    commitments = {games.start(GameRequest(seed=1, length=3)).view.commitment for _ in range(3)}

    assert len(commitments) == 3


def test_opening_is_of_the_start_though_the_dictionary_changes(store: UnluckyStore) -> None:
    games = games_of(store, ["cat", "cot", "cut", "dog"])
    old = games.catalogue.dictionaries["en"].description.fingerprint
    game = games.start(GameRequest(dealer="honest", max_misses=5)).view
    word = games.store.load(game.id).state.word
    games.guess(game.id, Guess("x"))
    changed = games_of(store, ["bib", "fez", "hub"])

    for letter in "yvwq":
        changed.guess(game.id, Guess(letter))
    confession = changed.confession(game.id)

    opening = json.loads(confession.opening)
    assert (opening["fingerprint"], opening["word"]) == (old, word)
    new = changed.catalogue.dictionaries["en"].description.fingerprint
    assert confession.fingerprint == new != old
    assert confession.word not in ("cat", "cot", "cut", "dog")
    assert game.commitment == digest(opening)


def test_text_is_written_as_in_the_example_of_rfc_8785() -> None:
    text = '€$\u000f\nA\'B"\\\\"/'

    assert (
        commitment_to({"string": text})
        == sha256('{"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'.encode()).digest()
    )
