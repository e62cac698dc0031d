"""Cores: a few words that force many misses, each with the replies that prove it."""

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from service.engine.cheat_list import WordID
from service.search.bit_sets import first_of
from service.search.word_sets import Letter, Words, WordSets

MOST_CORES: Final = 20_000  # remembered for each number of misses


@dataclass(frozen=True, eq=False)
class Core:
    """A few words, by ID, that force more than `misses` misses: they refute `misses`.

    `replies` has the dealer's reply to each letter: another core, of words that all lack the letter
    (it refutes `misses - 1`) or all have it at the same positions (it refutes `misses`). A letter
    that does not tell the words apart needs no reply; a star needs none at all.
    """

    ids: tuple[WordID, ...]
    misses: int
    replies: dict[Letter, "Core"]
    is_star: bool = False


PlacedCore: TypeAlias = tuple[Words, Core]  # a core, behind its words as a bit set


@dataclass
class CoreList:
    """The cores known for one number of misses at one node."""

    cores: list[PlacedCore] = field(default_factory=list)
    added: int = 0  # cores ever put in, including those dropped since
    read: int = 0  # cores of the list above, from its first to its last, that were looked at

    def add(self, placed: PlacedCore) -> None:
        """Add a core; if there are too many now, keep the shorter half."""
        self.cores.append(placed)
        self.added += 1
        if len(self.cores) > MOST_CORES:
            self.cores.sort(key=lambda other: len(other[1].ids))
            del self.cores[MOST_CORES // 2 :]


def core_of(
    word_sets: WordSets, words: Words, misses: int, replies: dict[Letter, Core] | None = None
) -> Core:
    """The core of these words."""
    return Core(tuple(word_sets.ids_of(words)), misses, replies or {})


def one_word_core(word_sets: WordSets, words: Words) -> Core:
    """The first of some words: one word refutes -1 misses."""
    return core_of(word_sets, first_of(words), -1)


def star_core(word_sets: WordSets, star: Words, misses: int) -> Core:
    """The first `misses + 2` words of a star, which refute `misses`."""
    return Core(tuple(word_sets.ids_of(star)[: misses + 2]), misses, {}, is_star=True)


def first_miss_core(word_sets: WordSets, words: Words) -> Core:
    """A few words without a free letter, out of two or more without one: they refute 0 misses."""
    chosen = first_of(words)
    chosen |= first_of(words ^ chosen)
    while (free := word_sets.free_letter(chosen)) is not None:
        chosen |= first_of(words & word_sets.lacking(free))
    replies = {
        letter: one_word_core(word_sets, lacking)
        for letter, lacking in word_sets.risky_letters(chosen)
    }
    return core_of(word_sets, chosen, 0, replies)
