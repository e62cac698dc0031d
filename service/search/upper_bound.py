"""An upper bound of a list's value: the misses of a player who always guesses the commonest letter.

It is close to the value, and quick: all words of all lists are played at once, each round a level
of the player's decision trees.
"""

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import FamilyNumbers, LetterSet, Lexicon
from service.search.words_in_play import WordsInPlay


def upper_bound(lexicon: Lexicon, ids: WordIDs, guessed: LetterSet = 0) -> int:
    """The most misses of that player on a single list of words, (words,) int64."""
    single = np.zeros(len(ids), dtype=np.uint8)
    return int(misses_of_most_words_player(lexicon, ids, single, guessed)[0])


def misses_of_most_words_player(
    lexicon: Lexicon, ids: WordIDs, lists: FamilyNumbers, guessed: LetterSet
) -> NDArray[np.int64]:
    """For each list, the most misses of a player who always guesses the letter in most words.

    `ids` (words,) int64; `lists` (words,) uint8 or uint16: the number of the list that each word is
    in. Letters in `guessed` are not guessed again; ties go to the first letter of the alphabet.
    The misses are (lists,) int64, -1 for a number that no word has.
    """
    most = np.full(int(lists.max()) + 1, -1, dtype=np.int64)
    words = WordsInPlay.at_the_start(lexicon, ids, lists, guessed)
    while len(words):
        np.maximum.at(most, words.lists, words.misses)
        words = words.together()
        if len(words):
            words = words.after(words.hits.argmax(axis=1))
    return most
