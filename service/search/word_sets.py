"""Sets of words as bit sets, what they weigh, and how letters tell their words apart.

A bit set is a set of small whole numbers, as a Python integer: bit i is 1 if i is in the set. The
weight of words is read off few bit sets: a layer has all words above some weight. If a weighs 5, b
2 and c 2, the layers are 2 for abc and 3 for a, because 5 is 2 and 3. What sets of evenly likely
words are known to cost holds in each layer, times its height.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise
from math import log2
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordID
from service.engine.lexicon import FamilyNumbers, Lexicon
from service.engine.transcript import HIDDEN
from service.engine.weights import Weights

BitSet: TypeAlias = int
Layer: TypeAlias = tuple[int, BitSet]  # its height, and the words that reach to its top
Words: TypeAlias = BitSet  # some words of a WordSets: i stands for the i-th of its `ids`
Letter: TypeAlias = int  # index into the alphabet

SMALLER: Final = 4  # a list of a quarter of the words gets shorter bit sets of its own
SMALLEST: Final = 48  # words for which shorter bit sets do not pay
GROUP_BITS: Final = 1 << 31  # of all groups that are kept; only very long lists have more
LEAST_GROUP: Final = 4  # words; the search refutes with smaller groups as fast without knowing
LEAST_DISJOINT: Final = 3  # words; what two cost is seen without knowing that they are a group


def set_of(members: NDArray[np.bool_]) -> BitSet:
    """The numbers at which the array, (numbers,), is true."""
    return int.from_bytes(np.packbits(members, bitorder="little").tobytes(), "little")


def packed(members: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Sets of numbers below n, (…, n) bool, as bits: (…, ceil(n / 64)) uint64."""
    octets = np.packbits(members, axis=-1, bitorder="little")
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


def has_several(members: BitSet) -> bool:
    """Whether there are two members or more."""
    return members & (members - 1) != 0


def layers(weights: Weights) -> list[Layer]:
    """The layers of some words, (words,) int64, each of which weighs more than 0; lowest first."""
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
    """The function that says how many bits tell words apart: n log2 n for n that weigh 1."""
    weight = weigher(layers)
    tops = accumulate(height for height, _ in layers)
    own_bits = pairwise([0.0, *[top * log2(top) for top in tops]])
    own = [(top - base, layer) for (base, top), (_, layer) in zip(own_bits, layers, strict=True)]
    known = [(bits, layer) for bits, layer in own if bits]

    def bits(words: BitSet) -> float:
        total = weight(words)
        return total * log2(total) - sum([x * (words & layer).bit_count() for x, layer in known])

    return bits


class WordSets:
    """Some words of a lexicon, numbered from 0, and the set of those that lack each letter.

    Letters that none of the words has are left out: they tell nothing.
    """

    def __init__(self, lexicon: Lexicon, ids: Sequence[WordID]) -> None:
        self.lexicon = lexicon
        self.ids = ids
        self.everything: Words = (1 << len(ids)) - 1
        numbers = {word_id: number for number, word_id in enumerate(ids)}
        self._bit = cache(lambda word_id: 1 << numbers[word_id])  # of few words, but often
        self._lacking: dict[Letter, Words] = {}
        self._having: dict[Letter, Words] = {}
        self._families: dict[Letter, list[Words]] = {}  # of each word, by its number
        for letter, family_numbers in enumerate(lexicon.family_numbers):
            self._index(letter, family_numbers.take(ids))

    def parts(self, words: Words) -> Iterator[Words]:
        """The parts of a list: its words, told apart by all letters that are in every one."""
        safe = self.safe_letter(words)
        if safe is None:
            yield words
        else:
            for family in self.families(safe, words):
                yield from self.parts(family)

    def safe_letter(self, words: Words) -> Letter | None:
        """A letter that every word has, but not all at the same positions; None if none is such."""
        first = number_of_first(words)
        for letter, lacking in self._lacking.items():
            if not words & lacking and words & ~self._families[letter][first]:
                return letter
        return None

    def families(self, letter: Letter, words: Words) -> Iterator[Words]:
        """The families of those words that have the letter, which some word of all must have."""
        family_of = self._families[letter]
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

    def hits(self, words: Words, weight: Callable[[Words], int]) -> list[int]:
        """What the words weigh that an uncertain letter hits, for each of these; most first."""
        size, hits = weight(words), [weight(words & having) for having in self._having.values()]
        return sorted([hit for hit in hits if 0 < hit < size], reverse=True)

    @cached_property
    def without_safe_letter(self) -> list[Words]:
        """For each word, by its number, the others that share no safe letter with it."""
        told = [1 << number for number in range(len(self.ids))]
        for letter, having in self._having.items():
            families = self._families[letter]
            for number in numbers_in(having):
                told[number] |= having & ~families[number]
        return [self.everything & ~words for words in told]

    def groups(self, least: int = LEAST_GROUP) -> list[Words]:
        """All one-letter groups of `least` words or more, the largest first, within GROUP_BITS.

        A one-letter group is all words that become equal if one letter of each is blanked out
        wherever it stands: bill, dill and fill, for `_ill`.
        """
        by_pattern: dict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self.lexicon.words(np.array(self.ids, dtype=np.int64))):
            for letter in dict.fromkeys(word):
                by_pattern[word.replace(letter, HIDDEN)].append(number)
        groups = [numbers for numbers in by_pattern.values() if len(numbers) >= least]
        largest = sorted(groups, key=len, reverse=True)[: GROUP_BITS // max(1, len(self.ids))]
        return [sum([1 << number for number in numbers]) for numbers in largest]

    @cached_property
    def disjoint_groups(self) -> list[Words]:
        """One-letter groups of LEAST_DISJOINT words or more that share no word, large ones first.

        A one-letter group loses the words that a larger one has.
        """
        heap = [(-group.bit_count(), group) for group in self.groups(LEAST_DISJOINT)]
        heapify(heap)
        disjoint, unused = [], self.everything
        while heap:
            group = heappop(heap)[1]
            rest = group & unused
            if rest == group:
                disjoint.append(group)
                unused ^= group
            elif rest.bit_count() >= LEAST_DISJOINT:
                heappush(heap, (-rest.bit_count(), rest))
        return disjoint

    @cached_property
    def one_letter_group_of(self) -> dict[int, Words]:
        """The disjoint one-letter group of each word that is in one, by the word's number."""
        return {number: group for group in self.disjoint_groups for number in numbers_in(group)}

    @cached_property
    def in_one_letter_groups(self) -> Words:
        """The words that are in a disjoint one-letter group."""
        return sum(self.disjoint_groups)

    def is_too_large_for(self, words: Words) -> bool:
        """Whether these words are so few that bit sets of their own are worth making."""
        return len(self.ids) > SMALLEST and SMALLER * words.bit_count() < len(self.ids)

    def ids_of(self, words: Words) -> list[WordID]:
        """The IDs of some words in the lexicon, in the order of `ids`."""
        return [self.ids[number] for number in numbers_in(words)]

    def words_of(self, ids: Iterable[WordID]) -> Words:
        """The words with these IDs, all of which must be among `ids`."""
        return sum(map(self._bit, ids))

    def _index(self, letter: Letter, family_numbers: FamilyNumbers) -> None:
        """Keep the families of a letter, given the family number of each word."""
        numbers = family_numbers.tolist()
        families = {number: set_of(family_numbers == number) for number in set(numbers)}
        lacking = families.get(0, 0) if self.lexicon.family_positions[letter][0] == 0 else 0
        if lacking != self.everything:
            self._lacking[letter] = lacking
            self._having[letter] = self.everything & ~lacking
            self._families[letter] = [families[number] for number in numbers]
