"""A hint says what the player could work out, and nothing of the word behind it."""

import pytest

from service.play.games import Games
from service.play.help import RankedLetterView
from service.play.requests import Guess, NewGame
from service.rosters import DEALERS
from tests.guessing_referee import letters, parts
from tests.play.conftest import UnluckyStore, games_of
from tests.referee import Referee

WORDS = ["bale", "ball", "beet", "bill", "boll", "bowl", "cast", "cool", "dill", "doll", "tool"]


@pytest.fixture
def games(store: UnluckyStore) -> Games:
    return games_of(store, WORDS)


def expected_hint(words: list[str], guessed: str) -> list[RankedLetterView]:
    """Letters by how many words have them, those of equals in alphabetical order."""
    ranked = [
        RankedLetterView(
            letter,
            round(sum(letter in word for word in words) / len(words), 2),
            round(sum(len(part) ** 2 for part in parts(words, letter)) / len(words) ** 2, 2),
        )
        for letter in letters(words, guessed)
    ]
    return sorted(ranked, key=lambda view: -sum(view.letter in word for word in words))


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("seed", range(8))
def test_hint_counts_the_words_that_fit_after_every_guess(
    games: Games, dealer: str, seed: int
) -> None:
    game = games.start(NewGame(dealer=dealer, seed=seed, max_misses=None)).view
    referee = Referee(sorted(WORDS), "any")
    guessed = ""
    for letter in "xzecwabilodst":
        assert games.hint(game.id, "most-words").letters == expected_hint(referee.words, guessed)

        after = games.guess(game.id, Guess(letter)).view
        referee.words = referee.families(letter)[tuple(after.guess.positions)]
        guessed += letter
        if after.status != "in_progress":
            break
    else:
        pytest.fail("the letters should end every game")
