"""What options offer, without what reads it: NumPy would cost the Tab key 0.1 s.

`tests/cli/test_names.py` holds it to what a game takes.
"""

from typing import Final

WEIGHTS_NAMES: Final = ("even", "commonness")
DEFAULT_WEIGHTS: Final = "even"
INSIGHTS: Final = ("none", "count", "full")
LARGEST_SEED: Final = 2**53 - 1
MOST_MISSES: Final = 1000
