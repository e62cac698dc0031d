"""The dealer is bound before the first guess, and the confession opens what bound it."""

from dataclasses import replace
from typing import Any

import pytest

from service.play.commitment import NotAnOpening, Opening, opening_in
from service.play.games import Games
from service.play.requests import GameRequest, Guess
from service.registry import DEALERS
from service.store.record import record_bytes
from tests.commitment_referee import digest
from tests.play.conftest import WORDS, UnluckyStore, games_of, played


def test_opening_has_what_decides_the_game(games: Games) -> None:
    choices: dict[str, Any] = {"max_misses": 5, "seed": 2**53 - 1}
    ids = [played(games, "xyzvw", dealer=dealer, **choices).id for dealer in ("honest", "minimax")]

    honest, minimax = (opening_in(games.confession(game_id).opening) for game_id in ids)

    assert (honest.word, honest.budget) == (games.store.load(ids[0]).state.word, None)
    assert (minimax.word, minimax.budget) == (None, 100)
    assert (honest.dealer, honest.dictionary, honest.version) == ("honest", "en", 1)
    assert (honest.length, honest.max_misses, honest.seed) == (3, 5, 2**53 - 1)
    assert honest.fingerprint == games.catalogue.dictionaries["en"].description.fingerprint
    assert len(honest.salt) == 32
    assert honest.salt != minimax.salt


def test_records_of_all_dealers_have_one_size(games: Games, store: UnluckyStore) -> None:
    requests = [GameRequest(dealer=dealer, seed=1) for dealer in DEALERS]
    requests.append(GameRequest(secret_word="cot", seed=1))
    records = [store.load(games.start(request).view.id) for request in requests]
    assert len({len(record_bytes(record)) - len(record.dealer) for record in records}) == 1


def test_opening_is_of_the_start_though_words_change(store: UnluckyStore) -> None:
    games, changed = games_of(store, WORDS), games_of(store, ["bib", "fez", "hub"])
    old, new = (each.catalogue.dictionaries["en"].description for each in (games, changed))
    game = played(games, "x", dealer="honest", max_misses=5)
    word = games.store.load(game.id).state.word
    for letter in "yvwq":
        changed.guess(game.id, Guess(letter))

    confession = changed.confession(game.id)

    opening = opening_in(confession.opening)
    assert (opening.fingerprint, opening.word) == (old.fingerprint, word)
    assert confession.fingerprint == new.fingerprint != old.fingerprint
    assert confession.word not in WORDS
    assert game.commitment == digest(confession.opening)


OPENING = Opening(
    budget=None, dealer="honest", dictionary="en", fingerprint="0f", length=3, max_misses=8,
    salt="00", seed=2**53 - 1, version=1, word="çàé",
)  # fmt: skip
TEXT = OPENING.text


NOT_AS_RFC_8785_SAYS = [
    "", "{}", "[]", "null", "5", "[" * 10_000, TEXT + " ", TEXT.replace(":", ": "),
    TEXT.replace('"seed":', '"seed":1,"seed":'), TEXT.replace('"seed":', '"seen":'),
    TEXT.replace('"version":1', '"version":1,"wit":1'), TEXT.replace("ç", "\\u00e7"),
    '{"word":null,' + TEXT[1:].replace(',"word":"çàé"', ""), TEXT.replace("çàé", "\\u001b"),
]  # fmt: skip
MEMBERS_THAT_NO_OPENING_HAS: list[tuple[str, Any]] = [
    ("seed", 2**53), ("seed", -1), ("seed", None), ("seed", 5.0), ("seed", "5"), ("seed", True),
    ("version", 2), ("length", None), ("budget", 0.5), ("budget", float("nan")),
    ("max_misses", None), ("max_misses", []), ("word", 5), ("dealer", None), ("salt", {}),
]  # fmt: skip
WRONG = [replace(OPENING, **{name: value}).text for name, value in MEMBERS_THAT_NO_OPENING_HAS]


def test_opening_is_read_only_as_it_was_written() -> None:
    assert opening_in(TEXT) == OPENING
    assert digest(TEXT)
    for text in [*NOT_AS_RFC_8785_SAYS, *WRONG]:
        with pytest.raises(NotAnOpening):
            opening_in(text)
