"""Values, against the definition itself, worked out word by word."""

import doctest
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from service.dictionaries.dictionary import Dictionary
from service.search import refutations
from service.search import values as search_module
from service.search.budget import Bounds, Budget, Cancelled
from service.search.refutations import Refutation
from service.search.values import Search, value
from service.search.words_in_play import upper_bound
from tests.support.factory import lexicon
from tests.support.guessing_referee import parts
from tests.support.referee import where

SHORT_WORDS = st.sets(st.text("abcdef", min_size=3, max_size=3), min_size=1, max_size=9)
LONGER_WORDS = st.sets(st.text("abcdefgh", min_size=5, max_size=5), min_size=1, max_size=10)


@cache
def by_definition(words: frozenset[str], guessed: frozenset[str] = frozenset()) -> int:
    """The least over letters of the most over families; slow, and sure."""
    if len(words) == 1:
        return 0
    worst = []
    for letter in set("".join(words)) - guessed:
        families: dict[tuple[int, ...], set[str]] = {}
        for word in words:
            families.setdefault(where(letter, word), set()).add(word)
        worst.append(max(
            by_definition(frozenset(family), guessed | {letter}) + (not places)
            for places, family in families.items()
        ))  # fmt: skip
    return min(worst)


def searched(words: set[str], go_on: object = None) -> Search:
    all_words = lexicon(words)
    ids = range(len(all_words))
    return Search(all_words, ids, Budget(go_on) if callable(go_on) else Budget())


def value_of(words: set[str]) -> int:
    search = searched(words)
    *_, bounds = value(search)
    assert bounds.exact
    return bounds.lower


@settings(max_examples=400)
@given(st.one_of(SHORT_WORDS, LONGER_WORDS))
def test_value_is_that_of_the_definition(words: set[str]) -> None:
    assert value_of(words) == by_definition(frozenset(words))


@settings(max_examples=100)
@given(SHORT_WORDS, st.data())
def test_value_never_grows_on_a_subset_and_falls_by_one_at_most(
    words: set[str], data: st.DataObject
) -> None:
    assume(len(words) > 1)
    fewer = words - {data.draw(st.sampled_from(sorted(words)))}

    assert value_of(words) - 1 <= value_of(fewer) <= value_of(words)


@settings(max_examples=150)
@given(st.one_of(SHORT_WORDS, LONGER_WORDS), st.data())
def test_refutation_refutes_what_it_says(words: set[str], data: st.DataObject) -> None:
    truth = by_definition(frozenset(words))
    misses = data.draw(st.integers(-1, truth - 1))
    search = searched(words)

    refutation = search.refutation(search.root, misses)

    assert refutation
    kept = frozenset(map(search.lexicon.word, refutation.ids))
    assert kept <= words
    assert refutation.misses >= misses
    assert by_definition(kept) > refutation.misses


@settings(max_examples=150)
@given(st.one_of(SHORT_WORDS, LONGER_WORDS))
def test_refutation_of_the_value_forces_it(words: set[str]) -> None:
    search = searched(words)
    *_, bounds = value(search)
    assume(bounds.lower)

    assert bounds.refutation
    kept = frozenset(map(search.lexicon.word, bounds.refutation.ids))
    assert by_definition(kept) == bounds.lower == bounds.refutation.misses + 1


@settings(max_examples=100)
@given(st.one_of(SHORT_WORDS, LONGER_WORDS), st.integers(0, 3))
def test_as_many_misses_as_the_value_cannot_be_refuted(words: set[str], more: int) -> None:
    search = searched(words)

    assert search.refutation(search.root, by_definition(frozenset(words)) + more) is None


@settings(max_examples=100)
@given(st.one_of(SHORT_WORDS, LONGER_WORDS), st.integers(0, 2))
def test_winning_letter_keeps_to_the_misses(words: set[str], more: int) -> None:
    assume(len(words) > 1)
    search = searched(words)
    misses = by_definition(frozenset(words)) + more

    letter = search.lexicon.alphabet[search.winning_letter(search.root, misses)]

    families = parts(sorted(words), letter)
    assert len(families) > 1
    assert all(
        by_definition(frozenset(family)) + (letter not in family[0]) <= misses
        for family in families
    )


@settings(max_examples=100)
@given(LONGER_WORDS)
def test_bounds_hold_on_the_way(words: set[str]) -> None:
    search = searched(words)
    bounds = list(value(search))
    truth = by_definition(frozenset(words))

    assert all(pair.lower <= truth <= pair.upper for pair in bounds)
    assert all(a.lower <= b.lower and b.upper <= a.upper for a, b in pairwise(bounds))


@settings(max_examples=60)
@given(LONGER_WORDS, st.integers(0, 2), st.integers(0, 2))
def test_search_may_start_from_bounds(words: set[str], below: int, above: int) -> None:
    truth = by_definition(frozenset(words))
    start = Bounds(max(truth - below, 0), truth + above)

    first, *_, last = [*value(searched(words), start), *value(searched(words), start)]

    assert (first.lower, first.upper) == (start.lower, start.upper)
    assert (last.lower, last.upper) == (truth, truth)


def test_example_in_the_docstring_is_true() -> None:
    assert doctest.testmod(search_module).failed == 0
    assert sum(len(test.examples) for test in doctest.DocTestFinder().find(search_module)) > 8


def test_group_forces_one_miss_less_than_it_has_words() -> None:
    assert value_of({"bills", "dills", "fills", "gills", "hills", "kills", "mills"}) == 6


def test_words_of_the_counterexample_to_the_most_common_letter() -> None:
    assert value_of({"abc", "abd", "aef", "egh"}) == by_definition(
        frozenset({"abc", "abd", "aef", "egh"})
    )


def test_search_stops_when_it_is_told_to() -> None:
    words = {a + b + c for a in "bcd" for b in "aei" for c in "klm"}
    search = searched(words, lambda seen: seen < 5)

    with pytest.raises(Cancelled):
        list(value(search))


def test_same_words_are_searched_in_the_same_order() -> None:
    words = {a + b + c for a in "bcd" for b in "aei" for c in "klm"}
    counts = []
    for _ in range(2):
        search = searched(words)
        list(value(search))
        counts.append(search.budget.nodes)

    assert counts[0] == counts[1] > 5


def test_large_lists_get_bit_sets_of_their_own(dictionaries: Mapping[str, Dictionary]) -> None:
    words = dictionaries["en"].lexicons[13]
    search = Search(words, range(len(words)), Budget())
    *_, bounds = value(search)

    assert len(words) > 1000
    assert bounds.exact
    assert isinstance(bounds.refutation, Refutation)
    assert upper_bound(words, words.everything) >= bounds.upper


@pytest.mark.parametrize(("length", "most"), [(8, 850), (12, 92), (14, 30)])
def test_value_of_a_dictionary_takes_no_more_nodes_than_it_did(
    dictionaries: Mapping[str, Dictionary], length: int, most: int
) -> None:
    dictionary = dictionaries["en"]
    words = dictionary.lexicons[length]
    search = Search(words, range(len(words)), Budget(lambda seen: seen <= most))

    *_, bounds = value(search)

    assert bounds.exact
    assert bounds.lower == dictionary.misses_forced[length].lower


def test_search_that_keeps_few_refutations_finds_the_same(
    dictionaries: Mapping[str, Dictionary], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refutations, "MOST_REFUTATIONS", 20)
    dictionary = dictionaries["en"]
    words = dictionary.lexicons[12]
    search = Search(words, range(len(words)), Budget())

    *_, bounds = value(search, Bounds(0, dictionary.misses_forced[12].upper + 1))

    assert (bounds.lower, bounds.upper) == (3, 3)
    assert all(len(search.root.refutations(misses)) <= 20 for misses in range(4))


def test_search_is_not_prepared_without_steps_for_it() -> None:
    words = lexicon({a + b + c for a in "bcd" for b in "aei" for c in "klm"})

    with pytest.raises(Cancelled):
        Search(words, range(len(words)), Budget(steps=10))
