"""The fewest misses to expect of a lexicon, closer and closer, and the letters for the guesser."""

from contextlib import suppress
from typing import Final

from hangman_lab.exact.guessers import LeastExpected, position_of
from hangman_lab.exact.least_misses import LeastMisses
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.search.budget import Bounds, Cancelled
from service.search.word_sets import Words

RAISE_DIVISOR: Final = 20  # a lower bound is raised by a twentieth of it at a time


def bounds_of(least: LeastMisses, words: Words, upper: int) -> Bounds:
    """Bounds on the misses of the best player, at most `upper`; exact if the budget suffices.

    The search raises its limit by a few percent at a time, so that it has a good lower bound when
    the budget ends. It uses the bounds of each round again, so this costs hardly any more nodes.
    """
    lower = least.lower(words)
    with suppress(Cancelled):
        while lower < upper:
            limit = lower + lower // RAISE_DIVISOR + 1
            lower = least.misses_below(limit, words)
            if lower < limit:
                return Bounds(lower, lower)
    return Bounds(lower, upper)


def best_letters(lexicon: Lexicon, least: LeastMisses) -> dict[str, str]:
    """The best letters at the positions where `expected` cannot compute them in time.

    The positions are those of the best player's games, named by `position_of`. `least` must have
    searched all words of the lexicon. Raises Cancelled.
    """
    guesser, table = LeastExpected(), {}
    positions = [PossibleWords(lexicon, lexicon.everything, 0)]
    while positions:
        possible = positions.pop()
        letter = guesser.searched_letter(possible) if len(possible) > 1 else None
        if letter is None and len(possible) > 1:
            letter = least.best_letter(least.word_sets.words_of(possible.ids.tolist()))
            table[position_of(possible)] = lexicon.alphabet[letter]
        if letter is not None:
            positions += [
                PossibleWords(lexicon, family.ids, possible.guessed | 1 << letter)
                for family in possible.families(letter)
            ]
    return dict(sorted(table.items()))
