"""The values of long lists, for which a single search may never end."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from service.search.budget import Cancelled
from service.search.values import Search, Value
from service.search.words_in_play import upper_bound

NODE_LIMIT: Final = 1000  # nodes for the first try at a question


def closer_and_closer(search: Search) -> Iterator[Value]:
    """Bounds on the value of the words, as the service's `value`, for as long as the budget lasts.

    There are two questions, as in `value`. Each has NODE_LIMIT nodes at first, and twice as many
    whenever neither was answered. If both are the same, it has no limit. Raises Cancelled.
    """
    ids = np.array(search.root.word_sets.ids)
    bounds, most = Value(0, upper_bound(search.lexicon, ids)), NODE_LIMIT
    yield bounds
    while not bounds.exact:
        before = bounds
        questions = dict.fromkeys((bounds.upper - 1, bounds.lower))
        for misses in questions:
            if len(questions) == 1:
                bounds = bounds.closer(misses, search.refutation(search.root, misses))
            else:
                bounds = _closer_within(search, bounds, misses, most)
            yield bounds
        # Neither question was answered: look at more nodes next time.
        if bounds is before:
            most *= 2


def _closer_within(search: Search, bounds: Value, misses: int, most: int) -> Value:
    """The bounds after a question, or as they were if `most` nodes do not answer it."""
    budget, goes_on = search.budget, search.budget.go_on
    last = budget.nodes + most
    budget.go_on = lambda nodes: nodes <= last and goes_on(nodes)
    try:
        return bounds.closer(misses, search.refutation(search.root, misses))
    except Cancelled:
        # The budget itself has ended, before `most` nodes.
        if budget.nodes <= last:
            raise
        return bounds
    finally:
        budget.go_on = goes_on
