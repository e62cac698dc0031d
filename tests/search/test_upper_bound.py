"""What a most-words guesser can be held to, against the guesser itself at play."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from service.engine.possible_words import PossibleWords
from service.registry import GUESSERS
from service.search.words_in_play import WordsInPlay, misses_of_most_words_player, upper_bound
from tests.support.factory import lexicon
from tests.support.referee import misses_forced

WORDS = st.sets(st.text("abcdef", min_size=4, max_size=4), min_size=1, max_size=30)
FEW = st.sets(st.text("abcde", min_size=3, max_size=3), min_size=1, max_size=12)


def worst(possible: PossibleWords) -> int:
    """The most misses of most-words, one list after another."""
    if len(possible) == 1:
        return 0
    letter = GUESSERS["most-words"].pick(possible, 0)
    return max(
        (not family.positions)
        + worst(PossibleWords(possible.lexicon, family.ids, possible.guessed | 1 << letter))
        for family in possible.families(letter)
    )


@given(WORDS, st.integers(1, 5))
def test_each_list_holds_the_guesser_to_what_it_does_in_play(words: set[str], lists: int) -> None:
    all_words = lexicon(words)
    number = (np.arange(len(all_words)) % lists).astype(np.uint8)

    misses = misses_of_most_words_player(
        WordsInPlay.at_the_start(all_words, all_words.everything, number, 0)
    )

    for index in range(min(lists, len(all_words))):
        assert misses[number == index].max() == worst(
            PossibleWords(all_words, all_words.everything[number == index], 0)
        )


def test_guessed_letters_are_not_guessed_again() -> None:
    all_words = lexicon(["cat", "cot", "cut"])

    words = WordsInPlay.at_the_start(
        all_words, all_words.everything, np.zeros(3, int), 1 << 2 | 1 << 19
    )

    assert misses_of_most_words_player(words).max() == 2


@given(FEW)
def test_most_words_misses_at_least_the_value(words: set[str]) -> None:
    all_words = lexicon(words)

    assert upper_bound(all_words, all_words.everything) >= misses_forced(frozenset(words))


def test_most_words_can_miss_more_than_the_value() -> None:
    words = lexicon({"dac", "eed", "fbb", "fge"})

    assert upper_bound(words, words.everything) == 2
    assert misses_forced(frozenset({"dac", "eed", "fbb", "fge"})) == 1
