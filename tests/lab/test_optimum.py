"""The fewest misses to expect, and the table of best letters that the guesser `expected` has."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hangman_lab.exact.guessers import LeastExpected, position_of
from hangman_lab.exact.least_misses import LeastMisses
from hangman_lab.exact.optimum import best_letters, bounds_of
from hangman_lab.experiments.misses import misses_of_words
from hangman_lab.tables import least_misses
from service.dictionaries.dictionary import Dictionary
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.search.budget import Bounds, Budget
from service.search.lookahead import Careful
from tests.support import guessing_referee
from tests.support.factory import lexicon

WORDS = st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=1, max_size=14)
# Careful makes a miss more than the best player.
HARD = [
    "bdaa",
    "bfce",
    "daga",
    "dahe",
    "dahg",
    "dfce",
    "dgaa",
    "fbfc",
    "fdbe",
    "fgeg",
    "gagc",
    "geeh",
    "hbce",
]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guesser that has time for nothing."""
    monkeypatch.setattr(LeastExpected, "node_limit", 0)


def table_of(words: Lexicon) -> dict[str, str]:
    """The best letters of a lexicon, by position."""
    return best_letters(words, LeastMisses(words, range(len(words)), Budget()))


def misses(words: Lexicon, guesser: Careful) -> int:
    of_words = misses_of_words(words, guesser)
    return int(of_words.sum())


@pytest.mark.usefixtures("hasty")
def test_guesser_without_time_plays_best_by_the_table() -> None:
    words, least = lexicon(HARD), guessing_referee.least_misses(frozenset(HARD))

    with_table = LeastExpected(tables={words: table_of(words)})

    assert misses(words, with_table) == least < misses(words, Careful())


def test_table_has_nothing_that_the_guesser_works_out() -> None:
    assert table_of(lexicon(HARD)) == {}


@pytest.mark.usefixtures("hasty")
def test_position_is_what_is_shown_and_what_missed() -> None:
    table = table_of(lexicon(["cab", "cub", "dig", "dog", "dug", "fog", "fug"]))

    assert all(len(position.partition(" ")[0]) == 3 for position in table)
    assert next(iter(table)) == "___ "
    for position in table:
        shown, _, missed = position.partition(" ")
        assert not set(shown) & set(missed)


def test_position_names_the_wrong_letters() -> None:
    words = lexicon(["cab", "cub", "dig"])
    letters = 1 << words.alphabet.index("c") | 1 << words.alphabet.index("a")
    only_cub = PossibleWords(
        words, words.everything[words.everything == words.id_of("cub")], letters
    )

    assert position_of(only_cub) == "c__ a"


def test_letter_that_no_possible_word_has_is_not_guessed() -> None:
    words = lexicon(["abc", "abd", "xyz"])
    without_xyz = words.everything[words.everything != words.id_of("xyz")]

    guesser = LeastExpected(tables={words: {"___ ": "x"}})
    letter = guesser.pick(PossibleWords(words, without_xyz, 0), 0)

    assert words.alphabet[letter] != "x"


def searched(words: Lexicon, nodes: int = 10**9) -> LeastMisses:
    return LeastMisses(words, range(len(words)), Budget(lambda seen: seen <= nodes))


@settings(max_examples=100)
@given(WORDS, st.integers(0, 6), st.integers(0, 20))
def test_bounds_enclose_the_least_however_short_the_search(
    words: set[str], nodes: int, too_high: int
) -> None:
    least = guessing_referee.least_misses(frozenset(words))
    hasty, patient = searched(lexicon(words), nodes), searched(lexicon(words))

    bounds = bounds_of(hasty, hasty.everything, least + too_high)

    assert bounds.lower <= least <= bounds.upper <= least + too_high
    assert bounds_of(patient, patient.everything, least + too_high) == Bounds(least, least)


def test_longer_search_raises_the_lower_bound(dictionaries: Mapping[str, Dictionary]) -> None:
    lowers = []
    for nodes in (0, 1, 100):
        search = searched(dictionaries["en"].lexicons[12], nodes)
        lowers.append(bounds_of(search, search.everything, 2000).lower)

    assert lowers[0] < lowers[1] < lowers[2] < least_misses(dictionaries["en"], "even")[12]
