"""The dealers, each one decision with its source."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.engine.game import Dealer, Game
from service.engine.held import misses_held_to
from service.engine.lexicon import Families, Family, LetterSet, Lexicon, Positions, positions_of
from service.engine.nodes import Nodes, Stopped
from service.engine.search import Search, Value

MINIMAX_MS: Final = 20
POSITIONS_A_MS: Final = 10  # that minimax looks into, about
SHORT: Final = 400  # words of a family that it searches
LONG: Final = 8000  # words of a cheat list that it looks at; evenly spread ones of a longer list


class Cheat:
    """A dealer without a word of its own, who gives in only where a single word is left."""

    def accepts(self, game: Game, word: str) -> bool:
        """Whether `word` is the only one left on the cheat list."""
        return len(game.cheat_list) == 1 and game.lexicon.word(game.cheat_list[0]) == word

    def promises(self, lexicon: Lexicon) -> int:
        """Nothing."""
        del lexicon
        return 0


class LargestFamily(Cheat):
    """Keep the largest word family (CS106L's *Evil Hangman*).

    Ties as BYU's CS 240 has them: the family without the letter; then the one that shows fewer
    letters; then the one whose letters stand further right.
    """

    def keep(self, game: Game, families: Families) -> list[Family]:
        """The largest family; the order of the families breaks every tie."""
        del game  # the families are all that counts
        return [Family(families, int(families.sizes.argmax()))]

    def basis(self, game: Game, letter: str) -> None:
        """Nothing."""
        del game, letter


class CheatScore(Cheat):
    """Reject the letter only where that leaves the higher cheat score (Moertel).

    The cheat score of a list sums, over its words, the distinct letters not guessed yet. The best
    family that shows the letter is accepted, unless the words without it score strictly more.
    Ties among accepted families are broken at random, from the game's seed.
    """

    def keep(self, game: Game, families: Families) -> list[Family]:
        """The words without the letter, or the best of the families with it."""
        guessed = 1 << families.letter
        scores = families.scores(game.hidden_letters & ~guessed)
        accepted = [family for family in families if family.positions]
        rejected = [family for family in families if not family.positions]
        best = max((scores[family.number] for family in accepted), default=-np.inf)
        if rejected and scores[rejected[0].number] > best:
            return rejected
        return [family for family in accepted if scores[family.number] == best]

    def basis(self, game: Game, letter: str) -> LetterSet:
        """The letters that do not count any more."""
        del letter
        return game.guessed_letters


class Minimax(Cheat):
    """Keep the family from which the most misses can be forced (Barbay and Subercaseaux, 2021).

    The misses that perfect play forces from a family, and one where it lacks the letter; of short
    families exactly, as far as a budget of positions goes, of others what a most-words guesser can
    be held to, which is no less (of a cheat list beyond LONG words: by evenly spread ones, and so
    an estimate). Ties go to the larger family, then as `LargestFamily` has them.

    Where the lexicon has cores that were worked out beforehand, no family is kept that forces less
    than they promise: so the promise holds for every player, whatever the estimates say.
    """

    def __init__(self, positions: int) -> None:
        self.positions = positions

    def keep(self, game: Game, families: Families) -> list[Family]:
        """The family of the highest value, as far as it can tell."""
        sizes = families.sizes
        promised, floors = _promised(families)
        highest = np.where(sizes > 0, np.maximum(_bounds(game, families), floors), -1)
        nodes = Nodes(lambda seen: seen <= self.positions)
        best, value = -1, (-1, 0)
        for number in np.lexsort((np.arange(len(sizes)), -sizes, -highest)).tolist():
            size, bounds = int(sizes[number]), Value(int(floors[number]), int(highest[number]))
            if (bounds.upper, size) < value:
                break  # so are all that follow
            bounds = self._closer(families, number, bounds, nodes)
            found = bounds.upper, size
            if bounds.lower >= promised and (found > value or (found == value and number < best)):
                best, value = number, found
        return [Family(families, best)]

    def basis(self, game: Game, letter: str) -> None:
        """Nothing: a value depends on the words alone."""
        del game, letter

    def promises(self, lexicon: Lexicon) -> int:
        """What the cores of the lexicon force."""
        return lexicon.proven.promise if lexicon.proven else 0

    def _closer(self, families: Families, number: int, bounds: Value, nodes: Nodes) -> Value:
        """The misses that can be forced, searched for as long as there are positions left."""
        family = Family(families, number)
        missed = int(not family.positions)
        lower, upper = max(bounds.lower, missed), bounds.upper
        if family.size > SHORT or nodes.seen >= self.positions:
            return Value(lower, upper)
        search = Search(families.lexicon, family.ids.tolist(), nodes)
        try:
            while upper > lower and not search.refutation(search.all, upper - missed - 1):
                upper -= 1
            lower = upper
        except Stopped:
            pass
        return Value(lower, upper)


def _promised(families: Families) -> tuple[int, NDArray[np.int64]]:
    """What the cores of the lexicon force from all of the words, and from each family.

    The former is no more than some family holds, should a table of somebody's own be wrong.
    """
    proven = families.lexicon.proven
    floors = np.zeros(len(families.sizes), dtype=np.int64)
    if proven is None:
        return 0, floors
    lacking = families.lacking
    promised, found = proven.floors(families.cheat_list, families.numbers, lacking)
    floors[: len(found)] = found
    return min(promised, int(floors[families.sizes > 0].max())), floors


def _bounds(game: Game, families: Families) -> NDArray[np.int64]:
    """The most misses that each family can force, one for a missed letter included."""
    ids, lists = families.cheat_list, families.numbers
    step = -(-len(ids) // LONG)
    guessed = game.guessed_letters | 1 << families.letter
    held = misses_held_to(families.lexicon, ids[::step], lists[::step], guessed)
    bounds = np.full(len(families.sizes), -1, dtype=np.int64)
    bounds[: len(held)] = held
    bounds[(bounds < 0) & (families.sizes > 0)] = 0
    if families.lacking and families.sizes[0]:
        bounds[0] += 1
    return bounds


class Honest:
    """Draw one word when the game starts and keep its family: the player's fair opponent.

    Its cheat list holds the words that the player cannot rule out, as a cheating dealer's does.
    """

    def keep(self, game: Game, families: Families) -> list[Family]:
        """The family of the game's word."""
        return [families.at(self.basis(game, game.lexicon.alphabet[families.letter]))]

    def basis(self, game: Game, letter: str) -> Positions:
        """Where the letter stands in the game's word."""
        return positions_of(letter, game.word)

    def accepts(self, game: Game, word: str) -> bool:
        """Whether `word` is the game's word."""
        return word == game.word

    def promises(self, lexicon: Lexicon) -> int:
        """Nothing: it does not cheat."""
        del lexicon
        return 0


def dealers(minimax_ms: int = MINIMAX_MS) -> dict[str, Dealer]:
    """All dealers by name; `minimax` with so many milliseconds for a guess, counted in positions.

    So it gives the same answers however fast the machine is.
    """
    return {
        "largest-family": LargestFamily(),
        "cheat-score": CheatScore(),
        "minimax": Minimax(POSITIONS_A_MS * minimax_ms),
        "honest": Honest(),
    }


DEALERS: Final[Mapping[str, Dealer]] = dealers()
