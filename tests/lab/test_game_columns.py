"""Games in columns: each goes, step by step, as the engine's game with the same seed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from hangman_lab.experiments import nodes
from hangman_lab.experiments.game_columns import Draws, GameColumns
from hangman_lab.experiments.nodes import Integers, WordTable
from service.engine.game import Game, draw, guess_letter, start
from service.engine.guessers import Random
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.registry import DEALERS, GUESSERS
from tests import factory

WORDS = st.lists(st.text("abcde", min_size=4, max_size=4), min_size=1, max_size=60, unique=True)
SEEDS = st.lists(st.integers(0, 2**53 - 1), min_size=1, max_size=30)


def draws(seeds: list[int]) -> Draws:
    """The engine's draws: game number n has the n-th seed."""

    def of_games(games: Integers, guessed: NDArray[np.uint64], totals: Integers) -> Integers:
        rows = zip(games.tolist(), guessed.tolist(), totals.tolist(), strict=True)
        return np.array([draw(seeds[n], f"guess {letters}", total) for n, letters, total in rows])

    return of_games


def engine_game(lexicon: Lexicon, dealer: str, seed: int) -> Game:
    words = {lexicon.length: lexicon}
    return start(words, DEALERS[dealer], length=lexicon.length, max_misses=1000, seed=seed)


def engine_step(game: Game, guesser: Random) -> Game:
    possible = PossibleWords(game.lexicon, game.ids, game.guessed_letters)
    letter = guesser.pick(possible, game.state.seed)
    return guess_letter(game, game.lexicon.alphabet[letter])


def row(columns: GameColumns, index: int) -> tuple[list[int], int, int]:
    node = columns.node_of[index : index + 1]
    ids = columns.nodes.words_of(node).tolist()
    return ids, int(columns.guessed[index]), int(columns.misses[index])


def step(columns: GameColumns, dealer: str, guesser: Random, seeds: list[int]) -> GameColumns:
    letters = columns.drawn(guesser, draws(seeds))
    answers = {"honest": columns.honest, "largest-family": columns.largest_family}
    return columns.after(letters, answers[dealer](letters))


@pytest.mark.parametrize("dealer", ["honest", "largest-family"])
@pytest.mark.parametrize("run_inline", [1, 200_000])
@given(words=WORDS, seeds=SEEDS, name=st.sampled_from(["letter-frequency", "top-heavy"]))
def test_games_go_step_by_step_as_the_engines(
    dealer: str, run_inline: int, words: list[str], seeds: list[int], name: str
) -> None:
    lexicon, guesser = factory.lexicon(words, "abcde"), GUESSERS[name]
    assert isinstance(guesser, Random)
    games = [engine_game(lexicon, dealer, seed) for seed in seeds]
    targets = np.array([lexicon.id_of(game.word) for game in games])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nodes, "AT_ONCE", run_inline)  # 1: each node is a slice of its own
        columns = GameColumns.at_the_start(WordTable(lexicon), targets)

        while len(columns):
            columns = step(columns, dealer, guesser, seeds)
            for index, number in enumerate(columns.games.tolist()):
                games[number] = game = engine_step(games[number], guesser)
                said = game.ids.tolist(), game.guessed_letters, game.transcript.misses
                assert row(columns, index) == said
                assert columns.is_solved[index] == (game.status == "won")
            assert len(set(columns.nodes.keys.tolist())) == len(columns.nodes.keys)
            columns = columns.only(~columns.is_solved)

    assert {game.status for game in games} == {"won"}


def test_games_in_which_the_same_was_said_in_another_order_share_a_node() -> None:
    columns = GameColumns.at_the_start(
        WordTable(factory.lexicon(["bat", "cat", "cot", "dog"])), np.array([1, 1])
    )

    for letters in (np.array([0, 6]), np.array([6, 0])):
        columns = columns.after(letters, columns.honest(letters))

    assert len(columns.nodes.sizes) == 1
    assert columns.node_of.tolist() == [0, 0]


def test_games_stand_beside_others_by_number_after_some_have_ended() -> None:
    lexicon = factory.lexicon(["bat", "cat", "cot", "dog"])
    columns = GameColumns.at_the_start(WordTable(lexicon), np.array([0, 1, 2]))
    letters = np.array([0, 1, 2])
    columns = columns.after(letters, columns.honest(letters))
    rows = [row(columns, index) for index in range(3)]

    again = columns.only(np.array([False, True, False])).beside(
        columns.only(np.array([True, False, True]))
    )

    assert again.games.tolist() == [0, 1, 2]
    assert [row(again, index) for index in range(3)] == rows
    assert len(again.nodes.words) == again.nodes.sizes.sum()
