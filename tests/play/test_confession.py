"""What the dealer confesses."""

import pytest

from service.play import confession
from service.play.confession import monotone
from service.play.games import Games
from service.play.requests import Guess, NewGame
from service.search.budget import Bounds
from tests.play.conftest import UnluckyStore, games_of


@pytest.mark.parametrize(
    ("bounds", "closer"),
    [
        ([], []),
        ([(2, 5)], [(2, 5)]),
        ([(2, 3), (0, 9)], [(2, 3), (0, 3)]),  # what is forced later is no more than before
        ([(0, 9), (4, 7)], [(4, 9), (4, 7)]),  # and what was forced before, no less than later
        ([(1, 8), (3, 9), (2, 4), (0, 6)], [(3, 8), (3, 8), (2, 4), (0, 4)]),
    ],
)
def test_bounds_on_what_never_grows_are_made_closer_by_those_before_and_after(
    bounds: list[tuple[int, int]], closer: list[tuple[int, int]]
) -> None:
    assert monotone([Bounds(*pair) for pair in bounds]) == [Bounds(*pair) for pair in closer]


def test_confession_never_says_that_the_misses_forced_have_grown(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = iter([Bounds(1, 4), Bounds(2, 7), Bounds(0, 5)])  # the third had no time left
    monkeypatch.setattr(confession, "value_bounds", lambda *_: next(searched))
    monkeypatch.setattr(confession, "SHRUNK", 1)
    game = games.start(NewGame(max_misses=3)).view
    for letter in "xyz":
        games.guess(game.id, Guess(letter))

    guesses = games.confession(game.id).guesses

    assert [step.misses_forced for step in guesses] == [Bounds(2, 4), Bounds(2, 4), Bounds(0, 4)]


@pytest.mark.parametrize("examples", [0, 1, 2, 200])
def test_confession_shows_as_many_words_as_are_asked_for_commonest_first(
    store: UnluckyStore, examples: int
) -> None:
    commonness = {"cat": 30, "cot": 10, "cut": 20, "dog": 50, "fox": 70, "hub": 40, "ivy": 60}
    games = games_of(store, commonness)
    game = games.start(NewGame(max_misses=1)).view
    games.guess(game.id, Guess("c"))

    [step] = games.confession(game.id, examples).guesses

    assert (step.words_before, step.words_after) == (7, 4)
    assert step.dropped == ["cot", "cut", "cat"][:examples]
    assert step.kept == ["hub", "dog", "ivy", "fox"][:examples]
