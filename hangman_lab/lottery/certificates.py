"""Certificates of both bounds: the lottery, and the mixture of trees."""

from collections.abc import Iterator
from math import ceil, floor
from typing import Any, Final, TypeAlias

import numpy as np

from hangman_lab.lottery.moves import Numbers
from hangman_lab.lottery.play_out import Plan, PlayOut, Round
from hangman_lab.lottery.search import Progress
from hangman_lab.lottery.word_table import WordTable
from service.engine.cheat_list import WordIDs
from service.engine.transcript import places

JSON: TypeAlias = Any

DIGITS: Final = 10**6  # of a claim: one millionth of a miss
NEAR: Final = 1e-9  # what rounding may have done to an upper bound


def lottery_certificate(table: WordTable, progress: Progress) -> JSON:
    """The words of the lottery with their weights, which are whole numbers."""
    words = table.lexicon.words(progress.lottery.ids)
    weights = progress.lottery.weights.tolist()
    return {
        "kind": "lottery",
        "misses": f"{floor(progress.lower * DIGITS) / DIGITS:.6f}",
        "lottery": dict(zip(words, weights, strict=True)),
    }


def mixture_certificate(table: WordTable, progress: Progress) -> JSON:
    """The plans, each with its part, and nodes for all of them.

    A node is a word, or a list of `[part, letter, {"": node, "0 3": node}]`: draw a letter by its
    part, and go on to the node for the positions at which it stands.
    """
    nodes = _Nodes(table)
    firsts = [nodes.add(plan) for plan in progress.plans]
    parts = progress.shares.tolist()
    return {
        "kind": "mixture",
        "misses": f"{_rounded_up(progress.upper) / DIGITS:.6f}",
        "plans": [list(pair) for pair in zip(parts, firsts, strict=True)],
        "nodes": nodes.written,
    }


def trees_mixed(table: WordTable, progress: Progress) -> int:
    """How many trees suffice for the mixture.

    A mixture of trees is a point of a polytope that has a dimension for each letter at a node
    besides the first, and for each plan besides the first. A point of a polytope is a mixture of
    one corner more than it has dimensions (Caratheodory).
    """
    choices: list[int] = []
    for plan in progress.plans:
        PlayOut(table, plan).costs(
            lambda round: choices.append(len(round.places) - len(round.nodes))
        )
    return len(progress.plans) + sum(choices)


def _rounded_up(misses: float) -> int:
    return ceil((misses + NEAR) * DIGITS) if misses else 0


class _Nodes:
    """The nodes of one plan after the other."""

    def __init__(self, table: WordTable) -> None:
        self.written: list[JSON] = []
        self._table = table
        self._first = 0

    def add(self, plan: Plan) -> int:
        """The number of the first node of a plan, whose nodes are written."""
        first = self._first = len(self.written)
        PlayOut(self._table, plan).costs(self._note_round, self._note_leaves)
        return first

    def _note_leaves(self, nodes: Numbers, ids: WordIDs) -> None:
        words = self._table.lexicon.words(ids)
        for node, word in zip(nodes.tolist(), words, strict=True):
            self._put(node, word)

    def _note_round(self, round: Round) -> None:
        nodes = round.nodes.tolist()
        for node in nodes:
            self._put(node, [])
        for place, option in zip(round.places.tolist(), self._options(round), strict=True):
            self.written[self._first + nodes[place]].append(option)

    def _options(self, round: Round) -> Iterator[JSON]:
        alphabet = self._table.lexicon.alphabet
        ends = np.searchsorted(round.branch_options, np.arange(1, len(round.letters) + 1))
        start = 0
        families, nodes = round.branch_families.tolist(), round.branch_nodes.tolist()
        for letter, part, end in zip(
            round.letters.tolist(), round.parts.tolist(), ends.tolist(), strict=True
        ):
            branches = {
                self._positions(letter, families[branch]): self._first + nodes[branch]
                for branch in range(start, end)
            }
            yield [part, alphabet[letter], branches]
            start = end

    def _positions(self, letter: int, family: int) -> str:
        return " ".join(map(str, places(self._table.positions(letter, family))))

    def _put(self, node: int, content: JSON) -> None:
        number = self._first + node
        self.written += [None] * (number + 1 - len(self.written))
        self.written[number] = content
