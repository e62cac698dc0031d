"""Sets of small whole numbers as Python integers, and what sets of words weigh.

Bit i is 1 if i is in the set. The weight of words is read off few bit sets: a layer has all words
above some weight. If a weighs 5, b 2 and c 2, the layers are 2 for abc and 3 for a, because 5 is 2
and 3. What sets of evenly likely words are known to cost holds in each layer, times its height.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import log2
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.weights import Weights

BitSet: TypeAlias = int


def set_of(members: NDArray[np.bool_]) -> BitSet:
    """The numbers at which the array, (numbers,), is true."""
    return int.from_bytes(np.packbits(members, bitorder="little").tobytes(), "little")


def packed(members: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Sets of numbers below n, (…, n) bool, as bits: (…, ceil(n / 64)) uint64."""
    octets = np.packbits(members, axis=-1, bitorder="little")
    padded = np.zeros((*octets.shape[:-1], -(-octets.shape[-1] // 8) * 8), dtype=np.uint8)
    padded[..., : octets.shape[-1]] = octets
    return padded.view(np.dtype("<u8")).astype(np.uint64, copy=False)


def first_of(members: BitSet) -> BitSet:
    """The smallest member, as a set of its own; the empty set if there is none."""
    return members & -members


def number_of_first(members: BitSet) -> int:
    """The smallest member, as a number; -1 if there is none."""
    return (members & -members).bit_length() - 1


def numbers_in(members: BitSet) -> Iterator[int]:
    """All members, as numbers, ascending."""
    while members:
        yield (members & -members).bit_length() - 1
        members &= members - 1


def has_several(members: BitSet) -> bool:
    """Whether there are two members or more."""
    return members & (members - 1) != 0


Layer: TypeAlias = tuple[int, BitSet]  # its height, and the words that reach to its top


def layers(weights: Weights) -> list[Layer]:
    """The layers of some words, (words,) int64, each of which weighs more than 0; lowest first."""
    tops = np.unique(weights).tolist()
    return [(top - base, set_of(weights >= top)) for base, top in pairwise([0, *tops])]


def weigher(layers: Sequence[Layer]) -> Callable[[BitSet], int]:
    """The function that gives the weight of some words."""
    if [height for height, _ in layers] == [1]:
        return int.bit_count

    def weight(words: BitSet) -> int:
        return sum([height * (words & layer).bit_count() for height, layer in layers])

    return weight


def entropy(layers: Sequence[Layer]) -> Callable[[BitSet], float]:
    """The function that says how many bits tell words apart: n log2 n for n that weigh 1."""
    weight = weigher(layers)
    tops = accumulate(height for height, _ in layers)
    own_bits = pairwise([0.0, *[top * log2(top) for top in tops]])
    own = [(top - base, layer) for (base, top), (_, layer) in zip(own_bits, layers, strict=True)]
    known = [(bits, layer) for bits, layer in own if bits]

    def bits(words: BitSet) -> float:
        total = weight(words)
        return total * log2(total) - sum([x * (words & layer).bit_count() for x, layer in known])

    return bits
