"""Values, against the definition itself, worked out word by word."""

import doctest
from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from service.search import refutations
from service.search import values as search_module
from service.search.budget import Bounds, Budget, Cancelled
from service.search.refutations import Refutation
from service.search.values import Search, value
from service.search.words_in_play import upper_bound
from tests.support.factory import Dictionaries, lexicon
from tests.support.guessing_referee import parts
from tests.support.referee import misses_forced

SHORT_WORDS = st.sets(st.text("abcdef", min_size=3, max_size=3), min_size=1, max_size=9)
LONGER_WORDS = st.sets(st.text("abcdefgh", min_size=5, max_size=5), min_size=1, max_size=10)
CUBE = [a + b + c for a in "bcd" for b in "aei" for c in "klm"]


def searched(words: Iterable[str], go_on: Callable[[int], bool] | None = None) -> Search:
    all_words = lexicon(words)
    return Search(all_words, range(len(all_words)), Budget(go_on) if go_on else Budget())


def value_of(words: Iterable[str]) -> int:
    *_, bounds = value(searched(words))
    assert bounds.exact
    return bounds.lower


@settings(max_examples=150)
@given(st.one_of(SHORT_WORDS, LONGER_WORDS))
@example({"abc", "abd", "aef", "egh"})  # the most common letter is not the best
@example({"bills", "dills", "fills", "gills", "hills", "kills", "mills"})  # it forces 6
def test_value_is_that_of_the_definition(words: set[str]) -> None:
    truth, search = misses_forced(frozenset(words)), searched(words)

    *way, last = value(search)

    assert all(bounds.lower <= truth <= bounds.upper for bounds in [*way, last])
    assert all(a.lower <= b.lower and b.upper <= a.upper for a, b in pairwise([*way, last]))
    assert (last.exact, last.lower) == (True, truth)
    assert search.refutation(search.root, truth) is None
    one_word = search.refutation(search.root, -1)
    assert one_word
    assert len(one_word.ids) == 1
    if truth:
        assert last.refutation
        assert last.refutation.misses == truth - 1
        refutation = frozenset(map(search.lexicon.word, last.refutation.ids))
        assert misses_forced(refutation) == truth


@settings(max_examples=100)
@given(st.one_of(SHORT_WORDS, LONGER_WORDS), st.integers(0, 2))
def test_winning_letter_keeps_to_the_misses(words: set[str], more: int) -> None:
    assume(len(words) > 1)
    search, misses = searched(words), misses_forced(frozenset(words)) + more

    letter = search.lexicon.alphabet[search.winning_letter(search.root, misses)]

    families = parts(sorted(words), letter)
    assert len(families) > 1
    for family in families:
        assert misses_forced(frozenset(family)) + (letter not in family[0]) <= misses


def test_example_in_the_docstring_is_true() -> None:
    assert doctest.testmod(search_module).failed == 0
    assert sum(len(test.examples) for test in doctest.DocTestFinder().find(search_module)) > 8


def test_search_stops_when_it_is_told_to() -> None:
    with pytest.raises(Cancelled):
        list(value(searched(CUBE, lambda seen: seen < 5)))
    with pytest.raises(Cancelled):  # and is not prepared without steps for it
        Search(lexicon(CUBE), range(len(CUBE)), Budget(steps=10))


@pytest.mark.parametrize(("length", "most"), [(8, 850), (12, 92), (13, 15), (14, 30)])
def test_value_of_a_dictionary_takes_no_more_nodes_than_it_did(
    dictionaries: Dictionaries, length: int, most: int
) -> None:
    dictionary = dictionaries["en"]
    words = dictionary.lexicons[length]
    search = Search(words, range(len(words)), Budget(lambda seen: seen <= most))

    *_, bounds = value(search)

    assert bounds.exact
    assert isinstance(bounds.refutation, Refutation)
    assert bounds.lower == dictionary.misses_forced[length].lower
    assert upper_bound(words, words.everything) >= bounds.upper


def test_search_that_keeps_few_refutations_finds_the_same(
    dictionaries: Dictionaries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refutations, "MOST_REFUTATIONS", 20)
    dictionary = dictionaries["en"]
    words = dictionary.lexicons[12]
    search = Search(words, range(len(words)), Budget())

    *_, bounds = value(search, Bounds(0, dictionary.misses_forced[12].upper + 1))

    assert (bounds.lower, bounds.upper) == (3, 3)
    assert all(len(search.root.refutations(misses)) <= 20 for misses in range(4))
