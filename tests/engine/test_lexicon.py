"""The index of the words of one length against the words themselves; cheat lists as bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.indexing import lexicon_of
from service.engine.lexicon import LONGEST_WORD, letter_set, positions_of
from service.engine.transcript import places
from tests.support import factory


@given(st.sets(st.text("abcé", min_size=3, max_size=3), min_size=1))
def test_index_agrees_with_the_words(words: set[str]) -> None:
    lexicon = factory.lexicon(words, "abcé")
    listed = lexicon.words(lexicon.everything)
    assert sorted(listed) == sorted(words)
    for word_id, word in enumerate(listed):
        assert lexicon.id_of(word) == word_id
        assert int(lexicon.presence[word_id]) == letter_set(word, "abcé")
        for index, letter in enumerate("abcé"):
            number = lexicon.family_numbers[index][word_id]
            assert lexicon.family_positions[index][number] == positions_of(letter, word)


def test_families_with_fewest_letters_come_first() -> None:
    assert places(positions_of("s", "stones")) == [0, 5]
    lexicon = factory.lexicon(["xxx", "axx", "xxa", "xax", "aax", "axa", "xaa", "aaa"])
    shown = [places(positions) for positions in lexicon.family_positions[0]]
    assert shown == [[], [2], [1], [0], [1, 2], [0, 2], [0, 1], [0, 1, 2]]


def test_word_that_is_not_there_has_no_id() -> None:
    lexicon = factory.lexicon(["tea", "ate"])
    assert [lexicon.id_of(word) for word in ("eat", "teas", "té!", "")] == [None] * 4


def test_words_up_to_64_letters_are_indexed() -> None:
    lexicon = factory.lexicon(["a" * LONGEST_WORD, "a" * (LONGEST_WORD - 1) + "b"])
    assert lexicon.families("a", lexicon.cheat_list(lexicon.everything)).at(2**64 - 1).size == 1


@pytest.mark.parametrize(
    ("words", "alphabet"),
    [([], "ab"), (["a", "ab"], "ab"), (["a" * 65], "a"), (["ac"], "ab"), (["a"], "")],
)
def test_invalid_words_and_alphabets_are_refused(words: list[str], alphabet: str) -> None:
    with pytest.raises(ValueError, match=r"words|alphabet"):
        lexicon_of(dict.fromkeys(words, 0), alphabet)
