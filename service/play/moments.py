"""The moments of a game: what was possible before each guess, and what its answer left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import LetterSet, Lexicon, letter_set
from service.engine.transcript import Answer, LetterAnswer, Transcript
from service.engine.weights import Weights
from service.search.bit_sets import numbers_in
from service.search.expectations import split_by_letter, unsplit
from service.search.quick_bounds import Split
from service.search.word_sets import Letter


@dataclass(frozen=True, eq=False)
class Moment:
    """A guess with its answer; `said` before it, and the words that are possible before and after.

    `ids` and `after` are (size,) int64, ascending; `weights` are those of all words. `total` and
    `left` are what `ids` and `after` weigh.
    """

    lexicon: Lexicon
    weights: Weights
    said: Transcript
    ids: WordIDs
    answer: Answer
    after: WordIDs
    total: int
    left: int

    @cached_property
    def guessed(self) -> LetterSet:
        """The letters of the alphabet that were guessed before, or shown from the start."""
        return letter_set(self.said.guessed_letters, self.lexicon.alphabet)

    @cached_property
    def missed(self) -> int:
        """What the possible words that the guess misses weigh together."""
        missed = self.split.missed
        return self.left if missed is self.after else self.weight(missed)

    @cached_property
    def letters(self) -> list[Letter]:
        """The letters that could be guessed: not guessed before, and in a possible word."""
        there = int(np.bitwise_or.reduce(self.lexicon.presence.take(self.ids)))
        return list(numbers_in(there & ~self.guessed))

    def weight(self, ids: WordIDs) -> int:
        """What some words weigh together."""
        return int(self.weights.take(ids).sum())

    def weight_with(self, letter: Letter) -> int:
        """What the possible words that have a letter weigh together."""
        presence = self.lexicon.presence.take(self.ids)
        return self.weight(self.ids.compress(presence & np.uint64(1 << letter) != 0))

    @property
    def repeated(self) -> bool:
        """Whether the guess was made before, or shows what was shown from the start."""
        return any(answer.guess == self.answer.guess for answer in self.said.answers)

    @cached_property
    def split(self) -> Split:
        """The lists that the guess could leave."""
        guess, lexicon = self.answer.guess, self.lexicon
        if not isinstance(self.answer, LetterAnswer):
            others = self.ids[self.ids != lexicon.id_of(guess)] if self.answer.hit else self.after
            return unsplit(others, others, self.guessed)
        if guess not in lexicon.alphabet:
            return unsplit(self.ids, self.ids, self.guessed)
        return split_by_letter(lexicon, self.ids, lexicon.alphabet.index(guess), self.guessed)

    @property
    def tells_nothing(self) -> bool:
        """Whether the answer was certain, and left all words."""
        return len(self.after) == len(self.ids) and len(self.split.missed) in (0, len(self.ids))


def moments(
    lexicon: Lexicon, weights: Weights, start: Transcript, answers: Sequence[Answer]
) -> Iterator[Moment]:
    """The moments of a game up to its first impossible answer, which leaves no words.

    Raises NoWordFits if no word fits the start.
    """
    said, ids = start, start.fitting(lexicon)
    total = int(weights.take(ids).sum())
    for answer in answers:
        after = _after(ids, answer, lexicon)
        left = total if after is ids else int(weights.take(after).sum())
        yield Moment(lexicon, weights, said, ids, answer, after, total, left)
        if not len(after):
            return
        said, ids, total = said.after(answer), after, left


def _after(ids: WordIDs, answer: Answer, lexicon: Lexicon) -> WordIDs:
    """The possible words after an answer: `ids` itself if it tells nothing."""
    if isinstance(answer, LetterAnswer):
        fits = answer.fits(lexicon).take(ids)
    else:
        fits = (ids == lexicon.id_of(answer.word)) == answer.hit
    return ids if fits.all() else ids.compress(fits)
