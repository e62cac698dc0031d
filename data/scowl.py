"""Print the words of SCOWL up to a size, each with its size: python data/scowl.py FOLDER SIZE.

FOLDER holds the lists of Debian's package scowl 2020.12.07-2 (/usr/share/dict/scowl). A word is
a line of english-words.N or american-words.N that is two or more of the letters a to z, if
not_words.txt does not list it.
"""

import re
import sys
from pathlib import Path

LISTS = ("english-words", "american-words")
SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80, 95)
WORD = re.compile(r"[a-z]{2,}")
NOT_WORDS = frozenset(Path(__file__).with_name("not_words.txt").read_text().split("\n"))


def sizes_of_words(folder: Path, largest: int) -> dict[str, int]:
    """Each word of the lists up to a size, with the smallest size that has it."""
    sizes: dict[str, int] = {}
    for size in (size for size in SIZES if size <= largest):
        for path in (folder / f"{name}.{size}" for name in LISTS):
            lines = path.read_text("latin-1").split("\n") if path.exists() else []
            for word in filter(WORD.fullmatch, lines):
                if word not in NOT_WORDS:
                    sizes.setdefault(word, size)
    if not sizes:
        raise FileNotFoundError(f"{folder}: no SCOWL lists; apt-get install scowl has them")
    return sizes


def main() -> None:
    """Print one word a line, a tab, and its size."""
    folder, largest = sys.argv[1:]
    for word, size in sorted(sizes_of_words(Path(folder), int(largest)).items()):
        print(f"{word}\t{size}")


if __name__ == "__main__":
    main()
