"""The dealers and guessers by name: the only module that knows both the engine and exact play."""

from collections.abc import Collection, Mapping
from typing import Final

from service.dictionaries.dictionary import Dictionary
from service.engine.dealers import Cheat, CheatScore, Honest, LargestFamily, Lottery
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
from service.search.guessers import (
    Careful,
    LeastExpected,
    LeastExpectedOfCommon,
    Perfect,
    Unexploitable,
)
from service.search.minimax import Minimax

MINIMAX_MS: Final = 20
NODES_A_MS: Final = 5  # nodes that the search looks at in a millisecond, roughly


def dealers(
    minimax_ms: int = MINIMAX_MS,
    dictionaries: Collection[Dictionary] = (),
    budget: int | None = None,
) -> dict[str, Dealer]:
    """All dealers by name.

    `minimax` looks ahead for `minimax_ms`, with the dictionaries' tables. `lottery` draws by their
    lotteries.

    The milliseconds become a number of nodes, so `minimax` answers the same on every machine. If
    there is a `budget`, that is the number.
    """
    tables = {
        dictionary.lexicons[length]: table
        for dictionary in dictionaries
        for length, table in dictionary.refutation_tables.items()
    }
    weights = {
        dictionary.lexicons[length]: lottery.weights
        for dictionary in dictionaries
        for length, lottery in dictionary.lotteries.items()
    }
    return {
        "largest-family": LargestFamily(),
        "cheat-score": CheatScore(),
        "minimax": Minimax(NODES_A_MS * minimax_ms if budget is None else budget, tables),
        "honest": Honest(),
        "lottery": Lottery(weights),
    }


def guessers(dictionaries: Collection[Dictionary] = ()) -> dict[str, Guesser]:
    """All guessers by name; `unexploitable` plays by the dictionaries' mixtures."""
    mixtures = {
        dictionary.lexicons[length]: mixture
        for dictionary in dictionaries
        for length, mixture in dictionary.mixtures.items()
    }
    return {
        "most-words": MostWords(),
        "common-words": CommonWords(),
        "letter-frequency": LetterFrequency(),
        "top-heavy": TopHeavy(),
        "smallest-remainder": SmallestRemainder(),
        "entropy": Entropy(),
        "careful": Careful(),
        "perfect": Perfect(),
        "expected": LeastExpected(),
        "expected-common": LeastExpectedOfCommon(),
        "unexploitable": Unexploitable(mixtures),
    }


def budget_of(dealer: Dealer) -> int | None:
    """The nodes that a dealer may look at in a guess; None if it does not search."""
    return dealer.nodes if isinstance(dealer, Minimax) else None


def has_word(dealer: Dealer) -> bool:
    """Whether a dealer deals one word; those that cheat have none."""
    return not isinstance(dealer, Cheat)


DEALERS: Final[Mapping[str, Dealer]] = dealers()
GUESSERS: Final[Mapping[str, Guesser]] = guessers()
SLOW_GUESSERS: Final = (  # tens of milliseconds
    "careful", "perfect", "expected", "expected-common", "unexploitable",
)  # fmt: skip
