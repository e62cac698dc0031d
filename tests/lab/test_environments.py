"""The environments for Gymnasium: they keep its contract, and their games are the engine's."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from hangman_lab.gym.hangman_env import HangmanEnv
from hangman_lab.gym.hangman_vector_env import HangmanVectorEnv
from hangman_lab.gym.table import Table
from service.engine.game import guess_letter
from service.registry import DEALERS

NAME = "hangman_lab.gym:EvilHangman-v0"


def table(dealer: str = "honest") -> Table:
    return Table.laid(dealer, "en-small", length=5, max_misses=6)


def first_word(seed: int) -> str:
    env = HangmanEnv("honest", length=8)
    env.reset(seed=seed)
    return env.game.word


def masked(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("dealer", DEALERS)
def test_environment_is_clean_by_gymnasiums_checker(dealer: str) -> None:
    env = gymnasium.make(NAME, dealer=dealer, dictionary="en-small", length=5, render_mode="ansi")

    check_env(env.unwrapped)


def test_each_seed_has_a_word_of_its_own_and_keeps_it() -> None:
    words = [first_word(seed) for seed in range(20)]

    assert len(set(words)) == 20
    assert words == [first_word(seed) for seed in range(20)]


def test_games_after_the_first_differ_and_follow_from_its_seed() -> None:
    def words() -> list[str]:
        env = HangmanEnv("honest")
        env.reset(seed=3)
        drawn = [env.game.word]
        for _ in range(9):
            env.reset()
            drawn.append(env.game.word)
        return drawn

    assert words() == words()
    assert len(set(words())) == 10


@pytest.mark.parametrize("dealer", ["honest", "largest-family", "cheat-score"])
def test_game_is_the_engines_with_the_same_seed(dealer: str) -> None:
    env = HangmanEnv(dealer, "en-small", length=5, max_misses=6)
    seen, info = env.reset(seed=7)
    game, over, total = table(dealer).game(7), False, 0.0

    while not over:
        letter = masked(info["action_mask"])
        game = guess_letter(game, game.lexicon.alphabet[letter])
        seen, reward, over, _, info = env.step(np.int64(letter))
        total += reward
        shown = [game.lexicon.alphabet[n] if n < 26 else "_" for n in np.asarray(seen["pattern"])]
        assert "".join(shown) == game.transcript.pattern
        assert seen["misses_left"] == game.state.remaining_guesses

    assert info["word"] == game.word
    assert (total, game.status) in [(1.0, "won"), (-1.0, "lost")]


def test_letter_guessed_before_costs_a_point_and_no_miss() -> None:
    env = HangmanEnv()
    env.reset(seed=1)
    before, *_ = env.step(np.int64(4))

    after, reward, over, _, info = env.step(np.int64(4))

    assert (reward, over, info["action_mask"][4]) == (-1.0, False, 0)
    assert after["misses_left"] == before["misses_left"]


def test_name_that_is_not_there_is_an_error_that_names_those_that_are() -> None:
    with pytest.raises(ValueError, match="there is no dealer 'fair'; there are: largest-family"):
        gymnasium.make(NAME, dealer="fair")


def in_one(dealer: str, seed: int, actions: list[int]) -> list[Any]:
    """What one environment with a seed goes through, with a new game after each."""
    env, over = HangmanEnv(dealer, "en-small", length=5, max_misses=6), False
    env.reset(seed=seed)
    lived = []
    for action in actions:
        if over:
            (seen, info), reward, over = env.reset(), 0.0, False
        else:
            seen, reward, over, _, info = env.step(np.int64(action))
        lived.append((plain(seen), reward, over, info["action_mask"].tolist(), info.get("word")))
    return lived


def in_vector(dealer: str, seed: int, actions: NDArray[np.int64]) -> list[list[Any]]:
    """What each of three environments goes through side by side; `actions` (steps, 3) int64."""
    envs = HangmanVectorEnv(3, dealer, "en-small", length=5, max_misses=6)
    envs.reset(seed=seed)
    lived: list[list[Any]] = [[], [], []]
    for step in actions:
        seen, rewards, over, _, infos = envs.step(step)
        assert seen in envs.observation_space
        for n, rows in enumerate(lived):
            row = plain({key: column[n] for key, column in seen.items()})
            word = infos["word"][n] if infos.get("_word", over)[n] else None
            mask = infos["action_mask"][n].tolist()
            rows.append((row, float(rewards[n]), bool(over[n]), mask, word))
    return lived


def plain(seen: Any) -> dict[str, Any]:
    return {key: np.asarray(column).tolist() for key, column in seen.items()}


@pytest.mark.parametrize("dealer", ["honest", "lottery", "largest-family", "cheat-score"])
def test_games_of_a_vector_go_as_single_ones_with_their_seeds(dealer: str) -> None:
    actions = np.random.default_rng(1).integers(26, size=(300, 3))  # some were guessed before

    lived = in_vector(dealer, 11, actions)

    for n, rows in enumerate(lived):
        assert rows == in_one(dealer, 11 + n, actions[:, n].tolist())
    assert {(over, reward) for rows in lived for _, reward, over, *_ in rows} >= {
        (False, 0.0),
        (False, -1.0),
        (True, -1.0),
    }


@pytest.mark.parametrize("dealer", ["honest", "largest-family", "cheat-score"])
def test_game_of_a_vector_that_is_won_is_worth_a_point(dealer: str) -> None:
    envs = HangmanVectorEnv(2, dealer, "en-small", length=5, max_misses=26)
    envs.reset(seed=1)

    for letter in range(26):
        _, rewards, over, *_, infos = envs.step(np.array([letter, 0]))
        if over[0]:
            break

    assert (rewards[0], over.tolist()) == (1.0, [True, False])
    assert infos["_word"].tolist() == [True, False]


@pytest.mark.parametrize("dealer", ["largest-family", "cheat-score"])
def test_games_of_a_vector_that_get_no_seed_go_on_drawing(dealer: str) -> None:
    envs = HangmanVectorEnv(2, dealer, "en-small", length=5, render_mode="ansi")
    envs.reset(seed=1)
    envs.step(np.array([0, 0]))

    seen, _ = envs.reset(seed=[None, 5])

    assert seen["guessed"].sum() == 0
    assert envs.render() == ("_____  8", "_____  8")


def test_vector_environment_is_made_by_name() -> None:
    envs = gymnasium.make_vec(
        NAME, num_envs=4, vectorization_mode="vector_entry_point", dealer="cheat-score"
    )

    seen, infos = envs.reset(seed=1)

    assert seen["pattern"].shape == (4, 8)
    assert infos["action_mask"].shape == (4, 26)
