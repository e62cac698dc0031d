"""Words as bit sets, against lists of strings."""

from collections import defaultdict

from hypothesis import given, settings
from hypothesis import strategies as st

from service.search.budget import Budget
from service.search.refutations import Node, SearchMemory
from service.search.word_sets import (
    LEAST_GROUP,
    WordSets,
    first_of,
    number_of_first,
    numbers_in,
)
from tests.support.factory import lexicon
from tests.support.guessing_referee import parts
from tests.support.referee import misses_forced, where

WORDS = st.sets(st.text("abcde", min_size=3, max_size=3), min_size=1, max_size=12)
SETS = st.sets(st.integers(0, 200))


def word_sets(words: set[str]) -> WordSets:
    all_words = lexicon(words)
    return WordSets(all_words, range(len(all_words)))


def strings(sets: WordSets, words: int) -> list[str]:
    return sorted(map(sets.lexicon.word, sets.ids_of(words)))


def some_of(sets: WordSets, data: st.DataObject) -> int:
    """Some of the words, at least one."""
    return data.draw(st.integers(1, sets.everything))


@given(SETS)
def test_bit_set_has_its_numbers(numbers: set[int]) -> None:
    members = sum(1 << number for number in numbers)

    assert list(numbers_in(members)) == sorted(numbers)
    assert list(numbers_in(first_of(members))) == sorted(numbers)[:1]
    assert number_of_first(members) == min(numbers, default=-1)


@given(WORDS, st.data())
def test_families_are_those_of_the_words(words: set[str], data: st.DataObject) -> None:
    sets = word_sets(words)
    some = some_of(sets, data)

    for letter in sorted(set("".join(words))):
        number = sets.lexicon.alphabet.index(letter)
        having = [strings(sets, family) for family in sets.families(number, some)]
        lacking = strings(sets, some & sets.lacking(number))
        expected = [sorted(part) for part in parts(strings(sets, some), letter)]
        assert sorted([*having, lacking] if lacking else having) == sorted(expected)


@given(WORDS, st.data())
def test_family_has_the_letter_where_the_first_word_has_it(
    words: set[str], data: st.DataObject
) -> None:
    sets = word_sets(words)
    some = some_of(sets, data)
    first = sets.lexicon.word(sets.ids_of(some)[0])
    letter = data.draw(st.sampled_from(first))

    family = strings(sets, sets.family(sets.lexicon.alphabet.index(letter), some))

    assert family == sorted(word for word in words if where(letter, word) == where(letter, first))


@given(WORDS, st.data())
def test_safe_letter_is_in_all_words_but_not_at_the_same_places(
    words: set[str], data: st.DataObject
) -> None:
    sets = word_sets(words)
    some = some_of(sets, data)
    listed = strings(sets, some)
    safe = [
        letter
        for letter in sets.lexicon.alphabet
        if all(letter in word for word in listed) and len(parts(listed, letter)) > 1
    ]

    letter = sets.safe_letter(some)

    assert (None if letter is None else sets.lexicon.alphabet[letter]) == next(iter(safe), None)


@given(WORDS, st.data())
def test_parts_have_no_safe_letter_and_all_words(words: set[str], data: st.DataObject) -> None:
    sets = word_sets(words)
    some = some_of(sets, data)

    split = list(sets.parts(some))

    assert sum(split) == some
    assert all(sets.safe_letter(part) is None for part in split)
    assert max(misses_forced(frozenset(strings(sets, part))) for part in split) == misses_forced(
        frozenset(strings(sets, some))
    )


@given(WORDS, st.data())
def test_uncertain_letters_are_in_some_words_not_in_all(
    words: set[str], data: st.DataObject
) -> None:
    sets = word_sets(words)
    some = some_of(sets, data)
    listed = strings(sets, some)
    lacking = {
        letter: [word for word in listed if letter not in word] for letter in sets.lexicon.alphabet
    }
    uncertain = {
        letter: without for letter, without in lacking.items() if without and without != listed
    }

    letters = [(letter, strings(sets, without)) for letter, without in sets.uncertain_letters(some)]

    assert letters == [
        (sets.lexicon.alphabet.index(letter), uncertain[letter])
        for letter in sorted(uncertain, key=lambda letter: (len(uncertain[letter]), letter))
    ]


@settings(max_examples=200)
@given(st.sets(st.text("abc", min_size=3, max_size=3), min_size=1))
def test_groups_are_all_words_that_differ_in_one_letter(words: set[str]) -> None:
    sets = word_sets(words)
    groups = defaultdict(list)
    for word in sorted(words):
        for letter in set(word):
            groups[word.replace(letter, "_")].append(word)

    listed = [strings(sets, group) for group in sets.groups()]

    assert sorted(listed) == sorted(group for group in groups.values() if len(group) >= LEAST_GROUP)
    assert [len(group) for group in listed] == sorted(map(len, listed), reverse=True)


def test_words_get_bit_sets_of_their_own_when_they_are_a_quarter() -> None:
    large = word_sets({a + b for a in "abcdefg" for b in "abcdefg"})  # 49
    small = word_sets({a + b for a in "abcdefgh" for b in "abcdef"})  # 48

    assert large.is_worth_shrinking_to((1 << 12) - 1)
    assert not large.is_worth_shrinking_to((1 << 13) - 1)
    assert not small.is_worth_shrinking_to(1)


def test_node_below_has_the_groups_that_are_left() -> None:
    sets = word_sets({"bill", "dill", "fill", "gill", "hill", "exam", "edit"})
    node = Node(SearchMemory(sets.lexicon, sets.ids, Budget()), sets.everything)
    without_b = node.below(sets.everything & sets.lacking(1))

    assert [strings(sets, group) for group in node.groups] == [
        ["bill", "dill", "fill", "gill", "hill"]
    ]
    assert [strings(sets, group) for group in without_b.groups] == [
        ["dill", "fill", "gill", "hill"]
    ]
    assert without_b.below(without_b.words & sets.lacking(3)).groups == []
