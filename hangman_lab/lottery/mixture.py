"""The best mixture of a few plans: the one whose worst-case word is cheapest."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from hangman_lab.lottery.linear_program import LinearProgram
from hangman_lab.lottery.play_out import Costs
from hangman_lab.lottery.program import Chances

FIRST: Final = 300  # words that the program knows from the start
MORE: Final = 200  # words that are added at once
NEAR: Final = 1e-9  # misses that do not matter


@dataclass(frozen=True)
class Mixture:
    """The `shares` of the plans, and the `costs` and `weights` of the words."""

    shares: Chances
    costs: Costs
    weights: Chances

    @property
    def misses(self) -> float:
        """The misses at the worst-case word."""
        return float(self.costs.max())


def mixture(vectors: list[Costs]) -> Mixture:
    """The best mixture of plans, given the costs of the words in each of them.

    A word joins the linear program only when it costs more than the words that are in it.
    """
    costs = np.array(vectors)
    plans, words = costs.shape
    linear = LinearProgram(plans)
    linear.add_columns(plans + 1)
    linear.strive(plans, -1.0)
    columns = list(range(plans + 1))
    inside: list[int] = []
    new = np.argsort(-costs.mean(axis=0), kind="stable")[:FIRST].tolist()
    while new:
        inside += new
        linear.add_rows([(columns, [*costs[:, word].tolist(), -1.0]) for word in new])
        values, prices, goal = linear.solution()
        shares = values[:plans] / values[:plans].sum()
        mixed = shares @ costs
        outside = np.setdiff1d(np.flatnonzero(mixed > NEAR - goal), inside)
        new = outside[np.argsort(-mixed[outside], kind="stable")[:MORE]].tolist()
    weights = np.zeros(words)
    weights[inside] = prices if prices.any() else 1  # if no word costs anything
    return Mixture(shares, mixed, weights / weights.sum())
