"""The shipped tables hold what they promise, by the checkers and by playing."""

from collections.abc import Mapping

import pytest

from hangman_lab.exact.guessers import LeastExpected
from hangman_lab.exact.tables import drawn_letters
from hangman_lab.experiments.misses import misses_of_words
from hangman_lab.tables import least_misses, lotteries, mixtures
from hangman_lab.verify.lottery import check_lottery
from hangman_lab.verify.mixture import check_mixture
from service.dictionaries.dictionary import Dictionary


@pytest.mark.parametrize(("name", "length"), [("en", 2), ("en", 10), ("en", 11), ("en-large", 14)])
def test_expected_plays_best_by_the_letters_of_its_table(
    dictionaries: Mapping[str, Dictionary], name: str, length: int
) -> None:
    one, guesser = dictionaries[name], LeastExpected()
    guesser.prepare([one])

    misses = misses_of_words(one.lexicons[length], guesser)

    assert misses.sum() == least_misses(one, "even")[length]


@pytest.mark.parametrize("length", range(12, 19))
def test_lottery_forces_what_its_file_says(
    dictionaries: Mapping[str, Dictionary], length: int
) -> None:
    lottery = lotteries(dictionaries["en"])[length]

    check_lottery(lottery.weights, lottery.weights, lottery.lower)


@pytest.mark.parametrize(
    ("name", "length"),
    [*(("en", length) for length in range(12, 23)), *(("en-large", n) for n in range(16, 26))],
)
def test_no_word_costs_more_than_its_mixture_says(
    dictionaries: Mapping[str, Dictionary], name: str, length: int
) -> None:
    lexicon, mixture = dictionaries[name].lexicons[length], mixtures(dictionaries[name])[length]
    words = lexicon.words(lexicon.everything)

    assert str(mixture.misses) in check_mixture(
        drawn_letters(mixture, lexicon.alphabet), words, mixture.misses
    )
