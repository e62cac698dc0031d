"""The misses of a guesser against every word, against playing the words one by one."""

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hangman_lab.experiments.misses import by_word_length, miss_table, misses_of_words
from service.dictionaries.dictionary import Dictionary
from service.engine.guessers import solved
from service.engine.lexicon import Lexicon
from service.engine.weights import PER_MILLION, by_commonness, even
from service.registry import GUESSERS
from tests.support import factory

SIZES = (0, *PER_MILLION)
DETERMINISTIC = [name for name, guesser in GUESSERS.items() if guesser.is_deterministic]


def played_one_by_one(lexicon: Lexicon, name: str) -> list[int]:
    """The misses of each word, as the sources counted them."""
    games = [
        list(solved(lexicon, word, GUESSERS[name](), max_misses=1000, seed=0))
        for word in lexicon.words(lexicon.everything)
    ]
    assert all("_" not in game[-1].transcript.pattern for game in games)
    return [game[-1].transcript.misses for game in games]


@pytest.mark.parametrize("name", DETERMINISTIC)
@given(st.integers(1, 4).flatmap(
    lambda length: st.dictionaries(
        st.text("abcd", min_size=length, max_size=length), st.sampled_from(SIZES), min_size=1
    )
))  # fmt: skip
def test_tree_counts_what_play_counts(name: str, words: dict[str, int]) -> None:
    lexicon = factory.lexicon(words)

    misses = misses_of_words(lexicon, GUESSERS[name]())

    assert misses.tolist() == played_one_by_one(lexicon, name)


@pytest.mark.parametrize("length", [3, 15])
def test_tree_counts_what_play_counts_on_all_of_two_lengths(
    dictionaries: Mapping[str, Dictionary], length: int
) -> None:
    lexicon = dictionaries["en"].lexicons[length]

    misses = misses_of_words(lexicon, GUESSERS["most-words"]())

    assert misses.tolist() == played_one_by_one(lexicon, "most-words")


def test_table_adds_up_to_the_dictionary(dictionaries: Mapping[str, Dictionary]) -> None:
    dictionary = dictionaries["en-large"]
    lexicons = list(dictionary.lexicons.values())

    table = miss_table(
        lexicons,
        [even(lexicon) for lexicon in lexicons],
        [misses_of_words(lexicon, GUESSERS["most-words"]()) for lexicon in lexicons],
        hardest=10,
    )

    assert sum(table.misses.values()) == table.words == len(dictionary)
    assert table.mean_misses == pytest.approx(
        sum(misses * words for misses, words in table.misses.items()) / table.words
    )
    assert max(table.misses) == table.hardest[0][1]


def test_likely_words_count_more_in_the_mean_and_the_shares() -> None:
    lexicon = factory.lexicon({"bat": 10, "cot": 20, "dug": 80})
    misses = np.array(
        [{"bat": 0, "cot": 1, "dug": 1}[w] for w in lexicon.words(lexicon.everything)]
    )
    weights = by_commonness(lexicon)

    table = miss_table([lexicon], [weights], [misses], hardest=1)
    row = by_word_length(lexicon, weights, misses, least=490_000)

    everything = 34.9 + 4.9 + 0.00173
    assert table.misses == {0: 1, 1: 2}
    assert table.shares == pytest.approx({0: 34.9 / everything, 1: 4.90173 / everything})
    assert table.mean_misses == row.mean_misses == pytest.approx(4.90173 / everything)
    assert row.least == pytest.approx(4.9 / everything)
    assert row.above == pytest.approx(0.00173 / 4.9)


def test_hardest_words_come_first_and_by_alphabet(dictionaries: Mapping[str, Dictionary]) -> None:
    lexicon = dictionaries["en"].lexicons[4]
    misses = misses_of_words(lexicon, GUESSERS["most-words"]())

    table = miss_table([lexicon], [even(lexicon)], [misses], hardest=30)

    by_play = sorted(zip((-misses).tolist(), lexicon.words(lexicon.everything), strict=True))[:30]
    assert table.hardest == [(word, -minus) for minus, word in by_play]


@pytest.mark.parametrize("length", [4, 8])
def test_careful_misses_less_than_most_words(
    dictionaries: Mapping[str, Dictionary], length: int
) -> None:
    lexicon = dictionaries["en-small"].lexicons[length]

    careful = misses_of_words(lexicon, GUESSERS["careful"]())
    most_words = misses_of_words(lexicon, GUESSERS["most-words"]())

    assert careful.mean() < most_words.mean()


def test_progress_is_told_of_every_word(dictionaries: Mapping[str, Dictionary]) -> None:
    lexicon = dictionaries["en-small"].lexicons[15]
    told: list[int] = []

    misses_of_words(lexicon, GUESSERS["entropy"](), told.append)

    assert sum(told) == len(lexicon)
