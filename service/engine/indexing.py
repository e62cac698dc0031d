"""A word list made into a lexicon: word order, presence, family numbers."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from service.engine.lexicon import (
    LARGEST_ALPHABET,
    LONGEST_WORD,
    FamilyNumbers,
    Lexicon,
    Positions,
    number_type,
)


def lexicon_of(commonness: Mapping[str, int], alphabet: str) -> Lexicon:
    """The lexicon of the words that are the keys, all of one length, each with its commonness.

    Raises ValueError if there is no word, or they differ in length or use other letters.
    """
    words = sorted(commonness)
    spellings = _spellings(words, alphabet)
    order = _presence_order(spellings, len(alphabet))
    spellings = np.ascontiguousarray(spellings[order])
    numbered = [_families(spellings == letter) for letter in range(len(alphabet))]
    return Lexicon(
        alphabet=alphabet,
        length=spellings.shape[1],
        spellings=spellings,
        commonness=np.array([commonness[words[row]] for row in order], dtype=np.uint8),
        presence=_presence(spellings),
        family_numbers=tuple(numbers for numbers, _ in numbered),
        family_positions=tuple(positions for _, positions in numbered),
    )


def _spellings(words: list[str], alphabet: str) -> NDArray[np.uint8]:
    lengths = {len(word) for word in words}
    if len(lengths) != 1 or not 0 < min(lengths) <= LONGEST_WORD:
        raise ValueError(f"words of one length from 1 to {LONGEST_WORD}, not {sorted(lengths)}")
    if not 0 < len(alphabet) <= LARGEST_ALPHABET:
        raise ValueError(f"an alphabet of 1 to {LARGEST_ALPHABET} letters, not {len(alphabet)}")
    index = {letter: number for number, letter in enumerate(alphabet)}
    if not index.keys() >= set().union(*words):
        raise ValueError("words with letters that the alphabet does not have")
    return np.array([[index[letter] for letter in word] for word in words], dtype=np.uint8)


def _presence(spellings: NDArray[np.uint8]) -> NDArray[np.uint64]:
    bits = np.left_shift(np.uint64(1), spellings.astype(np.uint64))
    return np.asarray(np.bitwise_or.reduce(bits, axis=1), dtype=np.uint64)


def _presence_order(spellings: NDArray[np.uint8], letters: int) -> NDArray[np.intp]:
    """Rows in Gray-code order of the letters they have, commonest letter first; then A to Z."""
    presence = _presence(spellings)
    has = [(presence >> np.uint64(letter)) & np.uint64(1) == 1 for letter in range(letters)]
    commonest_first = sorted(has, key=lambda rows: -int(rows.sum()))  # stable: ties from a to z
    ranks = np.logical_xor.accumulate(np.array(commonest_first), axis=0)
    return np.lexsort(ranks[::-1])  # stable: the last key leads, equals stay alphabetical


def _families(shown: NDArray[np.bool_]) -> tuple[FamilyNumbers, tuple[Positions, ...]]:
    """Family numbers of one letter, from where it stands in each word; and their positions."""
    bits = np.left_shift(np.uint64(1), np.arange(shown.shape[1], dtype=np.uint64))
    masks, family = np.unique(shown @ bits, return_inverse=True)
    order = sorted(range(len(masks)), key=lambda i: (int(masks[i]).bit_count(), -int(masks[i])))
    numbers = np.empty(len(masks), dtype=number_type(len(masks)))
    numbers[order] = np.arange(len(masks))
    return numbers[family], tuple(int(masks[i]) for i in order)
