"""A hint says what the player could work out, and a solution costs the budget of one game."""

import pytest

from service.play import help as module
from service.play.catalogue import Catalogue
from service.play.help import HintView, Puzzle, RankedLetterView, solution
from service.play.requests import GameRequest, Guess
from service.registry import DEALERS
from tests.play.conftest import UnluckyStore, games_of
from tests.support import factory, guessing_referee
from tests.support.referee import Referee

TO_SOLVE = ["abc", "abd", "aef", "egh", "fgh", "bcd", "cde", "dah", "gab", "hce", "bfg"]
WORDS = ["bale", "ball", "beet", "bill", "boll", "bowl", "cast", "cool", "dill", "doll", "tool"]
COMMONNESS = {word: 7 * number % 11 for number, word in enumerate(WORDS)}


def letters(guesser: str) -> list[str]:
    """The guesses of a guesser at each word."""
    catalogue = Catalogue({"en": factory.dictionary(TO_SOLVE, "en")})
    solutions = [solution(Puzzle(word, guesser=guesser), catalogue) for word in TO_SOLVE]
    return ["".join(step.letter or "" for step in one.guesses) for one in solutions]


def test_perfect_plays_as_careful_when_its_steps_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = letters("perfect")
    monkeypatch.setattr(module, "STEPS", 0)
    assert letters("perfect") == letters("careful") != searched


def expected_hint(words: list[str], pattern: str, guessed: str) -> HintView:
    """Letters by how many words have them, those of equals in alphabetical order."""
    ranked = [
        RankedLetterView(
            letter,
            round(sum(letter in word for word in words) / len(words), 4),
            round(-remainder / len(words) ** 2, 4),
        )
        for letter, remainder in guessing_referee.smallest_remainder(words, guessed).items()
    ]
    best_first = sorted(ranked, key=lambda view: -sum(view.letter in word for word in words))
    shown = sorted(words, key=COMMONNESS.__getitem__)[:3]
    return HintView(pattern, "en", "most-words", len(words), best_first, shown)


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("seed", range(8))
def test_hint_counts_the_words_that_fit(store: UnluckyStore, dealer: str, seed: int) -> None:
    games = games_of(store, COMMONNESS)
    game = games.start(GameRequest(dealer=dealer, seed=seed, max_misses=1000)).view
    referee = Referee(sorted(WORDS), "any")
    for number, letter in enumerate("xzecwabilodst"):
        hint = expected_hint(referee.words, game.pattern, "xzecwabilodst"[:number])
        assert games.hint(game.id, "most-words", words=3) == hint

        game = games.guess(game.id, Guess(letter)).view
        assert game.last_guess
        referee.words = referee.families(letter)[tuple(game.last_guess.positions)]
        if game.status != "in_progress":
            break
    else:
        pytest.fail("the letters should end every game")
