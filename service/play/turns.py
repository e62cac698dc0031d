"""A game replayed: the possible words before and after each guess, and the misses they force."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from service.dictionaries.dictionary import Dictionary
from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon, letter_set
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import Answer, Transcript
from service.search.budget import Bounds, Budget, Cancelled
from service.search.values import value_bounds

BOUNDING: Final = 60  # steps to bound the misses that a list forces,
BOUNDING_WORDS: Final = 6  # and one for so many of its words
GROWN: Final = 4 / 3  # lists that are hardly longer than the last one bounded come last


@dataclass(frozen=True, eq=False)
class Turn:
    """A guess with its answer; what was said before it; the possible words before and after.

    If the answer tells nothing, `after` is `before` itself.
    """

    transcript: Transcript
    answer: Answer
    before: PossibleWords
    after: PossibleWords

    @property
    def is_repeated(self) -> bool:
        """Whether the guess was made before, or shows what was shown from the start."""
        return self.answer.guess in [answer.guess for answer in self.transcript.answers]

    @property
    def tells_nothing(self) -> bool:
        """Whether the answer was certain, and left all words."""
        return len(self.after) == len(self.before)

    @property
    def is_known_best(self) -> bool:
        """Whether the lexicon has the guess as the best letter, if its words are equally likely."""
        best = self.before.lexicon.best_letters.get(self.before.position)
        return best == self.answer.guess and not self.transcript.words


def turns(lexicon: Lexicon, start: Transcript, answers: Sequence[Answer]) -> list[Turn]:
    """The turns of a game up to its first impossible answer, which leaves no words.

    Raises NoWordFits if no word fits the start.
    """
    made: list[Turn] = []
    transcript, words = start, possible_words(lexicon, start)
    for answer in answers:
        if not len(words):
            break
        made.append(Turn(transcript, answer, words, _after(words, answer)))
        transcript, words = transcript.after(answer), made[-1].after
    return made


def _after(before: PossibleWords, answer: Answer) -> PossibleWords:
    lexicon, ids = before.lexicon, before.ids
    fits = answer.fits(lexicon).take(ids)
    guessed = before.guessed
    if not answer.is_word:
        guessed |= letter_set(answer.guess, lexicon.alphabet)
    if fits.all() and guessed == before.guessed:
        return before
    return PossibleWords(lexicon, ids if fits.all() else ids.compress(fits), guessed)


def misses_forced(
    dictionary: Dictionary, length: int, lists: Sequence[WordIDs], budget: Budget
) -> list[Bounds]:
    """Bounds on the misses that perfect play forces from each list, a part of the one before.

    The shortest list comes first, so that it gets what it needs of the budget; a list between two
    that force the same number forces it, too.
    """
    lexicon, table = dictionary.lexicons[length], dictionary.refutation_tables.get(length)
    by_size = {len(ids): ids for ids in lists}  # lists of the same size are the same list
    sizes = sorted(by_size)
    whole = dictionary.misses_forced.get(length, Bounds(0, len(lexicon) - 1))
    bounds = {size: whole if size == len(lexicon) else Bounds(0, whole.upper) for size in sizes}
    apart = _apart(sizes)
    for some in (apart, [size for size in sizes if size not in apart]):
        for size in some:
            if not bounds[size].exact:
                with suppress(Cancelled):
                    budget.spend(BOUNDING + size // BOUNDING_WORDS)
                    bounds[size] = value_bounds(lexicon, by_size[size], 0, budget, table)
        narrowed = monotone([bounds[size] for size in reversed(sizes)])
        bounds = dict(zip(sizes, reversed(narrowed), strict=True))
    return [bounds[len(ids)] for ids in lists]


def monotone(bounds: Sequence[Bounds]) -> list[Bounds]:
    """Bounds on numbers that never grow, each narrowed by the bounds before and after it.

    In a game, the misses that the words left can force never grow, because no word comes back.
    (9, 12), (4, 10), (6, 15) become (9, 12), (6, 10), (6, 10).
    """
    lowers = list(accumulate([one.lower for one in reversed(bounds)], max))
    uppers = accumulate([one.upper for one in bounds], min)
    return [Bounds(*pair) for pair in zip(reversed(lowers), uppers, strict=True)]


def _apart(sizes: list[int]) -> list[int]:
    """The first of some sizes, each that is GROWN times the one before it, and the last."""
    apart = sizes[:1]
    for size in sizes:
        if size >= GROWN * apart[-1] or size == sizes[-1] != apart[-1]:
            apart.append(size)
    return apart
