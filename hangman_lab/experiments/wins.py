"""How often a guesser finds a word before it is hanged: many games played at once.

A random guesser's games are sampled, guess by guess, in columns: games in which the same letters
got the same answers, in any order, are at one position, whose letters are counted once. For a
guesser without chance, and for one that mixes trees, the chances are computed instead.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hangman_lab.experiments.misses import chances_of_words
from hangman_lab.tree_mixture import Keys, mixed
from hangman_lab.walk import Positions
from hangman_lab.word_table import Numbers, WordTable
from service.engine.cheat_list import WordIDs
from service.engine.guessers import Guesser, Random
from service.engine.lexicon import Lexicon

AT_ONCE: Final = 200_000  # words, or letters of words: what is computed for them fits a cache


def exact_wins(lexicon: Lexicon, guesser: Guesser, max_misses: int) -> NDArray[np.float64]:
    """The chance that a guesser finds each word with fewer misses, (words,) float64."""
    return np.asarray(chances_of_words(lexicon, guesser)[:, :max_misses].sum(axis=1))


def sampled_wins(
    lexicon: Lexicon,
    guesser: Random,
    targets: WordIDs,
    games: int,
    max_misses: int,
    chance: np.random.Generator,
) -> Numbers:
    """How many of `games` games at each target the guesser wins, (targets,) int64.

    `targets` (targets,) int64: the word of each, by ID.
    """
    won = np.zeros(len(targets) * games, dtype=np.bool_)
    playing = Games.at_the_start(WordTable(lexicon), np.repeat(targets, games))
    while len(playing.numbers):
        ends = playing.letter_ends(guesser)
        drawn = chance.integers(ends[:, -1])
        letters = (ends > drawn[:, np.newaxis]).argmax(axis=1)
        alive = playing.misses_after(letters) < max_misses
        playing = playing.only(alive).after(letters[alive])
        alone = playing.positions.sizes[playing.places] == 1
        won[playing.numbers[alone]] = True  # the guesser knows the word: only hits follow
        playing = playing.only(~alone)
    return np.asarray(won.reshape(len(targets), games).sum(axis=1))


@dataclass(frozen=True)
class Games:
    """Games with an honest dealer; the columns are (games,) int64.

    `numbers`: games keep theirs when others end; `words`: the hidden word of each, by ID; `keys`:
    equal for games in which the same guesses got the same answers, as in `key_of`; `misses`;
    `places`: the position of each.
    """

    table: WordTable
    positions: Positions
    numbers: Numbers
    words: WordIDs
    keys: Keys
    misses: Numbers
    places: Numbers

    @classmethod
    def at_the_start(cls, table: WordTable, words: WordIDs) -> "Games":
        """A game for each of some words; a word may come more than once."""
        start, games, nothing = Positions.at_the_start(table), np.arange(len(words)), 0 * words
        return cls(table, start, games, words, nothing.astype(np.uint64), nothing, nothing)

    def letter_ends(self, guesser: Random) -> Numbers:
        """The summed weights of all letters up to each, in each game; (games, letters)."""
        places, place_of = np.unique(self.places, return_inverse=True)
        weights = map(guesser.letter_weights, self._letter_counts(places))
        ends = np.concatenate([each.cumsum(axis=1, dtype=np.int32) for each in weights])
        return ends.take(place_of, axis=0)

    def misses_after(self, letters: Numbers) -> Numbers:
        """The misses after a letter in each, (games,)."""
        return np.asarray(self.misses + (self.table.families[letters, self.words] == 0))

    def after(self, letters: Numbers) -> "Games":
        """The games after a letter in each, (games,)."""
        families = self.table.families[letters, self.words]
        keys = self.keys + mixed(letters * self.table.width + families)
        _, first, places = np.unique(keys, return_index=True, return_inverse=True)
        positions = self._left(self.places[first], letters[first], families[first])
        misses = self.misses_after(letters)
        return replace(self, positions=positions, keys=keys, misses=misses, places=places)

    def only(self, going_on: NDArray[np.bool_]) -> "Games":
        """The games that go on, (games,) bool."""
        numbers, words, misses, places = (
            column[going_on] for column in (self.numbers, self.words, self.misses, self.places)
        )
        keys = self.keys[going_on]
        return Games(self.table, self.positions, numbers, words, keys, misses, places)

    def _left(self, places: Numbers, letters: Numbers, families: Numbers) -> Positions:
        """The positions that one family under a letter leaves at each of some places."""
        parts = []
        for rows in _slices(self.positions.sizes[places]):
            batch = self.positions.take(places[rows])
            cells = np.repeat(letters[rows] * len(self.table), batch.sizes) + batch.ids
            is_kept = self.table.families.take(cells) == np.repeat(families[rows], batch.sizes)
            sizes = np.add.reduceat(is_kept, batch.starts, dtype=np.int64)
            guessed = batch.guessed | np.uint64(1) << letters[rows].astype(np.uint64)
            ids, starts = batch.ids.compress(is_kept), sizes.cumsum() - sizes
            parts.append(replace(batch, ids=ids, starts=starts, guessed=guessed))
        return Positions.joined(parts)

    def _letter_counts(self, places: Numbers) -> Iterator[Numbers]:
        """How often each letter stands at each position, (places, length, letters), in slices.

        Letters that were guessed count 0.
        """
        letters, length = self.table.letters, self.table.lexicon.length
        for rows in _slices((self.positions.sizes[places] + letters) * length):
            batch = self.positions.take(places[rows])
            cells = self.table.cells.take(batch.ids, axis=0)
            cells += np.repeat(np.arange(len(batch)) * length * letters, batch.sizes)[:, np.newaxis]
            counts = np.bincount(cells.ravel(), minlength=len(batch) * length * letters)
            is_hidden = ~batch.guessed[:, np.newaxis] >> np.arange(letters, dtype=np.uint64) & 1
            by_place = counts.reshape(-1, length, letters)
            yield by_place * is_hidden.astype(np.int64)[:, np.newaxis, :]


def _slices(work: Numbers) -> Iterator[slice]:
    """Slices of some rows, each of AT_ONCE work or slightly more; `work` (rows,) is per row."""
    batch = (work.cumsum() - work) // AT_ONCE
    cuts = [0, *(np.flatnonzero(np.diff(batch)) + 1).tolist(), len(work)]
    return (slice(first, last) for first, last in pairwise(cuts))
