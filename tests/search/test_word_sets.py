"""Words as bit sets, against lists of strings."""

from collections import defaultdict

from hypothesis import given, settings
from hypothesis import strategies as st

from service.search.budget import Budget
from service.search.refutations import Node, SearchMemory
from service.search.word_sets import LEAST_GROUP, WordSets, first_of, number_of_first, numbers_in
from tests.support.factory import lexicon
from tests.support.guessing_referee import parts
from tests.support.referee import misses_forced, where

Some = tuple[WordSets, int, list[str]]  # bit sets; some of the words; and these as strings

WORDS = st.sets(st.text("abcde", min_size=3, max_size=3), min_size=1, max_size=12)
SETS = st.sets(st.integers(0, 200))


def word_sets(words: set[str]) -> WordSets:
    all_words = lexicon(words)
    return WordSets(all_words, range(len(all_words)))


def strings(sets: WordSets, words: int) -> list[str]:
    return sorted(map(sets.lexicon.word, sets.ids_of(words)))


@st.composite
def some_words(draw: st.DrawFn) -> Some:
    sets = word_sets(draw(WORDS))
    some = draw(st.integers(1, sets.everything))
    return sets, some, strings(sets, some)


@given(SETS)
def test_bit_set_has_its_numbers(numbers: set[int]) -> None:
    members = sum(1 << number for number in numbers)
    assert list(numbers_in(members)) == sorted(numbers)
    assert list(numbers_in(first_of(members))) == sorted(numbers)[:1]
    assert number_of_first(members) == min(numbers, default=-1)


@given(some_words())
def test_families_are_those_of_the_words(drawn: Some) -> None:
    sets, some, words = drawn
    every_word = strings(sets, sets.everything)
    first = sets.lexicon.word(sets.ids_of(some)[0])
    for letter in sorted(set("".join(every_word))):
        number = sets.lexicon.alphabet.index(letter)
        having = [strings(sets, family) for family in sets.families(number, some)]
        lacking = strings(sets, some & sets.lacking(number))
        expected = [sorted(part) for part in parts(words, letter)]
        assert sorted([*having, lacking] if lacking else having) == sorted(expected)
        if letter in first:
            family = [word for word in every_word if where(letter, word) == where(letter, first)]
            assert strings(sets, sets.family(number, some)) == sorted(family)


@given(some_words())
def test_safe_letters_split_words_into_parts_without_one(drawn: Some) -> None:
    sets, some, words = drawn
    safe = [
        number
        for number, letter in enumerate(sets.lexicon.alphabet)
        if all(letter in word for word in words) and len(parts(words, letter)) > 1
    ]
    assert sets.safe_letter(some) == next(iter(safe), None)

    split = list(sets.parts(some))

    assert sum(split) == some
    assert all(sets.safe_letter(part) is None for part in split)
    whole, *forced = (misses_forced(frozenset(strings(sets, each))) for each in [some, *split])
    assert max(forced) == whole


@given(some_words())
def test_uncertain_letters_are_in_some_words_not_in_all(drawn: Some) -> None:
    sets, some, words = drawn
    lacking = [
        (number, [word for word in words if letter not in word])
        for number, letter in enumerate(sets.lexicon.alphabet)
    ]
    uncertain = [pair for pair in lacking if pair[1] and pair[1] != words]
    letters = [(letter, strings(sets, without)) for letter, without in sets.uncertain_letters(some)]
    assert letters == sorted(uncertain, key=lambda pair: len(pair[1]))


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


def test_a_quarter_of_the_words_gets_its_own_bit_sets() -> None:
    large = word_sets({a + b for a in "abcdefg" for b in "abcdefg"})  # 49
    small = word_sets({a + b for a in "abcdefgh" for b in "abcdef"})  # 48
    assert large.is_worth_shrinking_to((1 << 12) - 1)
    assert not large.is_worth_shrinking_to((1 << 13) - 1)
    assert not small.is_worth_shrinking_to(1)


def test_node_below_has_the_groups_that_are_left() -> None:
    sets = word_sets({"bill", "dill", "fill", "gill", "hill", "exam", "edit"})
    node = Node(SearchMemory(sets.lexicon, sets.ids, Budget()), sets.everything)
    without_b = node.below(sets.everything & sets.lacking(1))
    [group], [smaller] = node.groups, without_b.groups
    assert strings(sets, group) == ["bill", "dill", "fill", "gill", "hill"]
    assert strings(sets, smaller) == ["dill", "fill", "gill", "hill"]
    assert without_b.below(without_b.words & sets.lacking(3)).groups == []
