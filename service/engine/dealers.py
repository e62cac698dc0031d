"""The dealers and their sources: which word family each keeps. `minimax` is in `service.search`."""

import numpy as np
from numpy.typing import NDArray

from service.engine.errors import BadCheatList
from service.engine.game import Dealer, Game
from service.engine.lexicon import Families, Family, Lexicon, positions_of
from service.engine.transcript import HIDDEN


class Cheat(Dealer):
    """A dealer without a word of its own; it accepts a whole word only if no other word is left."""

    def accepts(self, game: Game, word: str) -> bool:
        return len(game.ids) == 1 and game.lexicon.word(game.ids[0]) == word


class LargestFamily(Cheat):
    """Keep the largest word family (CS106L, Stanford's “Evil Hangman”).

    Ties are broken as in BYU's CS 240: first the family without the letter, then the family that
    shows fewer letters, then the one whose letters stand further right.
    """

    name, title = "largest-family", "Largest family"
    is_deterministic = True

    def keep(self, game: Game, families: Families) -> list[Family]:
        return [Family(families, int(families.sizes.argmax()))]


class CheatScore(Cheat):
    """Reject the letter only if that leaves the higher cheat score (Moertel).

    For the cheat score of a list, count in each word the distinct letters not guessed yet, and add
    these counts up. The dealer accepts the family with the letter that scores highest, unless the
    words without it score strictly more. If accepted families tie, the game's seed draws one.
    """

    name, title = "cheat-score", "Cheat score"

    def keep(self, game: Game, families: Families) -> list[Family]:
        scores = families.scores(hits=len(set(game.transcript.pattern) - {HIDDEN}))
        first = int(families.lacking)
        rejected, accepted = scores[:first].max(initial=-1), scores[first:].max(initial=-1)
        if rejected > accepted:
            return [Family(families, 0)]
        best = first + np.flatnonzero(scores[first:] == accepted)
        return [Family(families, number) for number in best.tolist()]


class Honest(Dealer):
    """Draw one word when the game starts and keep its family (the game as everyone knows it).

    Its cheat list has the words that the player cannot rule out, as a cheating dealer's has.
    """

    name, title = "honest", "Honest"
    is_honest = True

    def chances(self, lexicon: Lexicon) -> NDArray[np.float64]:
        """The chance of each word, (words,) float64."""
        return np.full(len(lexicon), 1 / len(lexicon))

    def keep(self, game: Game, families: Families) -> list[Family]:
        letter = game.lexicon.alphabet[families.letter]
        try:
            family = families.at(positions_of(letter, game.state.word))
            words = family.size
        except (ValueError, IndexError):  # no word has it there
            words = 0
        # In every game that we stored, the word is on the cheat list: this one is damaged.
        if not words:
            raise BadCheatList
        return [family]

    def accepts(self, game: Game, word: str) -> bool:
        return word == game.state.word
