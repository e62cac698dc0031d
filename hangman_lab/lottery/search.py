"""Bounds on the misses that the best lottery forces, closer and closer, with their proofs.

N is the value of a zero-sum game: the dealer draws its word by a lottery, the player knows the
lottery and mixes trees of guesses; a miss costs one. The search rests on this:

- N of a subset is a lower bound: for a lottery on a *deck* of words, the other words do not matter.
- Chances and guesses at merged positions make a linear program as large as the positions that
  matter (`program`); trees that the oracle finds mix with all others at each of them.
- Played out on all words (`play_out`), the deck's strategy gives an upper bound: the misses at the
  costliest word. A rule with weights, which are larger for costly words, tells words apart that the
  deck does not tell apart. A small linear program mixes the plans that were played.
- The worst-case words join the deck, until no other word costs more than those of the deck.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from hangman_lab.lottery.deck import NOTHING_SOLVED, DeckGame, DeckSolution, Oracle, whole
from hangman_lab.lottery.mixture import Mixture, mixture
from hangman_lab.lottery.play_out import Costs, Plan, PlayOut
from hangman_lab.lottery.program import UNIT, Chances
from hangman_lab.word_table import Numbers, WordTable
from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon
from service.search.budget import Budget

CLOSED: Final = 0.001  # misses between bounds that count as closed
FIRST: Final = 24  # words of the first deck
GROUP: Final = 16  # and words of the largest one-letter group, at most
FEWEST: Final = 40  # words that join at once, at least
MOST: Final = 150  # and at most; between them, as many as cost more than those of the deck
PLAYED: Final = 8  # times that a strategy is played out, with other weights each time
STEEP: Final = 6.0  # a word that costs a miss less than the costliest weighs e^-STEEP as much
LOOSE: Final = 0.1  # misses between bounds that suffice for a deck at first
A_QUARTER: Final = 4  # later, a fourth of the distance between the bounds of the search suffices


@dataclass(frozen=True)
class Lottery:
    """Words, by ID, and their weights, which sum to WHOLE."""

    ids: WordIDs
    weights: Numbers


@dataclass(frozen=True)
class Progress:
    """The state of a search, from which it can continue.

    `lottery` forces `lower` misses. The `shares` of `plans` cost `upper` for the worst-case word.
    `weights` (words,) are for the next plan; `solved` is the last deck.
    """

    lower: float
    upper: float
    lottery: Lottery
    plans: list[Plan]
    shares: Numbers
    weights: Costs
    solved: DeckSolution

    @property
    def closed(self) -> bool:
        """Whether the bounds are close."""
        return self.upper - self.lower <= CLOSED


class LotterySearch:
    """The search on all words of a lexicon, which can continue an earlier one."""

    def __init__(self, lexicon: Lexicon, budget: Budget, start: Progress | None = None) -> None:
        self.table = WordTable(lexicon)
        self._oracle = Oracle(self.table, budget)
        self._plans = list(start.plans) if start else []
        self._vectors = [PlayOut(self.table, plan).costs() for plan in self._plans]
        self._weights = start.weights if start else np.ones(len(lexicon)) / len(lexicon)
        self._best = start.lottery if start else Lottery(lexicon.everything, whole(self._weights))
        self._lower = start.lower if start else 0.0
        self._solved = start.solved if start else NOTHING_SOLVED
        self._last: Mixture = mixture(self._vectors) if start else self._play()

    def progress(self) -> Iterator[Progress]:
        """Better and better bounds, until they are close. Raises Cancelled."""
        progress = self.now()
        yield progress
        while not progress.closed:
            self._solve(self._next_deck(), progress.upper - progress.lower)
            self._last = self._play()
            progress = self.now()
            yield progress

    def now(self) -> Progress:
        """The progress until now, without the plans that have no share."""
        shares = np.round(UNIT * self._shares()).astype(np.int64)
        useful = np.flatnonzero(shares).tolist()
        self._plans = [self._plans[number] for number in useful]
        self._vectors = [self._vectors[number] for number in useful]
        parts = shares[useful]
        upper = float((parts / parts.sum() @ np.array(self._vectors)).max())
        return Progress(
            self._lower, upper, self._best, self._plans, parts, self._weights, self._solved
        )

    def _shares(self) -> Chances:
        """The shares of the plans; one plan alone is better if it is good enough."""
        costliest = [float(costs.max()) for costs in self._vectors]
        best = min(costliest)
        if best - self._lower <= CLOSED:
            return np.asarray(np.eye(len(costliest))[costliest.index(best)])
        return mixture(self._vectors).shares

    def _solve(self, deck: WordIDs, apart: float) -> None:
        """Solve the game on a deck, the more exactly the closer the bounds are."""
        game = DeckGame(self.table, self._oracle, deck, self._solved)
        solved = game.solved(min(LOOSE, max(apart / A_QUARTER, CLOSED / 3)))
        self._solved = solved
        if solved.lower > self._lower:
            drawn = np.flatnonzero(solved.weights)
            self._best, self._lower = Lottery(deck[drawn], solved.weights[drawn]), solved.lower

    def _play(self) -> Mixture:
        """Play the deck's strategy on all words; the mixture of all plans that were tried."""
        vectors: list[Costs] = []
        while True:
            plan = Plan(self._solved.deck, self._solved.strategy, self._weights)
            vectors.append(PlayOut(self.table, plan).costs())
            mixed = mixture(vectors)
            self._plans.append(plan)
            self._weights = (self._weights + _weights(mixed)) / 2
            if len(vectors) == PLAYED or mixed.misses <= self._solved.upper + CLOSED / 2:
                self._vectors += vectors
                return mixed

    def _next_deck(self) -> WordIDs:
        """The deck and the words that cost most; more words join if more of them cost too much."""
        deck = self._solved.deck
        if not len(deck):
            return self._first_deck()
        mixed = mixture(self._vectors)
        too_much = np.maximum(self._last.costs - self._solved.upper, 0)
        score = too_much + np.maximum(mixed.costs - self._lower, 0) / 2 + 3 * mixed.weights
        score[deck] = 0
        more = int(np.clip(np.count_nonzero(too_much > CLOSED / 10), FEWEST, MOST))
        costly = np.argsort(-score, kind="stable")[:more]
        return np.concatenate([deck, costly[score[costly] > CLOSED / 1000]])

    def _first_deck(self) -> WordIDs:
        """The words that cost most, and a one-letter group."""
        sets = self.table.sets
        groups = sets.groups()
        group = sets.ids_of(groups[0])[:GROUP] if groups else []
        costly = np.argsort(-self._last.costs, kind="stable")[:FIRST].tolist()
        return np.array(list(dict.fromkeys([*group, *costly])), dtype=np.int64)


def _weights(mixed: Mixture) -> Costs:
    """Weights for the next plan: those of the mixture, and more for words that cost more.

    Each word has some weight.
    """
    costly = np.exp(STEEP * (mixed.costs - mixed.misses))
    return np.asarray(mixed.weights / 2 + 0.45 * costly / costly.sum() + 0.05 / len(costly))
