"""The classes of dealers and guessers by name: ours, and those that `service.plugins` adds.

Each is imported on first use, so that listing the names does not import NumPy.
"""

from collections import UserDict
from collections.abc import Collection, Mapping
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

from service.engine.errors import HangmanError

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary
    from service.engine.game import Dealer
    from service.engine.guessers import Guesser

DEFAULT_DEALER: Final = "largest-family"
HONEST: Final = "honest"  # deals a word that the client sets, and does not cheat
DEFAULT_CHEATS: Final = ("largest-family", "cheat-score")  # word families show their choices
ANY_DEALER: Final = "any"  # the game draws one
# One of these deals today's game, or a game with `any`: half of them are honest.
DAY_DEALERS: Final = (HONEST, HONEST, "largest-family", "cheat-score")
DEFAULT_GUESSER: Final = "most-words"
DEFAULT_DICTIONARY: Final = "en"


class NotPrepared(HangmanError):
    """A plug-in whose `prepare` has failed."""

    sentence = "“{}” could not get ready: {}"


class Registry(UserDict[str, Any]):
    """Classes of dealers or guessers by name; `ours` are the names of the service's own."""

    def __init__(self, ours: Mapping[str, str]) -> None:
        super().__init__(ours)
        self.ours = tuple(ours)

    def __getitem__(self, name: str) -> type[Any]:
        place = self.data[name]
        loaded: type[Any] = resolve_name(place) if isinstance(place, str) else place
        return loaded


DEALERS: Final = Registry({
    "largest-family": "service.engine.dealers:LargestFamily",
    "cheat-score": "service.engine.dealers:CheatScore",
    "minimax": "service.search.minimax:Minimax",
    "honest": "service.engine.dealers:Honest",
})  # fmt: skip
GUESSERS: Final = Registry({
    "most-words": "service.engine.guessers:MostWords",
    "common-words": "service.engine.guessers:CommonWords",
    "letter-frequency": "service.engine.guessers:LetterFrequency",
    "top-heavy": "service.engine.guessers:TopHeavy",
    "smallest-remainder": "service.engine.guessers:SmallestRemainder",
    "entropy": "service.engine.guessers:Entropy",
    "careful": "service.search.lookahead:Careful",
    "perfect": "service.search.lookahead:Perfect",
})  # fmt: skip


def dealers(
    dictionaries: Collection["Dictionary"], budget: int | None = None
) -> dict[str, "Dealer"]:
    """All dealers by name, prepared for these dictionaries; those that search get this budget."""
    by_name: dict[str, Dealer] = _prepared(DEALERS, dictionaries)
    for dealer in by_name.values():
        if None not in (dealer.budget, budget):
            dealer.budget = budget
    return by_name


def guessers(dictionaries: Collection["Dictionary"]) -> dict[str, "Guesser"]:
    """All guessers by name, prepared for these dictionaries."""
    return _prepared(GUESSERS, dictionaries)


def _prepared(registry: Registry, dictionaries: Collection["Dictionary"]) -> dict[str, Any]:
    """New dealers or guessers by name, for these dictionaries alone. Raises NotPrepared."""
    by_name = {name: create() for name, create in registry.items()}
    for name, each in by_name.items():
        try:
            each.prepare(dictionaries)
        except Exception as error:
            if name in registry.ours:
                raise
            raise NotPrepared(name, f"{type(error).__name__}: {error}") from error
    return by_name
