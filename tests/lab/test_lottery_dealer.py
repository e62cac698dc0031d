"""The dealer that draws its word by a lottery."""

from collections import Counter

from hangman_lab.lottery.dealer import Lottery
from service.engine.game import guess_letter, start
from tests.support import factory

CS106L = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex"]


def test_lottery_draws_words_by_their_weights() -> None:
    words = factory.lexicon(CS106L)
    dealer = Lottery({words: {"ally": 1, "cool": 3}})

    drawn = Counter(dealer.drawn_word(words, seed) for seed in range(4000))

    assert set(drawn) == {"ally", "cool"}
    assert 2850 < drawn["cool"] < 3150
    assert dealer.chances(words)[words.id_of("cool")] == 3 / 4


def test_lottery_answers_by_the_word_that_it_drew() -> None:
    words = factory.lexicon(CS106L)
    game = start({4: words}, Lottery({words: {"deal": 1}}), length=4, max_misses=8, seed=1)

    game = guess_letter(guess_letter(game, "e"), "z")

    assert (game.state.word, game.transcript.pattern, game.transcript.misses) == ("deal", "_e__", 1)
    assert game.dealer.accepts(game, "deal")
    assert not game.dealer.accepts(game, "cool")


def test_lottery_without_weights_draws_every_word_sometimes() -> None:
    words = factory.lexicon(CS106L)

    drawn = {Lottery().drawn_word(words, seed) for seed in range(100)}

    assert drawn == set(CS106L)
