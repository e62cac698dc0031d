"""The weight of sets of words, read off few bit sets: a layer has all words above some weight.

If a weighs 5, b 2 and c 2, the layers are 2 for abc and 3 for a, because 5 is 2 and 3. What sets of
evenly likely words are known to cost holds in each layer, times its height.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from math import log2
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from service.engine.weights import Weights
from service.exact.bit_sets import BitSet

Height = TypeVar("Height", int, float)


def layers(weights: Weights) -> list[tuple[int, BitSet]]:
    """The layers of some words, (words,) int64, each of which weighs more than 0.

    Each is its height, and the words that reach to its top; the lowest comes first.
    """
    tops = np.unique(weights).tolist()
    return [(top - base, _words_where(weights >= top)) for base, top in pairwise([0, *tops])]


def own_bits(layers: Sequence[tuple[int, BitSet]]) -> list[tuple[float, BitSet]]:
    """Layers in which each word of weight w reaches to w log2 w."""
    tops = accumulate(height for height, _ in layers)
    bits = pairwise([0.0, *[top * log2(top) for top in tops]])
    return [
        (top - base, layer) for (base, top), (_, layer) in zip(bits, layers, strict=True) if top
    ]


def weigher(layers: Sequence[tuple[Height, BitSet]]) -> Callable[[BitSet], Height]:
    """The function that says how high the layers are above some words, summed over the words."""
    if [height for height, _ in layers] == [1]:
        return int.bit_count  # words are counted

    def weight(words: BitSet) -> Height:
        return sum([height * (words & layer).bit_count() for height, layer in layers])

    return weight


def _words_where(flags: NDArray[np.bool_]) -> BitSet:
    """The numbers of the flags that are set, as a set; `flags` (words,) bool."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
