"""What holds for every game of every dealer, and agreement with the referee, move by move."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.game import Game, guess_letter, guess_word
from service.engine.transcript import Answer, places
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


def fits(word: str, answer: Answer) -> bool:
    """Whether a word is consistent with an answer, in plain Python."""
    if answer.is_word:
        return (answer.guess == word) is answer.hit
    return where(answer.guess, word) == tuple(places(answer.positions))


@pytest.mark.parametrize("dealer", DEALERS)
@settings(max_examples=60)
@given(data=st.data())
def test_every_game_is_as_the_referee_plays_it(dealer: str, data: st.DataObject) -> None:
    game = first = data.draw(games(dealer))
    fitting = first.lexicon.words(first.lexicon.everything)
    referee = Referee(fitting, dealer, first.state.word)

    for game in played(data, first):
        for answer in game.transcript.answers[-1:]:
            fitting = [word for word in fitting if fits(word, answer)]
            if answer.is_word:
                referee.answer_word(answer.guess, answer.hit)
            else:
                referee.answer_letter(answer.guess, tuple(places(answer.positions)))
        assert fitting
        assert game.lexicon.words(game.ids) == fitting
        assert game.transcript.fitting(game.lexicon).tolist() == game.ids.tolist()
        assert sorted(referee.words) == sorted(fitting)
        assert referee.score(referee.words) == game.cheat_score

    assert game.state.word in fitting
    assert game.state.status == ("won" if game.state.word == game.transcript.pattern else "lost")
    again = first
    for answer in game.transcript.answers:
        guess = guess_word if answer.is_word else guess_letter
        again = guess(again, answer.guess)
    assert (again.transcript, again.state.word) == (game.transcript, game.state.word)
