"""Words, and how letters tell them apart, in the simplest code."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import TypeAlias

Positions: TypeAlias = tuple[int, ...]  # where a letter stands in a word, from 0
Families: TypeAlias = dict[Positions, list[str]]


class BadCertificate(Exception):
    """A certificate that proves nothing; `str(error)` says where it fails."""


def positions_of(letter: str, word: str) -> Positions:
    """Where a word has a letter."""
    return tuple([place for place, other in enumerate(word) if other == letter])


def families_of(letter: str, words: Iterable[str]) -> Families:
    """The words by where they have the letter; () has those that lack it."""
    families: Families = defaultdict(list)
    for word in words:
        families[positions_of(letter, word)].append(word)
    return families


def refuse_strangers(claimed: Iterable[str], words: Collection[str], place: str) -> None:
    """Raise BadCertificate if a claimed word is not among the words."""
    strange = sorted(set(claimed) - set(words))
    if strange:
        raise BadCertificate(f"{place}: not among the words: {some_of(strange)}")


def some_of(words: list[str]) -> str:
    """A text that names a few of the words."""
    more = f" and {len(words) - 3:,} more" if len(words) > 3 else ""
    return ", ".join(words[:3]) + more
