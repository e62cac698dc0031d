"""The dealers, each one decision with its source; `service.exact.minimax` has another one."""

import numpy as np

from service.engine.game import Game
from service.engine.lexicon import Families, Family, positions_of


class Cheat:
    """A dealer without a word of its own, who gives in only if a single word is left."""

    is_dear = False

    def accepts(self, game: Game, word: str) -> bool:
        """Whether `word` is the only one left on the cheat list."""
        return len(game.ids) == 1 and game.lexicon.word(game.ids[0]) == word


class LargestFamily(Cheat):
    """Keep the largest word family (CS106L's *Evil Hangman*).

    Ties as BYU's CS 240 has them: the family without the letter; then the one that shows fewer
    letters; then the one whose letters stand further right.
    """

    def keep(self, game: Game, families: Families) -> list[Family]:
        """The largest family; the order of the families breaks every tie."""
        del game  # the families are all that counts
        return [Family(families, int(families.sizes.argmax()))]


class CheatScore(Cheat):
    """Reject the letter only if that leaves the higher cheat score (Moertel).

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


class Honest:
    """Draw one word when the game starts and keep its family: the player's fair opponent.

    Its cheat list holds the words that the player cannot rule out, as a cheating dealer's does.
    """

    is_dear = False

    def keep(self, game: Game, families: Families) -> list[Family]:
        """The family of the game's word."""
        letter = game.lexicon.alphabet[families.letter]
        return [families.at(positions_of(letter, game.word))]

    def accepts(self, game: Game, word: str) -> bool:
        """Whether `word` is the game's word."""
        return word == game.word
