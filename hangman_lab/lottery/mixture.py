"""The best mixture of a few plans: the one whose worst-case word is cheapest."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from hangman_lab.lottery.linear_program import LinearProgram
from hangman_lab.lottery.play_out import Costs
from hangman_lab.lottery.program import Chances

FIRST: Final = 300  # words that the program knows from the start
MORE: Final = 200  # words that it gets to know at once
NEAR: Final = 1e-9  # misses that do not matter


@dataclass(frozen=True)
class Mixture:
    """`shares` of the plans, what each word `costs` in it, and how much each word `weighs`."""

    shares: Chances
    costs: Costs
    weights: Chances

    @property
    def misses(self) -> float:
        """What the worst-case word costs."""
        return float(self.costs.max())


def mixture(vectors: list[Costs]) -> Mixture:
    """The best mixture of plans, given what each word costs in each of them.

    Words that cost less than the costliest stay out of the linear program until they do not.
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
    weights[inside] = prices if prices.any() else 1  # no word may cost anything
    return Mixture(shares, mixed, weights / weights.sum())
