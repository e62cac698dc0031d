"""Values, against the definition itself, worked out word by word."""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.dictionaries.dictionary import Dictionary
from service.exact.budget import Budget, Stopped
from service.exact.cores import Core
from service.exact.search import Search, value
from tests.factory import lexicon
from tests.referee import where

SHORT_WORDS = st.sets(st.text("abcdef", min_size=3, max_size=3), min_size=1, max_size=9)
LONGER_WORDS = st.sets(st.text("abcdefgh", min_size=5, max_size=5), min_size=1, max_size=10)


@cache
def by_definition(words: frozenset[str], guessed: frozenset[str] = frozenset()) -> int:
    """The least over letters of the most over families; slow, and sure."""
    if len(words) == 1:
        return 0
    found = []
    for letter in set("".join(words)) - guessed:
        families: dict[tuple[int, ...], set[str]] = {}
        for word in words:
            families.setdefault(where(letter, word), set()).add(word)
        worst = 0
        for places, family in families.items():
            after = by_definition(frozenset(family), guessed | {letter})
            worst = max(worst, after + (not places))
        found.append(worst)
    return min(found)


def searched(words: set[str], go_on: object = None) -> Search:
    of = lexicon(words, "abcdefghijklmnopqrstuvwxyz")
    return Search(of, range(len(of)), Budget(go_on) if callable(go_on) else Budget())


def value_of(words: set[str]) -> int:
    search = searched(words)
    *_, bounds = value(search)
    assert bounds.exact
    return bounds.lower


@settings(max_examples=1500)
@given(st.one_of(SHORT_WORDS, LONGER_WORDS))
def test_value_is_that_of_the_definition(words: set[str]) -> None:
    assert value_of(words) == by_definition(frozenset(words))


@settings(max_examples=300)
@given(SHORT_WORDS, st.data())
def test_value_never_grows_on_a_subset_and_falls_by_one_at_most(
    words: set[str], data: st.DataObject
) -> None:
    if len(words) > 1:
        less = words - {data.draw(st.sampled_from(sorted(words)))}

        assert value_of(words) - 1 <= value_of(less) <= value_of(words)


@settings(max_examples=300)
@given(st.one_of(SHORT_WORDS, LONGER_WORDS))
def test_core_forces_what_it_says(words: set[str]) -> None:
    search = searched(words)
    *_, bounds = value(search)

    if bounds.core:
        kept = {search.lexicon.word(word_id) for word_id in bounds.core.ids}
        assert kept <= words
        assert by_definition(frozenset(kept)) == bounds.lower


@settings(max_examples=200)
@given(LONGER_WORDS)
def test_bounds_hold_on_the_way(words: set[str]) -> None:
    search = searched(words)
    found = list(value(search))
    truth = by_definition(frozenset(words))

    assert all(bounds.lower <= truth <= bounds.upper for bounds in found)
    assert all(a.lower <= b.lower and b.upper <= a.upper for a, b in pairwise(found))


def test_star_forces_one_miss_less_than_it_has_words() -> None:
    assert value_of({"bills", "dills", "fills", "gills", "hills", "kills", "mills"}) == 6


def test_words_of_the_counterexample_to_the_most_common_letter() -> None:
    assert value_of({"abc", "abd", "aef", "egh"}) == by_definition(
        frozenset({"abc", "abd", "aef", "egh"})
    )


def test_search_stops_when_it_is_told_to() -> None:
    words = {a + b + c for a in "bcd" for b in "aei" for c in "klm"}
    search = searched(words, lambda seen: seen < 5)

    with pytest.raises(Stopped):
        list(value(search))


def test_same_words_are_searched_in_the_same_order() -> None:
    words = {a + b + c for a in "bcd" for b in "aei" for c in "klm"}
    counts = []
    for _ in range(2):
        search = searched(words)
        list(value(search))
        counts.append(search.budget.seen)

    assert counts[0] == counts[1] > 5


def test_large_lists_get_frames_of_their_own(dictionaries: Mapping[str, Dictionary]) -> None:
    of = dictionaries["en"].lexicons[13]
    search = Search(of, range(len(of)), Budget())
    *_, bounds = value(search)

    assert len(of) > 1000
    assert bounds.exact
    assert isinstance(bounds.core, Core)
    assert search.root.word_sets.most_words_misses(search.root.words) >= bounds.upper
