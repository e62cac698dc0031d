"""What can still be forced from a list of words, as closely as a budget of positions tells."""

from typing import Final

import numpy as np

from service.engine.held import misses_held_to
from service.engine.lexicon import LetterSet, Lexicon, WordIDs
from service.engine.nodes import Nodes, Stopped
from service.engine.search import Search, Value, value

SEARCHED: Final = 2000  # words; longer lists take too long to search while somebody waits


def forced(lexicon: Lexicon, ids: WordIDs, guessed: LetterSet, nodes: Nodes) -> Value:
    """Bounds on the misses that a perfect dealer can force from these words."""
    alone = np.zeros(len(ids), dtype=np.uint8)
    lower = lexicon.proven.misses_forced(ids) if lexicon.proven else 0
    bounds = Value(lower, int(misses_held_to(lexicon, ids, alone, guessed)[0]))
    if len(ids) > SEARCHED:
        return bounds
    try:
        for found in value(Search(lexicon, ids.tolist(), nodes), bounds):
            bounds = found
    except Stopped:
        pass
    return bounds
