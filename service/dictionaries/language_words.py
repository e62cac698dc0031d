"""Which words of a language become its dictionary: hunspell accepts them, and they are no names,
abbreviations or fragments, and nothing that no child should be shown.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import islice
from typing import Final
from unicodedata import normalize

from service.dictionaries.arrays import DictionaryError
from service.dictionaries.commonness import by_rank
from service.dictionaries.hunspell import Hunspell, Reading
from service.engine.lexicon import LONGEST_WORD
from service.engine.writing import Writing

SHORTEST: Final = 4  # of two or three letters, too many are abbreviations
COMMONEST_NAME: Final = 1e-4  # of all words in texts; what is more common is a word
MOST_COMMON: Final = 60_000
MOST_FORMS: Final = 250_000


class LeftOut(StrEnum):
    """Why a word is left out; the first reason that applies counts."""

    UNKNOWN = "not accepted by hunspell: names, foreign words, mistakes"
    OUTSIDE = "with other characters"
    LENGTH = f"shorter than {SHORTEST} letters, or longer than {LONGEST_WORD}"
    ABBREVIATION = "abbreviations: without a vowel"
    NAME = "names: in the list with a capital, too, and without affixes or as a compound"
    FOREIGN = "foreign: in the list without affixes, and commoner in English"
    HIDDEN = "hidden, or from a stem that is"
    DUPLICATE = "another way to write a word"


@dataclass(frozen=True)
class Choice:
    """The words that are chosen, with their commonness (0 if it is not known).

    `left_out` counts the others by reason, and `examples` has the first of each.
    """

    commonness: Mapping[str, int] = field(default_factory=dict)
    left_out: Counter[LeftOut] = field(default_factory=Counter)
    examples: dict[LeftOut, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class LanguageWords:
    """The rules by which words of a language are chosen.

    `hidden` has words and stems in small letters. A word that is in hunspell's list without affixes
    is foreign if it is commoner in `english` than in the language. With `has_capital_nouns`, a word
    is read with a capital, too.
    """

    hunspell: Hunspell
    writing: Writing
    vowels: str = ""
    hidden: frozenset[str] = frozenset()
    english: Mapping[str, float] = field(default_factory=dict)
    has_capital_nouns: bool = False

    def commonest(
        self, frequencies: Mapping[str, float], count: Callable[[float], None] = lambda _: None
    ) -> Choice:
        """The commonest words, MOST_COMMON at most, of those whose frequencies are known.

        It calls `count` with the number of words just chosen. Raises DictionaryError without words.
        """
        choice = Choice()
        chosen: dict[str, float] = {}
        for word, frequency in frequencies.items():
            if len(chosen) == MOST_COMMON:
                break
            if letters := self._chosen(word, frequency, choice, chosen):
                chosen[letters] = frequency
                count(1)
        return self._with_words(choice, by_rank(chosen))

    def all_words(self, count: Callable[[float], None] = lambda _: None) -> Choice:
        """All words that the stems make; if these are more than MOST_FORMS, the stems alone.

        Of more stems than that, every second or third one is taken: nobody knows the commonest.
        It calls `count` with the number of words just seen. Raises DictionaryError without words.
        """
        words = list(islice(self.hunspell.words(), 4 * MOST_FORMS + 1))
        if len({*words}) > MOST_FORMS:
            words = list(self.hunspell.stems())
            words = words[:: -(-len(words) // MOST_FORMS)]
        choice = Choice()
        chosen: dict[str, int] = {}
        for word in dict.fromkeys(map(self._small, words)):
            count(1)
            if letters := self._chosen(word, 0, choice, chosen):
                chosen[letters] = 0
        return self._with_words(choice, chosen)

    def _chosen(
        self, word: str, frequency: float, choice: Choice, known: Mapping[str, object]
    ) -> str:
        """A word in letters of the alphabet; nothing if it is left out: then `choice` counts it."""
        letters = self.writing.read(word)
        reason = next(self._objections(word, letters, frequency), None)
        if reason is None and letters in known:
            reason = LeftOut.DUPLICATE
        if reason is None:
            return letters
        choice.left_out[reason] += 1
        examples = choice.examples.setdefault(reason, [])
        if len(examples) < 3:
            examples.append(word)
        return ""

    def _objections(self, word: str, letters: str, frequency: float) -> Iterator[LeftOut]:
        if not set(letters) <= self._letters:
            yield LeftOut.OUTSIDE
        elif not SHORTEST <= len(letters) <= LONGEST_WORD:
            yield LeftOut.LENGTH
        elif (reading := self._reading(word)) is None:
            yield LeftOut.UNKNOWN
        else:
            yield from self._doubts(word, letters, frequency, reading)

    def _doubts(
        self, word: str, letters: str, frequency: float, reading: Reading
    ) -> Iterator[LeftOut]:
        if self.vowels and self._vowels.isdisjoint(letters):
            yield LeftOut.ABBREVIATION
        is_odd = (reading.is_bare or reading.is_compound) and frequency < COMMONEST_NAME
        if is_odd and self._is_name(word):
            yield LeftOut.NAME
        if reading.is_bare and self.english.get(word, 0) > frequency > 0:
            yield LeftOut.FOREIGN
        if not self.hidden.isdisjoint({word, letters, *map(self._small, reading.stems)}):
            yield LeftOut.HIDDEN

    def _reading(self, word: str) -> Reading | None:
        return self.hunspell.reading(word) or (
            self.hunspell.reading(self._with_capital(word)) if self.has_capital_nouns else None
        )

    def _is_name(self, word: str) -> bool:
        return not self.has_capital_nouns and self.hunspell.lists(self._with_capital(word))

    def _with_capital(self, word: str) -> str:
        return f"{self.writing.capital(word[0])}{word[1:]}"

    def _small(self, word: str) -> str:
        """A word whose first letter is small."""
        first = self.writing.read(word[0]) if word[:1].isupper() else word[:1]
        return f"{first}{word[1:]}" if first in self._letters else word

    @cached_property
    def _letters(self) -> frozenset[str]:
        return frozenset(self.writing.alphabet)

    @cached_property
    def _vowels(self) -> frozenset[str]:
        """The vowels, with and without accents."""
        letters = self.writing.alphabet
        return frozenset(each for each in letters if normalize("NFD", each)[0] in self.vowels)

    @staticmethod
    def _with_words(choice: Choice, commonness: Mapping[str, int]) -> Choice:
        if not commonness:
            raise DictionaryError("no word of the list can be used")
        return Choice(commonness, choice.left_out, choice.examples)
