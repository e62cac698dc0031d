"""The words of one length; for each letter, the family of each word."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from service.engine.proven import Proven

Positions: TypeAlias = int  # where a letter stands: bit 0 = first letter of the word
LetterSet: TypeAlias = int  # some letters: bit 0 = first letter of the alphabet
WordID: TypeAlias = int  # index of a word in its lexicon
WordIDs: TypeAlias = NDArray[np.int64]  # a cheat list: (size,), strictly ascending
FamilyNumbers: TypeAlias = NDArray[np.uint8 | np.uint16]

LONGEST_WORD = 64  # positions are kept as 64-bit masks
LARGEST_ALPHABET = 64  # so are sets of letters


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words of one length in a dictionary, indexed by letter.

    `spellings` (words, length) uint8: each word as indices into `alphabet`.
    `commonness` (words,) uint8: the SCOWL size of each word, lower is commoner; all 0 if unknown.
    `presence` (words,) uint64: the letters of each word, as `LetterSet`.
    `family_numbers[letter]` (words,) uint8, or uint16 where there are over 256: equal for words
    that have the letter at the same positions.
    `family_positions[letter][number]`: those positions. Families are numbered by fewest letters
    first, then by letters further right, so that the first of equals wins every tie as BYU's
    CS 240 documents.
    `proven`: what is known beforehand of the misses that can be forced.

    Word IDs are in Gray-code order of letter presence (Lemire and Kaser: order the rows so that
    the bitmaps compress), so that typical cheat lists are a few runs of IDs.
    """

    alphabet: str
    length: int
    spellings: NDArray[np.uint8]
    commonness: NDArray[np.uint8]
    presence: NDArray[np.uint64]
    family_numbers: tuple[FamilyNumbers, ...]
    family_positions: tuple[tuple[Positions, ...], ...]
    proven: Proven | None = None

    def __len__(self) -> int:
        return len(self.commonness)

    def word(self, word_id: WordID) -> str:
        """The word with this ID."""
        return "".join([self.alphabet[index] for index in self.spellings[word_id].tolist()])

    def words(self, ids: WordIDs) -> list[str]:
        """The words with these IDs, in their order."""
        return [self.word(word_id) for word_id in ids.tolist()]

    def commonest(self, ids: WordIDs, most: int) -> list[str]:
        """The commonest of some words, commonest first, `most` at the most."""
        order = np.argsort(self.commonness.take(ids), kind="stable")
        return self.words(ids[order[:most]])

    @cached_property
    def everything(self) -> WordIDs:
        """All word IDs: the cheat list of a game that has just begun."""
        ids = np.arange(len(self), dtype=np.int64)
        ids.flags.writeable = False
        return ids

    def id_of(self, word: str) -> WordID | None:
        """The ID of `word`, or None where the lexicon does not have it."""
        if len(word) != self.length or not set(word) <= set(self.alphabet):
            return None
        spelling = np.array([self.alphabet.index(letter) for letter in word], dtype=np.uint8)
        anagrams = np.flatnonzero(self.presence == letter_set(word, self.alphabet))
        same = (self.spellings[anagrams] == spelling).all(axis=1)
        return int(anagrams[same][0]) if same.any() else None

    def families(self, letter: str, cheat_list: WordIDs) -> "Families":
        """The word families into which `letter` splits a cheat list."""
        index = self.alphabet.index(letter)
        numbers = self.family_numbers[index]
        if len(cheat_list) < len(self):
            numbers = numbers.take(cheat_list)
        return Families(self, index, cheat_list, numbers, np.bincount(numbers))

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
        """Where the letter stands; 0 where the words do not have it."""
        return self.families.lexicon.family_positions[self.families.letter][self.number]

    @property
    def size(self) -> int:
        """How many words it has."""
        return int(self.families.sizes[self.number])

    @property
    def ids(self) -> WordIDs:
        """Its words, ascending."""
        of = self.families
        return of.cheat_list if self.size == len(of.cheat_list) else of.ids_of(self.number)


@dataclass(frozen=True)
class Families:
    """A cheat list split by where a letter stands (CS106L's handout).

    `numbers` (size of the cheat list,): the family number of each word.
    `sizes` (families of the lexicon,) int64: words in each family, 0 for those that no word of
    the cheat list is in. In this order the first of equals wins a tie.
    """

    lexicon: Lexicon
    letter: int
    cheat_list: WordIDs
    numbers: FamilyNumbers
    sizes: NDArray[np.int64]

    def __iter__(self) -> Iterator[Family]:
        return (Family(self, number) for number in np.flatnonzero(self.sizes).tolist())

    def __len__(self) -> int:
        return int(np.count_nonzero(self.sizes))

    @property
    def lacking(self) -> bool:
        """Whether family 0 is that of the words without the letter."""
        return self.lexicon.family_positions[self.letter][0] == 0

    def ids_of(self, number: int) -> WordIDs:
        """The words of the family with this number."""
        return self.cheat_list.compress(self.numbers == number)

    def at(self, positions: Positions) -> Family:
        """The family of the words with the letter at `positions`.

        Raises ValueError where no word of the lexicon has it there.
        """
        return Family(self, self.lexicon.family_positions[self.letter].index(positions))

    def scores(self, letters: LetterSet) -> NDArray[np.float64]:
        """For each family, the distinct letters of each word that are in `letters`, summed.

        The cheat score of a list, where `letters` are those not yet guessed (Moertel).
        """
        presence = self.lexicon.presence
        if len(self.cheat_list) < len(self.lexicon):
            presence = presence.take(self.cheat_list)
        weights = np.bitwise_count(presence & np.uint64(letters))
        return np.bincount(self.numbers, weights).astype(np.float64, copy=False)


def in_alphabet(text: str, alphabet: str) -> str:
    """`text` in NFC, with each letter in the case that the alphabet has; others as they are."""
    if text in alphabet:
        return text  # a letter, nearly always
    composed = normalize("NFC", text)
    return "".join([one if one in alphabet else one.lower() for one in composed])


def number_type(families: int) -> type[np.uint8] | type[np.uint16]:
    """The type of the family numbers of a letter that has so many families."""
    return np.uint8 if families <= 256 else np.uint16


def positions_of(letter: str, word: str) -> Positions:
    """Where `letter` stands in `word`."""
    return sum(1 << index for index, other in enumerate(word) if other == letter)


def places(positions: Positions) -> list[int]:
    """Positions as a list, from 0: [0, 5] for `0b100001`."""
    return [index for index in range(positions.bit_length()) if positions >> index & 1]


def letter_set(letters: str, alphabet: str) -> LetterSet:
    """Some letters of an alphabet as bits."""
    return sum(1 << alphabet.index(letter) for letter in set(letters))
