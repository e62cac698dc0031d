"""Groups of words and what letters hit, against lists of strings."""

from functools import reduce
from operator import or_

from hypothesis import given, settings
from hypothesis import strategies as st

from hangman_lab.exact.grouped_words import GroupedWords
from hangman_lab.exact.layers import has_several
from tests.search.test_values import SETS, WORDS, strings
from tests.support.factory import lexicon


def word_sets(words: set[str]) -> GroupedWords:
    all_words = lexicon(words)
    return GroupedWords(all_words, range(len(all_words)))


@given(SETS)
def test_bit_set_has_several_numbers_or_not(numbers: set[int]) -> None:
    assert has_several(sum(1 << number for number in numbers)) == (len(numbers) > 1)


@given(WORDS, st.data())
def test_words_have_no_safe_letter_if_no_letter_is_safe(
    words: set[str], data: st.DataObject
) -> None:
    sets = word_sets(words)
    number = data.draw(st.integers(0, len(sets.ids) - 1))

    without_safe_letter = sets.without_safe_letter[number]

    assert not without_safe_letter >> number & 1
    for other in set(range(len(sets.ids))) - {number}:
        both = 1 << number | 1 << other
        assert (without_safe_letter >> other & 1 == 1) == (sets.safe_letter(both) is None)


@given(WORDS, st.data())
def test_hits_are_of_the_letters_that_may_miss(words: set[str], data: st.DataObject) -> None:
    sets = word_sets(words)
    some = data.draw(st.integers(1, sets.everything))
    size = some.bit_count()

    uncertain = [size - lacking.bit_count() for _, lacking in sets.uncertain_letters(some)]

    assert sets.hits(some, int.bit_count) == sorted(uncertain, reverse=True)


@settings(max_examples=200)
@given(st.sets(st.text("abc", min_size=3, max_size=3), min_size=1))
def test_disjoint_groups_are_parts_of_groups_and_share_no_word(words: set[str]) -> None:
    sets = word_sets(words)

    disjoint = sets.disjoint_groups

    assert sum(map(int.bit_count, disjoint)) == reduce(or_, disjoint, 0).bit_count()
    for group in disjoint:
        a_group = [set(word) for word in strings(sets, group)]
        patterns = [{word.replace(x, "_") for x in word} for word in strings(sets, group)]
        assert len(a_group) > 1
        assert set.intersection(*patterns)
