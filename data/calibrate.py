"""Print how common the words of each SCOWL size are in English: python data/calibrate.py FOLDER.

The figure is the geometric mean of wordfreq's frequencies (its large English list) over all words
of a size, per million words of text, after 0.001 per million is added to each: many rare words are
not in that list at all. `PER_MILLION` in service/engine/weights.py holds what this printed for
SCOWL 2020.12.07 and wordfreq 3.1.1, to three digits. wordfreq's data is not shipped.
"""

import sys
from collections import defaultdict
from math import exp, fsum, log
from pathlib import Path

from scowl import sizes_of_words
from wordfreq import word_frequency

LARGEST = 80
UNSEEN = 0.001  # per million


def main() -> None:
    """Print one size a line, and its words per million."""
    logarithms = defaultdict(list)
    for word, size in sizes_of_words(Path(sys.argv[1]), LARGEST).items():
        per_million = 1e6 * word_frequency(word, "en", wordlist="large")
        logarithms[size].append(log(per_million + UNSEEN))
    for size, values in sorted(logarithms.items()):
        print(f"{size}: {exp(fsum(values) / len(values)):.3g}")


if __name__ == "__main__":
    main()
