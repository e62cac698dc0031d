"""The environments for Gymnasium: they keep its contract, and their games are the engine's."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from hangman_lab.gym.hangman_env import HangmanEnv
from service.engine.game import Game, guess_letter, start
from service.registry import DEALERS

NAME = "hangman_lab.gym:EvilHangman-v0"


def engine_game(env: HangmanEnv, dealer: str, seed: int) -> Game:
    return start({5: env.lexicon}, DEALERS[dealer](), length=5, max_misses=6, seed=seed)


def first_word(seed: int) -> str:
    env = HangmanEnv("honest", length=8)
    env.reset(seed=seed)
    return env.game.state.word


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
        drawn = [env.game.state.word]
        for _ in range(9):
            env.reset()
            drawn.append(env.game.state.word)
        return drawn

    assert words() == words()
    assert len(set(words())) == 10


@pytest.mark.parametrize("dealer", ["honest", "largest-family", "cheat-score"])
def test_game_is_the_engines_with_the_same_seed(dealer: str) -> None:
    env = HangmanEnv(dealer, "en-small", length=5, max_misses=6)
    seen, info = env.reset(seed=7)
    game, over, total = engine_game(env, dealer, 7), False, 0.0

    while not over:
        letter = masked(info["action_mask"])
        game = guess_letter(game, game.lexicon.alphabet[letter])
        seen, reward, over, _, info = env.step(np.int64(letter))
        total += reward
        shown = [game.lexicon.alphabet[n] if n < 26 else "_" for n in np.asarray(seen["pattern"])]
        assert "".join(shown) == game.transcript.pattern
        assert seen["misses_left"] == game.state.remaining_guesses

    assert info["word"] == game.state.word
    assert (total, game.state.status) in [(1.0, "won"), (-1.0, "lost")]


def test_letter_guessed_before_costs_a_point_and_no_miss() -> None:
    env = HangmanEnv()
    env.reset(seed=1)
    before, *_ = env.step(np.int64(4))

    after, reward, over, _, info = env.step(np.int64(4))

    assert (reward, over, info["action_mask"][4]) == (-1.0, False, 0)
    assert after["misses_left"] == before["misses_left"]


def test_unknown_name_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="there is no dealer 'fair'; there are: largest-family"):
        gymnasium.make(NAME, dealer="fair")


def test_games_of_a_vector_go_as_single_ones_with_their_seeds() -> None:
    envs = gymnasium.make_vec(NAME, num_envs=3, dictionary="en-small", length=5)
    singles = [HangmanEnv(dictionary="en-small", length=5) for _ in range(3)]

    seen, infos = envs.reset(seed=11)
    alone = [env.reset(seed=11 + n)[0] for n, env in enumerate(singles)]
    for letter in range(4):
        assert infos["action_mask"].shape == (3, 26)
        for n, single in enumerate(alone):
            assert {key: rows[n].tolist() for key, rows in seen.items()} == {
                key: np.asarray(row).tolist() for key, row in single.items()
            }
        seen, *_, infos = envs.step(np.full(3, letter))
        alone = [env.step(np.int64(letter))[0] for env in singles]
