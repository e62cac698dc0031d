"""A game goes on though its dictionary changes: on the words that fit what was said."""

from service.play.requests import GameRequest, Guess
from tests.play.conftest import WORDS, UnluckyStore, games_of, played


def honest_game(store: UnluckyStore, letters: str) -> str:
    """The id of an honest game that drew “cot”, after guesses."""
    for seed in range(100):
        game = played(games_of(store, WORDS), letters, dealer="honest", seed=seed, max_misses=3)
        if store.load(game.id).state.word == "cot":
            return game.id
    raise AssertionError("no seed draws cot")


def test_honest_game_goes_on_though_its_word_is_gone(store: UnluckyStore) -> None:
    game = honest_game(store, "x")
    games = games_of(store, ["cat", "cut", "fox"])  # x has been a miss

    answers = [games.guess(game, Guess(letter)).view for letter in "autc"]

    assert [view.misses for view in answers[:2]] in ([1, 2], [2, 2])
    assert answers[2].pattern[2] == "t"
    assert answers[3].status == "won"
    assert answers[3].word in ("cat", "cut")


def test_honest_game_keeps_its_word_while_it_fits(store: UnluckyStore) -> None:
    game = honest_game(store, "c")
    words = ["cab", "cob", "cod", "cog", "con", "cop", "cot", "cow", "cub", "cud", "cue"]
    for change, miss in enumerate("xyz"):
        games_of(store, words[change:]).guess(game, Guess(miss))
        assert store.load(game).state.word == "cot"

    assert games_of(store, ["cat", "cut"]).show(game).view.word == "cot"  # it has been shown


def test_retry_after_a_change_has_the_words_of_now(store: UnluckyStore) -> None:
    request = GameRequest(insight="full", seed=1, max_misses=1000)
    guesses = [Guess(letter, key=f"key of {letter}") for letter in "xda"]
    games = games_of(store, WORDS)
    game = games.start(request, "key of the start").view.id
    for guess in guesses:
        games.guess(game, guess)
    games = games_of(store, [*WORDS, "cab", "dig", "fox"])

    start = games.start(request, "key of the start")
    views = [start.view, *(games.guess(game, guess).view for guess in guesses[:2])]

    assert [view.version for view in views] == [1, 2, 3]
    assert [view.guessed_letters for view in views] == [(), ("x",), ("x", "d")]
    assert [view.insight.words if view.insight else None for view in views] == [
        ["cab", "cat", "cot", "cut", "dig", "dog", "fox"],
        ["cab", "cat", "cot", "cut", "dig", "dog"],
        ["cab", "cat", "cot", "cut"],
    ]
