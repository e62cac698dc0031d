"""A game goes on though its dictionary changes: on the words that fit what was said."""

import pytest

from service.play.games import Games
from service.play.requests import GameRequest, Guess
from tests.play.conftest import UnluckyStore, games_of

BEFORE = ["cat", "cot", "cut", "dog"]


def honest_game(games: Games, word: str, letters: str = "") -> str:
    """The id of an honest game that drew a word, after guesses."""
    for seed in range(100):
        game = games.start(GameRequest(dealer="honest", seed=seed, max_misses=3)).view
        if games.store.load(game.id).state.word == word:
            for letter in letters:
                games.guess(game.id, Guess(letter))
            return game.id
    raise AssertionError(f"no seed draws {word}")


def words_left(games: Games, game_id: str) -> list[str] | None:
    insight = games.show(game_id).view.insight
    return insight.words if insight else None


def test_honest_game_goes_on_though_its_word_is_gone(store: UnluckyStore) -> None:
    game = honest_game(games_of(store, BEFORE), "cot", "x")
    games = games_of(store, ["cat", "cut", "fox"])  # x has been a miss

    answers = [games.guess(game, Guess(letter)).view for letter in "autc"]

    assert [view.misses for view in answers[:2]] in ([1, 2], [2, 2])
    assert answers[2].pattern[2] == "t"
    assert answers[3].status == "won"
    assert answers[3].word in ("cat", "cut")


def test_honest_game_keeps_its_word_while_it_fits(store: UnluckyStore) -> None:
    game = honest_game(games_of(store, BEFORE), "cot", "c")

    for change, miss in enumerate("xyz"):
        words = ["cab", "cob", "cod", "cog", "con", "cop", "cot", "cow", "cub", "cud", "cue"]
        games_of(store, words[change:]).guess(game, Guess(miss))
        assert store.load(game).state.word == "cot"


def test_game_that_is_over_keeps_the_word_that_it_has_shown(store: UnluckyStore) -> None:
    game = honest_game(games_of(store, BEFORE), "cot", "xyz")

    games = games_of(store, ["cat", "cut"])

    assert games.show(game).view.word == "cot"


def test_list_is_made_anew_at_each_change_of_the_dictionary(store: UnluckyStore) -> None:
    games = games_of(store, BEFORE)
    game = games.start(GameRequest(insight="full", seed=1, max_misses=1000)).view.id
    games.guess(game, Guess("x"))
    assert words_left(games, game) == BEFORE

    games = games_of(store, ["act", "ant", "cat", "cut", "fox", "hut"])
    assert words_left(games, game) == ["act", "ant", "cat", "cut", "hut"]
    games.guess(game, Guess("d"))
    assert words_left(games, game) == ["act", "ant", "cat", "cut", "hut"]

    games = games_of(store, BEFORE)
    assert words_left(games, game) == ["cat", "cot", "cut"]


@pytest.mark.parametrize("guesses", [0, 1, 2])
def test_retry_after_a_change_has_the_words_that_are_there_now(
    store: UnluckyStore, guesses: int
) -> None:
    games = games_of(store, BEFORE)
    key = {number: f"key {number}" for number in range(4)}
    asked = GameRequest(insight="full", seed=1, max_misses=1000)
    game = games.start(asked, key[0]).view.id
    for number, letter in enumerate("xda", 1):
        games.guess(game, Guess(letter, key=key[number]))
    games = games_of(store, [*BEFORE, "cab", "dig", "fox"])

    again = (
        games.start(asked, key[0])
        if guesses == 0
        else games.guess(game, Guess("xda"[guesses - 1], key=key[guesses]))
    )

    assert again.view.version == guesses + 1
    assert again.view.guessed_letters == tuple("xda"[:guesses])
    assert again.view.insight
    assert (
        again.view.insight.words
        == [
            ["cab", "cat", "cot", "cut", "dig", "dog", "fox"],
            ["cab", "cat", "cot", "cut", "dig", "dog"],
            ["cab", "cat", "cot", "cut"],
        ][guesses]
    )
