"""The dealers and guessers by name. Each is imported when it is asked for: names need no NumPy."""

from collections import UserDict
from collections.abc import Collection, Mapping
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary
    from service.engine.game import Dealer
    from service.engine.guessers import Guesser

DEFAULT_DEALER: Final = "largest-family"
DEFAULT_CHEATS: Final = ("largest-family", "cheat-score")  # whose choices families show
ANY_DEALER: Final = "any"  # the game draws one
# One of these deals the game of a day, or a game with `any`: half of them are honest.
DAY_DEALERS: Final = ("honest", "honest", "largest-family", "cheat-score")
DEFAULT_GUESSER: Final = "most-words"
DEFAULT_DICTIONARY: Final = "en"


class Registry(UserDict[str, Any]):
    """Dealers or guessers by name, made from the module and the class of each, without tables."""

    def __getitem__(self, name: str) -> Any:
        return _made(self.data[name])


@cache
def _made(place: str) -> Any:
    return resolve_name(place)()


DEALERS: Final["Mapping[str, Dealer]"] = Registry({
    "largest-family": "service.engine.dealers:LargestFamily",
    "cheat-score": "service.engine.dealers:CheatScore",
    "minimax": "service.search.minimax:Minimax",
    "honest": "service.engine.dealers:Honest",
    "lottery": "service.engine.dealers:Lottery",
})  # fmt: skip
GUESSERS: Final["Mapping[str, Guesser]"] = Registry({
    "most-words": "service.engine.guessers:MostWords",
    "common-words": "service.engine.guessers:CommonWords",
    "letter-frequency": "service.engine.guessers:LetterFrequency",
    "top-heavy": "service.engine.guessers:TopHeavy",
    "smallest-remainder": "service.engine.guessers:SmallestRemainder",
    "entropy": "service.engine.guessers:Entropy",
    "careful": "service.search.guessers:Careful",
    "perfect": "service.search.guessers:Perfect",
    "expected": "service.search.guessers:LeastExpected",
    "expected-common": "service.search.guessers:LeastExpectedOfCommon",
    "unexploitable": "service.search.unexploitable:Unexploitable",
})  # fmt: skip


def dealers(
    dictionaries: Collection["Dictionary"] = (), budget: int | None = None
) -> dict[str, "Dealer"]:
    """All dealers by name, with the dictionaries' tables; one that searches has this budget."""
    by_name = {name: _another(dealer, dictionaries) for name, dealer in DEALERS.items()}
    for dealer in by_name.values():
        if None not in (dealer.budget, budget):
            dealer.budget = budget
    return by_name


def guessers(dictionaries: Collection["Dictionary"] = ()) -> dict[str, "Guesser"]:
    """All guessers by name, with the dictionaries' tables."""
    return {name: _another(guesser, dictionaries) for name, guesser in GUESSERS.items()}


def _another(each: Any, dictionaries: Collection["Dictionary"]) -> Any:
    """The same dealer or guesser, with its tables by lexicon if it plays by any."""
    if not each.plays_by:
        return type(each)()
    tables = {
        dictionary.lexicons[length]: table
        for dictionary in dictionaries
        for length, table in getattr(dictionary, each.plays_by).items()
    }
    return type(each)(tables=tables)
