"""How likely each word of a lexicon is: all equally, or each by how common it is in English."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.choices import WeightsName
from service.engine.lexicon import Lexicon

# How common a word of each SCOWL size is in English: per million words, the geometric mean of
# wordfreq 3.1's frequencies ("large", with 0.001 added) over the words of en-large of that size.
PER_MILLION: Final[Mapping[int, float]] = {
    10: 34.9, 20: 4.90, 35: 0.359, 40: 0.143, 50: 0.0516, 55: 0.0349, 60: 0.0126, 70: 0.00434,
    80: 0.00173,
}  # fmt: skip
UNITS: Final = 100_000  # of weight for one word in a million: makes all of PER_MILLION whole

Weights: TypeAlias = NDArray[np.int64]  # (words,): the chance of each, as a share of their sum


def _weight_of_size() -> NDArray[np.int64]:
    """The weight of a word of each SCOWL size, (256,) int64; 0 is an unknown size."""
    sizes, logarithms = list(PER_MILLION), np.log(list(PER_MILLION.values()))
    of_size = np.exp(np.interp(np.arange(256), sizes, logarithms))
    of_size[0] = of_size[-1]
    weights: NDArray[np.int64] = np.rint(of_size * UNITS).astype(np.int64)
    return weights


WEIGHT_OF_SIZE: Final = _weight_of_size()


def even(lexicon: Lexicon) -> Weights:
    """All words are equally likely, (words,) int64."""
    return np.ones(len(lexicon), dtype=np.int64)


def by_commonness(lexicon: Lexicon) -> Weights:
    """The weight of each word, from PER_MILLION by its SCOWL size, (words,) int64.

    Sizes between two of the table are interpolated; those beyond the largest count as the largest.
    A word of unknown size counts as the rarest. If no size is known, all words weigh 1.
    """
    if not lexicon.commonness.any():
        return even(lexicon)
    return WEIGHT_OF_SIZE.take(lexicon.commonness)


WEIGHTS: Final[Mapping[WeightsName, Callable[[Lexicon], Weights]]] = {
    "even": even,
    "commonness": by_commonness,
}
