"""The weights of sets of words, computed from a few bit sets.

A layer has all words above some weight. If a weighs 5, b 2 and c 2, the layers are 2 for abc and 3
for a, because 5 is 2 and 3. A cost that is known for equally likely words holds in each layer,
times its height.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from math import log2
from typing import TypeAlias

import numpy as np

from service.engine.weights import Weights
from service.search.word_sets import BitSet, set_of

Layer: TypeAlias = tuple[int, BitSet]  # its height, and the words that reach to its top


def has_several(members: BitSet) -> bool:
    """Whether there are two members or more."""
    return members & (members - 1) != 0


def layers(weights: Weights) -> list[Layer]:
    """The layers of some words by their weights, (words,) int64, all above 0; lowest first."""
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
    """The function that gives the bits that tell words apart: n log2 n for n that weigh 1."""
    weight = weigher(layers)
    tops = accumulate(height for height, _ in layers)
    own_bits = pairwise([0.0, *[top * log2(top) for top in tops]])
    own = [(top - base, layer) for (base, top), (_, layer) in zip(own_bits, layers, strict=True)]
    known = [(bits, layer) for bits, layer in own if bits]

    def bits(words: BitSet) -> float:
        total = weight(words)
        return total * log2(total) - sum([x * (words & layer).bit_count() for x, layer in known])

    return bits
