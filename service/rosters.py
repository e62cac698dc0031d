"""The dealers and guessers by name: the one place that knows both the engine and exact play."""

from collections.abc import Iterable, Mapping
from typing import Final

from service.dictionaries.dictionary import Dictionary
from service.engine.dealers import CheatScore, Honest, LargestFamily
from service.engine.game import Dealer
from service.engine.guessers import (
    CommonWords,
    Entropy,
    Guesser,
    LetterFrequency,
    MostWords,
    SmallestRemainder,
    TopHeavy,
)
from service.exact.guessers import Careful, LeastExpected, Perfect
from service.exact.minimax import Minimax

MINIMAX_MS: Final = 20
NODES_A_MS: Final = 5  # about as many as the search looks into


def dealers(
    minimax_ms: int = MINIMAX_MS, dictionaries: Iterable[Dictionary] = ()
) -> dict[str, Dealer]:
    """All dealers by name; `minimax` looks ahead for `minimax_ms` and has the dictionaries' tables.

    The milliseconds are counted in nodes, so it answers the same however fast the machine is.
    """
    tables = {
        dictionary.lexicons[length]: table
        for dictionary in dictionaries
        for length, table in dictionary.core_tables.items()
    }
    return {
        "largest-family": LargestFamily(),
        "cheat-score": CheatScore(),
        "minimax": Minimax(NODES_A_MS * minimax_ms, tables),
        "honest": Honest(),
    }


DEALERS: Final[Mapping[str, Dealer]] = dealers()
GUESSERS: Final[Mapping[str, Guesser]] = {
    "most-words": MostWords(),
    "common-words": CommonWords(),
    "letter-frequency": LetterFrequency(),
    "top-heavy": TopHeavy(),
    "smallest-remainder": SmallestRemainder(),
    "entropy": Entropy(),
    "careful": Careful(),
    "perfect": Perfect(),
    "expected": LeastExpected(),
}
DEAR_GUESSERS: Final = ("careful", "perfect", "expected")  # they look ahead: tens of milliseconds
