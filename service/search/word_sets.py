"""Sets of words as bit sets, and how letters tell their words apart.

A bit set is a set of small whole numbers, as a Python integer: bit i is 1 if i is in the set.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordID
from service.engine.lexicon import Lexicon
from service.engine.transcript import HIDDEN

BitSet: TypeAlias = int
Words: TypeAlias = BitSet  # some words of a WordSets: i stands for the i-th of its `ids`
Letter: TypeAlias = int  # index into the alphabet

SMALLER: Final = 4  # a list of a quarter of the words gets shorter bit sets of its own
SMALLEST: Final = 48  # words for which shorter bit sets do not pay
GROUP_BITS: Final = 1 << 31  # of all groups that are kept; only very long lists have more
LEAST_GROUP: Final = 4  # words; smaller groups save the search no time


def set_of(members: NDArray[np.bool_]) -> BitSet:
    """The numbers at which the array, (numbers,), is true."""
    return int.from_bytes(np.packbits(members, bitorder="little").tobytes(), "little")


def packed(members: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Sets of numbers below n, (…, n) bool, as bits: (…, ceil(n / 64)) uint64."""
    octets = np.packbits(members, axis=-1, bitorder="little")
    # Fill up with zeros to whole groups of eight bytes, each of which is read as one number.
    padded = np.zeros((*octets.shape[:-1], -(-octets.shape[-1] // 8) * 8), dtype=np.uint8)
    padded[..., : octets.shape[-1]] = octets
    return padded.view(np.dtype("<u8")).astype(np.uint64, copy=False)


def first_of(members: BitSet) -> BitSet:
    """The smallest member, as a set of its own; the empty set if there is none."""
    return members & -members


def number_of_first(members: BitSet) -> int:
    """The smallest member, as a number; -1 if there is none."""
    return (members & -members).bit_length() - 1


def numbers_in(members: BitSet) -> Iterator[int]:
    """All members, as numbers, ascending."""
    while members:
        yield (members & -members).bit_length() - 1
        members &= members - 1


class WordSets:
    """Some words of a lexicon, numbered from 0, and the set of those that lack each letter.

    Letters that none of the words has are left out: they tell nothing.
    """

    def __init__(self, lexicon: Lexicon, ids: Sequence[WordID]) -> None:
        self.lexicon = lexicon
        self.ids = ids
        self.everything: Words = (1 << len(ids)) - 1
        numbers = {word_id: number for number, word_id in enumerate(ids)}
        self._bit = cache(lambda word_id: 1 << numbers[word_id])  # needed for few words, but often
        self._lacking: dict[Letter, Words] = {}
        self._having: dict[Letter, Words] = {}
        self._families: dict[Letter, list[Words]] = {}  # of each word, by its number
        places = np.array(ids, dtype=np.int64)
        letters = int(np.bitwise_or.reduce(lexicon.presence.take(places), initial=0))
        for letter in numbers_in(letters):
            self._index(letter, lexicon.family_numbers[letter].take(places).tolist())

    def parts(self, words: Words) -> Iterator[Words]:
        """The parts of a list, into which all its safe letters split it."""
        safe = self.safe_letter(words)
        if safe is None:
            yield words
        else:
            for family in self.families(safe, words):
                yield from self.parts(family)

    def safe_letter(self, words: Words) -> Letter | None:
        """A letter that every word has, but not all at the same positions; None without one."""
        first = number_of_first(words)
        # No word lacks it, and some word is not in the family of the first word.
        for letter, lacking in self._lacking.items():
            if not words & lacking and words & ~self._families[letter][first]:
                return letter
        return None

    def families(self, letter: Letter, words: Words) -> Iterator[Words]:
        """The families of those words that have the letter; at least one of `ids` must have it."""
        family_of = self._families[letter]
        # Take out the family of the first word that is left, until no word is.
        having = words & self._having[letter]
        while having:
            family = having & family_of[number_of_first(having)]
            yield family
            having ^= family

    def family(self, letter: Letter, words: Words) -> Words:
        """All words that have the letter at the same positions as the first of `words`."""
        return self._families[letter][number_of_first(words)]

    def lacking(self, letter: Letter) -> Words:
        """All words without the letter."""
        return self._lacking.get(letter, self.everything)

    def uncertain_letters(
        self, words: Words, weight: Callable[[Words], int] = int.bit_count
    ) -> list[tuple[Letter, Words]]:
        """The letters that some of the words have and some lack, each with those that lack it.

        The letter that fewest lack, by `weight`, comes first; ties are in alphabetical order.
        """
        lists = [(letter, words & lacking) for letter, lacking in self._lacking.items()]
        uncertain = [(letter, without) for letter, without in lists if without and without != words]
        return sorted(uncertain, key=lambda pair: weight(pair[1]))

    def groups(self, least: int = LEAST_GROUP) -> list[Words]:
        """All one-letter groups of `least` words or more, the largest first, within GROUP_BITS.

        A one-letter group is all words that become equal if one letter of each is blanked out
        wherever it stands: bill, dill and fill, for `_ill`.
        """
        # Words with the same pattern are a group: puff is in `_uff`, `p_ff` and `pu__`.
        by_pattern: dict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self.lexicon.words(np.array(self.ids, dtype=np.int64))):
            for letter in dict.fromkeys(word):
                by_pattern[word.replace(letter, HIDDEN)].append(number)
        groups = [numbers for numbers in by_pattern.values() if len(numbers) >= least]
        largest = sorted(groups, key=len, reverse=True)[: GROUP_BITS // max(1, len(self.ids))]
        return [sum([1 << number for number in numbers]) for numbers in largest]

    def is_worth_shrinking_to(self, words: Words) -> bool:
        """Whether these words are so few that bit sets of their own are worth making."""
        return len(self.ids) > SMALLEST and SMALLER * words.bit_count() < len(self.ids)

    def ids_of(self, words: Words) -> list[WordID]:
        """The IDs of some words in the lexicon, in the order of `ids`."""
        return [self.ids[number] for number in numbers_in(words)]

    def words_of(self, ids: Iterable[WordID]) -> Words:
        """The words with these IDs, all of which must be among `ids`."""
        return sum(map(self._bit, ids))

    def _index(self, letter: Letter, numbers: Sequence[int]) -> None:
        """Store the families of a letter that some words have, given the number of each word's."""
        # One bit set for each family; family 0 lacks the letter if it has no positions.
        families = dict.fromkeys(numbers, 0)
        for bit, number in enumerate(numbers):
            families[number] |= 1 << bit
        lacking = families.get(0, 0) if self.lexicon.family_positions[letter][0] == 0 else 0
        self._lacking[letter] = lacking
        self._having[letter] = self.everything & ~lacking
        self._families[letter] = [families[number] for number in numbers]
