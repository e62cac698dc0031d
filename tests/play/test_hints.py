"""A hint says what the player could work out, and nothing of the word behind it."""

import pytest

from service.play.games import Games
from service.play.help import HintView, RankedLetterView
from service.play.requests import GameRequest, Guess
from service.registry import DEALERS
from tests.play.conftest import UnluckyStore, games_of
from tests.support.guessing_referee import letters, parts
from tests.support.referee import Referee

WORDS = ["bale", "ball", "beet", "bill", "boll", "bowl", "cast", "cool", "dill", "doll", "tool"]
COMMONNESS = {word: 7 * number % 11 for number, word in enumerate(WORDS)}


@pytest.fixture
def games(store: UnluckyStore) -> Games:
    return games_of(store, COMMONNESS)


def expected_hint(words: list[str], pattern: str, guessed: str) -> HintView:
    """Letters by how many words have them, those of equals in alphabetical order."""
    ranked = [
        RankedLetterView(
            letter,
            round(sum(letter in word for word in words) / len(words), 4),
            round(sum(len(part) ** 2 for part in parts(words, letter)) / len(words) ** 2, 4),
        )
        for letter in letters(words, guessed)
    ]
    best_first = sorted(ranked, key=lambda view: -sum(view.letter in word for word in words))
    shown = sorted(words, key=COMMONNESS.__getitem__)[:3]
    return HintView(pattern, "en", "most-words", len(words), best_first, shown)


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("seed", range(8))
def test_hint_counts_the_words_that_fit_after_every_guess(
    games: Games, dealer: str, seed: int
) -> None:
    game = games.start(GameRequest(dealer=dealer, seed=seed, max_misses=1000)).view
    referee = Referee(sorted(WORDS), "any")
    guessed = ""
    for letter in "xzecwabilodst":
        hint = expected_hint(referee.words, game.pattern, guessed)
        assert games.hint(game.id, "most-words", words=3) == hint

        game = games.guess(game.id, Guess(letter)).view
        assert game.last_guess
        referee.words = referee.families(letter)[tuple(game.last_guess.positions)]
        guessed += letter
        if game.status != "in_progress":
            break
    else:
        pytest.fail("the letters should end every game")
