"""The dealer is bound before the first guess, and the confession opens what bound it."""

from dataclasses import replace

import pytest

from service.play.commitment import NotAnOpening, Opening, opening_in
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
def test_commitment_is_the_digest_of_the_opening(games: Games, dealer: str) -> None:
    game = games.start(GameRequest(dealer=dealer, max_misses=6, seed=3)).view
    after = games.guess(game.id, Guess("q")).view
    ended(games, game.id)

    confession = games.confession(game.id)

    assert confession.commitment == digest(confession.opening)
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
        opening_in(games.confession(game_id).opening) for game_id in started.values()
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


def test_records_of_all_dealers_have_one_size(games: Games, store: UnluckyStore) -> None:
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

    opening = opening_in(confession.opening)
    assert (opening.fingerprint, opening.word) == (old, word)
    new = changed.catalogue.dictionaries["en"].description.fingerprint
    assert confession.fingerprint == new != old
    assert confession.word not in ("cat", "cot", "cut", "dog")
    assert game.commitment == digest(confession.opening)


OPENING = Opening(
    budget=None, dealer="honest", dictionary="en", fingerprint="0f", length=3, max_misses=8,
    salt="00", seed=2**53 - 1, version=1, word="çàé",
)  # fmt: skip
TEXT = OPENING.text


def test_text_of_an_opening_is_read_as_it_was_written() -> None:
    assert opening_in(TEXT) == OPENING
    assert digest(TEXT)


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[]", "null", "5", "[" * 10_000, TEXT + " ", TEXT.replace(":", ": "),
        TEXT.replace('"seed":', '"seed":1,"seed":'), TEXT.replace('"seed":', '"seen":'),
        TEXT.replace('"version":1', '"version":1,"wit":1'), TEXT.replace("ç", "\\u00e7"),
        '{"word":null,' + TEXT[1:].replace(',"word":"çàé"', ""), TEXT.replace("çàé", "\\u001b"),
    ],
)  # fmt: skip
def test_opening_is_refused_unless_it_is_as_rfc_8785_says(text: str) -> None:
    with pytest.raises(NotAnOpening):
        opening_in(text)


@pytest.mark.parametrize(
    ("member", "value"),
    [("seed", 2**53), ("seed", -1), ("seed", None), ("seed", 5.0), ("seed", "5"), ("seed", True),
     ("version", 2), ("length", None), ("budget", 0.5), ("budget", float("nan")),
     ("max_misses", None), ("max_misses", []), ("word", 5), ("dealer", None), ("salt", {})],
)  # fmt: skip
def test_opening_with_a_member_that_none_has_is_refused(member: str, value: object) -> None:
    with pytest.raises(NotAnOpening):
        opening_in(replace(OPENING, **{member: value}).text)  # type: ignore[arg-type]  # it is wrong
