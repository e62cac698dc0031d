"""The best letters at the positions where the guesser `expected` cannot work them out in time."""

from dataclasses import replace

from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.search.guessers import LeastExpected
from service.search.least_misses import LeastMisses


def best_letters(lexicon: Lexicon, least: LeastMisses) -> dict[str, str]:
    """A letter for each such position of the best player's games, as `PossibleWords.position`.

    `least` has searched all words of the lexicon. Raises Cancelled.
    """
    bare, guesser, table = replace(lexicon, best_letters={}), LeastExpected(), {}
    positions = [PossibleWords(bare, bare.everything, 0)]
    while positions:
        possible = positions.pop()
        letter = guesser.searched_letter(possible) if len(possible) > 1 else None
        if letter is None and len(possible) > 1:
            letter = least.best_letter(least.word_sets.words_of(possible.ids.tolist()))
            table[possible.position] = lexicon.alphabet[letter]
        if letter is not None:
            positions += [
                PossibleWords(bare, family.ids, possible.guessed | 1 << letter)
                for family in possible.families(letter)
            ]
    return dict(sorted(table.items()))
