"""A lexicon as bytes: arrays as `arrays` has them.

They are in this order: presence; the family positions of all letters, one letter after the other
(the JSON has their counts); spellings; commonness; the family numbers of each letter.
"""

from itertools import accumulate, pairwise

import numpy as np

from service.dictionaries.arrays import ArrayReader, packed, unpacked
from service.dictionaries.errors import DictionaryError
from service.engine.lexicon import Lexicon, number_type

FORMAT = b"evil-hangman lexicon 1"


def lexicon_bytes(lexicon: Lexicon) -> bytes:
    """The content of a lexicon's file; the same lexicon gives the same bytes."""
    header = {
        "alphabet": lexicon.alphabet,
        "length": lexicon.length,
        "words": len(lexicon),
        "families": [len(positions) for positions in lexicon.family_positions],
    }
    arrays = [
        lexicon.presence,
        np.concatenate([np.array(masks, dtype="u8") for masks in lexicon.family_positions]),
        lexicon.spellings,
        lexicon.commonness,
        *lexicon.family_numbers,
    ]
    return packed(FORMAT, header, arrays)


def lexicon_from(data: bytes) -> Lexicon:
    """The lexicon in a file; its arrays are read-only views of one buffer.

    Raises DictionaryError if the bytes are damaged or of another format.
    """
    try:
        return unpacked(FORMAT, data, _lexicon)
    except ValueError as error:
        raise DictionaryError(
            "this is not a lexicon, or it is damaged; build the dictionary again"
        ) from error


def _lexicon(
    take: ArrayReader, *, alphabet: str, length: int, words: int, families: list[int]
) -> Lexicon:
    return Lexicon(
        alphabet=alphabet,
        length=length,
        presence=take(np.uint64, words),
        family_positions=_split(take(np.uint64, sum(families)).tolist(), families),
        spellings=take(np.uint8, words * length).reshape(words, length),
        commonness=take(np.uint8, words),
        family_numbers=tuple(take(number_type(count), words) for count in families),
    )


def _split(masks: list[int], counts: list[int]) -> tuple[tuple[int, ...], ...]:
    ends = accumulate(counts, initial=0)
    return tuple(tuple(masks[start:end]) for start, end in pairwise(ends))
