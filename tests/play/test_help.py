"""What help costs: a whole solution is found within the budget of one game."""

import pytest

from service.play.catalogue import Catalogue
from service.play.help import Puzzle, solution
from service.search.guessers import Perfect, Searching
from tests import factory

WORDS = ["bat", "cat", "cot", "cut", "dog"]


@pytest.mark.parametrize(("guesser", "games"), [("perfect", 1), ("most-words", 0)])
def test_guesser_that_searches_has_one_budget_for_a_whole_solution(
    monkeypatch: pytest.MonkeyPatch, guesser: str, games: int
) -> None:
    begun: list[Searching] = []

    def for_game(_: Searching, seed: int) -> Searching:
        begun.append(Perfect())
        return begun[-1]

    monkeypatch.setattr(Searching, "for_game", for_game)
    catalogue = Catalogue({"en": factory.dictionary(WORDS, "en")})

    assert solution(Puzzle("cut", guesser=guesser), catalogue).found
    assert len(begun) == games
