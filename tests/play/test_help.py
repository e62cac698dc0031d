"""What help costs: a whole solution is found within the budget of one game."""

import pytest

from service.play import help as module
from service.play.catalogue import Catalogue
from service.play.help import Puzzle, solution
from tests.support import factory

WORDS = ["abc", "abd", "aef", "egh", "fgh", "bcd", "cde", "dah", "gab", "hce", "bfg"]


def letters(guesser: str) -> list[str]:
    """The guesses of a guesser at each word."""
    catalogue = Catalogue({"en": factory.dictionary(WORDS, "en")})
    solutions = [solution(Puzzle(word, guesser=guesser), catalogue) for word in WORDS]
    return ["".join(step.letter or "" for step in one.guesses) for one in solutions]


def test_perfect_plays_as_careful_when_its_steps_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = letters("perfect")

    monkeypatch.setattr(module, "STEPS", 0)

    assert letters("perfect") == letters("careful") != searched
