"""A lexicon as bytes: a line that names the format, a line of JSON, then the arrays, deflated.

The arrays are little-endian and in this order: presence; the family positions of all letters, one
letter after the other (the JSON has their counts); spellings; commonness; the family numbers of
each letter.
"""

import json
import zlib
from itertools import accumulate, pairwise

import numpy as np

from service.dictionaries.arrays import Taker, little_endian
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
    content = zlib.compress(little_endian(arrays), 9)
    return b"\n".join([FORMAT, json.dumps(header).encode(), content])


def lexicon_from(data: bytes) -> Lexicon:
    """The lexicon in a file; its arrays are read-only views of one buffer.

    Raises DictionaryError if the bytes are damaged or of another format.
    """
    try:
        kind, line, body = data.split(b"\n", 2)
        if kind != FORMAT:
            raise ValueError("it is of another format")
        return _lexicon(zlib.decompress(body), **json.loads(line))
    except (ValueError, TypeError, zlib.error) as error:
        raise DictionaryError(f"not a lexicon: {error}; build the dictionary again") from error


def _lexicon(
    content: bytes, *, alphabet: str, length: int, words: int, families: list[int]
) -> Lexicon:
    take = Taker(content)
    return take.all(
        Lexicon(
            alphabet=alphabet,
            length=length,
            presence=take(np.uint64, words),
            family_positions=_split(take(np.uint64, sum(families)).tolist(), families),
            spellings=take(np.uint8, words * length).reshape(words, length),
            commonness=take(np.uint8, words),
            family_numbers=tuple(take(number_type(count), words) for count in families),
        )
    )


def _split(masks: list[int], counts: list[int]) -> tuple[tuple[int, ...], ...]:
    ends = accumulate(counts, initial=0)
    return tuple(tuple(masks[start:end]) for start, end in pairwise(ends))
