"""What `largest-family` guarantees: the fewest misses of a player who knows it.

The letters that were missed and the families that were kept for hits say which words are left, in
whatever order the letters were guessed. Games that agree in them are one. The search looks at all
games of no miss and no hit, then of no miss and one hit, and so on; then at those of one miss. So
the first game that leaves a single word has the fewest misses.

Before that, a player who goes on with a few games only, those that leave the fewest words, shows an
upper bound. Then only games matter that may win with fewer misses; `Ceilings` rules others out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from hangman_lab.exact.ceilings import Ceilings
from hangman_lab.exact.family_columns import Column, FamilyColumns, Numbers
from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon
from service.search.budget import Bounds, Cancelled

FEW: Final = 5000  # games with the same numbers of misses and hits
TOGETHER: Final = 2**20  # words, or families, of the games that are looked at together
MANY: Final = 2**22  # games that wait to be merged: 100 MB

GAME: Final = np.dtype(
    [
        ("missed", np.uint64),  # the letters that were missed, as `LetterSet`
        ("pattern", np.int32),  # the number of the families that were kept for hits
        ("size", np.int32),  # the words that are left
        ("before", np.int32),  # the number of the game before the last guess
        ("letter", np.int32),  # that guess
    ]
)
Games: TypeAlias = NDArray[np.void]  # (games,) of GAME
Pattern: TypeAlias = frozenset[Column]  # the families that were kept for hits


@dataclass(frozen=True)
class Guarantee(Bounds):
    """Bounds on the misses that a dealer guarantees; the letters of `line` win within the upper.

    `nodes` says how many lists of words were looked at.
    """

    line: str
    nodes: int = 0


def closer_bounds(
    lexicon: Lexicon, go_on: Callable[[], bool], bounds: Guarantee
) -> Iterator[Guarantee]:
    """Bounds closer and closer than those given, until they meet or `go_on` says no."""
    columns = FamilyColumns.of(lexicon)
    for most_games in (FEW, None):
        search = _Search(columns, bounds, go_on, most_games)
        with suppress(Cancelled):
            for bounds in search.layers():
                yield bounds
        bounds = search.bounds
        yield bounds


class _Search:
    """All games; or of those with equally many misses and hits, `most_games` with fewest words.

    `bounds` has what is known at the moment.
    """

    def __init__(
        self,
        columns: FamilyColumns,
        bounds: Guarantee,
        go_on: Callable[[], bool],
        most_games: int | None,
    ) -> None:
        self.bounds = bounds
        self._columns = columns
        self._lexicon = columns.lexicon
        self._ceilings = Ceilings(columns)
        self._go_on = go_on
        self._most_games = most_games
        self._patterns: list[Pattern] = []
        self._numbers: dict[Pattern, int] = {}
        self._history: list[Games] = []

    def layers(self) -> Iterator[Guarantee]:
        """The bounds, after each number of misses. Raises Cancelled."""
        start = (0, self._number_of(frozenset()), len(self._lexicon), -1, -1)
        layer = {0: [np.array([start], dtype=GAME)]}
        misses = 0
        while layer and misses < self.bounds.upper:
            layer = self._next_layer(layer, misses)
            misses += 1
            self._raise_lower(misses)
            yield self.bounds
        self._raise_lower(self.bounds.upper)

    def _raise_lower(self, misses: int) -> None:
        """Note that nobody wins with fewer misses, if all games have been looked at."""
        if self._most_games is None:
            lower = max(self.bounds.lower, min(misses, self.bounds.upper))
            self.bounds = replace(self.bounds, lower=lower)

    def _next_layer(self, layer: dict[int, list[Games]], misses: int) -> dict[int, list[Games]]:
        """The games, by hits, that come after those of a layer and have one miss more.

        Raises Cancelled.
        """
        next_layer: defaultdict[int, list[Games]] = defaultdict(list)
        after_hit: list[Games] = []
        for hits in range(self._lexicon.length + 1):
            games = self._chosen([*layer.get(hits, []), *after_hit])
            number = sum(map(len, self._history))
            self._history.append(games)
            after_hit = []
            for rows, words in self._batches(games):
                after = self._after(games[rows], number + rows, words, misses)
                is_miss = after["missed"] != games["missed"][after["before"] - number]
                after_hit.append(after[~is_miss])
                if is_miss.any():
                    _put(next_layer[hits], after[is_miss])
        return next_layer

    def _chosen(self, games: list[Games]) -> Games:
        """One of all games that leave the same words; no more than `most_games`; by pattern."""
        merged = _merged(games)
        if self._most_games is None:
            return merged
        fewest_words = np.argsort(merged["size"], kind="stable")[: self._most_games]
        return merged[np.sort(fewest_words)]

    def _batches(self, games: Games) -> Iterator[tuple[Numbers, WordIDs]]:
        """Rows of games with one pattern, (rows,), and the pattern's words. Raises Cancelled."""
        starts = np.flatnonzero(np.diff(games["pattern"], prepend=-1)).tolist()
        for start, end in pairwise([*starts, len(games)]):
            rows, pattern = np.arange(start, end), games["pattern"][start]
            words = self._columns.words_with(self._patterns[pattern])
            cells = len(rows) * max(len(words), len(self._columns))
            for batch in np.array_split(rows, -(-cells // TOGETHER)):
                if not self._go_on():
                    raise Cancelled
                yield batch, words

    def _after(self, games: Games, numbers: Numbers, words: WordIDs, misses: int) -> Games:
        """The games after each letter that tells something, if they may win with fewer misses.

        `numbers` (games,) are the games' own; all have the same pattern, which `words` fit.
        """
        self.bounds = replace(self.bounds, nodes=self.bounds.nodes + len(games))
        pattern = self._patterns[games["pattern"][0]]
        hidden = self._lexicon.length - sum(self._columns.shown[list(pattern)])
        members = self._lexicon.presence[words] & games["missed"][:, np.newaxis] == 0
        counts = self._columns.counts(words, members)
        may_win = self._ceilings.may_win(counts, hidden, self.bounds.upper - 1 - misses)
        kept, sizes = self._columns.largest(counts[may_win])
        is_miss = self._columns.shown[kept] == 0
        self._note_wins(numbers[may_win], sizes == 1, misses + is_miss)
        most = self._most_words(hidden, self.bounds.upper - 1 - misses)[self._columns.shown[kept]]
        return self._guessed(
            games[may_win], numbers[may_win], kept, np.where(sizes <= most, sizes, 0)
        )

    def _guessed(self, games: Games, numbers: Numbers, kept: Numbers, sizes: Numbers) -> Games:
        """The games after each letter that tells something.

        `kept` and `sizes` (games, letters): the family that is kept, and its words, 0 if the game
        does not matter.
        """
        tells = (sizes > 0) & (sizes < games["size"][:, np.newaxis])
        rows, letters = np.nonzero(tells)
        after = games[rows]
        after["size"], after["before"], after["letter"] = sizes[tells], numbers[rows], letters
        is_miss = self._columns.shown[kept[tells]] == 0
        after["missed"] |= np.where(is_miss, 1 << letters, 0).astype(np.uint64)
        after["pattern"] = self._numbers_after(after["pattern"], kept[tells])
        return after

    def _numbers_after(self, patterns: Numbers, kept: Numbers) -> Numbers:
        """The number of each pattern after a family was kept; all are (guesses,) int64."""
        width = len(self._columns)
        pairs, inverse = np.unique(patterns.astype(np.int64) * width + kept, return_inverse=True)
        numbers = [self._number_after(*divmod(pair, width)) for pair in pairs.tolist()]
        return np.array(numbers, dtype=np.int64)[inverse]

    def _number_after(self, pattern: int, kept: Column) -> int:
        if self._columns.shown[kept] == 0:
            return pattern
        return self._number_of(self._patterns[pattern] | {kept})

    def _number_of(self, pattern: Pattern) -> int:
        if pattern not in self._numbers:
            self._numbers[pattern] = len(self._patterns)
            self._patterns.append(pattern)
        return self._numbers[pattern]

    def _most_words(self, hidden: int, misses: int) -> Numbers:
        """The ceilings after a miss, and after hits that show 1, 2, … places."""
        after_miss = self._ceilings.words(misses - 1, hidden)
        shown = range(1, self._lexicon.length + 1)
        return np.array([after_miss, *(self._ceilings.words(misses, hidden - n) for n in shown)])

    def _note_wins(self, numbers: Numbers, wins: NDArray[np.bool_], misses: Numbers) -> None:
        """Note the best of the guesses that win; `wins` and `misses` are (games, letters)."""
        misses = np.where(wins, misses, self.bounds.upper)
        if misses.size and misses.min() < self.bounds.upper:
            row, letter = np.unravel_index(misses.argmin(), misses.shape)
            line = self._line(int(numbers[row])) + self._lexicon.alphabet[letter]
            self.bounds = replace(self.bounds, upper=int(misses.min()), line=line)

    def _line(self, number: int) -> str:
        """The letters of a game, by its number."""
        line = ""
        while number > 0:
            game = self._game(number)
            line = self._lexicon.alphabet[game["letter"]] + line
            number = int(game["before"])
        return line

    def _game(self, number: int) -> np.void:
        games = iter(self._history)
        while number >= len(part := next(games)):
            number -= len(part)
        return cast("np.void", part[number])


def _put(waiting: list[Games], games: Games) -> None:
    """Put games behind others; merge them all if there are many since the last time."""
    waiting.append(games)
    if sum(map(len, waiting[1:])) > max(MANY, len(waiting[0])):
        waiting[:] = [_merged(waiting)]


def _merged(games: list[Games]) -> Games:
    """One of all games that leave the same words, by pattern."""
    every = np.concatenate(games or [np.empty(0, dtype=GAME)])
    every = every[np.lexsort((every["missed"], every["pattern"]))]
    is_new = np.ones(len(every), dtype=np.bool_)
    is_new[1:] = (np.diff(every["missed"]) != 0) | (np.diff(every["pattern"]) != 0)
    return every[is_new]
