"""Plug-ins as others write them: some that work, and one for each way to be wrong."""

from typing import Final

PLUG_INS: Final = '''
from service.engine.dealers import Cheat
from service.engine.guessers import MostWords

class Mine(Cheat):
    """Keep the first
    family, which lacks the letter if any does (ours).

    Nobody gains by that.
    """

    name, title = "mine", "Mine"

    def keep(self, game, families):
        return list(families)[:1]

class Quick(Mine):
    name, is_slow = "quick", False

class Namesake(Mine):
    pass

class Ours(Mine):
    name = "honest"

class Any(Mine):
    name = "any"

class Loud(Mine):
    name = "LOUD"

class Nameless(Cheat):
    def keep(self, game, families): ...

class Broken(Mine):
    name = "broken"

    def keep(self, game, families):
        return []

class Quits(Mine):
    name = "quits"

    def keep(self, game, families):
        exit()

class Unprepared(Mine):
    name = "unprepared"

    def prepare(self, dictionaries):
        raise KeyError("table")

class Guesses(MostWords):
    name, title = "guesses", "Guesses"

class Cheap(Guesses):
    costs = 5

class Stubborn(Guesses):
    name = "stubborn"

    def pick(self, possible, seed):
        return 4

    def preferences(self, possible):
        raise KeyError("e")

class Stranger: ...
number = 5
'''
