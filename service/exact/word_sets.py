"""Some words of a lexicon as bit sets of their own, and how letters tell them apart."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np

from service.engine.cheat_list import WordID
from service.engine.lexicon import Lexicon
from service.engine.transcript import HIDDEN

Words: TypeAlias = int  # some words of a frame: bit i = its i-th word
Letter: TypeAlias = int  # index into the alphabet

SMALLER: Final = 4  # a list of a quarter of its frame's words gets a frame of its own
SMALLEST: Final = 48  # words of a frame that is not worth another one
LEAST_STAR: Final = 4  # words; a search finds smaller ones itself as fast


class WordSets:
    """Some words of a lexicon, by place: bit i of a set stands for `ids[i]`."""

    def __init__(self, lexicon: Lexicon, ids: Sequence[WordID]) -> None:
        self.lexicon = lexicon
        self.ids = ids
        self.everything: Words = (1 << len(ids)) - 1
        self._bits = {word_id: 1 << place for place, word_id in enumerate(ids)}
        self._lacking: dict[Letter, Words] = {}
        self._families: dict[Letter, list[Words]] = {}
        for letter, numbers in enumerate(lexicon.family_numbers):
            self._split(letter, numbers.take(ids).tolist())

    def parts(self, words: Words) -> Iterator[Words]:
        """The words, told apart by all letters that are in every one of them."""
        free = self.free_letter(words)
        if free is None:
            yield words
        else:
            for family in self.families(free, words):
                yield from self.parts(family)

    def free_letter(self, words: Words) -> Letter | None:
        """A letter that is in all of the words, and tells some of them apart."""
        lowest = (words & -words).bit_length() - 1
        for letter, lacking in self._lacking.items():
            if not words & lacking and words & ~self._families[letter][lowest]:
                return letter
        return None

    def families(self, letter: Letter, words: Words) -> Iterator[Words]:
        """The families of the words that have the letter."""
        of = self._families[letter]
        left = words & ~self._lacking[letter]
        while left:
            family = left & of[(left & -left).bit_length() - 1]
            yield family
            left ^= family

    def family(self, letter: Letter, words: Words) -> Words:
        """The frame's words that have the letter where the first of these words has it."""
        return self._families[letter][(words & -words).bit_length() - 1]

    def lacking(self, letter: Letter) -> Words:
        """The frame's words without the letter."""
        return self._lacking.get(letter, self.everything)

    def letters(self, words: Words) -> list[tuple[Letter, Words]]:
        """The letters that some of the words have and some lack, with those that lack it.

        The letter in most words first, the first in the alphabet of equals.
        """
        found = [(letter, words & lacking) for letter, lacking in self._lacking.items()]
        telling = [(letter, lack) for letter, lack in found if lack and lack != words]
        return sorted(telling, key=lambda one: one[1].bit_count())

    def commonest_letter(self, words: Words) -> tuple[Letter, int]:
        """A free letter of two words or more and 0, or else the letter that most of them have, but
        not all, and how many lack it.
        """
        found, fewest = 0, words.bit_count()
        lowest = (words & -words).bit_length() - 1
        for letter, lacking in self._lacking.items():
            lack = words & lacking
            if not lack:
                if words & ~self._families[letter][lowest]:
                    return letter, 0
            elif (count := lack.bit_count()) < fewest:
                found, fewest = letter, count
        return found, fewest

    def stars(self) -> list[Words]:
        """The largest words that are equal when one letter of each is blanked out, ever smaller."""
        found: dict[str, Words] = defaultdict(int)
        for place, word in enumerate(self.lexicon.words(np.array(self.ids, dtype=np.int64))):
            for letter in dict.fromkeys(word):
                found[word.replace(letter, HIDDEN)] |= 1 << place
        stars = [star for star in found.values() if star.bit_count() >= LEAST_STAR]
        return sorted(stars, key=int.bit_count, reverse=True)

    def greedy(self, words: Words) -> int:
        """The most misses of a player who guesses the letter in most words: no less than V."""
        worst = 0
        for part in self.parts(words):
            if part.bit_count() > 1:
                letter, lacking = self.letters(part)[0]
                worst = max(worst, 1 + self.greedy(lacking))
                for family in self.families(letter, part):
                    worst = max(worst, self.greedy(family))
        return worst

    def is_too_large_for(self, words: Words) -> bool:
        """Whether these words are better off in a frame of their own, where sets are shorter."""
        return len(self.ids) > SMALLEST and SMALLER * words.bit_count() < len(self.ids)

    def word_ids(self, words: Words) -> list[WordID]:
        """The IDs of the words in their lexicon, ascending."""
        found = []
        while words:
            found.append(self.ids[(words & -words).bit_length() - 1])
            words &= words - 1
        return found

    def bits(self, ids: Iterable[WordID]) -> Words:
        """The words with these IDs, all of them of this frame."""
        return sum(map(self._bits.__getitem__, ids))

    def _split(self, letter: Letter, numbers: list[int]) -> None:
        masks: dict[int, Words] = defaultdict(int)
        for place, number in enumerate(numbers):
            masks[number] |= 1 << place
        lacking = masks[0] if self.lexicon.family_positions[letter][0] == 0 else 0
        if lacking != self.everything:
            self._lacking[letter] = lacking
            self._families[letter] = [masks[number] for number in numbers]
