"""How often a guesser finds a word before it is hanged: many games played at once.

A random guesser's games are sampled, guess by guess, in columns. A guesser without chance is not
sampled: it wins a word, or does not. Nor is one that mixes trees: its chances are worked out.
"""

import numpy as np
from numpy.typing import NDArray

from hangman_lab.experiments.game_columns import GameColumns
from hangman_lab.experiments.miss_chances import miss_chances
from hangman_lab.experiments.misses import misses_of_words
from hangman_lab.experiments.nodes import Integers, WordTable
from service.engine.cheat_list import WordIDs
from service.engine.guessers import Guesser, Random
from service.engine.lexicon import Lexicon
from service.search.unexploitable import Unexploitable


def exact_wins(lexicon: Lexicon, guesser: Guesser, max_misses: int) -> NDArray[np.float64]:
    """The chance that a guesser finds each word with fewer misses, (words,) float64."""
    if isinstance(guesser, Unexploitable):
        return np.asarray(miss_chances(lexicon, guesser)[:, :max_misses].sum(axis=1))
    [misses] = misses_of_words([lexicon], guesser)
    return (misses < max_misses).astype(np.float64)


def sampled_wins(
    lexicon: Lexicon,
    guesser: Random,
    targets: WordIDs,
    games: int,
    max_misses: int,
    chance: np.random.Generator,
) -> Integers:
    """How many of `games` games at each target the guesser wins, (targets,) int64.

    `targets` (targets,) int64: the word of each, by ID.
    """
    won = np.zeros(len(targets) * games, dtype=np.bool_)
    columns = GameColumns.at_the_start(WordTable(lexicon), np.repeat(targets, games))
    while len(columns):
        letters = columns.drawn(guesser, lambda games, guessed, totals: chance.integers(totals))
        numbers = columns.honest(letters)
        alive = columns.misses_after(letters, numbers) < max_misses
        columns = columns.only(alive).after(letters[alive], numbers[alive])
        alone = columns.sizes == 1  # the guesser knows the word: only hits follow
        won[columns.games[alone]] = True
        columns = columns.only(~alone)
    return np.asarray(won.reshape(len(targets), games).sum(axis=1))
