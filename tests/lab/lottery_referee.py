"""The lottery's value by brute force: a game of words against whole trees, as plain as can be."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product

import highspy
import numpy as np

Costs = tuple[tuple[str, int], ...]  # the misses of each word, by word


def most_by_lottery(words: frozenset[str]) -> float:
    """What the best lottery forces: a linear program over all trees that are worth anything."""
    trees = [dict(costs) for costs in trees_of(words)]
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    chances = {word: solver.addVariable(lb=0) for word in sorted(words)}
    misses = solver.addVariable(lb=-highspy.kHighsInf)
    solver.addConstr(sum(chances.values()) == 1)
    for tree in trees:
        solver.addConstr(misses <= sum(chances[word] * tree[word] for word in sorted(words)))
    solver.maximize(misses)
    return float(np.round(solver.getObjectiveValue(), 9))


@cache
def trees_of(words: frozenset[str]) -> list[Costs]:
    """What the trees for some words cost each word, without those that others are better than."""
    if len(words) == 1:
        return [tuple((word, 0) for word in words)]
    costs = {
        tuple(sorted(pair for part in parts for pair in part))
        for letter in sorted(set("".join(words)))
        for parts in product(*_answers(letter, words))
    }
    return [mine for mine in costs if not any(_is_better(other, mine) for other in costs)]


def _answers(letter: str, words: frozenset[str]) -> Iterator[list[Costs]]:
    """For each answer to a letter, the costs of the trees that can follow.

    None follows a letter that tells nothing.
    """
    families = defaultdict(set)
    for word in words:
        families[tuple(other == letter for other in word)].add(word)
    for shown, family in families.items():
        missed = not any(shown)
        if len(families) == 1:
            yield []
        else:
            trees = trees_of(frozenset(family))
            yield [tuple((word, misses + missed) for word, misses in tree) for tree in trees]


def _is_better(costs: Costs, others: Costs) -> bool:
    return costs != others and all(
        mine[1] <= other[1] for mine, other in zip(costs, others, strict=True)
    )
