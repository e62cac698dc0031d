"""The game on a deck as a linear program, in sequence form (Romanovsky 1962, von Stengel 1996).

The dealer chooses the chance q of each word and claims v misses from each position. The claim may
not be more than the cost of any letter that the program knows there: q of the words that lack the
letter, and v of the positions that come next. The sum of v over the first positions is the most
that a lottery forces from a player who keeps to the known letters. The prices of the rows are that
player's best mixture: how often it comes to each position and guesses each letter there.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hangman_lab.exact.layers import has_several
from hangman_lab.lottery.linear_program import LinearProgram
from hangman_lab.tree_mixture import key_of
from hangman_lab.word_table import Numbers, WordTable
from service.engine.cheat_list import WordIDs
from service.search.word_sets import Letter, Words

Chances: TypeAlias = NDArray[np.float64]  # of the words of a deck; they sum to 1
Options: TypeAlias = list[tuple[Letter, int]]  # letters, each with its chance in parts of UNIT
Strategy: TypeAlias = Mapping[int, Options]  # by the key of a position without a safe letter

UNIT: Final = 1 << 20
FEW: Final = 3  # words of a position at which all letters are known from the start


class Row(NamedTuple):
    """A letter at a position, with the words that lack it and the positions that come next."""

    number: int
    letter: Letter
    lacking: Words
    nexts: tuple[Words, ...]


class Program:
    """The program for the words of a deck, by ID, which starts without letters."""

    def __init__(self, table: WordTable, deck: WordIDs) -> None:
        self.deck = deck
        self.rows: dict[Words, list[Row]] = {}
        self._table = table
        self._places = np.full(len(table), -1)
        self._places[deck] = np.arange(len(deck))
        self._first = self._parts(table.words(deck))
        self._columns: dict[Words, int] = {}
        self._lacking: list[Numbers] = []  # of each row, the places of the words in the deck
        self._linear = LinearProgram(len(deck))
        self._prices = np.zeros(0)  # of the rows, in the last solution
        self._new: list[tuple[Words, Row]] = []

    @property
    def grows(self) -> bool:
        """Whether there are rows that `solve` has not seen yet."""
        return bool(self._new)

    def learn(self, choice: Callable[[Words], Iterable[Letter]], *positions: Words) -> None:
        """Add the letters that `choice` returns for these positions and for those that follow.

        Without positions, begin with the first ones.
        """
        todo = list(positions or self._first)
        while todo:
            position = todo.pop()
            few = position.bit_count() <= FEW
            rows = self.rows.setdefault(position, [])
            self._columns.setdefault(position, len(self.deck) + len(self._columns))
            for letter in self._uncertain(position) if few else choice(position):
                row = self._row(position, letter)
                if all(row[2:] != other[2:] for other in rows):
                    rows.append(row)
                    self._lacking.append(self._places[self._table.ids(row.lacking)])
                    self._new.append((position, row))
                    todo += [following for following in row.nexts if following not in self.rows]

    def solve(self) -> tuple[Chances, float]:
        """The best lottery against the letters that are known, and the misses it forces."""
        self._tell_solver()
        values, self._prices, misses = self._linear.solution()
        chances = values[: len(self.deck)]
        return chances / chances.sum(), misses

    def strategy(self) -> Strategy:
        """The player's best mixture, after `solve`."""
        prices = self._prices.tolist()
        options: dict[int, Options] = {}
        for position, rows in self.rows.items():
            often = sum(prices[row.number] for row in rows)
            if often > 1 / UNIT**2:
                parts = [(row.letter, round(UNIT * prices[row.number] / often)) for row in rows]
                key = key_of(self._table.ids(position))
                options[key] = [(letter, part) for letter, part in parts if part]
        return options

    def misses(self, weights: Numbers) -> dict[Words, int]:
        """The misses of each position for a player who keeps to the known letters.

        `weights` of the deck's words are whole numbers.
        """
        starts = np.cumsum([0, *map(len, self._lacking[:-1])])
        missed = np.add.reduceat(weights[np.concatenate(self._lacking)], starts).tolist()
        misses: dict[Words, int] = {}
        for position in sorted(self.rows, key=int.bit_count):
            misses[position] = min(
                missed[row.number] + sum([misses[following] for following in row.nexts])
                for row in self.rows[position]
            )
        return misses

    def _uncertain(self, position: Words) -> list[Letter]:
        return [letter for letter, _ in self._table.sets.uncertain_letters(position)]

    def _row(self, position: Words, letter: Letter) -> Row:
        sets = self._table.sets
        lacking = position & sets.lacking(letter)
        nexts = [lacking, *sets.families(letter, position)]
        parts = sorted({part for following in nexts for part in self._parts(following)})
        return Row(len(self._lacking), letter, lacking, tuple(parts))

    def _parts(self, words: Words) -> list[Words]:
        """The parts into which safe letters split a list, without single words."""
        return (
            [part for part in self._table.sets.parts(words) if has_several(part)] if words else []
        )

    def _tell_solver(self) -> None:
        """Add the new columns and rows to the linear program."""
        self._linear.add_columns(len(self.deck) + len(self._columns))
        for position in self._first:
            self._linear.strive(self._columns[position], 1.0)
        rows = []
        for position, row in self._new:
            claims = [self._columns[words] for words in (position, *row.nexts)]
            columns = [*claims, *self._lacking[row.number].tolist()]
            rows.append((columns, [1.0] + [-1.0] * (len(columns) - 1)))
        self._linear.add_rows(rows)
        self._new.clear()
