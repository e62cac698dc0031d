"""Whose luck it was, against a plain program that plays the game with every word."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.transcript import Transcript, letter_answer, word_answer
from service.play.confession import OddsView, hanged
from service.play.games import Games
from service.play.requests import GameRequest, Guess
from service.registry import DEALERS
from tests.play.conftest import UnluckyStore, games_of
from tests.support import factory
from tests.support.referee import where

ALPHABET = "abcde"
WORDS = ["cab", "cat", "cot", "cut", "dog", "fox", "hub", "ice", "oak", "tea", "toe", "urn"]

words_of_length = st.integers(1, 4).flatmap(
    lambda length: st.sets(st.text(ALPHABET, min_size=length, max_size=length), min_size=1)
)


def is_hanged(word: str, guesses: Sequence[str], max_misses: int) -> bool:
    """An honest game, guess by guess; a guess in capitals is a whole word."""
    hidden, misses = set(word), 0
    for guess in guesses:
        if not hidden or misses == max_misses:
            break
        hit = guess == word.upper() or guess in word
        misses += not hit
        hidden -= set(word) if guess == word.upper() else {guess}
    return misses == max_misses


@given(st.data())
def test_hanged_words_are_those_of_an_honest_dealer(
    data: st.DataObject,
) -> None:
    words = sorted(data.draw(words_of_length))
    guesses = data.draw(
        st.lists(st.sampled_from([*ALPHABET, *map(str.upper, words)]), unique=True, max_size=12)
    )
    max_misses = data.draw(st.integers(1, 5) | st.just(1000))
    lexicon = factory.lexicon(words, ALPHABET)
    said = Transcript(
        lexicon.length,
        tuple(
            word_answer(guess.lower(), hit=False) if guess.isupper() else letter_answer(guess, 0)
            for guess in guesses
        ),
    )

    found = hanged(lexicon, said, max_misses).tolist()

    assert found == [
        is_hanged(word, guesses, max_misses) for word in lexicon.words(lexicon.everything)
    ]


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("guesses", ["xqcotaug", "oeiauc", "tcabde"])
def test_confession_tells_the_odds(store: UnluckyStore, dealer: str, guesses: str) -> None:
    games = games_of(store, WORDS)
    game = games.start(GameRequest(dealer=dealer, seed=5, max_misses=3)).view
    played = []
    for letter in guesses + "fghiklmnoprsu":
        if letter not in played and game.status == "in_progress":
            game = games.guess(game.id, Guess(letter)).view
            played.append(letter)

    confession = games.confession(game.id)

    shown = [step.positions for step in confession.guesses]
    answers = list(zip(played, shown, strict=True))
    same = [
        all(list(where(letter, word)) == places for letter, places in answers) for word in WORDS
    ]
    share = sum(is_hanged(word, played, 3) for word in WORDS) / len(WORDS)
    assert confession.odds == OddsView(sum(same), len(WORDS), round(share, 4))


def test_letter_that_the_dictionary_lost_is_always_a_miss() -> None:
    lexicon = factory.lexicon(["ab", "ba"], "ab")

    assert hanged(lexicon, Transcript(2, (letter_answer("x", 0),)), 1).tolist() == [True, True]


def test_player_who_is_never_hanged_is_hanged_with_no_word(games: Games) -> None:
    game = games.start(GameRequest(max_misses=1000)).view
    for letter in "xyzabcdefghijklmnopqrstuvw":
        if game.status == "in_progress":
            game = games.guess(game.id, Guess(letter)).view

    assert games.confession(game.id).odds.hanged_share == 0
