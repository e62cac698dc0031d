"""A player's mixed strategy on a deck, played out on all words of a lexicon at once.

Each round is a guess at every position that can be reached: the words that are still possible are a
row each, so a round is a few operations on arrays. Positions with the same words become one.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hangman_lab.lottery.moves import Numbers, segments
from hangman_lab.lottery.program import UNIT, Options, Strategy
from hangman_lab.lottery.word_table import WordTable
from service.engine.cheat_list import WordIDs
from service.search.tree_mixture import Keys, mixed

Costs = NDArray[np.float64]  # (words,): the misses to expect


@dataclass(frozen=True)
class Plan:
    """How to play on all words: a letter that is safe; else by the words of the deck.

    If safe letters would tell words of the deck apart, one of them; else a letter by the strategy.
    If at most one word of the deck is possible, the letter in words with most of the `weights`
    (words,) float64.
    """

    deck: WordIDs
    strategy: Strategy
    weights: NDArray[np.float64]


@dataclass(frozen=True)
class Round:
    """Positions of two words or more, by number, and what is guessed there.

    `nodes` (positions,) are their numbers, `keys` (positions,) the keys of their words. An option
    is a letter at a position: `places` (options,) int64 is where that stands in `nodes`, `letters`
    the letter, `parts` the chance, `often` (options,) float64 how often it is guessed in a game. A
    branch is what can come next: its option, the family number of its words, and the node.
    """

    nodes: Numbers
    keys: Keys
    places: Numbers
    letters: Numbers
    parts: Numbers
    often: Costs
    branch_options: Numbers
    branch_families: Numbers
    branch_nodes: Numbers


@dataclass(frozen=True)
class _Rows:
    """The words at each position, a row for each, the rows of a position together.

    `starts` (positions,): where its rows begin; `nodes`: its number; `reach`: how often it
    comes up.
    """

    ids: WordIDs
    starts: Numbers
    nodes: Numbers
    reach: Costs

    @property
    def sizes(self) -> Numbers:
        return np.diff(self.starts, append=len(self.ids))

    def picked(self, which: Numbers) -> "_Rows":
        rows, starts = segments(self.starts, len(self.ids), which)
        return _Rows(self.ids[rows], starts, self.nodes[which], self.reach[which])


class PlayOut:
    """A plan, played out on all words."""

    def __init__(self, table: WordTable, plan: Plan) -> None:
        self._table = table
        self._plan = plan
        self._in_deck = np.zeros(len(table), dtype=bool)
        self._in_deck[plan.deck] = True
        self._options = self._by_key(plan)
        self._nodes = 1  # how many there are

    def costs(
        self,
        note_round: Callable[[Round], None] = lambda _: None,
        note_leaves: Callable[[Numbers, WordIDs], None] = lambda *_: None,
    ) -> Costs:
        """The misses to expect for each word, (words,).

        `note_round` is told of each round, and `note_leaves` the nodes and words that are found.
        """
        everything = self._table.lexicon.everything
        rows = _Rows(everything, np.zeros(1, np.int64), np.zeros(1, np.int64), np.ones(1))
        costs = np.zeros(len(everything))
        while True:
            alone = rows.sizes == 1
            note_leaves(rows.nodes[alone], rows.ids[rows.starts[alone]])
            rows = rows.picked(np.flatnonzero(~alone))
            if not len(rows.ids):
                return costs
            rows = self._guess(rows, costs, note_round)

    def _guess(self, rows: _Rows, costs: Costs, note_round: Callable[[Round], None]) -> _Rows:
        """The rows after a guess at each position; its misses are added to `costs`."""
        places, letters, parts = self._choices(rows)
        asked = rows.picked(places)
        options = np.repeat(np.arange(len(places)), asked.sizes)
        reach = asked.reach * parts / np.bincount(places, weights=parts)[places]
        families = self._table.families[letters[options], asked.ids]
        missed = families == 0
        costs += np.bincount(asked.ids[missed], reach[options[missed]], minlength=len(costs))
        order = np.lexsort((families, options))
        ids, options, families = asked.ids[order], options[order], families[order]
        starts = np.flatnonzero(
            (np.diff(options, prepend=-1) != 0) | (np.diff(families, prepend=-1) != 0)
        )
        keys, first, nodes = np.unique(
            _keys_of(ids, starts), return_index=True, return_inverse=True
        )
        branches = options[starts]
        together = np.bincount(nodes, reach[branches]).astype(np.float64)
        numbers = self._nodes + np.arange(len(keys))
        self._nodes += len(keys)
        note_round(
            Round(
                rows.nodes,
                _keys_of(rows.ids, rows.starts),
                places,
                letters,
                parts,
                reach,
                branches,
                families[starts],
                numbers[nodes],
            )
        )
        after = _Rows(ids, starts, numbers[nodes], together[nodes])
        return after.picked(first)

    def _choices(self, rows: _Rows) -> tuple[Numbers, Numbers, Numbers]:
        """What is guessed at each position, as `places`, `letters` and `parts` of a Round."""
        safe, commonest = self._safe_and_commonest(rows)
        options: list[Options] = [
            [(letter if letter >= 0 else common, UNIT)]
            for letter, common in zip(safe.tolist(), commonest.tolist(), strict=True)
        ]
        for place, known in self._by_deck(rows, np.flatnonzero(safe < 0)).items():
            options[place] = known
        places = np.repeat(np.arange(len(options)), [len(known) for known in options])
        letters, parts = np.array([pair for known in options for pair in known]).T
        return places, letters, parts

    def _safe_and_commonest(self, rows: _Rows) -> tuple[Numbers, Numbers]:
        """For each position a safe letter, or -1; and the letter in words with most weight."""
        safe, commonest = np.full(len(rows.nodes), -1), np.zeros(len(rows.nodes), dtype=np.int64)
        most = np.full(len(rows.nodes), -1.0)
        weights = self._plan.weights[rows.ids]
        for letter, families in enumerate(self._table.families):
            numbers = families[rows.ids]
            least, greatest = _extremes(numbers, rows.starts)
            safe[(least > 0) & (least < greatest)] = letter
            having = np.add.reduceat(weights * (numbers > 0), rows.starts)
            better = (having > most) & (least < greatest)
            commonest[better], most[better] = letter, having[better]
        return safe, commonest

    def _by_deck(self, rows: _Rows, places: Numbers) -> dict[int, Options]:
        """What the deck's words say to positions, by place; nothing if they are no two words."""
        some = rows.picked(places)
        inside = self._in_deck[some.ids]
        owners = np.repeat(places, some.sizes)[inside]
        ids = some.ids[inside]
        starts = np.flatnonzero(np.diff(owners, prepend=-1))
        if not len(starts):
            return {}
        several = np.diff(starts, append=len(ids)) > 1
        keys = _keys_of(ids, starts)[several].tolist()
        known = {
            place: self._options[number]
            for place, number in zip(owners[starts[several]].tolist(), keys, strict=True)
            if number in self._options
        }
        return self._safe_in_deck(ids, starts, owners[starts]) | known

    def _safe_in_deck(self, ids: WordIDs, starts: Numbers, places: Numbers) -> dict[int, Options]:
        """A letter that all words of the deck have, and that tells them apart, by place."""
        options: dict[int, Options] = {}
        for letter, families in enumerate(self._table.families):
            least, greatest = _extremes(families[ids], starts)
            for place in places[(least > 0) & (least < greatest)].tolist():
                options[place] = [(letter, UNIT)]
        return options

    def _by_key(self, plan: Plan) -> dict[int, Options]:
        """The options of the strategy, by the key of the position's words."""
        ids = [self._table.ids(position) for position in plan.strategy]
        if not ids:
            return {}
        starts = np.cumsum([0, *map(len, ids[:-1])])
        keys = _keys_of(np.concatenate(ids), starts).tolist()
        return dict(zip(keys, plan.strategy.values(), strict=True))


def _extremes(
    numbers: NDArray[np.int32], starts: Numbers
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    return np.minimum.reduceat(numbers, starts), np.maximum.reduceat(numbers, starts)


def _keys_of(ids: WordIDs, starts: Numbers) -> Keys:
    """The key of each set of words, (starts,), of which the IDs begin at `starts`."""
    return np.asarray(np.add.reduceat(mixed(ids), starts))
