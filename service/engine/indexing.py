"""From words to their lexicon: word order, presence, family numbers."""

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
from service.engine.writing import writing_of


def lexicon_of(commonness: Mapping[str, int], alphabet: str) -> Lexicon:
    """The lexicon of some words of one length; `commonness` has each word with its SCOWL size.

    Raises ValueError if there are no words, or words of several lengths or with other letters.
    """
    words = sorted(commonness)
    spellings = _spellings(words, alphabet)
    # From here on, a word's ID is its row in this order.
    order = _presence_order(spellings, len(alphabet))
    spellings = np.ascontiguousarray(spellings[order])
    numbered = [_families(spellings == letter) for letter in range(len(alphabet))]
    return Lexicon(
        writing=writing_of(alphabet),
        length=spellings.shape[1],
        spellings=spellings,
        commonness=np.array([commonness[words[row]] for row in order], dtype=np.uint8),
        presence=_presence(spellings),
        family_numbers=tuple(numbers for numbers, _ in numbered),
        family_positions=tuple(positions for _, positions in numbered),
    )


def _spellings(words: list[str], alphabet: str) -> NDArray[np.uint8]:
    """The words as indices into the alphabet, (words, length). Raises ValueError."""
    lengths = {len(word) for word in words}
    if len(lengths) != 1 or not 0 < min(lengths) <= LONGEST_WORD:
        raise ValueError(f"words of one length from 1 to {LONGEST_WORD}, not {sorted(lengths)}")
    if not 0 < len(alphabet) <= LARGEST_ALPHABET:
        raise ValueError(f"an alphabet of 1 to {LARGEST_ALPHABET} letters, not {len(alphabet)}")
    if not set(alphabet) >= set().union(*words):
        raise ValueError("words with letters that the alphabet does not have")
    # UTF-32 has a number for each letter. Look up the index of each in a table of all numbers.
    numbers, letters = (
        np.frombuffer(text.encode("utf-32-le"), dtype="<u4") for text in ("".join(words), alphabet)
    )
    index = np.zeros(letters.max() + 1, dtype=np.uint8)
    index[letters] = np.arange(len(alphabet))
    return index.take(numbers).reshape(len(words), -1)


def _presence(spellings: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The letters of each word as `LetterSet`, (words,), from spellings (words, length)."""
    bits = np.left_shift(np.uint64(1), spellings.astype(np.uint64))
    return np.asarray(np.bitwise_or.reduce(bits, axis=1), dtype=np.uint64)


def _presence_order(spellings: NDArray[np.uint8], letters: int) -> NDArray[np.intp]:
    """The order of the rows, (words,): Gray code of the letters they have, then alphabetical.

    `spellings` (words, length) uint8, alphabetical. The commonest letter is the highest bit.
    """
    presence = _presence(spellings)
    # For each letter, whether each word has it. Sorting is stable, so ties stay alphabetical.
    has = [(presence >> np.uint64(letter)) & np.uint64(1) == 1 for letter in range(letters)]
    commonest_first = sorted(has, key=lambda rows: -int(rows.sum()))
    # Each bit of a Gray code's rank is the XOR of the code's bits from the highest down to it. So
    # the words with the commonest letter are together, and neighbours differ in few letters.
    ranks = np.logical_xor.accumulate(np.array(commonest_first), axis=0)
    # The last key of lexsort counts most. It is stable, so ties stay alphabetical.
    return np.lexsort(ranks[::-1])


def _families(shown: NDArray[np.bool_]) -> tuple[FamilyNumbers, tuple[Positions, ...]]:
    """The family number of each word for one letter, (words,), and the positions of each family.

    `shown` (words, length) bool: whether the letter stands at this position of the word.
    """
    # The positions of each word as one number; the words with the same number are a family.
    bits = np.left_shift(np.uint64(1), np.arange(shown.shape[1], dtype=np.uint64))
    masks, family = np.unique(shown @ bits, return_inverse=True)
    # Fewer letters come first, then letters further right: dealers break ties in this order.
    order = sorted(range(len(masks)), key=lambda i: (int(masks[i]).bit_count(), -int(masks[i])))
    # `order` says which mask has each number; `numbers` says which number each mask has.
    numbers = np.empty(len(masks), dtype=number_type(len(masks)))
    numbers[order] = np.arange(len(masks))
    return numbers[family], tuple(int(masks[i]) for i in order)
