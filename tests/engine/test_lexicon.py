"""The index of the words of one length against the words themselves; cheat lists as bytes."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from zstandard import ZstdDecompressor

from service.engine import cheat_list
from service.engine.cheat_list import WordIDs
from service.engine.errors import BadCheatList
from service.engine.indexing import lexicon_of
from service.engine.lexicon import LONGEST_WORD, in_alphabet, letter_set, positions_of
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


def test_text_is_read_in_the_alphabets_own_letters() -> None:
    assert in_alphabet("STRAßE Ä", "abcderstßä") == "straße ä"
    assert [in_alphabet(text, "") for text in ("ΛΣ", "_ΟΣ_", "İΣ")] == ["λς", "_οσ_", "i̇σ"]


# --- Cheat lists ---------------------------------------------------------------------------------


def round_trip(ids: WordIDs, words: int) -> WordIDs:
    return cheat_list.decode(cheat_list.encode(ids, words), words)


EDGES = st.sampled_from([23, 253, 254, 255, 256, 257, 65_535, 65_536])  # of one byte and of two
GAPS, RUNS = st.integers(1, 2_000) | EDGES, st.integers(1, 5_000) | EDGES


@settings(max_examples=50)
@given(st.lists(st.tuples(GAPS, RUNS), min_size=1, max_size=9))
def test_runs_of_words_come_back(gaps_and_runs: list[tuple[int, int]]) -> None:
    present = np.concatenate([np.repeat([False, True], [gap, run]) for gap, run in gaps_and_runs])
    ids = np.flatnonzero(present)
    assert round_trip(ids, len(present)).tolist() == ids.tolist()
    assert len(cheat_list.encode(ids, len(present))) < 200


@pytest.mark.parametrize("gap", [254, 255, 256])
def test_gap_at_the_edge_of_a_byte_is_stored_as_documented(gap: int) -> None:
    encoded = cheat_list.encode(np.arange(gap, gap + 100), 1000)
    narrow = b"\x02\0\0\0" + bytes([min(gap, 255), 100])
    wide = gap.to_bytes(4, "little") if gap >= 255 else b""
    assert encoded[:1] == b"r"
    assert ZstdDecompressor().decompress(encoded[1:]) == narrow + wide


@pytest.mark.parametrize(
    ("ids", "words", "tag", "size"),
    [
        (range(36_614), 36_614, b"a", 1),  # all words
        ([5, 900, 30_000], 65_536, b"i", 7),  # two bytes a word
        ([5, 900, 30_000], 65_537, b"i", 13),  # four bytes a word
        (range(100, 116), 36_614, b"i", 33),
        (range(100, 117), 36_614, b"r", None),
        (np.random.default_rng(1).permutation(65_000)[:50], 65_000, b"i", 101),  # scattered
    ],
    ids=str,
)
def test_shorter_form_is_stored(ids: list[int], words: int, tag: bytes, size: int | None) -> None:
    encoded = cheat_list.encode(np.sort(ids), words)
    assert encoded[:1] == tag
    assert size in (None, len(encoded))
    assert cheat_list.decode(encoded, words).tolist() == sorted(ids)


@pytest.mark.parametrize(
    "data", [b"", b"?", b"i", b"i\0", b"i\3\0", b"r", b"rnot packed"], ids=repr
)
def test_bytes_that_are_not_a_cheat_list_are_refused(data: bytes) -> None:
    with pytest.raises(BadCheatList):
        cheat_list.decode(data, 3)


def test_threads_encode_and_decode_at_the_same_time() -> None:
    chance = np.random.default_rng(1)
    lists = [np.flatnonzero(chance.random(200_000) < 0.5) for _ in range(24)]
    with ThreadPoolExecutor(8) as threads:
        decoded = threads.map(lambda ids: round_trip(ids, 200_000), lists)
        for ids, again in zip(lists, decoded, strict=True):
            assert again.tolist() == ids.tolist()
