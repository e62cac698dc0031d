"""The words of one length; for each letter, the family of each word."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import CheatList, WordID, WordIDs
from service.engine.writing import Writing

Positions: TypeAlias = int  # where a letter stands: bit 0 = first letter of the word
LetterSet: TypeAlias = int  # some letters: bit 0 = first letter of the alphabet
FamilyNumbers: TypeAlias = NDArray[np.uint8 | np.uint16]  # shape (words,): each word's family

LONGEST_WORD = 64  # positions are kept as 64-bit masks
LARGEST_ALPHABET = 64  # so are sets of letters


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words of one length in a dictionary, indexed by letter.

    `writing`: the alphabet, and how people write its letters.
    `spellings` (words, length) uint8: each word as indices into `alphabet`.
    `commonness` (words,) uint8: the SCOWL size of each word, lower is commoner; all 0 if unknown.
    `presence` (words,) uint64: the letters of each word, as `LetterSet`.
    `family_numbers[letter]` (words,) uint8, or uint16 if there are over 256: equal for words
    that have the letter at the same positions.
    `family_positions[letter][number]`: those positions. A family that shows fewer letters has a
    lower number; if they show as many, the one whose letters stand further right does. So if the
    lowest number wins a tie, ties are broken as in BYU's CS 240.

    Word IDs are in Gray-code order of letter presence, so that a typical cheat list is a few runs
    of IDs (Lemire and Kaser compress a bitmap index by ordering its rows in this way).
    """

    writing: Writing
    length: int
    spellings: NDArray[np.uint8]
    commonness: NDArray[np.uint8]
    presence: NDArray[np.uint64]
    family_numbers: tuple[FamilyNumbers, ...]
    family_positions: tuple[tuple[Positions, ...], ...]

    def __len__(self) -> int:
        return len(self.commonness)

    @cached_property
    def alphabet(self) -> str:
        """The letters of the words; a word may lack any of them."""
        return self.writing.alphabet

    def word(self, word_id: WordID) -> str:
        """The word with this ID, in letters of the alphabet."""
        return "".join([self.alphabet[index] for index in self.spellings[word_id].tolist()])

    def words(self, ids: WordIDs) -> list[str]:
        """The words with these IDs, in their order and in letters of the alphabet."""
        spelled = np.array([*self.alphabet])[self.spellings.take(ids, axis=0)]
        words: list[str] = spelled.view(f"U{self.length}").ravel().tolist()
        return words

    def commonest(self, ids: WordIDs, most: int) -> list[str]:
        """The `most` commonest of these words, or all if there are fewer; commonest first.

        They are as people write them.
        """
        order = np.argsort(self.commonness.take(ids), kind="stable")
        return self.written(ids[order[:most]])

    def written(self, ids: WordIDs) -> list[str]:
        """The words with these IDs, in their order and as people write them."""
        return [*map(self.writing.written, self.words(ids))]

    @cached_property
    def everything(self) -> WordIDs:
        """All word IDs, (words,) int64."""
        ids = np.arange(len(self), dtype=np.int64)
        ids.flags.writeable = False
        return ids

    @cached_property
    def distinct_letters(self) -> NDArray[np.uint8]:
        """How many distinct letters each word has, (words,)."""
        return np.bitwise_count(self.presence)

    @cached_property
    def family_counts(self) -> tuple[NDArray[np.int64], ...]:
        """For each letter, the `counts` of the families of all words."""
        return tuple([self.counted(each, self.distinct_letters) for each in self.family_numbers])

    @cached_property
    def family_sizes(self) -> tuple[NDArray[np.int64], ...]:
        """For each letter, how many of all words each family has, (families,) int64.

        The first guess at a length leaves the same behind, whichever dealer answers it: some need
        the counts, others only the sizes, and another game's times would tell which.
        """
        return tuple([counts.sum(axis=1) for counts in self.family_counts])

    def counted(self, numbers: FamilyNumbers, distinct: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The words by family number and number of distinct letters, (families, length + 1)."""
        # Number the cells of this table row by row, so that one bincount fills all of them.
        columns = self.length + 1
        cells = np.multiply(numbers, columns, dtype=np.intp)
        cells += distinct
        counts = np.bincount(cells, minlength=(int(numbers.max(initial=0)) + 1) * columns)
        return counts.reshape(-1, columns)

    def id_of(self, word: str) -> WordID | None:
        """The ID of `word`, or None if the lexicon does not have it."""
        if len(word) != self.length or not set(word) <= set(self.alphabet):
            return None
        spelling = np.array([self.alphabet.index(letter) for letter in word], dtype=np.uint8)
        # Few words have the same set of letters: compare the spellings of these alone.
        anagrams = np.flatnonzero(self.presence == letter_set(word, self.alphabet))
        same = (self.spellings[anagrams] == spelling).all(axis=1)
        return int(anagrams[same][0]) if same.any() else None

    def cheat_list(self, ids: WordIDs) -> CheatList:
        """Some of the words, (size,) int64 ascending, as a cheat list."""
        return CheatList(len(self), ids)

    def families(self, letter: str, cheat_list: CheatList) -> "Families":
        """The word families into which `letter` splits a cheat list."""
        return Families(self, self.alphabet.index(letter), cheat_list)

    def with_letter_at(self, letter: str, positions: Positions) -> NDArray[np.bool_]:
        """For each word, whether it has `letter` at exactly `positions`; shape (words,)."""
        if letter not in self.alphabet:
            return np.full(len(self), positions == 0)
        index = self.alphabet.index(letter)
        if positions not in self.family_positions[index]:
            return np.zeros(len(self), dtype=np.bool_)
        number = self.family_positions[index].index(positions)
        return np.equal(self.family_numbers[index], number)


@dataclass(frozen=True)
class Family:
    """The words of a cheat list that have a letter at the same positions."""

    families: "Families"
    number: int

    @property
    def positions(self) -> Positions:
        """Where the letter stands; 0 if the words do not have it."""
        return self.families.lexicon.family_positions[self.families.letter][self.number]

    @property
    def size(self) -> int:
        """How many words it has."""
        return int(self.families.sizes[self.number])

    @property
    def cheat_list(self) -> CheatList:
        """Its words, as the cheat list of a dealer who keeps it."""
        words, numbers = self.families.cheat_list, self.families.numbers
        return words if self.size == len(numbers) else words.only(numbers == self.number)

    @property
    def ids(self) -> WordIDs:
        """Its words, (size,) int64, ascending."""
        return self.cheat_list.ids


@dataclass(frozen=True, eq=False)
class Families:
    """A cheat list split by where a letter stands (CS106L's handout).

    `letter` is an index into the lexicon's alphabet. Families are numbered as in the lexicon, so a
    dealer that takes the first of its best families breaks ties as CS 240 does.
    """

    lexicon: Lexicon
    letter: int
    cheat_list: CheatList

    def __iter__(self) -> Iterator[Family]:
        return (Family(self, number) for number in np.flatnonzero(self.sizes).tolist())

    def __len__(self) -> int:
        return int(np.count_nonzero(self.sizes))

    @cached_property
    def numbers(self) -> FamilyNumbers:
        """The family number of each word of the cheat list, (size,) uint8 or uint16."""
        of_all_words = self.lexicon.family_numbers[self.letter]
        if self.cheat_list.is_everything:
            return of_all_words
        return of_all_words.take(self.cheat_list.ids)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many of the words each family has, (families,) int64; 0 if it has none."""
        # All words are possible, as at the first guess: the lexicon has the sizes.
        if self.numbers is self.lexicon.family_numbers[self.letter]:
            return self.lexicon.family_sizes[self.letter]
        # If a dealer has computed `counts`, use them; `vars` does not compute them.
        counts = vars(self).get("counts")
        return np.bincount(self.numbers) if counts is None else counts.sum(axis=1)

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """The words of each family by their number of letters, (families, length + 1)."""
        # All words are possible: the lexicon has the counts.
        if self.numbers is self.lexicon.family_numbers[self.letter]:
            return self.lexicon.family_counts[self.letter]
        distinct = self.lexicon.distinct_letters.take(self.cheat_list.ids)
        return self.lexicon.counted(self.numbers, distinct)

    @property
    def lacking(self) -> bool:
        """Whether family 0 is the family without the letter."""
        return self.lexicon.family_positions[self.letter][0] == 0

    @property
    def words_with_letter(self) -> int:
        """How many of the words have the letter."""
        return int(np.count_nonzero(self.numbers)) if self.lacking else len(self.numbers)

    def at(self, positions: Positions) -> Family:
        """The family of the words with the letter at `positions`.

        Raises ValueError if no word of the lexicon has it there.
        """
        return Family(self, self.lexicon.family_positions[self.letter].index(positions))

    def scores(self, hits: int) -> NDArray[np.int64]:
        """Moertel's cheat score of each family: the letters not guessed yet in each word, summed.

        (families,) int64, -1 for a family without words. Each word of the cheat list has `hits` of
        the letters guessed before: those that the pattern shows.
        """
        # A word with n letters has n - hits - 1 left to guess, if it has this letter too.
        unguessed = np.arange(self.counts.shape[1]) - hits - 1
        scores = self.counts @ unguessed
        # A word that lacks this letter has one more.
        if self.lacking:
            scores[0] += self.sizes[0]
        return np.where(self.sizes, scores, -1)


def number_type(families: int) -> type[np.uint8] | type[np.uint16]:
    """The smallest type for the family numbers of a letter with `families` families."""
    return np.uint8 if families <= 256 else np.uint16


def positions_of(letter: str, word: str) -> Positions:
    """Where `letter` stands in `word`."""
    return sum(1 << index for index, other in enumerate(word) if other == letter)


def letter_set(letters: Iterable[str], alphabet: str) -> LetterSet:
    """Some letters as bits: 0b101 for "acé" in "abc", which does not have é."""
    return sum(1 << alphabet.index(letter) for letter in set(letters) if letter in alphabet)
