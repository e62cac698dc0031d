"""What holds for every game of every dealer, and agreement with the referee, move by move."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.game import Game, guess_letter, guess_word
from service.engine.transcript import places
from service.registry import DEALERS
from tests.support import factory
from tests.support.referee import Referee, where

ALPHABET = "abcdeß"

dictionaries = st.integers(1, 6).flatmap(
    lambda length: st.sets(
        st.text(ALPHABET, min_size=length, max_size=length), min_size=1, max_size=20
    )
)


@st.composite
def games(draw: st.DrawFn, dealer: str) -> Game:
    words = draw(dictionaries)
    return factory.game(
        {word: draw(st.integers(0, 3)) for word in sorted(words)},
        dealer,
        max_misses=draw(st.just(1000) | st.integers(1, 8)),
        seed=draw(st.integers(0, 2**53 - 1)),
        alphabet=ALPHABET,
    )


def played(data: st.DataObject, game: Game) -> Iterator[Game]:
    """The game after each of some guesses, to its end or until nothing is left to guess."""
    words = game.lexicon.words(game.lexicon.everything)
    while game.state.status == "in_progress":
        yield game
        letters = sorted(set(ALPHABET) - set(game.transcript.guessed_letters))
        fresh = sorted(set(words) - set(game.transcript.wrong_words))
        if not letters or (data.draw(st.integers(0, 4), "word or letter") == 0 and fresh):
            game = guess_word(game, data.draw(st.sampled_from(fresh), "word"))
        else:
            game = guess_letter(game, data.draw(st.sampled_from(letters), "letter"))
    yield game


def fits(word: str, game: Game) -> bool:
    """Whether a word is consistent with every answer given, in plain Python."""
    return all(
        where(answer.guess, word) == tuple(places(answer.positions))
        if not answer.is_word
        else (answer.guess == word) is answer.hit
        for answer in game.transcript.answers
    )


@pytest.mark.parametrize("dealer", DEALERS)
@given(data=st.data())
def test_cheat_list_is_the_words_that_fit_every_answer(dealer: str, data: st.DataObject) -> None:
    for game in played(data, data.draw(games(dealer))):
        words = game.lexicon.words(game.lexicon.everything)
        fitting = [word for word in words if fits(word, game)]

        assert fitting
        assert game.lexicon.words(game.ids) == fitting
        assert game.transcript.fitting(game.lexicon).tolist() == game.ids.tolist()


@pytest.mark.parametrize("dealer", DEALERS)
@given(data=st.data())
def test_last_word_fits_every_answer_and_the_seed_repeats_it(
    dealer: str, data: st.DataObject
) -> None:
    first = data.draw(games(dealer))
    *_, game = played(data, first)

    assert fits(game.state.word, game)
    assert game.state.status == ("won" if game.state.word == game.transcript.pattern else "lost")

    again = first
    for answer in game.transcript.answers:
        guess = guess_word if answer.is_word else guess_letter
        again = guess(again, answer.guess)

    assert (again.transcript, again.state.word) == (game.transcript, game.state.word)


@pytest.mark.parametrize("dealer", DEALERS)
@given(data=st.data())
def test_referee_agrees_with_every_answer(dealer: str, data: st.DataObject) -> None:
    first = data.draw(games(dealer))
    words = first.lexicon.words(first.lexicon.everything)
    referee = Referee(words, dealer, first.state.word)

    for game in played(data, first):
        if game.transcript.answers:
            answer = game.transcript.answers[-1]
            if not answer.is_word:
                referee.answer_letter(answer.guess, tuple(places(answer.positions)))
            else:
                referee.answer_word(answer.guess, answer.hit)
        assert sorted(referee.words) == sorted(game.lexicon.words(game.ids))
        assert referee.score(referee.words) == game.cheat_score
