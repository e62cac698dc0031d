"""Help by the guessers of the laboratory, which the service gives as that of its own."""

from collections.abc import Mapping

import pytest

from service.dictionaries.dictionary import Dictionary
from service.engine.guessers import solved
from service.play import solutions
from service.play.games import Games
from service.play.hints import HintQuestion, hint_of
from service.play.ids import GameID, seed_of
from service.play.requests import GameChoices, Guess
from service.store.game_store import GameStore
from service.store.memory import Memory
from service.store.record import Retention
from tests.play.test_help import letters
from tests.support import factory


@pytest.mark.parametrize("guesser", ["expected", "expected-common", "unexploitable"])
def test_guesser_without_steps_plays_as_careful(
    monkeypatch: pytest.MonkeyPatch, guesser: str
) -> None:
    searched = letters(guesser)

    monkeypatch.setattr(solutions, "STEPS", 0)

    assert letters(guesser) == letters("careful") != searched


@pytest.fixture
def long_games(dictionaries: Mapping[str, Dictionary]) -> Games:
    catalogue = factory.catalogue(dictionaries)
    return Games(catalogue, GameStore(Memory(), Retention(1, 1)), clock=lambda: 1)


def played_by_hints(games: Games, game_id: GameID) -> tuple[str, str]:
    """The letters of a game that follows the hints of `unexploitable`, and its word."""
    guessed = ""
    while True:
        question = games.question(game_id, "unexploitable")
        hints = [hint_of(games.catalogue, question).letters[0].letter for _ in range(2)]
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
        asked = GameChoices(length=14, dealer="honest", seed=3, max_misses=1000)
        game = long_games.start(asked).view

        guessed, word = played_by_hints(long_games, game.id)

        steps = solved(lexicon, word, player, max_misses=1000, seed=seed_of(game.id))
        assert guessed == "".join(step.transcript.answers[-1].guess for step in steps)
        trees.add(guessed)
    assert len(trees) > 1  # of games of one word


def test_hints_for_a_game_elsewhere_rank_letters_by_chance(long_games: Games) -> None:
    pattern = "compartmentali_e_"
    hint = hint_of(long_games.catalogue, HintQuestion(pattern, guesser="unexploitable"))

    assert hint.words_left == 2
    assert [view.letter for view in hint.letters[:2]] == ["z", "d"]
