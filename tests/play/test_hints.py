"""A hint says what the player could work out, and nothing of the word behind it."""

from collections.abc import Mapping

import pytest

from service.dictionaries.dictionary import Dictionary
from service.engine.solving import solved
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.play.help import HintQuestion, HintView, RankedLetterView, hint_elsewhere
from service.play.requests import GameID, GameRequest, Guess, seed_of
from service.registry import DEALERS
from tests.guessing_referee import letters, parts
from tests.play.conftest import UnluckyStore, games_of
from tests.referee import Referee

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


@pytest.fixture
def long_games(store: UnluckyStore, dictionaries: Mapping[str, Dictionary]) -> Games:
    return Games(Catalogue(dictionaries), store, clock=lambda: 1)


def played_by_hints(games: Games, game_id: GameID) -> tuple[str, str]:
    """The letters of a game that follows the hints of `unexploitable`, and its word."""
    guessed = ""
    while True:
        hints = [games.hint(game_id, "unexploitable").letters[0].letter for _ in range(2)]
        assert hints[0] == hints[1]
        guessed += hints[0]
        after = games.guess(game_id, Guess(hints[0])).view
        if after.status != "in_progress":
            assert after.word
            return guessed, after.word


def test_hints_of_one_game_follow_one_tree(long_games: Games) -> None:
    lexicon = long_games.catalogue.dictionaries["en"].lexicons[14]
    player = long_games.catalogue.guessers["unexploitable"]
    trees = set()
    for _ in range(8):
        asked = GameRequest(length=14, dealer="honest", seed=3, max_misses=1000)
        game = long_games.start(asked).view

        guessed, word = played_by_hints(long_games, game.id)

        steps = solved(lexicon, word, player, max_misses=1000, seed=seed_of(game.id))
        assert guessed == "".join(step.transcript.answers[-1].guess for step in steps)
        trees.add(guessed)
    assert len(trees) > 1  # of games of one word


def test_hints_for_a_game_elsewhere_rank_the_letters_by_their_chance(long_games: Games) -> None:
    pattern = "compartmentali_e_"
    hint = hint_elsewhere(HintQuestion(pattern, guesser="unexploitable"), long_games.catalogue)

    assert hint.words_left == 2
    assert [view.letter for view in hint.letters[:2]] == ["z", "d"]
