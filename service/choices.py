"""The choices in games, hints and reviews: names, bounds and defaults.

It imports nothing of ours: shell completion loads it, and NumPy would delay the Tab key by 0.1 s.
"""

from typing import Final, Literal, TypeAlias, get_args

Insight: TypeAlias = Literal["none", "count", "full"]  # what a player may see of the words left
ShownInsight: TypeAlias = Literal["count", "full"]  # in a game that shows something of them
WeightsName: TypeAlias = Literal["even", "commonness"]  # how likely each word is

INSIGHTS: Final = get_args(Insight)
WEIGHTS_NAMES: Final = get_args(WeightsName)
DEFAULT_WEIGHTS: Final = "even"
SEEDS: Final = 2**53  # seeds are below this, so that every JSON reader keeps them exact
LARGEST_SEED: Final = SEEDS - 1
MOST_MISSES: Final = 1000  # more than anyone can make: a game allows its alphabet and 100 words
LONGEST_LIST: Final = 50  # words
WORDS_SHOWN: Final = 5  # in a list, unless a request says otherwise
