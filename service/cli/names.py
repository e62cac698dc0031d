"""The names that options offer, without what bears them: NumPy would cost the Tab key 0.1 s.

`tests/cli/test_names.py` holds them to the registry.
"""

from typing import Final

DEALERS: Final = ("largest-family", "cheat-score", "minimax", "honest", "lottery")
GUESSERS: Final = (
    "most-words", "common-words", "letter-frequency", "top-heavy", "smallest-remainder", "entropy",
    "careful", "perfect", "expected", "expected-common", "unexploitable",
)  # fmt: skip
DEFAULT_GUESSER: Final = "most-words"
WEIGHTS_NAMES: Final = ("even", "commonness")
DEFAULT_WEIGHTS: Final = "even"
INSIGHTS: Final = ("none", "count", "full")
LARGEST_SEED: Final = 2**53 - 1
MOST_MISSES: Final = 1000
